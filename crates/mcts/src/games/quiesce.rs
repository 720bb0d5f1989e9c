//! Quiescence search: captures that do not lose material, until the position is quiet.

use chess::{Move, MoveList, Position};
use engine::eval::Follower;
use engine::exchange;
use gamekit::{Ply, Score};

/// Checks are answered this deep; below, the evaluation stands for the answer.
const EVASIONS: usize = 2;
/// No line of captures goes deeper.
const DEEPEST: usize = 16;

/// A search of captures that ends where it began.
pub struct Quiescence<'a> {
    follower: &'a mut Follower,
}

impl<'a> Quiescence<'a> {
    /// The follower stands at the position that is searched.
    pub fn new(follower: &'a mut Follower) -> Self {
        Self { follower }
    }

    /// The score of a position for the side to move.
    pub fn search(&mut self, position: &Position) -> Score {
        self.node(position, -Score::INFINITE, Score::INFINITE, 0)
    }

    fn node(&mut self, position: &Position, mut alpha: Score, beta: Score, ply: usize) -> Score {
        let must_evade = position.in_check() && ply < EVASIONS;
        let mut best = Score::mated_in(Ply::new(ply));
        if !must_evade {
            best = self.follower.evaluate(position);
            alpha = alpha.max(best);
            if alpha >= beta || ply >= DEEPEST {
                return best;
            }
        }
        for mv in moves(position, must_evade) {
            let mut next = position.clone();
            self.follower.make(&mut next, mv);
            let score = -self.node(&next, -beta, -alpha, ply + 1);
            self.follower.back();
            best = best.max(score);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

/// All moves in check, else the captures that do not lose material; the greatest gain first.
fn moves(position: &Position, must_evade: bool) -> impl Iterator<Item = Move> {
    let mut list = MoveList::new();
    if must_evade {
        position.generate_moves(&mut list);
    } else {
        position.generate_captures(&mut list);
    }
    list.sort_by_key(|&mv| -exchange::gain(position, mv));
    let keeps = move |mv: &Move| must_evade || exchange::wins_at_least(position, *mv, 0);
    list.into_iter().filter(keeps)
}
