//! A game in the making.

use super::tokens::{Token, decode};
use super::{AnnotatedMove, Comment, Game, Line, Nag, Problem, Tags};
use crate::Position;

/// Games are written by recursion: the depth of variations is bounded.
const DEEPEST: usize = 100;

/// The part of a game that has been read.
pub struct Draft {
    tags: Tags,
    start: Position,
    /// The result at the end of the main line.
    ending: Option<&'static str>,
    main: OpenLine,
    /// The variations that are open, the innermost last.
    variations: Vec<OpenLine>,
}

/// A line that may go on.
struct OpenLine {
    line: Line,
    /// Before the last move, where its variations begin.
    previous: Position,
    /// After the last move.
    position: Position,
    /// Comments and glyphs that wait for the move after them.
    comments: Vec<Comment>,
    nags: Vec<Nag>,
}

impl OpenLine {
    fn new(position: Position) -> Self {
        Self {
            line: Line::default(),
            previous: position.clone(),
            position,
            comments: Vec::new(),
            nags: Vec::new(),
        }
    }

    fn play(&mut self, san: &[u8]) -> Result<(), Problem> {
        let mv = self.position.read_san(san)?;
        self.previous.clone_from(&self.position);
        self.position.make(mv, &mut ());
        self.line.moves.push(AnnotatedMove {
            before: std::mem::take(&mut self.comments),
            nags: std::mem::take(&mut self.nags),
            ..AnnotatedMove::new(mv)
        });
        Ok(())
    }

    /// A comment belongs to the move before it, unless variations stand between them.
    fn comment(&mut self, comment: Comment) {
        match self.line.moves.last_mut() {
            Some(last) if last.variations.is_empty() && self.comments.is_empty() => last.after.push(comment),
            _ => self.comments.push(comment),
        }
    }

    fn nag(&mut self, nag: Nag) {
        match self.line.moves.last_mut() {
            Some(last) => last.nags.push(nag),
            None => self.nags.push(nag),
        }
    }

    fn close(mut self) -> Line {
        self.line.closing = self.comments;
        self.line
    }
}

impl Draft {
    /// A game without moves, from the initial position unless the tags name another.
    pub fn new(tags: Tags, initial: &Position) -> Result<Self, Problem> {
        let start = start_of(&tags, initial)?;
        let main = OpenLine::new(start.clone());
        Ok(Self { tags, start, ending: None, main, variations: Vec::new() })
    }

    /// Adds the next token.
    pub fn push(&mut self, token: Token<'_>) -> Result<(), Problem> {
        match token {
            // Tags stand before all moves; those of the next game are not given to this one.
            Token::Tag { .. } => Ok(()),
            Token::Word(word) => self.word(without_number(word)),
            Token::Nag(nag) => {
                self.line().nag(nag);
                Ok(())
            }
            Token::Comment(text) => {
                let comment = Comment::parse(&text);
                if !comment.remarks().is_empty() {
                    self.line().comment(comment);
                }
                Ok(())
            }
            Token::Open => self.open_variation(),
            Token::Close => self.close_variation(),
        }
    }

    fn line(&mut self) -> &mut OpenLine {
        self.variations.last_mut().unwrap_or(&mut self.main)
    }

    fn word(&mut self, word: &[u8]) -> Result<(), Problem> {
        match word {
            // A number, or the letters of `e.p.`
            b"" | b"e" | b"p" | b"ep" => return Ok(()),
            [b'a'..=b'z' | b'A'..=b'Z', ..] => {}
            _ => {
                if let Some(ending) = parse_ending(word) {
                    return self.end(ending);
                }
            }
        }
        self.check_unfinished(word)?;
        self.line().play(word)
    }

    fn check_unfinished(&self, word: &[u8]) -> Result<(), Problem> {
        if self.variations.is_empty() && self.ending.is_some() {
            return Err(Problem::AfterResult(decode(word).into_owned()));
        }
        Ok(())
    }

    fn open_variation(&mut self) -> Result<(), Problem> {
        if self.variations.len() == DEEPEST {
            return Err(Problem::TooDeep(DEEPEST));
        }
        let parent = self.line();
        if parent.line.moves.is_empty() {
            return Err(Problem::VariationOfNothing);
        }
        let variation = OpenLine::new(parent.previous.clone());
        self.variations.push(variation);
        Ok(())
    }

    fn close_variation(&mut self) -> Result<(), Problem> {
        let line = self.variations.pop().ok_or(Problem::Unopened)?.close();
        let is_empty = line.moves.is_empty() && line.closing.is_empty();
        if let Some(parent) = self.line().line.moves.last_mut().filter(|_| !is_empty) {
            parent.variations.push(line);
        }
        Ok(())
    }

    /// Ends the main line; a result within a variation says nothing about the game.
    fn end(&mut self, ending: &'static str) -> Result<(), Problem> {
        self.check_unfinished(ending.as_bytes())?;
        if self.variations.is_empty() {
            self.ending = Some(ending);
        }
        Ok(())
    }

    /// The game, if nothing is missing.
    pub fn finish(self) -> Result<Game, Problem> {
        if !self.variations.is_empty() {
            return Err(Problem::Unclosed(self.variations.len()));
        }
        let result = self.ending.or(self.tags.get("Result")).and_then(|text| text.parse().ok());
        Ok(Game { tags: self.tags, start: self.start, line: self.main.close(), result })
    }
}

/// A move number may stand directly before its move, as in `1e4`; alone it means nothing.
fn without_number(word: &[u8]) -> &[u8] {
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    match word.get(digits) {
        Some(letter) if !letter.is_ascii_alphabetic() => word,
        _ => &word[digits..],
    }
}

/// The result that a word means, or the asterisk.
fn parse_ending(word: &[u8]) -> Option<&'static str> {
    Some(match str::from_utf8(word).ok()? {
        "*" => "*",
        "1-0" | "1–0" => "1-0",
        "0-1" | "0–1" => "0-1",
        "1/2-1/2" | "½-½" | "½–½" => "1/2-1/2",
        _ => return None,
    })
}

/// Where the game begins. Chess960 needs no rules of its own here: its castling rights are in the
/// FEN.
fn start_of(tags: &Tags, initial: &Position) -> Result<Position, Problem> {
    if let Some(variant) = tags.get("Variant") {
        let name = variant.to_ascii_lowercase().replace(|letter: char| !letter.is_ascii_alphanumeric(), "");
        let is_chess = ["", "standard", "chess", "normal", "fromposition"].contains(&name.as_str());
        let is_chess960 = name.contains("960") || name.starts_with("fischer");
        if !is_chess && !is_chess960 {
            return Err(Problem::Variant(variant.to_owned()));
        }
    }
    match tags.get("FEN") {
        Some(fen) => fen.parse().map_err(|error| Problem::Start(fen.to_owned(), error)),
        None => Ok(initial.clone()),
    }
}
