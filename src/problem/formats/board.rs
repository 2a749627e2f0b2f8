//! Text boards: one row a line, row 0 first.
//!
//! `.` `_` `0` `-` open, `Q` `q` `1` queen, `#` `x` `X` `*` blocked; blanks between squares, empty lines and
//! comments from `;` or `%` to the end of the line are passed over. A board that is not square says
//! so on a line of its own before the rows, `6x8`: else a lost line would pass unnoticed.

use std::fmt::Write;

use super::input::Input;
use super::{Board, FormatError, Problem, Square, board_of, dimensions};
use crate::board::file_name;

/// What stands on a square.
#[derive(Clone, Copy)]
pub(super) enum Cell {
    Open,
    Blocked,
    Queen,
}

/// A row of squares and the number of its line.
type Row = (usize, Vec<Cell>);

/// Whether the first row of `text` is one of squares, or the size.
pub(super) fn detect(text: &str) -> bool {
    let mut rows = text.lines().map(without_comment).map(str::trim);
    rows.find(|row| !row.is_empty()).is_some_and(|row| {
        let is_square = |c: char| c.is_whitespace() || cell(c).is_some();
        let is_size = row.contains(['x', 'X']) && dimensions::detect(row);
        is_size || row.chars().all(is_square)
    })
}

pub(super) fn without_comment(line: &str) -> &str {
    line.split([';', '%']).next().unwrap_or_default()
}

pub(super) fn cell(c: char) -> Option<Cell> {
    match c {
        '.' | '_' | '0' | '-' => Some(Cell::Open),
        'Q' | 'q' | '1' => Some(Cell::Queen),
        '#' | 'x' | 'X' | '*' => Some(Cell::Blocked),
        _ => None,
    }
}

pub(super) fn parse(input: Input<'_>) -> Result<Problem, FormatError> {
    let numbered = (1..).zip(input.text.lines().map(without_comment));
    let mut lines: Vec<(usize, &str)> = numbered
        .filter(|(_, line)| !line.trim().is_empty())
        .collect();
    let Some(&(first, head)) = lines.first() else {
        return Err(FormatError::at(
            1,
            1,
            "a board of rows such as `. Q . .`",
            "no row",
        ));
    };
    // `1x1` could be a queen, a blocked square and a queen: it is a size if as many rows follow.
    let size = dimensions::parse(head.trim()).filter(|_| head.contains(['x', 'X']));
    let declared = size.filter(|board| {
        parse_row(first, head).is_err() || lines.len() - 1 == rows_with_squares(*board)
    });
    if declared.is_some() {
        lines.remove(0);
    }
    let rows = parse_rows(&lines, declared)?;
    let board = shape(input, declared, &rows)?;
    let mut problem = Problem::empty(board);
    for (row, (_, cells)) in (0..).zip(&rows) {
        for (column, cell) in (0..).zip(cells) {
            let square = Square::new(row, column);
            match cell {
                Cell::Open => Ok(()),
                Cell::Queen => problem.place(square),
                Cell::Blocked => problem.block(square),
            }
            .expect("the board has as many rows and columns as were read");
        }
    }
    Ok(problem)
}

/// The rows that a text shows: on a board without columns none.
fn rows_with_squares(board: Board) -> usize {
    if board.columns() == 0 {
        0
    } else {
        board.rows() as usize
    }
}

fn parse_rows(lines: &[(usize, &str)], declared: Option<Board>) -> Result<Vec<Row>, FormatError> {
    let mut width = declared.map(|board| board.columns() as usize);
    let mut rows = Vec::with_capacity(lines.len());
    for &(number, line) in lines {
        let row = parse_row(number, line)?;
        let width = *width.get_or_insert(row.len());
        if row.len() != width {
            let before = if declared.is_some() {
                "declared"
            } else {
                "in the rows above"
            };
            return Err(FormatError::at(
                number,
                1,
                format!("{width} squares, as {before}"),
                row.len().to_string(),
            ));
        }
        rows.push((number, row));
    }
    Ok(rows)
}

fn parse_row(number: usize, line: &str) -> Result<Vec<Cell>, FormatError> {
    let squares = line.chars().enumerate();
    squares
        .filter(|(_, c)| !c.is_whitespace())
        .map(|(index, c)| {
            cell(c).ok_or_else(|| {
                let expected = ". _ 0 - (open), Q q 1 (queen) or # x * (blocked)";
                FormatError::at(number, index + 1, expected, format!("{c:?}"))
            })
        })
        .collect()
}

/// The board that the rows make: the declared one, one that is known, or a square one.
fn shape(input: Input<'_>, declared: Option<Board>, rows: &[Row]) -> Result<Board, FormatError> {
    let last = rows.last().map_or(1, |(number, _)| *number);
    let found = format!("{} rows", rows.len());
    let columns = rows.first().map_or(0, |(_, row)| row.len());
    match declared {
        Some(board) if rows.len() == rows_with_squares(board) => Ok(board),
        Some(board) => Err(FormatError::at(
            last,
            1,
            format!("{} rows, as declared", rows_with_squares(board)),
            found,
        )),
        None if rows.len() == columns || input.board.is_some() => {
            board_of(input.text, rows.len(), columns)
        }
        None => {
            let advice = format!(
                "or the line `{}x{columns}` above a board that is not square",
                rows.len()
            );
            Err(FormatError::at(
                last,
                1,
                format!("as many rows as columns, {columns} ({advice})"),
                found,
            ))
        }
    }
}

/// The board with ranks and files as comments, so that what is drawn for people is read back as well.
pub(super) fn print(problem: &Problem) -> String {
    let mut out = String::new();
    write_board(problem, &mut out).expect("a string takes every write");
    out
}

fn write_board(problem: &Problem, out: &mut String) -> std::fmt::Result {
    let board = problem.board();
    if board.rows() != board.columns() || board.rows() == 0 {
        writeln!(out, "{}x{}", board.rows(), board.columns())?;
    }
    if board.squares() == 0 {
        return Ok(());
    }
    for row in 0..board.rows() {
        out.push(' ');
        for column in 0..board.columns() {
            let square = Square::new(row, column);
            let queen = problem.has_queen(square);
            out.push(' ');
            out.push(if queen {
                'Q'
            } else if problem.is_blocked(square) {
                '#'
            } else {
                '.'
            });
        }
        writeln!(out, "  ; {}", row + 1)?;
    }
    // Files past z would not fit their column; the ranks are label enough then.
    if board.columns() <= 26 {
        let files: Vec<String> = (0..board.columns()).map(file_name).collect();
        writeln!(out, "; {}", files.join(" "))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::{Format, parse, print};

    fn error(text: &str) -> String {
        parse(text, Some(Format::Board))
            .expect_err("a fault")
            .to_string()
    }

    #[test]
    fn a_board_is_drawn_with_labels_that_read_back() {
        let problem = parse(".Q#\n0_- % the middle\n\nx 1\t*\n", None).expect("a board");
        let text = print(&problem, Format::Board).expect("a board");
        assert_eq!(text, "  . Q #  ; 1\n  . . .  ; 2\n  # Q #  ; 3\n; a b c\n");
        assert_eq!(parse(&text, None), Ok(problem));
    }

    #[test]
    fn a_board_that_is_not_square_says_so() {
        assert_eq!(
            parse("2x3\n...\n.Q.\n", None)
                .expect("declared")
                .board()
                .columns(),
            3
        );
        assert_eq!(
            parse("1x1\n0x0\n1x1\n", None)
                .expect("three rows")
                .queens()
                .len(),
            4
        );
        let without_columns = parse("1x0", Some(Format::Board)).expect("declared");
        assert_eq!(without_columns.board().to_string(), "1x0");
        assert_eq!(
            error("...\n.Q.\n"),
            "line 2, column 1: expected as many rows as columns, 3 (or the line `2x3` above a board that is not square), found 2 rows"
        );
        assert_eq!(
            error("3x3\n...\n"),
            "line 2, column 1: expected 3 rows, as declared, found 1 rows"
        );
    }

    #[test]
    fn faults_are_told_by_line_and_column() {
        assert_eq!(
            error("..\n.b\n"),
            "line 2, column 2: expected . _ 0 - (open), Q q 1 (queen) or # x * (blocked), found 'b'"
        );
        assert_eq!(
            error("..\n...\n"),
            "line 2, column 1: expected 2 squares, as in the rows above, found 3"
        );
        assert_eq!(
            error("; nothing\n"),
            "line 1, column 1: expected a board of rows such as `. Q . .`, found no row"
        );
    }
}
