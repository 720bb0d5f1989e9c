//! `petteia ratings`: one table for the players of many matches.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use arena::ledger::Reading;
use arena::ratings::Pool;

#[derive(clap::Args)]
pub struct Args {
    /// The results of matches; players of the same name are the same.
    #[arg(required = true)]
    results: Vec<PathBuf>,
    /// A rating that is known, and sets the scale; may be given several times.
    #[arg(long, value_name = "NAME=ELO", value_parser = parse_known)]
    known: Vec<(String, f64)>,
}

fn parse_known(text: &str) -> Result<(String, f64), String> {
    let (name, elo) = text.rsplit_once('=').ok_or("expected NAME=ELO")?;
    let elo: f64 = elo.parse().map_err(|_| format!("expected a rating after {name}="))?;
    if elo.is_finite() { Ok((name.to_owned(), elo)) } else { Err("expected a finite rating".to_owned()) }
}

pub fn run(args: &Args) -> Result<()> {
    let mut names: Vec<String> = Vec::new();
    let mut encounters = Vec::new();
    for path in &args.results {
        let reading = Reading::open(path)?;
        let players: Vec<usize> =
            reading.config.engines.iter().map(|engine| number_of(&mut names, &engine.name)).collect();
        for &(first, second) in reading.standings.encounters() {
            let tally = reading.standings.encounter(first, second).tally;
            encounters.push((players[first], players[second], tally));
        }
    }
    let mut pool = Pool::new(names.len());
    for (name, elo) in &args.known {
        let player = names.iter().position(|player| player == name);
        let player = player.with_context(|| format!("{name} played in none of these matches"))?;
        pool.fix(player, *elo);
    }
    for &(first, second, tally) in &encounters {
        ensure!(first != second, "{} plays itself: names have to differ", names[first]);
        pool.add(first, second, tally);
    }
    print_table(&names, &pool);
    Ok(())
}

fn number_of(names: &mut Vec<String>, name: &str) -> usize {
    names.iter().position(|known| known == name).unwrap_or_else(|| {
        names.push(name.to_owned());
        names.len() - 1
    })
}

fn print_table(names: &[String], pool: &Pool) {
    let ratings = pool.ratings();
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|&a, &b| ratings[b].value.total_cmp(&ratings[a].value));
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
    println!(
        "{:>4} {:width$} {:>7} {:>5} {:>6} {:>8} {:>8}",
        "rank", "player", "Elo", "+/-", "games", "points", "score"
    );
    for (rank, player) in order.into_iter().enumerate() {
        let (rating, tally) = (ratings[player], pool.tally(player));
        let error = if rating.error > 0.0 { format!("{:.0}", rating.error) } else { "known".to_owned() };
        println!(
            "{:>4} {:width$} {:>7.0} {error:>5} {:>6} {:>8.1} {:>6.1} %",
            rank + 1,
            names[player],
            rating.value,
            tally.games(),
            tally.points(),
            100.0 * tally.points() / tally.games().max(1) as f64,
        );
    }
}
