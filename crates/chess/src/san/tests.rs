use gamekit::SplitMix64;

use super::*;

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The notation of the move that UCI writes like this.
fn san(fen: &str, uci: &str) -> String {
    let position = position(fen);
    position.to_san(position.parse_uci(uci).unwrap())
}

#[test]
fn disambiguation_is_minimal() {
    // Two knights on different files: the file distinguishes them.
    assert_eq!(san("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "b1d2"), "Nbd2");
    // Two rooks on the same file: the rank does.
    assert_eq!(san("R7/7k/8/8/8/8/8/R3K3 w - - 0 1", "a1a4"), "R1a4");
    // Three queens: one shares the file, one the rank.
    assert_eq!(san("8/k7/8/8/4Q2Q/8/6K1/7Q w - - 0 1", "h4e1"), "Qh4e1");
    // The other knight is pinned, so no disambiguation is needed.
    assert_eq!(san("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2"), "Ne2");
}

#[test]
fn special_moves_have_their_notation() {
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert_eq!(san(castling, "e1g1"), "O-O");
    assert_eq!(san(castling, "e1c1"), "O-O-O");
    let en_passant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
    assert_eq!(san(en_passant, "e5d6"), "exd6");
    assert_eq!(san("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q"), "exd8=Q+");
    assert_eq!(san("8/4P3/8/8/8/8/8/k3K3 w - - 0 1", "e7e8n"), "e8=N");
}

#[test]
fn check_and_mate_are_marked() {
    assert_eq!(san("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8"), "Ra8#");
    assert_eq!(san("6k1/5pp1/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8"), "Ra8+");
    // Castling gives check with the rook.
    assert_eq!(san("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"), "O-O+");
}

#[test]
fn lenient_spellings_mean_the_same_move() {
    for (fen, uci, spellings) in [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1", &["O-O", "0-0", "o-o", "O-O+", "0-0!?"][..]),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8a8", &["O-O-O", "0-0-0", "o-o-o", " O-O-O "]),
        (crate::fen::INITIAL, "g1f3", &["Nf3", "Nf3!?", "Ngf3", "N1f3", "Ng1f3", "Ng1-f3", "Nxf3", "Nf3+ !"]),
        (crate::fen::INITIAL, "e2e4", &["e4", "e2e4", "e2-e4", "Pe4", "ee4", "e4??"]),
        ("3r4/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", &["e8=Q", "e8Q", "e8q", "e8=q", "e8(Q)", "e7-e8Q"]),
        ("3r4/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e7d8b", &["exd8=B", "ed8b", "exd8B#", "e7xd8=b", "e:d8B"]),
        (
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
            "e5d6",
            &["exd6", "ed6", "d6", "exd6e.p.", "exd6 e.p.", "exd6 e.p.!"],
        ),
        ("4k3/8/8/8/8/2p5/1P3B2/4K3 w - - 0 1", "b2c3", &["bxc3", "bc3"]),
        ("4k3/8/8/8/8/2p5/1P6/B3K3 w - - 0 1", "b2b4", &["b4"]),
    ] {
        let position = position(fen);
        let mv = position.parse_uci(uci).unwrap();
        for spelling in spellings {
            assert_eq!(position.parse_san(spelling), Ok(mv), "{spelling:?}");
        }
    }
}

#[test]
fn text_that_is_no_move_is_refused() {
    let start = Position::initial();
    for text in
        ["", "+", "e", "e9", "i4", "Xe4", "nf3", "Nf3=Q", "e4=K", "e2--e4", "O-O-O-O", "--", "é4", "eé"]
    {
        assert_eq!(start.parse_san(text), Err(SanError::Syntax(text.to_owned())), "{text:?}");
    }
    let error = start.parse_san("Ze4").unwrap_err().to_string();
    assert_eq!(error, "bad move \"Ze4\"; expected algebraic notation, as in e4, Nbxd7+, exd8=Q or O-O");
}

#[test]
fn illegal_and_ambiguous_moves_are_named() {
    let start = Position::initial();
    for text in ["e5", "Nf6", "O-O", "e4=Q", "Kh1"] {
        let error = start.parse_san(text).unwrap_err();
        assert_eq!(error, SanError::Illegal(text.to_owned(), crate::fen::INITIAL.to_owned()));
    }
    let knights = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
    let error = position(knights).parse_san("Nd2").unwrap_err().to_string();
    assert!(error.starts_with("ambiguous move \"Nd2\" in 4k3/"), "{error}");
    assert!(error.ends_with("expected one of Nbd2, Nfd2"), "{error}");
    let error = position("8/4P3/8/8/8/8/8/k3K3 w - - 0 1").parse_san("e8").unwrap_err().to_string();
    assert!(error.ends_with("expected one of e8=Q, e8=N, e8=R, e8=B"), "{error}");
}

/// In Chess960 a castling move ends on the square of the rook, which the king alone cannot move to.
#[test]
fn castling_is_never_a_step_of_the_king() {
    let position = position("4k3/8/8/8/8/8/8/5KR1 w G - 0 1");
    assert!(matches!(position.parse_san("Kg1"), Err(SanError::Illegal(..))));
    assert_eq!(position.parse_san("O-O").unwrap().to_string(), "f1g1");
}

/// Every text means the legal moves that fit it, however they are found.
#[test]
fn patterns_mean_the_legal_moves_that_fit() {
    let mut rng = SplitMix64::new(3);
    let mut counts = [0; 3];
    for fen in [
        crate::fen::INITIAL,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/PP1Pk3/8/2pP4/8/8/4Kppp/8 w - c6 0 1",
        "1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w GBgb - 0 1",
        "7k/8/3Q4/Q7/8/8/3Q4/K6N w - - 0 1",
    ] {
        for _ in 0..20 {
            let mut position = position(fen);
            for _ in 0..60 {
                for text in texts(&position, &mut rng) {
                    let pattern = Pattern::parse(text.as_bytes()).unwrap();
                    let mut found = Vec::new();
                    pattern.for_each_legal_move(&position, |mv| found.push(mv));
                    let legal = position.legal_moves();
                    let mut fitting: Vec<Move> =
                        legal.iter().copied().filter(|&mv| fits(pattern, &position, mv)).collect();
                    fitting.sort_by_key(|mv| found.iter().position(|other| other == mv));
                    assert_eq!(found, fitting, "{text} in {position}");
                    counts[found.len().min(2)] += 1;
                }
                match position.legal_moves()[..] {
                    [] => break,
                    ref moves => position = position.play(moves[rng.below(moves.len())]),
                }
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 50), "{counts:?}");
}

/// Some texts that may or may not be moves of the position.
fn texts(position: &Position, rng: &mut SplitMix64) -> Vec<String> {
    let mut texts = vec!["O-O".to_owned(), "O-O-O".to_owned()];
    for _ in 0..20 {
        let from = Square::ALL[rng.below(64)];
        let to = Square::ALL[rng.below(64)];
        let role = ["", "N", "B", "R", "Q", "K"][rng.below(6)];
        let file = ["", &from.file().to_string()][rng.below(2)].to_owned();
        let rank = ["", &from.rank().to_string()][rng.below(4) / 3].to_owned();
        let promotion = if role.is_empty() { ["", "", "=Q", "=N"][rng.below(4)] } else { "" };
        texts.push(format!("{role}{file}{rank}{to}{promotion}"));
    }
    let written = position.legal_moves().into_iter().map(|mv| position.to_san(mv));
    texts.extend(written.flat_map(|san| [san.replace(['x', '='], ""), san]));
    texts
}

fn fits(pattern: Pattern, position: &Position, mv: Move) -> bool {
    match pattern {
        Pattern::Castle(wing) => mv.is_castle() && Wing::of(mv.from(), mv.to()) == wing,
        Pattern::Step { role, file, rank, to, promotion } => {
            !mv.is_castle()
                && mv.to() == to
                && position.board().role_at(mv.from()) == Some(role)
                && file.is_none_or(|file| mv.from().file() == file)
                && rank.is_none_or(|rank| mv.from().rank() == rank)
                && (promotion.is_none() || mv.promotion() == promotion)
        }
    }
}
