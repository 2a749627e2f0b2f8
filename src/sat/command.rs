//! A command line as words, and back: `cadical -q`, `"/opt/my solvers/kissat" --sat`.

use std::fmt;
use std::path::Path;

/// The program and its arguments; at least one word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine(Vec<String>);

/// Why a text is no command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// Nothing in it.
    #[error("expected a command, as `external:kissat` or `external:\"cadical -q\"`, found none")]
    Empty,
    /// A quotation mark without its partner.
    #[error("expected a second `\"` behind the one at column {column} of the command, found none")]
    Unclosed {
        /// In characters, from 1.
        column: usize,
    },
}

impl CommandLine {
    /// Splits at blanks, except between double quotes. Quotes around the whole text, as in
    /// `external:"cadical -q"`, are not the command's own.
    ///
    /// # Errors
    /// No word, or a quotation mark without its partner.
    pub fn parse(text: &str) -> Result<Self, CommandError> {
        let text = text.trim();
        let inner = text
            .strip_prefix('"')
            .and_then(|rest| rest.strip_suffix('"'));
        let text = inner.filter(|inner| !inner.contains('"')).unwrap_or(text);
        let mut words = Vec::new();
        let mut word: Option<String> = None;
        let mut quote = None;
        for (column, character) in (1..).zip(text.chars()) {
            match character {
                '"' if quote.is_some() => quote = None,
                '"' => {
                    quote = Some(column);
                    word.get_or_insert_default();
                }
                blank if blank.is_whitespace() && quote.is_none() => words.extend(word.take()),
                other => word.get_or_insert_default().push(other),
            }
        }
        if let Some(column) = quote {
            return Err(CommandError::Unclosed { column });
        }
        words.extend(word);
        match words.first() {
            Some(program) if !program.is_empty() => Ok(Self(words)),
            _ => Err(CommandError::Empty),
        }
    }

    /// The first word.
    pub fn program(&self) -> &str {
        &self.0[0]
    }

    /// The other words.
    pub fn arguments(&self) -> &[String] {
        &self.0[1..]
    }

    /// The program's name without its folders.
    pub(super) fn name(&self) -> &str {
        let name = Path::new(self.program()).file_name();
        name.and_then(|name| name.to_str())
            .unwrap_or(self.program())
    }
}

/// As [`CommandLine::parse`] reads it back, and with plus signs in quotes, since one outside of them ends
/// the command in an engine's name. Quotes around all of a text are not the command's own, so a
/// command of one word that needs some has them around its latter part: `/a" b/x"`.
impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, word) in self.0.iter().enumerate() {
            let blank = if index == 0 { "" } else { " " };
            let special = |character: char| character.is_whitespace() || character == '+';
            match word.find(special) {
                Some(at) if self.0.len() == 1 => write!(f, "{}\"{}\"", &word[..at], &word[at..])?,
                None if !word.is_empty() => write!(f, "{blank}{word}")?,
                _ => write!(f, "{blank}\"{word}\"")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Result<Vec<String>, CommandError> {
        CommandLine::parse(text).map(|command| command.0)
    }

    #[test]
    fn words_end_at_blanks_outside_quotes() {
        for text in ["  cadical\t-q ", "\"cadical -q\""] {
            assert_eq!(words(text), Ok(vec!["cadical".into(), "-q".into()]));
        }
        assert_eq!(
            words(r#""/a b/kissat" --x="y z" """#),
            Ok(vec!["/a b/kissat".into(), "--x=y z".into(), String::new()])
        );
        for empty in ["", "  ", "\"\"", "\"\" x"] {
            assert_eq!(words(empty), Err(CommandError::Empty), "{empty}");
        }
        assert_eq!(words("a \"b"), Err(CommandError::Unclosed { column: 3 }));
    }

    #[test]
    fn printing_and_parsing_are_inverse() {
        for command in [
            vec!["kissat"],
            vec!["cadical", "-q", ""],
            vec!["/a b/x"],
            vec!["c++", "+ "],
        ] {
            let command = CommandLine(command.into_iter().map(str::to_owned).collect());
            assert_eq!(CommandLine::parse(&command.to_string()), Ok(command));
        }
    }
}
