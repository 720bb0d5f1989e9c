use super::*;

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn error(fen: &str) -> String {
    fen.parse::<Position>().map(|position| position.to_string()).expect_err(fen).to_string()
}

#[test]
fn fens_round_trip() {
    for fen in [
        INITIAL,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        "8/8/8/8/8/8/8/K1k5 b - - 99 150",
        // The right of an inner rook needs its file's letter.
        "1rr1k3/8/8/8/8/8/8/4K1RR w Gc - 0 1",
    ] {
        assert_eq!(position(fen).to_string(), fen);
    }
}

#[test]
fn missing_fields_have_defaults() {
    assert_eq!(position("4k3/8/8/8/8/8/8/4K3").to_string(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(position("4k3/8/8/8/8/8/8/4K2R b K -").to_string(), "4k3/8/8/8/8/8/8/4K2R b K - 0 1");
}

#[test]
fn shredder_fens_name_files() {
    let setup: Setup = "1r2k1r1/8/8/8/8/8/8/RR2K2R w HAgb - 0 1".parse().unwrap();
    assert_eq!(setup.to_fen(CastlingStyle::Outermost), "1r2k1r1/8/8/8/8/8/8/RR2K2R w KQkq - 0 1");
    assert_eq!(setup.to_fen(CastlingStyle::Files), "1r2k1r1/8/8/8/8/8/8/RR2K2R w HAgb - 0 1");
    let inner: Setup = "4k3/8/8/8/8/8/8/RR2K2R w HB - 0 1".parse().unwrap();
    assert_eq!(inner.to_string(), "4k3/8/8/8/8/8/8/RR2K2R w KB - 0 1");
}

#[test]
fn en_passant_squares_without_a_capture_are_forgotten() {
    assert_eq!(position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3").en_passant(), None);
    // The capture would uncover the king on the fourth rank.
    assert_eq!(position("8/8/8/8/k2pP2R/8/8/4K3 b - e3").en_passant(), None);
    assert_eq!(position("8/8/8/8/k2pP3/8/8/4K3 b - e3").en_passant(), Some(Square::E3));
}

#[test]
fn malformed_fens_are_named() {
    assert_eq!(error(""), "0 fields in FEN; expected 1 to 6");
    assert!(error("8/8/8/8 w - - 0 1").contains("\"8/8/8/8\" in FEN; expected 8 ranks"));
    assert!(error("9/8/8/8/8/8/8/8").contains("8 ranks of 8 squares"));
    assert!(error(&format!("{}/8/8/8/8/8/8/8", "8".repeat(33))).contains("8 ranks of 8 squares"));
    assert!(error("ppppppppp/8/8/8/8/8/8/8").contains("8 ranks of 8 squares"));
    assert!(error("44/8/8/8/8/8/8/7x").contains("8 ranks of 8 squares"));
    assert!(error("8/8/8/8/8/8/8/8 white").contains("\"white\""));
    assert!(error("4k3/8/8/8/8/8/8/4K3 w KX").contains("\"KX\""));
    assert!(error("4k3/8/8/8/8/8/8/4K3 w K").contains("bad castling rights \"K\""));
    assert!(error("4k3/8/8/8/8/8/8/4K3 w - e9").contains("\"e9\""));
    assert!(error("4k3/8/8/8/8/8/8/4K3 w - - +5").contains("\"+5\""));
    assert!(error("4k3/8/8/8/8/8/8/4K3 w - - 0 99999").contains("\"99999\""));
    assert!(error("4k3/8/8/8/8/8/8/4K3 w - - 0 1 x").contains("7 fields"));
}

#[test]
fn illegal_positions_are_named() {
    for (fen, part) in [
        ("8/8/8/8/8/8/8/4K3 w", "Black has 0 kings"),
        ("4k3/8/8/8/8/8/8/3KK3 w", "White has 2 kings"),
        ("4k3/8/8/8/8/8/8/P3K3 w", "a pawn stands on a1"),
        ("4k3/8/8/8/8/8/8/4RK2 w", "Black is in check but it is not Black's turn"),
        ("4k3/8/8/8/PPPPPPPP/P7/8/4K3 w", "White has 9 pawns"),
        ("4k3/8/8/8/8/QQQQQQQQ/QQ6/4K3 b", "White has 0 pawns and 9 pieces"),
        ("4k3/8/8/8/8/8/8/4K3 w H", "castling with h1"),
        ("4k3/8/8/8/8/8/4K3/7R w H", "castling with h1"),
        ("4k3/8/8/8/8/8/8/4K1RR w GH", "two rooks on the same wing"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6", "en passant on e6"),
        ("4k3/8/8/4p3/8/8/8/4K3 w - e3", "en passant on e3"),
        ("4k3/4p3/8/4p3/8/8/8/4K3 w - e6", "en passant on e6"),
    ] {
        assert!(error(fen).contains(part), "{fen}: {}", error(fen));
    }
}
