//! Many lists of columns, as `enumerate` writes them: `[1, 3, 0, 2]` a line.
//!
//! Comes in: the queens of one solution after another, each solution of one board. Goes out: the line that
//! [`line`](super::columns::line) gives for each. A line is kept from one solution to the next, and only the tokens behind
//! the queens that both share are written: in the order of a depth-first search each queen's token is copied once
//! when the queen is placed, not once a solution.

use crate::board::{Board, Square};

/// The writer of lines for solutions of one board.
pub struct Listing {
    rows: u32,
    /// Of each column.
    tokens: Vec<Token>,
    /// The line but for its end, then room for whole tokens.
    text: Vec<u8>,
    /// The queens in it.
    queens: Vec<Square>,
    /// Where the text ends in front of each queen, and behind the last.
    ends: Vec<usize>,
}

/// A row without a queen.
pub(super) const NONE: &[u8; 4] = b"-1, ";

/// A number with the comma and the blank behind it.
#[derive(Clone, Copy)]
pub(super) struct Token {
    bytes: [u8; Token::LONGEST],
    length: u8,
}

impl Token {
    /// Room for every number, and the length of one vector.
    const LONGEST: usize = 16;

    #[inline]
    pub(super) fn new(column: u32) -> Self {
        let digits = column.checked_ilog10().unwrap_or(0) + 1;
        let mut bytes = [0; Self::LONGEST];
        let mut rest = column;
        for byte in bytes[..digits as usize].iter_mut().rev() {
            *byte = b'0' + u8::try_from(rest % 10).expect("a digit");
            rest /= 10;
        }
        bytes[digits as usize] = b',';
        bytes[digits as usize + 1] = b' ';
        let length = u8::try_from(digits + 2).expect("at most 12");
        Self { bytes, length }
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.length.into()]
    }
}

impl Listing {
    /// A writer for solutions of `board`.
    pub fn new(board: Board) -> Self {
        let room = (board.rows() as usize + 1) * Token::LONGEST;
        Self {
            rows: board.rows(),
            tokens: (0..board.columns()).map(Token::new).collect(),
            text: [b"[".to_vec(), vec![0; room]].concat(),
            queens: Vec::new(),
            ends: vec![1],
        }
    }

    /// Adds the line of `queens`, which stand on the board in row-major order and at most one a row, to `out`.
    pub fn append(&mut self, queens: &[Square], out: &mut Vec<u8>) {
        let both = self.queens.iter().zip(queens);
        let kept = both.take_while(|(old, new)| old == new).count();
        self.queens.truncate(kept);
        self.ends.truncate(kept + 1);
        let mut end = self.ends[kept];
        let mut row = kept.checked_sub(1).map_or(0, |last| queens[last].row + 1);
        for &queen in &queens[kept..] {
            end = self.skip(row..queen.row, end);
            let token = &self.tokens[queen.column as usize];
            // The whole token, so that the copy is one store; what is too much is written over.
            self.text[end..end + Token::LONGEST].copy_from_slice(&token.bytes);
            end += usize::from(token.length);
            row = queen.row + 1;
            self.queens.push(queen);
            self.ends.push(end);
        }
        end = self.skip(row..self.rows, end);
        let last = if self.rows == 0 {
            end
        } else {
            end - ", ".len()
        };
        out.extend_from_slice(&self.text[..last]);
        out.extend_from_slice(b"]\n");
    }

    fn skip(&mut self, rows: std::ops::Range<u32>, mut end: usize) -> usize {
        for _ in rows {
            self.text[end..end + NONE.len()].copy_from_slice(NONE);
            end += NONE.len();
        }
        end
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::columns_line;
    use super::*;

    #[test]
    fn tokens_are_numbers() {
        for column in [0, 9, 10, 99, 100, 99_999, 100_000, u32::MAX] {
            let token = Token::new(column);
            assert_eq!(token.as_bytes(), format!("{column}, ").as_bytes());
        }
    }

    /// A queen, or none, on each row: of the first rows what the line before had, then something new.
    type Change = (usize, Vec<Option<u32>>);

    proptest! {
        #[test]
        fn lines_are_those_written_afresh(
            rows in 0_u32..7,
            changes in prop::collection::vec(
                (0_usize..7, prop::collection::vec(prop::option::weighted(0.8, 0_u32..120), 7)),
                1..8,
            ),
        ) {
            let changes: Vec<Change> = changes;
            let mut listing = Listing::new(Board::new(rows.into(), 120).expect("small"));
            let (mut line, mut out, mut expected) = (vec![None; 7], Vec::new(), String::new());
            for (kept, fresh) in changes {
                line.truncate(kept);
                line.extend_from_slice(&fresh[kept..]);
                let queens = (0..rows).zip(&line);
                let queens = queens.filter_map(|(row, &column)| Some(Square::new(row, column?)));
                let queens: Vec<Square> = queens.collect();
                listing.append(&queens, &mut out);
                // From the definition, without the tokens.
                let entry = |row: u32| line[row as usize].map_or("-1".to_owned(), |c| c.to_string());
                let entries: Vec<String> = (0..rows).map(entry).collect();
                let fresh = format!("[{}]\n", entries.join(", "));
                prop_assert_eq!(columns_line(&queens, rows), fresh.clone());
                expected += &fresh;
            }
            prop_assert_eq!(String::from_utf8(out).expect("ASCII"), expected);
        }
    }
}
