//! The tokens of PGN text.
//!
//! ```text
//! file   = { game }
//! game   = { tag } { word | nag | comment | "(" | ")" }, up to a blank line or the next tag
//! tag    = "[" name '"' value '"' "]", with only tags before it in its line
//! ```
//!
//! Lines that begin with `%` and byte order marks are skipped.

use std::borrow::Cow;
use std::io::{self, ErrorKind, Read};
use std::mem;
use std::ops::Range;

use super::{Nag, Problem};

/// The longest game in bytes: a hundred times a book on one game.
pub const LONGEST_GAME: usize = 1 << 23;

/// The longest tag in bytes.
pub const LONGEST_TAG: usize = 1 << 14;

/// Longer words are cut; no move is as long.
const LONGEST_WORD: usize = 255;

/// A part of a game's text.
pub enum Token<'a> {
    /// A tag, its value without escapes.
    Tag { name: String, value: String },
    /// A move, a move number, a result or any other word.
    Word(&'a [u8]),
    /// A glyph: exclamation and question marks, or `$` and its number.
    Nag(Nag),
    /// What stands between braces or after a semicolon.
    Comment(Cow<'a, str>),
    /// The start of a variation.
    Open,
    /// The end of a variation.
    Close,
}

/// The tokens of a stream, game by game. Memory holds one token and a fixed buffer.
pub struct Tokens<R> {
    source: R,
    buffer: Box<[u8]>,
    /// The unread part of the buffer.
    left: Range<usize>,
    part: Part,
    line: Line,
    length: usize,
    /// Where the last token stands in the buffer.
    token: Range<usize>,
    /// The last token, if it was longer than what the buffer held.
    long_token: Vec<u8>,
}

/// A part of a game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Tags,
    Moves,
    /// The game is over, and the next one has not begun.
    End,
}

/// What has been read of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    Nothing,
    /// Nothing but space and tags.
    Tags,
    Text,
}

impl<R: Read> Tokens<R> {
    pub fn new(source: R) -> Self {
        Self {
            source,
            buffer: vec![0; 1 << 16].into_boxed_slice(),
            left: 0..0,
            part: Part::End,
            line: Line::Nothing,
            length: 0,
            token: 0..0,
            long_token: Vec::new(),
        }
    }

    /// Skips to the next game; returns whether there is one.
    pub fn begin_game(&mut self) -> io::Result<bool> {
        while self.part != Part::End {
            if let Err(Problem::Io(error)) = self.next() {
                return Err(error);
            }
        }
        self.part = Part::Tags;
        let exists = self.skip_space()?.is_some();
        self.length = 0;
        Ok(exists)
    }

    /// The bytes of the game that have been read.
    pub fn length(&self) -> usize {
        self.length
    }

    /// The next token of the game; none at its end.
    pub fn next(&mut self) -> Result<Option<Token<'_>>, Problem> {
        while self.part != Part::End {
            let Some(byte) = self.skip_space()? else {
                self.part = Part::End;
                break;
            };
            if byte == b'[' && self.line != Line::Text {
                match self.tag()? {
                    Some(tag) => return Ok(Some(tag)),
                    None => continue,
                }
            }
            self.line = Line::Text;
            // A brace that closes nothing separates words, as a point does.
            if matches!(byte, b'.' | b'}') {
                self.bump();
                continue;
            }
            self.part = Part::Moves;
            return self.movetext(byte).map(Some);
        }
        Ok(None)
    }

    /// The token that begins with a byte.
    fn movetext(&mut self, byte: u8) -> Result<Token<'_>, Problem> {
        let token = match byte {
            b'{' => return self.comment(b'}'),
            b';' => return self.comment(b'\n'),
            b'!' | b'?' => return Ok(Token::Nag(self.marks(byte)?)),
            b'(' => Token::Open,
            b')' => Token::Close,
            b'*' => Token::Word(b"*"),
            _ => return Ok(self.word()?),
        };
        self.bump();
        Ok(token)
    }

    /// Skips space and peeks at the next byte; `None` at the end of the game: before a blank line
    /// and before the tags of the next game.
    fn skip_space(&mut self) -> io::Result<Option<u8>> {
        let in_moves = self.part == Part::Moves;
        while let Some(byte) = self.peek()? {
            match (byte, self.line) {
                (b'\n', Line::Nothing) | (b'[', Line::Nothing | Line::Tags) if in_moves => return Ok(None),
                (b'\n', _) => self.line = Line::Nothing,
                (b'%', Line::Nothing) => self.take_until(|byte| byte == b'\n')?,
                (b' ' | b'\t', Line::Nothing) => self.line = Line::Tags,
                // Space, or a byte order mark at the start of the file or where files were joined.
                (b' ' | b'\t' | b'\r', _) | (0xef | 0xbb | 0xbf, Line::Nothing) => {}
                _ => return Ok(Some(byte)),
            }
            self.bump();
        }
        Ok(None)
    }

    /// A tag, or `None` if it has no value. A value ends with its line; the rest is skipped.
    fn tag(&mut self) -> Result<Option<Token<'static>>, Problem> {
        let before = self.length;
        self.bump();
        self.line = Line::Tags;
        self.take_until(|byte| matches!(byte, b'"' | b']' | b'\n'))?;
        let name = decode(self.taken()).trim().to_owned();
        let value = match self.peek()? {
            Some(b'"') => Some(self.tag_value()?),
            Some(_) => None,
            None => return Err(Problem::Tag),
        };
        self.take_until(|byte| matches!(byte, b']' | b'\n'))?;
        if self.peek()? == Some(b']') {
            self.bump();
        }
        if self.length - before > LONGEST_TAG {
            return Err(Problem::Tag);
        }
        Ok(value.map(|value| Token::Tag { name, value }))
    }

    fn tag_value(&mut self) -> io::Result<String> {
        self.bump();
        let mut is_escaped = false;
        self.take_until(|byte| {
            let was_escaped = is_escaped;
            is_escaped = byte == b'\\' && !was_escaped;
            byte == b'\n' || byte == b'"' && !was_escaped
        })?;
        let value = unescape(&decode(self.taken()));
        if self.peek()? == Some(b'"') {
            self.bump();
        }
        Ok(value)
    }

    fn comment(&mut self, end: u8) -> Result<Token<'_>, Problem> {
        self.bump();
        self.take_until(|byte| byte == end)?;
        if end == b'}' {
            if self.peek()?.is_none() {
                return Err(Problem::Comment(decode(self.taken()).chars().take(40).collect()));
            }
            self.bump();
        }
        Ok(Token::Comment(decode(self.taken())))
    }

    fn marks(&mut self, first: u8) -> io::Result<Nag> {
        self.bump();
        let second = self.peek()?.filter(|byte| matches!(byte, b'!' | b'?'));
        if second.is_some() {
            self.bump();
        }
        Ok(match (first, second) {
            (b'!', None) => Nag::GOOD,
            (b'!', Some(b'!')) => Nag::BRILLIANT,
            (b'!', _) => Nag::INTERESTING,
            (_, None) => Nag::MISTAKE,
            (_, Some(b'?')) => Nag::BLUNDER,
            (_, _) => Nag::DUBIOUS,
        })
    }

    fn word(&mut self) -> io::Result<Token<'_>> {
        // A `$` ends a word, but not the one that it begins.
        let mut is_first = true;
        self.take_until(|byte| !mem::take(&mut is_first) && ENDS_WORD[byte as usize])?;
        let word = self.taken();
        if let Some(number) = word.strip_prefix(b"$")
            && let Ok(number) = decode(number).parse()
        {
            return Ok(Token::Nag(Nag(number)));
        }
        Ok(Token::Word(&word[..word.len().min(LONGEST_WORD)]))
    }

    /// Takes the bytes before the first one that `ends` accepts, or all that are left, at most
    /// [`LONGEST_GAME`].
    fn take_until(&mut self, mut ends: impl FnMut(u8) -> bool) -> io::Result<()> {
        self.long_token.clear();
        loop {
            let found = self.buffer[self.left.clone()].iter().position(|&byte| ends(byte));
            let end = found.map_or(self.left.end, |length| self.left.start + length);
            self.token = self.left.start..end;
            self.left.start = end;
            self.length += self.token.len();
            if found.is_some() && self.long_token.is_empty() {
                return Ok(());
            }
            let room = LONGEST_GAME - self.long_token.len();
            self.long_token.extend(self.buffer[self.token.clone()].iter().take(room));
            if found.is_some() || !self.fill()? {
                return Ok(());
            }
        }
    }

    /// The bytes that were taken last. They stay until the buffer is refilled, which peeking at the
    /// byte after them does not do.
    fn taken(&self) -> &[u8] {
        if self.long_token.is_empty() { &self.buffer[self.token.clone()] } else { &self.long_token }
    }

    fn peek(&mut self) -> io::Result<Option<u8>> {
        if self.left.is_empty() && !self.fill()? {
            return Ok(None);
        }
        Ok(Some(self.buffer[self.left.start]))
    }

    /// Skips the byte that [`Tokens::peek`] returned.
    fn bump(&mut self) {
        self.left.start = self.left.end.min(self.left.start + 1);
        self.length += 1;
    }

    /// Refills the buffer; `false` at the end of the source.
    fn fill(&mut self) -> io::Result<bool> {
        loop {
            match self.source.read(&mut self.buffer) {
                Ok(count) => {
                    (self.left, self.token) = (0..count, 0..0);
                    return Ok(count > 0);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

const ENDS_WORD: [bool; 256] = {
    let mut ends = [false; 256];
    let bytes = b" \t\r\n{}()!?$;.*";
    let mut place = 0;
    while place < bytes.len() {
        ends[bytes[place] as usize] = true;
        place += 1;
    }
    ends
};

/// UTF-8, or Latin-1 where it is not: the PGN standard's own encoding.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => bytes.iter().map(|&byte| byte as char).collect(),
    }
}

/// The value of a tag without the backslashes before quotes and backslashes.
fn unescape(text: &str) -> String {
    let mut letters = text.chars().peekable();
    let mut value = String::with_capacity(text.len());
    while let Some(letter) = letters.next() {
        let escaped = letters.next_if(|&next| letter == '\\' && matches!(next, '\\' | '"'));
        value.push(escaped.unwrap_or(letter));
    }
    value
}
