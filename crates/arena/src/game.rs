//! One game: two players, two clocks and an arbiter.

use std::time::{Duration, Instant};

use chess::{Move, Position, UciMove, UciStyle};
use gamekit::{ByColor, Color};
use syzygy::Tables;

use crate::adjudicate::{Adjudication, Adjudicator};
use crate::clock::{Clock, FlagFell, Limits};
use crate::openings::Opening;
use crate::outcome::{Outcome, Reason};
use crate::player::{Failure, Player, Task, Thought};
use crate::schedule::Pairing;
use crate::spectator::{Scene, Spectator};

/// The conditions of a game.
#[derive(Clone, Debug)]
pub struct Rules<'a> {
    /// The search limits of each side.
    pub limits: ByColor<Limits>,
    /// Overstepping of the clock that is forgiven.
    pub margin: Duration,
    /// Time limit for an engine without a clock.
    pub patience: Duration,
    /// Castling is written as king takes rook.
    pub chess960: bool,
    /// The rules of adjudication.
    pub adjudication: Adjudication,
    /// The tables by which games are adjudicated.
    pub tablebases: Option<&'a Tables>,
    /// The spectator, and the pairing that is passed to it.
    pub spectator: Option<(&'a dyn Spectator, &'a Pairing)>,
}

/// A move as it was played.
#[derive(Clone, Debug)]
pub struct PlayedMove {
    /// The move.
    pub mv: Move,
    /// Its player's report; `None` for moves of the opening.
    pub thought: Option<Thought>,
    /// Its player's clock after the move.
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
    /// The process of this side must be replaced.
    pub broken: ByColor<bool>,
    /// Principal variations with an illegal move.
    pub wrong_lines: ByColor<u32>,
    /// The time in which neither player was thinking.
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
            game.broken[color] = !players[color].game_over(&result);
        }
    }
    Some(game.record(outcome))
}

struct Game<'a> {
    opening: &'a Opening,
    rules: &'a Rules<'a>,
    style: UciStyle,
    start: Option<String>,
    board: chess::Game,
    moves: Vec<PlayedMove>,
    written: Vec<UciMove>,
    clocks: ByColor<Clock>,
    adjudicator: Adjudicator,
    wrong_lines: ByColor<u32>,
    broken: ByColor<bool>,
    interrupted: bool,
    started: Instant,
    thinking: Duration,
}

impl<'a> Game<'a> {
    fn new(opening: &'a Opening, rules: &'a Rules<'a>) -> Self {
        let style = if rules.chess960 { UciStyle::Chess960 } else { UciStyle::Standard };
        let clock = |color| Clock::new(rules.limits[color]);
        let mut game = Self {
            opening,
            rules,
            style,
            start: opening.fen(rules.chess960),
            board: chess::Game::new(opening.start.clone()),
            moves: Vec::new(),
            written: Vec::new(),
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
        game.show();
        game
    }

    /// Prepares both players. A player who fails to get ready loses.
    fn get_ready(&mut self, players: &mut ByColor<&mut (dyn Player + '_)>) -> Option<Outcome> {
        Color::ALL.into_iter().find_map(|color| {
            let ready = players[color].new_game(self.start.as_deref(), &self.clocks[color]);
            ready.err().map(|failure| self.blame(color, failure))
        })
    }

    fn play_on(&mut self, players: &mut ByColor<&mut (dyn Player + '_)>) -> Outcome {
        // The time for getting ready does not count.
        self.started = Instant::now();
        if let Some(outcome) = self.ended_by_rule() {
            return outcome;
        }
        loop {
            let side = self.board.position().turn();
            let task = Task {
                start: self.start.as_deref(),
                moves: &self.written,
                position: self.board.position(),
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
        if let Err(FlagFell(late)) = self.clocks[side].charge(thought.elapsed, self.rules.margin) {
            return Some(self.flag_fell(side, late));
        }
        let Ok(mv) = self.board.position().parse_uci(&thought.answer) else {
            return Some(Outcome::win(!side, Reason::IllegalMove(thought.answer)));
        };
        if !is_legal_line(self.board.position(), &thought.pv) {
            self.wrong_lines[side] += 1;
        }
        let score = thought.score;
        self.make(mv, Some(thought));
        self.show();
        let position = self.board.position();
        let number = u32::from(position.fullmove_number());
        let resets_clock = position.halfmove_clock() == 0;
        // The rules of chess come before any adjudication.
        self.ended_by_rule()
            .or_else(|| self.known_result())
            .or_else(|| self.adjudicator.judge(side, score, number, resets_clock))
    }

    fn make(&mut self, mv: Move, thought: Option<Thought>) {
        let side = self.board.position().turn();
        if self.board.play(mv).is_ok() {
            let clock = self.clocks[side].left().filter(|_| thought.is_some());
            self.written.push(mv.to_uci(self.style));
            self.moves.push(PlayedMove { mv, thought, clock });
        }
    }

    /// Shows the current position to the spectator.
    fn show(&self) {
        if let Some((spectator, pairing)) = self.rules.spectator {
            spectator.see(pairing, &Scene { game: &self.board, moves: &self.moves, clocks: &self.clocks });
        }
    }

    /// The end by the rules of chess; the arbiter claims every draw that a player could.
    fn ended_by_rule(&self) -> Option<Outcome> {
        use chess::Outcome as End;
        Some(match self.board.outcome()? {
            End::Checkmate { winner } => Outcome::win(winner, Reason::Checkmate),
            End::Stalemate => Outcome::draw(Reason::Stalemate),
            End::InsufficientMaterial => Outcome::draw(Reason::InsufficientMaterial),
            End::ThreefoldRepetition | End::FivefoldRepetition => Outcome::draw(Reason::Repetition),
            End::FiftyMoves | End::SeventyFiveMoves => Outcome::draw(Reason::FiftyMoves),
        })
    }

    /// Adjudication by the tablebases.
    fn known_result(&self) -> Option<Outcome> {
        let position = self.board.position();
        let winner = self.rules.tablebases?.judge(position)?.winner(position.turn());
        Some(
            winner.map_or_else(
                || Outcome::draw(Reason::Tablebase),
                |side| Outcome::win(side, Reason::Tablebase),
            ),
        )
    }

    /// A side is out of time: the other side wins if it could ever mate, else it is a draw.
    fn flag_fell(&self, side: Color, late: Duration) -> Outcome {
        if self.board.position().can_mate(!side) {
            Outcome::win(!side, Reason::TimeForfeit(late))
        } else {
            Outcome::draw(Reason::DrawOnTime(side))
        }
    }

    /// The game ends by the fault of a side.
    fn blame(&mut self, side: Color, failure: Failure) -> Outcome {
        self.broken[side] = failure.is_fatal();
        let reason = match failure {
            Failure::Start(why) => Reason::NoStart(why),
            Failure::Crash(end) => Reason::Crash(end),
            Failure::Stall => Reason::Stall,
            Failure::Late(elapsed) => return self.flag_fell(side, self.clocks[side].lateness(elapsed)),
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
    line.iter().all(|&mv| match position.find(mv) {
        Ok(mv) => {
            position.make(mv, &mut ());
            true
        }
        Err(_) => false,
    })
}

#[cfg(test)]
mod tests;
