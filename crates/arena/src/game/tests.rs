//! Games between players who follow a script.

use std::collections::VecDeque;

use super::*;
use crate::outcome::Termination;

/// Answers what its script says, then fails.
struct Scripted {
    answers: VecDeque<Result<Thought, Failure>>,
    heard_result: Option<String>,
}

impl Scripted {
    fn new(answers: impl IntoIterator<Item = Result<Thought, Failure>>) -> Self {
        Self { answers: answers.into_iter().collect(), heard_result: None }
    }

    fn moves(moves: &str) -> Self {
        Self::new(moves.split_whitespace().map(|mv| Ok(thought(mv))))
    }
}

fn thought(mv: &str) -> Thought {
    Thought { answer: mv.to_owned(), elapsed: Duration::from_millis(10), ..Thought::default() }
}

impl Player for Scripted {
    fn new_game(&mut self, _start: Option<&str>, _clock: &Clock) -> Result<(), Failure> {
        Ok(())
    }

    fn think(&mut self, _task: &Task) -> Result<Thought, Failure> {
        self.answers.pop_front().unwrap_or(Err(Failure::Stall))
    }

    fn game_over(&mut self, result: &str) -> bool {
        self.heard_result = Some(result.to_owned());
        true
    }
}

fn rules() -> Rules<'static> {
    let limits = Limits { control: Some("1+0".parse().unwrap()), ..Limits::default() };
    Rules {
        limits: ByColor::new(limits, limits),
        margin: Duration::ZERO,
        patience: Duration::from_secs(1),
        chess960: false,
        adjudication: Adjudication::default(),
        tablebases: None,
        spectator: None,
    }
}

fn opening(fen: &str) -> Opening {
    Opening { start: fen.parse().unwrap(), moves: Vec::new() }
}

fn referee(white: &mut Scripted, black: &mut Scripted, opening: &Opening) -> GameRecord {
    play(&mut ByColor::new(white, black), opening, &rules()).unwrap()
}

fn outcome_from(fen: &str, white: &str, black: &str) -> Outcome {
    referee(&mut Scripted::moves(white), &mut Scripted::moves(black), &opening(fen)).outcome
}

const START: &str = chess::fen::INITIAL;

#[test]
fn mates_win() {
    let outcome = outcome_from(START, "f2f3 g2g4", "e7e5 d8h4");
    assert_eq!(outcome, Outcome::win(Color::Black, Reason::Checkmate));
}

#[test]
fn draws_by_rule_are_noticed() {
    let shuffle = ("g1f3 f3g1 g1f3 f3g1", "g8f6 f6g8 g8f6 f6g8");
    assert_eq!(outcome_from(START, shuffle.0, shuffle.1), Outcome::draw(Reason::Repetition));
    assert_eq!(outcome_from("7k/5K2/8/8/8/8/8/6Q1 w - - 0 1", "g1g6", ""), Outcome::draw(Reason::Stalemate));
    assert_eq!(outcome_from("7k/8/8/8/8/8/R7/K7 w - - 99 80", "a2a3", ""), Outcome::draw(Reason::FiftyMoves));
    assert_eq!(outcome_from("7k/8/8/8/8/8/p7/K6B w - - 0 1", "a1a2", ""), {
        Outcome::draw(Reason::InsufficientMaterial)
    });
}

#[test]
fn mate_comes_before_the_fifty_move_rule() {
    let outcome = outcome_from("7k/8/6K1/8/8/8/8/R7 w - - 99 80", "a1a8", "");
    assert_eq!(outcome, Outcome::win(Color::White, Reason::Checkmate));
}

#[test]
fn illegal_moves_lose() {
    let illegal = |text: &str| Outcome::win(Color::White, Reason::IllegalMove(text.to_owned()));
    assert_eq!(outcome_from(START, "e2e4", "e7e4"), illegal("e7e4"));
    assert_eq!(outcome_from(START, "e2e4", "(none)"), illegal("(none)"));
}

#[test]
fn failures_have_a_verdict_and_say_whether_the_process_is_gone() {
    for (failure, reason, broken) in [
        (Failure::Crash("signal 11".to_owned()), Reason::Crash("signal 11".to_owned()), true),
        (Failure::Stall, Reason::Stall, true),
        (Failure::Late(Duration::from_secs(3)), Reason::TimeForfeit(Duration::from_secs(2)), false),
        (Failure::Resign, Reason::Resignation, false),
    ] {
        let mut white = Scripted::new([Err(failure)]);
        let mut black = Scripted::moves("");
        let record = referee(&mut white, &mut black, &opening(START));
        assert_eq!(record.outcome, Outcome::win(Color::Black, reason));
        assert_eq!(record.broken[Color::White], broken);
        assert!(black.heard_result.is_some_and(|result| result.starts_with("0-1")));
    }
}

#[test]
fn a_slow_answer_loses_on_time() {
    let slow = Thought { elapsed: Duration::from_millis(1001), ..thought("e2e4") };
    let record = referee(&mut Scripted::new([Ok(slow)]), &mut Scripted::moves(""), &opening(START));
    let late = Duration::from_millis(1);
    assert_eq!(record.outcome, Outcome::win(Color::Black, Reason::TimeForfeit(late)));
}

#[test]
fn a_slow_answer_draws_against_who_cannot_mate() {
    let slow = || Ok(Thought { elapsed: Duration::from_millis(1001), ..thought("a1a2") });
    let gone = || Err(Failure::Late(Duration::from_secs(3)));
    for (fen, draws) in [
        ("7k/8/8/8/8/8/8/KQ6 w - - 0 1", true),
        ("6bk/8/8/8/8/8/8/KQ6 w - - 0 1", true),
        ("6nk/8/8/8/8/8/8/KQ6 w - - 0 1", true),
        ("6nk/8/8/8/8/8/8/KR6 w - - 0 1", false),
        ("6rk/8/8/8/8/8/8/KQ6 w - - 0 1", false),
    ] {
        for answer in [slow(), gone()] {
            let record = referee(&mut Scripted::new([answer]), &mut Scripted::moves(""), &opening(fen));
            let is_draw = record.outcome == Outcome::draw(Reason::DrawOnTime(Color::White));
            assert_eq!(is_draw, draws, "{fen}: {}", record.outcome);
            assert_eq!(record.outcome.termination(), Termination::TimeForfeit);
        }
    }
    let text = Outcome::draw(Reason::DrawOnTime(Color::White)).to_string();
    assert_eq!(text, "draw: White ran out of time, Black cannot mate");
}

#[test]
fn interrupted_games_do_not_count() {
    let mut white = Scripted::new([Err(Failure::Interrupted)]);
    let mut black = Scripted::moves("");
    assert!(play(&mut ByColor::new(&mut white, &mut black), &opening(START), &rules()).is_none());
}

#[test]
fn wrong_lines_are_counted_but_lose_nothing() {
    let pv = |line: &str| line.split(' ').map(|mv| mv.parse().unwrap()).collect();
    let wrong = Thought { pv: pv("f2f3 e7e5 f2f3"), ..thought("f2f3") };
    let right = Thought { pv: pv("g2g4 d8h4"), ..thought("g2g4") };
    let mut white = Scripted::new([Ok(wrong), Ok(right)]);
    let record = referee(&mut white, &mut Scripted::moves("e7e5 d8h4"), &opening(START));
    assert_eq!(record.wrong_lines, ByColor::new(1, 0));
    assert_eq!(record.outcome.reason, Reason::Checkmate);
}

#[test]
fn moves_of_the_opening_are_played_without_a_clock() {
    let start = Position::initial();
    let moves = vec![start.parse_uci("f2f3").unwrap()];
    let opening = Opening { start, moves };
    let record = referee(&mut Scripted::moves("g2g4"), &mut Scripted::moves("e7e5 d8h4"), &opening);
    assert_eq!(record.moves.len(), 4);
    assert!(record.moves[0].thought.is_none() && record.moves[0].clock.is_none());
    assert_eq!(record.moves[1].clock, Some(Duration::from_millis(990)));
}
