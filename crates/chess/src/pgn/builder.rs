//! Builds games from what `pgn-reader` finds in a stream.

use std::ops::ControlFlow;

use pgn_reader::{Outcome, RawComment, RawTag, SanPlus, Skip, Visitor};

use super::screen::UNKNOWN_WORD;
use super::{AnnotatedMove, Comment, Game, Line, Nag, Problem, Tags};
use crate::Position;

/// Games are taken apart and written by recursion; nobody reads what is nested deeper.
const DEEPEST: usize = 100;

/// Turns events into games.
#[derive(Default)]
pub struct Builder {
    /// The part of a long comment that has been read.
    comment: Vec<u8>,
}

/// A game in the making.
pub struct Draft {
    tags: Tags,
    start: Position,
    /// How the text of the main line ends.
    ending: Option<Outcome>,
    /// The main line.
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

    fn play(&mut self, san: &str) -> Result<(), Problem> {
        let mv = self.position.parse_san(san)?;
        let next = self.position.play(mv);
        self.previous = std::mem::replace(&mut self.position, next);
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
    fn line(&mut self) -> &mut OpenLine {
        self.variations.last_mut().unwrap_or(&mut self.main)
    }

    /// A word of the movetext: a move.
    fn word(&mut self, text: &str) -> Result<(), Problem> {
        self.check_unfinished(text)?;
        self.line().play(text)
    }

    fn check_unfinished(&self, text: &str) -> Result<(), Problem> {
        if self.variations.is_empty() && self.ending.is_some() {
            return Err(Problem::AfterResult(text.to_owned()));
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

    /// How the main line ends; a result within a variation says nothing about the game.
    fn end(&mut self, ending: Outcome) -> Result<(), Problem> {
        self.check_unfinished(ending.as_str())?;
        if self.variations.is_empty() {
            self.ending = Some(ending);
        }
        Ok(())
    }

    fn finish(self) -> Result<Game, Problem> {
        if !self.variations.is_empty() {
            return Err(Problem::Unclosed(self.variations.len()));
        }
        let text = self.ending.map_or_else(|| self.tags.get("Result"), |ending| Some(ending.as_str()));
        let result = text.and_then(|text| text.parse().ok());
        Ok(Game { tags: self.tags, start: self.start, line: self.main.close(), result })
    }
}

impl Builder {
    /// The part of a comment whose end did not come.
    pub fn take_comment(&mut self) -> String {
        decode(&std::mem::take(&mut self.comment))
    }
}

impl Visitor for Builder {
    type Tags = Tags;
    type Movetext = Draft;
    type Output = Result<Game, Problem>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Tags> {
        self.comment.clear();
        ControlFlow::Continue(Tags::new())
    }

    fn tag(&mut self, tags: &mut Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<Self::Output> {
        let name = decode(name.trim_ascii());
        let is_symbol = |byte: u8| byte.is_ascii_alphanumeric() || b"_+#=:-".contains(&byte);
        if name.is_empty() || !name.bytes().all(is_symbol) {
            return ControlFlow::Break(Err(Problem::TagName(name)));
        }
        tags.set(&name, &unescape(&decode(value.as_bytes())));
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Tags) -> ControlFlow<Self::Output, Draft> {
        match start_of(&tags) {
            Ok(start) => ControlFlow::Continue(Draft {
                tags,
                main: OpenLine::new(start.clone()),
                start,
                ending: None,
                variations: Vec::new(),
            }),
            Err(problem) => ControlFlow::Break(Err(problem)),
        }
    }

    fn san(&mut self, draft: &mut Draft, san: SanPlus) -> ControlFlow<Self::Output> {
        unless_wrong(draft.word(&san.to_string()))
    }

    fn nag(&mut self, draft: &mut Draft, nag: pgn_reader::Nag) -> ControlFlow<Self::Output> {
        draft.line().nag(Nag(nag.0));
        ControlFlow::Continue(())
    }

    fn partial_comment(&mut self, _: &mut Draft, comment: RawComment<'_>) -> ControlFlow<Self::Output> {
        self.comment.extend_from_slice(comment.as_bytes());
        ControlFlow::Continue(())
    }

    fn comment(&mut self, draft: &mut Draft, comment: RawComment<'_>) -> ControlFlow<Self::Output> {
        self.comment.extend_from_slice(comment.as_bytes());
        let text = self.take_comment();
        if let Some(word) = text.strip_prefix(UNKNOWN_WORD as char) {
            return unless_wrong(draft.word(word));
        }
        let comment = Comment::parse(&text);
        if !comment.remarks().is_empty() {
            draft.line().comment(comment);
        }
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, draft: &mut Draft) -> ControlFlow<Self::Output, Skip> {
        match draft.open_variation() {
            Ok(()) => ControlFlow::Continue(Skip(false)),
            Err(problem) => ControlFlow::Break(Err(problem)),
        }
    }

    fn end_variation(&mut self, draft: &mut Draft) -> ControlFlow<Self::Output> {
        unless_wrong(draft.close_variation())
    }

    fn outcome(&mut self, draft: &mut Draft, outcome: Outcome) -> ControlFlow<Self::Output> {
        unless_wrong(draft.end(outcome))
    }

    fn end_game(&mut self, draft: Draft) -> Self::Output {
        draft.finish()
    }
}

fn unless_wrong(result: Result<(), Problem>) -> ControlFlow<Result<Game, Problem>> {
    match result {
        Ok(()) => ControlFlow::Continue(()),
        Err(problem) => ControlFlow::Break(Err(problem)),
    }
}

/// Where the game begins. Chess960 needs no rules of its own here: its castling rights are in the FEN.
fn start_of(tags: &Tags) -> Result<Position, Problem> {
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
        None => Ok(Position::initial()),
    }
}

/// UTF-8, or Latin-1 where it is not: the PGN standard's own encoding.
fn decode(bytes: &[u8]) -> String {
    match str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
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
