//! A net in floating point.

use chess::Board;
use gamekit::{Color, SplitMix64};

use crate::accumulators::FirstLayer;
use crate::block::pack;
use crate::layers::Layers;
use crate::network::Head;
use crate::{
    Architecture, INPUTS, Network, QA, QB, SECOND, SizeError, THIRD, THIRD_INPUTS, WEIGHT_LIMIT, features,
};

/// The weights of a net in row-major order: a row of `H` weights per feature, and of `2 H` weights
/// per last layer, those of the side to move first.
///
/// A deep net has [`SECOND`] rows of `H` per second layer, for the pairs of the side to move and
/// then those of the other side, [`THIRD_INPUTS`] rows of [`THIRD`] per third layer, one for each
/// *input*, and a row of [`THIRD`] per last layer. Other nets have no second and third layers.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameters {
    arch: Architecture,
    /// [`Architecture::inputs`] rows of `H`.
    pub feature_weights: Vec<f32>,
    /// `H`.
    pub feature_biases: Vec<f32>,
    /// `B` times `SECOND` rows of `H`.
    pub second_weights: Vec<f32>,
    /// `B` rows of `SECOND`.
    pub second_biases: Vec<f32>,
    /// `B` times `THIRD_INPUTS` rows of `THIRD`.
    pub third_weights: Vec<f32>,
    /// `B` rows of `THIRD`.
    pub third_biases: Vec<f32>,
    /// `B` rows of `2 H`, or of `THIRD`.
    pub output_weights: Vec<f32>,
    /// `B`.
    pub output_biases: Vec<f32>,
}

impl Parameters {
    /// All weights and biases zero.
    pub fn zeros(arch: Architecture) -> Self {
        let (buckets, hidden) = (arch.buckets(), arch.hidden());
        let stacks = if arch.is_deep() { buckets } else { 0 };
        let outputs = if arch.is_deep() { THIRD } else { 2 * hidden };
        Self {
            arch,
            feature_weights: vec![0.0; arch.inputs() * hidden],
            feature_biases: vec![0.0; hidden],
            second_weights: vec![0.0; stacks * SECOND * hidden],
            second_biases: vec![0.0; stacks * SECOND],
            third_weights: vec![0.0; stacks * THIRD_INPUTS * THIRD],
            third_biases: vec![0.0; stacks * THIRD],
            output_weights: vec![0.0; buckets * outputs],
            output_biases: vec![0.0; buckets],
        }
    }

    /// All numbers, layer by layer.
    pub fn layers(&self) -> [&[f32]; 8] {
        [
            &self.feature_weights,
            &self.feature_biases,
            &self.second_weights,
            &self.second_biases,
            &self.third_weights,
            &self.third_biases,
            &self.output_weights,
            &self.output_biases,
        ]
    }

    /// All numbers, layer by layer.
    pub fn layers_mut(&mut self) -> [&mut [f32]; 8] {
        [
            &mut self.feature_weights,
            &mut self.feature_biases,
            &mut self.second_weights,
            &mut self.second_biases,
            &mut self.third_weights,
            &mut self.third_biases,
            &mut self.output_weights,
            &mut self.output_biases,
        ]
    }

    /// Uniformly random weights and biases of the first layer up to these limits, and last layers
    /// to match.
    pub fn drawn(arch: Architecture, weights: f64, biases: f64, rng: &mut SplitMix64) -> Self {
        let mut draw = |numbers: &mut [f32], limit: f64| {
            numbers.fill_with(|| ((2.0 * rng.next_f64() - 1.0) * limit) as f32);
        };
        let mut parameters = Self::zeros(arch);
        draw(&mut parameters.feature_weights, weights);
        draw(&mut parameters.feature_biases, biases);
        let limit = |inputs: usize| (inputs as f64).sqrt().recip();
        draw(&mut parameters.second_weights, limit(arch.hidden()));
        draw(&mut parameters.third_weights, limit(THIRD_INPUTS));
        draw(&mut parameters.output_weights, limit(if arch.is_deep() { THIRD } else { arch.hidden() }));
        parameters
    }

    /// A net to be trained. Its weights are so small that rare features add little noise: with
    /// weights of the first layer up to 0.2 and biases up to 0.5, the validation error ended at
    /// 0.0321 instead of 0.0304 (a million positions, 64 hidden units). King buckets start with equal
    /// weights.
    pub fn untrained(arch: Architecture, rng: &mut SplitMix64) -> Self {
        let one = arch.with_king_buckets(1).map(|one| Self::drawn(one, 0.04, 0.1, rng));
        one.and_then(|one| one.with_king_buckets(arch.king_buckets())).expect("the sizes are those of a net")
    }

    /// A net for tests and benchmarks, whose activations in ordinary positions spread from 0 to 1.
    pub fn random(arch: Architecture, rng: &mut SplitMix64) -> Self {
        Self::drawn(arch, 0.2, 0.5, rng)
    }

    /// The same net with this many king buckets, all with the weights of the only one so far.
    pub fn with_king_buckets(mut self, king_buckets: usize) -> Result<Self, SizeError> {
        self.arch = self.arch.with_king_buckets(king_buckets)?;
        self.feature_weights.truncate(INPUTS * self.arch.hidden());
        self.feature_weights = self.feature_weights.repeat(king_buckets);
        Ok(self)
    }

    /// The same net with more hidden units, which it does not use yet: their weights are random in
    /// the first layer, the same in all king buckets, and zero in the last. Deep nets and nets that
    /// are as wide already stay as they are.
    pub fn widened(self, hidden: usize, rng: &mut SplitMix64) -> Result<Self, SizeError> {
        let before = self.arch.hidden();
        if hidden <= before || self.arch.is_deep() {
            return Ok(self);
        }
        let arch = self.arch.with_hidden(hidden)?;
        let mut wide = Self::untrained(arch, rng);
        wide.output_weights.fill(0.0);
        let layers = [
            (&mut wide.feature_weights, &self.feature_weights),
            (&mut wide.feature_biases, &self.feature_biases),
            (&mut wide.output_weights, &self.output_weights),
        ];
        for (wide, narrow) in layers {
            for (wide, narrow) in wide.chunks_exact_mut(hidden).zip(narrow.chunks_exact(before)) {
                wide[..before].copy_from_slice(narrow);
            }
        }
        wide.output_biases = self.output_biases;
        Ok(wide)
    }

    /// The net whose weights are the means of those of several nets; `None` if there are none or
    /// their sizes differ.
    pub fn mean(nets: &[Self]) -> Option<Self> {
        let arch = nets.first()?.arch;
        if nets.iter().any(|net| net.arch != arch) {
            return None;
        }
        let mut mean = Self::zeros(arch);
        for net in nets {
            for (sums, numbers) in mean.layers_mut().into_iter().zip(net.layers()) {
                sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number / nets.len() as f32);
            }
        }
        Some(mean)
    }

    /// The sizes.
    pub fn arch(&self) -> Architecture {
        self.arch
    }

    /// The output for the side to move, whose sigmoid is the expected result. This is the reference
    /// implementation that all others are tested against.
    pub fn forward(&self, board: &Board, turn: Color) -> f32 {
        let bucket = self.arch.bucket(board.occupied().len());
        let [own, other] = [turn, !turn].map(|viewer| self.hidden(board, viewer));
        let last = if self.arch.is_deep() {
            self.deep_units(bucket, &own, &other)
        } else {
            [own, other].concat().iter().map(|unit| unit.powi(2)).collect()
        };
        let weights = &self.output_weights[bucket * last.len()..][..last.len()];
        self.output_biases[bucket] + dot(&last, weights)
    }

    /// The hidden units as one side sees the board, clamped to `0..=1`.
    fn hidden(&self, board: &Board, viewer: Color) -> Vec<f32> {
        let mut sums = self.feature_biases.clone();
        for feature in features::active(self.arch, board, viewer) {
            let row = &self.feature_weights[feature * sums.len()..][..sums.len()];
            sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
        }
        sums.iter().map(|sum| sum.clamp(0.0, 1.0)).collect()
    }

    /// The units of a third layer, squared.
    fn deep_units(&self, bucket: usize, own: &[f32], other: &[f32]) -> Vec<f32> {
        let hidden = own.len();
        let pairs = [own, other].map(|units| {
            let (first, second) = units.split_at(hidden / 2);
            first.iter().zip(second).map(|(a, b)| a * b).collect::<Vec<f32>>()
        });
        let pairs = pairs.concat();
        let second: Vec<f32> = (bucket * SECOND..(bucket + 1) * SECOND)
            .map(|unit| {
                self.second_biases[unit] + dot(&pairs, &self.second_weights[unit * hidden..][..hidden])
            })
            .collect();
        let clamped = second.iter().map(|sum| sum.clamp(0.0, 1.0));
        let squared = second.iter().map(|sum| (sum * sum).min(1.0));
        let mut third = self.third_biases[bucket * THIRD..][..THIRD].to_vec();
        for (number, input) in clamped.chain(squared).enumerate() {
            let row = &self.third_weights[(bucket * THIRD_INPUTS + number) * THIRD..][..THIRD];
            third.iter_mut().zip(row).for_each(|(sum, weight)| *sum += input * weight);
        }
        third.iter().map(|sum| sum.clamp(0.0, 1.0).powi(2)).collect()
    }

    /// The evaluation for the side to move in centipawns.
    pub fn evaluate(&self, board: &Board, turn: Color) -> f32 {
        self.forward(board, turn) * self.arch.scale() as f32
    }

    /// Rounds the net to integers, except for the third and last layers of deep nets; weights are
    /// clipped to [`WEIGHT_LIMIT`].
    pub fn quantise(&self, description: &str) -> Network {
        let first = FirstLayer {
            weights: pack(self.feature_weights.iter().map(rounded(QA))),
            biases: pack(self.feature_biases.iter().map(rounded(QA))),
        };
        let head = if self.arch.is_deep() {
            Head::Deep(Layers::from(self))
        } else {
            let one = f32::from(QA) * f32::from(QB);
            Head::Plain {
                weights: pack(self.output_weights.iter().map(rounded(QB))),
                biases: self.output_biases.iter().map(|bias| (bias * one).round() as i32).collect(),
            }
        };
        Network { arch: self.arch, description: description.to_owned(), first, head }
    }
}

/// Rounds weights to whole numbers of which `one` is one.
pub(crate) fn rounded(one: i16) -> impl Fn(&f32) -> i16 {
    move |&weight| (weight.clamp(-WEIGHT_LIMIT, WEIGHT_LIMIT) * f32::from(one)).round() as i16
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantised_weights_are_near_the_trained_ones() {
        let arch = Architecture::new(64, 8).unwrap();
        let mut trained = Parameters::random(arch, &mut SplitMix64::new(3));
        trained.feature_weights[5] = 7.0;
        trained.output_weights[5] = -7.0;
        let played = trained.quantise("").parameters();
        let apart = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!((played.feature_weights[5] - WEIGHT_LIMIT).abs() < 0.5 / f32::from(QA));
        assert!((played.output_weights[5] + WEIGHT_LIMIT).abs() < 0.5 / f32::from(QB));
        trained.feature_weights[5] = WEIGHT_LIMIT;
        trained.output_weights[5] = -WEIGHT_LIMIT;
        assert!(apart(&trained.feature_weights, &played.feature_weights) <= 0.501 / f32::from(QA));
        assert!(apart(&trained.feature_biases, &played.feature_biases) <= 0.501 / f32::from(QA));
        assert!(apart(&trained.output_weights, &played.output_weights) <= 0.501 / f32::from(QB));
    }

    #[test]
    fn equal_king_buckets_are_as_good_as_one() {
        let arch = Architecture::new(32, 8).unwrap();
        let one = Parameters::random(arch, &mut SplitMix64::new(3));
        let five = one.clone().with_king_buckets(5).unwrap();
        crate::accumulators::tests::along_random_games(8, |position| {
            let [a, b] = [&one, &five].map(|net| net.forward(position.board(), position.turn()));
            assert_eq!(a.to_bits(), b.to_bits(), "{position}");
        });
    }

    #[test]
    fn a_wider_net_says_the_same_until_it_learns() {
        let arch = Architecture::new(64, 8).and_then(|arch| arch.with_king_buckets(4)).unwrap();
        let mut rng = SplitMix64::new(3);
        let narrow = Parameters::random(arch, &mut rng);
        let wide = narrow.clone().widened(96, &mut rng).unwrap();
        assert_eq!(wide.arch().to_string(), "(768 x 4 mirrored -> 96) x 2 -> 1 x 8");
        assert!(wide.feature_weights[64..96].iter().all(|weight| *weight != 0.0));
        crate::accumulators::tests::along_random_games(8, |position| {
            let [a, b] = [&narrow, &wide].map(|net| net.forward(position.board(), position.turn()));
            assert!((a - b).abs() < 1e-4, "{position}: {a} and {b}");
        });
        assert_eq!(narrow.clone().widened(64, &mut rng).unwrap(), narrow);
        assert_eq!(narrow.widened(100, &mut rng), Err(SizeError::Hidden(100)));
    }

    #[test]
    fn the_mean_of_nets_has_the_means_of_their_weights() {
        let arch = Architecture::new(32, 8).unwrap();
        let mut rng = SplitMix64::new(4);
        let nets = [(); 3].map(|()| Parameters::random(arch, &mut rng));
        let mean = Parameters::mean(&nets).unwrap();
        let of = |layer: usize, number: usize| {
            nets.iter().map(|net| net.layers()[layer][number]).sum::<f32>() / 3.0
        };
        for (layer, numbers) in mean.layers().into_iter().enumerate() {
            for (number, weight) in numbers.iter().enumerate() {
                assert!((weight - of(layer, number)).abs() < 1e-6);
            }
        }
        let wider = Parameters::random(Architecture::new(64, 8).unwrap(), &mut rng);
        assert_eq!(Parameters::mean(&[mean, wider]), None);
        assert_eq!(Parameters::mean(&[]), None);
    }

    #[test]
    fn the_forward_pass_is_what_the_architecture_says() {
        // One hidden unit, which is half of the own king's feature, and one last layer that uses
        // it.
        let mut net = Parameters::zeros(Architecture::new(32, 8).unwrap());
        let board = chess::Position::initial().board().clone();
        let view = features::View::of(net.arch(), &board, Color::White);
        let king = view.feature(chess::Piece::WhiteKing, gamekit::Square::E1);
        net.feature_weights[king * 32] = 0.5;
        net.output_weights[7 * 64] = 1.0;
        net.output_weights[7 * 64 + 32] = -0.5;
        net.output_biases[7] = 0.25;
        let output = net.forward(&board, Color::White);
        assert!((output - (0.25 + 0.25 - 0.125)).abs() < 1e-6, "{output}");
        assert!((net.evaluate(&board, Color::Black) - 400.0 * output).abs() < 1e-3);
    }
}
