//! Engines that misbehave lose their games, and the match continues.

use arena::config::MatchConfig;
use arena::engine::EngineSpec;
use arena::outcome::Reason;
use arena::runner::Finished;
use gamekit::GameResult;

use super::{mock, play};

/// Two games of an orderly engine against a bad one: the match has to go on after the first
/// verdict.
fn games_against(behaviour: &str, tc: &str) -> Vec<Finished> {
    let config = MatchConfig {
        games: 2,
        tc: Some(tc.parse().expect("a time control")),
        engines: vec![mock("good", ""), mock("bad", behaviour)],
        ..MatchConfig::default()
    };
    let games = play(config);
    assert_eq!(games.len(), 2, "{behaviour}: the match goes on");
    games
}

/// The bad engine loses all games for reasons that satisfy `is_right`.
fn assert_loses(behaviour: &str, tc: &str, is_right: impl Fn(&Reason) -> bool) {
    for game in games_against(behaviour, tc) {
        let outcome = &game.record.outcome;
        let good = game.pairing.color_of_first();
        assert_eq!(outcome.result, GameResult::Win(good), "{behaviour}: {outcome}");
        assert!(is_right(&outcome.reason), "{behaviour}: {outcome}");
    }
}

/// Long enough for any answer on a busy machine.
const SLOW: &str = "60";
/// For engines that never answer.
const QUICK: &str = "0.3";

#[test]
fn an_illegal_move_loses() {
    assert_loses("illegal", SLOW, |reason| *reason == Reason::IllegalMove("a1a1".to_owned()));
    assert_loses("no-move", SLOW, |reason| *reason == Reason::IllegalMove("(none)".to_owned()));
}

#[test]
fn a_crash_loses_and_its_last_words_are_kept() {
    assert_loses("crash", SLOW, |reason| match reason {
        Reason::Crash(end) => end.contains("139") && end.ends_with("segmentation fault, so to speak"),
        _ => false,
    });
}

#[test]
fn leaving_in_the_handshake_loses() {
    assert_loses("leave-in-handshake", SLOW, |reason| match reason {
        Reason::NoStart(why) => why.contains("in the handshake") && why.contains('7'),
        _ => false,
    });
}

#[test]
fn a_late_answer_loses_on_time() {
    assert_loses("late", "0.2", |reason| matches!(reason, Reason::TimeForfeit(_)));
}

#[test]
fn silence_is_a_stall() {
    assert_loses("hang", QUICK, |reason| *reason == Reason::Stall);
}

#[test]
fn a_flood_is_a_stall_and_drowns_nobody() {
    assert_loses("flood", QUICK, |reason| *reason == Reason::Stall);
}

#[test]
fn a_line_without_end_is_a_stall() {
    assert_loses("endless-line", QUICK, |reason| *reason == Reason::Stall);
}

#[test]
fn wrong_lines_are_counted_and_lose_nothing() {
    for game in games_against("wrong-pv", SLOW) {
        let bad = !game.pairing.color_of_first();
        assert!(game.record.wrong_lines[bad] > 0 && game.record.wrong_lines[!bad] == 0);
        assert!(
            matches!(game.record.outcome.reason, Reason::Checkmate)
                || game.record.outcome.result == GameResult::Draw
        );
    }
}

#[test]
fn second_answers_and_strange_bytes_are_passed_over() {
    for behaviour in ["twice", "binary"] {
        for game in games_against(behaviour, SLOW) {
            let reason = &game.record.outcome.reason;
            assert!(
                !matches!(reason, Reason::IllegalMove(_) | Reason::Stall | Reason::TimeForfeit(_)),
                "{reason:?}"
            );
        }
    }
}

#[test]
fn a_program_that_does_not_exist_loses_by_name() {
    let config = MatchConfig {
        games: 2,
        nodes: Some(1),
        engines: vec![mock("good", ""), EngineSpec::parse(&["cmd=/no/such/engine"]).expect("well written")],
        ..MatchConfig::default()
    };
    let games = play(config);
    assert_eq!(games.len(), 2);
    for game in games {
        let Reason::NoStart(why) = &game.record.outcome.reason else { panic!("{}", game.record.outcome) };
        assert!(why.starts_with("/no/such/engine: "), "{why}");
    }
}
