//! The error of a network over some positions, and its slope along each weight.
//!
//! The work goes by tiles: 128 positions by 64 hidden units at a time. What a tile of hidden units needs of
//! all features is 196 kB, which stays in a core's second-level cache while the positions pass by.

use super::{Block, Layout, Model, Sample, Samples};

/// Positions that are worked on together.
const POSITIONS: usize = 128;

/// What a thread works with: some positions and what the network makes of them.
pub struct Workspace {
    features: Vec<[[u16; Samples::MOST_PIECES]; 2]>,
    pieces: [usize; POSITIONS],
    buckets: [usize; POSITIONS],
    targets: [f32; POSITIONS],
    outputs: [f32; POSITIONS],
    slopes: [f32; POSITIONS],
    /// Of each tile of hidden units, for each position, for each side.
    activations: Vec<Block>,
}

impl Workspace {
    /// Room for networks of a layout.
    pub fn new(layout: Layout) -> Self {
        Self {
            features: vec![[[0; Samples::MOST_PIECES]; 2]; POSITIONS],
            pieces: [0; POSITIONS],
            buckets: [0; POSITIONS],
            targets: [0.0; POSITIONS],
            outputs: [0.0; POSITIONS],
            slopes: [0.0; POSITIONS],
            activations: vec![Block::ZERO; layout.tiles() * POSITIONS * 2],
        }
    }

    /// Adds the slopes of the error over some positions to `gradient`, and returns the error. Both are sums, not
    /// means.
    pub fn add_gradient<'a>(
        &mut self,
        model: &Model,
        samples: impl IntoIterator<Item = Sample<'a>>,
        wdl: f32,
        gradient: &mut Model,
    ) -> f64 {
        let mut samples = samples.into_iter();
        let mut error = 0.0;
        loop {
            let count = self.gather(&mut samples, wdl);
            if count == 0 {
                return error;
            }
            self.forward(model, count);
            error += self.compare(count);
            self.backward(model, count, gradient);
        }
    }

    /// The sum of the square errors over some positions; `hear` is told what the network says about each.
    pub fn judge<'a>(
        &mut self,
        model: &Model,
        samples: impl IntoIterator<Item = Sample<'a>>,
        wdl: f32,
        mut hear: impl FnMut(f32),
    ) -> f64 {
        let mut samples = samples.into_iter();
        let mut error = 0.0;
        loop {
            let count = self.gather(&mut samples, wdl);
            if count == 0 {
                return error;
            }
            self.forward(model, count);
            error += self.compare(count);
            self.outputs[..count].iter().for_each(|&output| hear(output));
        }
    }

    /// Takes the next positions; returns how many.
    fn gather<'a>(&mut self, samples: &mut impl Iterator<Item = Sample<'a>>, wdl: f32) -> usize {
        let mut count = 0;
        for sample in samples.take(POSITIONS) {
            for (list, features) in self.features[count].iter_mut().zip(sample.features) {
                list[..features.len()].copy_from_slice(features);
            }
            self.pieces[count] = sample.features[0].len();
            self.buckets[count] = sample.bucket;
            self.targets[count] = sample.target(wdl);
            count += 1;
        }
        count
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
    use nnue::{Architecture, INPUTS, MOST_BUCKETS, Parameters};

    use super::*;

    /// Its last tile is half empty.
    const LAYOUT: Layout = match Architecture::new(96, MOST_BUCKETS) {
        Ok(arch) => Layout::new(arch),
        Err(_) => panic!("a size of nets"),
    };

    /// More positions than fit a tile, with all numbers of pieces.
    fn positions() -> Samples {
        let mut rng = SplitMix64::new(5);
        let mut samples = Samples::default();
        for index in 0..POSITIONS + 30 {
            let pieces = 2 + index % (Samples::MOST_PIECES - 1);
            let [own, other] =
                [(); 2].map(|()| (0..pieces).map(|_| rng.below(INPUTS) as u16).collect::<Vec<_>>());
            samples.push(&Sample {
                features: [&own, &other],
                bucket: index % MOST_BUCKETS,
                points: (index % 3) as f32 * 0.5,
                expected: rng.next_f64() as f32,
            });
        }
        samples
    }

    fn network() -> Model {
        Model::from(&Parameters::random(LAYOUT.arch(), &mut SplitMix64::new(3)))
    }

    /// The error by the definition of the network, in double precision.
    fn error(model: &Model, samples: &Samples, wdl: f32) -> f64 {
        let at = |block: usize, index: usize| f64::from(model.blocks()[block][index]);
        let mut sum = 0.0;
        for index in 0..samples.len() {
            let sample = samples.get(index);
            let mut output = at(LAYOUT.output_biases(), sample.bucket);
            for side in 0..2 {
                for unit in 0..LAYOUT.arch().hidden() {
                    let (tile, lane) = (unit / Block::LEN, unit % Block::LEN);
                    let features = sample.features[side].iter();
                    let hidden = at(LAYOUT.biases(tile), lane)
                        + features
                            .map(|&feature| at(LAYOUT.weights(tile) + feature as usize, lane))
                            .sum::<f64>();
                    let active = hidden.clamp(0.0, 1.0);
                    output += active * active * at(LAYOUT.output(sample.bucket, side, tile), lane);
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
        let all = || (0..samples.len()).map(|index| samples.get(index));
        let expected = error(&model, &samples, 0.3);
        let mut workspace = Workspace::new(LAYOUT);
        let found = workspace.judge(&model, all(), 0.3, |_| ());
        assert!((found - expected).abs() < 1e-4 * expected, "{found}, expected {expected}");
        let while_learning = workspace.add_gradient(&model, all(), 0.3, &mut Model::zeros(LAYOUT));
        assert_eq!(found.to_bits(), while_learning.to_bits());
    }

    #[test]
    fn gradients_are_finite_differences() {
        let (model, samples) = (network(), positions());
        let mut gradient = Model::zeros(LAYOUT);
        let all = (0..samples.len()).map(|index| samples.get(index));
        Workspace::new(LAYOUT).add_gradient(&model, all, 0.3, &mut gradient);

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
