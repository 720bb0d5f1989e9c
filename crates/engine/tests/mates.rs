//! Mates from Petteia's own games, in `mates.epd`: found by an ordinary search, and by one that
//! seeks them. Each was proved by trying every move (the example `mates` of the trainer), so
//! nothing shorter is there to be found.

use chess::{Epd, Game, Position};
use engine::{Engine, Limits, Stop};

/// A mate and the number of its moves.
struct Mate {
    position: Position,
    moves: u32,
}

fn suite() -> Vec<Mate> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/mates.epd");
    let text = std::fs::read_to_string(path).expect("the suite is beside its test");
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let epd: Epd = line.parse().expect(line);
            let moves = epd.text("dm").and_then(|moves| moves.parse().ok()).expect("the line gives a number");
            Mate { position: Position::new(epd.setup).expect(line), moves }
        })
        .collect()
}

/// Whether a search finds the shortest mate before it reaches its limits.
fn is_found(mate: &Mate, limits: &Limits) -> bool {
    let mut engine = Engine::new(16).expect("16 MB are to be had");
    let stop = Stop::default();
    engine.search(&Game::new(mate.position.clone()), limits, &stop, |info| {
        if info.score.mate_in_moves() == Some(mate.moves as i32) {
            stop.stop();
        }
    });
    stop.is_stopped()
}

/// The positions that a search misses.
fn missed(limits: impl Fn(u32) -> Limits) -> Vec<String> {
    let missed = suite().into_iter().filter(|mate| !is_found(mate, &limits(mate.moves)));
    missed.map(|mate| format!("{} (mate in {})", mate.position, mate.moves)).collect()
}

#[test]
fn the_suite_has_mates_of_all_lengths() {
    for moves in 1..=5 {
        let count = suite().iter().filter(|mate| mate.moves == moves).count();
        assert!(count >= 20, "{count} mates in {moves}");
    }
}

#[test]
fn a_search_for_mates_finds_them() {
    let missed = missed(|moves| Limits { mate: Some(moves), nodes: Some(2_000_000), ..Limits::default() });
    assert!(missed.is_empty(), "missed: {missed:#?}");
}

/// A search that plays to win prunes quiet ways to mate while it is far ahead anyway, so a few of
/// the shortest ones it sees late.
#[test]
fn an_ordinary_search_finds_nearly_all_of_them() {
    /// For mates in one, two, and so on.
    const NODES: [u64; 5] = [1_000, 20_000, 100_000, 500_000, 500_000];
    let missed = missed(|moves| Limits { nodes: Some(NODES[moves as usize - 1]), ..Limits::default() });
    assert!(missed.len() <= 6, "missed: {missed:#?}");
}
