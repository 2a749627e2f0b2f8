//! Problems to instance texts: the printers by format, and what each format has no words for.

use super::{
    Board, Format, Problem, batch, blocked, board, columns, completion, diagonals, facts, fen,
    pairs, pycsp3, squares,
};

/// Writes a problem in `format`, with a final newline. Fails where the format has no way to say it.
///
/// # Errors
/// The format cannot express the board, its blocked squares, or the queens that are placed.
pub fn print(problem: &Problem, format: Format) -> Result<String, CannotExpress> {
    match lacks_for(problem.board(), format).or_else(|| lacks(problem, format)) {
        Some(what) => Err(CannotExpress { format, what }),
        None => Ok(match format {
            Format::Dimensions => format!("{}\n", problem.board()),
            Format::Board => board::print(problem),
            Format::Squares => squares::print(problem),
            Format::Columns => columns::print(problem),
            Format::Batch => batch::print(problem),
            Format::Pairs => pairs::print(problem),
            Format::Completion => completion::print(problem),
            Format::Blocked => blocked::print(problem),
            Format::Diagonals => diagonals::print(problem),
            Format::Pycsp3 => pycsp3::print(problem),
            Format::Fen => fen::print(problem),
            Format::Facts => facts::print(problem),
        }),
    }
}

/// Whether `format` has words for solutions on a board that their reader knows, so that a search for them is not in
/// vain. A board that is not square is then no hindrance, nor are blocked squares.
///
/// # Errors
/// The format cannot express the board.
pub fn check_board(board: Board, format: Format) -> Result<(), CannotExpress> {
    match lacks_for(board, format) {
        Some(what) => Err(CannotExpress { format, what }),
        None => Ok(()),
    }
}

/// A text board has two signs for each square; more than these nobody looks at.
const MOST_SQUARES: u64 = 100_000_000;

/// What of the board alone, be it known to the reader, the format has no words for.
fn lacks_for(board: Board, format: Format) -> Option<&'static str> {
    match format {
        Format::Board if board.squares() > MOST_SQUARES => {
            Some("boards of more than 100,000,000 squares")
        }
        Format::Fen => fen::lacks(board),
        _ => None,
    }
}

/// What of the problem the format has no words for.
fn lacks(problem: &Problem, format: Format) -> Option<&'static str> {
    let board = problem.board();
    let is_square = board.rows() == board.columns();
    let queens = problem.queens().len() > 0;
    let blocked = problem.blocked().len() > 0;
    match format {
        Format::Squares => None,
        Format::Dimensions => (queens || blocked).then_some("placed queens or blocked squares"),
        Format::Board => {
            let both = problem.queens().any(|queen| problem.is_blocked(queen));
            both.then_some("queens on blocked squares")
        }
        _ if !is_square => Some("boards that are not square"),
        Format::Fen => blocked.then_some("blocked squares"),
        Format::Columns if columns::has_crowded_row(problem) => Some("rows with two queens"),
        Format::Columns | Format::Batch | Format::Pairs | Format::Completion => {
            blocked.then_some("blocked squares")
        }
        Format::Blocked | Format::Diagonals if queens => Some("placed queens"),
        Format::Diagonals if !diagonals::can_express(problem) => {
            Some("blocked squares that are not whole diagonals")
        }
        Format::Blocked | Format::Diagonals | Format::Pycsp3 | Format::Facts => None,
    }
}

/// A problem that a format has no words for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the format `{format}` cannot express {what}; choose `squares`, which can")]
pub struct CannotExpress {
    format: Format,
    what: &'static str,
}

#[cfg(test)]
mod tests {
    use super::super::{Format, parse, print};

    #[test]
    fn what_has_no_words_is_an_error() {
        let error = |text: &str, format| {
            let problem = parse(text, None).expect("an instance");
            print(&problem, format).expect_err("no words").to_string()
        };
        for (text, format, what) in [
            ("4: -a1", Format::Completion, "blocked squares"),
            ("4: a1", Format::Blocked, "placed queens"),
            (
                "4: -a2 -b1 -b2",
                Format::Diagonals,
                "blocked squares that are not whole diagonals",
            ),
            ("4: a1 b1", Format::Columns, "rows with two queens"),
            ("4x5", Format::Pycsp3, "boards that are not square"),
            ("4: a1 -a1", Format::Board, "queens on blocked squares"),
            ("0", Format::Fen, "boards without squares"),
            ("1x5", Format::Fen, "boards of a single rank"),
            ("6x7", Format::Fen, "boards that are not square"),
            (
                "1000000",
                Format::Board,
                "boards of more than 100,000,000 squares",
            ),
        ] {
            let expected =
                format!("the format `{format}` cannot express {what}; choose `squares`, which can");
            assert_eq!(error(text, format), expected);
        }
    }
}
