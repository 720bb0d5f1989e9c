//! Results as text.

use std::fmt::Write;

use gamekit::Color;

use crate::config::MatchConfig;
use crate::ledger::Ledger;
use crate::ratings::ratings;
use crate::runner::Finished;
use crate::sprt::{Sprt, Verdict};
use crate::standings::{Encounter, Standings};

/// The line of a finished game.
pub fn game_line(ledger: &Ledger, game: &Finished) -> String {
    let name = |color: Color| &ledger.config().engines[game.pairing.engines[color]].name;
    let outcome = &game.record.outcome;
    format!(
        "{}/{} game {}: {} - {}: {} in {} moves, {outcome}",
        ledger.standings().games(),
        ledger.games(),
        game.pairing.number + 1,
        name(Color::White),
        name(Color::Black),
        outcome.result,
        game.record.moves.len().div_ceil(2),
    )
}

/// The summary of the results so far.
pub fn summary(config: &MatchConfig, standings: &Standings) -> String {
    let mut text = String::new();
    match standings.encounters() {
        [(first, second)] => {
            let encounter = standings.encounter(*first, *second);
            let names = [*first, *second].map(|engine| &*config.engines[engine].name);
            text.push_str(&head_to_head(config, names, &encounter));
        }
        _ => text.push_str(&rating_table(config, standings)),
    }
    text.push('\n');
    text.push_str(&engine_table(config, standings));
    let _ = writeln!(text, "overhead {:.3} ms/move", standings.overhead_per_move().as_secs_f64() * 1e3);
    text
}

fn head_to_head(config: &MatchConfig, names: [&str; 2], encounter: &Encounter) -> String {
    let Encounter { tally, pairs } = encounter;
    let sample = encounter.sample();
    let games = tally.games();
    let percent = |part: f64| 100.0 * part / games.max(1) as f64;
    let mut text = format!(
        "{} - {}: {games} games, {tally}, {:.2} %, draws {:.1} %\n",
        names[0],
        names[1],
        percent(tally.points()),
        percent(tally.draws as f64)
    );
    if games > 0 {
        let _ = writeln!(text, "pairs {pairs} (0, 1/2, 1, 3/2, 2 points)");
        let _ = writeln!(
            text,
            "Elo {}, normalised Elo {} (95 %), LOS {:.1} %",
            sample.elo(),
            sample.normalized_elo(),
            100.0 * sample.superiority()
        );
    }
    if let Some(sprt) = &config.sprt {
        text.push_str(&sprt_line(sprt, encounter));
    }
    text
}

fn sprt_line(sprt: &Sprt, encounter: &Encounter) -> String {
    let llr = sprt.llr(encounter.pairs);
    let (lower, upper) = sprt.bounds();
    let verdict = sprt.verdict(llr);
    let mut line = format!("SPRT {sprt}, pentanomial: LLR {llr:.2} ({lower:.2}, {upper:.2}), {verdict}");
    if let (Verdict::Continue, Some(pairs)) = (verdict, sprt.pairs_left(encounter.pairs)) {
        let _ = write!(line, ", about {} games left at this pace", 2 * pairs);
    }
    line + "\n"
}

fn rating_table(config: &MatchConfig, standings: &Standings) -> String {
    let table = ratings(standings, config.engines.len());
    let mut order: Vec<usize> = (0..config.engines.len()).collect();
    order.sort_by(|&a, &b| table[b].value.total_cmp(&table[a].value));
    let width = name_width(config);
    let mut text = format!(
        "{:>4} {:width$} {:>8} {:>7} {:>6} {:>8} {:>8} {:>7}\n",
        "rank", "engine", "Elo", "+/-", "games", "points", "score", "draws"
    );
    for (rank, engine) in order.into_iter().enumerate() {
        let tally = standings.engine(engine).tally;
        let games = tally.games().max(1) as f64;
        let _ = writeln!(
            text,
            "{:>4} {:width$} {:>+8.1} {:>7.1} {:>6} {:>8.1} {:>6.1} % {:>5.1} %",
            rank + 1,
            config.engines[engine].name,
            table[engine].value,
            table[engine].error,
            tally.games(),
            tally.points(),
            100.0 * tally.points() / games,
            100.0 * tally.draws as f64 / games,
        );
    }
    text
}

/// Faults and search statistics of each engine.
fn engine_table(config: &MatchConfig, standings: &Standings) -> String {
    let width = name_width(config);
    let mut text = format!(
        "{:width$} {:>9} {:>7} {:>7} {:>8} {:>6} {:>7} {:>8}\n",
        "engine", "time loss", "illegal", "crashes", "wrong PV", "depth", "knps", "ms/move"
    );
    for (index, engine) in config.engines.iter().enumerate() {
        let standing = standings.engine(index);
        let thinking = &standing.thinking;
        let known = |number: f64, digits: usize| {
            if number.is_finite() { format!("{number:.digits$}") } else { "-".to_owned() }
        };
        let _ = writeln!(
            text,
            "{:width$} {:>9} {:>7} {:>7} {:>8} {:>6} {:>7} {:>8}",
            engine.name,
            standing.time_losses,
            standing.illegal_moves,
            standing.crashes,
            thinking.wrong_lines,
            known(thinking.mean_depth(), 1),
            known(thinking.speed() / 1e3, 0),
            known(thinking.mean_time().as_secs_f64() * 1e3, 1),
        );
    }
    text
}

fn name_width(config: &MatchConfig) -> usize {
    config.engines.iter().map(|engine| engine.name.chars().count()).max().unwrap_or(0).max(6)
}
