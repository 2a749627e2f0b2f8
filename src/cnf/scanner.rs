//! A stream of bytes as tokens with their places, whatever the length of a line.

use std::io::{self, ErrorKind, Read};

use super::syntax::{BYTE_ORDER_MARK, Place};

/// How much is read at a time.
const BUFFER: usize = 64 * 1024;
/// Longer tokens are no numbers: the rest of one is passed over.
const TOKEN: usize = 64;

/// Reads `input` through a buffer of its own.
pub(super) struct Scanner<R> {
    input: R,
    buffer: Vec<u8>,
    at: usize,
    end: usize,
    place: Place,
    first_on_line: bool,
    /// The last token or line that was handed out.
    taken: Vec<u8>,
}

impl<R: Read> Scanner<R> {
    /// At the first byte of `input` behind a byte order mark of UTF-8.
    pub(super) fn new(mut input: R) -> io::Result<Self> {
        let mut buffer = vec![0; BUFFER];
        let mut end = 0;
        while end < BYTE_ORDER_MARK.len() {
            match read(&mut input, &mut buffer[end..])? {
                0 => break,
                more => end += more,
            }
        }
        let marked = buffer[..end].starts_with(BYTE_ORDER_MARK);
        Ok(Self {
            input,
            buffer,
            at: if marked { BYTE_ORDER_MARK.len() } else { 0 },
            end,
            place: Place { line: 1, column: 1 },
            first_on_line: true,
            taken: Vec::new(),
        })
    }

    /// The bytes read and not yet taken.
    pub(super) fn ahead(&self) -> &[u8] {
        &self.buffer[self.at..self.end]
    }

    /// Where the next byte stands.
    pub(super) fn place(&self) -> Place {
        self.place
    }

    /// Whether only blanks stand before the next byte on its line.
    pub(super) fn first_on_line(&self) -> bool {
        self.first_on_line
    }

    /// Passes over blanks and ends of lines; the first byte behind them, or `None` at the end.
    pub(super) fn next_token(&mut self) -> io::Result<Option<u8>> {
        loop {
            match self.peek()? {
                Some(byte) if is_blank(byte) => self.advance(byte),
                other => return Ok(other),
            }
        }
    }

    /// Takes the bytes up to the next blank.
    pub(super) fn token(&mut self) -> io::Result<&[u8]> {
        self.taken.clear();
        while let Some(byte) = self.peek()?.filter(|&byte| !is_blank(byte)) {
            if self.taken.len() < TOKEN {
                self.taken.push(byte);
            }
            self.advance(byte);
        }
        Ok(&self.taken)
    }

    /// Takes the rest of the line and its end; gives at most its first `keep` bytes.
    pub(super) fn line(&mut self, keep: usize) -> io::Result<&[u8]> {
        self.taken.clear();
        while let Some(byte) = self.peek()? {
            self.advance(byte);
            if byte == b'\n' {
                break;
            }
            if self.taken.len() < keep {
                self.taken.push(byte);
            }
        }
        Ok(&self.taken)
    }

    fn peek(&mut self) -> io::Result<Option<u8>> {
        if self.at == self.end {
            self.end = read(&mut self.input, &mut self.buffer)?;
            self.at = 0;
        }
        Ok(self.ahead().first().copied())
    }

    /// Takes `byte`, the next one.
    fn advance(&mut self, byte: u8) {
        self.at += 1;
        if byte == b'\n' {
            self.place.line += 1;
            self.place.column = 1;
            self.first_on_line = true;
        } else {
            self.place.column += 1;
            self.first_on_line &= is_blank(byte);
        }
    }
}

/// One read, repeated when a signal broke it off.
fn read(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match input.read(buffer) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            other => return other,
        }
    }
}

/// Blanks and ends of lines, the vertical tab included.
fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == b'\x0b'
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives one byte a read and breaks every other one off.
    struct Dribble<'a>(&'a [u8], bool);

    impl Read for Dribble<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.1 = !self.1;
            if self.1 {
                return Err(ErrorKind::Interrupted.into());
            }
            self.0.read(&mut buffer[..1])
        }
    }

    #[test]
    fn tokens_know_their_places_however_the_bytes_arrive() {
        let text = b"\xef\xbb\xbf 12\t-3\r\n\n  word rest of it\nlast";
        let mut scanner = Scanner::new(Dribble(text, false)).expect("a slice");
        let mut seen = Vec::new();
        while scanner.next_token().expect("a slice").is_some() {
            let (place, first) = (scanner.place(), scanner.first_on_line());
            let token = String::from_utf8_lossy(scanner.token().expect("a slice")).into_owned();
            if token == "word" {
                assert_eq!(scanner.line(5).expect("a slice"), b" rest");
            }
            seen.push((place.line, place.column, first, token));
        }
        let expected = [
            (1, 2, true, "12"),
            (1, 5, false, "-3"),
            (3, 3, true, "word"),
            (4, 1, true, "last"),
        ];
        assert_eq!(seen, expected.map(|(l, c, f, t)| (l, c, f, t.to_owned())));
    }
}
