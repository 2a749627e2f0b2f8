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
    /// The values that wait for `SATISFIABLE`.
    waiting: Option<Waiting>,
    said_of_values: OfValues,
    /// How the last of `all` was said; `None` behind a model.
    said: Option<Said>,
}

/// What the last verdict says of the values behind it.
#[derive(Default)]
enum OfValues {
    /// Nothing: none stands before them, or it belongs to values before it.
    #[default]
    Nothing,
    /// They are of a model.
    Expected,
    /// There can be none; with the verdict's word.
    Excluded(Place, Vec<u8>),
}

/// Values before which no `SATISFIABLE` stands. One behind them may name them, as clasp prints it.
struct Waiting {
    place: Place,
    /// The fault that they are if none does: a verdict that allows no values stands before them.
    fault: Option<SyntaxError>,
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
                let verdict = verdict.ok_or_else(|| SyntaxError::new(place, expected, word))?;
                self.verdict(verdict, (place, word))
            }
        }
    }

    /// Every answer, in order.
    pub(super) fn finish(mut self) -> Result<Vec<Answer>, SyntaxError> {
        self.settle()?;
        self.close();
        Ok(self.all)
    }

    /// Most comments say nothing; some state a verdict or a count.
    fn comment(&mut self, words: &mut Words<'_>) -> Result<(), SyntaxError> {
        let said: Vec<(Place, &[u8])> = words.take(6).collect();
        match said[..] {
            [said] if Verdict::from_word(said.1) == Some(Verdict::Unknown) => {
                self.deny(Answer::Unknown, said, Said::InComment)
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
        let verdict = verdict.ok_or_else(|| SyntaxError::new(place, expected, word))?;
        self.verdict(verdict, (place, word))
    }

    fn verdict(&mut self, verdict: Verdict, said: (Place, &[u8])) -> Result<(), SyntaxError> {
        match verdict {
            Verdict::Unsatisfiable => self.deny(Answer::Unsatisfiable, said, Said::Plainly),
            Verdict::Unknown => self.deny(Answer::Unknown, said, Said::Plainly),
            Verdict::Satisfiable => {
                self.waiting = None;
                let names_models_before =
                    self.open.as_ref().map_or(self.unnamed, |open| !open.named);
                self.close();
                self.unnamed = false;
                // Where models follow one `SATISFIABLE`, the next announces more of them.
                let announces = matches!(self.said_of_values, OfValues::Expected);
                self.said_of_values = if announces || !names_models_before {
                    OfValues::Expected
                } else {
                    OfValues::Nothing
                };
                if !names_models_before {
                    self.open = Some(OpenModel {
                        named: true,
                        ..OpenModel::default()
                    });
                }
                Ok(())
            }
        }
    }

    /// Notes a verdict that allows no values.
    fn deny(
        &mut self,
        answer: Answer,
        (place, word): (Place, &[u8]),
        said: Said,
    ) -> Result<(), SyntaxError> {
        self.settle()?;
        if let Some(Waiting { place: values, .. }) = self.waiting.take() {
            let expected = format!(
                "SATISFIABLE, since the values from line {} on are a model's (if they are another answer, put `s SATISFIABLE` before them)",
                values.line
            );
            return Err(SyntaxError::new(place, expected, word));
        }
        self.state(answer, said);
        self.said_of_values = OfValues::Excluded(place, word.to_owned());
        Ok(())
    }

    /// Values behind a verdict that allows none are a fault, now that no `SATISFIABLE` names them.
    fn settle(&mut self) -> Result<(), SyntaxError> {
        let fault = self
            .waiting
            .as_mut()
            .and_then(|waiting| waiting.fault.take());
        fault.map_or(Ok(()), Err)
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
        self.settle()?;
        self.waiting = None;
        self.said_of_values = OfValues::Nothing;
        self.close();
        if self.said.is_some_and(|before| before != said) {
            match self.all.last() {
                Some(Answer::Unsatisfiable) if said == Said::InComment => {
                    let expected = "the count 0, since it is unsatisfiable";
                    let fault = || SyntaxError::new(place, expected, word);
                    return if models == 0 { Ok(()) } else { Err(fault()) };
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
            if self.open.is_none() {
                self.begin(place, word);
            }
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

    /// Notes that values begin before which no `SATISFIABLE` stands.
    fn begin(&mut self, place: Place, word: &[u8]) {
        let fault = match &self.said_of_values {
            OfValues::Expected => return,
            OfValues::Nothing => None,
            OfValues::Excluded(verdict, denial) => {
                let expected = format!(
                    "no values behind `{}` on line {} (if they are another answer, put `s SATISFIABLE` before them)",
                    String::from_utf8_lossy(denial),
                    verdict.line
                );
                Some(SyntaxError::new(place, expected, word))
            }
        };
        self.waiting.get_or_insert(Waiting { place, fault });
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
