//! From the lines of a text to the answers in it: which model belongs to which verdict, and what is said twice.

use std::collections::HashSet;

use super::Answer;
use crate::cnf::Lit;
use crate::cnf::syntax::{Place, SyntaxError, literal, words};

/// Words with their places.
type Words<'a> = dyn Iterator<Item = (Place, &'a [u8])> + 'a;

/// How something was said; said in both ways, it is one answer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Said {
    InComment,
    Plainly,
}

/// The answers so far, and the model in the middle of which the text stands.
#[derive(Default)]
pub(super) struct Answers {
    all: Vec<Answer>,
    open: Option<OpenModel>,
    /// Whether there are models without a verdict yet: clasp prints its `v` lines before `s`.
    unnamed: bool,
    /// How the last of `all` was said; `None` behind a model.
    said: Option<Said>,
}

/// A model that has not met its 0.
#[derive(Default)]
struct OpenModel {
    /// Whether `SATISFIABLE` stands before it.
    named: bool,
    literals: Vec<Lit>,
    seen: HashSet<Lit>,
}

impl Answers {
    /// Takes the line `line`, which begins at `start`.
    pub(super) fn line(&mut self, start: Place, line: &[u8]) -> Result<(), SyntaxError> {
        let mut rest = words(start, line);
        let Some((place, word)) = rest.next() else {
            return Ok(());
        };
        match word[0] {
            b'c' if word == b"c" => self.comment(&mut rest),
            b'c' => Ok(()),
            b's' if word == b"s" => self.status(place, &mut rest),
            b'v' if word == b"v" => self.values(&mut rest),
            b'-' | b'0'..=b'9' => self.values(&mut words(start, line)),
            _ => {
                let verdict = Verdict::from_word(word).filter(|_| rest.next().is_none());
                let expected = "a line of `s`, `v` or `c`, literals, or SAT, UNSAT or UNKNOWN";
                self.verdict(verdict.ok_or_else(|| SyntaxError::new(place, expected, word))?);
                Ok(())
            }
        }
    }

    /// Every answer, in order.
    pub(super) fn finish(mut self) -> Vec<Answer> {
        self.close();
        self.all
    }

    /// Most comments say nothing; some state a verdict or a count.
    fn comment(&mut self, words: &mut Words<'_>) -> Result<(), SyntaxError> {
        let said: Vec<(Place, &[u8])> = words.take(6).collect();
        match said[..] {
            [(_, word)] if Verdict::from_word(word) == Some(Verdict::Unknown) => {
                self.state(Answer::Unknown, Said::InComment);
                Ok(())
            }
            [(_, b"s"), (_, b"exact"), (_, b"arb"), (_, b"int"), count] => {
                self.count(count, Said::InComment)
            }
            _ => Ok(()),
        }
    }

    fn status(&mut self, start: Place, words: &mut Words<'_>) -> Result<(), SyntaxError> {
        let said: Vec<(Place, &[u8])> = words.take(3).collect();
        let (place, word) = said.first().copied().unwrap_or((start, b"s"));
        match said[..] {
            // The second is picosat's number of listed models, the single number d4's count.
            [(_, b"mc" | b"pmc" | b"SOLUTIONS"), count] => return self.count(count, Said::Plainly),
            [count] if word[0].is_ascii_digit() => return self.count(count, Said::Plainly),
            _ => {}
        }
        let verdict = Verdict::from_word(word).filter(|_| said.len() == 1);
        let expected = "SATISFIABLE, UNSATISFIABLE, UNKNOWN or `mc` with a count behind `s`";
        self.verdict(verdict.ok_or_else(|| SyntaxError::new(place, expected, word))?);
        Ok(())
    }

    fn verdict(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Unsatisfiable => self.state(Answer::Unsatisfiable, Said::Plainly),
            Verdict::Unknown => self.state(Answer::Unknown, Said::Plainly),
            Verdict::Satisfiable => {
                let names_models_before =
                    self.open.as_ref().map_or(self.unnamed, |open| !open.named);
                self.close();
                self.unnamed = false;
                if !names_models_before {
                    self.open = Some(OpenModel {
                        named: true,
                        ..OpenModel::default()
                    });
                }
            }
        }
    }

    fn count(&mut self, (place, word): (Place, &[u8]), said: Said) -> Result<(), SyntaxError> {
        let digits = word.iter().all(u8::is_ascii_digit);
        let number = std::str::from_utf8(word).ok().filter(|_| digits);
        let Some(models) = number.and_then(|number| number.parse().ok()) else {
            let expected = "a number of models below 2^128";
            return Err(SyntaxError::new(place, expected, word));
        };
        // Counters say `s SATISFIABLE` too, or both ways how many.
        let only_named = |open: &mut OpenModel| open.named && open.literals.is_empty();
        if self.open.take_if(only_named).is_some() && models == 0 {
            let expected = "at least one model, since it is satisfiable";
            return Err(SyntaxError::new(place, expected, word));
        }
        self.close();
        if self.said.is_some_and(|before| before != said) {
            match self.all.last() {
                Some(Answer::Unsatisfiable) if models == 0 && said == Said::InComment => {
                    return Ok(());
                }
                Some(&Answer::Count(before)) if before != models => {
                    let expected = format!("the count {before} that was said before");
                    return Err(SyntaxError::new(place, expected, word));
                }
                _ => {}
            }
        }
        self.state(Answer::Count(models), said);
        Ok(())
    }

    /// Notes an answer other than a model, unless it was said just before in the other way.
    fn state(&mut self, answer: Answer, said: Said) {
        self.close();
        self.unnamed = false;
        let again = self.said.is_some_and(|before| before != said);
        if !(again && self.all.last() == Some(&answer)) {
            self.all.push(answer);
        }
        self.said = Some(said);
    }

    fn values(&mut self, words: &mut Words<'_>) -> Result<(), SyntaxError> {
        for (place, word) in words {
            let value =
                literal(word).map_err(|expected| SyntaxError::new(place, expected, word))?;
            let open = self.open.get_or_insert_default();
            let Some(literal) = value else {
                self.close();
                continue;
            };
            if open.seen.contains(&!literal) {
                let expected = format!("a model that has not both signs, after `{}`", !literal);
                return Err(SyntaxError::new(place, expected, word));
            }
            open.seen.insert(literal);
            open.literals.push(literal);
        }
        Ok(())
    }

    /// Ends the open model, if there is one.
    fn close(&mut self) {
        if let Some(open) = self.open.take() {
            self.all.push(Answer::Satisfiable(open.literals));
            self.unnamed |= !open.named;
            self.said = None;
        }
    }
}

/// A verdict in one word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Satisfiable,
    Unsatisfiable,
    Unknown,
}

impl Verdict {
    /// In the words of the SAT competitions, MiniSat and z3, in any case.
    fn from_word(word: &[u8]) -> Option<Self> {
        let is = |words: &[&str]| {
            words
                .iter()
                .any(|known| word.eq_ignore_ascii_case(known.as_bytes()))
        };
        if is(&["SATISFIABLE", "SAT"]) {
            Some(Self::Satisfiable)
        } else if is(&["UNSATISFIABLE", "UNSAT"]) {
            Some(Self::Unsatisfiable)
        } else if is(&["UNKNOWN", "INDETERMINATE", "INDET", "TIMEOUT"]) {
            Some(Self::Unknown)
        } else {
            None
        }
    }
}
