//! The search for puzzles in a game.

use chess::{Game, Move, Position};
use engine::eval::Evaluator;
use engine::{Engine, Limits, Settings, Stop, wdl};
use gamekit::table::TableError;
use gamekit::{Bound, Chances, Score};

use crate::puzzle::Puzzle;
use crate::rating;

/// Winning chances, in thousandths, that the short search must see.
const PROMISING: u16 = 800;
/// Winning chances of a solution.
const WINNING: u16 = 900;
/// Winning chances of every other move, at most.
const NOT_WINNING: u16 = 300;
/// Winning chances before the opponent's mistake, at most.
const UNDECIDED: u16 = 500;

/// By how much the winning chances must rise in what the players thought.
const STIR: u16 = 150;

/// How much is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Nodes for each position of a game.
    pub nodes: u64,
    /// Nodes that decide whether one move wins.
    pub verify: u64,
    /// The solver's moves, at most.
    pub moves: usize,
}

/// Two engines: one that looks for candidates and one that looks twice.
pub struct Finder {
    scout: Engine,
    judge: Engine,
    rules: Rules,
}

/// A game to look through.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// Where it starts.
    pub start: Position,
    /// Its moves.
    pub moves: Vec<Move>,
    /// What the players thought of the position before each move, for White, as far as known.
    pub scores: Vec<Option<Score>>,
}

impl Played {
    /// Whether the players saw nothing happen by the move before this half-move: then there is
    /// nothing to look at. Where it is not known what they thought, everything is looked at.
    fn is_quiet(&self, ply: usize, position: &Position) -> bool {
        let score = |ply: usize| self.scores.get(ply).copied().flatten();
        let (Some(before), Some(now)) = (ply.checked_sub(1).and_then(score), score(ply)) else {
            return false;
        };
        let win = |score: Score| chances(position.turn().for_white(score), position).win;
        win(now) < win(before) + STIR
    }
}

/// What a short search says: a move, and the chances of the side to move.
#[derive(Clone, Copy)]
struct Scan {
    best: Option<Move>,
    chances: Chances,
}

/// The two best moves of a position.
struct Best {
    mv: Move,
    chances: Chances,
    /// None if there is only one legal move.
    second: Option<Chances>,
}

impl Best {
    /// Whether this move wins, and no other.
    fn is_only(&self) -> bool {
        self.chances.win >= WINNING && self.second.is_some_and(|second| second.win <= NOT_WINNING)
    }
}

impl Finder {
    /// Megabytes of each transposition table.
    const HASH: usize = 16;

    /// A finder with this evaluation.
    pub fn new(evaluator: &Evaluator, rules: Rules) -> Result<Self, TableError> {
        let engine = || -> Result<Engine, TableError> {
            let mut engine = Engine::new(Self::HASH)?;
            engine.set_settings(Settings { evaluator: evaluator.clone(), ..Settings::default() });
            Ok(engine)
        };
        Ok(Self { scout: engine()?, judge: engine()?, rules })
    }

    /// The puzzles of a game: the same ones every time.
    pub fn find(&mut self, played: &Played) -> Vec<Puzzle> {
        self.scout.new_game();
        let mut game = Game::new(played.start.clone());
        let mut found = Vec::new();
        // What the last search said, and at which half-move.
        let mut last: Option<(usize, Scan)> = None;
        for (ply, &mv) in played.moves.iter().enumerate() {
            let earlier = game.clone();
            if game.play(mv).is_err() || game.outcome().is_some() {
                break;
            }
            if played.is_quiet(ply + 1, game.position()) {
                continue;
            }
            let before =
                last.filter(|&(at, _)| at == ply).map_or_else(|| self.scan(&earlier), |(_, scan)| scan);
            let now = self.scan(&game);
            let was_open = before.chances.loss <= UNDECIDED;
            if now.chances.win >= PROMISING && was_open && !is_obvious(&game, mv, now.best) {
                found.extend(self.puzzle(game.position()));
            }
            last = Some((ply + 1, now));
        }
        found
    }

    /// A short search: the move and the chances of the side to move.
    fn scan(&mut self, game: &Game) -> Scan {
        let limits = Limits { nodes: Some(self.rules.nodes), ..Limits::default() };
        let report = self.scout.search(game, &limits, &Stop::default(), |_| ());
        Scan { best: report.best, chances: chances(report.info.score, game.position()) }
    }

    /// The puzzle of a position, if one move wins there.
    fn puzzle(&mut self, position: &Position) -> Option<Puzzle> {
        let mut game = Game::new(position.clone());
        let mut line = Vec::new();
        let mut rating = None;
        while line.len() < 2 * self.rules.moves {
            let Some(best) = self.two_best(&game).filter(Best::is_only) else { break };
            rating = rating.max(Some(self.rate(&game, best.mv)));
            line.push(best.mv);
            game.play(best.mv).ok()?;
            if game.outcome().is_some() {
                break;
            }
            let reply = self.reply(&game)?;
            line.push(reply);
            game.play(reply).ok()?;
            if game.outcome().is_some() {
                break;
            }
        }
        if line.len() % 2 == 0 {
            line.pop();
        }
        Some(Puzzle { position: position.clone(), line, rating: rating? })
    }

    /// A long search of the two best moves, with an empty table.
    fn two_best(&mut self, game: &Game) -> Option<Best> {
        self.judge.new_game();
        self.set_lines(2);
        let limits = Limits { nodes: Some(self.rules.verify), ..Limits::default() };
        let mut scores: [Option<(Move, Score)>; 2] = [None; 2];
        self.judge.search(game, &limits, &Stop::default(), |info| {
            if let (Some(&mv), Some(place)) = (info.moves.first(), scores.get_mut(info.line - 1))
                && info.bound == Bound::Exact
            {
                *place = Some((mv, info.score));
            }
        });
        let [first, second] = scores;
        let (mv, score) = first?;
        let position = game.position();
        let second = second.filter(|&(other, _)| other != mv);
        let second = second.map(|(_, score)| chances(score, position));
        Some(Best { mv, chances: chances(score, position), second })
    }

    /// The best reply of the other side.
    fn reply(&mut self, game: &Game) -> Option<Move> {
        self.judge.new_game();
        self.set_lines(1);
        let limits = Limits { nodes: Some(self.rules.verify / 2), ..Limits::default() };
        self.judge.search(game, &limits, &Stop::default(), |_| ()).best
    }

    fn rate(&mut self, game: &Game, mv: Move) -> u32 {
        self.set_lines(1);
        rating::of_move(&mut self.judge, game, mv)
    }

    fn set_lines(&mut self, lines: usize) {
        let settings = Settings { lines, ..self.judge.settings().clone() };
        self.judge.set_settings(settings);
    }
}

fn chances(score: Score, position: &Position) -> Chances {
    wdl::chances(score, wdl::material(position))
}

/// Whether there is nothing to find: one legal move, or a capture on the square of the capture
/// before.
fn is_obvious(game: &Game, played: Move, best: Option<Move>) -> bool {
    let takes_back = |best: Move| played.is_capture() && best.is_capture() && played.to() == best.to();
    game.position().count_legal_moves() < 2 || best.is_some_and(takes_back)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::read;
    use chess::pgn::Reader;

    const RULES: Rules = Rules { nodes: 1_000, verify: 20_000, moves: 5 };

    fn found(pgn: &str) -> Vec<Puzzle> {
        let game = Reader::new(pgn.as_bytes()).next().unwrap().unwrap();
        let played = Played { start: game.start.clone(), moves: game.moves().collect(), scores: Vec::new() };
        Finder::new(&Evaluator::default(), RULES).unwrap().find(&played)
    }

    /// Black, a queen for a rook ahead, forgets the back rank, and White does not see it.
    const BLUNDER: &str = "[FEN \"6k1/q4ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1\"]\n\n1... Qa2 2. h3 h6 *";

    #[test]
    fn a_blunder_is_a_puzzle_for_the_other_side() {
        let puzzles = found(BLUNDER);
        assert_eq!(puzzles.len(), 1, "{puzzles:?}");
        let line = puzzles[0].to_string();
        assert!(line.contains("bm Rd8#; pv Rd8#;"), "{line}");
        assert_eq!(puzzles[0].rating, rating::EASIEST, "anyone sees it");
        assert_eq!(found(BLUNDER), puzzles, "the same every time");
        assert_eq!(read(&line).unwrap()[0].line, puzzles[0].line);
    }

    #[test]
    fn where_the_players_saw_nothing_nothing_is_looked_at() {
        let game = Reader::new(BLUNDER.as_bytes()).next().unwrap().unwrap();
        let find = |scores: [i32; 3]| {
            let scores = scores.map(|score| Some(Score::cp(score))).to_vec();
            let played = Played { start: game.start.clone(), moves: game.moves().collect(), scores };
            Finder::new(&Evaluator::default(), RULES).unwrap().find(&played).len()
        };
        assert_eq!(find([-400, 3000, -400]), 1);
        assert_eq!(find([-400, -400, -400]), 0);
    }

    #[test]
    fn quiet_games_and_won_positions_have_no_puzzles() {
        assert_eq!(found("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *"), []);
        let won = "[FEN \"4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1\"]\n\n1. Qa7 Kf8 2. Qbb7 Ke8 *";
        assert_eq!(found(won), [], "it was won before, and by many moves");
    }

    #[test]
    fn a_line_goes_on_while_one_move_wins() {
        // Black's king steps into a fork: check, then the rook.
        let game = "[FEN \"3rk3/8/8/8/1N6/8/5PPP/6K1 b - - 0 1\"]\n\n1... Ra8 2. Nd5 Kd7 3. f3 *";
        for puzzle in found(game) {
            assert_eq!(puzzle.line.len() % 2, 1);
            let mut at = puzzle.position.clone();
            for mv in puzzle.line {
                assert!(at.is_legal(mv));
                at = at.play(mv);
            }
        }
    }
}
