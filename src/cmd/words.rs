//! Commands that messages name: words, quoted for a shell where they need it.

use queensat::amo::Auxiliaries;
use queensat::encode::Encoding;
use queensat::engine::DEFAULT_ENCODING;

use super::instance::Givens;

/// The engines that arguments name, separated by commas; those behind `portfolio:` are its members.
pub(super) fn engines(arguments: &[String]) -> Vec<String> {
    let split = |argument: &String| -> Vec<String> {
        if argument.starts_with("portfolio:") {
            vec![argument.clone()]
        } else {
            argument.split(',').map(str::to_owned).collect()
        }
    };
    arguments.iter().flat_map(split).collect()
}

/// A word as a POSIX shell reads it back.
pub(super) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./:,+=@".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// The command that writes the formula of an instance in this encoding to the file `target`.
pub(super) fn encode_command(
    text: &str,
    givens: &Givens,
    encoding: &Encoding,
    target: &str,
) -> String {
    let mut words = vec!["queensat".to_owned(), "encode".to_owned(), text.to_owned()];
    words.extend(givens.words());
    words.extend(encoding_words(encoding));
    words.extend(["-o".to_owned(), target.to_owned()]);
    let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    let input = if text == "-" { " < INSTANCE" } else { "" };
    words.join(" ") + input
}

/// The options that choose this encoding, without those that need not be given.
fn encoding_words(encoding: &Encoding) -> Vec<String> {
    let names = [&encoding.rows, &encoding.columns, &encoding.diagonals].map(|amo| amo.name());
    let mut words = Vec::new();
    if names[0] != names[1] || names[1] != names[2] {
        let options = ["--amo-rows", "--amo-columns", "--amo-diagonals"];
        for (option, name) in options.into_iter().zip(names) {
            words.extend([option.to_owned(), name]);
        }
    } else if names[0] != DEFAULT_ENCODING {
        words.extend(["--amo".to_owned(), names[0].clone()]);
    }
    if encoding.auxiliaries == Auxiliaries::Free {
        words.extend(["--auxiliaries".to_owned(), "free".to_owned()]);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::{engines, quoted};

    #[test]
    fn commas_part_engines_but_not_the_members_of_a_portfolio() {
        let named = |arguments: &[&str]| {
            let owned: Vec<String> = arguments.iter().map(|&text| text.to_owned()).collect();
            engines(&owned)
        };
        assert_eq!(named(&["sat,bitmask", "sets"]), ["sat", "bitmask", "sets"]);
        let portfolio = "portfolio:sat,bitmask";
        assert_eq!(named(&[portfolio, "sets"]), [portfolio, "sets"]);
    }

    #[test]
    fn words_that_a_shell_would_split_or_change_are_quoted() {
        assert_eq!(quoted("bench-data/8.txt"), "bench-data/8.txt");
        assert_eq!(quoted("8: b4 d5"), "'8: b4 d5'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
    }
}
