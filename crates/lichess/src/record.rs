//! Games as they are kept: one PGN file each, written with each move.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use chess::pgn::{self, AnnotatedMove, Comment, Evaluation, Remark, Tags};
use chess::{Game, eco};
use gamekit::{Color, GameResult, Score};
use jiff::Timestamp;

use crate::messages::{GameFull, GameState, Player};
use crate::rules::Playable;

/// What is known of a move besides itself.
#[derive(Clone, Copy, Default)]
struct Note {
    clock: Option<Duration>,
    evaluation: Option<Evaluation>,
}

/// A game as it is kept.
pub(crate) struct Record {
    file: PathBuf,
    tags: Tags,
    notes: Vec<Note>,
}

impl Record {
    /// The record of a game that is played at `site`, in a file of this folder.
    pub fn new(folder: &Path, site: &str, full: &GameFull) -> Self {
        Self { file: folder.join(format!("{}.pgn", full.id)), tags: tags(site, full), notes: Vec::new() }
    }

    /// The clock of the player who made the last of these moves.
    pub fn note_clock(&mut self, plies: usize, left: u64) {
        if let Some(note) = self.note(plies) {
            note.clock = Some(Duration::from_millis(left));
        }
    }

    /// The score that we saw when we made the last of these moves.
    pub fn note_score(&mut self, plies: usize, color: Color, score: Score, depth: u32) {
        if let Some(note) = self.note(plies) {
            note.evaluation = Some(Evaluation { score: color.for_white(score.into()), depth: Some(depth) });
        }
    }

    fn note(&mut self, plies: usize) -> Option<&mut Note> {
        self.notes.resize(self.notes.len().max(plies), Note::default());
        self.notes.get_mut(plies.checked_sub(1)?)
    }

    /// Writes the game as it stands.
    pub fn keep(&self, game: &Game, state: &GameState) -> io::Result<&Path> {
        gamekit::write_whole(&self.file, self.pgn(game, state).to_string())?;
        Ok(&self.file)
    }

    fn pgn(&self, game: &Game, state: &GameState) -> pgn::Game {
        let mut record = pgn::Game::new(game.start().clone());
        let position_tags = std::mem::replace(&mut record.tags, self.tags.clone());
        record.result = state.result();
        record.tags.set("Result", GameResult::record_end(record.result));
        record.tags.set("Termination", termination(state));
        if let Some(opening) = eco::of_moves(game.start(), game.moves()) {
            record.tags.set("ECO", opening.code);
            record.tags.set("Opening", opening.name);
        }
        position_tags.iter().for_each(|(name, value)| record.tags.set(name, value));
        let notes = self.notes.iter().copied().chain(std::iter::repeat(Note::default()));
        record.line.moves = game.moves().zip(notes).map(|(mv, note)| annotated(mv, note)).collect();
        if state.is_over() {
            record.line.closing.push(Comment::parse(&state.status));
        }
        record
    }
}

fn annotated(mv: chess::Move, note: Note) -> AnnotatedMove {
    let remarks = [note.evaluation.map(Remark::Evaluation), note.clock.map(Remark::Clock)];
    let comment: Comment = remarks.into_iter().flatten().collect();
    let mut annotated = AnnotatedMove::new(mv);
    if !comment.remarks().is_empty() {
        annotated.after.push(comment);
    }
    annotated
}

/// The tags of PGN's roster first, in its order.
fn tags(site: &str, full: &GameFull) -> Tags {
    let began = Timestamp::from_millisecond(full.created_at).unwrap_or_default();
    let date = began.strftime("%Y.%m.%d").to_string();
    let kind = if full.rated { "Rated" } else { "Casual" };
    let mut tags = Tags::new();
    tags.set("Event", &format!("{kind} {} game", full.speed));
    tags.set("Site", &format!("{site}/{}", full.id));
    tags.set("Date", &date);
    tags.set("Round", "-");
    tags.set("White", &full.white.shown());
    tags.set("Black", &full.black.shown());
    tags.set("Result", "*");
    tags.set("UTCDate", &date);
    tags.set("UTCTime", &began.strftime("%H:%M:%S").to_string());
    for color in Color::ALL {
        set_player(&mut tags, color, full.player(color));
    }
    match Playable::of(&full.variant.key) {
        Some(Playable::Chess960) => tags.set("Variant", "Chess960"),
        Some(Playable::FromPosition) => tags.set("Variant", "From Position"),
        _ => {}
    }
    let clock = full.clock.map(|clock| format!("{}+{}", clock.initial / 1000, clock.increment / 1000));
    tags.set("TimeControl", clock.as_deref().unwrap_or("-"));
    tags
}

fn set_player(tags: &mut Tags, color: Color, player: &Player) {
    if let Some(rating) = player.rating {
        tags.set(&format!("{color}Elo"), &rating.to_string());
    }
    if let Some(title) = &player.title {
        tags.set(&format!("{color}Title"), title);
    }
}

/// The end in the words of PGN.
fn termination(state: &GameState) -> &'static str {
    match state.status.as_str() {
        "created" | "started" => "unterminated",
        "aborted" | "noStart" | "timeout" => "abandoned",
        "outoftime" => "time forfeit",
        "cheat" => "rules infraction",
        _ => "normal",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_kept_whole() {
        let text = r#"{"id":"5IrD6Gzz","rated":true,"variant":{"key":"fromPosition"},
            "clock":{"initial":180000,"increment":2000},"speed":"blitz","createdAt":1523825103562,
            "white":{"name":"Mary","rating":1500,"title":"WGM"},"black":{"name":"Petteia","title":"BOT"},
            "initialFen":"4k3/8/8/8/8/8/4q3/4K3 w - - 0 1","state":{"moves":"e1e2","wtime":179000,
            "btime":180000,"winc":2000,"binc":2000,"status":"draw"}}"#;
        let full: GameFull = serde_json::from_str(text).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let mut record = Record::new(folder.path(), "https://lichess.org", &full);
        let mut game = Game::new(full.initial_fen.parse().unwrap());
        game.play(game.position().parse_uci("e1e2").unwrap()).unwrap();
        record.note_clock(1, full.state.wtime);
        record.note_score(1, Color::White, Score::cp(-20), 7);
        let file = record.keep(&game, &full.state).unwrap();
        let kept = std::fs::read_to_string(file).unwrap();
        for line in [
            "[Event \"Rated blitz game\"]",
            "[Site \"https://lichess.org/5IrD6Gzz\"]",
            "[Date \"2018.04.15\"]",
            "[White \"Mary\"]",
            "[WhiteTitle \"WGM\"]",
            "[TimeControl \"180+2\"]",
            "[Variant \"From Position\"]",
            "[FEN \"4k3/8/8/8/8/8/4q3/4K3 w - - 0 1\"]",
            "1. Kxe2 {[%eval -0.20,7] [%clk 0:02:59]} {draw} 1/2-1/2",
        ] {
            assert!(kept.contains(line), "{line} in {kept}");
        }
        let read = pgn::Reader::new(kept.as_bytes()).next().unwrap().unwrap();
        assert_eq!(read.to_string(), kept);
    }
}
