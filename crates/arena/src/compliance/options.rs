//! Options and their effects.

use uci::{Info, OptionKind, ScoreText};

use super::session::Session;
use super::{Finding, StepError, ensure, fail};

const TWO_MOVES: &str = "fen 7k/8/8/8/8/8/8/K5r1 w - - 0 1";

/// Names that GUIs match letter by letter.
const STANDARD: [&str; 16] = [
    "Hash",
    "Clear Hash",
    "Threads",
    "MultiPV",
    "Ponder",
    "Move Overhead",
    "SyzygyPath",
    "UCI_Chess960",
    "UCI_ShowWDL",
    "UCI_LimitStrength",
    "UCI_Elo",
    "UCI_AnalyseMode",
    "UCI_EngineAbout",
    "EvalFile",
    "OwnBook",
    "Book File",
];

pub(super) fn names_in_any_case(session: &mut Session) -> Finding {
    session.option("MultiPV")?;
    session.send("setoption name mULTIpv value 3")?;
    let search = session.search("startpos", "go depth 3")?;
    ensure(search.infos.iter().any(|info| info.multipv == Some(3)), || {
        "`setoption name mULTIpv value 3` did not change MultiPV".to_owned()
    })
}

pub(super) fn win_draw_loss(session: &mut Session) -> Finding {
    match session.option("UCI_ShowWDL")? {
        OptionKind::Check { default: false } => {}
        other => return fail(format!("UCI_ShowWDL is {other:?}; expected a check that is false by default")),
    }
    let without = session.search("startpos", "go depth 3")?;
    ensure(without.infos.iter().all(|info| info.wdl.is_none()), || {
        "wdl is told though UCI_ShowWDL is off".to_owned()
    })?;
    session.send("setoption name UCI_ShowWDL value true")?;
    let with = session.search("startpos", "go depth 3")?;
    for info in with.infos.iter().filter(|info| info.score.is_some()) {
        let sum = info.wdl.map(|wdl| wdl.win + wdl.draw + wdl.loss);
        ensure(sum == Some(1000), || format!("`{info}`: wdl sums to {sum:?}; expected 1000"))?;
    }
    Ok(())
}

pub(super) fn multi_pv(session: &mut Session) -> Finding {
    let most = match session.option("MultiPV")? {
        OptionKind::Spin { max, .. } => max.min(50),
        other => return fail(format!("MultiPV is {other:?}; expected a spin")),
    };
    if most < 10 {
        return Err(StepError::Skipped(format!("MultiPV goes up to {most} only")));
    }
    session.send(&format!("setoption name MultiPV value {most}"))?;
    let search = session.search(TWO_MOVES, "go depth 4")?;
    let moves = super::session::board_of(TWO_MOVES).count_legal_moves();
    let ranks = search.infos.iter().filter_map(|info| info.multipv).max().unwrap_or(0);
    ensure(ranks as usize <= moves, || format!("{ranks} lines for {moves} moves"))?;
    let search = session.search("startpos", "go depth 5")?;
    let scores = last_ranking(&search.infos);
    ensure(scores.is_sorted_by(|a, b| a >= b), || format!("the lines are not ordered by score: {scores:?}"))
}

/// The scores of the last group of lines, best rank first.
fn last_ranking(infos: &[Info]) -> Vec<i32> {
    let mut scores = Vec::new();
    let ranked = infos.iter().rev().filter_map(|info| Some((info.multipv?, order(info.score?.value))));
    for (rank, score) in ranked {
        scores.push(score);
        if rank == 1 {
            break;
        }
    }
    scores.reverse();
    scores
}

/// A number that grows with the score.
fn order(score: ScoreText) -> i32 {
    match score {
        ScoreText::Cp(centipawns) => centipawns,
        ScoreText::Mate(moves) if moves > 0 => 1_000_000 - moves,
        ScoreText::Mate(moves) => -1_000_000 - moves,
    }
}

pub(super) fn standard_names(session: &mut Session) -> Finding {
    let has = |name: &&&str| session.options.iter().any(|option| option.name == **name);
    let missing: Vec<&str> = STANDARD.iter().filter(|name| !has(name)).copied().collect();
    ensure(missing.is_empty(), || format!("missing: {}", missing.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_position_has_two_moves() {
        assert_eq!(super::super::session::board_of(TWO_MOVES).count_legal_moves(), 2);
    }
}
