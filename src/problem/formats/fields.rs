//! Named numbers and named lists of pairs: an Essence parameter file (`letting n = 8`) or a JSON
//! object (`{"n": 8}`).
//!
//! Names outside those that a format knows are refused: they could hold a restriction that would be
//! lost.

use super::FormatError;
use super::cursor::Cursor;
use super::error::quote;
use super::input::{Input, Number};

/// The names that a format knows.
pub(super) struct Names {
    pub(super) numbers: &'static [&'static str],
    pub(super) lists: &'static [&'static str],
}

pub(super) struct Fields<'t> {
    input: Input<'t>,
    names: &'static Names,
    numbers: Vec<(&'t str, Number)>,
    lists: Vec<(&'t str, List)>,
}

pub(super) struct List {
    pub(super) offset: usize,
    pub(super) pairs: Vec<[Number; 2]>,
}

impl<'t> Fields<'t> {
    /// `letting n = 8`, or `n = 8`, or `letting n be 8`, with comments from `$` on and perhaps a
    /// first line `language ..`.
    pub(super) fn essence(input: Input<'t>, names: &'static Names) -> Result<Self, FormatError> {
        let mut cursor = Cursor::new(input, Some('$'));
        cursor.skip_line("language");
        let mut fields = Self::none(input, names);
        while !cursor.at_end() {
            let mut offset = cursor.offset();
            let mut name = cursor.name();
            if name == "letting" {
                offset = cursor.offset();
                name = cursor.name();
            }
            fields.check_name(name, offset)?;
            if !cursor.eat('=') && cursor.name() != "be" {
                return Err(cursor.fault("`=`"));
            }
            fields.read_value(name, &mut cursor)?;
        }
        Ok(fields)
    }

    /// `{"n": 8, "blocks": [[0, 1]]}`.
    pub(super) fn json(input: Input<'t>, names: &'static Names) -> Result<Self, FormatError> {
        let mut cursor = Cursor::new(input, None);
        let mut fields = Self::none(input, names);
        cursor.expect('{')?;
        while !cursor.eat('}') {
            cursor.expect('"')?;
            let (offset, name) = (cursor.offset(), cursor.name());
            fields.check_name(name, offset)?;
            cursor.expect('"')?;
            cursor.expect(':')?;
            fields.read_value(name, &mut cursor)?;
            if !cursor.eat(',') && !cursor.comes('}') {
                return Err(cursor.fault("`,` or `}`"));
            }
        }
        if cursor.at_end() {
            Ok(fields)
        } else {
            Err(cursor.fault("the end of the text behind `}`"))
        }
    }

    fn none(input: Input<'t>, names: &'static Names) -> Self {
        Self {
            input,
            names,
            numbers: Vec::new(),
            lists: Vec::new(),
        }
    }

    /// Fails for a name that is unknown or was seen before.
    fn check_name(&self, name: &str, offset: usize) -> Result<(), FormatError> {
        let known = [self.names.numbers, self.names.lists].concat();
        let twice = self.number(name).is_some() || self.list(name).is_some();
        if twice {
            let expected = format!("`{name}` once");
            return Err(self.input.fault(offset, expected, "it again"));
        }
        if known.contains(&name) {
            return Ok(());
        }
        let expected = format!("one of the names {}", known.join(", "));
        let found = self.input.text[offset..].split(['=', '"']).next();
        Err(self
            .input
            .fault(offset, expected, quote(found.unwrap_or_default())))
    }

    fn read_value(&mut self, name: &'t str, cursor: &mut Cursor<'t>) -> Result<(), FormatError> {
        if self.names.numbers.contains(&name) {
            self.numbers.push((name, cursor.number()?));
        } else {
            let offset = cursor.offset();
            let pairs = cursor.pairs()?;
            self.lists.push((name, List { offset, pairs }));
        }
        Ok(())
    }

    /// The number of this name.
    pub(super) fn number(&self, name: &str) -> Option<Number> {
        let named = self.numbers.iter().find(|(known, _)| *known == name);
        named.map(|&(_, number)| number)
    }

    /// The list of this name.
    pub(super) fn list(&self, name: &str) -> Option<&List> {
        let named = self.lists.iter().find(|(known, _)| *known == name);
        named.map(|(_, list)| list)
    }

    /// The list of this name, or the fault that the text ends without it.
    pub(super) fn required(&self, name: &str) -> Result<&List, FormatError> {
        self.list(name).ok_or_else(|| {
            let end = self.input.text.trim_end().len();
            let expected = format!("a list `{name} = [[..], ..]`");
            self.input.fault(end, expected, "the end of the text")
        })
    }
}

/// `[[1, 2], [3, 4]]`.
pub(super) fn print_pairs(pairs: impl Iterator<Item = (u32, u32)>) -> String {
    let pairs: Vec<String> = pairs.map(|(a, b)| format!("[{a}, {b}]")).collect();
    format!("[{}]", pairs.join(", "))
}
