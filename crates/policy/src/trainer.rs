//! How a network learns: gradients of examples, and steps along them.
//!
//! The examples of a batch are dealt to a fixed number of shares, whatever the number of threads,
//! and the gradients of the shares are added in their order: so the same examples give the same
//! weights, bit by bit, on any machine with the same arithmetic. The steps are those of `AdamW`,
//! whose decay of the weights is the `c |theta|^2` of `AlphaZero`'s loss.

use std::thread;

use crate::net::{add, add_scaled};
use crate::{Example, Net};

/// How many gradients a batch has.
const SHARES: usize = 4;
const BETA_1: f32 = 0.9;
const BETA_2: f32 = 0.999;
const EPSILON: f32 = 1e-8;
/// The share of a weight that a step takes away, times the learning rate.
const DECAY: f32 = 0.01;

/// The mean loss of some examples.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Loss {
    /// The cross-entropy of the moves.
    pub policy: f64,
    /// The squared error of the value.
    pub value: f64,
}

/// A network that learns.
#[derive(Clone, PartialEq, Debug)]
pub struct Trainer {
    net: Net,
    first_moments: Vec<f32>,
    second_moments: Vec<f32>,
    steps: u32,
}

/// What a share of a batch adds up.
struct Share {
    gradient: Vec<f32>,
    loss: Loss,
    hidden: Vec<f32>,
    /// The derivative by the hidden layer.
    error: Vec<f32>,
    probabilities: Vec<f32>,
}

impl Trainer {
    /// A trainer of this network.
    pub fn new(net: Net) -> Self {
        let count = net.parameters().len();
        Self { net, first_moments: vec![0.0; count], second_moments: vec![0.0; count], steps: 0 }
    }

    /// A trainer as [`Trainer::parts`] described it, unless the parts do not fit together.
    pub(crate) fn of(net: Net, moments: [Vec<f32>; 2], steps: u32) -> Option<Self> {
        let [first_moments, second_moments] = moments;
        let count = net.parameters().len();
        let fits = first_moments.len() == count && second_moments.len() == count;
        fits.then_some(Self { net, first_moments, second_moments, steps })
    }

    /// The network so far.
    pub const fn net(&self) -> &Net {
        &self.net
    }

    /// The moments of the gradients and the number of steps.
    pub(crate) fn parts(&self) -> ([&[f32]; 2], u32) {
        ([&self.first_moments, &self.second_moments], self.steps)
    }

    /// One step of this length along the mean gradient of these examples. Returns their loss before
    /// it.
    pub fn step(&mut self, examples: &[Example], rate: f32, threads: usize) -> Loss {
        if examples.is_empty() {
            return Loss::default();
        }
        let shares = self.shares(examples, threads);
        let scale = 1.0 / examples.len() as f32;
        self.steps += 1;
        let correct = |beta: f32| 1.0 / (1.0 - beta.powi(self.steps as i32));
        let (correct_1, correct_2) = (correct(BETA_1), correct(BETA_2));
        let moments = self.first_moments.iter_mut().zip(&mut self.second_moments);
        for (index, (weight, (first, second))) in
            self.net.parameters_mut().iter_mut().zip(moments).enumerate()
        {
            let gradient = scale * shares.iter().map(|share| share.gradient[index]).sum::<f32>();
            *first = BETA_1 * *first + (1.0 - BETA_1) * gradient;
            *second = BETA_2 * *second + (1.0 - BETA_2) * gradient * gradient;
            let step = *first * correct_1 / ((*second * correct_2).sqrt() + EPSILON);
            *weight -= rate * (step + DECAY * *weight);
        }
        mean_loss(&shares, examples.len())
    }

    /// The loss of these examples, without learning from them.
    pub fn loss(&self, examples: &[Example], threads: usize) -> Loss {
        mean_loss(&self.shares(examples, threads), examples.len())
    }

    fn shares(&self, examples: &[Example], threads: usize) -> Vec<Share> {
        let mut shares: Vec<Share> = (0..SHARES).map(|_| Share::new(&self.net)).collect();
        let size = examples.len().div_ceil(SHARES).max(1);
        let mut work: Vec<(&mut Share, &[Example])> = shares.iter_mut().zip(examples.chunks(size)).collect();
        let per_thread = work.len().div_ceil(threads.max(1)).max(1);
        thread::scope(|scope| {
            for work in work.chunks_mut(per_thread) {
                scope.spawn(move || {
                    for (share, examples) in work {
                        examples.iter().for_each(|example| share.take(&self.net, example));
                    }
                });
            }
        });
        shares
    }
}

fn mean_loss(shares: &[Share], count: usize) -> Loss {
    let mean =
        |part: fn(&Loss) -> f64| shares.iter().map(|share| part(&share.loss)).sum::<f64>() / count as f64;
    Loss { policy: mean(|loss| loss.policy), value: mean(|loss| loss.value) }
}

impl Share {
    fn new(net: &Net) -> Self {
        Self {
            gradient: vec![0.0; net.parameters().len()],
            loss: Loss::default(),
            hidden: Vec::new(),
            error: vec![0.0; net.shape().hidden],
            probabilities: Vec::new(),
        }
    }

    /// Adds the gradient and the loss of an example.
    fn take(&mut self, net: &Net, example: &Example) {
        let shape = net.shape();
        net.fill_hidden(&example.inputs, &mut self.hidden);
        self.error.fill(0.0);
        self.take_value(net, example.value);
        self.take_policy(net, &example.moves);
        for (error, &unit) in self.error.iter_mut().zip(&self.hidden) {
            // The derivative of the rectifier.
            *error *= f32::from(u8::from(unit > 0.0));
        }
        add(&mut self.gradient[shape.biases()], &self.error);
        for &input in &example.inputs {
            add(&mut self.gradient[shape.input(input)], &self.error);
        }
    }

    fn take_value(&mut self, net: &Net, target: f32) {
        let range = net.shape().value();
        let value = net.value(&self.hidden);
        self.loss.value += f64::from((value - target).powi(2));
        let slope = 2.0 * (value - target) * (1.0 - value * value);
        let (weights, units) = (&net.parameters()[range.clone()], self.hidden.len());
        add_scaled(&mut self.error, &weights[..units], slope);
        let gradient = &mut self.gradient[range];
        add_scaled(&mut gradient[..units], &self.hidden, slope);
        gradient[units] += slope;
    }

    /// The derivative of the cross-entropy by a logit is the probability less the target.
    fn take_policy(&mut self, net: &Net, moves: &[(u16, f32)]) {
        let shape = net.shape();
        self.probabilities.clear();
        self.probabilities.extend(moves.iter().map(|&(output, _)| net.logit(&self.hidden, output)));
        softmax(&mut self.probabilities);
        for (&(output, target), &probability) in moves.iter().zip(&self.probabilities) {
            if target > 0.0 {
                self.loss.policy -= f64::from(target) * f64::from(probability.max(f32::MIN_POSITIVE)).ln();
            }
            let slope = probability - target;
            add_scaled(&mut self.error, &net.parameters()[shape.output(output)], slope);
            add_scaled(&mut self.gradient[shape.output(output)], &self.hidden, slope);
            self.gradient[shape.policy_biases().start + usize::from(output)] += slope;
        }
    }
}

fn softmax(numbers: &mut [f32]) {
    let most = numbers.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for number in &mut *numbers {
        *number = (*number - most).exp();
        sum += *number;
    }
    for number in numbers {
        *number /= sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;

    const SHAPE: Shape = Shape { inputs: 6, hidden: 16, outputs: 7 };

    fn examples() -> Vec<Example> {
        vec![
            Example { inputs: vec![0, 3], moves: vec![(1, 0.75), (2, 0.25), (6, 0.0)], value: 0.5 },
            Example { inputs: vec![1, 3, 5], moves: vec![(0, 0.1), (4, 0.9)], value: -1.0 },
            Example { inputs: vec![2], moves: vec![(5, 1.0)], value: 0.0 },
        ]
    }

    /// Larger weights than a new network's, so that everything has an influence.
    fn net() -> Net {
        let mut net = Net::random(SHAPE, 3);
        let outputs = SHAPE.value().start..;
        net.parameters_mut()[outputs].iter_mut().for_each(|weight| *weight *= 50.0);
        net
    }

    fn total(net: &Net) -> f64 {
        let loss = Trainer::new(net.clone()).loss(&examples(), 1);
        (loss.policy + loss.value) * 3.0
    }

    #[test]
    fn gradients_are_the_slopes_of_the_loss() {
        let mut net = net();
        let shares = Trainer::new(net.clone()).shares(&examples(), 1);
        let gradient =
            |index: usize| shares.iter().map(|share| f64::from(share.gradient[index])).sum::<f64>();
        let width = 1e-3;
        for index in 0..SHAPE.parameters() {
            let weight = net.parameters()[index];
            net.parameters_mut()[index] = weight + width;
            let above = total(&net);
            net.parameters_mut()[index] = weight - width;
            let below = total(&net);
            net.parameters_mut()[index] = weight;
            let slope = (above - below) / f64::from(2.0 * width);
            assert!(
                (slope - gradient(index)).abs() < 2e-3 + 0.02 * slope.abs(),
                "{index}: {slope} {}",
                gradient(index)
            );
        }
    }

    #[test]
    fn threads_do_not_change_the_result() {
        let learn = |threads| {
            let mut trainer = Trainer::new(net());
            for _ in 0..5 {
                trainer.step(&examples(), 0.01, threads);
            }
            trainer
        };
        assert_eq!(learn(1), learn(3));
    }

    #[test]
    fn examples_are_learned() {
        let mut trainer = Trainer::new(Net::random(SHAPE, 1));
        let before = trainer.loss(&examples(), 1);
        for _ in 0..300 {
            trainer.step(&examples(), 0.01, 1);
        }
        let after = trainer.loss(&examples(), 1);
        // What is left of the policy's loss is the entropy of the targets themselves.
        assert!(after.value < 0.02 && after.policy < before.policy - 0.2, "{before:?} {after:?}");
    }

    #[test]
    fn a_saved_trainer_goes_on_as_if_nothing_had_happened() {
        let mut trainer = Trainer::new(net());
        trainer.step(&examples(), 0.01, 1);
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("trainer");
        trainer.save(&path).expect("it can be written");
        let mut resumed = Trainer::open(&path).expect("it can be read");
        trainer.step(&examples(), 0.01, 1);
        resumed.step(&examples(), 0.01, 1);
        assert_eq!(trainer, resumed);
        net().save(&path).expect("it can be written");
        assert!(Trainer::open(&path).is_err(), "a network alone is no trainer");
    }
}
