//! `petteia ratings`: the players of many matches in one table.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use arena::ledger::Reading;
use arena::ratings::Pool;
use serde::Serialize;

#[derive(clap::Args)]
pub struct Args {
    /// Results of matches; players with the same name are the same player.
    #[arg(required = true)]
    results: Vec<PathBuf>,
    /// Known rating that anchors the scale; may be given several times.
    #[arg(long, value_name = "NAME=ELO", value_parser = parse_known)]
    known: Vec<(String, f64)>,
    /// Print JSON: a list of players, the best first.
    #[arg(long)]
    json: bool,
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
        ensure!(first != second, "{} plays itself; expected different names", names[first]);
        pool.add(first, second, tally);
    }
    let rows = rows(&names, &pool);
    if args.json {
        println!("{}", serde_json::to_string(&rows)?);
    } else {
        print_table(&rows);
    }
    Ok(())
}

fn number_of(names: &mut Vec<String>, name: &str) -> usize {
    names.iter().position(|known| known == name).unwrap_or_else(|| {
        names.push(name.to_owned());
        names.len() - 1
    })
}

/// A line of the table; a known rating has no error.
#[derive(Serialize)]
struct Row {
    rank: usize,
    player: String,
    elo: f64,
    error: Option<f64>,
    games: u64,
    points: f64,
}

/// The players, the best first.
fn rows(names: &[String], pool: &Pool) -> Vec<Row> {
    let ratings = pool.ratings();
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|&a, &b| ratings[b].value.total_cmp(&ratings[a].value));
    let row = |(index, player): (usize, usize)| {
        let (rating, tally) = (ratings[player], pool.tally(player));
        Row {
            rank: index + 1,
            player: names[player].clone(),
            elo: rating.value,
            error: Some(rating.error).filter(|&error| error > 0.0),
            games: tally.games(),
            points: tally.points(),
        }
    };
    order.into_iter().enumerate().map(row).collect()
}

fn print_table(rows: &[Row]) {
    let width = rows.iter().map(|row| row.player.chars().count()).max().unwrap_or(0).max(6);
    println!(
        "{:>4} {:width$} {:>7} {:>5} {:>6} {:>8} {:>8}",
        "rank", "player", "Elo", "+/-", "games", "points", "score"
    );
    for Row { rank, player, elo, error, games, points } in rows {
        let error = error.map_or_else(|| "known".to_owned(), |error| format!("{error:.0}"));
        let score = 100.0 * points / (*games).max(1) as f64;
        println!("{rank:>4} {player:width$} {elo:>7.0} {error:>5} {games:>6} {points:>8.1} {score:>6.1} %");
    }
}
