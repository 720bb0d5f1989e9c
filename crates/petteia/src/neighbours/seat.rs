//! Players on the command line.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use anyhow::{Context, bail};
use mcts::{NeighboursSearcher, Settings};
use neighbours::ngi::{Client, Timeouts};
use neighbours::player::{Agent, RandomMover};
use neighbours::search::{Limits, Searcher};
use neighbours::tables::Tables;
use neighbours::thesis::{Parts, ThesisSearcher};
use neighbours::{Level, Player, Weights};
use policy::Net;

use super::options::{TREE_MEGABYTES, read_weights, tables};

/// A player by its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Seat {
    /// The agent with the built-in weights and endgame tables.
    Agent,
    /// The agent with weights that count only pieces.
    Material,
    /// The agent with the weights of a file.
    Weights(PathBuf),
    /// The agent at a level.
    Level(Level),
    /// Monte Carlo tree search with the built-in weights, or the weights or network of a file.
    Mcts(Option<PathBuf>),
    /// Tree search by random games, without an evaluation.
    Uct,
    /// The search of the agent's predecessor with the built-in weights.
    Thesis,
    /// Random legal moves.
    Random,
    /// An agent on the network, as `host:port`.
    Remote(String),
}

const EXPECTED: &str = "expected agent, level:1 to level:10, weights:FILE, material, mcts, mcts:FILE, uct, thesis, random or tcp://HOST:PORT";

/// What players are given.
#[derive(Clone, Debug)]
pub struct Conditions {
    /// For each move.
    pub limits: Limits,
    /// For players over the network.
    pub timeouts: Timeouts,
    /// For the agent.
    pub tables: Arc<Tables>,
}

impl Conditions {
    /// These limits, and the endgame tables that there are.
    pub fn new(limits: Limits, timeouts: Timeouts) -> anyhow::Result<Self> {
        Ok(Self { limits, timeouts, tables: tables()? })
    }
}

impl Seat {
    /// Makes the player, with this random seed.
    pub fn player(&self, conditions: &Conditions, seed: u64) -> anyhow::Result<Box<dyn Player>> {
        let Conditions { limits, timeouts, tables } = conditions;
        let searcher = |weights: &Weights| Searcher::new(weights, Searcher::ENTRIES, 1).context("the agent");
        let agent = |weights: &Weights| -> anyhow::Result<Box<dyn Player>> {
            Ok(Box::new(Agent::new(self.to_string(), searcher(weights)?, limits.clone())))
        };
        let tree = |weights: &Weights, settings: Settings| -> anyhow::Result<Box<dyn Player>> {
            let settings = Settings { seed, ..settings };
            let searcher = NeighboursSearcher::new(weights, TREE_MEGABYTES, settings)?;
            Ok(Box::new(Agent::new(self.to_string(), searcher, limits.clone())))
        };
        match self {
            Self::Mcts(Some(file)) if is_net(file)? => {
                let settings = Settings { seed, ..Settings::puct() };
                let searcher =
                    NeighboursSearcher::with_net(Net::open(file)?.into(), TREE_MEGABYTES, settings)?;
                Ok(Box::new(Agent::new(self.to_string(), searcher, limits.clone())))
            }
            Self::Mcts(file) => tree(&read_weights(file.as_deref())?, Settings::puct()),
            Self::Uct => tree(&Weights::default(), Settings::uct()),
            Self::Agent => {
                let searcher = searcher(&Weights::default())?.with_tables(Arc::clone(tables));
                Ok(Box::new(Agent::new(self.to_string(), searcher, limits.clone())))
            }
            Self::Material => agent(&Weights::material()),
            Self::Weights(file) => agent(&read_weights(Some(file))?),
            Self::Level(level) => {
                let searcher = level.with_tables(searcher(&Weights::default())?, tables);
                Ok(Box::new(Agent::at_level(*level, searcher, seed)))
            }
            Self::Thesis => {
                let searcher = ThesisSearcher::new(&Weights::default(), Searcher::ENTRIES, Parts::ALL, seed)?;
                Ok(Box::new(Agent::new(self.to_string(), searcher, limits.clone())))
            }
            Self::Random => Ok(Box::new(RandomMover::new(seed))),
            Self::Remote(address) => Ok(Box::new(Client::new(address, limits.clone(), *timeouts))),
        }
    }
}

fn is_net(file: &Path) -> anyhow::Result<bool> {
    let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    Ok(Net::is_file(&bytes))
}

impl FromStr for Seat {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        if let Some(address) = text.strip_prefix("tcp://") {
            if address.rsplit_once(':').is_none_or(|(_, port)| port.parse::<u16>().is_err()) {
                bail!("expected an address such as tcp://localhost:7117, found {text:?}");
            }
            return Ok(Self::Remote(address.to_owned()));
        }
        Ok(match text.split_once(':') {
            Some(("level", level)) => Self::Level(level.parse()?),
            Some(("weights", file)) if !file.is_empty() => Self::Weights(file.into()),
            Some(("mcts", file)) if !file.is_empty() => Self::Mcts(Some(file.into())),
            None if text == "mcts" => Self::Mcts(None),
            None if text == "uct" => Self::Uct,
            None if text == "thesis" => Self::Thesis,
            None if text == "agent" => Self::Agent,
            None if text == "material" => Self::Material,
            None if text == "random" => Self::Random,
            _ => bail!("{EXPECTED}, found {text:?}"),
        })
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Agent => f.write_str("agent"),
            Self::Material => f.write_str("material"),
            Self::Weights(file) => write!(f, "weights:{}", file.display()),
            Self::Level(level) => write!(f, "level:{level}"),
            Self::Mcts(None) => f.write_str("mcts"),
            Self::Mcts(Some(file)) => write!(f, "mcts:{}", file.display()),
            Self::Uct => f.write_str("uct"),
            Self::Thesis => f.write_str("thesis"),
            Self::Random => f.write_str("random"),
            Self::Remote(address) => write!(f, "tcp://{address}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_round_trip() {
        for text in [
            "agent",
            "material",
            "random",
            "level:3",
            "weights:a/b.txt",
            "mcts",
            "mcts:a.txt",
            "uct",
            "thesis",
            "tcp://localhost:7117",
        ] {
            assert_eq!(text.parse::<Seat>().expect(text).to_string(), text);
        }
    }

    #[test]
    fn other_players_are_refused_by_name() {
        for text in
            ["", "stockfish", "level:11", "level", "weights:", "tcp://localhost", "tcp://:x", "agent:2"]
        {
            let error = text.parse::<Seat>().expect_err(text).to_string();
            assert!(error.starts_with("expected"), "{text:?}: {error}");
        }
    }
}
