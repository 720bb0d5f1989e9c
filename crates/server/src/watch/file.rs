//! Matches from files.

use std::path::Path;

use arena::config::MatchConfig;
use arena::ledger::Reading;
use arena::ratings::ratings;
use arena::report;
use arena::sprt::{Sprt, Verdict};
use arena::standings::Standings;

use super::curve::Curve;
use super::title;
use crate::blocking::blocking;
use crate::protocol::watch::{FinishedGame, MatchState, Meeting, TableRow, TestState};
use crate::refused::Refused;

/// Finished games that a page gets.
pub(super) const MOST_FINISHED: usize = 100;

pub(super) async fn read(id: &str, path: &Path, is_own: bool) -> Result<MatchState, Refused> {
    let (id, path) = (id.to_owned(), path.to_owned());
    blocking(move || {
        let reading = Reading::open(&path).map_err(Refused::internal)?;
        Ok(MatchState { resumable: is_own && !reading.is_over(), ..whole_state(&id, &reading) })
    })
    .await?
}

/// A match with its games, newest first.
pub(super) fn whole_state(id: &str, reading: &Reading) -> MatchState {
    let newest = reading.games.iter().rev().take(MOST_FINISHED);
    let finished = newest.map(|game| FinishedGame {
        number: game.number as u32 + 1,
        white: game.white.clone(),
        black: game.black.clone(),
        result: game.summary.result.to_string(),
        reason: game.summary.reason.clone(),
        plies: game.summary.plies as u32,
    });
    MatchState {
        finished: finished.collect(),
        curve: Curve::of(reading).shown(),
        ..state(id, &reading.config, &reading.standings)
    }
}

/// The results of a match, without games, boards and the way to them.
pub(super) fn state(id: &str, config: &MatchConfig, standings: &Standings) -> MatchState {
    MatchState {
        id: id.to_owned(),
        title: title(config),
        limits: config.limits().to_string(),
        running: false,
        games_done: standings.games() as u32,
        games: config.schedule().games() as u32,
        table: table(config, standings),
        meetings: meetings(config, standings),
        curve: Vec::new(),
        test: config.sprt.map(|sprt| test(&sprt, standings)),
        resumable: false,
        summary: report::summary(config, standings),
        finished: Vec::new(),
        boards: Vec::new(),
        trouble: None,
    }
}

fn table(config: &MatchConfig, standings: &Standings) -> Vec<TableRow> {
    let ratings = ratings(standings, config.engines.len());
    let mut rows: Vec<TableRow> = config
        .engines
        .iter()
        .zip(ratings)
        .enumerate()
        .map(|(index, (engine, rating))| {
            let standing = standings.engine(index);
            let has_played = standing.tally.games() > 0;
            let known = |number: f64| Some(number).filter(|number| has_played && number.is_finite());
            TableRow {
                name: engine.name.clone(),
                wins: standing.tally.wins as u32,
                draws: standing.tally.draws as u32,
                losses: standing.tally.losses as u32,
                elo: known(rating.value),
                error: known(rating.error),
                depth: known(standing.thinking.mean_depth()),
                nodes_per_second: known(standing.thinking.speed()),
            }
        })
        .collect();
    rows.sort_by(|one, other| other.elo.unwrap_or(0.0).total_cmp(&one.elo.unwrap_or(0.0)));
    rows
}

fn meetings(config: &MatchConfig, standings: &Standings) -> Vec<Meeting> {
    let meeting = |&(first, second): &(usize, usize)| {
        let tally = standings.encounter(first, second).tally;
        Meeting {
            player: config.engines[first].name.clone(),
            opponent: config.engines[second].name.clone(),
            wins: tally.wins as u32,
            draws: tally.draws as u32,
            losses: tally.losses as u32,
        }
    };
    standings.encounters().iter().map(meeting).collect()
}

fn test(sprt: &Sprt, standings: &Standings) -> TestState {
    let llr = sprt.llr(standings.encounter(0, 1).pairs);
    let (lower, upper) = sprt.bounds();
    let passed = match sprt.verdict(llr) {
        Verdict::Continue => None,
        verdict => Some(verdict == Verdict::AcceptH1),
    };
    TestState { bounds: sprt.to_string(), llr, lower, upper, passed }
}
