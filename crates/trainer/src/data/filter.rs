//! Selection of positions.

use serde::{Deserialize, Serialize};

use super::Moment;

/// Selects positions to train on: those whose static evaluation can be right and whose score says
/// something.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Filter {
    /// Leave out positions before this half-move: openings are random.
    pub first_ply: usize,
    /// Leave out positions in check.
    pub no_checks: bool,
    /// Leave out positions whose best move takes or promotes.
    pub no_tactics: bool,
    /// Leave out positions with larger scores, and all mate scores.
    pub largest_score: i32,
    /// Leave out positions with fewer pieces, kings included: scores of tiny endings mean little.
    pub fewest_pieces: usize,
    /// Leave out positions whose score is further than this from the static evaluation of the
    /// recipe's teacher: they are tactical.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub largest_deviation: Option<i32>,
}

impl Default for Filter {
    fn default() -> Self {
        Self {
            first_ply: 16,
            no_checks: true,
            no_tactics: true,
            largest_score: 10_000,
            fewest_pieces: 0,
            largest_deviation: None,
        }
    }
}

impl Filter {
    /// Whether a position is selected, `largest_deviation` aside.
    pub fn keeps(&self, moment: &Moment) -> bool {
        let is_noisy =
            self.no_tactics && !moment.mv.is_quiet() || self.no_checks && moment.position.in_check();
        let is_decided = moment.score.is_decisive() || moment.score.raw().abs() > self.largest_score;
        let is_tiny = moment.position.board().occupied().len() < self.fewest_pieces;
        moment.ply >= self.first_ply && !is_noisy && !is_decided && !is_tiny
    }
}

#[cfg(test)]
mod tests {
    use chess::Position;
    use gamekit::{Ply, Score};

    use super::*;

    #[test]
    fn noisy_decided_and_early_positions_are_left_out() {
        let moment = |fen: &str, mv, ply, score| {
            let position: Position = fen.parse().unwrap();
            let mv = position.parse_uci(mv).unwrap();
            Moment { position, ply, mv, score }
        };
        let quiet = "4k3/8/8/3p4/4P3/8/P7/4K3 w - - 0 1";
        let check = "4k3/8/8/8/4r3/8/P7/4K3 w - - 0 1";
        let keeps = |moment| Filter::default().keeps(&moment);
        assert!(keeps(moment(quiet, "e1d1", 16, Score::cp(20))));
        assert!(!keeps(moment(quiet, "e4d5", 16, Score::cp(20))), "a capture");
        assert!(!keeps(moment(quiet, "e1d1", 15, Score::cp(20))), "early");
        assert!(!keeps(moment(quiet, "e1d1", 16, Score::mate_in(Ply::new(3)))), "a mate");
        assert!(!keeps(moment(check, "e1d1", 16, Score::cp(-500))), "check");
        let rich = Filter { fewest_pieces: 6, ..Filter::default() };
        assert!(!rich.keeps(&moment(quiet, "e1d1", 16, Score::cp(20))), "five pieces");
        let all = Filter { first_ply: 0, no_checks: false, no_tactics: false, ..Filter::default() };
        assert!(all.keeps(&moment(check, "e1d1", 0, Score::cp(-500))));
    }
}
