use std::collections::BTreeMap;
use std::io::{Cursor, Read, Seek};
use std::path::PathBuf;

use gamekit::SplitMix64;

use super::*;

fn after(moves: &str) -> Position {
    moves.split_ascii_whitespace().fold(Position::initial(), |position, san| {
        position.play(position.parse_san(san).unwrap_or_else(|error| panic!("{error}")))
    })
}

/// The examples published with the format.
#[test]
fn keys_are_the_published_ones() {
    for (moves, key) in [
        ("", 0x463b_9618_1691_fc9c),
        ("e4", 0x823c_9b50_fd11_4196),
        ("e4 d5", 0x0756_b944_61c5_0fb0),
        ("e4 d5 e5", 0x662f_afb9_65db_29d4),
        ("e4 d5 e5 f5", 0x22a4_8b5a_8e47_ff78),
        ("e4 d5 e5 f5 Ke2", 0x652a_607c_a3f2_42c1),
        ("e4 d5 e5 f5 Ke2 Kf7", 0x00fd_d303_c946_bdd9),
        ("a4 b5 h4 b4 c4", 0x3c81_23ea_7b06_7637),
        ("a4 b5 h4 b4 c4 bxc3 Ra3", 0x5c3f_9b82_9b27_9560),
    ] {
        assert_eq!(after(moves).polyglot_key(), key, "{moves}");
    }
}

#[test]
fn a_setup_counts_pinned_pawns_beside_the_one_that_passed() {
    let key = |fen: &str| fen.parse::<Setup>().unwrap().polyglot_key();
    let file = RANDOM[EN_PASSANT + 4];
    assert_eq!(key("8/8/8/8/k2pP2R/8/8/4K3 b - e3") ^ key("8/8/8/8/k2pP2R/8/8/4K3 b - -"), file);
    assert_eq!(key("8/8/8/8/k3P2R/8/8/4K3 b - e3"), key("8/8/8/8/k3P2R/8/8/4K3 b - -"));
}

/// An entry of a book: key, move, weight and no learning data.
fn entry(key: u64, from: Square, to: Square, promotion: u16, weight: u16) -> Vec<u8> {
    let mv = to as u16 | (from as u16) << 6 | promotion << 12;
    let mut bytes = key.to_be_bytes().to_vec();
    bytes.extend(mv.to_be_bytes());
    bytes.extend(weight.to_be_bytes());
    bytes.extend([0; 4]);
    bytes
}

#[test]
fn books_know_legal_moves_and_their_weights() {
    let castling: Position = "r3k2r/P7/8/8/8/8/8/R3K2R w KQkq - 0 1".parse().unwrap();
    let key = castling.polyglot_key();
    let mut entries = [
        entry(key - 1, Square::E1, Square::E2, 0, 9),
        entry(key, Square::E1, Square::H1, 0, 3),
        entry(key, Square::E1, Square::C1, 0, 0),
        entry(key, Square::A7, Square::B8, 4, 1),
        entry(key, Square::A1, Square::A6, 0, 1),
        entry(key + 1, Square::E1, Square::E2, 0, 9),
    ];
    let bytes = entries.concat();
    let mut book = Book::new(Cursor::new(&bytes)).unwrap();
    let moves = book.moves(&castling).unwrap();
    let written: Vec<_> = moves.iter().map(|choice| (castling.to_san(choice.mv), choice.weight)).collect();
    // a7b8 captures nothing and is illegal.
    assert_eq!(written, [("O-O", 3), ("O-O-O", 0), ("Ra6", 1)].map(|(san, weight)| (san.to_owned(), weight)));
    assert!(book.moves(&Position::initial()).unwrap().is_empty());

    let mut rng = SplitMix64::new(5);
    let drawn: Vec<_> = (0..400).filter_map(|_| BookMove::draw(&moves, &mut rng)).collect();
    let castled = drawn.iter().filter(|&&mv| mv == moves[0].mv).count();
    assert_eq!(drawn.len(), 400);
    assert!((270..330).contains(&castled), "{castled} of 400, expected 300");
    assert!(!drawn.contains(&moves[1].mv));
    assert_eq!(BookMove::draw(&[], &mut rng), None);

    entries[0].pop();
    let error = Book::new(Cursor::new(entries.concat())).err().expect("not whole entries");
    assert_eq!(error.to_string(), "book of 95 bytes; expected entries of 16 bytes");
    assert_eq!(Book::new(Cursor::new(b"")).unwrap().entries(), 0);
}

/// Follows the heaviest moves for as long as the book knows one.
fn plies_in_book<S: Read + Seek>(book: &mut Book<S>) -> usize {
    let mut position = Position::initial();
    let mut plies = 0;
    while let Some(best) = book.moves(&position).unwrap().into_iter().max_by_key(|choice| choice.weight) {
        position.make(best.mv, &mut ());
        plies += 1;
        assert!(plies < 200, "no book is as deep");
    }
    plies
}

/// A book of random games in a file gives back every move with the number of its games.
#[test]
fn a_book_of_games_is_read() {
    let mut rng = SplitMix64::new(11);
    let mut weights = BTreeMap::new();
    let mut positions = BTreeMap::new();
    for _ in 0..300 {
        let mut position = Position::initial();
        for _ in 0..12 {
            let moves = position.legal_moves();
            // Few moves of each position, so that games meet.
            let mv = moves[rng.below(3.min(moves.len()))];
            let key = position.polyglot_key();
            *weights.entry((key, mv.from() as u16, mv.to() as u16)).or_insert(0) += 1;
            positions.insert(key, position.clone());
            position.make(mv, &mut ());
        }
    }
    let bytes: Vec<u8> = weights
        .iter()
        .flat_map(|(&(key, from, to), &weight)| entry(key, square(from), square(to), 0, weight))
        .collect();
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), bytes).unwrap();

    let mut book = Book::open(file.path()).unwrap();
    assert_eq!(book.entries(), weights.len() as u64);
    for (&key, position) in &positions {
        let read: Vec<_> = book.moves(position).unwrap();
        let read: Vec<_> = read
            .iter()
            .map(|choice| (choice.mv.from() as u16, choice.mv.to() as u16, choice.weight))
            .collect();
        let written: Vec<_> = weights
            .range((key, 0, 0)..=(key, 63, 63))
            .map(|(&(_, from, to), &weight)| (from, to, weight))
            .collect();
        assert_eq!(read, written, "{position}");
    }
    assert!((8..=12).contains(&plies_in_book(&mut book)));
}

fn square(number: u16) -> Square {
    Square::wrap(number as u8)
}

#[test]
#[ignore = "needs ../shared (see make test-shared)"]
fn shared_book_is_read() {
    let mut book = Book::open(shared("books/performance.bin")).unwrap();
    assert_eq!(book.entries(), 92_954);
    assert!(plies_in_book(&mut book) >= 10);
}

/// A file of the folder that is not part of the repository.
fn shared(path: &str) -> PathBuf {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared");
    std::env::var_os("PETTEIA_SHARED").map_or_else(|| folder.into(), PathBuf::from).join(path)
}
