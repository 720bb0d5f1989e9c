//! The net: equal layers, each unit connected to all of the layer before.
//!
//! A unit is the sum of all inputs times its weights, and nothing if that is negative (`ReLU`). The first
//! layer's inputs are zeros and ones, so its sums are sums of the columns of the ones: some forty of 808.
//! The layers after it are what costs.
//!
//! The file: `PTDENSE1`, the number of hidden layers (4 bytes), then for each layer its biases and its weights
//! column by column (all weights of the first input, of the second, ...), as 32-bit floats. All numbers are
//! little-endian.

use std::io::{self, Read, Write};

use gamekit::SplitMix64;
use nalgebra::{DMatrix, DVector};

use super::input::{INPUTS, ones};

const MAGIC: &[u8; 8] = b"PTDENSE1";
/// More would be a file of something else.
const MOST_LAYERS: u32 = 64;

/// A layer: its output is `weights * input + biases`.
#[derive(Clone, PartialEq, Debug)]
pub struct Layer {
    /// A row for each unit.
    pub weights: DMatrix<f32>,
    /// One for each unit.
    pub biases: DVector<f32>,
}

impl Layer {
    /// A layer of zeros.
    pub fn zeros(units: usize) -> Self {
        Self { weights: DMatrix::zeros(units, INPUTS), biases: DVector::zeros(units) }
    }

    /// Weights of a size that keeps the size of the signal (He 2015).
    fn random(units: usize, rng: &mut SplitMix64) -> Self {
        let spread = (6.0 / INPUTS as f32).sqrt();
        let weights = DMatrix::from_fn(units, INPUTS, |_, _| (2.0 * rng.next_f64() as f32 - 1.0) * spread);
        Self { weights, biases: DVector::zeros(units) }
    }

    /// All numbers, biases first.
    pub fn numbers_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        self.biases.as_mut_slice().iter_mut().chain(self.weights.as_mut_slice())
    }

    fn numbers(&self) -> impl Iterator<Item = &f32> {
        self.biases.as_slice().iter().chain(self.weights.as_slice())
    }
}

/// A dense net: hidden layers of 808 units, and one unit at the end.
#[derive(Clone, PartialEq, Debug)]
pub struct DenseNet {
    /// All layers, the last one with a single unit.
    pub layers: Vec<Layer>,
}

impl DenseNet {
    /// A net with random weights.
    pub fn random(hidden: usize, seed: u64) -> Self {
        let mut rng = SplitMix64::new(seed);
        let units = std::iter::repeat_n(INPUTS, hidden).chain([1]);
        Self { layers: units.map(|units| Layer::random(units, &mut rng)).collect() }
    }

    /// A net of zeros with the layers of another.
    pub fn zeros_like(other: &Self) -> Self {
        Self { layers: other.layers.iter().map(|layer| Layer::zeros(layer.biases.len())).collect() }
    }

    /// Hidden layers.
    pub fn hidden(&self) -> usize {
        self.layers.len() - 1
    }

    /// Weights and biases.
    pub fn parameters(&self) -> usize {
        self.layers.iter().map(|layer| layer.weights.len() + layer.biases.len()).sum()
    }

    /// The evaluation of a packed position, in pawns for White.
    pub fn evaluate(&self, packed: &[u8]) -> f32 {
        let first = &self.layers[0];
        let mut sums = first.biases.clone();
        for input in ones(packed) {
            sums += first.weights.column(input);
        }
        for layer in &self.layers[1..] {
            sums.apply(|sum| *sum = sum.max(0.0));
            sums = &layer.weights * &sums + &layer.biases;
        }
        sums[0]
    }

    /// Writes the file.
    pub fn write(&self, mut output: impl Write) -> io::Result<()> {
        output.write_all(MAGIC)?;
        output.write_all(&(self.hidden() as u32).to_le_bytes())?;
        for layer in &self.layers {
            let bytes: Vec<u8> = layer.numbers().flat_map(|number| number.to_le_bytes()).collect();
            output.write_all(&bytes)?;
        }
        Ok(())
    }

    /// Whether a file begins like one of a dense net.
    pub fn is_begun_by(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }

    /// Reads the file.
    pub fn read(mut input: impl Read) -> io::Result<Self> {
        let bad = |why: &str| io::Error::new(io::ErrorKind::InvalidData, format!("not a dense net: {why}"));
        let mut magic = [0; 8];
        input.read_exact(&mut magic)?;
        if &magic != MAGIC {
            return Err(bad("expected it to begin with PTDENSE1"));
        }
        let mut number = [0; 4];
        input.read_exact(&mut number)?;
        let hidden = u32::from_le_bytes(number);
        if !(1..=MOST_LAYERS).contains(&hidden) {
            return Err(bad(&format!("{hidden} hidden layers; expected 1 to {MOST_LAYERS}")));
        }
        let units = std::iter::repeat_n(INPUTS, hidden as usize).chain([1]);
        let mut layers: Vec<Layer> = units.map(Layer::zeros).collect();
        for layer in &mut layers {
            let mut bytes = vec![0; 4 * (layer.weights.len() + layer.biases.len())];
            input.read_exact(&mut bytes)?;
            for (number, bytes) in layer.numbers_mut().zip(bytes.as_chunks::<4>().0) {
                *number = f32::from_le_bytes(*bytes);
            }
        }
        if input.read(&mut [0])? > 0 {
            return Err(bad("it goes on after its weights"));
        }
        Ok(Self { layers })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sizes_are_those_of_the_original() {
        assert_eq!(DenseNet::random(5, 1).parameters(), 3_269_169);
        assert_eq!(DenseNet::random(3, 1).parameters(), 1_961_825);
    }

    #[test]
    fn files_read_back() {
        let net = DenseNet::random(1, 7);
        let mut bytes = Vec::new();
        net.write(&mut bytes).unwrap();
        assert!(DenseNet::is_begun_by(&bytes));
        assert_eq!(DenseNet::read(&*bytes).unwrap(), net);
        assert!(DenseNet::read(&bytes[..100]).is_err());
        bytes.push(0);
        assert!(DenseNet::read(&*bytes).unwrap_err().to_string().contains("goes on"));
    }
}
