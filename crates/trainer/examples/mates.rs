//! Collects a suite of mates from games, each proved by exhaustive search:
//! `cargo run --release --package trainer --example mates -- GAMES PER_LENGTH`.
//!
//! The engine searches the last positions of each game for a mate. A mate is printed (EPD with
//! `dm`, the number of moves) after an exhaustive search has proved it and that there is no shorter
//! one.

use std::collections::HashMap;
use std::env;
use std::path::Path;
use std::process::ExitCode;

use chess::{Game, Move, Position};
use engine::{Engine, Limits, Stop};
use gamekit::{Key, Score};
use trainer::data::{Reader, RecordedGame};

/// The longest mates of the suite, in moves.
const LONGEST: usize = 5;
/// Positions before the end of a game that are searched.
const PLIES: usize = 16;
/// Node limit of the search for a mate.
const NODES: u64 = 30_000;
/// Node limit of a proof.
const TRIES: u32 = 3_000_000;
/// Positions with smaller scores are not searched.
const AHEAD: Score = Score::cp(400);

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [games, per_length] = &arguments[..] else { return explain("two arguments are needed") };
    let Ok(per_length) = per_length.parse() else { return explain("PER_LENGTH is a number") };
    match collect(Path::new(games), per_length) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => explain(&format!("{games}: {error}")),
    }
}

fn explain(fault: &str) -> ExitCode {
    eprintln!("mates: {fault}; usage: mates GAMES PER_LENGTH");
    ExitCode::from(2)
}

/// Prints up to this many mates of each length.
fn collect(path: &Path, per_length: usize) -> Result<(), Box<dyn std::error::Error>> {
    let mut engine = Engine::new(16)?;
    let mut found = [0; LONGEST];
    for block in Reader::open(path)? {
        for game in block?.games()? {
            if found.iter().all(|&count| count >= per_length) {
                return Ok(());
            }
            if let Some((position, moves)) =
                mate_in(&game, &mut engine, |moves| found[moves - 1] < per_length)
            {
                found[moves - 1] += 1;
                let fen = position.to_string();
                let fields: Vec<&str> = fen.split(' ').take(4).collect();
                println!("{} dm {moves};", fields.join(" "));
                eprint!("\rfound {found:?}");
            }
        }
    }
    eprintln!();
    Ok(())
}

/// The first mate of a wanted length near the end of a game: one of each game, for variety.
fn mate_in(
    game: &RecordedGame,
    engine: &mut Engine,
    is_wanted: impl Fn(usize) -> bool,
) -> Option<(Position, usize)> {
    let first = game.moves.len().saturating_sub(PLIES);
    let last = game.moments().skip(first).filter(|moment| moment.score_to_move() >= AHEAD);
    let mut positions = last.map(|moment| moment.position);
    positions.find_map(|position| {
        let moves = sought(engine, &position).filter(|&moves| is_wanted(moves))?;
        let mut prover = Prover::new();
        let is_proved = prover.mates(&position, moves) && !prover.mates(&position, moves - 1);
        (is_proved && prover.tries > 0).then_some((position, moves))
    })
}

/// The mate that the engine finds for the side to move.
fn sought(engine: &mut Engine, position: &Position) -> Option<usize> {
    engine.new_game();
    let limits = Limits { mate: Some(LONGEST as u32), nodes: Some(NODES), ..Limits::default() };
    let report = engine.search(&Game::new(position.clone()), &limits, &Stop::default(), |_| ());
    let shortest = report.info.score.mate_in_moves().filter(|moves| (1..=LONGEST as i32).contains(moves));
    shortest.map(|moves| moves as usize)
}

/// Proves mates by exhaustive search.
struct Prover {
    /// Nodes left; results are not valid once there are none.
    tries: u32,
    known: HashMap<(Key, usize), bool>,
    /// The reply that last refuted a mate in this many moves, tried first.
    refutations: HashMap<usize, Move>,
}

impl Prover {
    fn new() -> Prover {
        Prover { tries: TRIES, known: HashMap::new(), refutations: HashMap::new() }
    }

    /// Whether the side to move can mate in at most this many moves.
    fn mates(&mut self, position: &Position, moves: usize) -> bool {
        if moves == 0 || self.tries == 0 {
            return false;
        }
        self.tries -= 1;
        if let Some(&known) = self.known.get(&(position.key(), moves)) {
            return known;
        }
        let mut next: Vec<Position> = position.legal_moves().iter().map(|&mv| position.play(mv)).collect();
        // Mates mostly begin with a check, and with the one that leaves the fewest replies.
        next.sort_by_cached_key(|next| (!next.in_check(), next.count_legal_moves()));
        let mates = next.iter().any(|next| self.is_lost(next, moves - 1));
        self.known.insert((position.key(), moves), mates);
        mates
    }

    /// Whether the side to move is mated now, or within this many moves of the other side whatever
    /// it plays.
    fn is_lost(&mut self, position: &Position, moves: usize) -> bool {
        let mut replies: Vec<Move> = position.legal_moves().into_iter().collect();
        if replies.is_empty() {
            return position.in_check();
        }
        if moves == 0 {
            return false;
        }
        if let Some(index) = replies.iter().position(|mv| self.refutations.get(&moves) == Some(mv)) {
            replies.swap(0, index);
        }
        let escape = replies.into_iter().find(|&mv| !self.mates(&position.play(mv), moves));
        if let Some(mv) = escape {
            self.refutations.insert(moves, mv);
        }
        escape.is_none()
    }
}
