//! Malformed, long and unusual input, and commands beyond the standard.

use std::time::Duration;

use super::session::Session;
use super::{Finding, StepError, ensure, fail};

pub(super) fn bad_input(session: &mut Session) -> Finding {
    session.send("position startpos moves e2e4")?;
    let mut silent = Vec::new();
    for line in [
        &b"setoption name Hash value many\n"[..],
        b"setoption name No Such Option value 1\n",
        b"position fen 8/8/8/8/8/8/8/8 w - - 0 1\n",
        b"position fen what is this\n",
        b"position startpos moves e2e4 e2e4\n",
        b"\xff\xfe\x80\n",
        b"no such command\n",
    ] {
        session.send_bytes(line)?;
        let said = session.sync()?;
        if !said.iter().any(|line| line.starts_with("info string")) {
            silent.push(String::from_utf8_lossy(line).trim().to_owned());
        }
    }
    // The old position is still there: Black is to move.
    session.send("go depth 3")?;
    let best = session.answer(Duration::from_secs(10))?.best.best;
    let board = super::session::board_of("startpos moves e2e4");
    ensure(best.is_some_and(|mv| board.find(mv).is_ok()), || {
        format!("the position was not kept: {best:?} after 1. e4")
    })?;
    ensure(silent.is_empty(), || format!("no `info string` about: {}", silent.join(" | ")))
}

pub(super) fn odd_input(session: &mut Session) -> Finding {
    let game = " g1f3 g8f6 f3g1 f6g8".repeat(301);
    session.search(&format!("startpos moves{game}"), "go depth 2")?;
    for line in ["isready\r", "\tisready", "  isready  ", "xyzzy isready"] {
        session.send("")?;
        session.send("\r")?;
        session.send(line)?;
        session.until(Duration::from_secs(5), &format!("readyok to {line:?}"), |line| line == "readyok")?;
    }
    session.search("startpos\tmoves  e2e4\r", "go\tdepth\t2\r").map(drop)
}

pub(super) fn chess960(session: &mut Session) -> Finding {
    const CASTLING: &str = "fen r3k2r/pppq1ppp/8/8/8/8/PPPQ1PPP/R3K2R w KQkq - 0 1";
    for castle in ["e1g1", "e1h1"] {
        session.search(&format!("{CASTLING} moves {castle}"), "go depth 2")?;
    }
    session.option("UCI_Chess960")?;
    session.send("setoption name UCI_Chess960 value true")?;
    for (fen, castle) in [
        ("r3k2r/pppq1ppp/8/8/8/8/PPPQ1PPP/R3K2R w HAha - 0 1", "e1h1"),
        ("r3k2r/pppq1ppp/8/8/8/8/PPPQ1PPP/R3K2R w KQkq - 0 1", "e1a1"),
        ("1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb - 0 1", "c1g1"),
        ("r1k4r/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w GBha - 0 1", "f1g1"),
    ] {
        let position = format!("fen {fen}");
        let best = session.search(&position, &format!("go depth 2 searchmoves {castle}"))?.best.best;
        ensure(best.is_some_and(|mv| mv.to_string() == castle), || {
            format!("asked for {castle} in {fen}, played {best:?}")
        })?;
    }
    Ok(())
}

pub(super) fn openbench(session: &mut Session) -> Finding {
    let mut counts = Vec::new();
    for _ in 0..2 {
        let lines = session.run_with(&["bench"], Duration::from_mins(1))?;
        let words: Vec<&str> = lines.last().map_or(vec![], |line| line.split_whitespace().collect());
        match words[..] {
            [nodes, "nodes", speed, "nps"]
                if nodes.parse::<u64>().is_ok() && speed.parse::<u64>().is_ok() =>
            {
                counts.push(nodes.to_owned());
            }
            _ => return fail(format!("`bench` ends with {:?}; expected `N nodes M nps`", words.join(" "))),
        }
    }
    ensure(counts[0] == counts[1], || format!("`bench` counts {} and {} nodes", counts[0], counts[1]))?;
    let lines = session.run_with(&["genfens 3 seed 7 book None", "quit"], Duration::from_secs(30))?;
    let fens: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix("info string genfens ")).collect();
    ensure(fens.len() == 3 && fens.iter().all(|fen| fen.parse::<chess::Position>().is_ok()), || {
        format!("`genfens 3` gave {} positions", fens.len())
    })
}

pub(super) fn extras(session: &mut Session) -> Finding {
    session.send("position startpos moves e2e4")?;
    let mut missing = Vec::new();
    for (command, expected) in [
        ("d", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b"),
        ("eval", ""),
        ("go perft 3", "13160"),
        ("help", ""),
    ] {
        session.send(command)?;
        let is_told = |line: &str| !line.is_empty() && line.contains(expected);
        // Some engines know the command but not at once.
        let said = session.until(Duration::from_secs(2), "answer", is_told).unwrap_or_default();
        if said.last().is_none_or(|line| line.to_lowercase().contains("unknown command")) {
            missing.push(command);
        }
        session.sync()?;
    }
    session.send("flip")?;
    session.send("d")?;
    let said = session.sync()?;
    if !said.iter().any(|line| line.contains("rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w")) {
        missing.push("flip");
    }
    if missing.len() == 5 {
        return Err(StepError::Skipped("none of them, and none is standard".to_owned()));
    }
    ensure(missing.is_empty(), || format!("no answer, or a wrong one, to: {}", missing.join(", ")))
}
