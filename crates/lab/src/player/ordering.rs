//! The order of moves.
//!
//! ```text
//!   1  the table's move           was best here before
//!   2  pawn takes queen           most valuable victim,
//!      queen takes queen          least valuable attacker (MVV-LVA)
//!      ...
//!   3  killers                    refuted the neighbour of this node
//!   4  all others                 as generated
//! ```
//!
//! Alpha-beta saves nothing if good moves come last ([`alpha_beta`](crate::search::alpha_beta)), so
//! the order is worth more than any other single thing. A capture of much by little is probably good.
//! A quiet move that refuted one move of the opponent (a *killer*) probably refutes the next one too:
//! if it mated, it still does. Two of them are kept for each distance from the root.

use chess::{Move, MoveList, Role};
use gamekit::Ply;

use super::evaluation::material;
use super::worker::Worker;
use super::{Order, Profile};
use crate::board::{Board, Squares};

/// Above every capture.
const FIRST: i32 = 1_000_000;
/// Above every quiet move, below every capture.
const CAPTURE: i32 = 10_000;
/// Just below captures.
const KILLER: i32 = 9_000;

/// Two quiet moves for each ply that refuted a node there.
#[derive(Clone, Debug)]
pub struct Killers(Vec<[Option<Move>; 2]>);

impl Default for Killers {
    fn default() -> Self {
        Self(vec![[None; 2]; Ply::MAX.index() + 1])
    }
}

impl Killers {
    /// The newest comes first and pushes the older out.
    fn add(&mut self, mv: Move, ply: Ply) {
        let pair = &mut self.0[ply.index()];
        if pair[0] != Some(mv) {
            *pair = [Some(mv), pair[0]];
        }
    }
}

impl<S: Squares> Worker<'_, S> {
    /// Remembers a quiet move that refuted a node.
    pub(super) fn note_killer(&mut self, mv: Move, ply: Ply) {
        if self.profile().killers && mv.is_quiet() {
            self.killers.add(mv, ply);
        }
    }
}

/// All pseudo-legal moves, the most promising first.
pub fn moves<S: Squares>(
    board: &Board<S>,
    profile: &Profile,
    first: Option<Move>,
    killers: &Killers,
    ply: Ply,
) -> Vec<Move> {
    let mut moves = MoveList::new();
    board.generate(&mut moves);
    let rank = |&mv: &Move| {
        if Some(mv) == first {
            FIRST
        } else if mv.is_quiet() {
            killers.0[ply.index()]
                .iter()
                .position(|&killer| killer == Some(mv))
                .map_or(0, |at| KILLER - at as i32)
        } else {
            capture_rank(board, profile.order, mv)
        }
    };
    sorted(&moves, rank)
}

/// The captures and promotions, the most promising first.
pub fn captures<S: Squares>(board: &Board<S>, order: Order) -> Vec<Move> {
    let mut moves = MoveList::new();
    board.generate_captures(&mut moves);
    sorted(&moves, |&mv| capture_rank(board, order, mv))
}

/// The sort is stable: equal moves stay as they were generated.
fn sorted(moves: &[Move], rank: impl Fn(&Move) -> i32) -> Vec<Move> {
    let mut ranked: Vec<(i32, Move)> = moves.iter().map(|mv| (rank(mv), *mv)).collect();
    ranked.sort_by_key(|&(rank, _)| -rank);
    ranked.into_iter().map(|(_, mv)| mv).collect()
}

/// How early a capture or promotion is tried.
fn capture_rank<S: Squares>(board: &Board<S>, order: Order, mv: Move) -> i32 {
    let role = |square| board.squares().piece_at(square).map(chess::Piece::role);
    // En passant finds an empty square and takes a pawn.
    let victim = if mv.is_capture() { material::value(role(mv.to()).unwrap_or(Role::Pawn)) } else { 0 };
    let promoted = mv.promotion().map_or(0, material::value);
    match order {
        Order::Generated => 0,
        Order::Mvv => CAPTURE + victim,
        Order::MvvLva => {
            let attacker = role(mv.from()).map_or(0, |role| role as i32);
            CAPTURE + 10 * (victim + promoted) - attacker
        }
    }
}

#[cfg(test)]
mod tests {
    use chess::Position;

    use super::*;
    use crate::board::Board;

    fn order(fen: &str, first: Option<&str>, killer: Option<&str>) -> Vec<String> {
        let position: Position = fen.parse().unwrap();
        let board = Board::<chess::Board>::of(&position);
        let find = |text: &str| position.parse_uci(text).unwrap();
        let mut killers = Killers::default();
        if let Some(killer) = killer {
            killers.add(find(killer), Ply::ROOT);
        }
        let profile = Profile::named("basic").unwrap();
        moves(&board, profile, first.map(find), &killers, Ply::ROOT).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_table_then_captures_then_killers() {
        let fen = "4k3/8/8/2r1q3/3P4/4Q3/8/3K4 w - - 0 1";
        let all = order(fen, Some("d1d2"), Some("e3a3"));
        assert_eq!(all[..5], ["d1d2", "d4e5", "e3e5", "d4c5", "e3a3"]);
    }

    #[test]
    fn every_move_is_there_once() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let mut all = order(fen, Some("e5f7"), Some("a2a3"));
        assert_eq!(all.len(), 48);
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 48);
    }
}
