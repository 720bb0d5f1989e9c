//! Suites of problems for a search: positions whose best move is known, and mates.
//!
//! A suite says quickly whether a change of the search costs tactics, which takes thousands of games
//! to show in a match. Problems come from Petteia's own games: positions where a hundred times the
//! nodes change the move, the new move stays until the end and is clearly better ([`find`]).

use std::fmt;

use chess::{Epd, Game, Move, Operand, Operation, Position};
use engine::{Engine, Limits, Report, SearchInfo, Stop};
use gamekit::{Bound, Score};
use thiserror::Error;

/// A position, and what a search should find there.
#[derive(Clone, PartialEq, Debug)]
pub struct Problem {
    /// The position.
    pub position: Position,
    /// What to find.
    pub solution: Solution,
}

/// What a search should find.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Solution {
    /// One of these moves (`bm`).
    Moves(Vec<Move>),
    /// A mate in at most this many moves (`dm`).
    Mate(u32),
}

/// Why a line could not be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {problem}; expected an EPD with its best move or mate, as \"bm Nf3;\" or \"dm 4;\"")]
pub struct SuiteError {
    line: usize,
    problem: String,
}

/// The rules by which problems are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Node limit of the search that should not find the solution.
    pub nodes: u64,
    /// How many times as many nodes find it.
    pub factor: u64,
    /// By how much the solution must be better than the move of the short search.
    pub margin: Score,
    /// The longest mate, in moves.
    pub longest_mate: u32,
}

impl Problem {
    /// Reads a suite. Lines that begin with `#` are comments.
    pub fn read(text: &str) -> Result<Vec<Self>, SuiteError> {
        let is_problem = |line: &str| !line.trim().is_empty() && !line.starts_with('#');
        let lines = text.lines().enumerate().filter(|(_, line)| is_problem(line));
        lines
            .map(|(number, line)| {
                Self::read_line(line).map_err(|problem| SuiteError { line: number + 1, problem })
            })
            .collect()
    }

    fn read_line(line: &str) -> Result<Self, String> {
        let epd: Epd = line.parse().map_err(|error: chess::EpdError| error.to_string())?;
        let position = Position::new(epd.setup.clone()).map_err(|error| error.to_string())?;
        let solution = match epd.text("dm") {
            Some(moves) => Solution::Mate(moves.parse().map_err(|_| format!("mate {moves:?}"))?),
            None => Solution::Moves(epd.moves("bm", &position).map_err(|error| error.to_string())?),
        };
        if solution == Solution::Moves(Vec::new()) {
            return Err("no solution".to_owned());
        }
        Ok(Self { position, solution })
    }

    /// The nodes after which a search knows the solution and does not leave it again; none if it
    /// does not find it within the limit.
    pub fn solve(&self, engine: &mut Engine, nodes: u64) -> Option<u64> {
        let mut since = None;
        let report = search(engine, &self.position, nodes, Vec::new(), |info| {
            if info.bound == Bound::Exact {
                since = self.is_solved_by(info).then(|| since.unwrap_or(info.nodes));
            }
        });
        let answer = SearchInfo { moves: report.best.into_iter().collect(), ..report.info };
        self.is_solved_by(&answer).then(|| since.unwrap_or(answer.nodes))
    }

    fn is_solved_by(&self, info: &SearchInfo) -> bool {
        match &self.solution {
            Solution::Moves(best) => info.moves.first().is_some_and(|mv| best.contains(mv)),
            Solution::Mate(moves) => mate(info.score).is_some_and(|found| found <= *moves),
        }
    }
}

/// The problem as a line of EPD.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (opcode, operands) = match &self.solution {
            Solution::Moves(moves) => ("bm", moves.iter().map(|&mv| self.position.to_san(mv)).collect()),
            Solution::Mate(moves) => ("dm", vec![moves.to_string()]),
        };
        let operands = operands.into_iter().map(Operand::Word).collect();
        let operations = vec![Operation { opcode: opcode.to_owned(), operands }];
        Epd { setup: self.position.setup(), operations }.fmt(f)
    }
}

/// Whether a position is a problem: a short search plays another move than a long one, which finds
/// its own in the first half of its nodes, and by which the short one's move is clearly worse; or
/// the long one finds a mate that the short one misses.
pub fn find(engine: &mut Engine, position: &Position, rules: &Rules) -> Option<Problem> {
    let short = search(engine, position, rules.nodes, Vec::new(), |_| ());
    if short.info.score.is_decisive() {
        return None;
    }
    let nodes = rules.nodes * rules.factor;
    let mut since: Option<(Move, u64)> = None;
    let long = search(engine, position, nodes, Vec::new(), |info| {
        if let Some(&mv) = info.moves.first()
            && since.is_none_or(|(known, _)| known != mv)
        {
            since = Some((mv, info.nodes));
        }
    });
    let problem = |solution| Some(Problem { position: position.clone(), solution });
    if let Some(moves) = mate(long.info.score) {
        return if moves <= rules.longest_mate { problem(Solution::Mate(moves)) } else { None };
    }
    let (best, first) = (long.best?, short.best?);
    let stays = since.is_some_and(|(mv, found)| mv == best && found <= nodes / 2);
    if best == first || !stays || long.info.score.is_decisive() {
        return None;
    }
    let other = search(engine, position, nodes / 2, vec![first], |_| ());
    let is_better = long.info.score - other.info.score >= rules.margin;
    if is_better { problem(Solution::Moves(vec![best])) } else { None }
}

/// Searches a position with an empty table.
fn search(
    engine: &mut Engine,
    position: &Position,
    nodes: u64,
    searchmoves: Vec<Move>,
    on_info: impl FnMut(&SearchInfo),
) -> Report {
    engine.new_game();
    let limits = Limits { nodes: Some(nodes), searchmoves, ..Limits::default() };
    engine.search(&Game::new(position.clone()), &limits, &Stop::default(), on_info)
}

/// Moves to a mate by the side to move.
fn mate(score: Score) -> Option<u32> {
    score.mate_in_moves().and_then(|moves| u32::try_from(moves).ok()).filter(|&moves| moves > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MATE: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - dm 1;";
    const FORK: &str = "r3k3/8/8/3N4/8/8/8/4K3 w q - bm Nc7+;";

    #[test]
    fn problems_read_back() {
        let suite = Problem::read(&format!("# a comment\n{MATE}\n\n{FORK}\n")).unwrap();
        let lines: Vec<String> = suite.iter().map(Problem::to_string).collect();
        assert_eq!(lines, [MATE, FORK]);
    }

    #[test]
    fn bad_lines_are_named() {
        for (line, problem) in [
            ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - -", "no solution"),
            ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - dm soon;", "mate \"soon\""),
        ] {
            let error = Problem::read(&format!("{FORK}\n{line}")).unwrap_err();
            assert_eq!((error.line, error.problem.as_str()), (2, problem));
        }
        assert!(Problem::read("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Ke5;").is_err());
    }

    #[test]
    fn solutions_are_recognised() {
        let mut engine = Engine::new(1).unwrap();
        for problem in Problem::read(&format!("{MATE}\n{FORK}")).unwrap() {
            let nodes = problem.solve(&mut engine, 5_000).expect("it is easy");
            assert!(nodes <= 5_000);
        }
        let wrong = FORK.replace("Nc7+", "Kd1");
        assert_eq!(Problem::read(&wrong).unwrap()[0].solve(&mut engine, 5_000), None);
    }

    #[test]
    fn what_a_short_search_sees_is_no_problem() {
        let rules = Rules { nodes: 2_000, factor: 5, margin: Score::cp(50), longest_mate: 15 };
        let mut engine = Engine::new(1).unwrap();
        for line in [MATE, FORK] {
            let position = Problem::read(line).unwrap().remove(0).position;
            assert_eq!(find(&mut engine, &position, &rules), None);
        }
    }

    #[test]
    fn a_mate_that_a_short_search_misses_is_a_problem() {
        let rules = Rules { nodes: 1, factor: 20_000, margin: Score::cp(50), longest_mate: 15 };
        let mut engine = Engine::new(1).unwrap();
        let position = "7k/8/8/8/8/8/R7/1R5K w - - 0 1".parse().unwrap();
        let problem = find(&mut engine, &position, &rules);
        assert_eq!(problem.map(|problem| problem.solution), Some(Solution::Mate(2)));
    }
}
