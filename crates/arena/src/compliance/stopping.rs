//! Starting and ending searches.

use std::time::Duration;

use super::session::Session;
use super::{Finding, ensure, fail};

const A_WHILE: Duration = Duration::from_millis(300);
const LONG: Duration = Duration::from_secs(10);

const MATE_IN_ONE: &str = "fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
const ONE_MOVE: &str = "fen k7/8/1K6/8/8/8/8/1R6 b - - 0 1";
/// Searched to any depth in no time.
const BARE_KINGS: &str = "fen 8/8/8/4k3/8/4K3/8/8 w - - 0 1";

pub(super) fn race(session: &mut Session) -> Finding {
    session.send("position startpos")?;
    let mut slowest = None;
    for _ in 0..session.patience.races {
        session.send_bytes(b"go infinite\nstop\n")?;
        if session.answer(session.patience.at_once).is_err() {
            // Late or lost? The two differ in how bad they are.
            slowest = Some(session.answer(LONG).is_ok());
            break;
        }
    }
    match slowest {
        None => Ok(()),
        Some(true) => {
            fail(format!("the answer took longer than {} ms", session.patience.at_once.as_millis()))
        }
        Some(false) => fail("`stop` was lost: the search goes on"),
    }
}

pub(super) fn idle_stop(session: &mut Session) -> Finding {
    session.send("stop")?;
    let said = session.sync()?;
    ensure(said.is_empty(), || format!("`{}` in answer to `stop` while idle", said.join(" | ")))?;
    session.send("position startpos")?;
    session.send_bytes(b"stop\ngo infinite\n")?;
    session.no_answer_for(A_WHILE)?;
    session.stop().map(drop)
}

pub(super) fn ready_during_search(session: &mut Session) -> Finding {
    session.send("position startpos")?;
    session.send("go infinite")?;
    session.no_answer_for(A_WHILE / 3)?;
    session.send("isready")?;
    let lines = session.until(session.patience.at_once.max(A_WHILE), "readyok", |line| line == "readyok")?;
    ensure(!lines.iter().any(|line| line.starts_with("bestmove")), || {
        "`isready` ended the search".to_owned()
    })?;
    session.no_answer_for(A_WHILE)?;
    session.stop()?;
    if session.option("Hash").is_ok() {
        session.send("setoption name Hash value 256")?;
        session.sync()?;
        session.search("startpos", "go depth 3")?;
    }
    Ok(())
}

pub(super) fn never_early(session: &mut Session) -> Finding {
    for position in [MATE_IN_ONE, ONE_MOVE, BARE_KINGS] {
        for go in ["go infinite", "go ponder wtime 100 btime 100"] {
            session.send("ucinewgame")?;
            session.send(&format!("position {position}"))?;
            session.send(go)?;
            session.no_answer_for(A_WHILE)?;
            session.stop()?;
        }
    }
    session.send("position startpos")?;
    session.send("go ponder movetime 100")?;
    session.no_answer_for(A_WHILE)?;
    session.send("ponderhit")?;
    session.answer(LONG).map(drop)
}

pub(super) fn no_deadlock(session: &mut Session) -> Finding {
    session.send("position startpos")?;
    session.send("go infinite")?;
    for line in ["setoption name Hash value 16", "ucinewgame", "position startpos moves e2e4", "go depth 2"] {
        session.send(line)?;
    }
    session.no_answer_for(A_WHILE / 3)?;
    session.stop()?;
    // The search that was asked for in the meantime may be refused or run now; all must be well
    // after it.
    session.listen(2 * A_WHILE)?;
    session.sync()?;
    session.search("startpos", "go depth 2").map(drop)
}

pub(super) fn end_of_input(session: &mut Session) -> Finding {
    session.send("position startpos")?;
    session.send("go infinite")?;
    session.no_answer_for(A_WHILE / 3)?;
    let within = 2 * session.patience.at_once;
    ensure(session.ends_at_end_of_input(within), || {
        format!("still running {} ms after the end of its input", within.as_millis())
    })
}

#[cfg(test)]
mod tests {
    use super::super::session::board_of;
    use super::*;

    #[test]
    fn the_positions_are_what_they_are_called() {
        let position = board_of(MATE_IN_ONE);
        let mates = position.legal_moves().into_iter().filter(|&mv| {
            let after = position.play(mv);
            after.count_legal_moves() == 0 && after.in_check()
        });
        assert_eq!(mates.count(), 1);
        assert_eq!(board_of(ONE_MOVE).count_legal_moves(), 1);
    }
}
