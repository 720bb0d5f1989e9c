//! Matches from files.

use std::path::Path;

use arena::config::MatchConfig;
use arena::ledger::Reading;
use arena::ratings::ratings;
use arena::report;
use arena::standings::Standings;

use super::title;
use crate::blocking::blocking;
use crate::protocol::watch::{FinishedGame, MatchState, TableRow};
use crate::refused::Refused;

/// Finished games that a page gets.
pub(super) const MOST_FINISHED: usize = 100;

pub(super) async fn read(id: &str, path: &Path) -> Result<MatchState, Refused> {
    let (id, path) = (id.to_owned(), path.to_owned());
    blocking(move || {
        let reading = Reading::open(&path).map_err(Refused::internal)?;
        let mut state = state(&id, &reading.config, &reading.standings);
        let newest = reading.games.into_iter().rev().take(MOST_FINISHED);
        state.finished = newest
            .map(|game| FinishedGame {
                number: game.number as u32 + 1,
                white: game.white,
                black: game.black,
                result: game.summary.result.to_string(),
                reason: game.summary.reason,
                plies: game.summary.plies as u32,
            })
            .collect();
        Ok(state)
    })
    .await?
}

/// The results of a match, without games and boards.
pub(super) fn state(id: &str, config: &MatchConfig, standings: &Standings) -> MatchState {
    MatchState {
        id: id.to_owned(),
        title: title(config),
        limits: config.limits().to_string(),
        running: false,
        games_done: standings.games() as u32,
        games: config.schedule().games() as u32,
        table: table(config, standings),
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
