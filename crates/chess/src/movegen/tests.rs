use gamekit::SplitMix64;

use crate::{Move, MoveList, Position, fen};

/// Positions with castling, en passant, promotions, pins and checks.
const POSITIONS: [&str; 6] = [
    fen::INITIAL,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "nrbknrqb/pppppppp/8/8/8/8/PPPPPPPP/NRBKNRQB w KQkq - 0 1",
];

/// Visits the positions of random games from each of [`POSITIONS`].
fn visit(games: usize, mut check: impl FnMut(&Position)) {
    let mut rng = SplitMix64::new(8);
    for game in 0..games {
        let start: Position = POSITIONS[game % POSITIONS.len()].parse().unwrap();
        check(&start);
        start.random_walk(&mut rng).take(120).for_each(|(_, position)| check(&position));
    }
}

#[test]
fn captures_and_quiets_are_all_moves() {
    visit(200, |position| {
        let all = position.legal_moves();
        let (mut captures, mut quiets) = (MoveList::new(), MoveList::new());
        position.generate_captures(&mut captures);
        position.generate_quiets(&mut quiets);
        assert!(captures.iter().all(|mv| !mv.is_quiet()));
        assert!(quiets.iter().all(|mv| mv.is_quiet()));
        let mut parts: Vec<_> = captures.into_iter().chain(quiets).map(Move::bits).collect();
        let mut whole: Vec<_> = all.iter().map(|mv| mv.bits()).collect();
        parts.sort_unstable();
        whole.sort_unstable();
        assert_eq!(parts, whole, "{position}");
        whole.dedup();
        assert_eq!(whole.len(), position.count_legal_moves(), "{position}");
    });
}

#[test]
fn exactly_the_generated_moves_are_legal() {
    visit(24, |position| {
        let generated = position.legal_moves();
        let legal = (0..=u16::MAX).filter_map(Move::from_bits).filter(|&mv| position.is_legal(mv));
        for mv in legal.clone() {
            assert!(generated.contains(&mv), "{mv} ({:?}) in {position}", mv.kind());
        }
        assert_eq!(legal.count(), generated.len(), "{position}");
    });
}

#[test]
fn incremental_state_equals_recomputed() {
    visit(500, |position| {
        let fresh = Position::new(position.setup()).expect("a played position is legal");
        assert_eq!(&fresh, position);
        assert_eq!(fresh.keys(), position.keys(), "{position}");
        assert_eq!(fresh.checkers(), position.checkers(), "{position}");
        assert_eq!(fresh.pinned(), position.pinned(), "{position}");
        if !position.in_check() {
            let mut passed = position.clone();
            passed.make_null();
            let fresh = Position::new(passed.setup()).expect("the waiting side was not in check");
            assert_eq!((fresh.keys(), fresh.checkers()), (passed.keys(), passed.checkers()));
        }
    });
}

#[test]
fn the_richest_known_position_fits_the_list() {
    let position: Position = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1".parse().unwrap();
    assert_eq!(position.legal_moves().len(), 218);
}
