//! Searches outside of matches.

use arena::analyst::Analyst;
use arena::player::Failure;
use uci::{Go, Position, Start};

use super::mock;

fn initial() -> Position {
    Position { start: Start::Initial, moves: Vec::new() }
}

#[test]
fn an_engine_tells_its_lines_and_its_move() {
    let mut analyst = Analyst::start(&mock("good", "")).expect("an engine");
    assert_eq!(analyst.introduction().name, "Mock");
    assert_eq!(analyst.set("Hash", "16"), Ok(false), "it has no such option");
    let mut lines = Vec::new();
    let best = analyst.search(initial(), Go::default(), |info| lines.push(info), || false).expect("a move");
    assert_eq!(lines.len(), 1);
    assert_eq!(lines[0].pv.first().copied(), best);
}

#[test]
fn a_search_that_does_not_stop_fails() {
    let mut analyst = Analyst::start(&mock("bad", "hang")).expect("an engine");
    for _ in 0..2 {
        analyst.search(initial(), Go::default(), drop, || false).expect("a move");
    }
    let failed = analyst.search(initial(), Go::default(), drop, || true);
    assert_eq!(failed, Err(Failure::Stall));
    let mut analyst = Analyst::start(&mock("bad", "crash")).expect("an engine");
    let mut search = || analyst.search(initial(), Go::default(), drop, || false);
    assert!(search().is_ok() && search().is_ok());
    assert!(matches!(search(), Err(Failure::Crash(why)) if why.contains("segmentation fault")));
}
