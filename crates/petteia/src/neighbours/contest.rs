//! `match`: many games between two players.

use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use anyhow::{Context, ensure};
use clap::Args;
use gamekit::{ByColor, Color, Tally};
use neighbours::contest::{opening, play};
use neighbours::ngi::Timeouts;
use neighbours::search::Limits;
use neighbours::{Player, Record};

use super::options::{LimitArgs, games_bar, interrupted, write_whole};
use super::seat::Seat;

/// Let two players play many games against each other.
///
/// Games come in pairs from the same random start, so that each player has it with either color.
#[derive(Args, Debug)]
pub struct MatchArgs {
    /// A player, to be given twice: agent, level:N, weights:FILE, material, random or tcp://HOST:PORT
    #[arg(long = "player", value_name = "PLAYER", required = true)]
    players: Vec<Seat>,
    /// Games to play
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    #[command(flatten)]
    limits: LimitArgs,
    /// Random plies at the start of each pair of games
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u16).range(0..=50))]
    random_plies: u16,
    /// The start of all chance
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
    /// A file to save the games to
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Go on with the match that is saved in the file
    #[arg(long, requires = "save")]
    resume: bool,
    /// Milliseconds a player over the network may take beyond its limits
    #[arg(long, value_name = "MS", default_value_t = 30_000)]
    grace: u64,
}

/// The settings that all games of a match share.
struct Match<'a> {
    seats: &'a [Seat; 2],
    limits: Limits,
    timeouts: Timeouts,
    seed: u64,
    random_plies: usize,
}

/// The color of the first player: it changes from game to game.
fn first_color(number: u32) -> Color {
    Color::ALL[number as usize % 2]
}

impl Match<'_> {
    fn players(&self, worker: u64) -> anyhow::Result<[Box<dyn Player>; 2]> {
        let player = |seat: usize| {
            let seed = self.seed.wrapping_add(worker * 2 + seat as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            self.seats[seat].player(&self.limits, self.timeouts, seed)
        };
        Ok([player(0)?, player(1)?])
    }

    fn play(&self, number: u32, [first, second]: &mut [Box<dyn Player>; 2]) -> Record {
        let start = opening(self.seed, u64::from(number / 2), self.random_plies);
        let players: ByColor<&mut dyn Player> = match first_color(number) {
            Color::White => ByColor::new(first.as_mut(), second.as_mut()),
            Color::Black => ByColor::new(second.as_mut(), first.as_mut()),
        };
        let mut record = play(start, players);
        record.set_tag("Round", (number + 1).to_string());
        record
    }
}

pub fn run(args: &MatchArgs) -> anyhow::Result<()> {
    let seats: &[Seat; 2] = args
        .players
        .as_slice()
        .try_into()
        .with_context(|| format!("expected --player twice, found it {} times", args.players.len()))?;
    let the_match = Match {
        seats,
        limits: args.limits.or_time(Duration::from_millis(100)),
        timeouts: Timeouts { mv: Duration::from_millis(args.grace), ..Timeouts::default() },
        seed: args.seed,
        random_plies: args.random_plies as usize,
    };
    let mut tally = Tally::default();
    let played = played_before(args, &mut tally)?;
    let pending: Vec<u32> = (0..args.games).filter(|number| !played.contains(number)).collect();
    // Players are made before anything is written: a weights file that is not there should end it here.
    let workers = (0..u64::from(args.concurrency)).map(|worker| the_match.players(worker));
    let workers = workers.collect::<anyhow::Result<Vec<_>>>()?;
    let mut file = match &args.save {
        Some(path) => Some(open(path)?),
        None => None,
    };

    let stop = interrupted()?;
    let bar = games_bar(args.games, played.len() as u32);
    let mut forfeits = 0;
    play_all(&the_match, &pending, workers, &stop, |number, record| {
        if let Some(file) = &mut file {
            file.write_all(format!("{record}\n").as_bytes()).context("cannot save the game")?;
        }
        if let Some(reason) = record.tag("Termination") {
            forfeits += 1;
            bar.println(format!("game {}: {reason}", number + 1));
        }
        if let Some(result) = record.result {
            tally.count(result.half_points(first_color(number)));
        }
        bar.set_message(tally.in_words());
        bar.inc(1);
        Ok(())
    })?;
    bar.finish_and_clear();
    println!("{} against {}: {}", seats[0], seats[1], tally.in_words());
    if forfeits > 0 {
        println!("{forfeits} games were forfeited");
    }
    if tally.games() < u64::from(args.games) {
        let hint =
            if args.save.is_some() { "repeat the command with --resume" } else { "--save FILE saves games" };
        eprintln!("interrupted after {} games; {hint} to go on later", tally.games());
    }
    Ok(())
}

/// Plays the games on as many threads as there are pairs of players. When `stop` is set, games that
/// have begun are finished.
fn play_all(
    the_match: &Match<'_>,
    pending: &[u32],
    workers: Vec<[Box<dyn Player>; 2]>,
    stop: &AtomicBool,
    mut on_game: impl FnMut(u32, Record) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let next = AtomicU32::new(0);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for mut players in workers {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while !stop.load(Relaxed) {
                    let Some(&number) = pending.get(next.fetch_add(1, Relaxed) as usize) else {
                        break;
                    };
                    let record = the_match.play(number, &mut players);
                    if sender.send((number, record)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for (number, record) in receiver {
            on_game(number, record)?;
        }
        Ok(())
    })
}

/// The games that the file has from before, counted into the tally.
fn played_before(args: &MatchArgs, tally: &mut Tally) -> anyhow::Result<BTreeSet<u32>> {
    let mut played = BTreeSet::new();
    let Some(path) = args.save.as_deref().filter(|path| path.exists()) else {
        return Ok(played);
    };
    ensure!(args.resume, "{} exists; --resume goes on with it", path.display());
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut whole = Vec::new();
    // Games are separated by an empty line; so are a game's tags and moves, but no move starts with
    // a bracket.
    let mut blocks = text.split("\n\n[").enumerate().peekable();
    while let Some((index, block)) = blocks.next() {
        let game = format!("{}{block}", if index == 0 { "" } else { "[" });
        let record = match game.parse::<Record>() {
            Ok(record) => record,
            // The last game may have been cut short; it is played again.
            Err(_) if blocks.peek().is_none() => break,
            Err(error) => return Err(error).with_context(|| format!("{} is damaged", path.display())),
        };
        let number =
            record.tag("Round").and_then(|round| round.parse::<u32>().ok()).filter(|&round| round > 0);
        let (Some(number), Some(result)) = (number, record.result) else {
            break;
        };
        if played.insert(number - 1) {
            tally.count(result.half_points(first_color(number - 1)));
        }
        whole.push(record.to_string());
    }
    write_whole(path, &whole.join("\n"))?;
    Ok(played)
}

fn open(path: &Path) -> anyhow::Result<fs::File> {
    let opened = OpenOptions::new().create(true).append(true).open(path);
    opened.with_context(|| format!("cannot write {}", path.display()))
}
