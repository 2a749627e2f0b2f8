//! The bytes of a file as text: UTF-8, with or without byte order mark; any other encoding is named.

use super::FormatError;

/// The text of an instance file, without its byte order mark.
///
/// ```
/// use queensat::problem::formats::decode_text;
/// assert_eq!(decode_text(b"\xef\xbb\xbf8: b4\r\n"), Ok("8: b4\r\n"));
/// assert_eq!(
///     decode_text(b"8\0:\0").unwrap_err().to_string(),
///     "line 1, column 1: expected UTF-8 text, found UTF-16; save the file as UTF-8"
/// );
/// ```
///
/// # Errors
/// UTF-16, or the first byte that is not UTF-8.
pub fn decode_text(bytes: &[u8]) -> Result<&str, FormatError> {
    const EXPECTED: &str = "UTF-8 text";
    if is_utf16(bytes) {
        let found = "UTF-16; save the file as UTF-8";
        return Err(FormatError::at(1, 1, EXPECTED, found));
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(without_mark(text)),
        Err(error) => {
            let (valid, rest) = bytes.split_at(error.valid_up_to());
            let valid = std::str::from_utf8(valid).expect("valid up to here");
            let valid = without_mark(valid);
            let found = format!("the byte 0x{:02X}", rest[0]);
            Err(FormatError::at_offset(valid, valid.len(), EXPECTED, found))
        }
    }
}

/// The text behind its byte order mark, if it has one.
pub(super) fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Whether the bytes begin with a mark of UTF-16, or with a Latin character in two bytes.
fn is_utf16(bytes: &[u8]) -> bool {
    match bytes {
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => true,
        [first, second, ..] => (*first == 0) != (*second == 0),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_encodings_are_named_with_their_place() {
        let error = |bytes| decode_text(bytes).expect_err("not UTF-8").to_string();
        for utf16 in [b"\xff\xfe8\0", b"\xfe\xff\x008", b"8\0\n\0", b"\x008\0\n"] {
            assert!(error(utf16).contains("found UTF-16"), "{utf16:?}");
        }
        assert_eq!(
            error(b"\xef\xbb\xbf; R\xc3\xa9mi\n; R\xe9mi\n"),
            "line 2, column 4: expected UTF-8 text, found the byte 0xE9"
        );
        assert_eq!(decode_text(b""), Ok(""));
        assert_eq!(decode_text(b"8"), Ok("8"));
    }
}
