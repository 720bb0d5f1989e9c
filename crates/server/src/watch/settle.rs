//! A position played out many times, Petteia against itself.
//!
//! The same engine with the same nodes plays the same game every time. So each game begins with a
//! few half-moves that are drawn at random from those that cost next to nothing, no two games with
//! the same ones; what follows is what both sides find. Levels differ from game to game by
//! themselves as well.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use arena::config::MatchConfig;
use arena::engine::EngineSpec;
use arena::openings::{OpeningSource, Order};
use chess::{Game, Move, Position, pgn};
use engine::{Engine, LEAST_ELO, Limits, MOST_ELO, Settings, Stop};
use gamekit::{Key, Score, SplitMix64, write_whole};
use review::winning_chances;

use super::file::MOST_FINISHED;
use crate::chance;
use crate::protocol::watch::{Settle, SettleStrength};
use crate::refused::Refused;

/// All games fit on the page.
const MOST_GAMES: u32 = MOST_FINISHED as u32;
const MOST_NODES: u32 = 100_000;
/// Far more than any level searches.
const NODES_OF_LEVELS: u64 = 1_000_000;

/// Half-moves that are drawn; more where these make too few different games.
const LEAST_PLIES: usize = 4;
const MOST_PLIES: usize = 16;
/// A move may be drawn if it costs less than this share of the point, about a quarter of a pawn.
const TOLERANCE: f64 = 0.025;
/// Moves among which one is drawn.
const CHOICES: usize = 5;
/// Nodes of the search for them.
const NODES: u64 = 2_000;
/// Megabytes of its table.
const HASH: usize = 4;
/// Draws for each game before more half-moves are drawn.
const DRAWS: usize = 10;

/// The position to play out, in which somebody can move.
pub(super) fn position(asked: &Settle) -> Result<Position, Refused> {
    let position: Position = asked.fen.trim().parse().map_err(Refused::bad)?;
    match position.outcome() {
        Some(outcome) => {
            Err(Refused::Bad(format!("{outcome}; expected a position in which the game goes on")))
        }
        None => Ok(position),
    }
}

/// The match, as far as it can be described before its openings are drawn.
pub(super) fn config(asked: &Settle, engine: EngineSpec, most_boards: usize) -> Result<MatchConfig, Refused> {
    if !(1..=MOST_GAMES).contains(&asked.games) {
        return Err(Refused::Bad(format!("{} games; expected 1 to {MOST_GAMES}", asked.games)));
    }
    let mut white = engine;
    let nodes = match asked.strength {
        SettleStrength::Nodes { nodes } if (1..=MOST_NODES).contains(&nodes) => u64::from(nodes),
        SettleStrength::Nodes { nodes } => {
            return Err(Refused::Bad(format!("{nodes} nodes a move; expected 1 to {MOST_NODES}")));
        }
        SettleStrength::Elo { elo } if (LEAST_ELO..=MOST_ELO).contains(&elo) => {
            white.options.insert("UCI_LimitStrength".to_owned(), "true".to_owned());
            white.options.insert("UCI_Elo".to_owned(), elo.to_string());
            NODES_OF_LEVELS
        }
        SettleStrength::Elo { elo } => {
            return Err(Refused::Bad(format!("rating {elo}; expected {LEAST_ELO} to {MOST_ELO}")));
        }
    };
    let black = EngineSpec { name: format!("{} #2", white.name), ..white.clone() };
    let config = MatchConfig {
        games: asked.games as usize,
        concurrency: usize::from(asked.boards).clamp(1, most_boards),
        nodes: Some(nodes),
        chess960: asked.chess960,
        paired: false,
        engines: vec![white, black],
        ..MatchConfig::default()
    };
    config.check().map_err(Refused::bad)?;
    Ok(config)
}

/// Draws the openings into a file beside the results. Where there are too few, fewer games are
/// played, unless the players differ by themselves.
pub(super) fn prepare(
    config: &mut MatchConfig,
    results: &Path,
    position: &Position,
    has_levels: bool,
    stop: &AtomicBool,
) -> Result<(), Refused> {
    let seed = chance::below(u64::MAX)?;
    let openings = Draw::new(seed)?.openings(position, config.schedule().games(), stop);
    if !has_levels {
        config.games = config.games.min(openings.len());
    }
    let file = results.with_extension("pgn");
    let games = openings.iter().map(|moves| {
        let mut game = pgn::Game::new(position.clone());
        game.line.moves = moves.iter().map(|&mv| pgn::AnnotatedMove::new(mv)).collect();
        format!("{game}\n")
    });
    write_whole(&file, games.collect::<String>()).map_err(Refused::internal)?;
    config.openings = Some(OpeningSource { file, order: Order::Sequential, seed: 0, plies: None });
    Ok(())
}

/// Random moves that cost next to nothing.
struct Draw {
    engine: Engine,
    rng: SplitMix64,
    /// The moves of each position that was seen.
    sound: HashMap<Key, Vec<Move>>,
}

impl Draw {
    fn new(seed: u64) -> Result<Self, Refused> {
        let mut engine = Engine::new(HASH).map_err(Refused::internal)?;
        engine.set_settings(Settings { lines: CHOICES, ..engine.settings().clone() });
        Ok(Self { engine, rng: SplitMix64::new(seed), sound: HashMap::new() })
    }

    /// Different openings, as many as are wanted or can be found.
    fn openings(&mut self, start: &Position, wanted: usize, stop: &AtomicBool) -> Vec<Vec<Move>> {
        let mut openings: Vec<Vec<Move>> = Vec::new();
        let mut ends = HashSet::new();
        for plies in (LEAST_PLIES..=MOST_PLIES).step_by(2) {
            for _ in 0..wanted * DRAWS {
                if openings.len() == wanted || stop.load(Relaxed) {
                    return openings;
                }
                let (opening, end) = self.opening(start, plies);
                // Where one begins like another, or ends where another does, both may become the
                // same game.
                let is_alike = |known: &Vec<Move>| known.starts_with(&opening) || opening.starts_with(known);
                if !openings.iter().any(is_alike) && ends.insert(end) {
                    openings.push(opening);
                }
            }
        }
        // Colors are reversed in every second game: none is left over.
        openings.truncate(openings.len().max(2) / 2 * 2);
        openings
    }

    /// Moves, and the key of the position that they lead to.
    fn opening(&mut self, start: &Position, plies: usize) -> (Vec<Move>, Key) {
        let mut game = Game::new(start.clone());
        for _ in 0..plies {
            let sound = self.sound_moves(&game);
            if sound.is_empty() {
                break;
            }
            let mv = sound[self.rng.below(sound.len())];
            // The last moves leave something to play.
            if game.position().play(mv).outcome().is_some() || game.play(mv).is_err() {
                break;
            }
        }
        (game.moves().collect(), game.position().key())
    }

    fn sound_moves(&mut self, game: &Game) -> Vec<Move> {
        let engine = &mut self.engine;
        self.sound.entry(game.position().key()).or_insert_with(|| sound_moves(engine, game)).clone()
    }
}

/// The moves of a position that cost next to nothing, by a short search.
fn sound_moves(engine: &mut Engine, game: &Game) -> Vec<Move> {
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let mut lines: Vec<Option<(Score, Move)>> = vec![None; CHOICES];
    engine.search(game, &limits, &Stop::default(), |info| {
        if let (Some(line), Some(&mv)) = (lines.get_mut(info.line.saturating_sub(1)), info.moves.first()) {
            *line = Some((info.score, mv));
        }
    });
    let lines: Vec<(Score, Move)> = lines.into_iter().flatten().collect();
    let Some(&(best, _)) = lines.first() else { return Vec::new() };
    let is_sound = |score: Score| winning_chances(best) - winning_chances(score) < TOLERANCE;
    let mut moves: Vec<Move> = Vec::new();
    for (_, mv) in lines.into_iter().filter(|&(score, _)| is_sound(score)) {
        // While a search is under way, lines trade places.
        if !moves.contains(&mv) {
            moves.push(mv);
        }
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(fen: &str, games: u32, strength: SettleStrength) -> Settle {
        Settle { fen: fen.to_owned(), chess960: false, games, boards: 2, strength }
    }

    fn petteia() -> EngineSpec {
        EngineSpec::parse(&["cmd=self", "name=Petteia"]).expect("an engine")
    }

    fn openings(start: &Position, seed: u64, wanted: usize) -> Vec<Vec<Move>> {
        Draw::new(seed).expect("memory").openings(start, wanted, &AtomicBool::new(false))
    }

    #[test]
    fn openings_differ_and_stay_sound() {
        let start = Position::initial();
        let drawn = openings(&start, 7, 20);
        assert_eq!(drawn.iter().collect::<HashSet<_>>().len(), 20);
        assert!(drawn.iter().all(|moves| (LEAST_PLIES..=MOST_PLIES).contains(&moves.len())));
        assert_eq!(drawn, openings(&start, 7, 20), "the seed decides");
        // White is to move and must take the queen.
        let hanging: Position = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1".parse().expect("a position");
        let takes = hanging.parse_san("exd5").expect("a move");
        let drawn = openings(&hanging, 1, 4);
        assert!(drawn.iter().all(|moves| moves[0] == takes), "{drawn:?}");
    }

    /// A game that is over soon: some openings end early, none is the beginning of another, and none
    /// leads to the same position by another order of moves.
    #[test]
    fn no_opening_becomes_another() {
        let won: Position = "4k3/8/8/8/8/8/8/QQQ1K3 w - - 0 1".parse().expect("a position");
        let drawn = openings(&won, 3, 40);
        for (index, one) in drawn.iter().enumerate() {
            let others = drawn.iter().enumerate().filter(|&(other, _)| other != index);
            assert!(others.into_iter().all(|(_, other)| !other.starts_with(one)), "{one:?}");
        }
        let end = |moves: &Vec<Move>| moves.iter().fold(won.clone(), |at, &mv| at.play(mv)).key();
        assert_eq!(drawn.iter().map(end).collect::<HashSet<_>>().len(), drawn.len());
        let stopped = Draw::new(3).expect("memory").openings(&won, 40, &AtomicBool::new(true));
        assert!(stopped.is_empty(), "it is stopped at once");
    }

    #[test]
    fn where_moves_are_forced_fewer_games_are_played() {
        // Few moves make sense for either side.
        let forced: Position = "7k/8/8/8/8/5q2/8/7K w - - 0 1".parse().expect("a position");
        let folder = tempfile::tempdir().expect("a folder");
        let strength = SettleStrength::Nodes { nodes: 100 };
        let mut described = config(&asked("", 100, strength), petteia(), 2).expect("a match");
        prepare(&mut described, &folder.path().join("m.sqlite"), &forced, false, &AtomicBool::new(false))
            .expect("openings");
        let text = std::fs::read_to_string(folder.path().join("m.pgn")).expect("a file");
        let games: Vec<pgn::Game> =
            pgn::Reader::new(text.as_bytes()).map(|game| game.expect("good")).collect();
        assert_eq!(described.games, games.len());
        assert!(games.iter().all(|game| game.start == forced));
        let different: HashSet<Vec<Move>> = games.iter().map(|game| game.moves().collect()).collect();
        assert_eq!(different.len(), games.len());
    }

    #[test]
    fn what_cannot_be_played_out_is_refused() {
        let nodes = |nodes| SettleStrength::Nodes { nodes };
        let refused = |games, strength| {
            config(&asked("", games, strength), petteia(), 2).expect_err("refused").to_string()
        };
        assert_eq!(refused(0, nodes(1)), "0 games; expected 1 to 100");
        assert_eq!(refused(101, nodes(1)), "101 games; expected 1 to 100");
        assert_eq!(refused(2, nodes(0)), "0 nodes a move; expected 1 to 100000");
        assert_eq!(refused(2, SettleStrength::Elo { elo: 9 }), "rating 9; expected 400 to 2800");
        let mated = asked("R3k3/8/4K3/8/8/8/8/8 b - - 0 1", 2, nodes(1));
        assert!(position(&mated).expect_err("refused").to_string().contains("the game goes on"));
        assert!(position(&asked("8/8", 2, nodes(1))).is_err());
    }

    #[test]
    fn both_sides_are_the_same_player() {
        let described =
            config(&asked("", 4, SettleStrength::Elo { elo: 1500 }), petteia(), 1).expect("a match");
        assert_eq!(described.engines[0].options, described.engines[1].options);
        assert_eq!(described.engines[1].options["UCI_Elo"], "1500");
        assert_eq!((described.concurrency, described.paired), (1, false));
    }
}
