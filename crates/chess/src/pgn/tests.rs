use std::io::{self, Read};

use gamekit::ScoreText;

use super::*;

fn read(text: &str) -> Vec<Result<Game, PgnError>> {
    Reader::new(text.as_bytes()).collect()
}

fn read_one(text: &str) -> Game {
    let mut games = read(text);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn error(text: &str) -> String {
    read(text).remove(0).expect_err(text).to_string()
}

/// The text is as the writer writes it.
fn assert_round_trip(text: &str) {
    let game = read_one(text);
    assert_eq!(game.to_string(), text);
}

/// The text is written otherwise, and that reads as the same game.
fn assert_written(text: &str, written: &str) {
    let game = read_one(text);
    assert_eq!(game.to_string(), written);
    assert_eq!(read_one(written), game, "{text}");
}

#[test]
fn games_print_back_as_they_were_read() {
    assert_round_trip("*\n");
    assert_round_trip("1. e4 e5 2. Nf3 Nc6 1/2-1/2\n");
    assert_round_trip("[Event \"A \\\"great\\\" \\\\ day\"]\n[White \"Ångström, É\"]\n\n1. d4 d5 0-1\n");
    assert_round_trip("{Before all} 1. e4 $1 $14 {after White} 1... e5 {after Black} {twice} 2. Nf3 *\n");
    assert_round_trip(
        "1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) (1. c4) {now} 1... e5 ({or} 1... c5)\n{end} *\n",
    );
    assert_round_trip("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4p3/K7 b - - 3 40\"]\n\n40... e1=Q+ 41. Ka2 *\n");
    assert_round_trip("{no moves} 1-0\n");
}

#[test]
fn other_spellings_are_written_the_standard_way() {
    assert_written("1.e4! e5?? 2.Ng1-f3!? 0-1", "1. e4 $1 e5 $4 2. Nf3 $5 0-1\n");
    assert_written(
        "1e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 Nf6",
        "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 *\n",
    );
    assert_written(
        "1. e4 ; the best by test } yes\ne5 ; so is this",
        "1. e4 {the best by test ) yes} 1... e5 {so is this} *\n",
    );
    assert_written(
        "\u{feff}[A \"1\"]\r\n\r\n1. e4\r\n% escaped ) line\r\n1... e5 ½–½\r\n",
        "[A \"1\"]\n\n1. e4 e5 1/2-1/2\n",
    );
    assert_written("1. e4 () {a} ( ) {b} e5 *", "1. e4 {a} {b} 1... e5 *\n");
    assert_written("1. e4 {} (1. d4) {x} (1. c4) e5 *", "1. e4 (1. d4) (1. c4) {x} 1... e5 *\n");
    assert_written("1. e4 d5 2. e5 f5 3. exf6 e.p. *", "1. e4 d5 2. e5 f5 3. exf6 *\n");
    assert_written(
        "[A \"x\"y\"]  [B \"unclosed\n\n$3 1. e4 1-0",
        "[A \"x\"]\n[B \"unclosed\"]\n\n1. e4 $3 1-0\n",
    );
    assert_written("[Result \"1-0\"]\n\n1. e4 (1. d4 0-1)", "[Result \"1-0\"]\n\n1. e4 (1. d4) 1-0\n");
}

#[test]
fn a_played_game_becomes_a_pgn() {
    let start: Position = "7k/8/6K1/8/8/8/8/R7 b - - 0 9".parse().unwrap();
    let mut played = crate::Game::new(start);
    for san in ["Kg8", "Ra8#"] {
        played.play(played.position().parse_san(san).unwrap()).unwrap();
    }
    let written = Game::from(&played).to_string();
    assert_eq!(written, "[SetUp \"1\"]\n[FEN \"7k/8/6K1/8/8/8/8/R7 b - - 0 9\"]\n\n9... Kg8 10. Ra8# 1-0\n");
}

#[test]
fn latin_1_is_understood() {
    let games: Vec<_> = Reader::new(&b"[White \"Sch\xe4fer\"]\n\n1. e4 {sch\xf6n} *\n"[..]).collect();
    let game = games[0].as_ref().unwrap();
    assert_eq!(game.tags.get("White"), Some("Schäfer"));
    assert_eq!(game.line.moves[0].after[0].to_string(), "schön");
}

#[test]
fn clocks_and_evaluations_are_typed() {
    let game = read_one("1. e4 {[%eval 0.25,18] [%clk 1:02:03.4] fine} e5 {[%clk 0:00:09][%eval #-3]} *");
    let [first, second] = &game.line.moves[..] else { panic!("two moves") };
    assert_eq!(first.clock(), Some(Duration::from_millis(3_723_400)));
    assert_eq!(first.evaluation(), Some(Evaluation { score: ScoreText::Cp(25), depth: Some(18) }));
    assert_eq!(second.clock(), Some(Duration::from_secs(9)));
    assert_eq!(second.evaluation(), Some(Evaluation { score: ScoreText::Mate(-3), depth: None }));
    assert_eq!(
        game.to_string(),
        "1. e4 {[%eval 0.25,18] [%clk 1:02:03.4] fine} 1... e5\n{[%clk 0:00:09] [%eval #-3]} *\n"
    );
}

#[test]
fn comments_keep_what_they_do_not_understand() {
    for (text, written) in [
        ("a  [%csl  Ga1\nRb2] b", "a [%csl Ga1 Rb2] b"),
        ("[%clk 1:60:00]", "[%clk 1:60:00]"),
        ("[%clk 90]", "[%clk 90]"),
        ("[%eval +1.5]", "[%eval 1.50]"),
        ("[%eval -.5]", "[%eval -.5]"),
        ("[%eval 1.234]", "[%eval 1.234]"),
        ("[%eval #]", "[%eval #]"),
        ("[%eval -0.05,x]", "[%eval -0.05,x]"),
        ("[%eval -0.05]", "[%eval -0.05]"),
        ("[%] [%open", "[%] [%open"),
        ("close } it", "close ) it"),
        (" ( spaced ) ", "( spaced )"),
    ] {
        assert_eq!(Comment::parse(text).to_string(), written, "{text:?}");
        assert_eq!(Comment::parse(written), Comment::parse(text), "{text:?}");
    }
    let remarks =
        [Remark::Clock(Duration::from_millis(61_500)), Remark::Text(" in {} [%clk 0:00:01]".to_owned())];
    let comment: Comment = remarks.into_iter().collect();
    assert_eq!(comment.to_string(), "[%clk 0:01:01.5] in {) [%clk 0:00:01]");
    assert_eq!(comment.remarks().len(), 3);
}

#[test]
fn lines_are_shorter_than_80_columns() {
    let text = "a [%csl Ga1] word of é comment ( again ) ".repeat(20);
    let pgn = format!("1. e4 {{{text}}} (1. d4 {{{text}}}) 1-0");
    let game = read_one(&pgn);
    let written = game.to_string();
    assert!(written.lines().count() > 10);
    assert!(written.lines().all(|line| line.chars().count() < 80), "{written}");
    assert!(!written.lines().any(|line| line.starts_with(['[', '%'])), "{written}");
    assert_eq!(read_one(&written), game);
}

#[test]
fn chess960_games_start_from_their_arrangement() {
    assert_round_trip(
        "[Variant \"Chess960\"]\n[FEN \"1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w GBgb - 0 1\"]\n\n1. O-O O-O-O *\n",
    );
}

#[test]
fn malformed_games_are_named_and_the_next_are_read() {
    let text = "1. e4 e5 *\n\n[White \"B\"]\n\n1. e4 Ke7 {illegal \n\n[brackets]} 2. d4 *\n\n1. d4 Zz9 d5 *\n\n\
                [FEN \"8/8 w\"]\n\n1. e4 *\n\n1. c4 *\n";
    let games = read(text);
    assert_eq!(games.len(), 5);
    assert_eq!(games[0].as_ref().unwrap().moves().count(), 2);
    let messages: Vec<_> = games[1..4].iter().map(|game| game.as_ref().unwrap_err().to_string()).collect();
    assert!(messages[0].starts_with("game 2: illegal move \"Ke7\" in rnbqkbnr/"), "{messages:?}");
    assert!(messages[1].starts_with("game 3: bad move \"Zz9\"; expected"), "{messages:?}");
    assert!(messages[2].starts_with("game 4: bad FEN tag \"8/8 w\": bad piece placement"), "{messages:?}");
    assert_eq!(games[4].as_ref().unwrap().to_string(), "1. c4 *\n");
}

#[test]
fn each_fault_has_its_message() {
    for (text, message) in [
        ("1. e4 -- 2. d4 *", "game 1: bad move \"--\"; expected algebraic notation"),
        ("1. e4 * 1. d4 *", "game 1: \"d4\" after the result; expected the next game"),
        ("1. e4 1-0 0-1", "game 1: \"0-1\" after the result; expected the next game"),
        ("(1. e4) *", "game 1: variation \"(\" before any move"),
        ("1. e4 ) *", "game 1: \")\" without a variation"),
        ("1. e4 (1. d4 (1. c4 *", "game 1: 2 variations without their end"),
        ("1. e4 {never ending\n\nstory", "game 1: comment \"never ending\\n\\nstory\" without its end"),
        ("[White", "game 1: tag without its end"),
        ("[Wh/ite \"x\"]\n\n*", "game 1: bad tag name \"Wh/ite\""),
        ("[Variant \"Atomic\"]\n\n*", "game 1: unknown variant \"Atomic\"; expected Standard or Chess960"),
        ("1. e4 $256 *", "game 1: bad move \"$256\""),
        ("1. e4 1/2 *", "game 1: bad move \"1/2\""),
        ("1. e8Q *", "game 1: illegal move \"e8Q\""),
    ] {
        assert!(error(text).starts_with(message), "{text:?}: {}", error(text));
    }
    let nested = format!("1. e4 {}", "(1. d4 ".repeat(200));
    assert!(error(&nested).contains("nested too deeply"));
    let games = read("[A/B \"x\"]\n[C \"y\"]\n\n1. e4 *\n\n1. d4 *\n");
    assert_eq!((games.len(), games[1].as_ref().unwrap().to_string()), (2, "1. d4 *\n".to_owned()));
    let long_tag = format!("[A \"{}\"]\n[B \"b\"]\n\n1. e4 *\n\n1. d4 *\n", "x".repeat(1 << 16));
    let games = read(&long_tag);
    assert!(matches!(games[0], Err(PgnError { game: 1, problem: Problem::Tag })));
    assert_eq!(games[1].as_ref().unwrap().to_string(), "1. d4 *\n");
}

/// What no person wrote is refused before it fills the memory, and the next game is read.
#[test]
fn games_without_end_are_refused() {
    for part in ["Nf3 Nf6 Ng1 Ng8 ", "{comment} ", "{", "word", "(", "e4 $1 "] {
        let text = format!("1. e4 e5 {}}}\n\n1. d4 *\n", part.repeat((9 << 20) / part.len()));
        let games = read(&text);
        assert!(games[0].is_err(), "{part}");
        assert_eq!(games[1].as_ref().unwrap().to_string(), "1. d4 *\n", "{part}");
    }
    let comment = format!("{{{}}} ", "again ".repeat(20_000));
    let games = read(&format!("1. e4 {} *", comment.repeat(100)));
    assert!(matches!(games[..], [Err(PgnError { game: 1, problem: Problem::TooLong })]));
}

/// A source that gives a few bytes at a time and never ends by itself.
struct Trickle<'a> {
    text: &'a [u8],
    repetitions: usize,
    place: usize,
}

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.place == self.text.len() {
            (self.place, self.repetitions) = (0, self.repetitions - 1);
        }
        if self.repetitions == 0 {
            return Ok(0);
        }
        let count = buffer.len().min(7).min(self.text.len() - self.place);
        buffer[..count].copy_from_slice(&self.text[self.place..self.place + count]);
        self.place += count;
        Ok(count)
    }
}

/// Wherever the source cuts the text, the games are the same; and none is kept, so the stream may
/// be as long as it likes.
#[test]
fn a_long_stream_is_read_in_small_pieces() {
    let text = "[White \"W\"]\n[Round \"3\"]\n\n1. e4 {[%clk 0:01:00] some words} e5 2. Nf3 (2. f4 exf4) 2... Nc6 1-0\n\n\
                1. d4 Qxd4 *\n\n";
    let expected = Reader::new(text.as_bytes()).next().unwrap().unwrap();
    let mut counts = (0, 0);
    for game in Reader::new(Trickle { text: text.as_bytes(), repetitions: 5000, place: 0 }) {
        match game {
            Ok(game) => {
                assert_eq!(game, expected);
                counts.0 += 1;
            }
            Err(error) => {
                assert!(error.to_string().contains("illegal move \"Qxd4\""), "{error}");
                counts.1 += 1;
            }
        }
    }
    assert_eq!(counts, (5000, 5000));
}

/// Gives some text, then fails for ever.
struct Failing<'a>(&'a [u8]);

impl Read for Failing<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer)? {
            0 => Err(io::Error::other("disk on fire")),
            count => Ok(count),
        }
    }
}

#[test]
fn a_failing_source_ends_the_games() {
    let mut games = Reader::new(Failing(b"1. e4 *\n\n1. d4 *\n"));
    let error = games.find_map(Result::err).expect("the source fails");
    assert!(error.to_string().ends_with("cannot read: disk on fire"), "{error}");
    assert!(games.next().is_none());
}

#[test]
fn floods_of_tags_and_of_short_words_are_refused() {
    let tags = |count: usize| {
        let tags: Vec<String> = (0..count).map(|i| format!("[T{i} \"\"]\n")).collect();
        tags.concat() + "\n*\n"
    };
    assert_eq!(read_one(&tags(1000)).tags.len(), 1000);
    assert_eq!(error(&tags(1001)), "game 1: too many tags; expected 1000 at most");
    for flood in ["{a}", "(1. d4)", "$1"] {
        let flood = format!("1. e4 {}*\n\n1. d4 *\n", flood.repeat(200_001));
        assert!(error(&flood).starts_with("game 1: too many moves, variations and comments"));
        assert!(read(&flood)[1].is_ok(), "the next game is read");
    }
}
