//! One game: two players, two clocks and an arbiter who knows the rules.

use std::time::{Duration, Instant};

use chess::{Move, Position, Role, UciStyle};
use gamekit::{Bitboard, ByColor, Color, Key};
use uci::UciMove;

use crate::adjudicate::{Adjudication, Adjudicator};
use crate::clock::{Clock, Limits};
use crate::openings::Opening;
use crate::outcome::{Outcome, Reason};
use crate::player::{Failure, Player, Task, Thought};

/// How a game is played.
#[derive(Clone, Debug)]
pub struct Rules {
    /// What bounds the moves of each side.
    pub limits: ByColor<Limits>,
    /// How much later than its clock allows an answer may come.
    pub margin: Duration,
    /// How long an engine without a clock may think.
    pub patience: Duration,
    /// Castling is written as king takes rook.
    pub chess960: bool,
    /// Which games the arbiter ends.
    pub adjudication: Adjudication,
}

/// A move as it was played.
#[derive(Clone, Debug)]
pub struct PlayedMove {
    /// The move.
    pub mv: Move,
    /// What its player said about it; `None` for moves of the opening.
    pub thought: Option<Thought>,
    /// What its player's clock showed afterwards.
    pub clock: Option<Duration>,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// Where it started.
    pub start: Position,
    /// Its moves, those of the opening first.
    pub moves: Vec<PlayedMove>,
    /// How it ended.
    pub outcome: Outcome,
    /// The process of this side is of no more use.
    pub broken: ByColor<bool>,
    /// Lines with an illegal move that each side claimed to expect.
    pub wrong_lines: ByColor<u32>,
    /// The time that neither player thought.
    pub overhead: Duration,
}

/// Plays a game, or `None` if the match was interrupted.
pub fn play(
    players: &mut ByColor<&mut (dyn Player + '_)>,
    opening: &Opening,
    rules: &Rules,
) -> Option<GameRecord> {
    let mut game = Game::new(opening, rules);
    let outcome = match game.get_ready(players) {
        Some(outcome) => outcome,
        None => game.play_on(players),
    };
    if game.interrupted {
        return None;
    }
    let result = format!("{} {{{outcome}}}", outcome.result);
    for color in Color::ALL {
        if !game.broken[color] {
            players[color].game_over(&result);
        }
    }
    Some(game.record(outcome))
}

struct Game<'a> {
    opening: &'a Opening,
    rules: &'a Rules,
    style: UciStyle,
    start: Option<String>,
    position: Position,
    /// The keys since the last capture or pawn move, the present one last.
    keys: Vec<Key>,
    moves: Vec<PlayedMove>,
    texts: Vec<String>,
    clocks: ByColor<Clock>,
    adjudicator: Adjudicator,
    wrong_lines: ByColor<u32>,
    broken: ByColor<bool>,
    interrupted: bool,
    started: Instant,
    thinking: Duration,
}

impl<'a> Game<'a> {
    fn new(opening: &'a Opening, rules: &'a Rules) -> Self {
        let position = opening.start.clone();
        let style = if rules.chess960 { UciStyle::Chess960 } else { UciStyle::Standard };
        let clock = |color| Clock::new(rules.limits[color]);
        let mut game = Self {
            opening,
            rules,
            style,
            start: opening.fen(rules.chess960),
            keys: vec![position.key()],
            position,
            moves: Vec::new(),
            texts: Vec::new(),
            clocks: ByColor::new(clock(Color::White), clock(Color::Black)),
            adjudicator: Adjudicator::new(rules.adjudication),
            wrong_lines: ByColor::default(),
            broken: ByColor::default(),
            interrupted: false,
            started: Instant::now(),
            thinking: Duration::ZERO,
        };
        for &mv in &opening.moves {
            game.make(mv, None);
        }
        game
    }

    /// Tells both players about the game. A player who cannot even get ready loses.
    fn get_ready(&mut self, players: &mut ByColor<&mut (dyn Player + '_)>) -> Option<Outcome> {
        Color::ALL.into_iter().find_map(|color| {
            let ready = players[color].new_game(self.start.as_deref(), &self.clocks[color]);
            ready.err().map(|failure| self.blame(color, failure))
        })
    }

    fn play_on(&mut self, players: &mut ByColor<&mut (dyn Player + '_)>) -> Outcome {
        // Getting ready is no part of the game.
        self.started = Instant::now();
        loop {
            if let Some(outcome) = self.ended_by_rule() {
                return outcome;
            }
            let side = self.position.turn();
            let task = Task {
                start: self.start.as_deref(),
                moves: &self.texts,
                position: &self.position,
                clocks: &self.clocks,
                margin: self.rules.margin,
                patience: self.rules.patience,
            };
            let thought = match players[side].think(&task) {
                Ok(thought) => thought,
                Err(failure) => return self.blame(side, failure),
            };
            if let Some(outcome) = self.answer(side, thought) {
                return outcome;
            }
        }
    }

    /// Plays the answer of a side, if it comes in time and is legal.
    fn answer(&mut self, side: Color, thought: Thought) -> Option<Outcome> {
        self.thinking += thought.elapsed;
        if self.clocks[side].charge(thought.elapsed, self.rules.margin).is_err() {
            return Some(Outcome::win(!side, Reason::TimeForfeit));
        }
        let Ok(mv) = self.position.parse_uci(&thought.answer) else {
            return Some(Outcome::win(!side, Reason::IllegalMove(thought.answer)));
        };
        if !is_legal_line(&self.position, &thought.pv) {
            self.wrong_lines[side] += 1;
        }
        let score = thought.score;
        self.make(mv, Some(thought));
        let number = u32::from(self.position.fullmove_number());
        let resets_clock = self.position.halfmove_clock() == 0;
        // Mate on the board outranks any judgement.
        self.ended_by_rule().or_else(|| self.adjudicator.hear(side, score, number, resets_clock))
    }

    fn make(&mut self, mv: Move, thought: Option<Thought>) {
        let clock = self.clocks[self.position.turn()].left().filter(|_| thought.is_some());
        self.texts.push(mv.to_uci(self.style));
        self.moves.push(PlayedMove { mv, thought, clock });
        self.position.make(mv, &mut ());
        if self.position.halfmove_clock() == 0 {
            self.keys.clear();
        }
        self.keys.push(self.position.key());
    }

    fn ended_by_rule(&self) -> Option<Outcome> {
        let position = &self.position;
        if position.count_legal_moves() == 0 {
            return Some(if position.in_check() {
                Outcome::win(!position.turn(), Reason::Checkmate)
            } else {
                Outcome::draw(Reason::Stalemate)
            });
        }
        let key = position.key();
        let repetitions = self.keys.iter().filter(|&&earlier| earlier == key).count();
        let draw = if repetitions >= 3 {
            Reason::Repetition
        } else if position.halfmove_clock() >= 100 {
            Reason::FiftyMoves
        } else if is_insufficient(position) {
            Reason::InsufficientMaterial
        } else {
            return None;
        };
        Some(Outcome::draw(draw))
    }

    /// The game ends by the fault of a side.
    fn blame(&mut self, side: Color, failure: Failure) -> Outcome {
        self.broken[side] = failure.is_fatal();
        let reason = match failure {
            Failure::Start(why) => Reason::NoStart(why),
            Failure::Crash(end) => Reason::Crash(end),
            Failure::Stall => Reason::Stall,
            Failure::Late(_) => Reason::TimeForfeit,
            Failure::Resign => Reason::Resignation,
            Failure::Interrupted => {
                self.interrupted = true;
                Reason::Stall
            }
        };
        Outcome::win(!side, reason)
    }

    fn record(self, outcome: Outcome) -> GameRecord {
        GameRecord {
            start: self.opening.start.clone(),
            moves: self.moves,
            outcome,
            broken: self.broken,
            wrong_lines: self.wrong_lines,
            overhead: self.started.elapsed().saturating_sub(self.thinking),
        }
    }
}

/// Whether all moves of a line are legal, one after the other.
fn is_legal_line(position: &Position, line: &[UciMove]) -> bool {
    let mut position = position.clone();
    line.iter().all(|mv| match position.parse_uci(mv.as_str()) {
        Ok(mv) => {
            position.make(mv, &mut ());
            true
        }
        Err(_) => false,
    })
}

/// Whether no sequence of legal moves mates: bare kings, one minor piece, or bishops that all stand on
/// squares of one color.
fn is_insufficient(position: &Position) -> bool {
    let board = position.board();
    let mighty = board.role(Role::Pawn) | board.role(Role::Rook) | board.role(Role::Queen);
    let knights = board.role(Role::Knight);
    let bishops = board.role(Role::Bishop);
    let one_color = bishops.is_subset_of(Bitboard::LIGHT) || bishops.is_subset_of(Bitboard::DARK);
    mighty.is_empty() && (knights.is_empty() && one_color || (knights | bishops).len() <= 1)
}

#[cfg(test)]
mod tests;
