//! What the readers of formulas and of answers share: literals as text, and faults with their place.

use super::Lit;

/// A fault in a DIMACS formula or in a solver's answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: expected {expected}, found {found}")]
pub struct SyntaxError {
    /// Line, from 1.
    pub line: u64,
    /// Column in bytes, from 1.
    pub column: u64,
    /// What could have stood there.
    pub expected: String,
    /// What stood there.
    pub found: String,
}

impl SyntaxError {
    pub(super) fn new(place: Place, expected: impl Into<String>, found: &[u8]) -> Self {
        Self {
            line: place.line,
            column: place.column,
            expected: expected.into(),
            found: quoted(found),
        }
    }

    /// Text in two bytes a character, as some editors save it.
    pub(super) fn utf16() -> Self {
        Self {
            line: 1,
            column: 1,
            expected: "plain text in ASCII or UTF-8".to_owned(),
            found: "UTF-16; save the file as UTF-8".to_owned(),
        }
    }
}

/// Where a token stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) line: u64,
    pub(super) column: u64,
}

/// The byte order mark that some editors put before UTF-8.
pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Whether a text that begins with `head` is UTF-16, with or without its byte order mark: in ASCII
/// text in UTF-16 every other byte is zero.
pub(super) fn is_utf16(head: &[u8]) -> bool {
    head.starts_with(b"\xff\xfe")
        || head.starts_with(b"\xfe\xff")
        || head.iter().take(2).any(|&byte| byte == 0)
}

/// The words of a line that begins at `start`, with their places.
pub(super) fn words(start: Place, line: &[u8]) -> impl Iterator<Item = (Place, &[u8])> {
    let mut column = start.column;
    let words = line.split(u8::is_ascii_whitespace).map(move |word| {
        let place = Place { column, ..start };
        column += word.len() as u64 + 1;
        (place, word)
    });
    words.filter(|(_, word)| !word.is_empty())
}

/// Reads a literal, or `None` for the 0 that ends a list of them.
///
/// # Errors
/// The token is no decimal number or no literal; the error says what was expected.
pub(super) fn literal(token: &[u8]) -> Result<Option<Lit>, &'static str> {
    let (negative, digits) = match token.strip_prefix(b"-") {
        Some(digits) => (true, digits),
        None => (false, token),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return Err("a literal or 0");
    }
    let magnitude = digits.iter().try_fold(0_i32, |value, digit| {
        value.checked_mul(10)?.checked_add((digit - b'0').into())
    });
    match magnitude {
        None => Err("a literal from -2147483647 to 2147483647"),
        Some(0) if negative => Err("a literal or 0"),
        Some(value) => Ok(Lit::from_dimacs(if negative { -value } else { value })),
    }
}

/// A token as an error quotes it.
fn quoted(token: &[u8]) -> String {
    /// Longer ones are cut: a binary file is one token.
    const LENGTH: usize = 24;
    if token.is_empty() {
        return "the end of the line".to_owned();
    }
    let text = String::from_utf8_lossy(token);
    let shown: String = text.chars().take(LENGTH).collect();
    let rest = if shown.len() < text.len() { ".." } else { "" };
    format!("`{}{rest}`", shown.escape_debug())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_stop_at_31_bits() {
        let read = |text: &str| literal(text.as_bytes()).map(|lit| lit.map(Lit::to_dimacs));
        assert_eq!(read("2147483647"), Ok(Some(i32::MAX)));
        assert_eq!(read("-2147483647"), Ok(Some(-i32::MAX)));
        assert_eq!(read("007"), Ok(Some(7)));
        assert_eq!(read("0"), Ok(None));
        for overflow in ["2147483648", "-2147483648", "99999999999999999999"] {
            assert_eq!(
                read(overflow),
                Err("a literal from -2147483647 to 2147483647")
            );
        }
        for other in ["", "-", "-0", "+1", "1a", "x", "--1", "1.0"] {
            assert_eq!(read(other), Err("a literal or 0"), "{other}");
        }
    }

    #[test]
    fn what_was_found_is_shown_short_and_printable() {
        assert_eq!(quoted(b""), "the end of the line");
        assert_eq!(quoted(b"a\x1b\xff"), "`a\\u{1b}\u{fffd}`");
        assert_eq!(quoted(&[b'x'; 100]).len(), 28);
    }
}
