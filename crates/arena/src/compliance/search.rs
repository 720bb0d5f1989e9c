//! The output of a search.

use std::time::{Duration, Instant};

use chess::Position;
use uci::{Info, ScoreText};

use super::session::{Search, Session, board_of};
use super::{Finding, ensure, fail};

const ONE_MOVE: &str = "fen k7/8/1K6/8/8/8/8/1R6 b - - 0 1";
const TABLEBASE: &str = "fen 8/8/8/4k3/8/4K3/4P3/8 w - - 0 1";
const MATED: &str = "fen R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1";
const STALEMATED: &str = "fen k7/8/1Q6/8/8/8/8/2K5 b - - 0 1";
const MATE_IN_TWO: &str = "fen 7k/8/8/8/8/8/R7/1R4K1 w - - 0 1";
const MIDDLEGAME: &str = "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

pub(super) fn one_answer(session: &mut Session) -> Finding {
    for position in ["startpos", ONE_MOVE, TABLEBASE, MATE_IN_TWO] {
        let search = session.search(position, "go depth 4")?;
        ensure(search.last_scored().is_some(), || format!("no score before the answer to {position}"))?;
        let after = session.sync()?;
        ensure(!after.iter().any(|line| line.starts_with("bestmove")), || {
            format!("a second answer: `{}`", after.join(" | "))
        })?;
    }
    Ok(())
}

pub(super) fn no_move(session: &mut Session) -> Finding {
    for (position, score) in [(MATED, ScoreText::Mate(0)), (STALEMATED, ScoreText::Cp(0))] {
        let search = session.search(position, "go depth 3")?;
        let answer = search.lines.last().map_or("", |line| line.trim());
        ensure(answer == "bestmove (none)", || format!("`{answer}`; expected `bestmove (none)`"))?;
        let told = search.last_scored().and_then(|info| info.score).map(|score| score.value);
        ensure(told == Some(score), || match told {
            Some(told) => format!("score {told} in {position}; expected {score}"),
            None => format!("no score in {position}; expected {score}"),
        })?;
    }
    Ok(())
}

pub(super) fn mate_and_no_time(session: &mut Session) -> Finding {
    for (go, longest) in [
        ("go mate 2", 2),
        ("go mate 2 depth 20", 2),
        ("go nodes 10000000 mate 3", 3),
        ("go mate 2 movetime 5000", 2),
    ] {
        let search = session.search(MATE_IN_TWO, go)?;
        let told = search.last_scored().and_then(|info| info.score).map(|score| score.value);
        let is_found = matches!(told, Some(ScoreText::Mate(moves)) if (1..=longest).contains(&moves));
        ensure(is_found, || format!("`{go}` did not find a mate in {longest}: {told:?}"))?;
    }
    session.search(MIDDLEGAME, "go mate 5 nodes 20000")?;
    let start = Instant::now();
    session.search("startpos", "go movetime 0")?;
    ensure(start.elapsed() < Duration::from_secs(1), || {
        format!("`go movetime 0` took {} ms", start.elapsed().as_millis())
    })
}

pub(super) fn limits_in_any_order(session: &mut Session) -> Finding {
    session.search("startpos moves e2e4", "go btime 100")?;
    for go in [
        "go wtime 100",
        "go wtime 100 btime 100 winc 10 binc 10 movestogo 5",
        "go movestogo 3 binc 5 winc 5 btime 300 wtime 300",
        "go wtime -20 btime 100",
        "go nodes 500",
        "go depth 3 nodes 100000 movetime 1000",
        "go movetime 50 depth 40",
        "go winc 10 depth 2",
    ] {
        session.search("startpos", go)?;
    }
    for go in [
        "go searchmoves a2a3 h2h3 depth 3",
        "go depth 3 searchmoves a2a3 h2h3",
        "go nodes 2000 searchmoves h2h3 a2a3 wtime 1000",
        "go depth 3 searchmoves e2e5 a2a3 e7e5",
    ] {
        let best = session.search("startpos", go)?.best.best;
        let is_asked = best.is_some_and(|mv| ["a2a3", "h2h3"].contains(&mv.to_string().as_str()));
        ensure(is_asked, || format!("`{go}` was answered with {best:?}"))?;
    }
    Ok(())
}

pub(super) fn info_lines(session: &mut Session) -> Finding {
    let start = Instant::now();
    let search = session.search(MIDDLEGAME, "go movetime 1000")?;
    let seconds = start.elapsed().as_secs_f64().max(1.0);
    for line in &search.lines {
        ensure(!line.starts_with([' ', '\t']), || format!("a blank before `{}`", line.trim()))?;
        if line.starts_with("info") {
            ensure(is_well_formed(line), || format!("`{line}` has words that mean nothing"))?;
        } else {
            ensure(line.starts_with("bestmove"), || format!("`{line}` is no message of UCI"))?;
        }
    }
    let rate = search.lines.len() as f64 / seconds;
    ensure(rate <= 500.0, || format!("{rate:.0} lines per second"))
}

/// Whether reading a line loses nothing: written again it has as many words.
fn is_well_formed(line: &str) -> bool {
    match line.parse() {
        Ok(uci::Message::Info(info)) => {
            info.string.is_some() || info.to_string().split(' ').count() == line.split_whitespace().count()
        }
        _ => false,
    }
}

pub(super) fn principal_variations(session: &mut Session) -> Finding {
    for (position, go) in
        [("startpos", "go depth 9"), (MIDDLEGAME, "go depth 8"), (MATE_IN_TWO, "go depth 8")]
    {
        let search = session.search(position, go)?;
        let start = board_of(position);
        for info in search.infos.iter().filter(|info| !info.pv.is_empty()) {
            check_line(&start, info)?;
        }
        check_answer(&search)?;
    }
    Ok(())
}

/// The moves of a line are legal, and an exact mate score means that it ends in mate.
fn check_line(start: &Position, info: &Info) -> Finding {
    let mut board = start.clone();
    for &mv in &info.pv {
        match board.find(mv) {
            Ok(mv) => board.make(mv, &mut ()),
            Err(error) => return fail(format!("`{info}`: {error}")),
        }
    }
    let is_exact_mate = info
        .score
        .is_some_and(|score| matches!(score.value, ScoreText::Mate(_)) && score.bound == uci::Bound::Exact);
    let is_mate = board.count_legal_moves() == 0 && board.in_check();
    ensure(!is_exact_mate || is_mate, || format!("`{info}` claims a mate but does not end in one"))
}

/// The last line begins with the answer, followed by the move to ponder on.
fn check_answer(search: &Search) -> Finding {
    let Some(info) = search.last_scored().filter(|info| !info.pv.is_empty()) else {
        return fail("no line before the answer");
    };
    ensure(info.pv.first() == search.best.best.as_ref(), || format!("`{}` after `{info}`", search.best))?;
    ensure(search.best.ponder.is_none_or(|mv| info.pv.get(1) == Some(&mv)), || {
        format!("`{}` ponders on another move than `{info}`", search.best)
    })
}

pub(super) fn reproducible(session: &mut Session) -> Finding {
    if session.option("Threads").is_ok() {
        session.send("setoption name Threads value 1")?;
    }
    let mut results = Vec::new();
    for _ in 0..2 {
        session.send("ucinewgame")?;
        session.sync()?;
        let search = session.search(MIDDLEGAME, "go nodes 20000")?;
        let last = search.last_scored().map(|info| (info.depth, info.score, info.nodes, info.pv.clone()));
        results.push((search.best, last));
        // Something else in between must leave no trace.
        session.search("startpos", "go depth 6")?;
    }
    ensure(results[0] == results[1], || {
        format!("the same search after `ucinewgame` gave {:?} and {:?}", results[0], results[1])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_positions_are_what_they_are_called() {
        let [mated, stalemated] = [MATED, STALEMATED].map(board_of);
        assert!(mated.count_legal_moves() == 0 && mated.in_check());
        assert!(stalemated.count_legal_moves() == 0 && !stalemated.in_check());
        assert_eq!(board_of(ONE_MOVE).count_legal_moves(), 1);
    }

    #[test]
    fn strange_words_in_news_are_noticed() {
        assert!(is_well_formed("info depth 3 score cp 5 lowerbound pv e2e4"));
        assert!(is_well_formed("info string anything goes"));
        assert!(!is_well_formed("info depth 3 mood good"));
        assert!(!is_well_formed("info depth 3.5"));
        assert!(!is_well_formed("info pv e2e4 e7-e5"));
    }
}
