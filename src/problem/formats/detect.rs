//! The format that a text looks like, told by how it begins.

use super::{Format, board, dimensions, squares};

/// The first format of this list that fits:
///
/// 1. a size alone is `dimensions`, a size and a colon `squares`;
/// 2. `{` begins `pycsp3`, `[` begins `columns`;
/// 3. `letting`, `language`, a comment from `$` on or `name =` begins an Essence file, whose first list
///    tells whether it is `blocked`, `diagonals` or `completion`;
/// 4. a name and a parenthesis begin `facts`;
/// 5. numbers alone, as [`of_numbers`] tells;
/// 6. a slash in the first row makes `fen`;
/// 7. a first row of the signs for squares makes `board`;
/// 8. a square such as b4 begins `squares` too;
/// 9. lines of numbers begin what they would be alone, so that the first other line is blamed.
pub(super) fn detect(text: &str) -> Option<Format> {
    let first_row = || first_row(text).unwrap_or_default();
    let format = if dimensions::detect(text) {
        Format::Dimensions
    } else if squares::detect(text) {
        Format::Squares
    } else if text.trim_start().starts_with('{') {
        Format::Pycsp3
    } else if text.trim_start().starts_with('[') {
        Format::Columns
    } else if is_essence(text) {
        of_first_list(text)
    } else if is_facts(text) {
        Format::Facts
    } else if is_numbers(text) {
        of_numbers(text)
    } else if first_row().contains('/') {
        Format::Fen
    } else if board::detect(text) {
        Format::Board
    } else if squares::detect_square(text) {
        Format::Squares
    } else {
        let numbers = leading_numbers(text);
        return (!numbers.is_empty()).then(|| of_numbers(numbers));
    };
    Some(format)
}

/// The lines of numbers that `text` begins with.
fn leading_numbers(text: &str) -> &str {
    let lines = text.split_inclusive('\n');
    let numbers = lines.take_while(|line| line.trim().is_empty() || is_numbers(line));
    text[..numbers.map(str::len).sum()].trim()
}

/// The first line that holds more than a comment of a text board.
fn first_row(text: &str) -> Option<&str> {
    let mut rows = text.lines().map(board::without_comment);
    rows.find(|row| !row.trim().is_empty())
}

/// The name that `text` begins with and what follows it.
fn name(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let (name, rest) = text.split_at(end.unwrap_or(text.len()));
    (name, rest.trim_start())
}

fn is_essence(text: &str) -> bool {
    let (name, rest) = name(text);
    match name {
        "" => rest.starts_with('$'),
        "letting" | "language" => true,
        _ => rest.starts_with('='),
    }
}

fn of_first_list(text: &str) -> Format {
    let lists = [
        ("init", Format::Completion),
        ("blocks", Format::Blocked),
        ("diags", Format::Diagonals),
    ];
    let first = text.lines().find_map(|line| {
        let line = line.split('$').next().unwrap_or_default();
        lists.iter().find(|(list, _)| line.contains(list))
    });
    first.map_or(Format::Completion, |&(_, format)| format)
}

fn is_facts(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_start);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('%'));
    let (name, rest) = name(first.unwrap_or_default());
    !name.is_empty() && rest.starts_with('(')
}

/// Whether `text` is made of whole numbers, the first one not negative.
fn is_numbers(text: &str) -> bool {
    let is_number = |word: &str| {
        let digits = word.strip_prefix('-').unwrap_or(word);
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    text.trim_start().starts_with(|c: char| c.is_ascii_digit())
        && text.split_whitespace().all(is_number)
}

/// Numbers are a text board if all of them are made of the signs for squares and all lines, two at
/// least, are cut into words alike; or if a single line so made has no odd number of words, as every
/// instance of a batch has. They are `pairs` if a number stands alone on the first line and two on the
/// second, else `batch`.
fn of_numbers(text: &str) -> Format {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let lengths = |line: &str| -> Vec<usize> { line.split_whitespace().map(str::len).collect() };
    let first = lengths(lines.next().unwrap_or_default());
    let second = lines.next().map(lengths);
    let signs = text
        .chars()
        .all(|c| c.is_whitespace() || board::cell(c).is_some());
    let board = signs
        && match &second {
            Some(second) => first == *second && lines.all(|line| lengths(line) == first),
            None => first.len() % 2 == 0,
        };
    if board {
        Format::Board
    } else if first.len() == 1 && second.is_some_and(|second| second.len() == 2) {
        Format::Pairs
    } else {
        Format::Batch
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_told_apart() {
        for (text, format) in [
            ("8", Format::Dimensions),
            ("99999999999999999999 x 8\r\n", Format::Dimensions),
            ("8: b4", Format::Squares),
            ("6x8:\n", Format::Squares),
            ("b4 d5", Format::Squares),
            ("\n{\"n\": 8}", Format::Pycsp3),
            (" [1, 0]", Format::Columns),
            ("$ a note on blocks\nletting init = []", Format::Completion),
            (
                "language ESSENCE' 1.0\nletting n be 8\nletting blocks = []",
                Format::Blocked,
            ),
            ("n =  10\nnumdiags =  0\ndiags =  []", Format::Diagonals),
            ("letting n = 8", Format::Completion),
            ("% 8 / 8\n\nqueen(1,1).", Format::Facts),
            ("square (1,1)", Format::Facts),
            ("8 4 4 6 1\n8\n", Format::Batch),
            ("8\n9\n10\n", Format::Batch),
            ("8 4 4 6", Format::Batch),
            ("8 -1 2", Format::Batch),
            ("1 1 1", Format::Batch),
            ("10 1 1\n11 1 10 1 1", Format::Batch),
            ("8\n0 1", Format::Pairs),
            ("10\n0 1", Format::Pairs),
            ("2Q1/Q3/3Q/1Q2", Format::Fen),
            ("8/K7", Format::Fen),
            ("0000\n0100\n0000\n0000", Format::Board),
            ("0 1\n1 0", Format::Board),
            ("0 1 0 0", Format::Board),
            ("; 8/8 = (a)\n. .\n. K", Format::Board),
            ("2x3\n...\n...", Format::Board),
            ("x1\n1x", Format::Board),
            ("- - -", Format::Board),
            ("8 4 2 5 4\nxyz\n", Format::Batch),
            ("\n8\r\nxyz", Format::Batch),
            ("8\n0 1\nxyz", Format::Pairs),
        ] {
            assert_eq!(detect(text), Some(format), "{text:?}");
        }
        for text in [
            "",
            " \r\n",
            "; nothing",
            "eight queens",
            "p cnf 1 0\n",
            "é",
            "8,4",
        ] {
            assert_eq!(detect(text), None, "{text:?}");
        }
    }
}
