//! `2Q1/Q3/3Q/1Q2`: the piece placement of Forsyth-Edwards notation, queens only.
//!
//! Ranks stand from the last to the first, files from a; a number counts empty squares. What follows
//! the placement after a blank (side to move and so on) is not part of it and refused. A board that is not square
//! is written and read only where it is known from elsewhere, as a solution's is: a lost rank would pass unnoticed.
//! Of a single rank such as `Q4` nothing tells that it is no square, so even that is not written.

use super::error::quote;
use super::input::Input;
use super::writing::{CannotExpress, check_board};
use super::{Board, Format, FormatError, Problem, Square, board_of};

pub(super) fn parse(input: Input<'_>) -> Result<Problem, FormatError> {
    let text = input.text;
    let trimmed = text.trim();
    let offset = text.len() - text.trim_start().len();
    if let Some(second) = trimmed.split_whitespace().nth(1) {
        let expected = "the end of the text behind the ranks";
        return Err(input.fault(input.offset_of(second), expected, quote(second)));
    }
    let mut ranks = Vec::new();
    let mut start = offset;
    for rank in trimmed.split('/') {
        ranks.push((start, parse_rank(input, start, rank)?));
        start += rank.len() + 1;
    }
    let width = ranks[0].1.width;
    if let Some((offset, rank)) = ranks.iter().find(|(_, rank)| rank.width != width) {
        return Err(input.fault(
            *offset,
            format!("{width} files, as in the first rank"),
            rank.width.to_string(),
        ));
    }
    let own = board_of(text, ranks.len(), width)?;
    let mut problem = Problem::empty(own);
    if input.board.is_none() && own.rows() != own.columns() {
        return Err(input.fault(
            offset,
            "as many ranks as files",
            format!("{} and {}", own.rows(), own.columns()),
        ));
    }
    for (row, (_, rank)) in (0..own.rows()).rev().zip(&ranks) {
        for &column in &rank.queens {
            problem
                .place(Square::new(row, column))
                .expect("every rank is as wide as the board");
        }
    }
    Ok(problem)
}

struct Rank {
    width: usize,
    queens: Vec<u32>,
}

fn parse_rank(input: Input<'_>, start: usize, rank: &str) -> Result<Rank, FormatError> {
    let fault = |index: usize, found: String| {
        input.fault(start + index, "Q or a number of empty squares", found)
    };
    let (mut width, mut queens, mut empty) = (0_usize, Vec::new(), 0_usize);
    for (index, c) in rank.char_indices() {
        match c {
            '0'..='9' => {
                empty = empty * 10 + (c as usize - '0' as usize);
                if width + empty > Board::MAX_SIDE as usize {
                    return Err(fault(index, "more than a board can have".to_owned()));
                }
            }
            'Q' | 'q' => {
                width += std::mem::take(&mut empty);
                queens.push(u32::try_from(width).expect("at most the longest side"));
                width += 1;
            }
            other => return Err(fault(index, format!("{other:?}"))),
        }
    }
    Ok(Rank {
        width: width + empty,
        queens,
    })
}

/// Why the ranks of no position on `board` are read back, even where the board is known.
pub(super) fn lacks(board: Board) -> Option<&'static str> {
    match (board.rows(), board.columns()) {
        (0, _) | (_, 0) => Some("boards without squares"),
        (1, 1) => None,
        (1, _) => Some("boards of a single rank"),
        _ => None,
    }
}

/// The queens of a board that its reader knows, as of a solution, with a final newline; blocked squares have no sign
/// and are left out.
///
/// # Errors
/// The board has no squares, or a single rank.
pub fn line(problem: &Problem) -> Result<String, CannotExpress> {
    check_board(problem.board(), Format::Fen)?;
    Ok(print(problem))
}

/// Rank by rank and queen by queen, for most squares of a large board are empty.
pub(super) fn print(problem: &Problem) -> String {
    let board = problem.board();
    let queens: Vec<Square> = problem.queens().collect();
    let mut ranks: Vec<String> =
        queens
            .chunk_by(|one, next| one.row == next.row)
            .fold(Vec::new(), |mut ranks, rank| {
                ranks.resize(rank[0].row as usize, board.columns().to_string());
                ranks.push(print_rank(rank, board.columns()));
                ranks
            });
    ranks.resize(board.rows() as usize, board.columns().to_string());
    ranks.reverse();
    ranks.join("/") + "\n"
}

/// A rank with queens, in the order of their files.
fn print_rank(queens: &[Square], columns: u32) -> String {
    let (mut out, mut next) = (String::new(), 0);
    let mut skip_to = |column: u32, out: &mut String| {
        if column > next {
            out.push_str(&(column - next).to_string());
        }
        next = column + 1;
    };
    for queen in queens {
        skip_to(queen.column, &mut out);
        out.push('Q');
    }
    skip_to(columns, &mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::super::{Format, parse, print};

    #[test]
    fn ranks_stand_from_the_last_to_the_first() {
        let text = "3Q4/6Q1/2Q5/7Q/1Q6/4Q3/Q7/5Q2\n";
        let problem = parse(text, None).expect("FEN");
        assert!(
            problem
                .queens()
                .next()
                .is_some_and(|queen| queen.to_string() == "f1")
        );
        assert_eq!(print(&problem, Format::Fen).as_deref(), Ok(text));
        assert_eq!(
            parse("11Q/12/12/12/12/12/12/12/12/12/12/12", None)
                .expect("FEN")
                .queens()
                .len(),
            1
        );
    }

    #[test]
    fn faults_are_told_by_column() {
        let error = |text: &str| {
            parse(text, Some(Format::Fen))
                .expect_err("a fault")
                .to_string()
        };
        assert_eq!(
            error("2/K1"),
            "line 1, column 3: expected Q or a number of empty squares, found 'K'"
        );
        assert_eq!(
            error("2/3"),
            "line 1, column 3: expected 2 files, as in the first rank, found 3"
        );
        assert_eq!(
            error("2/2/2"),
            "line 1, column 1: expected as many ranks as files, found 3 and 2"
        );
        assert!(error("99999999999999999999/1").contains("more than a board can have"));
        for (text, place) in [
            ("2/2 w - -", "line 1, column 5"),
            ("2/2\nw", "line 2, column 1"),
        ] {
            assert_eq!(
                error(text),
                format!("{place}: expected the end of the text behind the ranks, found \"w\"")
            );
        }
    }
}
