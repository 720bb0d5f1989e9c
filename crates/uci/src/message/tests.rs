//! Messages as engines write them.

use super::*;
use crate::{Bound, BoundedScore, Chances, ScoreText, UciMove};

fn parse(line: &str) -> Message {
    line.parse().unwrap_or_else(|error| panic!("{line:?}: {error}"))
}

fn error(line: &str) -> String {
    line.parse::<Message>().expect_err(line).to_string()
}

fn info(line: &str) -> Info {
    match parse(line) {
        Message::Info(info) => info,
        other => panic!("{line:?} was read as {other:?}"),
    }
}

fn moves(text: &str) -> Vec<UciMove> {
    text.split(' ').map(|mv| mv.parse().unwrap()).collect()
}

#[test]
fn plain_messages_read_and_write() {
    for (line, message) in [
        ("id name Petteia 1.0 (dev)", Message::IdName("Petteia 1.0 (dev)".to_owned())),
        ("id author A. Nonymous", Message::IdAuthor("A. Nonymous".to_owned())),
        ("uciok", Message::UciOk),
        ("readyok", Message::ReadyOk),
        ("copyprotection ok", Message::CopyProtection(Protection::Ok)),
        ("registration checking", Message::Registration(Protection::Checking)),
        ("info string hello  there", Message::string("hello  there")),
    ] {
        assert_eq!(parse(line), message);
        assert_eq!(message.to_string(), line);
    }
    assert_eq!(parse("debris readyok\r\n"), Message::ReadyOk);
}

#[test]
fn lines_that_say_nothing_are_told_apart() {
    assert_eq!(error("Stockfish 17 by people"), r#"unknown "Stockfish"; expected a message of a UCI engine"#);
    assert_eq!(error("\r"), "empty line; expected a message of a UCI engine");
    assert_eq!(error("id nick Joe"), r#"bad id "nick"; expected name or author"#);
    assert_eq!(error("registration"), r#"nothing after "registration"; expected checking, ok or error"#);
}

#[test]
fn the_answer_has_a_move_and_perhaps_one_to_ponder_on() {
    let answer = |best: Option<&str>, ponder: Option<&str>| {
        let read = |mv: &str| mv.parse().unwrap();
        Message::BestMove(BestMove { best: best.map(read), ponder: ponder.map(read) })
    };
    assert_eq!(parse("bestmove e2e4"), answer(Some("e2e4"), None));
    assert_eq!(parse("bestmove e2e4 ponder e7e5"), answer(Some("e2e4"), Some("e7e5")));
    assert_eq!(parse("bestmove e2e4 ponder (none)"), answer(Some("e2e4"), None));
    for line in ["bestmove (none)", "bestmove 0000", "bestmove NULL"] {
        assert_eq!(parse(line), answer(None, None));
    }
    assert_eq!(answer(None, None).to_string(), "bestmove (none)");
    assert_eq!(error("bestmove"), r#"nothing after "bestmove"; expected a move"#);
    assert!(error("bestmove Nf3").starts_with(r#"bad move "Nf3"; expected two squares"#));
}

#[test]
fn every_field_of_info_is_read() {
    let line = "info depth 20 seldepth 31 multipv 2 score cp -15 upperbound wdl 20 900 80 nodes 123456789012 \
                nps 1500000 hashfull 431 tbhits 7 sbhits 8 time 82304 cpuload 990 currmove e2e4 currmovenumber 3 \
                pv d2d4 d7d5 refutation d1h5 g6h5 currline 2 d2d4 d7d5 string that is  all pv e2e4";
    let expected = Info {
        depth: Some(20),
        seldepth: Some(31),
        multipv: Some(2),
        score: Some(BoundedScore { value: ScoreText::Cp(-15), bound: Bound::Upper }),
        wdl: Some(Chances { win: 20, draw: 900, loss: 80 }),
        nodes: Some(123_456_789_012),
        nps: Some(1_500_000),
        hashfull: Some(431),
        tbhits: Some(7),
        sbhits: Some(8),
        time: Some(82304),
        cpuload: Some(990),
        currmove: Some("e2e4".parse().unwrap()),
        currmovenumber: Some(3),
        pv: moves("d2d4 d7d5"),
        refutation: moves("d1h5 g6h5"),
        currline: Some(CurrentLine { cpu: Some(2), moves: moves("d2d4 d7d5") }),
        string: Some("that is  all pv e2e4".to_owned()),
    };
    assert_eq!(info(line), expected);
    assert_eq!(expected.to_string(), line);
}

#[test]
fn bounds_stand_on_either_side_of_the_score() {
    let score = |line| info(line).score.unwrap();
    assert_eq!(score("info score mate 3").to_string(), "mate 3");
    assert_eq!(score("info score cp 12 lowerbound").to_string(), "cp 12 lowerbound");
    assert_eq!(score("info score upperbound cp 12 nodes 5").to_string(), "cp 12 upperbound");
    assert_eq!(score("info score mate -0"), BoundedScore::exact(ScoreText::Mate(0)));
}

#[test]
fn unknown_words_in_info_are_skipped_and_bad_numbers_named() {
    assert_eq!(info("info depth 3 colour red pv e2e4 e7e5 <draw> nodes 9").to_string(), {
        "info depth 3 nodes 9 pv e2e4 e7e5"
    });
    assert_eq!(error("info depth 3.5"), r#"bad depth "3.5"; expected a whole number in range"#);
    assert_eq!(error("info score 17"), r#"bad score "17"; expected cp or mate and a number"#);
    assert_eq!(error("info wdl 5 6"), r#"nothing after "wdl"; expected a whole number in range"#);
}

#[test]
fn options_of_every_type_are_read() {
    for line in [
        "option name Hash type spin default 16 min 1 max 33554432",
        "option name Contempt type spin default 0 min -100 max 100",
        "option name UCI_Chess960 type check default false",
        "option name Clear Hash type button",
        "option name Style type combo default Very Solid var Very Solid var Normal var Risky",
        "option name Book File type string default My Books/a book.bin",
        "option name SyzygyPath type string default <empty>",
    ] {
        assert_eq!(parse(line).to_string(), line);
    }
}

#[test]
fn options_are_read_in_other_orders_and_with_parts_missing() {
    let kind = |line| match parse(line) {
        Message::Option(option) => option.kind,
        other => panic!("{other:?}"),
    };
    assert_eq!(kind("option name A type spin min 1 max 9 default 5"), {
        OptionKind::Spin { default: 5, min: 1, max: 9 }
    });
    assert_eq!(kind("option name A type combo var x var y default y"), {
        OptionKind::Combo { default: "y".to_owned(), vars: vec!["x".to_owned(), "y".to_owned()] }
    });
    assert_eq!(kind("option name A type string"), OptionKind::String { default: String::new() });
    assert_eq!(kind("option name A type string default"), OptionKind::String { default: String::new() });
}

#[test]
fn bad_options_name_the_word() {
    assert_eq!(error("option name A"), format!(r#"nothing after "type"; expected {EXPECTED_TYPES}"#));
    assert_eq!(
        error("option name A type slider"),
        format!(r#"bad type "slider"; expected {EXPECTED_TYPES}"#)
    );
    assert_eq!(error("option name type check"), r#"nothing after "name"; expected the name of an option"#);
    assert_eq!(error("option name A type check default 1"), r#"bad default "1"; expected true or false"#);
    assert_eq!(error("option name A type spin"), r#"nothing after "spin"; expected default and a number"#);
}

const EXPECTED_TYPES: &str = "check, spin, combo, button or string";
