//! Annotated positions, one per line: Extended Position Description (EPD).
//!
//! Four fields of a FEN are followed by operations, each an opcode with operands and a semicolon:
//! `... w KQkq - bm Nf3; id "opening 7";`. Test suites and opening books come in this form.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::{CastlingStyle, Move, ParseFenError, Position, SanError, Setup};

/// A position with its operations.
///
/// ```
/// use chess::{Epd, Position};
///
/// let epd: Epd = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra8#; id \"back rank\"; hmvc 3;".parse()?;
/// assert_eq!(epd.text("id"), Some("back rank"));
/// assert_eq!(epd.setup.halfmove_clock, 3);
///
/// let position = Position::new(epd.setup.clone())?;
/// assert_eq!(epd.moves("bm", &position)?, [position.parse_uci("a1a8")?]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    /// The position. Its counters are those of the operations `hmvc` and `fmvn`.
    pub setup: Setup,
    /// The operations, in order.
    pub operations: Vec<Operation>,
}

/// An opcode such as `bm` with its operands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    /// Its name.
    pub opcode: String,
    /// The operands.
    pub operands: Vec<Operand>,
}

/// A word, or a text in quotes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Operand {
    /// Without quotes: a move, a number.
    Word(String),
    /// In quotes, where it may hold anything.
    Text(String),
}

impl Operand {
    /// The text without quotes.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Word(text) | Self::Text(text) => text,
        }
    }
}

/// Why a text is not an EPD.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EpdError {
    /// The position has too few fields.
    #[error("{0} fields in EPD; expected 4 and then operations")]
    Fields(usize),
    /// One of the four fields is wrong.
    #[error(transparent)]
    Fen(#[from] ParseFenError),
    /// An operation does not begin with a name.
    #[error("bad opcode {0:?} in EPD; expected a letter, then letters, digits or underscores")]
    Opcode(String),
    /// A quote is never closed.
    #[error("text {0:?} without its end in EPD; expected a quote")]
    Unclosed(String),
    /// A word contains a quote.
    #[error("bad operand {0:?} in EPD; expected a word or a text in quotes")]
    Operand(String),
    /// A counter is not a number.
    #[error("bad {0} {1:?} in EPD; expected a number from 0 to 65535")]
    Counter(&'static str, String),
}

impl Epd {
    /// The operation with this opcode.
    pub fn operation(&self, opcode: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.opcode == opcode)
    }

    /// The first operand of the operation with this opcode.
    pub fn text(&self, opcode: &str) -> Option<&str> {
        self.operation(opcode)?.operands.first().map(Operand::as_str)
    }

    /// The operands of an operation as moves of the position, as in `bm` and `am`.
    pub fn moves(&self, opcode: &str, position: &Position) -> Result<Vec<Move>, SanError> {
        let operands = self.operation(opcode).map_or(&[][..], |operation| &operation.operands);
        operands.iter().map(|operand| position.parse_san(operand.as_str())).collect()
    }

    /// The counter that an operation gives.
    fn counter(&self, opcode: &'static str, default: u16) -> Result<u16, EpdError> {
        let Some(operation) = self.operation(opcode) else { return Ok(default) };
        let text = operation.operands.first().map_or("", Operand::as_str);
        let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse().ok().filter(|_| is_plain);
        number.ok_or_else(|| EpdError::Counter(opcode, text.to_owned()))
    }
}

impl Operation {
    fn of_word(opcode: &str, word: &str) -> Self {
        Self { opcode: opcode.to_owned(), operands: vec![Operand::Word(word.to_owned())] }
    }
}

/// The counters of a FEN in place of `hmvc` and `fmvn` are read as if they were these operations.
impl FromStr for Epd {
    type Err = EpdError;

    fn from_str(text: &str) -> Result<Self, EpdError> {
        let mut rest = text;
        let fields = [(); 4].map(|()| take_word(&mut rest));
        let count = fields.iter().filter(|field| !field.is_empty()).count();
        if count < 4 {
            return Err(EpdError::Fields(count));
        }
        let mut operations = take_fen_counters(&mut rest);
        while let Some(operation) = take_operation(&mut rest)? {
            operations.push(operation);
        }
        let mut epd = Self { setup: fields.join(" ").parse()?, operations };
        epd.setup.halfmove_clock = epd.counter("hmvc", 0)?;
        epd.setup.fullmove_number = epd.counter("fmvn", 1)?.max(1);
        Ok(epd)
    }
}

/// Takes everything up to white space or a semicolon.
fn take_word<'a>(rest: &mut &'a str) -> &'a str {
    let text = rest.trim_ascii_start();
    let end = text.find(|letter: char| letter.is_ascii_whitespace() || letter == ';').unwrap_or(text.len());
    let (word, after) = text.split_at(end);
    *rest = after;
    word
}

/// Takes the two counters of a FEN, if they are there.
fn take_fen_counters(rest: &mut &str) -> Vec<Operation> {
    let mut after = *rest;
    let counters = [take_word(&mut after), take_word(&mut after)];
    let is_number = |text: &&str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !counters.iter().all(is_number) {
        return Vec::new();
    }
    *rest = after;
    vec![Operation::of_word("hmvc", counters[0]), Operation::of_word("fmvn", counters[1])]
}

/// Takes an operation with its semicolon, which the last one may lack.
fn take_operation(rest: &mut &str) -> Result<Option<Operation>, EpdError> {
    *rest = rest.trim_start_matches(|letter: char| letter.is_ascii_whitespace() || letter == ';');
    if rest.is_empty() {
        return Ok(None);
    }
    let opcode = take_word(rest);
    let is_name = opcode.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && opcode.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if !is_name {
        return Err(EpdError::Opcode(opcode.to_owned()));
    }
    let mut operands = Vec::new();
    loop {
        *rest = rest.trim_ascii_start();
        if rest.is_empty() || rest.starts_with(';') {
            return Ok(Some(Operation { opcode: opcode.to_owned(), operands }));
        }
        operands.push(take_operand(rest)?);
    }
}

fn take_operand(rest: &mut &str) -> Result<Operand, EpdError> {
    let Some(quoted) = rest.strip_prefix('"') else {
        let word = take_word(rest);
        if word.contains('"') {
            return Err(EpdError::Operand(word.to_owned()));
        }
        return Ok(Operand::Word(word.to_owned()));
    };
    let mut text = String::new();
    let mut letters = quoted.chars();
    loop {
        match letters.next() {
            Some('"') => break,
            Some('\\') if letters.as_str().starts_with(['"', '\\']) => text.extend(letters.next()),
            Some(letter) => text.push(letter),
            None => return Err(EpdError::Unclosed(text)),
        }
    }
    *rest = letters.as_str();
    Ok(Operand::Text(text))
}

impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.setup.to_epd_fields(CastlingStyle::Outermost))?;
        self.operations.iter().try_for_each(|operation| write!(f, " {operation}"))
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.opcode)?;
        self.operands.iter().try_for_each(|operand| write!(f, " {operand}"))?;
        f.write_str(";")
    }
}

/// Quotes and backslashes in a text are escaped by a backslash.
impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) => f.write_str(word),
            Self::Text(text) => write!(f, "\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")),
        }
    }
}

#[cfg(test)]
mod tests;
