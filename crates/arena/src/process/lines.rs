//! Lines of bounded length from any bytes.

use std::io::{self, BufRead};

/// Longer lines are cut.
const LONGEST: usize = 1 << 16;

/// Reads lines that end with `\n` or `\r\n`. Invalid UTF-8 is replaced, long lines are cut.
pub(super) struct LineReader<R> {
    reader: R,
    line: Vec<u8>,
}

impl<R: BufRead> LineReader<R> {
    pub(super) fn new(reader: R) -> Self {
        Self { reader, line: Vec::new() }
    }

    /// The next line, or `None` at the end.
    pub(super) fn next_line(&mut self) -> io::Result<Option<String>> {
        self.line.clear();
        loop {
            let buffer = match self.reader.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                other => other?,
            };
            if buffer.is_empty() {
                return Ok((!self.line.is_empty()).then(|| self.text()));
            }
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let part = &buffer[..end.unwrap_or(buffer.len())];
            let room = LONGEST - self.line.len();
            self.line.extend_from_slice(&part[..part.len().min(room)]);
            let used = part.len() + usize::from(end.is_some());
            self.reader.consume(used);
            if end.is_some() {
                return Ok(Some(self.text()));
            }
        }
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.line).trim_end_matches('\r').to_owned()
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn lines(bytes: &[u8]) -> Vec<String> {
        let mut reader = LineReader::new(BufReader::with_capacity(7, bytes));
        std::iter::from_fn(|| reader.next_line().ok().flatten()).collect()
    }

    #[test]
    fn lines_end_in_several_ways() {
        assert_eq!(lines(b"one\ntwo\r\n\nthe fourth and last"), ["one", "two", "", "the fourth and last"]);
        assert_eq!(lines(b""), Vec::<String>::new());
    }

    #[test]
    fn strange_bytes_and_endless_lines_are_survived() {
        assert_eq!(lines(b"a\xff\xfeb\nok\n"), ["a\u{fffd}\u{fffd}b", "ok"]);
        let mut endless = vec![b'x'; 3 * LONGEST];
        endless.extend_from_slice(b"\nok\n");
        let read = lines(&endless);
        assert_eq!((read[0].len(), &*read[1]), (LONGEST, "ok"));
    }
}
