//! Makes visible what `pgn-reader` would skip.

use std::io::{self, ErrorKind, Read};

use pgn_reader::SanPlus;

/// Begins a comment that is none: a word of the movetext which `pgn-reader` does not know.
pub const UNKNOWN_WORD: u8 = 1;

/// Longer words are cut; no move is as long.
const LONGEST_WORD: usize = 255;

/// A filter between a source of PGN and `pgn-reader`.
///
/// Words that `pgn-reader` knows pass as they are. Others become comments that begin with
/// [`UNKNOWN_WORD`], comments to the end of the line become comments in braces, and lines escaped by
/// `%` disappear. Tags lose what follows their value.
pub struct Screen<R> {
    source: R,
    input: Box<[u8]>,
    output: Vec<u8>,
    /// How much of the output has been read.
    taken: usize,
    ended: bool,
    state: State,
    /// Nothing of the line has been seen yet.
    at_line_start: bool,
    /// A `[` would begin a tag: nothing but tags stands before it in the line.
    at_tag: bool,
    word: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Between words.
    Between,
    /// In a word, which is kept until it is known whole.
    Word,
    /// In a tag, before its value.
    TagName,
    /// In the value of a tag; a backslash may just have been read.
    TagValue { escaped: bool },
    /// In a tag, after its value.
    TagEnd,
    /// Between braces.
    Comment,
    /// After a semicolon.
    LineComment,
    /// In a line that begins with `%`.
    EscapedLine,
}

impl<R: Read> Screen<R> {
    pub fn new(source: R) -> Self {
        Self {
            source,
            input: vec![0; 1 << 14].into_boxed_slice(),
            output: Vec::new(),
            taken: 0,
            ended: false,
            state: State::Between,
            at_line_start: true,
            at_tag: true,
            word: Vec::new(),
        }
    }

    /// Reads on from the source. After an error or the end there is nothing more to come.
    fn refill(&mut self) -> io::Result<()> {
        self.output.clear();
        self.taken = 0;
        let count = loop {
            match self.source.read(&mut self.input) {
                Ok(count) => break count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => {
                    self.ended = true;
                    // `pgn-reader` has `InvalidData` for what it finds wrong itself.
                    let is_taken = error.kind() == ErrorKind::InvalidData;
                    return Err(if is_taken { io::Error::other(error) } else { error });
                }
            }
        };
        for place in 0..count {
            self.push(self.input[place]);
        }
        if count == 0 {
            self.ended = true;
            self.finish();
        }
        Ok(())
    }

    fn push(&mut self, byte: u8) {
        match self.state {
            State::Between => self.begin(byte),
            State::Word if is_word_end(byte) => {
                self.end_word();
                self.begin(byte);
            }
            State::Word => {
                if self.word.len() < LONGEST_WORD {
                    self.word.push(byte);
                }
            }
            State::TagName | State::TagValue { .. } | State::TagEnd => self.push_tag(byte),
            State::Comment => {
                self.output.push(if byte == UNKNOWN_WORD { b' ' } else { byte });
                if byte == b'}' {
                    self.state = State::Between;
                }
            }
            State::LineComment => match byte {
                b'\n' => {
                    self.output.push(b'}');
                    self.end_line();
                }
                b'}' => self.output.push(b')'),
                UNKNOWN_WORD => self.output.push(b' '),
                _ => self.output.push(byte),
            },
            // The line break goes as well: a blank line would end the game.
            State::EscapedLine => {
                if byte == b'\n' {
                    self.state = State::Between;
                }
            }
        }
    }

    /// A byte that belongs to no word, tag or comment yet.
    fn begin(&mut self, byte: u8) {
        self.state = State::Between;
        let at_line_start = std::mem::replace(&mut self.at_line_start, false);
        let at_tag = std::mem::replace(&mut self.at_tag, false);
        match byte {
            b'\n' => self.end_line(),
            b' ' | b'\t' | b'\r' => {
                self.output.push(byte);
                self.at_tag = at_tag;
            }
            b'%' if at_line_start => {
                self.state = State::EscapedLine;
                (self.at_line_start, self.at_tag) = (true, true);
            }
            // A byte order mark, at the start of the file or where files were joined.
            0xef | 0xbb | 0xbf if at_line_start => (self.at_line_start, self.at_tag) = (true, true),
            b'[' if at_tag => {
                // `pgn-reader` sees the tags of the next game only at the start of a line.
                if !at_line_start {
                    self.output.push(b'\n');
                }
                self.output.push(byte);
                self.state = State::TagName;
            }
            b'{' => {
                self.output.push(byte);
                self.state = State::Comment;
            }
            b';' => {
                self.output.push(b'{');
                self.state = State::LineComment;
            }
            // Without its opening brace it would hide the word that follows.
            b'}' => self.output.push(b' '),
            b'$' => self.begin_word(byte),
            _ if is_word_end(byte) => self.output.push(byte),
            _ => self.begin_word(byte),
        }
    }

    fn push_tag(&mut self, byte: u8) {
        match (self.state, byte) {
            (State::TagValue { escaped }, b'\n') => {
                self.output.extend_from_slice(if escaped { b"\\\"]" } else { b"\"]" });
                self.end_line();
                return;
            }
            (_, b'\n') => {
                self.end_line();
                return;
            }
            (State::TagName, b'"') => self.state = State::TagValue { escaped: false },
            (State::TagValue { escaped: false }, b'"') => self.state = State::TagEnd,
            (State::TagValue { escaped }, _) => {
                self.state = State::TagValue { escaped: byte == b'\\' && !escaped };
            }
            (_, b']') => {
                self.state = State::Between;
                self.at_tag = true;
            }
            (State::TagEnd, _) => return,
            _ => {}
        }
        self.output.push(byte);
    }

    fn end_line(&mut self) {
        self.output.push(b'\n');
        self.state = State::Between;
        (self.at_line_start, self.at_tag) = (true, true);
    }

    fn begin_word(&mut self, byte: u8) {
        self.word.clear();
        self.word.push(byte);
        self.state = State::Word;
    }

    /// Lets a word pass that `pgn-reader` knows, and marks any other.
    fn end_word(&mut self) {
        let word = without_number(&self.word);
        // What points leave of `e.p.`
        if matches!(word, b"e" | b"p" | b"ep") {
            return;
        }
        if is_known(word) {
            self.output.extend_from_slice(word);
        } else {
            self.output.extend_from_slice(&[b'{', UNKNOWN_WORD]);
            self.output.extend_from_slice(word);
            self.output.push(b'}');
        }
    }

    fn finish(&mut self) {
        match self.state {
            State::Word => self.end_word(),
            State::LineComment => self.output.push(b'}'),
            State::TagValue { .. } => self.push_tag(b'\n'),
            _ => {}
        }
    }
}

/// A move number may stand directly before its move, as in `1e4`.
fn without_number(word: &[u8]) -> &[u8] {
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    match word.get(digits) {
        Some(letter) if letter.is_ascii_alphabetic() => &word[digits..],
        _ => word,
    }
}

/// The results that `pgn-reader` knows, besides the asterisk.
const RESULTS: [&str; 7] = ["1-0", "0-1", "1/2-1/2", "½-½", "1–0", "0–1", "½–½"];

fn is_known(word: &[u8]) -> bool {
    let is_number = |text: &[u8]| text.iter().all(u8::is_ascii_digit);
    match word {
        [b'$', glyph @ ..] => str::from_utf8(glyph).is_ok_and(|glyph| glyph.parse::<u8>().is_ok()),
        _ => {
            is_number(word)
                || RESULTS.iter().any(|result| result.as_bytes() == word)
                || SanPlus::from_ascii(word).is_ok()
        }
    }
}

/// Where `pgn-reader` sees the end of a word.
fn is_word_end(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
        || matches!(byte, b'{' | b'}' | b'(' | b')' | b'!' | b'?' | b'$' | b';' | b'.' | b'*')
}

impl<R: Read> Read for Screen<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.taken == self.output.len() && !self.ended {
            self.refill()?;
        }
        let count = buffer.len().min(self.output.len() - self.taken);
        buffer[..count].copy_from_slice(&self.output[self.taken..self.taken + count]);
        self.taken += count;
        Ok(count)
    }
}
