//! Loshchilov and Hutter's optimiser.

use std::sync::Mutex;
use std::thread;

use nnue::WEIGHT_LIMIT;

use super::{Block, Layout, Model};

/// Adam with decoupled weight decay, and weights clipped to what the quantised network can hold.
///
/// King buckets are trained with a factoriser: the weights of a bucket are the sum of its own and
/// of weights that all buckets share, so that rare buckets learn from the others. The gradient of
/// the shared weights is the sum of the buckets' gradients. Only the sums of weights are stored: a
/// step of either part changes the sum by as much, and weight decay is linear.
#[derive(Clone, PartialEq, Debug)]
pub struct AdamW {
    decay: f32,
    moments: Moments,
    /// Moments of the shared weights, if there are king buckets, laid out as for a network with
    /// one.
    shared: Option<Moments>,
    steps: u64,
}

/// Running means of the gradients and of their squares.
#[derive(Clone, PartialEq, Debug)]
pub struct Moments {
    means: Model,
    squares: Model,
}

impl Moments {
    fn zeros(layout: Layout) -> Self {
        Self { means: Model::zeros(layout), squares: Model::zeros(layout) }
    }
}

impl AdamW {
    const MEAN_DECAY: f32 = 0.9;
    const SQUARE_DECAY: f32 = 0.999;
    const EPSILON: f32 = 1e-8;

    /// The state before the first step. A step subtracts the share `decay * rate` from each weight.
    pub fn new(layout: Layout, decay: f32) -> Self {
        let shared = layout.shared().map(Moments::zeros);
        Self { decay, moments: Moments::zeros(layout), shared, steps: 0 }
    }

    /// The number of steps.
    pub const fn steps(&self) -> u64 {
        self.steps
    }

    /// All running means, in the order that [`Self::restore`] expects.
    pub fn moments(&self) -> impl Iterator<Item = &Model> {
        let all = [Some(&self.moments), self.shared.as_ref()].into_iter().flatten();
        all.flat_map(|moments| [&moments.means, &moments.squares])
    }

    /// The state after some steps, with the running means that `next` returns in the order of
    /// [`Self::moments`].
    pub fn restore(
        layout: Layout,
        decay: f32,
        steps: u64,
        mut next: impl FnMut(Layout) -> Option<Model>,
    ) -> Option<Self> {
        let mut moments = |layout| Some(Moments { means: next(layout)?, squares: next(layout)? });
        let own = moments(layout)?;
        let shared = match layout.shared() {
            Some(layout) => Some(moments(layout)?),
            None => None,
        };
        Some(Self { decay, moments: own, shared, steps })
    }

    /// Makes a step with the sum of some gradients, divided by `count`, and sets the gradients to
    /// zero.
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
        let mut gradients: Vec<_> = gradients.iter_mut().map(Model::portions_mut).collect();
        let mut shared = self
            .shared
            .as_mut()
            .map(|Moments { means, squares }| means.portions_mut().zip(squares.portions_mut()));
        let Moments { means, squares } = &mut self.moments;
        let parts = model.portions_mut().zip(means.portions_mut()).zip(squares.portions_mut()).map(
            |((weights, means), squares)| {
                let shared = shared.as_mut().and_then(Iterator::next);
                Part {
                    shared: shared.filter(|_| weights.len() > 1),
                    weights,
                    means,
                    squares,
                    gradients: gradients.iter_mut().filter_map(Iterator::next).collect(),
                }
            },
        );
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

/// Factors of one step.
struct Step {
    scale: f32,
    size: f32,
    spread: f32,
    keep: f32,
}

impl Step {
    /// Updates the running means; returns what to subtract from the weights.
    #[inline(always)]
    fn change(&self, gradients: &Block, means: &mut Block, squares: &mut Block) -> Block {
        let (gradients, means, squares) = (gradients.values(), means.values_mut(), squares.values_mut());
        let mut change = Block::ZERO;
        for lane in 0..Block::LEN {
            let gradient = gradients[lane] * self.scale;
            let mean = AdamW::MEAN_DECAY * means[lane] + (1.0 - AdamW::MEAN_DECAY) * gradient;
            let square =
                AdamW::SQUARE_DECAY * squares[lane] + (1.0 - AdamW::SQUARE_DECAY) * (gradient * gradient);
            means[lane] = mean;
            squares[lane] = square;
            change[lane] = self.size * mean / (square.sqrt() * self.spread + AdamW::EPSILON);
        }
        change
    }
}

/// The same blocks of each king bucket.
type Portion<'a> = Vec<&'a mut [Block]>;

/// Some weights with their moments and gradients.
struct Part<'a> {
    weights: Portion<'a>,
    means: Portion<'a>,
    squares: Portion<'a>,
    /// Of each share of the batch.
    gradients: Vec<Portion<'a>>,
    /// The running means of the shared weights.
    shared: Option<(Portion<'a>, Portion<'a>)>,
}

impl Part<'_> {
    fn step(mut self, step: &Step) {
        let (sums, others) = self.gradients.split_first_mut().expect("a batch has a gradient");
        for index in 0..self.weights[0].len() {
            let mut sum = Block::ZERO;
            for (bucket, sums) in sums.iter_mut().enumerate() {
                for other in &mut *others {
                    sums[index].add(&other[bucket][index]);
                    other[bucket][index] = Block::ZERO;
                }
                sum.add(&sums[index]);
            }
            let shared = self.shared.as_mut().map_or(Block::ZERO, |(means, squares)| {
                step.change(&sum, &mut means[0][index], &mut squares[0][index])
            });
            for (bucket, sums) in sums.iter_mut().enumerate() {
                let (means, squares) = (&mut self.means[bucket][index], &mut self.squares[bucket][index]);
                let change = step.change(&sums[index], means, squares);
                let weights = self.weights[bucket][index].values_mut();
                for lane in 0..Block::LEN {
                    let moved = step.keep * weights[lane] - change[lane] - shared[lane];
                    weights[lane] = moved.clamp(-WEIGHT_LIMIT, WEIGHT_LIMIT);
                }
                sums[index] = Block::ZERO;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use gamekit::SplitMix64;
    use nnue::{Architecture, INPUTS, Parameters};

    use super::*;

    const ARCH: Architecture = match Architecture::new(64, 1) {
        Ok(arch) => arch,
        Err(_) => panic!("a size of nets"),
    };
    const LAYOUT: Layout = Layout::new(ARCH);

    const DECAY: f32 = 0.01;

    fn filled(value: f32) -> Model {
        let mut model = Model::zeros(LAYOUT);
        model.blocks_mut().iter_mut().flat_map(Block::values_mut).for_each(|entry| *entry = value);
        model
    }

    /// In the first step the mean of the gradient and the root of its mean square are equal.
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

    fn random(layout: Layout, seed: u64) -> Model {
        Model::from(&Parameters::random(layout.arch(), &mut SplitMix64::new(seed)))
    }

    fn bucketed() -> Layout {
        Layout::new(ARCH.with_king_buckets(4).unwrap())
    }

    #[test]
    fn threads_change_nothing() {
        let step = |threads| {
            let [mut model, mut gradients @ ..] = [1, 2, 3, 4].map(|seed| random(bucketed(), seed));
            let mut optimiser = AdamW::new(bucketed(), DECAY);
            optimiser.step(&mut model, &mut gradients, 7, 0.01, threads);
            (model, optimiser)
        };
        assert!(step(1) == step(3));
    }

    /// The sum of two separately trained parts equals the factorised weights.
    #[test]
    fn king_buckets_move_with_what_they_share() {
        let layout = bucketed();
        let mut model = random(layout, 1);
        // The shared part starts with the weights of the first bucket, the own parts with the
        // differences.
        let mut shared = Model::zeros(LAYOUT);
        shared.blocks_mut()[..INPUTS].copy_from_slice(&model.blocks()[..INPUTS]);
        let mut own = model.clone();
        for (index, block) in own.blocks_mut()[..4 * INPUTS].iter_mut().enumerate() {
            let shared = shared.blocks()[index % INPUTS];
            block.values_mut().iter_mut().zip(shared.values()).for_each(|(own, shared)| *own -= shared);
        }

        let mut optimisers = [layout, layout, LAYOUT].map(|layout| AdamW::new(layout, DECAY));
        // The own parts are trained without a factoriser.
        optimisers[1].shared = None;
        for seed in 2..12 {
            let gradient = random(layout, seed);
            let mut sum = Model::zeros(LAYOUT);
            for (index, block) in gradient.blocks()[..4 * INPUTS].iter().enumerate() {
                sum.blocks_mut()[index % INPUTS].add(block);
            }
            let steps = [(&mut model, gradient.clone()), (&mut own, gradient), (&mut shared, sum)];
            for (optimiser, (model, gradient)) in optimisers.iter_mut().zip(steps) {
                optimiser.step(model, &mut [gradient], 1, 0.01, 1);
            }
        }
        for index in 0..layout.blocks() {
            let mut expected = own.blocks()[index];
            if index < 4 * INPUTS {
                expected.add(&shared.blocks()[index % INPUTS]);
            }
            for lane in 0..Block::LEN {
                let found = model.blocks()[index][lane];
                assert!((found - expected[lane]).abs() < 1e-5, "{index} {lane}: {found}");
            }
        }
    }
}
