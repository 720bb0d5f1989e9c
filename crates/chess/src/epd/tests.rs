use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;

use gamekit::SplitMix64;

use super::*;

const FIELDS: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -";

fn epd(operations: &str) -> Epd {
    let text = format!("{FIELDS} {operations}");
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn error(text: &str) -> String {
    text.parse::<Epd>().expect_err(text).to_string()
}

#[test]
fn records_round_trip() {
    for operations in [
        "bm O-O Ra7; id \"name; with semicolon\"; acd 12; hmvc 3; fmvn 10;",
        "c0 \"a \\\"quoted\\\" \\\\ word\"; D1 26; noop;",
        "pv e4 e5 Nf3; ce -12;",
    ] {
        assert_eq!(epd(operations).to_string(), format!("{FIELDS} {operations}"));
    }
    assert_eq!(FIELDS.parse::<Epd>().unwrap().to_string(), FIELDS);
}

#[test]
fn operations_are_found_by_opcode() {
    let epd = epd("bm O-O Rxa8+; id \"seven\"; acd 12");
    let position = Position::new(epd.setup.clone()).unwrap();
    let moves: Vec<_> = epd.moves("bm", &position).unwrap().iter().map(ToString::to_string).collect();
    assert_eq!(moves, ["e1h1", "a1a8"]);
    assert_eq!(epd.moves("am", &position), Ok(Vec::new()));
    assert_eq!(epd.text("id"), Some("seven"));
    assert_eq!(epd.operation("acd").unwrap().operands, [Operand::Word("12".to_owned())]);
    assert_eq!(epd.text("none"), None);
    assert!(epd.moves("id", &position).is_err());
}

#[test]
fn counters_come_from_operations_or_from_a_fen() {
    for text in ["hmvc 3; fmvn 10;", "3 10", "3 10 ;", "id \"x\"; fmvn 10; hmvc 3"] {
        let setup = epd(text).setup;
        assert_eq!((setup.halfmove_clock, setup.fullmove_number), (3, 10), "{text}");
    }
    assert_eq!(epd("3 10 bm O-O;").to_string(), format!("{FIELDS} hmvc 3; fmvn 10; bm O-O;"));
    assert_eq!(epd("").setup.fullmove_number, 1);
}

#[test]
fn malformed_records_are_named() {
    assert_eq!(error(""), "0 fields in EPD; expected 4 and then operations");
    assert_eq!(error("8/8/8/8/8/8/8/8 w -"), "3 fields in EPD; expected 4 and then operations");
    assert!(error("8/8/8 w - -").contains("bad piece placement \"8/8/8\""));
    assert!(error(&format!("{FIELDS} 5b x;")).contains("bad opcode \"5b\""));
    assert!(error(&format!("{FIELDS} id \"open;")).contains("text \"open;\" without its end"));
    assert!(error(&format!("{FIELDS} bm e\"4;")).contains("bad operand \"e\\\"4\""));
    assert!(error(&format!("{FIELDS} hmvc x;")).contains("bad hmvc \"x\" in EPD; expected a number"));
    assert!(error(&format!("{FIELDS} fmvn;")).contains("bad fmvn \"\""));
    assert!(error(&format!("{FIELDS} 0 65536")).contains("bad fmvn \"65536\""));
}

/// Openings with the counters of a FEN, as match runners use them.
fn assert_openings_are_read(text: &str) {
    for line in text.lines() {
        let epd: Epd = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        let position = Position::new(epd.setup).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(position.to_string(), line);
    }
}

#[test]
fn positions_of_random_games_are_read() {
    let mut rng = SplitMix64::new(8);
    let mut text = String::new();
    for _ in 0..20 {
        for (_, position) in Position::initial().random_walk(&mut rng).take(80) {
            writeln!(text, "{position}").unwrap();
        }
    }
    assert!(text.lines().count() > 1000);
    assert!(text.contains(" b ") && text.contains(" kq ") && text.lines().any(|line| line.contains("6 0 ")));
    assert_openings_are_read(&text);
}

#[test]
fn the_openings_of_the_repository_are_read() {
    let text = include_str!("../../../../books/openings.epd");
    let openings: BTreeSet<&str> = text.lines().collect();
    assert_eq!((openings.len(), text.lines().count()), (3000, 3000));
    for line in openings {
        let epd: Epd = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        let position = Position::new(epd.setup).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(position.setup().to_epd_fields(CastlingStyle::Outermost), line);
    }
}

#[test]
#[ignore = "needs ../shared (see make test-shared)"]
fn shared_openings_are_read() {
    let text = std::fs::read_to_string(shared("books/uho_4060_sample.epd")).unwrap();
    assert_eq!(text.lines().count(), 8000);
    assert_openings_are_read(&text);
}

/// A file of the folder that is not part of the repository.
fn shared(path: &str) -> PathBuf {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared");
    std::env::var_os("PETTEIA_SHARED").map_or_else(|| folder.into(), PathBuf::from).join(path)
}
