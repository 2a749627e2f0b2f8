//! `8: b4 d5 -c3`: the board, a colon, and squares in chess notation.
//!
//! Queens plain, blocked squares behind a minus sign; `r4c2` (row and column from 1) is understood
//! too. Where the board is known from elsewhere the size and the colon may be left out.

use super::{Board, FormatError, Problem, Square, dimensions, put};

/// Whether `text` begins like `8:` or `6x8:`.
pub(super) fn detect(text: &str) -> bool {
    text.split_once(':')
        .is_some_and(|(head, _)| dimensions::parse(head.trim()).is_some())
}

pub(super) fn parse(text: &str, board: Option<Board>) -> Result<Problem, FormatError> {
    let (head, start) = text
        .split_once(':')
        .map_or(("", 0), |(head, _)| (head, head.len() + 1));
    let declared = dimensions::parse(head.trim());
    let board = declared.or(board.filter(|_| start == 0)).ok_or_else(|| {
        FormatError::at(
            1,
            1,
            "the board's size and a colon, as in `8: b4 d5`",
            format!("{:?}", text.lines().next().unwrap_or_default()),
        )
    })?;
    let mut problem = Problem::empty(board);
    for (offset, word) in words(text, start) {
        let (queen, name) = word
            .strip_prefix('-')
            .map_or((true, word), |name| (false, name));
        let square: Square = name.parse().map_err(|_| {
            FormatError::at_offset(
                text,
                offset,
                "a square such as b4 or r4c2, or -b4 for a blocked one",
                format!("{word:?}"),
            )
        })?;
        put(&mut problem, queen, square, text, offset)?;
    }
    Ok(problem)
}

/// The words of `text` from `start` on, with their offsets; commas count as blanks.
fn words(text: &str, start: usize) -> impl Iterator<Item = (usize, &str)> {
    let pieces = text[start..].split(|c: char| c.is_whitespace() || c == ',');
    let base = text.as_ptr() as usize;
    pieces
        .filter(|word| !word.is_empty())
        .map(move |word| (word.as_ptr() as usize - base, word))
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
            "line 2, column 3: expected a square of the board, found b9 (row 9, column 2) is outside the board of 8 rows and 8 columns"
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
