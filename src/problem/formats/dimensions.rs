//! `8`, or `6x8` for rows by columns: a board without givens.

use super::error::quote;
use super::input::Input;
use super::{Board, FormatError, Problem};

/// The board of `8` or `6x8`; `None` if the text has another shape, or a side too long.
pub(super) fn parse(text: &str) -> Option<Board> {
    let (rows, columns) = sides(text.trim())?;
    Board::new(rows.parse().ok()?, columns.parse().ok()?).ok()
}

/// Whether `text` has the shape, be its numbers ever so long.
pub(super) fn detect(text: &str) -> bool {
    sides(text.trim()).is_some()
}

/// The digits of both sides.
fn sides(text: &str) -> Option<(&str, &str)> {
    let (rows, columns) = text.split_once(['x', 'X']).unwrap_or((text, text));
    let (rows, columns) = (rows.trim_end(), columns.trim_start());
    let digits = |side: &str| !side.is_empty() && side.bytes().all(|byte| byte.is_ascii_digit());
    (digits(rows) && digits(columns)).then_some((rows, columns))
}

pub(super) fn parse_instance(input: Input<'_>) -> Result<Problem, FormatError> {
    parse_board(input, input.text).map(Problem::empty)
}

/// The board of `size`, a slice of the input.
pub(super) fn parse_board(input: Input<'_>, size: &str) -> Result<Board, FormatError> {
    const SHAPE: &str = "the number of rows, or rows x columns, as in `8` or `6x8`";
    let offset = input.offset_of(size.trim_start());
    let (rows, columns) =
        sides(size.trim()).ok_or_else(|| input.fault(offset, SHAPE, quote(size)))?;
    let [rows, columns] = [
        input.number(rows, "a side of a board")?,
        input.number(columns, "a side of a board")?,
    ];
    Board::new(rows.value, columns.value)
        .map_err(|fault| input.fault(offset, "a board that fits", fault.to_string()))
}

#[cfg(test)]
mod tests {
    use super::super::{Format, parse};

    #[test]
    fn sides_are_read_and_faults_told() {
        let board = parse(" 6 x 8\r\n", None).expect("a size").board();
        assert_eq!((board.rows(), board.columns()), (6, 8));
        let error = |text: &str| {
            let fault = parse(text, Some(Format::Dimensions));
            fault.expect_err("a fault").to_string()
        };
        assert_eq!(
            error("\n6x"),
            "line 2, column 1: expected the number of rows, or rows x columns, as in `8` or `6x8`, found \"6x\""
        );
        assert_eq!(
            error("6x1000001"),
            "line 1, column 1: expected a board that fits, found a side of 1000001, where a board has at most 1000000 rows and columns"
        );
        for side in ["4294967296", "99999999999", "18446744073709551615"] {
            assert_eq!(
                error(&format!("6x{side}")),
                format!(
                    "line 1, column 1: expected a board that fits, found a side of {side}, where a board has at most 1000000 rows and columns"
                )
            );
        }
        assert_eq!(
            error("6x99999999999999999999"),
            "line 1, column 3: expected a side of a board, found \"99999999999999999999\", where a board has at most 1000000 rows and columns"
        );
    }
}
