//! The error of a net against long searches, which ranks nets before matches do.
//!
//! A set of quiet positions is searched once, with many nodes ([`study`]). A net evaluates each of
//! them statically ([`Quality::of`]) or with a short search ([`Quality::searched`]), which mends
//! what is wrong with single positions but not what is wrong with all that can follow: nets that
//! are level statically can differ in that, and in strength.
//!
//! The error is the root mean square of differences between expected results,
//! `sigmoid(score / 150)`, after the evaluations of positions with about as many pieces are
//! multiplied by the factor that makes it smallest. So the scale of a net does not matter, nor how
//! it changes as pieces go: nets that differ only in that play about equally well.

use std::ops::RangeInclusive;

use chess::{Epd, Game, Operand, Operation, Position};
use engine::eval::Evaluator;
use engine::{Engine, Limits, Stop};
use gamekit::Score;
use gamekit::table::TableError;
use nnue::Net;
use thiserror::Error;

use crate::parallel::with_engines;

/// Sigmoid scale in centipawns, from the results of Petteia's own games.
pub const SCALE: f64 = 150.0;

/// Groups of positions by the number of pieces.
pub const GROUPS: [RangeInclusive<usize>; 5] = [2..=5, 6..=8, 9..=16, 17..=24, 25..=32];

/// A position and the score of a long search.
#[derive(Clone, PartialEq, Debug)]
pub struct Truth {
    /// The position.
    pub position: Position,
    /// The score for the side to move.
    pub score: Score,
}

/// Why a line could not be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {problem}; expected an EPD with its score in centipawns, as \"ce 31;\"")]
pub struct TruthError {
    line: usize,
    problem: String,
}

impl Truth {
    /// Reads a list of EPDs with the opcode `ce`.
    pub fn read(text: &str) -> Result<Vec<Self>, TruthError> {
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        lines
            .map(|(number, line)| {
                Self::read_line(line).map_err(|problem| TruthError { line: number + 1, problem })
            })
            .collect()
    }

    fn read_line(line: &str) -> Result<Self, String> {
        let epd: Epd = line.parse().map_err(|error: chess::EpdError| error.to_string())?;
        let score = epd.text("ce").ok_or("no score")?;
        let score = score.parse().map_err(|_| format!("score {score:?}"))?;
        let position = Position::new(epd.setup).map_err(|error| error.to_string())?;
        Ok(Self { position, score: Score::cp(score) })
    }

    /// The position and its score as a line of EPD.
    pub fn to_epd(&self) -> String {
        let score = Operand::Word(self.score.raw().to_string());
        let score = Operation { opcode: "ce".to_owned(), operands: vec![score] };
        Epd { setup: self.position.setup(), operations: vec![score] }.to_string()
    }
}

/// Searches positions, each with an empty table, and returns the quiet ones: the best move is
/// neither a capture nor a promotion, and the score is not a mate. `done` is called after each
/// position.
pub fn study(
    positions: Vec<Position>,
    evaluator: &Evaluator,
    nodes: u64,
    threads: usize,
    done: impl Fn() + Sync,
) -> Result<Vec<Truth>, TableError> {
    let truths = with_engines(
        positions,
        evaluator,
        threads,
        |engine, position| search(engine, position, nodes),
        done,
    )?;
    Ok(truths.into_iter().flatten().collect())
}

fn search(engine: &mut Engine, position: Position, nodes: u64) -> Option<Truth> {
    engine.new_game();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let report = engine.search(&Game::new(position.clone()), &limits, &Stop::default(), |_| ());
    let score = report.info.score;
    (!score.is_decisive() && report.best?.is_quiet()).then_some(Truth { position, score })
}

/// The error of a net.
#[derive(Clone, PartialEq, Debug)]
pub struct Quality {
    /// The error over all positions.
    pub error: f64,
    /// The error in each of the [`GROUPS`].
    pub groups: [GroupQuality; GROUPS.len()],
    /// The mean absolute evaluation in centipawns.
    pub size: f64,
}

/// The error of a net in a group of positions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GroupQuality {
    /// The number of positions.
    pub positions: usize,
    /// The error.
    pub error: f64,
    /// The factor that makes the error smallest.
    pub factor: f64,
}

impl Quality {
    /// Evaluates every position.
    pub fn of(net: &Net, truths: &[Truth]) -> Self {
        let evaluate = |Truth { position, .. }: &Truth| {
            f64::from(net.centipawns(net.evaluate(position.board(), position.turn())))
        };
        Self::of_scores(&truths.iter().map(evaluate).collect::<Vec<_>>(), truths)
    }

    /// Searches every position to a depth, each with an empty table. `done` is called after each
    /// position.
    pub fn searched(
        evaluator: &Evaluator,
        truths: &[Truth],
        depth: u32,
        threads: usize,
        done: impl Fn() + Sync,
    ) -> Result<Self, TableError> {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let score = |engine: &mut Engine, position: Position| {
            engine.new_game();
            let report = engine.search(&Game::new(position), &limits, &Stop::default(), |_| ());
            f64::from(report.info.score.raw())
        };
        let positions = truths.iter().map(|truth| truth.position.clone()).collect();
        let said = with_engines(positions, evaluator, threads, score, done)?;
        Ok(Self::of_scores(&said, truths))
    }

    /// The error of scores in centipawns, one for each position.
    fn of_scores(said: &[f64], truths: &[Truth]) -> Self {
        let mut judged = GROUPS.map(|_| Vec::new());
        for (&said, Truth { position, score }) in said.iter().zip(truths) {
            let pieces = position.board().occupied().len();
            let group = GROUPS.iter().position(|group| group.contains(&pieces)).unwrap_or(0);
            judged[group].push((said, f64::from(score.raw())));
        }
        let groups = judged.each_ref().map(|judged| GroupQuality::of(judged));
        let mean = |sum: f64| sum / truths.len().max(1) as f64;
        let squares = groups.iter().map(|group| group.error.powi(2) * group.positions as f64).sum();
        let sizes = judged.iter().flatten().map(|(said, _)| said.abs()).sum();
        Self { error: mean(squares).sqrt(), groups, size: mean(sizes) }
    }
}

impl GroupQuality {
    /// The error of evaluations against the scores of searches.
    fn of(judged: &[(f64, f64)]) -> Self {
        let squares = |factor: f64| -> f64 {
            judged.iter().map(|(said, truth)| (expected(said * factor) - expected(*truth)).powi(2)).sum()
        };
        let factor = minimum(squares);
        let error = (squares(factor) / judged.len().max(1) as f64).sqrt();
        Self { positions: judged.len(), error, factor }
    }
}

/// The expected result of a score.
fn expected(centipawns: f64) -> f64 {
    1.0 / (1.0 + (-centipawns / SCALE).exp())
}

/// The factor from 0.2 to 5 at which an error is smallest, by golden section of its logarithm.
fn minimum(error: impl Fn(f64) -> f64) -> f64 {
    let golden = (5.0_f64.sqrt() - 1.0) / 2.0;
    let error = |logarithm: f64| error(logarithm.exp());
    let (mut low, mut high) = (0.2_f64.ln(), 5.0_f64.ln());
    for _ in 0..40 {
        let (left, right) = (high - golden * (high - low), low + golden * (high - low));
        if error(left) < error(right) {
            high = right;
        } else {
            low = left;
        }
    }
    f64::midpoint(low, high).exp()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use gamekit::SplitMix64;
    use nnue::{Architecture, Parameters};

    use super::*;
    use crate::data::{Filter, draw};
    use crate::training::synthetic;

    fn net(seed: u64) -> Net {
        let arch = Architecture::new(32, 8).unwrap();
        Net::Petteia(Parameters::random(arch, &mut SplitMix64::new(seed)).quantise("random"))
    }

    /// Positions whose score is a multiple of a net's evaluation.
    fn truths(net: &Net, factor: f64) -> Vec<Truth> {
        let mut rng = SplitMix64::new(9);
        let positions =
            (0..60).filter_map(|number| draw(&synthetic::game(number), &Filter::default(), &mut rng));
        positions
            .map(|position| {
                let said = net.evaluate(position.board(), position.turn());
                Truth { position, score: Score::cp((f64::from(said) * factor).round() as i32) }
            })
            .collect()
    }

    #[test]
    fn a_net_that_is_right_up_to_a_factor_has_no_error() {
        let quality = Quality::of(&net(1), &truths(&net(1), 2.0));
        assert!(quality.error < 1e-3 && quality.size > 1.0, "{quality:?}");
        let groups = quality.groups.iter().filter(|group| group.positions > 5);
        assert!(groups.clone().count() > 0);
        for group in groups {
            assert!((group.factor - 2.0).abs() < 0.1, "{quality:?}");
        }
        let other = Quality::of(&net(2), &truths(&net(1), 2.0));
        assert!(other.error > 0.01, "{other:?}");
        let positions: usize = other.groups.iter().map(|group| group.positions).sum();
        let squares: f64 =
            other.groups.iter().map(|group| group.error.powi(2) * group.positions as f64).sum();
        assert!((squares / positions as f64 - other.error * other.error).abs() < 1e-12);
    }

    #[test]
    fn a_search_mends_what_an_evaluation_of_one_position_misses() {
        // Mate in one, which no static evaluation sees, and a draw.
        let lines = "6k1/5ppp/8/8/8/8/8/R3K3 w - - ce 3000;\n4k3/8/8/8/8/8/8/4K3 w - - ce 0;\n";
        let truths = Truth::read(lines).unwrap();
        let calls = AtomicUsize::new(0);
        let count = || {
            calls.fetch_add(1, Ordering::Relaxed);
        };
        let quality = Quality::searched(&Evaluator::PieceSquare, &truths, 3, 2, count).unwrap();
        assert!(quality.error < 1e-3 && quality.size > 3000.0, "{quality:?}");
        assert_eq!(calls.into_inner(), 2);
    }

    #[test]
    fn truths_are_written_and_read() {
        let truths = truths(&net(3), 1.0);
        let text: String = truths.iter().map(|truth| truth.to_epd() + "\n").collect();
        let read = Truth::read(&text).unwrap();
        let scores = |truths: &[Truth]| truths.iter().map(|truth| truth.score).collect::<Vec<_>>();
        assert_eq!(scores(&read), scores(&truths));
        let boards =
            |truths: &[Truth]| truths.iter().map(|truth| truth.position.board().clone()).collect::<Vec<_>>();
        assert_eq!(boards(&read), boards(&truths));
        let error = Truth::read("\n4k3/8/8/8/8/8/8/4K3 w - - id \"x\";").unwrap_err().to_string();
        assert!(error.starts_with("line 2: no score; expected an EPD"), "{error}");
    }

    #[test]
    fn only_quiet_and_undecided_positions_are_studied() {
        let fens = [
            "4k3/8/8/3q4/4P3/8/P7/4K3 w - - 0 1",
            "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1",
            "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1",
        ];
        let positions: Vec<Position> = fens.map(|fen| fen.parse().unwrap()).into();
        let truths = study(positions.clone(), &Evaluator::Classical, 2000, 2, || ()).unwrap();
        assert_eq!(truths.len(), 1, "a capture and a mate are left out");
        assert_eq!(truths[0].position.board(), positions[2].board());
    }
}
