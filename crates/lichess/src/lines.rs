//! Streams of JSON objects, one on each line.

use std::marker::PhantomData;

use serde::de::DeserializeOwned;

/// No message of Lichess is nearly as long.
const LONGEST_LINE: usize = 1 << 20;

/// The messages of a stream. A line that cannot be read ends it: what it said is unknown, and
/// Lichess repeats what counts when a stream is opened again.
pub(crate) struct Lines<T> {
    response: reqwest::Response,
    splitter: Splitter,
    message: PhantomData<fn() -> T>,
}

impl<T: DeserializeOwned> Lines<T> {
    pub fn new(response: reqwest::Response) -> Self {
        Self { response, splitter: Splitter::default(), message: PhantomData }
    }

    /// The next message, or why there is none. Nothing is lost if this is not awaited to its end.
    pub async fn next(&mut self) -> Result<T, String> {
        loop {
            while let Some(line) = self.splitter.pop() {
                if !line.trim_ascii().is_empty() {
                    return serde_json::from_slice(&line).map_err(|error| malformed(&line, &error));
                }
            }
            match self.response.chunk().await {
                Ok(Some(chunk)) => self.splitter.push(&chunk)?,
                Ok(None) => return Err("the stream ended".to_owned()),
                Err(error) => return Err(crate::client::in_short(&error)),
            }
        }
    }
}

fn malformed(line: &[u8], error: &serde_json::Error) -> String {
    let start: String = String::from_utf8_lossy(line).chars().take(60).collect();
    format!("malformed line {start:?}: {error}")
}

/// Divides what arrives into lines.
#[derive(Default)]
struct Splitter {
    bytes: Vec<u8>,
    /// Up to here there is no end of a line.
    searched: usize,
}

impl Splitter {
    fn push(&mut self, chunk: &[u8]) -> Result<(), String> {
        self.bytes.extend_from_slice(chunk);
        if self.bytes.len() > LONGEST_LINE { Err("a line without end".to_owned()) } else { Ok(()) }
    }

    /// The next whole line, without its end.
    fn pop(&mut self) -> Option<Vec<u8>> {
        let Some(length) = self.bytes[self.searched..].iter().position(|&byte| byte == b'\n') else {
            self.searched = self.bytes.len();
            return None;
        };
        let rest = self.bytes.split_off(self.searched + length + 1);
        let mut line = std::mem::replace(&mut self.bytes, rest);
        line.pop();
        self.searched = 0;
        Some(line)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// However the network cuts a text into pieces, the lines are the same.
        #[test]
        fn pieces_do_not_matter(text in "[a\n]{0,60}", size in 1_usize..9) {
            let mut splitter = Splitter::default();
            let mut lines = Vec::new();
            for piece in text.as_bytes().chunks(size) {
                splitter.push(piece).unwrap();
                lines.extend(std::iter::from_fn(|| splitter.pop()));
            }
            let mut expected: Vec<&str> = text.split('\n').collect();
            let begun = expected.pop().unwrap();
            let lines: Vec<&str> = lines.iter().map(|line| std::str::from_utf8(line).unwrap()).collect();
            prop_assert_eq!(lines, expected);
            prop_assert_eq!(splitter.bytes, begun.as_bytes());
        }
    }

    #[test]
    fn a_line_without_end_is_refused() {
        let mut splitter = Splitter::default();
        assert!((0..).map_while(|_| splitter.push(&[b'a'; 4096]).ok()).count() <= LONGEST_LINE / 4096);
    }
}
