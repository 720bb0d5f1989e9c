//! The same games played side by side with shakmaty: legal moves, checks, FEN, SAN and outcomes
//! agree.

use std::thread;

use chess::{Move, MoveKind, Outcome, Position};
use gamekit::SplitMix64;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, EnPassantMode, KnownOutcome, Position as _};

const GAMES: usize = 20_000;
const LONGEST_GAME: usize = 80;
/// Every n-th position is checked with all its moves in SAN, the others with the move that is
/// played.
const ALL_SAN_EVERY: usize = 16;

/// Where little is left, so that games end: mates, stalemates, and too little material.
const ENDGAMES: [&str; 8] = [
    "8/8/8/3k4/8/3K4/3P4/8 w - - 0 1",
    "8/8/4k3/8/8/4K3/8/1Q6 w - - 0 1",
    "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1",
    "8/8/4k3/2b5/8/4K3/3N4/8 w - - 0 1",
    "4k3/8/8/8/8/8/8/B1B1K3 w - - 0 1",
    "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1",
    "4k3/4n3/8/8/8/8/4N3/4K3 w - - 0 1",
    "5k2/5P2/5K2/8/8/8/8/7r w - - 98 1",
];

#[test]
fn random_games_agree_with_shakmaty() {
    let workers = thread::available_parallelism().map_or(1, usize::from).min(4);
    let tally = thread::scope(|scope| {
        let threads: Vec<_> = (0..workers)
            .map(|worker| {
                scope.spawn(move || {
                    (worker..GAMES).step_by(workers).map(play).fold(Tally::default(), Tally::plus)
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).fold(Tally::default(), Tally::plus)
    });
    eprintln!("{tally:?}");
    // The games were worth playing.
    assert!(tally.positions > 1_000_000, "{tally:?}");
    assert!(tally.checks > 40_000 && tally.castles > 10_000 && tally.en_passant > 3_000, "{tally:?}");
    assert!(tally.mates > 300 && tally.stalemates > 20 && tally.bare > 1_000, "{tally:?}");
}

/// What happened in the games.
#[derive(Clone, Copy, Default, Debug)]
struct Tally {
    positions: usize,
    checks: usize,
    castles: usize,
    en_passant: usize,
    mates: usize,
    stalemates: usize,
    bare: usize,
}

impl Tally {
    fn plus(self, other: Self) -> Self {
        Self {
            positions: self.positions + other.positions,
            checks: self.checks + other.checks,
            castles: self.castles + other.castles,
            en_passant: self.en_passant + other.en_passant,
            mates: self.mates + other.mates,
            stalemates: self.stalemates + other.stalemates,
            bare: self.bare + other.bare,
        }
    }
}

/// Plays one random game in both libraries.
fn play(game: usize) -> Tally {
    let mut rng = SplitMix64::new(game as u64);
    let fen = start(game, &mut rng);
    let mut ours: Position = fen.parse().unwrap();
    let mut theirs: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Chess960).unwrap();
    let mut tally = Tally::default();
    for ply in 0..LONGEST_GAME {
        compare_positions(&ours, &theirs, &mut tally);
        let mut moves: Vec<_> = ours.legal_moves().into_iter().map(|mv| (code(mv), mv)).collect();
        let mut their_moves: Vec<_> =
            theirs.legal_moves().into_iter().map(|mv| (their_code(mv), mv)).collect();
        moves.sort_unstable_by_key(|&(code, _)| code);
        their_moves.sort_unstable_by_key(|&(code, _)| code);
        assert!(moves.iter().map(|mv| mv.0).eq(their_moves.iter().map(|mv| mv.0)), "{ours}");
        if ours.outcome().is_some() {
            break;
        }
        let played = choose(&moves, &mut rng);
        for (number, (&(_, mv), &(_, their_mv))) in moves.iter().zip(&their_moves).enumerate() {
            if number == played || (game + ply).is_multiple_of(ALL_SAN_EVERY) {
                compare_san(&ours, mv, SanPlus::from_move(theirs.clone(), their_mv));
            }
        }
        let (_, mv) = moves[played];
        tally.castles += usize::from(mv.is_castle());
        tally.en_passant += usize::from(mv.kind() == MoveKind::EnPassant);
        ours.make(mv, &mut ());
        theirs.play_unchecked(their_moves[played].1);
    }
    tally
}

/// Any move, but rare kinds of moves more often than they would come by themselves.
fn choose(moves: &[(u32, Move)], rng: &mut SplitMix64) -> usize {
    let is_rare = |mv: Move| mv.is_castle() || mv.is_promotion() || mv.kind() == MoveKind::EnPassant;
    let rare: Vec<usize> = (0..moves.len()).filter(|&number| is_rare(moves[number].1)).collect();
    if rare.is_empty() || rng.below(2) == 0 { rng.below(moves.len()) } else { rare[rng.below(rare.len())] }
}

fn compare_positions(ours: &Position, theirs: &Chess, tally: &mut Tally) {
    let fen = ours.to_string();
    assert_eq!(fen, Fen::from_position(theirs, EnPassantMode::Legal).to_string());
    assert_eq!(ours.in_check(), theirs.is_check(), "{fen}");
    assert_eq!(ours.checkers().bits(), theirs.checkers().0, "{fen}");
    let outcome = ours.outcome();
    assert_eq!(
        outcome.map(|outcome| outcome.result().as_str()),
        theirs.outcome().known().map(KnownOutcome::as_str),
        "{fen}"
    );
    assert_eq!(matches!(outcome, Some(Outcome::Checkmate { .. })), theirs.is_checkmate(), "{fen}");
    assert_eq!(outcome == Some(Outcome::Stalemate), theirs.is_stalemate(), "{fen}");
    assert_eq!(ours.is_insufficient_material(), theirs.is_insufficient_material(), "{fen}");
    tally.positions += 1;
    tally.checks += usize::from(ours.in_check());
    match outcome {
        Some(Outcome::Checkmate { .. }) => tally.mates += 1,
        Some(Outcome::Stalemate) => tally.stalemates += 1,
        Some(_) => tally.bare += 1,
        None => {}
    }
}

fn compare_san(position: &Position, mv: Move, theirs: SanPlus) {
    let san = position.to_san(mv);
    assert_eq!(san, theirs.to_string(), "{mv} in {position}");
    assert_eq!(position.parse_san(&san), Ok(mv));
}

/// Where a game starts: the usual way, in an arrangement of Chess960 for both or one for each, or
/// late.
fn start(game: usize, rng: &mut SplitMix64) -> String {
    match game % 8 {
        0..4 => chess::fen::INITIAL.to_owned(),
        4..6 => {
            let rank = arrangement(rng);
            start_from(&rank, &rank)
        }
        6 => start_from(&arrangement(rng), &arrangement(rng)),
        _ => ENDGAMES[rng.below(ENDGAMES.len())].to_owned(),
    }
}

fn start_from(white: &str, black: &str) -> String {
    format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1", black.to_ascii_lowercase())
}

/// A back rank of Chess960: bishops on both colors, the king between its rooks.
fn arrangement(rng: &mut SplitMix64) -> String {
    let mut rank = [' '; 8];
    rank[2 * rng.below(4)] = 'B';
    rank[2 * rng.below(4) + 1] = 'B';
    for piece in ['Q', 'N', 'N'] {
        let free: Vec<usize> = (0..8).filter(|&file| rank[file] == ' ').collect();
        rank[free[rng.below(free.len())]] = piece;
    }
    let mut rest = ['R', 'K', 'R'].into_iter();
    rank.iter().map(|&piece| if piece == ' ' { rest.next().unwrap() } else { piece }).collect()
}

/// Origin, target and promotion as one number; castling goes to the rook's square in both.
fn code(mv: Move) -> u32 {
    let promotion = mv.promotion().map_or(0, |role| role.index() as u32);
    mv.from() as u32 | (mv.to() as u32) << 6 | promotion << 12
}

fn their_code(mv: shakmaty::Move) -> u32 {
    let from = mv.from().expect("no drops in chess");
    let promotion = mv.promotion().map_or(0, |role| role as u32 - 1);
    u32::from(from) | u32::from(mv.to()) << 6 | promotion << 12
}
