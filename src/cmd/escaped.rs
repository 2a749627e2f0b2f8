//! A line for a terminal, which obeys control signs: names of files may hold some, and errors and notes tell such
//! names.

use std::fmt::{self, Write};

/// Shows a text as it is but for control signs, and for those that turn the direction of writing, which make a name look
/// like another.
pub(super) struct Escaped(pub(super) String);

impl fmt::Display for Escaped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turns = |c| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        for c in self.0.chars() {
            if c.is_control() || turns(c) {
                write!(f, "{}", c.escape_debug())?;
            } else {
                f.write_char(c)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Escaped;

    #[test]
    fn control_signs_are_shown_and_the_rest_is_left() {
        let shown = |text: &str| Escaped(text.to_owned()).to_string();
        assert_eq!(
            shown("\u{1b}[1m\r\n\u{9b}\u{202e}"),
            r"\u{1b}[1m\r\n\u{9b}\u{202e}"
        );
        assert_eq!(
            shown("'é' \"ö\" e\u{301} \\ 棋"),
            "'é' \"ö\" e\u{301} \\ 棋"
        );
    }
}
