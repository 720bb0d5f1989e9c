use std::io::Cursor;
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
    // a7b8 takes nothing and is no legal move.
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
    assert!(Book::new(Cursor::new(b"")).unwrap().is_empty());
}

#[test]
fn a_published_book_is_read() {
    let workspace = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let shared =
        std::env::var_os("PETTEIA_SHARED").map_or_else(|| workspace.join("../shared"), PathBuf::from);
    let path = shared.join("books/performance.bin");
    if !path.exists() {
        println!("skipped: no ../shared/books/performance.bin");
        return;
    }
    let mut book = Book::open(path).unwrap();
    assert_eq!(book.len(), 92_954);
    // Follow the heaviest moves for as long as the book knows one.
    let mut position = Position::initial();
    let mut plies = 0;
    while let Some(best) = book.moves(&position).unwrap().into_iter().max_by_key(|choice| choice.weight) {
        position.make(best.mv, &mut ());
        plies += 1;
        assert!(plies < 200, "no book is as deep");
    }
    assert!(plies >= 10, "{plies} plies in the book");
}
