//! Every representation against the perft suites of the rules and against the rules themselves.

use std::fs;
use std::path::Path;

use chess::{Move, Position, SplitMix64};
use lab::board::bitboards::Bitboards;
use lab::board::compact::Compact;
use lab::board::eight_by_eight::EightByEight;
use lab::board::occupancy::magic::Magic;
use lab::board::occupancy::pext::Pext;
use lab::board::occupancy::rays::Rays;
use lab::board::occupancy::rotated::Rotated;
use lab::board::occupancy::walk::Walk;
use lab::board::ox88::Ox88;
use lab::board::piece_lists::PieceLists;
use lab::board::ten_by_twelve::TenByTwelve;
use lab::board::{Board, Squares, perft};

/// Lines with more nodes are left out: there are ten representations.
const MOST_NODES: u64 = 50_000;

/// Positions with depth and nodes, of all suites of the crate `chess`.
fn suites() -> Vec<(Position, u32, u64)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../chess/tests/suites");
    let mut cases = Vec::new();
    for entry in fs::read_dir(folder).expect("the suites are there") {
        let text = fs::read_to_string(entry.expect("readable").path()).expect("readable");
        let mut position = Position::initial();
        for line in text.lines() {
            if let Some(fen) = line.strip_prefix("epd ") {
                position = fen.parse().expect(line);
            } else if let Some((depth, nodes)) =
                line.strip_prefix("perft ").and_then(|rest| rest.split_once(' '))
            {
                cases.push((position.clone(), depth.parse().expect(line), nodes.parse().expect(line)));
            }
        }
    }
    cases.retain(|&(_, _, nodes)| nodes <= MOST_NODES);
    assert!(cases.len() > 90, "{} cases", cases.len());
    cases
}

fn passes_the_suites<S: Squares>() {
    for (position, depth, nodes) in suites() {
        assert_eq!(perft(&Board::<S>::of(&position), depth), nodes, "{} {position} {depth}", S::NAME);
    }
}

/// Along random games the board has the moves of the rules, sees checks where they are, and its key
/// is that of the board set up afresh.
fn follows_the_rules<S: Squares>() {
    let mut rng = SplitMix64::new(7);
    for _ in 0..20 {
        let mut board = Board::<S>::of(&Position::initial());
        for (mv, position) in Position::initial().random_walk(&mut rng).take(120) {
            board = board.play(mv).expect("the move is legal");
            let sorted = |mut moves: Vec<Move>| {
                moves.sort_by_key(|mv| mv.bits());
                moves
            };
            let expected: Vec<Move> = position.legal_moves().into_iter().collect();
            assert_eq!(sorted(board.legal_moves()), sorted(expected), "{} {position}", S::NAME);
            assert_eq!(board.in_check(), position.in_check(), "{} {position}", S::NAME);
            assert_eq!(&*board.squares().as_board(), position.board(), "{}", S::NAME);
            if board.en_passant() == position.en_passant() {
                assert_eq!(board.key(), Board::<S>::of(&position).key(), "{} {position}", S::NAME);
            }
        }
    }
}

macro_rules! representations {
    ($($name:ident: $squares:ty,)+) => {
        $(mod $name {
            use super::*;

            #[test]
            fn suites() {
                passes_the_suites::<$squares>();
            }

            #[test]
            fn random_games() {
                follows_the_rules::<$squares>();
            }
        })+
    };
}

representations! {
    piece_lists: PieceLists,
    eight_by_eight: EightByEight,
    ten_by_twelve: TenByTwelve,
    ox88: Ox88,
    walk: Bitboards<Walk>,
    rays: Bitboards<Rays>,
    rotated: Bitboards<Rotated>,
    magic: Bitboards<Magic>,
    pext: Bitboards<Pext>,
    compact: Compact,
    main_engine: chess::Board,
}
