//! The evaluation as a tuner sees it.

use chess::Position;
use gamekit::Color;

use super::tally::Recording;
use super::{Blend, Group, classical, endgame};

/// A position as the counts of its weights: the evaluation is their sum of products with the weights,
/// blended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The weights that occur, with how often White has them more than Black.
    pub counts: Vec<(u16, i8)>,
    /// How the sum becomes a number.
    pub blend: Blend,
}

impl Sample {
    /// The counts of a position; `None` where the evaluation is no sum of weights but knowledge of an
    /// ending.
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
