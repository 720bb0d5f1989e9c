//! The results of a match so far.

use std::collections::HashMap;
use std::time::Duration;

use gamekit::{ByColor, Color, GameResult, Tally};

use crate::game::GameRecord;
use crate::outcome::Termination;
use crate::schedule::{Pairing, Schedule};
use crate::stats::{Pentanomial, Sample};

/// The summary of a game, which the standings count and the ledger saves.
#[derive(Clone, PartialEq, Debug)]
pub struct GameSummary {
    /// The result.
    pub result: GameResult,
    /// How it ended.
    pub termination: Termination,
    /// How it ended, in words.
    pub reason: String,
    /// Half-moves, those of the opening included.
    pub plies: usize,
    /// Search statistics of each side.
    pub thinking: ByColor<Thinking>,
    /// The time in which neither side was thinking.
    pub overhead: Duration,
}

/// Search statistics of a side in a game or a match.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Thinking {
    /// Moves, those of the opening not included.
    pub moves: u64,
    /// The time for them.
    pub time: Duration,
    /// Moves with a known depth.
    pub moves_with_depth: u64,
    /// The sum of their depths.
    pub depth: u64,
    /// Nodes searched.
    pub nodes: u64,
    /// The time for moves with known nodes.
    pub time_with_nodes: Duration,
    /// Principal variations with an illegal move.
    pub wrong_lines: u64,
}

impl Thinking {
    fn add(&mut self, other: &Self) {
        self.moves += other.moves;
        self.time += other.time;
        self.moves_with_depth += other.moves_with_depth;
        self.depth += other.depth;
        self.nodes += other.nodes;
        self.time_with_nodes += other.time_with_nodes;
        self.wrong_lines += other.wrong_lines;
    }

    /// The average depth of a move.
    pub fn mean_depth(&self) -> f64 {
        self.depth as f64 / self.moves_with_depth as f64
    }

    /// Nodes per second.
    pub fn speed(&self) -> f64 {
        self.nodes as f64 / self.time_with_nodes.as_secs_f64()
    }

    /// The average time of a move.
    pub fn mean_time(&self) -> Duration {
        self.time.div_f64(self.moves.max(1) as f64)
    }
}

impl GameSummary {
    /// The summary of a game.
    pub fn of(record: &GameRecord) -> Self {
        let mut thinking = ByColor::<Thinking>::default();
        let mut side = record.start.turn();
        for played in &record.moves {
            if let Some(thought) = &played.thought {
                let sum = &mut thinking[side];
                sum.moves += 1;
                sum.time += thought.elapsed;
                if let Some(depth) = thought.depth {
                    sum.moves_with_depth += 1;
                    sum.depth += u64::from(depth);
                }
                if let Some(nodes) = thought.nodes {
                    sum.nodes += nodes;
                    sum.time_with_nodes += thought.elapsed;
                }
            }
            side = !side;
        }
        for color in Color::ALL {
            thinking[color].wrong_lines = u64::from(record.wrong_lines[color]);
        }
        Self {
            result: record.outcome.result,
            termination: record.outcome.termination(),
            reason: record.outcome.to_string(),
            plies: record.moves.len(),
            thinking,
            overhead: record.overhead,
        }
    }
}

/// The results of an engine.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct EngineStanding {
    /// Its games.
    pub tally: Tally,
    /// Games lost on time.
    pub time_losses: u64,
    /// Games lost by an illegal move.
    pub illegal_moves: u64,
    /// Games lost by a crash, a stall or a failed start.
    pub crashes: u64,
    /// Its search statistics.
    pub thinking: Thinking,
}

/// The results between two engines, from the view of the first.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Encounter {
    /// The games.
    pub tally: Tally,
    /// The pairs of games that are complete.
    pub pairs: Pentanomial,
}

impl Encounter {
    /// The statistics, by pairs as soon as there is one.
    pub fn sample(&self) -> Sample {
        if self.pairs.pairs() > 0 { self.pairs.into() } else { self.tally.into() }
    }
}

/// All results so far.
#[derive(Clone, Debug)]
pub struct Standings {
    engines: Vec<EngineStanding>,
    encounters: HashMap<(usize, usize), Encounter>,
    order: Vec<(usize, usize)>,
    /// The half points of one game of each pair whose other game is not finished.
    half_pairs: HashMap<usize, usize>,
    games: usize,
    plies: usize,
    overhead: Duration,
}

impl Standings {
    /// Standings without results.
    pub fn new(engines: usize, schedule: &Schedule) -> Self {
        Self {
            engines: vec![EngineStanding::default(); engines],
            encounters: HashMap::new(),
            order: schedule.encounters().to_vec(),
            half_pairs: HashMap::new(),
            games: 0,
            plies: 0,
            overhead: Duration::ZERO,
        }
    }

    /// Adds a game.
    pub fn add(&mut self, pairing: &Pairing, game: &GameSummary) {
        self.games += 1;
        self.plies += (game.thinking[Color::White].moves + game.thinking[Color::Black].moves) as usize;
        self.overhead += game.overhead;
        for color in Color::ALL {
            let standing = &mut self.engines[pairing.engines[color]];
            standing.tally.count(game.result.half_points(color));
            standing.thinking.add(&game.thinking[color]);
            if game.result == GameResult::Win(!color) {
                match game.termination {
                    Termination::TimeForfeit => standing.time_losses += 1,
                    Termination::RulesInfraction => standing.illegal_moves += 1,
                    Termination::Abandoned => standing.crashes += 1,
                    Termination::Normal | Termination::Adjudication => {}
                }
            }
        }
        let first = pairing.color_of_first();
        let half_points = game.result.half_points(first);
        let key = (pairing.engines[first], pairing.engines[!first]);
        let encounter = self.encounters.entry(key).or_default();
        encounter.tally.count(half_points);
        match self.half_pairs.remove(&pairing.pair) {
            Some(others) => encounter.pairs.count(others + half_points),
            None => drop(self.half_pairs.insert(pairing.pair, half_points)),
        }
    }

    /// Games finished.
    pub fn games(&self) -> usize {
        self.games
    }

    /// The results of an engine.
    pub fn engine(&self, engine: usize) -> &EngineStanding {
        &self.engines[engine]
    }

    /// The results between two engines, from the view of the first.
    pub fn encounter(&self, first: usize, second: usize) -> Encounter {
        self.encounters.get(&(first, second)).copied().unwrap_or_default()
    }

    /// The pairs of engines that meet.
    pub fn encounters(&self) -> &[(usize, usize)] {
        &self.order
    }

    /// The time per move in which neither side was thinking.
    pub fn overhead_per_move(&self) -> Duration {
        self.overhead.div_f64(self.plies.max(1) as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::Format;

    fn game(result: &str, termination: Termination) -> GameSummary {
        GameSummary {
            result: result.parse().unwrap(),
            termination,
            reason: String::new(),
            plies: 0,
            thinking: ByColor::default(),
            overhead: Duration::ZERO,
        }
    }

    #[test]
    fn games_become_pairs_in_whatever_order_they_end() {
        let schedule = Schedule::new(Format::RoundRobin, 2, 6);
        let mut standings = Standings::new(2, &schedule);
        // The first engine has White in even games.
        for (number, result) in [(0, "1-0"), (3, "1-0"), (2, "1/2-1/2"), (1, "0-1"), (5, "0-1")] {
            standings.add(&schedule.pairing(number), &game(result, Termination::Normal));
        }
        let encounter = standings.encounter(0, 1);
        assert_eq!(encounter.pairs, Pentanomial([0, 1, 0, 0, 1]));
        assert_eq!(encounter.tally, Tally::new(3, 1, 1));
        assert_eq!(standings.engine(1).tally, Tally::new(1, 1, 3));
        assert_eq!(standings.games(), 5);
    }

    #[test]
    fn faults_are_counted_for_the_loser() {
        let schedule = Schedule::new(Format::RoundRobin, 2, 6);
        let mut standings = Standings::new(2, &schedule);
        for (number, termination) in
            [Termination::TimeForfeit, Termination::RulesInfraction, Termination::Abandoned]
                .into_iter()
                .enumerate()
        {
            standings.add(&schedule.pairing(2 * number), &game("0-1", termination));
        }
        let (loser, winner) = (standings.engine(0), standings.engine(1));
        assert_eq!((loser.time_losses, loser.illegal_moves, loser.crashes), (1, 1, 1));
        assert_eq!((winner.time_losses, winner.illegal_moves, winner.crashes), (0, 0, 0));
    }
}
