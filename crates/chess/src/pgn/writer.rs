//! Writing games.

use std::fmt::{self, Write};

use gamekit::{Color, GameResult};

use super::{AnnotatedMove, Comment, Game, Line, Remark};
use crate::Position;

/// The PGN standard asks for lines shorter than 80 columns.
const WIDTH: usize = 79;

/// The tags, a blank line and the moves. Games of a file are separated by a blank line.
///
/// # Panics
/// May panic if a move is not legal where it stands.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.tags.iter() {
            writeln!(f, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))?;
        }
        if !self.tags.is_empty() {
            writeln!(f)?;
        }
        let mut text = Wrapped { target: f, column: 0, word: String::new(), is_prefix: false };
        text.line(&self.line, &self.start)?;
        text.word(GameResult::record_end(self.result))?;
        text.flush()?;
        writeln!(f)
    }
}

/// Words set one after another into lines.
struct Wrapped<'a, 'b> {
    target: &'a mut fmt::Formatter<'b>,
    column: usize,
    /// The last word, which may still grow.
    word: String,
    /// The next word belongs to it.
    is_prefix: bool,
}

impl Wrapped<'_, '_> {
    fn line(&mut self, line: &Line, start: &Position) -> fmt::Result {
        let mut position = start.clone();
        let mut needs_number = true;
        for played in &line.moves {
            needs_number |= !played.before.is_empty();
            self.comments(&played.before)?;
            self.number(&position, needs_number)?;
            self.annotated(played, &position)?;
            needs_number = !played.after.is_empty() || !played.variations.is_empty();
            position.make(played.mv, &mut ());
        }
        self.comments(&line.closing)
    }

    /// The number of the move: always before White's, before Black's where something interrupts.
    fn number(&mut self, position: &Position, needed: bool) -> fmt::Result {
        let number = position.fullmove_number();
        match position.turn() {
            Color::White => self.word(&format!("{number}.")),
            Color::Black if needed => self.word(&format!("{number}...")),
            Color::Black => Ok(()),
        }
    }

    fn annotated(&mut self, played: &AnnotatedMove, position: &Position) -> fmt::Result {
        self.word(&position.to_san(played.mv))?;
        for nag in &played.nags {
            self.word(&nag.to_string())?;
        }
        self.comments(&played.after)?;
        for variation in &played.variations {
            self.word("(")?;
            self.is_prefix = true;
            self.line(variation, position)?;
            self.is_prefix = false;
            self.word.push(')');
        }
        Ok(())
    }

    /// Comments are wrapped like moves, but commands stay whole, and no line begins with a
    /// character that some readers take for a tag or an escape.
    fn comments(&mut self, comments: &[Comment]) -> fmt::Result {
        for comment in comments {
            let mut opening = "{";
            for remark in comment.remarks() {
                let text = remark.to_string();
                let words: Vec<&str> = match remark {
                    Remark::Text(_) => text.split(' ').collect(),
                    _ => vec![&text],
                };
                for word in words {
                    if opening.is_empty() && word.starts_with(['[', '%']) {
                        write!(self.word, " {word}")?;
                    } else {
                        self.word(&format!("{opening}{word}"))?;
                    }
                    opening = "";
                }
            }
            self.word.push_str(if opening.is_empty() { "}" } else { "" });
        }
        Ok(())
    }

    fn word(&mut self, word: &str) -> fmt::Result {
        if !std::mem::take(&mut self.is_prefix) {
            self.flush()?;
        }
        self.word.push_str(word);
        Ok(())
    }

    /// Writes the word that was held back, on a new line where it does not fit.
    fn flush(&mut self) -> fmt::Result {
        if self.word.is_empty() {
            return Ok(());
        }
        let width = self.word.chars().count();
        if self.column > 0 && self.column + 1 + width > WIDTH {
            writeln!(self.target)?;
            self.column = 0;
        } else if self.column > 0 {
            write!(self.target, " ")?;
            self.column += 1;
        }
        self.target.write_str(&self.word)?;
        self.column += width;
        self.word.clear();
        Ok(())
    }
}
