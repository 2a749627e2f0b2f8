//! Instance texts to problems: what is known about a text beforehand, and the parsers by format.

use super::error::quote;
use super::input::Input;
use super::text::without_mark;
use super::{
    Board, Format, FormatError, Problem, TABLE, batch, blocked, board, columns, completion,
    diagonals, dimensions, facts, fen, pairs, pycsp3, squares,
};

/// What is known about a text before it is read. An option that the text's format cannot honour is an
/// error.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reading {
    /// The format; if `None` the one that the content looks like.
    pub format: Option<Format>,
    /// The first row and column, 0 or 1; if `None` as the format has it.
    pub base: Option<u32>,
    /// The board, where it is known from elsewhere: formats that tell no size take it, the others must
    /// agree with it.
    pub board: Option<Board>,
    /// How many of a list of excluded diagonals count, from the first on; if `None` all.
    pub diagonals: Option<usize>,
}

impl Reading {
    /// The text and what its parser is to know, once the options are found to suit the format.
    fn input(self, text: &str, format: Format) -> Result<Input<'_>, FormatError> {
        let base = match (self.base, format.base()) {
            (None, own) => own.unwrap_or_default(),
            (Some(_), None) => return Err(FormatError::NoBase(format)),
            (Some(base @ (0 | 1)), Some(_)) => base,
            (Some(other), Some(_)) => return Err(FormatError::Base(other)),
        };
        if self.diagonals.is_some() && format != Format::Diagonals {
            return Err(FormatError::NoDiagonals(format));
        }
        Ok(Input {
            text,
            base,
            board: self.board,
            diagonals: self.diagonals,
        })
    }
}

/// Reads an instance: in `format`, or in the one its content looks like.
///
/// # Errors
/// The first fault of the text.
pub fn parse(text: &str, format: Option<Format>) -> Result<Problem, FormatError> {
    let reading = Reading {
        format,
        ..Reading::default()
    };
    parse_with(text, &reading)
}

/// Reads the single instance of a text.
///
/// # Errors
/// The first fault of the text, a second instance, or an option that the format cannot honour.
pub fn parse_with(text: &str, reading: &Reading) -> Result<Problem, FormatError> {
    let mut problems = parse_all(text, reading)?;
    match (problems.pop(), problems.len()) {
        (Some(problem), 0) => Ok(problem),
        (_, more) => {
            // Several instances stand on a line each.
            let mut lines = (1..).zip(text.lines());
            let second = lines
                .by_ref()
                .filter(|(_, line)| !line.trim().is_empty())
                .nth(1);
            let found = (more + 1).to_string();
            let line = second.map_or(1, |(line, _)| line);
            Err(FormatError::at(line, 1, "a single instance", found))
        }
    }
}

/// Reads every instance of a text, one at least: `batch` and `columns` may hold one a line, other
/// formats hold one.
///
/// ```
/// use queensat::problem::formats::{Reading, parse_all};
/// let problems = parse_all("8 4 2 5 4\n6\n", &Reading::default()).unwrap();
/// assert_eq!((problems[0].queens().len(), problems[1].board().rows()), (2, 6));
/// ```
///
/// # Errors
/// The first fault of the text, or an option that the format cannot honour.
pub fn parse_all(text: &str, reading: &Reading) -> Result<Vec<Problem>, FormatError> {
    let text = without_mark(text);
    let detected = || Format::detect(text).ok_or_else(|| unknown(text));
    let format = reading.format.map_or_else(detected, Ok)?;
    let input = reading.input(text, format)?;
    let problems = match format {
        Format::Dimensions => vec![dimensions::parse_instance(input)?],
        Format::Board => vec![board::parse(input)?],
        Format::Squares => vec![squares::parse(input)?],
        Format::Columns => columns::parse_all(input)?,
        Format::Batch => batch::parse_all(input)?,
        Format::Pairs => vec![pairs::parse(input)?],
        Format::Completion => vec![completion::parse(input)?],
        Format::Blocked => vec![blocked::parse(input)?],
        Format::Diagonals => vec![diagonals::parse(input)?],
        Format::Pycsp3 => vec![pycsp3::parse(input)?],
        Format::Fen => vec![fen::parse(input)?],
        Format::Facts => vec![facts::parse(input)?],
    };
    // Most parsers see to it where the size stands; of the others the text as a whole is told.
    let other = |known: &Board| problems.iter().find(|problem| problem.board() != *known);
    match reading
        .board
        .and_then(|known| Some((known, other(&known)?)))
    {
        Some((known, problem)) => Err(FormatError::other_board(text, 0, known, problem.board())),
        None => Ok(problems),
    }
}

fn unknown(text: &str) -> FormatError {
    let names: Vec<&str> = TABLE.iter().map(|entry| entry.name).collect();
    let expected = format!(
        "an instance in one of the formats {} (`--from` names it)",
        names.join(", ")
    );
    let found = if text.trim().is_empty() {
        "an empty text".to_owned()
    } else {
        quote(text)
    };
    let start = text.len() - text.trim_start().len();
    FormatError::at_offset(text, start, expected, found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str, reading: Reading) -> String {
        parse_with(text, &reading).expect_err("a fault").to_string()
    }

    #[test]
    fn options_that_do_not_suit_the_format_are_errors() {
        let base = |base| Reading {
            base: Some(base),
            ..Reading::default()
        };
        for text in ["8", "8: b4", "2/2", "..\n.."] {
            let format = Format::detect(text).expect("known");
            assert_eq!(
                error(text, base(0)),
                format!("the format `{format}` has no index base to choose; leave out `--base`")
            );
        }
        assert_eq!(
            error("8 1 1", base(2)),
            "expected 0 or 1 as the index base, found 2"
        );
        let diagonals = Reading {
            diagonals: Some(0),
            ..Reading::default()
        };
        assert_eq!(
            error("..\n..", diagonals),
            "the format `board` has no list of excluded diagonals of which the first could be taken"
        );
    }

    #[test]
    fn the_board_must_agree_with_a_known_one() {
        let known = Reading {
            board: Board::new(2, 3).ok(),
            ..Reading::default()
        };
        for (text, place) in [
            ("8", "line 1, column 1"),
            ("..\n..", "line 1, column 1"),
            ("8: b4", "line 1, column 1"),
            ("2/2", "line 1, column 1"),
            ("{\"n\": 8}", "line 1, column 7"),
            ("\nn = 8\ndiags = []", "line 2, column 5"),
        ] {
            let error = error(text, known);
            let expected = "expected a board of 2x3, as is known from elsewhere, found one of ";
            assert!(
                error.starts_with(&format!("{place}: {expected}")),
                "{error}"
            );
        }
        for text in ["2x3", "...\n..Q", "b1", "[1, 2]", "3/Q2", "queen(2,3)."] {
            let problem = parse_with(text, &known).expect("a board of 2x3");
            assert_eq!(Some(problem.board()), known.board);
        }
    }

    #[test]
    fn a_text_that_fits_nothing_is_told_the_formats() {
        let formats = "dimensions, board, squares, columns, batch, pairs, completion, blocked, diagonals, pycsp3, fen, facts";
        for (text, place, found) in [
            (
                "\n  Eight queens.\n",
                "line 2, column 3",
                "\"Eight queens.\"",
            ),
            ("\r\n", "line 2, column 1", "an empty text"),
        ] {
            assert_eq!(
                error(text, Reading::default()),
                format!(
                    "{place}: expected an instance in one of the formats {formats} (`--from` names it), found {found}"
                )
            );
        }
    }

    #[test]
    fn a_byte_order_mark_is_passed_over() {
        assert_eq!(parse("\u{feff}8: b4", None), parse("8: b4", None));
    }
}
