//! The classical evaluation as counts of its weights, for the tuner.

use chess::Position;
use gamekit::Color;

use super::tally::Recording;
use super::{Blend, Group, classical, endgame};

/// A position as counts of weights. The evaluation is the blended dot product of counts and
/// weights.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The weights that occur, each with White's count minus Black's.
    pub counts: Vec<(u16, i8)>,
    /// The phase and scaling of the position.
    pub blend: Blend,
}

impl Sample {
    /// The counts of a position; none in known endings, whose evaluation does not use the weights.
    pub fn of(position: &Position) -> Option<Self> {
        if endgame::known_win(position).is_some() {
            return None;
        }
        let mut recording = Recording::new();
        classical::count(position, &mut recording);
        let counts = (0..Group::WEIGHTS)
            .filter_map(|weight| {
                let [white, black] = Color::ALL.map(|color| recording.counts[color][weight]);
                (white != black).then(|| (weight as u16, (white - black) as i8))
            })
            .collect();
        Some(Self { counts, blend: classical::blend(position) })
    }
}
