//! Games between two players, and many of them.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, mpsc};
use std::thread;

use gamekit::{ByColor, Color, GameResult, SplitMix64, Tally, write_whole};
use thiserror::Error;

use crate::tables::Tables;
use crate::{End, Game, ParseRecordError, Player, Record};

/// The opening of a pair of games: a few random moves, so that deterministic players do not repeat
/// one game. Each player plays it with both colors.
pub fn opening(seed: u64, pair: u64, random_plies: usize) -> Game {
    let mut rng = SplitMix64::new(SplitMix64::new(seed).next_u64() ^ pair);
    loop {
        let mut game = Game::default();
        while game.plies() < random_plies
            && game.end().is_none()
            && let Some(mv) = game.position().random_move(&mut rng)
        {
            game.play(mv).expect("a legal move");
        }
        if game.end().is_none() {
            return game;
        }
    }
}

/// Plays a game to its end. A player who fails to make a legal move forfeits the game.
pub fn play(start: Game, players: ByColor<&mut dyn Player>) -> Record {
    play_until_known(start, players, None)
}

/// Plays a game until it is over, or until endgame tables know its result, and tells the players.
fn play_until_known(start: Game, mut players: ByColor<&mut dyn Player>, tables: Option<&Tables>) -> Record {
    let record = play_moves(start, &mut players, tables);
    if let Some(result) = record.result {
        for color in Color::ALL {
            players[color].game_over(&record.game, result);
        }
    }
    record
}

fn play_moves(start: Game, players: &mut ByColor<&mut dyn Player>, tables: Option<&Tables>) -> Record {
    let mut record = Record { game: start, ..Record::default() };
    for color in Color::ALL {
        record.set_tag(&color.to_string(), players[color].name());
    }
    let forfeit = |record: &mut Record, color: Color, why: String| {
        record.set_tag("Termination", format!("{color} forfeits: {why}"));
        record.result = Some(GameResult::Win(!color));
    };
    for color in Color::ALL {
        if let Err(error) = players[color].new_game() {
            forfeit(&mut record, color, error.to_string());
            return record;
        }
    }
    while record.game.end().is_none() {
        let color = record.game.position().turn();
        if let Some(verdict) = tables.and_then(|tables| tables.verdict(record.game.position())) {
            record.set_tag("Adjudication", format!("{color} {verdict}"));
            record.result = Some(verdict.result(color));
            return record;
        }
        let played = match players[color].choose(&record.game) {
            Ok(mv) => record.game.play(mv).map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        if let Err(why) = played {
            forfeit(&mut record, color, why);
            return record;
        }
    }
    record.result = record.game.end().map(End::result);
    record
}

/// Why the games of a match cannot be read or saved.
#[derive(Debug, Error)]
pub enum MatchError {
    /// The file cannot be read.
    #[error("cannot read {path}: {1}", path = .0.display())]
    Read(PathBuf, io::Error),
    /// The file cannot be written.
    #[error("cannot write {path}: {1}", path = .0.display())]
    Write(PathBuf, io::Error),
    /// The file does not hold games.
    #[error("{path} is damaged: {1}", path = .0.display())]
    Damaged(PathBuf, ParseRecordError),
}

/// Games between two players, in pairs from the same random opening with colors reversed.
#[derive(Debug)]
pub struct Match {
    games: u32,
    seed: u64,
    random_plies: usize,
    played: BTreeSet<u32>,
    tally: Tally,
    file: Option<(PathBuf, File)>,
    tables: Option<Arc<Tables>>,
}

impl Match {
    /// A match of `games` games, whose openings follow from the seed.
    pub fn new(games: u32, seed: u64, random_plies: usize) -> Self {
        let (played, tally) = (BTreeSet::new(), Tally::default());
        Self { games, seed, random_plies, played, tally, file: None, tables: None }
    }

    /// Ends games as soon as endgame tables know their results.
    pub fn adjudicated_by(self, tables: Arc<Tables>) -> Self {
        Self { tables: Some(tables), ..self }
    }

    /// Saves the games to a file. Games that it already holds count and are not played again.
    pub fn saved_to(mut self, path: &Path) -> Result<Self, MatchError> {
        let bad_write = |error| MatchError::Write(path.to_owned(), error);
        if path.exists() {
            let whole = self.count_saved(path)?;
            // Drops a game that was cut short, or the next one would be appended to it.
            write_whole(path, whole).map_err(bad_write)?;
        }
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(bad_write)?;
        self.file = Some((path.to_owned(), file));
        Ok(self)
    }

    /// Counts the whole games of a file, and returns their text.
    fn count_saved(&mut self, path: &Path) -> Result<String, MatchError> {
        let text = fs::read_to_string(path).map_err(|error| MatchError::Read(path.to_owned(), error))?;
        let mut whole = Vec::new();
        // Games are separated by an empty line; so are a game's tags and moves, but no move starts
        // with a bracket.
        let mut blocks = text.split("\n\n[").enumerate().peekable();
        while let Some((index, block)) = blocks.next() {
            let game = format!("{}{block}", if index == 0 { "" } else { "[" });
            let record = match game.parse::<Record>() {
                Ok(record) => record,
                // The last game may have been cut short; it is played again.
                Err(_) if blocks.peek().is_none() => break,
                Err(error) => return Err(MatchError::Damaged(path.to_owned(), error)),
            };
            let round = record.tag("Round").and_then(|round| round.parse::<u32>().ok());
            let Some(number) = round.and_then(|round| round.checked_sub(1)) else { break };
            if record.result.is_none() {
                break;
            }
            self.count(number, &record);
            whole.push(record.to_string());
        }
        Ok(whole.join("\n"))
    }

    fn count(&mut self, number: u32, record: &Record) {
        if let Some(result) = record.result.filter(|_| self.played.insert(number)) {
            self.tally.count(result.half_points(first_color(number)));
        }
    }

    /// The games so far, from the view of the first player.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// Plays the remaining games, on one thread per pair of players, and passes each to `on_game`
    /// with its number, from 0, and the tally after it. When `stop` is set, games that have begun
    /// are finished.
    pub fn run(
        &mut self,
        pairs: Vec<[Box<dyn Player>; 2]>,
        stop: &AtomicBool,
        mut on_game: impl FnMut(u32, &Record, Tally),
    ) -> Result<(), MatchError> {
        let pending: Vec<u32> = (0..self.games).filter(|number| !self.played.contains(number)).collect();
        let (seed, random_plies) = (self.seed, self.random_plies);
        let tables = self.tables.clone();
        let tables = tables.as_deref();
        let next = AtomicUsize::new(0);
        // A rendezvous: no thread is more than a game ahead of the file, so `stop` takes effect at
        // once.
        let (sender, receiver) = mpsc::sync_channel(0);
        thread::scope(|scope| {
            for mut players in pairs {
                let (sender, pending, next) = (sender.clone(), &pending, &next);
                scope.spawn(move || {
                    while !stop.load(Relaxed) {
                        let Some(&number) = pending.get(next.fetch_add(1, Relaxed)) else { break };
                        let start = opening(seed, u64::from(number / 2), random_plies);
                        let record = play_numbered(number, start, &mut players, tables);
                        if sender.send((number, record)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            for (number, record) in receiver {
                if let Some((path, file)) = &mut self.file {
                    file.write_all(format!("{record}\n").as_bytes())
                        .map_err(|error| MatchError::Write(path.clone(), error))?;
                }
                self.count(number, &record);
                on_game(number, &record, self.tally);
            }
            Ok(())
        })
    }
}

/// The color of the first player: it changes from game to game.
fn first_color(number: u32) -> Color {
    Color::ALL[number as usize % 2]
}

fn play_numbered(
    number: u32,
    start: Game,
    [first, second]: &mut [Box<dyn Player>; 2],
    tables: Option<&Tables>,
) -> Record {
    let players: ByColor<&mut dyn Player> = match first_color(number) {
        Color::White => ByColor::new(first.as_mut(), second.as_mut()),
        Color::Black => ByColor::new(second.as_mut(), first.as_mut()),
    };
    let mut record = play_until_known(start, players, tables);
    record.set_tag("Round", (number + 1).to_string());
    record
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::{Agent, PlayerError, RandomMover};
    use crate::search::{Limits, Searcher};
    use crate::{Move, Weights};

    fn agent(depth: u8) -> Agent {
        let searcher = Searcher::new(&Weights::default(), 3000, 1).expect("a small table");
        Agent::new("agent", searcher, Limits::depth(depth))
    }

    #[test]
    fn openings_are_reproducible_and_not_over() {
        for pair in 0..50 {
            let game = opening(3, pair, 10);
            assert_eq!(game, opening(3, pair, 10));
            assert_ne!(game, opening(4, pair, 10));
            assert!(game.end().is_none() && game.plies() == 10);
        }
    }

    #[test]
    fn the_agent_beats_chance() {
        let mut games = Match::new(20, 1, 4);
        games.run(vec![players(3)], &AtomicBool::new(false), |_, _, _| ()).expect("nothing is saved");
        assert_eq!(games.tally(), Tally::new(20, 0, 0));
    }

    #[test]
    fn known_ends_are_not_played_out() {
        let start = Game::new("8/8/8/8/8/8/w7/wb6 w 0 1".parse().expect("a position"));
        let [mut one, mut other] = [1, 2].map(RandomMover::new);
        let players = ByColor::<&mut dyn Player>::new(&mut one, &mut other);
        let record = play_until_known(start, players, Some(&Tables::embedded()));
        assert_eq!((record.game.plies(), record.result), (0, Some(GameResult::Win(Color::White))));
        assert_eq!(record.tag("Adjudication"), Some("White wins in 3 plies"));
        assert_eq!(record.to_string().parse(), Ok(record));
    }

    fn players(depth: u8) -> [Box<dyn Player>; 2] {
        [Box::new(agent(depth)), Box::new(RandomMover::new(7))]
    }

    #[test]
    fn a_match_goes_on_from_its_file() {
        let path = std::env::temp_dir().join(format!("neighbours-match-{}", std::process::id()));
        let run = |games: u32, stop_after: u64| {
            let stop = AtomicBool::new(false);
            let mut games = Match::new(games, 1, 4).saved_to(&path).expect("a file of games");
            games
                .run(vec![players(1), players(1)], &stop, |_, _, tally| {
                    stop.store(tally.games() >= stop_after, Relaxed);
                })
                .expect("the file can be written");
            games.tally()
        };
        let before = run(40, 3);
        assert!((3..40).contains(&before.games()), "{before}");
        // The last game is cut short, as if the program had been killed.
        let text = fs::read_to_string(&path).expect("games");
        fs::write(&path, &text[..text.len() - 10]).expect("the file can be written");
        assert_eq!(run(40, u64::MAX).games(), 40);
        let text = fs::read_to_string(&path).expect("games");
        for round in 1..=40 {
            assert_eq!(text.matches(&format!("[Round \"{round}\"]")).count(), 1, "{round}");
        }
        fs::remove_file(&path).expect("the file is there");
    }

    /// Always plays this move, legal or not.
    struct Stubborn(Option<Move>);

    impl Player for Stubborn {
        fn name(&self) -> String {
            "stubborn".to_owned()
        }

        fn choose(&mut self, _: &Game) -> Result<Move, PlayerError> {
            self.0.ok_or(PlayerError::Over)
        }
    }

    #[test]
    fn who_makes_no_legal_move_forfeits() {
        for mv in [None, "e4e5".parse().ok()] {
            let record = play(Game::default(), ByColor::new(&mut agent(1), &mut Stubborn(mv)));
            assert_eq!(record.result, Some(GameResult::Win(Color::White)));
            assert!(record.tag("Termination").is_some_and(|tag| tag.starts_with("Black forfeits")));
            assert_eq!(record.to_string().parse(), Ok(record));
        }
    }
}
