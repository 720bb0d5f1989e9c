//! An index answers as a count of all games does.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use chess::{Game, Position};
use explorer::{Counts, Index, IndexError, Paths, PlayedGame, Settings, Source, merge, sort_games};
use gamekit::{ByColor, GameResult, SplitMix64};

/// Random games from the initial position, which share their first moves.
fn games(count: usize, seed: u64) -> Vec<PlayedGame> {
    let mut rng = SplitMix64::new(seed);
    let one = |rng: &mut SplitMix64| {
        let game = loop {
            let plies = 2 + rng.below(30);
            if let Some(game) = Game::random_opening(plies, rng) {
                break game;
            }
        };
        let rating = |rng: &mut SplitMix64| (rng.below(2) > 0).then(|| 1500 + rng.below(900) as u16);
        PlayedGame {
            start: Position::initial(),
            moves: game.moves().collect(),
            result: GameResult::ALL[rng.below(3)],
            ratings: ByColor::new(rating(rng), rating(rng)),
        }
    };
    (0..count).map(|_| one(&mut rng)).collect()
}

fn add(out: &Path, old: bool, games: &[PlayedGame], settings: Settings) -> Result<(), IndexError> {
    let folder = out.parent().expect("a folder");
    let batches = games.chunks(7).map(Ok::<_, IndexError>);
    let runs = sort_games(folder, settings, batches, |batch: &[PlayedGame]| Ok(batch.to_vec()))?;
    let sources = [Source { name: "a file".to_owned(), games: games.len() as u64 }];
    merge(&Paths { old: old.then_some(out), out }, &runs, &sources).map(|_| ())
}

/// What the index has to say, by counting.
fn counted(games: &[PlayedGame]) -> HashMap<String, HashMap<u16, Counts>> {
    let mut all: HashMap<String, HashMap<u16, Counts>> = HashMap::new();
    for game in games {
        let mut position = game.start.clone();
        let mut seen = Vec::new();
        for &mv in &game.moves {
            let text = position.to_string();
            let place = text.split(' ').take(4).collect::<Vec<_>>().join(" ");
            if !seen.contains(&(place.clone(), mv)) {
                let counts = Counts::of_game(game.result, game.ratings[position.turn()]);
                *all.entry(place.clone()).or_default().entry(mv.bits().get()).or_default() += counts;
                seen.push((place, mv));
            }
            position = position.play(mv);
        }
    }
    all
}

fn assert_answers(index: &Index, games: &[PlayedGame]) {
    for (place, expected) in counted(games) {
        let position: Position = format!("{place} 0 1").parse().expect("a position of a game");
        let found = index.moves(&position).expect("an answer");
        let found: HashMap<u16, Counts> =
            found.into_iter().map(|(mv, counts)| (mv.bits().get(), counts)).collect();
        assert_eq!(found, expected, "{place}");
    }
}

#[test]
fn the_index_says_what_a_count_of_the_games_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = games(600, 1);
    for (name, at_once) in [("one run", usize::MAX), ("many runs", 50)] {
        let out = folder.path().join(name);
        add(&out, false, &games, Settings { threads: 2, at_once, ..Settings::default() }).expect("an index");
        let index = Index::open(&out).expect("an index");
        assert_eq!((index.games(), index.sources()[0].name.as_str()), (600, "a file"));
        assert_answers(&index, &games);
        let other: Position = "8/8/4k3/8/8/4K3/8/8 w - - 0 1".parse().expect("a position");
        assert_eq!(index.moves(&other).expect("an answer"), []);
    }
    let bytes = |name: &str| fs::read(folder.path().join(name)).expect("a file");
    assert_eq!(bytes("one run"), bytes("many runs"));
    let left = fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(left, 2, "nothing is left of the sorting");
}

#[test]
fn games_are_added_to_an_index() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("index");
    let games = games(300, 2);
    add(&out, false, &games[..200], Settings::default()).expect("an index");
    add(&out, true, &games[200..], Settings::default()).expect("an index");
    let index = Index::open(&out).expect("an index");
    assert_eq!(index.games(), 300);
    assert_answers(&index, &games);
}

#[test]
fn only_the_first_half_moves_are_indexed_if_wanted() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("index");
    let games = games(50, 3);
    add(&out, false, &games, Settings { plies: 1, ..Settings::default() }).expect("an index");
    let index = Index::open(&out).expect("an index");
    assert!(index.entries() <= 20);
    let total: u64 = index
        .moves(&Position::initial())
        .expect("moves")
        .iter()
        .map(|(_, counts)| counts.results.games())
        .sum();
    assert_eq!(total, 50);
}

#[test]
fn damage_is_noticed() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("index");
    add(&out, false, &games(50, 4), Settings::default()).expect("an index");
    let whole = fs::read(&out).expect("a file");
    let read = |bytes: &[u8]| -> Result<(), IndexError> {
        fs::write(&out, bytes)?;
        Index::open(&out)?.moves(&Position::initial()).map(|_| ())
    };
    assert!(read(&whole).is_ok());
    let changed = |at: usize| {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        read(&bytes).expect_err("a damaged byte")
    };
    assert!(matches!(changed(0), IndexError::NoIndex));
    assert!(matches!(changed(9), IndexError::Keys));
    let step = (whole.len() / 97).max(1);
    let block_of_start_or_list = (whole.len() - 60..whole.len()).chain((16..whole.len()).step_by(step));
    let noticed = block_of_start_or_list.filter(|&at| {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        read(&bytes).is_err()
    });
    assert!(noticed.count() >= 60, "the end is checked as a whole");
    for length in (0..whole.len()).step_by(101) {
        assert!(read(&whole[..length]).is_err(), "{length} bytes");
    }
}
