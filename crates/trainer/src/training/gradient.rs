//! The error of a network and its gradient.
//!
//! The work goes by tiles: 4,096 positions by 64 hidden units at a time. What a tile of hidden
//! units needs of all features of a king bucket is 196 kB, which stays in a core's second-level
//! cache while the positions pass by, those of one king bucket after those of another.

use super::deep::{Stack, TOGETHER};
use super::samples::MOST_PIECES;
use super::{Aim, Block, Layout, Loss, Model, Sample};

/// Positions that are processed together: the more, the less often weights and gradients come from
/// the shared cache. Four king buckets and 512 hidden units are trained 45 % faster than with 1,024
/// (samples per CPU second, three runs each); with one king bucket there is no difference.
const POSITIONS: usize = 4096;

/// The buffers of a thread.
pub struct Workspace {
    samples: Vec<Sample>,
    /// Two of each position, ordered by king bucket.
    views: Vec<Viewed>,
    targets: Vec<f32>,
    outputs: Vec<f32>,
    slopes: Vec<f32>,
    /// For each tile of hidden units and each view. In deep networks the slopes before the
    /// activation take their place.
    activations: Vec<Block>,
    /// Positions by output bucket, for deep networks.
    order: Vec<Placed>,
}

/// Where the views of a position are.
#[derive(Clone, Copy)]
struct Placed {
    position: u16,
    bucket: u8,
    /// Those of the side to move and of the other one.
    views: [u16; 2],
}

/// A position as one side sees it.
#[derive(Clone, Copy)]
struct Viewed {
    features: [u16; MOST_PIECES],
    pieces: u8,
    /// The output bucket.
    bucket: u8,
    /// The side to move is 0.
    side: u8,
    position: u16,
}

impl Placed {
    /// Where the activations of a tile of a side are, given the number of views.
    #[inline]
    fn tile(self, side: usize, tile: usize, views: usize) -> usize {
        tile * views + usize::from(self.views[side])
    }
}

/// Groups of positions of the same bucket that pass a stack together.
fn together(order: &[Placed]) -> impl Iterator<Item = &[Placed]> {
    order.chunk_by(|one, next| one.bucket == next.bucket).flat_map(|bucket| bucket.chunks(TOGETHER))
}

impl Viewed {
    const NONE: Self = Self { features: [0; MOST_PIECES], pieces: 0, bucket: 0, side: 0, position: 0 };

    #[inline]
    fn features(&self) -> impl Iterator<Item = usize> {
        self.features[..usize::from(self.pieces)].iter().map(|&feature| usize::from(feature))
    }

    /// The index of the output weights of this side's tile.
    #[inline]
    const fn output(&self, layout: Layout, tile: usize) -> usize {
        layout.output(self.bucket as usize, self.side as usize, tile)
    }
}

impl Workspace {
    /// Buffers for networks of a layout.
    pub fn new(layout: Layout) -> Self {
        Self::with_capacity(layout, POSITIONS)
    }

    fn with_capacity(layout: Layout, positions: usize) -> Self {
        Self {
            samples: Vec::with_capacity(positions),
            views: vec![Viewed::NONE; 2 * positions],
            targets: vec![0.0; positions],
            outputs: vec![0.0; positions],
            slopes: vec![0.0; positions],
            activations: vec![Block::ZERO; layout.tiles() * positions * 2],
            order: Vec::with_capacity(positions),
        }
    }

    /// Adds the gradient of the loss over the chosen positions, and returns their square error. Both
    /// are sums, not means.
    pub fn add_gradient(
        &mut self,
        model: &Model,
        samples: &[Sample],
        chosen: &[u32],
        aim: Aim,
        gradient: &mut Model,
    ) -> f64 {
        let is_deep = model.layout().arch().is_deep();
        let mut error = 0.0;
        for part in chosen.chunks(self.targets.len()) {
            self.gather(model.layout(), samples, part, aim.wdl);
            self.forward(model, part.len());
            error += if is_deep {
                self.learn_deep(model, aim.loss, gradient)
            } else {
                self.compare(part.len(), aim.loss)
            };
            self.backward(model, part.len(), gradient);
        }
        error
    }

    /// The sum of the square errors over the chosen positions; `see` is called with the output for
    /// each.
    pub fn judge(
        &mut self,
        model: &Model,
        samples: &[Sample],
        chosen: &[u32],
        wdl: f32,
        mut see: impl FnMut(f32),
    ) -> f64 {
        let mut error = 0.0;
        for part in chosen.chunks(self.targets.len()) {
            error += self.error_of(model, samples, part, wdl);
            self.outputs[..part.len()].iter().for_each(|&output| see(output));
        }
        error
    }

    fn error_of(&mut self, model: &Model, samples: &[Sample], part: &[u32], wdl: f32) -> f64 {
        self.gather(model.layout(), samples, part, wdl);
        self.forward(model, part.len());
        if model.layout().arch().is_deep() {
            self.forward_deep(model);
        }
        self.compare(part.len(), Loss::Squared)
    }

    /// Unpacks positions. They are scattered in memory, so all are copied first, to have many cache
    /// misses in flight.
    fn gather(&mut self, layout: Layout, samples: &[Sample], chosen: &[u32], wdl: f32) {
        let arch = layout.arch();
        self.samples.clear();
        self.samples.extend(chosen.iter().map(|&index| samples[index as usize]));
        // Where the next view of each king bucket goes.
        let mut places = vec![0; arch.king_buckets() + 1];
        for view in self.samples.iter().flat_map(|sample| sample.views(arch)) {
            places[view.king_bucket() + 1] += 1;
        }
        for bucket in 1..places.len() {
            places[bucket] += places[bucket - 1];
        }
        for (position, sample) in self.samples.iter().enumerate() {
            self.targets[position] = sample.target(wdl);
            let (views, pieces) = (sample.views(arch), sample.pieces());
            let mut lists = [[0; MOST_PIECES]; 2];
            sample.features(views, &mut lists);
            for (side, (view, features)) in views.into_iter().zip(lists).enumerate() {
                let place = &mut places[view.king_bucket()];
                self.views[*place] = Viewed {
                    features,
                    pieces: pieces as u8,
                    bucket: arch.bucket(pieces) as u8,
                    side: side as u8,
                    position: position as u16,
                };
                *place += 1;
            }
        }
        if arch.is_deep() {
            self.place(chosen.len());
        }
    }

    /// Orders the positions by output bucket, so that the weights of a stack stay in the cache.
    fn place(&mut self, count: usize) {
        self.order.clear();
        self.order.resize(count, Placed { position: 0, bucket: 0, views: [0; 2] });
        for (index, view) in self.views[..2 * count].iter().enumerate() {
            let placed = &mut self.order[usize::from(view.position)];
            (placed.position, placed.bucket) = (view.position, view.bucket);
            placed.views[usize::from(view.side)] = index as u16;
        }
        self.order.sort_unstable_by_key(|placed| (placed.bucket, placed.position));
    }

    /// Computes all outputs.
    fn forward(&mut self, model: &Model, count: usize) {
        let layout = model.layout();
        let blocks = model.blocks();
        let is_deep = layout.arch().is_deep();
        let views = &self.views[..2 * count];
        for view in views {
            self.outputs[usize::from(view.position)] =
                blocks[layout.output_biases()][usize::from(view.bucket)];
        }
        for tile in 0..layout.tiles() {
            let weights = &blocks[layout.weights(tile)..layout.weights(tile + 1)];
            let biases = &blocks[layout.biases(tile)];
            let activations = &mut self.activations[tile * self.views.len()..];
            for (view, activations) in views.iter().zip(activations) {
                let mut sum = *biases;
                for feature in view.features() {
                    sum.add(&weights[feature]);
                }
                let active = sum.clamped();
                if !is_deep {
                    self.outputs[usize::from(view.position)] +=
                        active.squares_dot(&blocks[view.output(layout, tile)]);
                }
                *activations = active;
            }
        }
    }

    /// Adds the outputs of the stacks of a deep network.
    fn forward_deep(&mut self, model: &Model) {
        let mut stack = Stack::new(model.layout());
        for group in together(&self.order) {
            for (place, placed) in group.iter().enumerate() {
                stack.pair(place, |side, tile| &self.activations[placed.tile(side, tile, self.views.len())]);
            }
            let outputs = stack.forward(model, usize::from(group[0].bucket));
            for (placed, output) in group.iter().zip(outputs) {
                self.outputs[usize::from(placed.position)] += output;
            }
        }
    }

    /// The sum of the square errors of a deep network. Backpropagates the slopes of the loss through
    /// the stacks: the activations of the first layer become the slopes before them.
    fn learn_deep(&mut self, model: &Model, loss: Loss, gradient: &mut Model) -> f64 {
        let mut error = 0.0;
        let mut stack = Stack::new(model.layout());
        let (views, half) = (self.views.len(), model.layout().tiles() / 2);
        for group in together(&self.order) {
            for (place, placed) in group.iter().enumerate() {
                stack.pair(place, |side, tile| &self.activations[placed.tile(side, tile, views)]);
            }
            let bucket = usize::from(group[0].bucket);
            let outputs = stack.forward(model, bucket);
            // What is left of an earlier group has no slope.
            let mut slopes = [0.0; TOGETHER];
            for ((placed, output), slope) in group.iter().zip(outputs).zip(&mut slopes) {
                let position = usize::from(placed.position);
                let compared = loss.compare(self.outputs[position] + output, self.targets[position]);
                error += compared.0;
                *slope = compared.1;
                self.slopes[position] = compared.1;
            }
            stack.backward(model, bucket, slopes, gradient);
            for (place, placed) in group.iter().enumerate() {
                stack.unpair(place, |side, tile, slopes| {
                    let [first, second] = [tile, tile + half].map(|tile| placed.tile(side, tile, views));
                    let (one, other) = (self.activations[first], self.activations[second]);
                    self.activations[first] = slopes.times(&other).where_open(&one);
                    self.activations[second] = slopes.times(&one).where_open(&other);
                });
            }
        }
        error
    }

    /// The sum of the square errors; computes the derivative of the loss for each output.
    fn compare(&mut self, count: usize, loss: Loss) -> f64 {
        let mut error = 0.0;
        for position in 0..count {
            let (square, slope) = loss.compare(self.outputs[position], self.targets[position]);
            error += square;
            self.slopes[position] = slope;
        }
        error
    }

    /// Backpropagates the derivatives of the outputs to all weights.
    fn backward(&self, model: &Model, count: usize, gradient: &mut Model) {
        let layout = model.layout();
        let blocks = model.blocks();
        let slopes = gradient.blocks_mut();
        let views = &self.views[..2 * count];
        for view in views.iter().filter(|view| view.side == 0) {
            slopes[layout.output_biases()][usize::from(view.bucket)] +=
                self.slopes[usize::from(view.position)];
        }
        for tile in 0..layout.tiles() {
            let activations = &self.activations[tile * self.views.len()..];
            let mut biases = Block::ZERO;
            for (view, active) in views.iter().zip(activations) {
                let before = if layout.arch().is_deep() {
                    *active
                } else {
                    let slope = self.slopes[usize::from(view.position)];
                    let output = view.output(layout, tile);
                    slopes[output].add_scaled_squares(slope, active);
                    Block::slopes_before(active, &blocks[output], slope)
                };
                biases.add(&before);
                let weights = &mut slopes[layout.weights(tile)..layout.weights(tile + 1)];
                for feature in view.features() {
                    weights[feature].add(&before);
                }
            }
            slopes[layout.biases(tile)].add(&biases);
        }
    }
}

#[cfg(test)]
mod tests {
    use gamekit::SplitMix64;
    use nnue::{Architecture, MOST_BUCKETS, Parameters, SECOND, THIRD};

    use super::*;
    use crate::training::synthetic;

    const CAPACITY: usize = 1024;

    const AIM: Aim = Aim { wdl: 0.3, loss: Loss::Squared };

    /// The last tile is half empty, except in deep networks.
    fn layouts() -> [Layout; 3] {
        let of = |hidden| Architecture::new(hidden, MOST_BUCKETS).unwrap();
        let buckets = of(96).with_king_buckets(4).unwrap();
        let deep = of(128).with_king_buckets(4).unwrap().deep().unwrap();
        [of(96), buckets, deep].map(Layout::new)
    }

    /// More positions than are processed together, with all numbers of pieces.
    fn positions() -> Vec<Sample> {
        let mut rng = SplitMix64::new(5);
        let games = (0..40).map(synthetic::game);
        let moments = games.flat_map(|game| game.moments().step_by(5).collect::<Vec<_>>());
        let samples: Vec<_> = moments
            .map(|moment| {
                let (board, turn) = (moment.position.board(), moment.position.turn());
                Sample::new(board, turn, Some(rng.below(3) as f64 * 0.5), rng.next_f64())
            })
            .collect();
        assert!(samples.len() > CAPACITY + 30, "{}", samples.len());
        samples
    }

    fn all(samples: &[Sample]) -> Vec<u32> {
        (0..samples.len() as u32).collect()
    }

    fn network(layout: Layout) -> Model {
        let mut parameters = Parameters::random(layout.arch(), &mut SplitMix64::new(3));
        // The sums of a random deep network are small; then little is clamped.
        parameters.second_weights.iter_mut().for_each(|weight| *weight *= 6.0);
        parameters.third_weights.iter_mut().for_each(|weight| *weight *= 2.0);
        Model::from(&parameters)
    }

    /// The error by the definition of the network, in double precision.
    fn error(model: &Model, samples: &[Sample], wdl: f32) -> f64 {
        let layout = model.layout();
        let at = |block: usize, index: usize| f64::from(model.blocks()[block][index]);
        let mut sum = 0.0;
        for sample in samples {
            let mut features = [[0; MOST_PIECES]; 2];
            sample.features(sample.views(layout.arch()), &mut features);
            let bucket = layout.arch().bucket(sample.pieces());
            let active = features.map(|features| {
                let unit = |unit: usize| {
                    let (tile, lane) = (unit / Block::LEN, unit % Block::LEN);
                    let features = features[..sample.pieces()].iter();
                    let weights = features.map(|&feature| at(layout.weights(tile) + feature as usize, lane));
                    (at(layout.biases(tile), lane) + weights.sum::<f64>()).clamp(0.0, 1.0)
                };
                (0..layout.arch().hidden()).map(unit).collect::<Vec<f64>>()
            });
            let output = at(layout.output_biases(), bucket)
                + if layout.arch().is_deep() {
                    deep_output(model, bucket, &active)
                } else {
                    let weight =
                        |side, unit| at(layout.output(bucket, side, unit / Block::LEN), unit % Block::LEN);
                    let side = |side: usize| {
                        let units = active[side].iter().enumerate();
                        units.map(|(unit, active)| active * active * weight(side, unit)).sum::<f64>()
                    };
                    side(0) + side(1)
                };
            let prediction = 1.0 / (1.0 + (-output).exp());
            sum += (prediction - f64::from(sample.target(wdl))).powi(2);
        }
        sum
    }

    /// The output of a deep network without its bias.
    fn deep_output(model: &Model, bucket: usize, active: &[Vec<f64>; 2]) -> f64 {
        let layout = model.layout();
        let at = |block: usize, index: usize| f64::from(model.blocks()[block][index]);
        let half = layout.arch().hidden() / 2;
        let pairs: Vec<f64> =
            active.iter().flat_map(|units| (0..half).map(|unit| units[unit] * units[unit + half])).collect();
        let sums = (0..SECOND).map(|unit| {
            let weight =
                |at_pair: usize| at(layout.second(bucket, unit) + at_pair / Block::LEN, at_pair % Block::LEN);
            let products = pairs.iter().enumerate().map(|(number, pair)| pair * weight(number));
            at(layout.second_biases(bucket), unit) + products.sum::<f64>()
        });
        let sums: Vec<f64> = sums.collect();
        let inputs: Vec<f64> = sums
            .iter()
            .map(|sum| sum.clamp(0.0, 1.0))
            .chain(sums.iter().map(|sum| (sum * sum).min(1.0)))
            .collect();
        (0..THIRD)
            .map(|unit| {
                let products = inputs.iter().enumerate();
                let products = products.map(|(number, input)| input * at(layout.third(bucket, number), unit));
                let sum = at(layout.third_biases(bucket), unit) + products.sum::<f64>();
                sum.clamp(0.0, 1.0).powi(2) * at(layout.deep_output(bucket), unit)
            })
            .sum()
    }

    #[test]
    fn the_error_is_that_of_the_definition() {
        for layout in layouts() {
            let (model, samples) = (network(layout), positions());
            let all = all(&samples);
            let expected = error(&model, &samples, 0.3);
            let mut workspace = Workspace::with_capacity(model.layout(), CAPACITY);
            let found = workspace.judge(&model, &samples, &all, 0.3, |_| ());
            assert!((found - expected).abs() < 1e-4 * expected, "{found}, expected {expected}");
            let mut gradient = Model::zeros(model.layout());
            let while_learning = workspace.add_gradient(&model, &samples, &all, AIM, &mut gradient);
            if layout.arch().is_deep() {
                // The same errors, summed in another order.
                assert!((found - while_learning).abs() < 1e-9 * expected, "{found}, then {while_learning}");
            } else {
                assert_eq!(found.to_bits(), while_learning.to_bits());
            }
        }
    }

    #[test]
    fn gradients_are_finite_differences() {
        for layout in layouts() {
            check_gradients(layout);
        }
    }

    fn check_gradients(layout: Layout) {
        let (model, samples) = (network(layout), positions());
        let mut gradient = Model::zeros(layout);
        Workspace::with_capacity(layout, CAPACITY).add_gradient(
            &model,
            &samples,
            &all(&samples),
            AIM,
            &mut gradient,
        );

        let others = layout.biases(layout.tiles());
        let mut kinds = vec![0..layout.biases(0), layout.biases(0)..others];
        if layout.arch().is_deep() {
            for bucket in 0..MOST_BUCKETS {
                kinds.push(layout.second(bucket, 0)..layout.second_biases(bucket));
                kinds.push(layout.second_biases(bucket)..layout.third(bucket, 0));
                kinds.push(layout.third(bucket, 0)..layout.third_biases(bucket));
                kinds.push(layout.third_biases(bucket)..layout.deep_output(bucket) + 1);
            }
        } else {
            kinds.push(others..layout.output_biases());
        }
        let draws = 120 / kinds.len();
        // Those that every block of the kinds has.
        let lanes = if layout.arch().is_deep() { SECOND } else { Block::LEN / 2 };
        let mut rng = SplitMix64::new(8);
        let mut weights: Vec<(usize, usize)> = kinds
            .into_iter()
            .flat_map(|kind| (0..draws).map(|_| kind.start + rng.below(kind.len())).collect::<Vec<_>>())
            .map(|block| (block, block * 7 % lanes))
            .collect();
        weights.extend((0..MOST_BUCKETS).map(|bucket| (layout.output_biases(), bucket)));
        let mut steep = 0;
        for (block, lane) in weights {
            const STEP: f32 = 1.0 / 16_384.0;
            let moved = |step: f32| {
                let mut moved = model.clone();
                moved.blocks_mut()[block][lane] += step;
                let width = f64::from(moved.blocks()[block][lane]) - f64::from(model.blocks()[block][lane]);
                (error(&moved, &samples, 0.3), width)
            };
            let ((after, right), (before, left)) = (moved(STEP), moved(-STEP));
            let expected = (after - before) / (right - left);
            let found = f64::from(gradient.blocks()[block][lane]);
            // Where a unit saturates within the step the difference is slightly off.
            let tolerance = 0.01 * expected.abs() + 2e-3;
            assert!((found - expected).abs() < tolerance, "{block} {lane}: {found}, expected {expected}");
            steep += usize::from(expected.abs() > 0.05);
        }
        let expected = if layout.arch().is_deep() { 30 } else { 60 };
        assert!(steep > expected, "{}: only {steep} derivatives are large", layout.arch());
    }
}
