//! A puzzle, and its line of EPD.

use std::fmt;

use chess::{Epd, Move, Operand, Operation, Position};
use thiserror::Error;

/// A position in which one move wins.
#[derive(Clone, PartialEq, Debug)]
pub struct Puzzle {
    /// The position; its side to move solves the puzzle.
    pub position: Position,
    /// The solver's moves and the replies in turn; the last one is the solver's.
    pub line: Vec<Move>,
    /// How hard it is, in rating points.
    pub rating: u32,
}

/// Why a text holds no puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {problem}; expected a puzzle, as \"FEN bm Ra8#; pv Ra8#; c0 \\\"rating 900\\\";\"")]
pub struct ReadError {
    line: usize,
    problem: String,
}

/// Reads puzzles. Lines that begin with `#` are comments.
pub fn read(text: &str) -> Result<Vec<Puzzle>, ReadError> {
    let is_puzzle = |line: &str| !line.trim().is_empty() && !line.starts_with('#');
    let lines = text.lines().enumerate().filter(|(_, line)| is_puzzle(line));
    lines
        .map(|(number, line)| {
            Puzzle::read_line(line).map_err(|problem| ReadError { line: number + 1, problem })
        })
        .collect()
}

impl Puzzle {
    /// Its name: the key of its position, so that it is the same puzzle in every file.
    pub fn id(&self) -> String {
        format!("{:016x}", self.position.key().bits())
    }

    fn read_line(line: &str) -> Result<Self, String> {
        let epd: Epd = line.parse().map_err(|error: chess::EpdError| error.to_string())?;
        let position = Position::new(epd.setup.clone()).map_err(|error| error.to_string())?;
        let mut line = Vec::new();
        let mut at = position.clone();
        for operand in epd.operation("pv").map_or(&[][..], |operation| &operation.operands) {
            let mv = at.parse_san(operand.as_str()).map_err(|error| error.to_string())?;
            line.push(mv);
            at = at.play(mv);
        }
        if line.len() % 2 == 0 {
            return Err(format!("a line of {} moves", line.len()));
        }
        let best = epd.moves("bm", &position).map_err(|error| error.to_string())?;
        if best != line[..1] {
            return Err("another best move than the first of the line".to_owned());
        }
        let rating = epd.text("c0").and_then(|text| text.strip_prefix("rating ")?.parse().ok());
        Ok(Self { position, line, rating: rating.ok_or("no rating")? })
    }
}

/// The puzzle as a line of EPD: its best move (`bm`), the whole line (`pv`), its name (`id`) and its
/// rating (`c0`).
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut at = self.position.clone();
        let mut sans = Vec::new();
        for &mv in &self.line {
            sans.push(at.to_san(mv));
            at = at.play(mv);
        }
        let words = |words: &[String]| words.iter().cloned().map(Operand::Word).collect();
        let text = |text: String| vec![Operand::Text(text)];
        let operation = |opcode: &str, operands| Operation { opcode: opcode.to_owned(), operands };
        let operations = vec![
            operation("bm", words(&sans[..1.min(sans.len())])),
            operation("pv", words(&sans)),
            operation("id", text(self.id())),
            operation("c0", text(format!("rating {}", self.rating))),
        ];
        let setup = chess::Setup { halfmove_clock: 0, fullmove_number: 1, ..self.position.setup() };
        Epd { setup, operations }.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MATE: &str =
        "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; pv Rd8#; id \"1e08e2c3b84f3c5a\"; c0 \"rating 800\";";
    const FORK: &str = "r3k3/8/8/3N4/8/8/8/4K3 w q - bm Nc7+; pv Nc7+ Kd7 Nxa8; c0 \"rating 950\";";

    #[test]
    fn puzzles_read_back() {
        let puzzles = read(&format!("# a comment\n{MATE}\n\n{FORK}\n")).unwrap();
        assert_eq!((puzzles.len(), puzzles[1].line.len(), puzzles[1].rating), (2, 3, 950));
        let text = puzzles.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        assert_eq!(read(&text).unwrap(), puzzles);
        assert!(text.contains("bm Nc7+; pv Nc7+ Kd7 Nxa8;"), "{text}");
    }

    #[test]
    fn bad_lines_are_named() {
        for (line, problem) in [
            (FORK.replace(" Nxa8", ""), "a line of 2 moves"),
            (FORK.replace("bm Nc7+", "bm Nb6"), "another best move"),
            (FORK.replace("Nxa8", "Nxa7"), "Nxa7"),
            (FORK.replace("c0 \"rating 950\";", ""), "no rating"),
            ("nonsense".to_owned(), "fields"),
        ] {
            let error = read(&format!("{FORK}\n{line}")).unwrap_err();
            assert!(error.line == 2 && error.problem.contains(problem), "{line}: {error}");
        }
    }

    #[test]
    fn the_own_puzzles_are_read_and_none_is_there_twice() {
        let own = read(crate::OWN).unwrap();
        let mut ids: Vec<String> = own.iter().map(Puzzle::id).collect();
        ids.sort();
        ids.dedup();
        assert!(own.len() >= 500 && ids.len() == own.len(), "{} of {}", ids.len(), own.len());
    }
}
