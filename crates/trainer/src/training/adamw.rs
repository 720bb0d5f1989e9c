//! Loshchilov and Hutter's optimiser.

use std::sync::Mutex;
use std::thread;

use nnue::WEIGHT_LIMIT;

use super::{Block, Layout, Model};

/// Moves each weight by about the same amount, in the direction of a running mean of its gradients,
/// however rarely or strongly they occur; lets weights decay that nothing asks for; and keeps all of them
/// within what the quantised network can hold.
#[derive(Clone, PartialEq, Debug)]
pub struct AdamW {
    decay: f32,
    means: Model,
    squares: Model,
    steps: u64,
}

/// Blocks that a thread takes at a time.
const PORTION: usize = 64;

impl AdamW {
    const MEAN_DECAY: f32 = 0.9;
    const SQUARE_DECAY: f32 = 0.999;
    const EPSILON: f32 = 1e-8;

    /// Before the first step. The share `decay * rate` of each weight will vanish in a step.
    pub fn new(layout: Layout, decay: f32) -> Self {
        Self::from_parts(decay, Model::zeros(layout), Model::zeros(layout), 0)
    }

    /// What was done so far, from its parts.
    pub const fn from_parts(decay: f32, means: Model, squares: Model, steps: u64) -> Self {
        Self { decay, means, squares, steps }
    }

    /// The running means of the gradients and of their squares, and the number of steps.
    pub const fn parts(&self) -> (&Model, &Model, u64) {
        (&self.means, &self.squares, self.steps)
    }

    /// Moves the weights against the sum of some gradients, divided by `count`, and sets the gradients to zero
    /// for the next batch.
    pub fn step(
        &mut self,
        model: &mut Model,
        gradients: &mut [Model],
        count: usize,
        rate: f32,
        threads: usize,
    ) {
        self.steps += 1;
        let correction = |decay: f32| (1.0 - f64::from(decay).powf(self.steps as f64)) as f32;
        let step = Step {
            scale: 1.0 / count as f32,
            size: rate / correction(Self::MEAN_DECAY),
            spread: 1.0 / correction(Self::SQUARE_DECAY).sqrt(),
            keep: 1.0 - rate * self.decay,
        };
        let (first, others) = gradients.split_first_mut().expect("a batch has a gradient");
        let mut others: Vec<_> =
            others.iter_mut().map(|gradient| gradient.blocks_mut().chunks_mut(PORTION)).collect();
        let parts = model
            .blocks_mut()
            .chunks_mut(PORTION)
            .zip(self.means.blocks_mut().chunks_mut(PORTION))
            .zip(self.squares.blocks_mut().chunks_mut(PORTION))
            .zip(first.blocks_mut().chunks_mut(PORTION))
            .map(|(((weights, means), squares), sum)| Part {
                weights,
                means,
                squares,
                sum,
                others: others.iter_mut().filter_map(Iterator::next).collect(),
            });
        let queue = Mutex::new(parts);
        let work = || {
            loop {
                let part = queue.lock().expect("no thread panics while it takes a part").next();
                let Some(part) = part else { break };
                part.step(&step);
            }
        };
        thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(work);
            }
            work();
        });
    }
}

/// The numbers of one step.
struct Step {
    scale: f32,
    size: f32,
    spread: f32,
    keep: f32,
}

/// Some weights, and all that belongs to them.
struct Part<'a> {
    weights: &'a mut [Block],
    means: &'a mut [Block],
    squares: &'a mut [Block],
    sum: &'a mut [Block],
    others: Vec<&'a mut [Block]>,
}

impl Part<'_> {
    fn step(mut self, step: &Step) {
        for index in 0..self.weights.len() {
            for other in &mut self.others {
                self.sum[index].add(&other[index]);
                other[index] = Block::ZERO;
            }
            let (weights, means) = (self.weights[index].values_mut(), self.means[index].values_mut());
            let (squares, gradients) = (self.squares[index].values_mut(), self.sum[index].values());
            for lane in 0..Block::LEN {
                let gradient = gradients[lane] * step.scale;
                let mean = AdamW::MEAN_DECAY * means[lane] + (1.0 - AdamW::MEAN_DECAY) * gradient;
                let square =
                    AdamW::SQUARE_DECAY * squares[lane] + (1.0 - AdamW::SQUARE_DECAY) * (gradient * gradient);
                means[lane] = mean;
                squares[lane] = square;
                let moved = step.keep * weights[lane]
                    - step.size * mean / (square.sqrt() * step.spread + AdamW::EPSILON);
                weights[lane] = moved.clamp(-WEIGHT_LIMIT, WEIGHT_LIMIT);
            }
            self.sum[index] = Block::ZERO;
        }
    }
}

#[cfg(test)]
mod tests {
    use gamekit::SplitMix64;
    use nnue::{Architecture, Parameters};

    use super::*;

    const LAYOUT: Layout = match Architecture::new(64, 1) {
        Ok(arch) => Layout::new(arch),
        Err(_) => panic!("a size of nets"),
    };

    const DECAY: f32 = 0.01;

    fn filled(value: f32) -> Model {
        let mut model = Model::zeros(LAYOUT);
        model.blocks_mut().iter_mut().flat_map(Block::values_mut).for_each(|entry| *entry = value);
        model
    }

    /// The first step goes by the rate, whatever the size of the gradient: its mean and the root of its
    /// mean square are equal.
    #[test]
    fn the_first_step_is_as_long_as_the_rate() {
        for slope in [1e-4, 3.0] {
            let mut model = filled(0.0);
            let mut gradients = [filled(slope), filled(slope)];
            AdamW::new(LAYOUT, DECAY).step(&mut model, &mut gradients, 2, 0.01, 1);
            for value in model.blocks().iter().flat_map(Block::values) {
                assert!((value + 0.01).abs() < 1e-5, "{value}");
            }
            assert_eq!(gradients, [filled(0.0), filled(0.0)], "ready for the next batch");
        }
    }

    #[test]
    fn weights_decay_and_stay_in_bounds() {
        let mut model = filled(1.0);
        AdamW::new(LAYOUT, DECAY).step(&mut model, &mut [filled(0.0)], 1, 0.1, 1);
        assert_eq!(model, filled(1.0 - 0.1 * DECAY));
        let mut optimiser = AdamW::new(LAYOUT, DECAY);
        for _ in 0..10 {
            optimiser.step(&mut model, &mut [filled(-1.0)], 1, 0.5, 1);
        }
        assert_eq!(model, filled(WEIGHT_LIMIT));
    }

    #[test]
    fn threads_change_nothing() {
        let step = |threads| {
            let [mut model, mut gradients @ ..] = [1, 2, 3, 4]
                .map(|seed| Model::from(&Parameters::random(LAYOUT.arch(), &mut SplitMix64::new(seed))));
            let mut optimiser = AdamW::new(LAYOUT, DECAY);
            optimiser.step(&mut model, &mut gradients, 7, 0.01, threads);
            (model, optimiser)
        };
        assert!(step(1) == step(3));
    }
}
