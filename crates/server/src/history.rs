//! The record of the nets, `nets/history.toml`: tables for the Learn page, and `nets/HISTORY.md`.

use std::str::FromStr;

use serde::Deserialize;

use crate::protocol::library::{Generation, TextTable};

/// The record as it was at the build.
pub(crate) const EMBEDDED: &str = include_str!("../../../nets/history.toml");

/// The titles of tables and sections.
const NETS: &str = "History of the nets";
const GAMES: &str = "Games";
const TRIALS: &str = "What was tried";

/// Whom the first net is compared with.
const CLASSICAL: &str = "the classical evaluation";

/// All nets, the games they were trained on, and other experiments.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct History {
    introduction: String,
    #[serde(rename = "net")]
    nets: Vec<Net>,
    data: Vec<Data>,
    #[serde(rename = "trial", default)]
    trials: Vec<Trial>,
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Net {
    name: String,
    recipe: String,
    shape: String,
    data: Vec<String>,
    positions: u64,
    epochs: u32,
    target: String,
    error: f64,
    quality: Option<f64>,
    mean_evaluation: Option<f64>,
    scale: Option<f64>,
    #[serde(rename = "match", default)]
    matches: Vec<Match>,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Match {
    opponent: String,
    /// Time control or node limit.
    limit: String,
    games: u64,
    elo: i32,
    /// Half of the 95 % interval.
    margin: u32,
    remark: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    file: String,
    /// The evaluation or net that played the games.
    player: String,
    command: String,
    games: u64,
    positions: u64,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Trial {
    text: String,
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
    conclusion: String,
}

impl FromStr for History {
    type Err = toml::de::Error;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        toml::from_str(text)
    }
}

impl History {
    /// Nets, games and trials.
    pub fn tables(&self) -> Vec<TextTable> {
        let mut tables = vec![self.nets(), self.data()];
        tables.extend(self.trials.iter().map(Trial::table));
        tables
    }

    /// The strength of each net: the sum of the matches of each against the one before it, up to the
    /// first that was not played.
    pub fn generations(&self) -> Vec<Generation> {
        let (mut elo, mut square_error, mut before) = (0.0, 0.0, CLASSICAL);
        let mut generations = Vec::new();
        for net in &self.nets {
            let Some(step) = net.matches.iter().find(|played| played.opponent == before) else { break };
            elo += f64::from(step.elo);
            square_error += f64::from(step.margin).powi(2);
            before = &net.name;
            let (net, quality) = (net.name.clone(), net.quality);
            generations.push(Generation { net, elo, error: square_error.sqrt(), quality });
        }
        generations
    }

    /// One row per match; only the first row of a net fills the net's own columns.
    fn nets(&self) -> TextTable {
        type Measured = (&'static str, fn(&Net) -> Option<f64>);
        let measured: [Measured; 3] = [
            ("quality", |net| net.quality),
            ("mean evaluation", |net| net.mean_evaluation),
            ("scale", |net| net.scale),
        ];
        // Columns without any value are left out.
        let measured = measured.iter().filter(|(_, of)| self.nets.iter().any(|net| of(net).is_some()));
        let measured: Vec<_> = measured.collect();
        let mut columns = texts(&["net", "shape", "games of", "positions", "epochs", "target", "error"]);
        columns.extend(measured.iter().map(|(name, _)| (*name).to_owned()));
        columns.extend(texts(&["Elo", "against"]));
        let mut rows = Vec::new();
        for net in &self.nets {
            let mut facts = vec![
                net.name.clone(),
                net.shape.clone(),
                self.players(net).join(", "),
                grouped(net.positions),
                net.epochs.to_string(),
                net.target.clone(),
                net.error.to_string(),
            ];
            let number = |value: Option<f64>| value.map_or(String::new(), |value| value.to_string());
            facts.extend(measured.iter().map(|(_, of)| number(of(net))));
            let mut matches: Vec<[String; 2]> = net.matches.iter().map(Match::cells).collect();
            if matches.is_empty() {
                matches.push([String::new(), String::new()]);
            }
            for cells in matches {
                let width = facts.len();
                let mut row = std::mem::replace(&mut facts, vec![String::new(); width]);
                row.extend(cells);
                rows.push(row);
            }
        }
        TextTable { title: NETS.to_owned(), columns, rows }
    }

    /// Who played the games that a net was trained on.
    fn players(&self, net: &Net) -> Vec<&str> {
        let mut players: Vec<&str> = Vec::new();
        for data in self.data.iter().filter(|data| net.data.contains(&data.file)) {
            if !players.contains(&&*data.player) {
                players.push(&data.player);
            }
        }
        players
    }

    fn data(&self) -> TextTable {
        let row = |data: &Data| {
            let is_net = self.nets.iter().any(|net| net.name == data.player);
            let with = if is_net { format!(", with {}", data.player) } else { String::new() };
            let made_by = format!("`{}`{with}", data.command);
            vec![data.file.clone(), made_by, grouped(data.games), grouped(data.positions)]
        };
        TextTable {
            title: GAMES.to_owned(),
            columns: texts(&["file", "made by", "games", "positions kept"]),
            rows: self.data.iter().map(row).collect(),
        }
    }

    /// The text of `nets/HISTORY.md`.
    pub fn to_markdown(&self) -> String {
        let recipe = |net: &Net| format!("[{}](../{})", net.name, net.recipe);
        let recipes: Vec<String> = self.nets.iter().map(recipe).collect();
        let trial = |trial: &Trial| {
            let (text, conclusion) = (trial.text.trim(), trial.conclusion.trim());
            format!("\n{text}\n\n{}\n{conclusion}\n", markdown(&trial.table()))
        };
        let trials: Vec<String> = self.trials.iter().map(trial).collect();
        format!(
            "# {NETS}\n\n<!-- Made from history.toml, which says how. -->\n\n{}\n\n{}\n\
             The error is the mean squared error on the validation games (2 %), against the target of the\n\
             net (docs/TRAINING.md). Recipes: {}.\n\n## {GAMES}\n\n{}\n## {TRIALS}\n{}",
            self.introduction.trim(),
            markdown(&self.nets()),
            recipes.join(", "),
            markdown(&self.data()),
            trials.concat(),
        )
    }
}

impl Match {
    /// The columns Elo and opponent.
    fn cells(&self) -> [String; 2] {
        let Self { opponent, limit, games, elo, margin, remark } = self;
        let remark = remark.as_ref().map_or(String::new(), |remark| format!(", {remark}"));
        [format!("{elo:+} +/- {margin}"), format!("{opponent}, {limit}, {games} games{remark}")]
    }
}

impl Trial {
    fn table(&self) -> TextTable {
        TextTable { title: TRIALS.to_owned(), columns: self.columns.clone(), rows: self.rows.clone() }
    }
}

fn texts(list: &[&str]) -> Vec<String> {
    list.iter().map(|&text| text.to_owned()).collect()
}

/// `38,400,188`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(",")
}

fn markdown(table: &TextTable) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let dashes = vec!["---".to_owned(); table.columns.len()];
    let rows: String = table.rows.iter().map(|row| line(row)).collect();
    line(&table.columns) + &line(&dashes) + &rows
}

#[cfg(test)]
mod tests {
    use super::*;

    fn history() -> History {
        EMBEDDED.parse().expect("a record")
    }

    #[test]
    fn every_net_was_trained_on_games_that_are_recorded() {
        let history = history();
        for net in &history.nets {
            for file in &net.data {
                assert!(history.data.iter().any(|data| data.file == *file), "{}: {file}", net.name);
            }
        }
    }

    #[test]
    fn the_strength_of_a_net_is_the_sum_of_its_steps() {
        let mut history = history();
        let generations = history.generations();
        assert_eq!(generations.len(), history.nets.len(), "each net played the one before it");
        let second = &generations[1];
        assert_eq!(second.net, "net1");
        assert!((second.elo - (60.0 + 62.0)).abs() < 1e-9);
        assert!((second.error - 30.0_f64.hypot(33.0)).abs() < 1e-9);
        history.nets[2].matches.clear();
        assert_eq!(history.generations().len(), 2);
    }

    #[test]
    fn columns_appear_with_their_first_value() {
        let mut history = history();
        history.nets.iter_mut().for_each(|net| net.quality = None);
        let width = history.nets().columns.len();
        history.nets[1].quality = Some(55.5);
        let table = history.nets();
        assert_eq!(table.columns.len(), width + 1);
        assert!(table.rows.iter().all(|row| row.len() == width + 1));
        assert_eq!(table.rows.iter().find(|row| row[0] == "net1").expect("net1")[7], "55.5");
    }
}
