//! Problems to instance texts: the printers by format, and what each format has no words for.

use super::{
    Format, Problem, batch, blocked, board, columns, completion, diagonals, facts, fen, pairs,
    pycsp3, squares,
};

/// Writes a problem in `format`, with a final newline. Fails where the format has no way to say it.
///
/// # Errors
/// The format cannot express the board, its blocked squares, or the queens that are placed.
pub fn print(problem: &Problem, format: Format) -> Result<String, CannotExpress> {
    match lacks(problem, format) {
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

/// What of the problem the format has no words for.
fn lacks(problem: &Problem, format: Format) -> Option<&'static str> {
    let board = problem.board();
    let queens = problem.queens().len() > 0;
    let blocked = problem.blocked().len() > 0;
    match format {
        Format::Squares => None,
        Format::Dimensions => (queens || blocked).then_some("placed queens or blocked squares"),
        Format::Board => {
            let both = problem.queens().any(|queen| problem.is_blocked(queen));
            both.then_some("queens on blocked squares")
        }
        Format::Fen if board.squares() == 0 => Some("boards without squares"),
        Format::Fen => blocked.then_some("blocked squares"),
        _ if board.rows() != board.columns() => Some("boards that are not square"),
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
        ] {
            let expected =
                format!("the format `{format}` cannot express {what}; choose `squares`, which can");
            assert_eq!(error(text, format), expected);
        }
    }
}
