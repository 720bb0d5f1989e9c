//! The error of a network over some positions, and its slope along each weight.
//!
//! The work goes by tiles: 1,024 positions by 64 hidden units at a time. What a tile of hidden units needs of
//! all features is 196 kB, which stays in a core's second-level cache while the positions pass by.

use super::samples::{Features, MOST_PIECES};
use super::{Block, Layout, Model, Sample};

/// Positions that are worked on together: the more, the less often the tiles of weights have to come from the shared
/// cache.
const POSITIONS: usize = 1024;

/// What a thread works with: some positions and what the network makes of them.
pub struct Workspace {
    samples: Vec<Sample>,
    features: Vec<Features>,
    pieces: Vec<usize>,
    buckets: Vec<usize>,
    targets: Vec<f32>,
    outputs: Vec<f32>,
    slopes: Vec<f32>,
    /// Of each tile of hidden units, for each position, for each side.
    activations: Vec<Block>,
}

impl Workspace {
    /// Room for networks of a layout.
    pub fn new(layout: Layout) -> Self {
        Self {
            samples: Vec::with_capacity(POSITIONS),
            features: vec![[[0; MOST_PIECES]; 2]; POSITIONS],
            pieces: vec![0; POSITIONS],
            buckets: vec![0; POSITIONS],
            targets: vec![0.0; POSITIONS],
            outputs: vec![0.0; POSITIONS],
            slopes: vec![0.0; POSITIONS],
            activations: vec![Block::ZERO; layout.tiles() * POSITIONS * 2],
        }
    }

    /// Adds the slopes of the error over the chosen positions to `gradient`, and returns the error. Both are sums, not
    /// means.
    pub fn add_gradient(
        &mut self,
        model: &Model,
        samples: &[Sample],
        chosen: &[u32],
        wdl: f32,
        gradient: &mut Model,
    ) -> f64 {
        let mut error = 0.0;
        for part in chosen.chunks(POSITIONS) {
            error += self.error_of(model, samples, part, wdl);
            self.backward(model, part.len(), gradient);
        }
        error
    }

    /// The sum of the square errors over the chosen positions; `hear` is told what the network says about each.
    pub fn judge(
        &mut self,
        model: &Model,
        samples: &[Sample],
        chosen: &[u32],
        wdl: f32,
        mut hear: impl FnMut(f32),
    ) -> f64 {
        let mut error = 0.0;
        for part in chosen.chunks(POSITIONS) {
            error += self.error_of(model, samples, part, wdl);
            self.outputs[..part.len()].iter().for_each(|&output| hear(output));
        }
        error
    }

    fn error_of(&mut self, model: &Model, samples: &[Sample], part: &[u32], wdl: f32) -> f64 {
        self.gather(model.layout(), samples, part, wdl);
        self.forward(model, part.len());
        self.compare(part.len())
    }

    /// Unpacks positions. They lie anywhere in memory, so all are fetched first: the processor waits for many of them
    /// at a time.
    fn gather(&mut self, layout: Layout, samples: &[Sample], chosen: &[u32], wdl: f32) {
        self.samples.clear();
        self.samples.extend(chosen.iter().map(|&index| samples[index as usize]));
        for (index, sample) in self.samples.iter().enumerate() {
            sample.features(&mut self.features[index]);
            self.pieces[index] = sample.pieces();
            self.buckets[index] = layout.arch().bucket(sample.pieces());
            self.targets[index] = sample.target(wdl);
        }
    }

    /// What the network says about each position.
    fn forward(&mut self, model: &Model, count: usize) {
        let layout = model.layout();
        let blocks = model.blocks();
        for position in 0..count {
            self.outputs[position] = blocks[layout.output_biases()][self.buckets[position]];
        }
        for tile in 0..layout.tiles() {
            let weights = &blocks[layout.weights(tile)..layout.weights(tile + 1)];
            let biases = &blocks[layout.biases(tile)];
            let activations = &mut self.activations[tile * POSITIONS * 2..];
            for position in 0..count {
                for side in 0..2 {
                    let mut sum = *biases;
                    for &feature in &self.features[position][side][..self.pieces[position]] {
                        sum.add(&weights[feature as usize]);
                    }
                    let active = sum.clamped();
                    let behind = &blocks[layout.output(self.buckets[position], side, tile)];
                    self.outputs[position] += active.squares_dot(behind);
                    activations[position * 2 + side] = active;
                }
            }
        }
    }

    /// The sum of the square errors; notes how each output would change it.
    fn compare(&mut self, count: usize) -> f64 {
        let mut error = 0.0;
        for position in 0..count {
            let prediction = 1.0 / (1.0 + (-self.outputs[position]).exp());
            let miss = prediction - self.targets[position];
            error += f64::from(miss * miss);
            self.slopes[position] = 2.0 * miss * prediction * (1.0 - prediction);
        }
        error
    }

    /// Carries the slopes of the outputs back to every weight.
    fn backward(&self, model: &Model, count: usize, gradient: &mut Model) {
        let layout = model.layout();
        let blocks = model.blocks();
        let slopes = gradient.blocks_mut();
        for position in 0..count {
            slopes[layout.output_biases()][self.buckets[position]] += self.slopes[position];
        }
        for tile in 0..layout.tiles() {
            let activations = &self.activations[tile * POSITIONS * 2..];
            let mut biases = Block::ZERO;
            for position in 0..count {
                for side in 0..2 {
                    let active = &activations[position * 2 + side];
                    let output = layout.output(self.buckets[position], side, tile);
                    slopes[output].add_scaled_squares(self.slopes[position], active);
                    let before = Block::slopes_before(active, &blocks[output], self.slopes[position]);
                    biases.add(&before);
                    let weights = &mut slopes[layout.weights(tile)..layout.weights(tile + 1)];
                    for &feature in &self.features[position][side][..self.pieces[position]] {
                        weights[feature as usize].add(&before);
                    }
                }
            }
            slopes[layout.biases(tile)].add(&biases);
        }
    }
}

#[cfg(test)]
mod tests {
    use gamekit::SplitMix64;
    use nnue::{Architecture, MOST_BUCKETS, Parameters};

    use super::*;
    use crate::training::synthetic;

    /// Its last tile is half empty.
    const LAYOUT: Layout = match Architecture::new(96, MOST_BUCKETS) {
        Ok(arch) => Layout::new(arch),
        Err(_) => panic!("a size of nets"),
    };

    /// More positions than are worked on together, with all numbers of pieces.
    fn positions() -> Vec<Sample> {
        let mut rng = SplitMix64::new(5);
        let games = (0..40).map(synthetic::game);
        let moments = games.flat_map(|game| game.moments().step_by(5).collect::<Vec<_>>());
        let samples: Vec<_> = moments
            .map(|moment| {
                let (board, turn) = (moment.position.board(), moment.position.turn());
                Sample::new(board, turn, rng.below(3) as f64 * 0.5, rng.next_f64())
            })
            .collect();
        assert!(samples.len() > POSITIONS + 30, "{}", samples.len());
        samples
    }

    fn all(samples: &[Sample]) -> Vec<u32> {
        (0..samples.len() as u32).collect()
    }

    fn network() -> Model {
        Model::from(&Parameters::random(LAYOUT.arch(), &mut SplitMix64::new(3)))
    }

    /// The error by the definition of the network, in double precision.
    fn error(model: &Model, samples: &[Sample], wdl: f32) -> f64 {
        let at = |block: usize, index: usize| f64::from(model.blocks()[block][index]);
        let mut sum = 0.0;
        for sample in samples {
            let mut features = [[0; MOST_PIECES]; 2];
            sample.features(&mut features);
            let bucket = LAYOUT.arch().bucket(sample.pieces());
            let mut output = at(LAYOUT.output_biases(), bucket);
            for side in 0..2 {
                for unit in 0..LAYOUT.arch().hidden() {
                    let (tile, lane) = (unit / Block::LEN, unit % Block::LEN);
                    let features = features[side][..sample.pieces()].iter();
                    let hidden = at(LAYOUT.biases(tile), lane)
                        + features
                            .map(|&feature| at(LAYOUT.weights(tile) + feature as usize, lane))
                            .sum::<f64>();
                    let active = hidden.clamp(0.0, 1.0);
                    output += active * active * at(LAYOUT.output(bucket, side, tile), lane);
                }
            }
            let prediction = 1.0 / (1.0 + (-output).exp());
            sum += (prediction - f64::from(sample.target(wdl))).powi(2);
        }
        sum
    }

    #[test]
    fn the_error_is_that_of_the_definition() {
        let (model, samples) = (network(), positions());
        let all = all(&samples);
        let expected = error(&model, &samples, 0.3);
        let mut workspace = Workspace::new(LAYOUT);
        let found = workspace.judge(&model, &samples, &all, 0.3, |_| ());
        assert!((found - expected).abs() < 1e-4 * expected, "{found}, expected {expected}");
        let while_learning = workspace.add_gradient(&model, &samples, &all, 0.3, &mut Model::zeros(LAYOUT));
        assert_eq!(found.to_bits(), while_learning.to_bits());
    }

    #[test]
    fn gradients_are_finite_differences() {
        let (model, samples) = (network(), positions());
        let mut gradient = Model::zeros(LAYOUT);
        Workspace::new(LAYOUT).add_gradient(&model, &samples, &all(&samples), 0.3, &mut gradient);

        let kinds = [
            0..LAYOUT.biases(0),
            LAYOUT.biases(0)..LAYOUT.output(0, 0, 0),
            LAYOUT.output(0, 0, 0)..LAYOUT.output_biases(),
        ];
        let mut rng = SplitMix64::new(8);
        let mut weights: Vec<(usize, usize)> = kinds
            .into_iter()
            .flat_map(|kind| (0..40).map(|_| kind.start + rng.below(kind.len())).collect::<Vec<_>>())
            .map(|block| (block, block * 7 % (Block::LEN / 2)))
            .collect();
        weights.extend((0..MOST_BUCKETS).map(|bucket| (LAYOUT.output_biases(), bucket)));
        let mut steep = 0;
        for (block, lane) in weights {
            const STEP: f32 = 1.0 / 1024.0;
            let moved = |step: f32| {
                let mut moved = model.clone();
                moved.blocks_mut()[block][lane] += step;
                let width = f64::from(moved.blocks()[block][lane]) - f64::from(model.blocks()[block][lane]);
                (error(&moved, &samples, 0.3), width)
            };
            let ((after, right), (before, left)) = (moved(STEP), moved(-STEP));
            let expected = (after - before) / (right - left);
            let found = f64::from(gradient.blocks()[block][lane]);
            // Where a unit starts or ends within the step the difference is off by a little.
            let tolerance = 0.01 * expected.abs() + 2e-3;
            assert!((found - expected).abs() < tolerance, "{block} {lane}: {found}, expected {expected}");
            steep += usize::from(expected.abs() > 0.05);
        }
        assert!(steep > 60, "only {steep} slopes say something");
    }
}
