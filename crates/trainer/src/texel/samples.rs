//! Positions as counts of weights.

use engine::eval::{Blend, Sample};
use gamekit::{Color, SplitMix64};

use crate::data::{Filter, Moment, RecordedGame};

/// Positions, each a list of non-zero counts: three bytes each.
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
    /// Game phase: 1 in the middlegame, 0 in the endgame.
    pub middlegame: f64,
    /// Endgame scaling of White's advantage and of Black's, 0 to 1.
    pub scale: [f64; 2],
    /// White's result.
    pub points: f64,
    /// The score of the search, in centipawns for White.
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

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// Adds a position with White's result, unless a special endgame evaluates it.
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

/// Training and validation positions. They are from different games, since neighbours in a game are
/// too similar.
#[derive(Clone, Debug, Default)]
pub struct Split {
    /// Training positions.
    pub training: Samples,
    /// Validation positions: those of about every tenth game.
    pub validation: Samples,
    games: u64,
}

impl Split {
    /// No game.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the positions of a game that a filter keeps to one of the two sets.
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
