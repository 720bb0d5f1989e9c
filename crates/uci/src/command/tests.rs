//! Commands as people and GUIs write them.

use super::*;
use crate::UciMove;

fn parse(line: &str) -> Command {
    line.parse().unwrap_or_else(|error| panic!("{line:?}: {error}"))
}

fn error(line: &str) -> String {
    line.parse::<Command>().expect_err(line).to_string()
}

fn go(line: &str) -> Go {
    match parse(line) {
        Command::Go(go) => go,
        other => panic!("{line:?} was read as {other:?}"),
    }
}

fn played(text: &str) -> Vec<Option<UciMove>> {
    moves(text).into_iter().map(Some).collect()
}

fn moves(text: &str) -> Vec<UciMove> {
    text.split(' ').map(|mv| mv.parse().unwrap()).collect()
}

#[test]
fn plain_commands_read_and_write() {
    for (line, command) in [
        ("uci", Command::Uci),
        ("debug on", Command::Debug(true)),
        ("debug off", Command::Debug(false)),
        ("isready", Command::IsReady),
        ("register later", Command::Register("later".to_owned())),
        ("ucinewgame", Command::UciNewGame),
        ("go perft 6", Command::Perft(6)),
        ("stop", Command::Stop),
        ("ponderhit", Command::PonderHit),
        ("quit", Command::Quit),
        ("d", Command::Display),
        ("eval", Command::Eval),
        ("bench", Command::Bench(None)),
        ("bench 12", Command::Bench(Some(12))),
        ("flip", Command::Flip),
        ("help", Command::Help),
    ] {
        assert_eq!(parse(line), command);
        assert_eq!(command.to_string(), line);
    }
}

#[test]
fn white_space_and_unknown_words_before_a_command_are_skipped() {
    assert_eq!(parse("\t isready \r\n"), Command::IsReady);
    assert_eq!(parse("please now stop"), Command::Stop);
    assert_eq!(go("joho go\tdepth\t5\r\n").depth, Some(5));
    assert_eq!(error("I need help"), r#"unknown "I"; expected a UCI command"#);
    assert_eq!(error("UCI"), r#"unknown "UCI"; expected a UCI command"#);
    assert_eq!(error(" \r\n"), "empty line; expected a UCI command");
}

#[test]
fn limits_come_in_any_order() {
    let limits = go("go binc 2 searchmoves e2e4 d2d4 movestogo 40 wtime -7 infinite btime 9 mate 3 \
                     nodes 5000000000 ponder depth 20 winc 1 movetime 0");
    let expected = Go {
        searchmoves: moves("e2e4 d2d4"),
        ponder: true,
        wtime: Some(-7),
        btime: Some(9),
        winc: Some(1),
        binc: Some(2),
        movestogo: Some(40),
        depth: Some(20),
        nodes: Some(5_000_000_000),
        mate: Some(3),
        movetime: Some(0),
        infinite: true,
    };
    assert_eq!(limits, expected);
    assert_eq!(go(&limits.to_string()), expected);
    assert_eq!(go("go"), Go::default());
    assert_eq!(go("go wtime 100").time(gamekit::Color::White), Some(100));
    assert_eq!(go("go binc 100").increment(gamekit::Color::Black), Some(100));
}

#[test]
fn searchmoves_drop_what_is_no_move() {
    assert_eq!(go("go searchmoves e2e4 xyzzy 0000 d2d4 depth 3 c2c4").searchmoves, moves("e2e4 d2d4"));
    assert_eq!(go("go depth 3 c2c4"), go("go depth 3"));
    assert_eq!(go("go searchmoves"), Go::default());
}

#[test]
fn bad_limits_name_the_word() {
    assert_eq!(error("go depth five"), r#"bad depth "five"; expected a whole number in range"#);
    assert_eq!(error("go nodes -1"), r#"bad nodes "-1"; expected a whole number in range"#);
    assert_eq!(error("go movetime 1.5"), r#"bad movetime "1.5"; expected a whole number in range"#);
    assert_eq!(error("go infinite wtime"), r#"nothing after "wtime"; expected a whole number in range"#);
    assert_eq!(error("go perft"), r#"nothing after "perft"; expected a whole number in range"#);
}

#[test]
fn positions_are_a_start_and_moves() {
    let position = |start, moves| Command::Position(Position { start, moves });
    let fen = "8/8/8/8/8/5k2/8/5K1R w - - 3 70";
    assert_eq!(parse("position startpos"), position(Start::Initial, vec![]));
    assert_eq!(parse("position startpos moves"), position(Start::Initial, vec![]));
    assert_eq!(
        parse("position startpos moves e2e4 e7e5 a7a8Q"),
        position(Start::Initial, played("e2e4 e7e5 a7a8q"))
    );
    let mut with_null = played("e2e4");
    with_null.push(None);
    assert_eq!(parse("position startpos moves e2e4 0000"), position(Start::Initial, with_null));
    assert_eq!(
        parse(&format!("position  fen  {} moves\tf1e1", fen.replace(' ', "  "))),
        position(Start::Fen(fen.to_owned()), played("f1e1"))
    );
}

#[test]
fn very_long_games_are_read() {
    let game = " g1f3 g8f6 f3g1 f6g8".repeat(500);
    let Command::Position(position) = parse(&format!("position startpos moves{game}")) else { panic!() };
    assert_eq!(position.moves.len(), 2000);
}

#[test]
fn bad_positions_name_the_word() {
    let of_start = r"expected startpos or fen and a FEN";
    assert_eq!(error("position"), format!(r#"nothing after "position"; {of_start}"#));
    assert_eq!(error("position e2e4"), format!(r#"bad position "e2e4"; {of_start}"#));
    assert_eq!(error("position fen moves e2e4"), r#"nothing after "fen"; expected a FEN"#);
    assert_eq!(error("position startpos e2e4"), r#"bad position "e2e4"; expected moves after startpos"#);
    assert_eq!(
        error("position startpos moves e2e4 e7-e5"),
        r#"bad move "e7-e5"; expected two squares and perhaps a promotion, as in e7e8q"#
    );
}

#[test]
fn options_have_names_and_values_with_blanks() {
    let option = |name: &str, value: Option<&str>| {
        Command::SetOption(SetOption { name: name.to_owned(), value: value.map(str::to_owned) })
    };
    for (line, command) in [
        ("setoption name Clear  Hash", option("Clear Hash", None)),
        ("setoption name Hash value 64", option("Hash", Some("64"))),
        ("setoption name Book File value C:\\My  Books\\a value.bin\r", {
            option("Book File", Some("C:\\My  Books\\a value.bin"))
        }),
        ("setoption name SyzygyPath value <empty>", option("SyzygyPath", Some(""))),
        ("setoption name SyzygyPath value", option("SyzygyPath", Some(""))),
    ] {
        assert_eq!(parse(line), command);
        assert_eq!(parse(&command.to_string()), command);
    }
    let Command::SetOption(option) = parse("setoption name uci_chess960 value true") else { panic!() };
    assert!(option.is("UCI_Chess960") && !option.is("UCI_Chess"));
}

#[test]
fn bad_options_name_the_word() {
    assert_eq!(error("setoption"), r#"nothing after "setoption"; expected name"#);
    assert_eq!(error("setoption Hash 5"), r#"bad setoption "Hash"; expected name"#);
    assert_eq!(error("setoption name value 5"), r#"nothing after "name"; expected the name of an option"#);
    assert_eq!(error("debug"), r#"nothing after "debug"; expected on or off"#);
    assert_eq!(error("debug maybe"), r#"bad debug "maybe"; expected on or off"#);
}

#[test]
fn openings_are_asked_for_as_openbench_does() {
    let genfens = |count, seed, book: Option<&str>| {
        Command::GenFens(GenFens { count, seed, book: book.map(str::to_owned) })
    };
    assert_eq!(parse("genfens 100 seed 7 book None"), genfens(100, 7, None));
    assert_eq!(parse("genfens 5 seed 9 book Books/a.epd dfrc"), genfens(5, 9, Some("Books/a.epd")));
    assert_eq!(genfens(5, 9, Some("a.epd")).to_string(), "genfens 5 seed 9 book a.epd");
    assert_eq!(error("genfens many"), r#"bad genfens "many"; expected a whole number in range"#);
}

#[test]
fn line_breaks_in_text_cannot_smuggle_in_a_command() {
    let option = SetOption { name: "Book\nquit".to_owned(), value: Some("a\r\nquit".to_owned()) };
    assert_eq!(option.to_string(), "setoption name Book quit value a quit");
}

#[test]
fn commands_are_known_by_their_first_word() {
    for line in ["uci", "go depth 3", "  position startpos", "setoption", "d", "bench x", "genfens"] {
        assert!(Command::is_begun_by(line), "{line:?}");
    }
    for line in ["", " ", "mathc", "--help", "xx go depth 3", "Uci"] {
        assert!(!Command::is_begun_by(line), "{line:?}");
    }
}
