//! Lines from a connection, with time-outs and a bound on their length.

use std::io::{self, Read};

/// Reads lines. After a time-out, the bytes of an incomplete line are kept.
#[derive(Debug)]
pub(super) struct Lines<R> {
    source: R,
    pending: Vec<u8>,
    /// The current line is too long: its bytes are dropped.
    dropping: bool,
}

/// The next line, or why there is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Next {
    /// A line without its end.
    Line(String),
    /// A line that was longer than [`LONGEST`], dropped.
    TooLong,
    /// The other end closed the connection.
    End,
}

/// The longest line: a game of thousands of moves fits.
pub(super) const LONGEST: usize = 1 << 16;

impl<R: Read> Lines<R> {
    pub fn new(source: R) -> Self {
        Self { source, pending: Vec::new(), dropping: false }
    }

    pub fn source(&self) -> &R {
        &self.source
    }

    /// The next line. After a time-out of the source, which is an error, reading can continue.
    pub fn next(&mut self) -> io::Result<Next> {
        let mut scanned = 0;
        loop {
            if let Some(found) = self.pending[scanned..].iter().position(|&byte| byte == b'\n') {
                let rest = self.pending.split_off(scanned + found + 1);
                let line = std::mem::replace(&mut self.pending, rest);
                let too_long = std::mem::take(&mut self.dropping) || line.len() > LONGEST;
                let text = || String::from_utf8_lossy(&line).trim_end().to_owned();
                return Ok(if too_long { Next::TooLong } else { Next::Line(text()) });
            }
            if self.pending.len() > LONGEST {
                self.dropping = true;
                self.pending.clear();
            }
            scanned = self.pending.len();
            let mut chunk = [0; 4096];
            match self.source.read(&mut chunk) {
                Ok(0) => return Ok(Next::End),
                Ok(read) => self.pending.extend_from_slice(&chunk[..read]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

/// Whether an error is a time-out.
pub(super) fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;

    /// Hands out pieces of text; an empty one is a time-out.
    struct Pieces(VecDeque<Vec<u8>>);

    impl Read for Pieces {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            match self.0.pop_front() {
                None => Ok(0),
                Some(piece) if piece.is_empty() => Err(io::ErrorKind::WouldBlock.into()),
                Some(piece) => {
                    buffer[..piece.len()].copy_from_slice(&piece);
                    Ok(piece.len())
                }
            }
        }
    }

    fn lines(pieces: &[&[u8]]) -> Lines<Pieces> {
        Lines::new(Pieces(pieces.iter().map(|piece| piece.to_vec()).collect()))
    }

    #[test]
    fn lines_survive_pieces_and_timeouts() {
        let mut lines = lines(&[b"one\r\ntw", b"", b"o\n\nthree\xff\n", b"cut off"]);
        assert_eq!(lines.next().expect("a line"), Next::Line("one".to_owned()));
        assert!(lines.next().is_err_and(|error| is_timeout(&error)));
        assert_eq!(lines.next().expect("a line"), Next::Line("two".to_owned()));
        assert_eq!(lines.next().expect("a line"), Next::Line(String::new()));
        assert_eq!(lines.next().expect("a line"), Next::Line("three\u{fffd}".to_owned()));
        assert_eq!(lines.next().expect("the end"), Next::End);
    }

    #[test]
    fn endless_lines_are_dropped_without_being_kept() {
        let piece = [b'x'; 4096];
        let mut pieces = vec![&piece[..]; 100];
        pieces.push(b"\nback\n");
        let mut lines = lines(&pieces);
        assert_eq!(lines.next().expect("a line"), Next::TooLong);
        assert_eq!(lines.next().expect("a line"), Next::Line("back".to_owned()));
        assert!(lines.pending.capacity() <= 2 * (LONGEST + 8192));
    }
}
