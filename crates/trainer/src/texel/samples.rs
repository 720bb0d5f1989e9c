//! Positions as counts of weights, packed.

use engine::eval::{Blend, Sample};
use gamekit::{Color, SplitMix64};

use crate::data::{Filter, Moment, RecordedGame};

/// Many positions, each the few weights that count in it: three bytes for each.
#[derive(Clone, Debug)]
pub struct Samples {
    /// Where the counts of each position end.
    ends: Vec<usize>,
    weights: Vec<u16>,
    counts: Vec<i8>,
    blends: Vec<PackedBlend>,
    points: Vec<f32>,
    scores: Vec<i16>,
}

/// A [`Blend`] in three bytes.
#[derive(Clone, Copy, Debug)]
struct PackedBlend {
    phase: u8,
    scale: [u8; 2],
}

/// A position among [`Samples`].
pub(super) struct Row<'a> {
    pub weights: &'a [u16],
    pub counts: &'a [i8],
    /// The share of the middlegame, 0 to 1.
    pub middlegame: f64,
    /// How much of White's lead counts, and of Black's, 0 to 1.
    pub scale: [f64; 2],
    /// The points that White got.
    pub points: f64,
    /// What a search said, in centipawns for White.
    pub score: f64,
}

impl Samples {
    /// No position.
    pub fn new() -> Self {
        Self {
            ends: vec![0],
            weights: Vec::new(),
            counts: Vec::new(),
            blends: Vec::new(),
            points: Vec::new(),
            scores: Vec::new(),
        }
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// Whether there is no position.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// Adds a position with White's points, unless its evaluation is no sum of weights.
    pub fn add(&mut self, moment: &Moment, points: f64) {
        let Some(Sample { counts, blend }) = Sample::of(&moment.position) else { return };
        for (weight, count) in counts {
            self.weights.push(weight);
            self.counts.push(count);
        }
        self.ends.push(self.weights.len());
        let scale = Color::ALL.map(|color| blend.scale[color] as u8);
        self.blends.push(PackedBlend { phase: blend.phase as u8, scale });
        self.points.push(points as f32);
        self.scores.push(moment.score.raw() as i16);
    }

    pub(super) fn row(&self, position: usize) -> Row<'_> {
        let range = self.ends[position]..self.ends[position + 1];
        let blend = self.blends[position];
        Row {
            weights: &self.weights[range.clone()],
            counts: &self.counts[range],
            middlegame: f64::from(blend.phase) / f64::from(Blend::OPENING),
            scale: blend.scale.map(|scale| f64::from(scale) / f64::from(Blend::FULL)),
            points: self.points[position].into(),
            score: self.scores[position].into(),
        }
    }
}

impl Default for Samples {
    fn default() -> Self {
        Self::new()
    }
}

/// Positions to learn from and positions to check with, from different games: neighbors in a game are
/// too much alike for an honest check.
#[derive(Clone, Debug, Default)]
pub struct Split {
    /// The positions to learn from.
    pub training: Samples,
    /// The positions to check with: those of every tenth game or so.
    pub validation: Samples,
    games: u64,
}

impl Split {
    /// No game.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the positions of a game that a filter keeps to one of the parts.
    pub fn add(&mut self, game: &RecordedGame, filter: &Filter) {
        let part = match SplitMix64::new(self.games).below(10) {
            0 => &mut self.validation,
            _ => &mut self.training,
        };
        for moment in game.moments().filter(|moment| filter.keeps(moment)) {
            part.add(&moment, game.result.points(Color::White));
        }
        self.games += 1;
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.games
    }
}
