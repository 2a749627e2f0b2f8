//! Formats: what is printed is read back, bases move squares, and no text and no bytes make a parser
//! panic.

use proptest::prelude::*;
use queensat::board::{Board, Square};
use queensat::engine;
use queensat::problem::Problem;
use queensat::problem::formats::{
    Format, FormatError, Reading, TABLE, decode_text, fen_line, parse, parse_all, parse_with, print,
};

const LONGEST: u32 = 12;

/// A board with a few queens and blocked squares, which may stand on one another.
fn problem(board: Board, queens: &[(u32, u32)], blocked: &[(u32, u32)]) -> Problem {
    let mut problem = Problem::empty(board);
    if board.squares() > 0 {
        let on_board =
            |&(row, column): &(u32, u32)| Square::new(row % board.rows(), column % board.columns());
        for square in queens.iter().map(on_board) {
            problem.place(square).expect("on the board");
        }
        for square in blocked.iter().map(on_board) {
            problem.block(square).expect("on the board");
        }
    }
    problem
}

fn givens() -> impl Strategy<Value = Vec<(u32, u32)>> {
    let square = (0..LONGEST, 0..LONGEST);
    prop_oneof![Just(Vec::new()), prop::collection::vec(square, 0..9)]
}

fn problems() -> impl Strategy<Value = Problem> {
    let side = 0..=u64::from(LONGEST);
    let board = prop_oneof![
        side.clone().prop_map(|n| Board::new(n, n)),
        (side.clone(), side).prop_map(|(rows, columns)| Board::new(rows, columns)),
    ];
    (board, givens(), givens())
        .prop_map(|(board, queens, blocked)| problem(board.expect("short"), &queens, &blocked))
}

/// Boards whose blocked squares are whole diagonals, by the definition of CSPLib 079.
fn excluded_diagonals() -> impl Strategy<Value = Problem> {
    let diagonals = prop::collection::vec((0..2 * LONGEST, any::<bool>()), 0..6);
    (1..=LONGEST, diagonals).prop_map(|(n, diagonals)| {
        let mut problem = Problem::queens_on(n).expect("short");
        for (row, column) in (0..n).flat_map(|row| (0..n).map(move |column| (row, column))) {
            let is_on = |&(d, sum): &(u32, bool)| {
                if sum {
                    row + column == d
                } else {
                    row + (n - 1) == d + column
                }
            };
            if diagonals.iter().any(is_on) {
                problem
                    .block(Square::new(row, column))
                    .expect("on the board");
            }
        }
        problem
    })
}

/// Whether the format has words for the problem, by the descriptions in the documentation.
fn expressible(problem: &Problem, format: Format) -> bool {
    let board = problem.board();
    let square = board.rows() == board.columns();
    let (queens, blocked) = (problem.queens().len(), problem.blocked().len());
    match format {
        Format::Dimensions => queens + blocked == 0,
        Format::Board => !problem.queens().any(|queen| problem.is_blocked(queen)),
        Format::Squares => true,
        Format::Columns => {
            let in_row = |row| problem.queens().filter(|queen| queen.row == row).count();
            square && blocked == 0 && (0..board.rows()).all(|row| in_row(row) < 2)
        }
        Format::Batch | Format::Pairs | Format::Completion => square && blocked == 0,
        Format::Blocked => square && queens == 0,
        Format::Diagonals => square && queens == 0 && blocked_by_diagonals(problem),
        Format::Pycsp3 | Format::Facts => square,
        Format::Fen => square && board.squares() > 0 && blocked == 0,
    }
}

/// Whether every blocked square has a diagonal all of whose squares are blocked.
fn blocked_by_diagonals(problem: &Problem) -> bool {
    let n = problem.board().rows();
    let all = || (0..n).flat_map(|row| (0..n).map(move |column| Square::new(row, column)));
    problem.blocked().all(|square| {
        let sum = |other: Square| other.row + other.column;
        let difference = |other: Square| i64::from(other.row) - i64::from(other.column);
        let blocked = |other: Square| problem.is_blocked(other);
        all().all(|other| sum(other) != sum(square) || blocked(other))
            || all().all(|other| difference(other) != difference(square) || blocked(other))
    })
}

fn check_round_trip(problem: &Problem) -> Result<(), TestCaseError> {
    for format in TABLE.iter().map(|entry| entry.format) {
        let printed = print(problem, format);
        prop_assert_eq!(printed.is_ok(), expressible(problem, format), "{}", format);
        let Ok(text) = printed else { continue };
        prop_assert!(text.ends_with('\n'));
        for format in [Some(format), None] {
            for text in [text.clone(), text.replace('\n', "\r\n")] {
                let read = parse(&text, format);
                prop_assert_eq!(read.as_ref(), Ok(problem), "{}", text);
            }
        }
    }
    Ok(())
}

/// Every square moved by one row and one column, on the same board; `None` if one leaves it.
fn moved(problem: &Problem, down: bool) -> Option<Problem> {
    let mut moved = Problem::empty(problem.board());
    let step = |index: u32| {
        if down {
            index.checked_sub(1)
        } else {
            Some(index + 1)
        }
    };
    let square = |square: Square| Some(Square::new(step(square.row)?, step(square.column)?));
    for queen in problem.queens() {
        moved.place(square(queen)?).ok()?;
    }
    for blocked in problem.blocked() {
        moved.block(square(blocked)?).ok()?;
    }
    Some(moved)
}

proptest! {
    #[test]
    fn what_is_printed_is_read_back(problem in problems()) {
        check_round_trip(&problem)?;
    }

    #[test]
    fn excluded_diagonals_are_found_again(problem in excluded_diagonals()) {
        prop_assert!(print(&problem, Format::Diagonals).is_ok());
        check_round_trip(&problem)?;
    }

    #[test]
    fn the_line_of_a_known_board_is_read_back(problem in problems()) {
        let board = problem.board();
        let line = fen_line(&problem);
        let is_told = board.squares() > 0 && (board.rows() > 1 || board.columns() == 1);
        prop_assert_eq!(line.is_ok(), is_told);
        let reading = Reading { board: Some(board), ..Reading::default() };
        if let Ok(line) = line {
            let read = parse_with(&line, &reading).expect("the line is told by its content");
            prop_assert!(read.queens().eq(problem.queens()), "{}", line);
        }
    }

    #[test]
    fn the_base_moves_the_squares(problem in problems()) {
        let by_row_and_column = [
            Format::Batch,
            Format::Pairs,
            Format::Completion,
            Format::Blocked,
            Format::Pycsp3,
            Format::Facts,
        ];
        for format in by_row_and_column {
            let Ok(text) = print(&problem, format) else { continue };
            let own = format.base().expect("rows and columns are counted");
            let read = |base| {
                let reading = Reading { format: Some(format), base: Some(base), ..Reading::default() };
                parse_with(&text, &reading).ok()
            };
            prop_assert_eq!(read(own), Some(problem.clone()));
            prop_assert_eq!(read(1 - own), moved(&problem, own == 0), "{}", text);
        }
    }

    #[test]
    fn no_text_makes_a_parser_panic(text in any::<String>(), options in options()) {
        check_faults(&text, options)?;
    }

    #[test]
    fn no_text_of_the_formats_signs_makes_a_parser_panic(
        text in "[ \\t\r\n0-9a-zQ\\[\\]{}()\"=:;,./%$#*é_x-]{0,60}",
        options in options(),
    ) {
        check_faults(&text, options)?;
    }

    #[test]
    fn no_damage_to_a_text_makes_a_parser_panic(
        problem in prop_oneof![problems(), excluded_diagonals()],
        damages in prop::collection::vec((any::<prop::sample::Index>(), damage()), 1..4),
        options in options(),
    ) {
        for format in TABLE.iter().map(|entry| entry.format) {
            let Ok(text) = print(&problem, format) else { continue };
            let mut signs: Vec<char> = text.chars().collect();
            for (place, damage) in &damages {
                let place = place.index(signs.len() + 1);
                match damage {
                    Damage::Cut => signs.truncate(place),
                    Damage::Remove if place < signs.len() => drop(signs.remove(place)),
                    Damage::Replace(sign) if place < signs.len() => signs[place] = *sign,
                    Damage::Insert(sign) => signs.insert(place, *sign),
                    Damage::Remove | Damage::Replace(_) => {}
                }
            }
            let text: String = signs.into_iter().collect();
            check_faults(&text, options)?;
        }
    }

    #[test]
    fn no_bytes_make_a_decoder_panic(bytes in any::<Vec<u8>>()) {
        match decode_text(&bytes) {
            Ok(text) => prop_assert!(bytes.ends_with(text.as_bytes())),
            Err(fault) => prop_assert!(is_placed(&fault, &String::from_utf8_lossy(&bytes))),
        }
    }
}

#[derive(Clone, Debug)]
enum Damage {
    Cut,
    Remove,
    Replace(char),
    Insert(char),
}

fn damage() -> impl Strategy<Value = Damage> {
    let sign = || {
        prop_oneof![
            proptest::char::any(),
            prop::sample::select(
                "0123456789-,.:;[](){}\"=$%/ \n\rQx#"
                    .chars()
                    .collect::<Vec<char>>()
            ),
        ]
    };
    prop_oneof![
        Just(Damage::Cut),
        Just(Damage::Remove),
        sign().prop_map(Damage::Replace),
        sign().prop_map(Damage::Insert),
    ]
}

fn options() -> impl Strategy<Value = Reading> {
    let board = prop::option::of((0_u64..9, 0_u64..9));
    (
        prop::option::of(0_u32..3),
        board,
        prop::option::of(0_usize..3),
    )
        .prop_map(|(base, sides, diagonals)| Reading {
            format: None,
            base,
            board: sides.and_then(|(rows, columns)| Board::new(rows, columns).ok()),
            diagonals,
        })
}

/// Reads a text in every format, with and without options; faults must lie within the text.
fn check_faults(text: &str, options: Reading) -> Result<(), TestCaseError> {
    let named = TABLE.iter().map(|entry| Some(entry.format));
    for format in named.chain([None]) {
        for reading in [
            Reading { format, ..options },
            Reading {
                format,
                ..Reading::default()
            },
        ] {
            match parse_all(text, &reading) {
                Ok(problems) => {
                    prop_assert!(!problems.is_empty());
                    let agrees =
                        |problem: &Problem| reading.board.is_none_or(|b| b == problem.board());
                    prop_assert!(problems.iter().all(agrees));
                }
                Err(fault) => prop_assert!(is_placed(&fault, text), "{:?}: {}", format, fault),
            }
        }
    }
    Ok(())
}

/// Whether a fault is one of an option, or names a place of the text or right behind it.
fn is_placed(fault: &FormatError, text: &str) -> bool {
    let FormatError::Text { line, column, .. } = fault else {
        return true;
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let length = text
        .split('\n')
        .nth(line - 1)
        .map(|line| line.chars().count());
    length.is_some_and(|length| (1..=length + 1).contains(column))
}

#[test]
fn names_and_formats_belong_together() {
    for entry in TABLE {
        assert_eq!(Format::from_name(entry.name), Some(entry.format));
        assert_eq!(entry.format.to_string(), entry.name);
    }
    assert_eq!(Format::from_name("csv"), None);
}

#[test]
fn excluding_more_diagonals_leaves_fewer_solutions() {
    // CSPLib 079's instance 10-4-1; the counts were computed by several independent programs.
    let text = "n = 10\nnumdiags = 14\ndiags = [[4, 1], [2, 1], [14, 0], [8, 1], [8, 0], [7, 0], [3, 1], \
        [12, 1], [18, 0], [5, 0], [14, 1], [0, 0], [15, 1], [17, 1]]\n";
    let bitmask = engine::parse("bitmask").expect("an engine");
    let counts = (0..=14).map(|first| {
        let reading = Reading {
            diagonals: Some(first),
            ..Reading::default()
        };
        let problem = parse_with(text, &reading).expect("diagonals");
        let outcome = bitmask.count(&problem, &queensat::control::Control::unlimited());
        outcome.expect("a small board").solutions
    });
    let expected = [724, 320, 198, 63, 11, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0];
    assert_eq!(counts.collect::<Vec<u128>>(), expected);
}

#[test]
fn long_texts_are_read_in_time_linear_in_their_length() {
    use std::fmt::Write;
    // A quadratic parser would take minutes for the million squares.
    let mut facts = String::from("board(1000).\n");
    let mut rows = String::new();
    for row in 0..1000 {
        for column in 0..1000 {
            writeln!(facts, "block({},{}).", row + 1, column + 1).expect("a string");
            rows.push('#');
        }
        rows.push('\n');
    }
    let facts = parse(&facts, None).expect("facts");
    assert_eq!(facts.blocked().len(), 1_000_000);
    assert_eq!(parse(&rows, None), Ok(facts));
}
