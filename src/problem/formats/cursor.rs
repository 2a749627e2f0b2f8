//! A place that moves through a text of names, numbers and bracketed pairs, as Essence, JSON and logic
//! programs have them; blanks and comments are passed over.

use super::FormatError;
use super::error::quote;
use super::input::{Input, Number};

pub(super) struct Cursor<'t> {
    input: Input<'t>,
    offset: usize,
    /// What begins a comment that runs to the end of its line.
    comment: Option<char>,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(input: Input<'t>, comment: Option<char>) -> Self {
        Self {
            input,
            offset: 0,
            comment,
        }
    }

    /// What is left of the text, blanks and comments before it passed over.
    fn rest(&mut self) -> &'t str {
        let mut rest = self.input.text[self.offset..].trim_start();
        while self.comment.is_some_and(|start| rest.starts_with(start)) {
            let end = rest.find('\n').unwrap_or(rest.len());
            rest = rest[end..].trim_start();
        }
        self.offset = self.input.text.len() - rest.len();
        rest
    }

    /// Whether the text ends here.
    pub(super) fn at_end(&mut self) -> bool {
        self.rest().is_empty()
    }

    /// The offset of what comes next.
    pub(super) fn offset(&mut self) -> usize {
        self.rest();
        self.offset
    }

    /// Moves past the line if it begins with `name`.
    pub(super) fn skip_line(&mut self, name: &str) {
        let rest = self.rest();
        if word(rest) == name {
            self.offset += rest.find('\n').unwrap_or(rest.len());
        }
    }

    /// Whether `token` comes next.
    pub(super) fn comes(&mut self, token: char) -> bool {
        self.rest().starts_with(token)
    }

    /// Moves past `token` if it comes next.
    pub(super) fn eat(&mut self, token: char) -> bool {
        let next = self.comes(token);
        if next {
            self.offset += token.len_utf8();
        }
        next
    }

    /// Moves past `token`.
    pub(super) fn expect(&mut self, token: char) -> Result<(), FormatError> {
        if self.eat(token) {
            Ok(())
        } else {
            Err(self.fault(format!("`{token}`")))
        }
    }

    /// Moves past a name: a letter, then letters, digits and underscores. Empty if none comes next.
    pub(super) fn name(&mut self) -> &'t str {
        let rest = self.rest();
        let name = if rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
            word(rest)
        } else {
            ""
        };
        self.offset += name.len();
        name
    }

    /// Moves past a number.
    pub(super) fn number(&mut self) -> Result<Number, FormatError> {
        let word = word(self.rest());
        if word.is_empty() {
            return Err(self.fault("a number"));
        }
        self.offset += word.len();
        self.input.number(word, "a number")
    }

    /// Moves past `open NUMBER , NUMBER close`.
    pub(super) fn pair(&mut self, open: char, close: char) -> Result<[Number; 2], FormatError> {
        self.expect(open)?;
        let first = self.number()?;
        self.expect(',')?;
        let second = self.number()?;
        self.expect(close)?;
        Ok([first, second])
    }

    /// Moves past `[[a, b], [c, d]]`; a comma may stand behind the last pair.
    pub(super) fn pairs(&mut self) -> Result<Vec<[Number; 2]>, FormatError> {
        self.expect('[')?;
        let mut pairs = Vec::new();
        while !self.eat(']') {
            pairs.push(self.pair('[', ']')?);
            if !self.eat(',') && !self.comes(']') {
                return Err(self.fault("`,` or `]`"));
            }
        }
        Ok(pairs)
    }

    /// The fault that something else comes next than what was expected.
    pub(super) fn fault(&mut self, expected: impl Into<String>) -> FormatError {
        let rest = self.rest();
        let found = match (word(rest), rest.chars().next()) {
            (_, None) => "the end of the text".to_owned(),
            ("", Some(other)) => format!("{other:?}"),
            (word, _) => quote(word),
        };
        self.input.fault(self.offset, expected, found)
    }
}

/// The letters, digits, underscores and minus signs that `text` begins with.
fn word(text: &str) -> &str {
    let part = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    text.split(|c| !part(c)).next().unwrap_or_default()
}
