//! `8: b4 d5 -c3`: the board, a colon, and squares in chess notation.
//!
//! Queens plain, blocked squares behind a minus sign; `r4c2` (row and column from 1) is understood
//! too. Where the board is known from elsewhere the size and the colon may be left out.

use super::error::quote;
use super::input::{Input, words};
use super::{FormatError, Problem, Square, dimensions};

/// Whether `text` begins like `8:` or `6x8:`.
pub(super) fn detect(text: &str) -> bool {
    text.split_once(':')
        .is_some_and(|(head, _)| dimensions::detect(head))
}

/// Whether `text` begins with a square, as where the board is known from elsewhere.
pub(super) fn detect_square(text: &str) -> bool {
    words(text).next().is_some_and(|word| {
        let name = word.strip_prefix('-').unwrap_or(word);
        name.parse::<Square>().is_ok()
    })
}

pub(super) fn parse(input: Input<'_>) -> Result<Problem, FormatError> {
    let (head, list) = match input.text.split_once(':') {
        Some((head, list)) => (Some(head), list),
        None => (None, input.text),
    };
    let board = match (head, input.board) {
        (Some(head), _) if dimensions::detect(head) => dimensions::parse_board(input, head)?,
        (None, Some(board)) => board,
        _ => {
            let expected = "the board's size and a colon, as in `8: b4 d5`";
            return Err(FormatError::at(1, 1, expected, quote(input.text)));
        }
    };
    let mut problem = Problem::empty(board);
    for word in words(list) {
        let (queen, name) = match word.strip_prefix('-') {
            Some(name) => (false, name),
            None => (true, word),
        };
        let offset = input.offset_of(word);
        let square: Square = name.parse().map_err(|_| {
            let expected = "a square such as b4 or r4c2, or -b4 for a blocked one";
            input.fault(offset, expected, quote(word))
        })?;
        input.put(&mut problem, queen, square, offset)?;
    }
    Ok(problem)
}

pub(super) fn print(problem: &Problem) -> String {
    let queens = problem.queens().map(|square| format!(" {square}"));
    let blocked = problem.blocked().map(|square| format!(" -{square}"));
    let squares: String = queens.chain(blocked).collect();
    format!("{}:{squares}\n", problem.board())
}

#[cfg(test)]
mod tests {
    use super::super::{Format, parse, print};

    #[test]
    fn squares_read_and_print() {
        let problem = parse("8: b4, r5c4\n -c3", None).expect("squares");
        assert_eq!(
            print(&problem, Format::Squares),
            Ok("8: b4 d5 -c3\n".to_owned())
        );
    }

    #[test]
    fn faults_are_told_by_line_and_column() {
        let error = |text: &str| {
            parse(text, Some(Format::Squares))
                .expect_err("a fault")
                .to_string()
        };
        assert_eq!(
            error("8: b4\n  b9"),
            "line 2, column 3: expected a square of the board, found b9 (row 9, column 2) outside the board of 8 by 8"
        );
        assert_eq!(
            error("8: q"),
            "line 1, column 4: expected a square such as b4 or r4c2, or -b4 for a blocked one, found \"q\""
        );
        assert_eq!(
            error("b4"),
            "line 1, column 1: expected the board's size and a colon, as in `8: b4 d5`, found \"b4\""
        );
    }
}
