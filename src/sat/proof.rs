//! Counting the clauses that a solver derives, from its proof as it passes.
//!
//! Comes in: a proof stream cut at arbitrary bytes. Goes out: how many clauses it adds. Text DRAT has
//! one on each line that does not begin with `d`. varisat's native format (varisat-internal-proof
//! 0.2.2, `binary_format.rs` and `vli_enc.rs`) is a sequence of numbers, a step's code first.

/// Counts the clauses added in a stream of one format.
#[derive(Debug)]
pub(super) enum Tally {
    /// Text DRAT.
    Drat { clauses: u64, at_line_start: bool },
    /// Binary DRAT: a letter, numbers of seven bits a byte with the highest bit set on all but the last, 0.
    BinaryDrat { clauses: u64, place: Place },
    /// The native format of varisat.
    Native(Native),
}

/// What the next byte of binary DRAT is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Letter,
    NumberStart,
    NumberRest,
}

impl Tally {
    pub(super) fn drat() -> Self {
        Self::Drat {
            clauses: 0,
            at_line_start: true,
        }
    }

    pub(super) fn binary_drat() -> Self {
        Self::BinaryDrat {
            clauses: 0,
            place: Place::Letter,
        }
    }

    pub(super) fn native() -> Self {
        Self::Native(Native::default())
    }

    /// Takes the next bytes of the stream.
    pub(super) fn read(&mut self, proof: &[u8]) {
        match self {
            Self::Drat {
                clauses,
                at_line_start,
            } => {
                for &byte in proof {
                    *clauses += u64::from(*at_line_start && byte != b'd');
                    *at_line_start = byte == b'\n';
                }
            }
            Self::BinaryDrat { clauses, place } => {
                for &byte in proof {
                    *clauses += u64::from(*place == Place::Letter && byte == b'a');
                    *place = match (*place, byte) {
                        (Place::NumberStart, 0) => Place::Letter,
                        (Place::Letter, _) => Place::NumberStart,
                        (_, byte) if byte & 0x80 == 0 => Place::NumberStart,
                        _ => Place::NumberRest,
                    };
                }
            }
            Self::Native(native) => {
                for &byte in proof {
                    // Most numbers are below 128 and take one byte with its lowest bit set.
                    if native.bytes == 0 && byte & 1 == 1 {
                        native.take(u64::from(byte >> 1));
                    } else {
                        native.byte(byte);
                    }
                }
            }
        }
    }

    /// Clauses so far.
    pub(super) fn clauses(&self) -> u64 {
        match self {
            Self::Drat { clauses, .. } | Self::BinaryDrat { clauses, .. } => *clauses,
            Self::Native(native) => native.clauses,
        }
    }
}

/// Reads numbers byte by byte, and steps number by number.
#[derive(Debug, Default)]
pub(super) struct Native {
    clauses: u64,
    /// The bytes of the number under way, lowest first.
    number: u128,
    bytes: u32,
    /// Numbers still to skip, then lists still to come in the step under way.
    skip: u64,
    lists: u32,
    /// How many numbers make an item of the next list, and whether each item is a clause.
    width: u64,
    items_are_clauses: bool,
}

impl Native {
    /// A number's length in bytes is the place of its lowest set bit among the first ten.
    fn byte(&mut self, byte: u8) {
        self.number |= u128::from(byte) << (8 * self.bytes);
        self.bytes += 1;
        let length = (self.number | 1 << 9).trailing_zeros() + 1;
        // A first byte of zero leaves the length to the second one.
        if self.bytes >= length && (self.bytes > 1 || byte != 0) {
            let value = self.number >> length;
            (self.number, self.bytes) = (0, 0);
            self.take(u64::try_from(value).unwrap_or(u64::MAX));
        }
    }

    fn take(&mut self, value: u64) {
        if self.skip > 0 {
            self.skip -= 1;
        } else if self.lists > 0 {
            self.lists -= 1;
            self.skip = value.saturating_mul(self.width);
            self.clauses += if self.items_are_clauses { value } else { 0 };
        } else {
            self.begin(value);
        }
    }

    /// The shape of the step with this code: single numbers, then lists.
    fn begin(&mut self, code: u64) {
        let (skip, lists) = match code {
            0 | 2 => (2, 0),          // a variable's name: global and solver or user
            1 | 3..=6 | 13 => (1, 0), // a name removed, a variable deleted or sampled, hash bits
            7 | 8 | 17 => (0, 2),     // a derived clause or a failed core, and its hashes
            // Derived unit clauses with their hashes; a clause deleted or added, a model, assumptions.
            9..=12 | 14..=16 => (0, 1),
            _ => (0, 0), // the end
        };
        (self.skip, self.lists) = (skip, lists);
        self.items_are_clauses = code == 9;
        self.width = if self.items_are_clauses { 2 } else { 1 };
        self.clauses += u64::from(code == 7 || code == 8);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drat_lines_count_unless_they_delete() {
        let mut tally = Tally::drat();
        for piece in ["1 2 0\nd 1", " 2 0\n-", "3 0\n0\n"] {
            tally.read(piece.as_bytes());
        }
        assert_eq!(tally.clauses(), 3);
    }

    #[test]
    fn native_numbers_and_steps_are_told_apart() {
        // One byte a number up to 127: the value, shifted past a set lowest bit.
        let short = |value: u8| value << 1 | 1;
        let mut tally = Tally::native();
        // A learned clause of 2 literals with 1 hash, of two bytes (300 = 0b1_0010_1100).
        tally.read(&[
            short(7),
            short(2),
            short(4),
            short(7),
            short(1),
            0b1011_0010,
            0b0000_0100,
        ]);
        // Three units with hashes, a deletion of 7 and 7, a model, a hash of nine bytes, an end of ten.
        tally.read(&[
            short(9),
            short(3),
            short(7),
            short(8),
            short(7),
            short(8),
            short(7),
            short(8),
        ]);
        tally.read(&[
            short(10),
            short(2),
            short(7),
            short(7),
            short(14),
            short(1),
            short(9),
        ]);
        tally.read(&[
            short(8),
            short(0),
            short(1),
            0,
            1,
            0xff,
            0xff,
            0xff,
            0xff,
            0xff,
            0xff,
            0xff,
        ]);
        tally.read(&[0, 2, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);
        tally.read(&[short(8), short(0), short(0)]);
        assert_eq!(tally.clauses(), 1 + 3 + 1 + 1);
    }
}
