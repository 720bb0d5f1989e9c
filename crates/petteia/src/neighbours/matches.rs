//! `petteia neighbours match`: many games between two players.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use neighbours::Player;
use neighbours::matches::Match;
use neighbours::ngi::Timeouts;

use super::options::LimitArgs;
use super::seat::{Conditions, Seat};
use crate::cli::{interrupt, paths, progress};

/// Play a match between two players.
///
/// Games come in pairs from the same random start, with colors reversed.
#[derive(Args, Debug)]
pub struct MatchArgs {
    /// Player, given twice: agent, level:N, weights:FILE, material, mcts, mcts:FILE, uct, thesis, random or tcp://HOST:PORT
    #[arg(long = "player", value_name = "PLAYER", required = true)]
    players: Vec<Seat>,
    /// Number of games
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    #[command(flatten)]
    limits: LimitArgs,
    /// Random plies at the start of each pair of games
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u16).range(0..=50))]
    random_plies: u16,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games played at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
    /// File of the games; an existing match is continued
    #[arg(long, alias = "save", value_name = "FILE")]
    out: Option<PathBuf>,
    /// Fail if the file exists, instead of continuing the match
    #[arg(long, requires = "out")]
    fresh: bool,
    /// Old spelling: an existing match is continued anyway
    #[arg(long, hide = true, requires = "out", conflicts_with = "fresh")]
    resume: bool,
    /// End a game as soon as the endgame tables know its result
    #[arg(long)]
    adjudicate: bool,
    /// Time margin of a player over the network, in ms
    #[arg(long, value_name = "MS", default_value_t = 30_000)]
    grace: u64,
}

impl MatchArgs {
    /// Both players, once for each game at the same time.
    fn players(&self, conditions: &Conditions) -> anyhow::Result<Vec<[Box<dyn Player>; 2]>> {
        let seats = self.seats()?;
        let player = |number: u64| {
            let seed = self.seed.wrapping_add(number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            seats[number as usize % 2].player(conditions, seed)
        };
        let numbers = (0..u64::from(self.concurrency)).map(|worker| worker * 2);
        numbers.map(|number| Ok([player(number)?, player(number + 1)?])).collect()
    }

    fn conditions(&self) -> anyhow::Result<Conditions> {
        let timeouts = Timeouts { mv: Duration::from_millis(self.grace), ..Timeouts::default() };
        Conditions::new(self.limits.or_time(Duration::from_millis(100)), timeouts)
    }

    fn seats(&self) -> anyhow::Result<&[Seat; 2]> {
        let found = self.players.len();
        let seats = self.players.as_slice().try_into();
        seats.with_context(|| format!("expected --player twice, found it {found} times"))
    }
}

pub fn run(args: &MatchArgs) -> anyhow::Result<()> {
    let interrupted = interrupt::watch()?;
    // Before anything is written: a weights file may be missing.
    let conditions = args.conditions()?;
    let players = args.players(&conditions)?;
    let mut games = Match::new(args.games, args.seed, args.random_plies.into());
    if args.adjudicate {
        games = games.adjudicated_by(conditions.tables);
    }
    if let Some(path) = &args.out {
        paths::continues(path, args.fresh)?;
        games = games.saved_to(path)?;
    }
    let bar = progress::bar(games.tally().games(), args.games.into(), "games");
    let mut forfeits = 0;
    games.run(players, &interrupted, |number, record, tally| {
        if let Some(reason) = record.tag("Termination") {
            forfeits += 1;
            bar.println(format!("game {}: {reason}", number + 1));
        }
        bar.set_message(tally.in_words());
        bar.inc(1);
    })?;
    bar.finish_and_clear();
    let ([first, second], tally) = (args.seats()?, games.tally());
    println!("{first} against {second}: {}", tally.in_words());
    if forfeits > 0 {
        println!("{forfeits} games were forfeited");
    }
    if tally.games() < u64::from(args.games) {
        let how = if args.out.is_some() {
            "to continue, repeat the command"
        } else {
            "--out FILE would have kept them"
        };
        println!("{} of {} games; {how}", tally.games(), args.games);
    }
    Ok(())
}
