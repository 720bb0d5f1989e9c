//! How fast games are read.
//!
//! `RUSTFLAGS="-C target-cpu=native" cargo bench -p chess --bench pgn -- [MEGABYTES] [KIND]`
//!
//! Random games are written in three ways, each to a text of that size (100 megabytes by default),
//! which is then read from memory. Instructions are counted by running the program under
//! `valgrind --tool=callgrind --toggle-collect='*read_all*'`.

use std::io::Write;
use std::time::Instant;

use chess::pgn::{AnnotatedMove, Comment, Game, Line, Nag, Reader};
use chess::{Move, Position};
use gamekit::SplitMix64;

type Annotate = fn(&mut AnnotatedMove, &Position, &mut SplitMix64);

const KINDS: [(&str, Annotate); 3] =
    [("moves", |_, _, _| ()), ("clocks", clocks), ("variations", variations)];

fn main() {
    // `cargo bench` adds an option of its own.
    let mut words = std::env::args().skip(1).filter(|word| !word.starts_with("--"));
    let megabytes: usize = words.next().map_or(100, |word| word.parse().expect("megabytes"));
    let chosen = words.next();
    for (kind, annotate) in KINDS {
        if chosen.as_ref().is_some_and(|chosen| chosen != kind) {
            continue;
        }
        let text = text_of(megabytes * 1_000_000, annotate);
        let start = Instant::now();
        let (games, moves) = read_all(&text);
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{kind:<12} {games:>8} games {moves:>10} moves {seconds:>7.2} s {:>7.1} MB/s",
            text.len() as f64 / 1e6 / seconds
        );
    }
}

#[inline(never)]
fn read_all(text: &[u8]) -> (usize, usize) {
    let games = Reader::new(text).map(|game| game.expect("the games are legal"));
    games.fold((0, 0), |(games, moves), game| (games + 1, moves + game.line.moves.len()))
}

/// A text of about this many bytes. A thousand games are written and repeated.
fn text_of(bytes: usize, annotate: Annotate) -> Vec<u8> {
    let mut rng = SplitMix64::new(1);
    let mut some = Vec::new();
    for number in 0..1000 {
        let game = random_game(number, annotate, &mut rng);
        writeln!(some, "{game}").expect("a vector takes all bytes");
        if some.len() > bytes {
            break;
        }
    }
    some.repeat(bytes.div_ceil(some.len()))
}

fn random_game(number: usize, annotate: Annotate, rng: &mut SplitMix64) -> Game {
    let mut game = Game::new(Position::initial());
    for (name, value) in [
        ("Event", "Random games"),
        ("Site", "Here"),
        ("Date", "2026.11.17"),
        ("Round", &number.to_string()),
        ("White", "Rook, Anna"),
        ("Black", "Bishop, Otto"),
        ("Result", "1/2-1/2"),
    ] {
        game.tags.set(name, value);
    }
    let mut position = game.start.clone();
    for _ in 0..40 + rng.below(80) {
        let Some(mv) = random_move(&position, rng) else { break };
        let mut played = AnnotatedMove::new(mv);
        annotate(&mut played, &position, rng);
        game.line.moves.push(played);
        position.make(mv, &mut ());
    }
    game.result = "1/2-1/2".parse().ok();
    game
}

fn random_move(position: &Position, rng: &mut SplitMix64) -> Option<Move> {
    let moves = position.legal_moves();
    (!moves.is_empty()).then(|| moves[rng.below(moves.len())])
}

/// As a server writes the games of its members.
fn clocks(played: &mut AnnotatedMove, _: &Position, rng: &mut SplitMix64) {
    let (pawns, minute, second) = (rng.below(900), rng.below(10), rng.below(60));
    let text = format!("[%eval {}.{:02}] [%clk 0:0{minute}:{second:02}]", pawns / 100, pawns % 100);
    played.after.push(Comment::parse(&text));
}

/// As an author comments a game.
fn variations(played: &mut AnnotatedMove, position: &Position, rng: &mut SplitMix64) {
    if rng.below(4) == 0 {
        played.nags.push(Nag(1 + rng.below(6) as u8));
        played.after.push(Comment::parse("White has the better pawns, but the knight has no good square."));
    }
    if rng.below(6) == 0 {
        let mut line = Line::default();
        let mut position = position.clone();
        while let Some(mv) = random_move(&position, rng).filter(|_| line.moves.len() < 5) {
            line.moves.push(AnnotatedMove::new(mv));
            position.make(mv, &mut ());
        }
        played.variations.push(line);
    }
}
