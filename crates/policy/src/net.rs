//! The network: weights, and the way from inputs to outputs.

use std::ops::Range;

use gamekit::SplitMix64;

/// Numbers that are added and multiplied together: what the compiler makes a vector of.
const LANES: usize = 16;

/// The size of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Inputs, of which a few are active.
    pub inputs: usize,
    /// Hidden units, a multiple of 16.
    pub hidden: usize,
    /// Outputs for moves.
    pub outputs: usize,
}

impl Shape {
    /// The number of all weights.
    pub const fn parameters(self) -> usize {
        self.policy_biases().end
    }

    /// The weights of an input.
    pub(crate) const fn input(self, input: u16) -> Range<usize> {
        let start = input as usize * self.hidden;
        start..start + self.hidden
    }

    pub(crate) const fn biases(self) -> Range<usize> {
        let start = self.inputs * self.hidden;
        start..start + self.hidden
    }

    /// The weights of the value, and its bias at the end.
    pub(crate) const fn value(self) -> Range<usize> {
        let start = self.biases().end;
        start..start + self.hidden + 1
    }

    /// The weights of a move's output.
    pub(crate) const fn output(self, output: u16) -> Range<usize> {
        let start = self.value().end + output as usize * self.hidden;
        start..start + self.hidden
    }

    pub(crate) const fn policy_biases(self) -> Range<usize> {
        let start = self.value().end + self.outputs * self.hidden;
        start..start + self.outputs
    }
}

/// A network that proposes moves and judges positions.
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    shape: Shape,
    parameters: Vec<f32>,
}

impl Net {
    /// A network with random weights, the same for the same seed. All moves are nearly equal to it
    /// and all positions even.
    ///
    /// # Panics
    /// Panics if the hidden units are no multiple of 16.
    pub fn random(shape: Shape, seed: u64) -> Self {
        assert!(shape.hidden.is_multiple_of(LANES), "{} hidden units", shape.hidden);
        let mut rng = SplitMix64::new(seed);
        let mut parameters = vec![0.0; shape.parameters()];
        // About twenty inputs are active at a time. Small outputs leave the first games to chance.
        for weight in &mut parameters[..shape.biases().start] {
            *weight = (rng.next_f64() as f32 - 0.5) * 0.5;
        }
        for weight in &mut parameters[shape.value().start..shape.policy_biases().start] {
            *weight = (rng.next_f64() as f32 - 0.5) * 0.02;
        }
        Self { shape, parameters }
    }

    /// A network of these weights, unless they are too few, too many or not finite.
    pub(crate) fn of(shape: Shape, parameters: Vec<f32>) -> Option<Self> {
        let is_whole = shape.hidden.is_multiple_of(LANES) && parameters.len() == shape.parameters();
        (is_whole && parameters.iter().all(|weight| weight.is_finite())).then_some(Self { shape, parameters })
    }

    /// Its size.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// All weights.
    pub fn parameters(&self) -> &[f32] {
        &self.parameters
    }

    pub(crate) fn parameters_mut(&mut self) -> &mut [f32] {
        &mut self.parameters
    }

    /// The hidden layer where these inputs are active.
    pub fn hidden(&self, inputs: &[u16]) -> Vec<f32> {
        let mut hidden = Vec::new();
        self.fill_hidden(inputs, &mut hidden);
        hidden
    }

    /// The hidden layer where these inputs are active, into memory that exists.
    pub fn fill_hidden(&self, inputs: &[u16], hidden: &mut Vec<f32>) {
        hidden.clear();
        hidden.extend_from_slice(&self.parameters[self.shape.biases()]);
        for &input in inputs {
            add(hidden, &self.parameters[self.shape.input(input)]);
        }
        for unit in hidden {
            *unit = unit.max(0.0);
        }
    }

    /// The expected result for the side to move, from -1 to 1.
    pub fn value(&self, hidden: &[f32]) -> f32 {
        let weights = &self.parameters[self.shape.value()];
        (dot(hidden, &weights[..hidden.len()]) + weights[hidden.len()]).tanh()
    }

    /// The logarithm of how likely a move is, but for a constant that all moves share.
    pub fn logit(&self, hidden: &[f32], output: u16) -> f32 {
        let bias = self.parameters[self.shape.policy_biases().start + usize::from(output)];
        dot(hidden, &self.parameters[self.shape.output(output)]) + bias
    }
}

/// Adds one row to another.
#[inline]
pub(crate) fn add(sums: &mut [f32], row: &[f32]) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum += weight;
    }
}

/// Adds a multiple of a row to another.
#[inline]
pub(crate) fn add_scaled(sums: &mut [f32], row: &[f32], factor: f32) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum += factor * weight;
    }
}

/// The sum of products, in as many partial sums as a vector has lanes.
#[inline]
pub(crate) fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0; LANES];
    for (a, b) in a.chunks_exact(LANES).zip(b.chunks_exact(LANES)) {
        for lane in 0..LANES {
            sums[lane] += a[lane] * b[lane];
        }
    }
    sums.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_weight_has_one_place() {
        let shape = Shape { inputs: 3, hidden: 16, outputs: 5 };
        let mut seen = vec![0; shape.parameters()];
        let rows = (0..3).map(|input| shape.input(input)).chain((0..5).map(|output| shape.output(output)));
        for index in rows.chain([shape.biases(), shape.value(), shape.policy_biases()]).flatten() {
            seen[index] += 1;
        }
        assert!(seen.iter().all(|&count| count == 1), "{seen:?}");
    }

    #[test]
    fn a_new_network_has_no_opinion() {
        let net = Net::random(Shape { inputs: 100, hidden: 32, outputs: 9 }, 4);
        let hidden = net.hidden(&[1, 17, 50, 99]);
        assert!(net.value(&hidden).abs() < 0.1);
        assert!((0..9).all(|output| net.logit(&hidden, output).abs() < 0.2));
        assert!(hidden.iter().all(|&unit| unit >= 0.0) && hidden.iter().any(|&unit| unit > 0.0));
    }
}
