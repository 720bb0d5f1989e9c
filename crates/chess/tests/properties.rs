//! No text makes a parser panic, and what parses prints back to the same value.

use std::io::Write;

use chess::pgn::{AnnotatedMove, Comment, Game, Line, Nag, Reader};
use chess::{CastlingStyle, Epd, Position, Setup, UciStyle};
use gamekit::{Color, GameResult, SplitMix64};
use proptest::prelude::*;

/// A position after some random moves of standard chess.
fn position() -> impl Strategy<Value = Position> {
    (any::<u64>(), 0..100_usize).prop_map(|(seed, plies)| {
        let start = Position::initial();
        let last = start.random_walk(&mut SplitMix64::new(seed)).take(plies).last();
        last.map_or(start, |(_, position)| position)
    })
}

/// A line of random moves with all kinds of annotations, and variations this deep.
fn random_line(start: &Position, depth: usize, rng: &mut SplitMix64, words: &[String]) -> Line {
    let mut line = Line::default();
    let mut position = start.clone();
    for _ in 0..=rng.below(12) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mut played = AnnotatedMove::new(moves[rng.below(moves.len())]);
        played.nags = (0..rng.below(3)).map(|_| Nag(rng.next_u64() as u8)).collect();
        played.after = (0..rng.below(2)).map(|_| Comment::parse(&words[rng.below(words.len())])).collect();
        played.after.retain(|comment| !comment.remarks().is_empty());
        for _ in 0..rng.below(depth + 1) {
            played.variations.push(random_line(&position, depth - 1, rng, words));
        }
        position = position.play(played.mv);
        line.moves.push(played);
    }
    line
}

fn game() -> impl Strategy<Value = Game> {
    let words = prop::collection::vec("([a-z ;(){%\\[\\]\"]|\\[%clk 0:0[0-9]:3[0-9]\\]){0,60}", 1..4);
    let tags = prop::collection::vec(("[A-Z][a-zA-Z0-9_]{0,8}", "\\PC{0,20}"), 0..4);
    (position(), any::<u64>(), words, tags).prop_map(|(start, seed, words, tags)| {
        let mut rng = SplitMix64::new(seed);
        let mut game = Game::new(start);
        for (name, value) in tags.iter().filter(|(name, _)| name != "FEN" && name != "Variant") {
            game.tags.set(name, value);
        }
        game.line = random_line(&game.start, 2, &mut rng, &words);
        game.result = [Some(GameResult::Win(Color::White)), Some(GameResult::Draw), None][rng.below(3)];
        game
    })
}

/// Valid text with some letters replaced, removed or repeated: much of it still parses, or nearly.
fn damaged(text: impl Strategy<Value = String>, letters: &'static str) -> impl Strategy<Value = String> {
    (text, any::<u64>(), 0..4_usize).prop_map(move |(text, seed, faults)| {
        let mut rng = SplitMix64::new(seed);
        let mut text: Vec<char> = text.chars().collect();
        for _ in 0..faults.min(text.len()) {
            let place = rng.below(text.len());
            match rng.below(3) {
                0 => text.insert(place, letters.chars().nth(rng.below(letters.chars().count())).unwrap()),
                1 => drop(text.remove(place)),
                _ => text[place] = letters.chars().nth(rng.below(letters.chars().count())).unwrap(),
            }
        }
        text.into_iter().collect()
    })
}

fn fen() -> impl Strategy<Value = String> {
    let fen = position().prop_map(|position| position.to_string());
    prop_oneof![4 => damaged(fen, "18pkKQRnb/ w-ae3é"), 1 => any::<String>()]
}

fn epd() -> impl Strategy<Value = String> {
    let operations = "(bm e4 Nf3;|id \"a b\";| hmvc [0-9]{1,3};| fmvn [0-9]{1,3};|c0 \"\\\\\";){0,3}";
    let epd = (position(), operations).prop_map(|(position, operations)| {
        format!("{} {operations}", position.setup().to_epd_fields(CastlingStyle::Files))
    });
    prop_oneof![4 => damaged(epd, "w-K;\" \\1a_"), 1 => any::<String>()]
}

fn san() -> impl Strategy<Value = String> {
    prop_oneof![4 => "([NBRQKP]?[a-h]?[1-8]?[x:-]?[a-h][1-8](=?[NBRQ])?|[O0o]-[O0o])[+#!?]{0,3}", 1 => any::<String>()]
}

fn pgn() -> impl Strategy<Value = String> {
    let games = prop::collection::vec(game(), 1..3);
    let text = games.prop_map(|games| games.iter().map(Game::to_string).collect::<Vec<_>>().join("\n"));
    let words = "(1\\.|e4|d5|Nf3|O-O|[({)};%*!$ \n]|\\[%clk 0:00:01\\]|1-0|[a-h][1-8]){0,20}";
    prop_oneof![2 => damaged(text, "[]{}()\"\\;%$*!. \n1-0Ne4"), 2 => words, 1 => any::<String>()]
}

proptest! {
    #[test]
    fn fens_that_parse_print_back(text in fen()) {
        if let Ok(setup) = text.parse::<Setup>() {
            for style in [CastlingStyle::Outermost, CastlingStyle::Files] {
                prop_assert_eq!(setup.to_fen(style).parse::<Setup>(), Ok(setup.clone()));
            }
        }
        if let Ok(position) = text.parse::<Position>() {
            prop_assert_eq!(position.to_string().parse::<Position>(), Ok(position));
        }
    }

    #[test]
    fn uci_moves_that_parse_print_back(position in position(), text in prop_oneof!["[a-i][0-9][a-h][1-8][nbrqk]?", ".*"]) {
        if let Ok(mv) = position.parse_uci(&text) {
            prop_assert!([UciStyle::Standard, UciStyle::Chess960].iter().any(|&style| mv.to_uci(style).to_string() == text));
        }
    }

    #[test]
    fn san_that_parses_prints_back(position in position(), text in san()) {
        if let Ok(mv) = position.parse_san(&text) {
            prop_assert_eq!(position.parse_san(&position.to_san(mv)), Ok(mv));
        }
    }

    #[test]
    fn legal_moves_are_read_as_written(position in position()) {
        for mv in position.legal_moves() {
            prop_assert_eq!(position.find(mv.to_uci(UciStyle::Standard)), Ok(mv));
            prop_assert_eq!(position.find(mv.to_uci(UciStyle::Chess960)), Ok(mv));
            prop_assert_eq!(position.parse_san(&position.to_san(mv)), Ok(mv));
        }
    }

    #[test]
    fn epds_that_parse_print_back(text in epd()) {
        if let Ok(epd) = text.parse::<Epd>() {
            let written = epd.to_string();
            prop_assert_eq!(written.parse::<Epd>().unwrap().to_string(), written.clone());
            prop_assert_eq!(written.parse::<Epd>(), Ok(epd));
        }
    }

    #[test]
    fn games_that_parse_print_back(text in pgn()) {
        for game in Reader::new(text.as_bytes()).flatten() {
            let written = game.to_string();
            let again: Vec<Game> = Reader::new(written.as_bytes()).map(Result::unwrap).collect();
            prop_assert_eq!(again.len(), 1);
            prop_assert_eq!(&again[0], &game);
            prop_assert_eq!(again[0].to_string(), written);
        }
    }

    #[test]
    fn games_are_read_as_written(games in prop::collection::vec(game(), 0..3)) {
        let mut text = Vec::new();
        for game in &games {
            writeln!(text, "{game}").unwrap();
        }
        let again: Vec<Game> = Reader::new(&text[..]).map(Result::unwrap).collect();
        prop_assert_eq!(again, games);
    }
}
