//! `n = 10` / `numdiags = 2` / `diags = [[4, 1], [14, 0]]`: diagonals on which no queen may stand.
//!
//! A pair `[d, 1]` excludes the rising diagonal row + column = d, `[d, 0]` the falling one row - column =
//! d - (n - 1); both are numbered from 0. They become blocked squares. Source: the excluded diagonals queens
//! problem of Gent, Jefferson and Nightingale, "Complexity of n-Queens Completion", JAIR 59, 2017,
//! in the files of CSPLib problem 079.

use super::fields::{Fields, List, Names, print_pairs};
use super::input::{Input, Number};
use super::{Board, FormatError, Problem, Square};

const NAMES: Names = Names {
    numbers: &["n", "numdiags"],
    lists: &["diags"],
};

/// The squares, each diagonal by itself, that a text may exclude: a bound for time and memory.
const MOST_SQUARES: u64 = 1 << 23;

pub(super) fn parse(input: Input<'_>) -> Result<Problem, FormatError> {
    let fields = Fields::essence(input, &NAMES)?;
    let board = input.square_board(fields.number("n"), "`n = 8`")?;
    let chosen = chosen(input, fields.required("diags")?, fields.number("numdiags"))?;
    let (mut excluded, mut squares) = (Vec::with_capacity(chosen.len()), 0);
    for &[index, direction] in chosen {
        let diagonal = diagonal(input, board, index, direction)?;
        squares += u64::from(diagonal.length(board));
        if squares > MOST_SQUARES {
            let expected = format!("at most {MOST_SQUARES} excluded squares in all");
            return Err(input.fault(index.offset, expected, "more from here on"));
        }
        excluded.push(diagonal);
    }
    let mut problem = Problem::empty(board);
    for square in excluded.iter().flat_map(|diagonal| diagonal.squares(board)) {
        problem.block(square).expect("on a diagonal of the board");
    }
    Ok(problem)
}

/// The diagonals that count, as many as are asked for.
fn chosen<'l>(
    input: Input<'_>,
    list: &'l List,
    declared: Option<Number>,
) -> Result<&'l [[Number; 2]], FormatError> {
    let found = || format!("{} in the list", list.pairs.len());
    if let Some(declared) = declared.filter(|n| n.value != list.pairs.len() as u64) {
        let expected = format!("{} diagonals, as `numdiags` says", declared.value);
        return Err(input.fault(list.offset, expected, found()));
    }
    let first = input.diagonals.unwrap_or(list.pairs.len());
    list.pairs.get(..first).ok_or_else(|| {
        let expected = format!("{first} diagonals at least, as were asked for");
        input.fault(list.offset, expected, found())
    })
}

fn diagonal(
    input: Input<'_>,
    board: Board,
    number: Number,
    direction: Number,
) -> Result<Diagonal, FormatError> {
    let index = input.index(number)?;
    if index >= board.diagonals() {
        let expected = format!("the number of one of {} diagonals", board.diagonals());
        return Err(input.fault(number.offset, expected, number.value.to_string()));
    }
    match direction.value {
        0 => Ok(Diagonal::Falling(index)),
        1 => Ok(Diagonal::Rising(index)),
        other => {
            let expected = "0 (row - column) or 1 (row + column)";
            Err(input.fault(direction.offset, expected, other.to_string()))
        }
    }
}

/// A diagonal of a square board by its index.
#[derive(Clone, Copy)]
enum Diagonal {
    Rising(u32),
    Falling(u32),
}

impl Diagonal {
    fn index(self) -> u32 {
        let (Self::Rising(index) | Self::Falling(index)) = self;
        index
    }

    fn length(self, board: Board) -> u32 {
        (self.index() + 1).min(board.diagonals() - self.index())
    }

    fn squares(self, board: Board) -> impl Iterator<Item = Square> {
        let last = board.rows().saturating_sub(1);
        // Those through row 0 begin there, the others a row later each, in both directions.
        let top = self.index().saturating_sub(last);
        (top..top + self.length(board)).map(move |row| match self {
            Self::Rising(index) => Square::new(row, index - row),
            Self::Falling(index) => Square::new(row, row + last - index),
        })
    }
}

/// The diagonals of a square board that are blocked from end to end, rising ones first; `None` if other
/// squares are blocked too.
fn excluded(problem: &Problem) -> Option<Vec<Diagonal>> {
    let board = problem.board();
    let mut rising = vec![0; board.diagonals() as usize];
    let mut falling = rising.clone();
    for square in problem.blocked() {
        rising[board.rising(square) as usize] += 1;
        falling[board.falling(square) as usize] += 1;
    }
    let is_full = |diagonal: Diagonal| {
        let blocked = match diagonal {
            Diagonal::Rising(index) => rising[index as usize],
            Diagonal::Falling(index) => falling[index as usize],
        };
        blocked == diagonal.length(board)
    };
    let all_on_full = problem.blocked().all(|square| {
        is_full(Diagonal::Rising(board.rising(square)))
            || is_full(Diagonal::Falling(board.falling(square)))
    });
    let indices = 0..board.diagonals();
    let all = indices
        .clone()
        .map(Diagonal::Rising)
        .chain(indices.map(Diagonal::Falling));
    all_on_full.then(|| all.filter(|&diagonal| is_full(diagonal)).collect())
}

/// Whether the blocked squares of a square board are whole diagonals.
pub(super) fn can_express(problem: &Problem) -> bool {
    excluded(problem).is_some()
}

pub(super) fn print(problem: &Problem) -> String {
    let excluded = excluded(problem).unwrap_or_default();
    let pairs = excluded.iter().map(|diagonal| match diagonal {
        Diagonal::Rising(index) => (*index, 1),
        Diagonal::Falling(index) => (*index, 0),
    });
    let n = problem.board().rows();
    let count = excluded.len();
    format!(
        "n = {n}\nnumdiags = {count}\ndiags = {}\n",
        print_pairs(pairs)
    )
}

#[cfg(test)]
mod tests {
    use super::super::{Format, Reading, parse, parse_with, print};

    #[test]
    fn a_diagonal_is_given_by_sum_or_difference() {
        // Row + column = 1, and row - column = 5 - 3.
        let text = "n = 4\nnumdiags = 2\ndiags = [[1, 1], [5, 0]]\n";
        let problem = parse(text, None).expect("diagonals");
        assert_eq!(problem, parse("4: -b1 -a2 -a3 -b4", None).expect("squares"));
        assert_eq!(print(&problem, Format::Diagonals).as_deref(), Ok(text));

        let reading = Reading {
            diagonals: Some(1),
            ..Reading::default()
        };
        let first = parse_with(text, &reading).expect("diagonals");
        assert_eq!(first, parse("4: -b1 -a2", None).expect("squares"));
    }

    #[test]
    fn diagonals_that_others_cover_are_printed_as_well() {
        let problem = parse("n = 2\ndiags = [[1, 0]]", None).expect("a diagonal");
        assert_eq!(
            print(&problem, Format::Diagonals).as_deref(),
            Ok("n = 2\nnumdiags = 3\ndiags = [[0, 1], [2, 1], [1, 0]]\n")
        );
    }

    #[test]
    fn faults_are_told_by_line_and_column() {
        let error = |text: &str, diagonals| {
            let reading = Reading {
                diagonals,
                ..Reading::default()
            };
            parse_with(text, &reading).expect_err("a fault").to_string()
        };
        for (text, diagonals, expected) in [
            (
                "n = 4\nnumdiags = 3\ndiags = [[1, 1], [5, 0]]",
                None,
                "line 3, column 9: expected 3 diagonals, as `numdiags` says, found 2 in the list",
            ),
            (
                "n = 4\ndiags = [[1, 1], [5, 0]]",
                Some(3),
                "line 2, column 9: expected 3 diagonals at least, as were asked for, found 2 in the list",
            ),
            (
                "n = 4\ndiags = [[7, 1]]",
                None,
                "line 2, column 11: expected the number of one of 7 diagonals, found 7",
            ),
            (
                "n = 4\ndiags = [[0, 2]]",
                None,
                "line 2, column 14: expected 0 (row - column) or 1 (row + column), found 2",
            ),
            (
                "n = 0\ndiags = [[0, 1]]",
                None,
                "line 2, column 11: expected the number of one of 0 diagonals, found 0",
            ),
            (
                "8",
                Some(3),
                "the format `dimensions` has no list of excluded diagonals of which the first could be taken",
            ),
        ] {
            assert_eq!(error(text, diagonals), expected);
        }
        let lines: Vec<String> = (0..20).map(|d| format!("[{}, 1]", 999_999 + d)).collect();
        let many = format!("n = 1000000\ndiags = [{}]", lines.join(", "));
        assert!(error(&many, None).contains("at most 8388608 excluded squares"));
    }
}
