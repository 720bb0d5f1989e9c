//! The trained network for the engine.

use nnue::{Network, Parameters};

use super::{Model, Sample, Session, Workspace};

/// A trained network in floating point and quantised.
pub struct Export {
    /// In floating point.
    pub parameters: Parameters,
    /// Quantised.
    pub network: Network,
    /// The effect of quantisation.
    pub rounding: Rounding,
}

/// The effect of rounded weights on evaluations of the validation positions. That deep networks
/// round the pairs of hidden units as well is left out.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Rounding {
    /// The mean absolute change in centipawns.
    pub mean: f64,
    /// The largest absolute change in centipawns.
    pub largest: f64,
    /// The mean square error before.
    pub error_before: f64,
    /// The mean square error after.
    pub error_after: f64,
}

impl Export {
    /// The network after the best epoch of a session.
    pub fn of(session: &Session<'_>) -> Self {
        let (recipe, data) = (session.recipe(), session.data());
        let model = session.best();
        let parameters = model.parameters();
        let error = session.best_epoch().map_or(f64::NAN, |best| session.epochs()[best].validation);
        let stage = match session.stage() {
            0 => String::new(),
            number => format!("stage {}, ", number + 1),
        };
        let description = format!(
            "{}: {stage}{} positions, {} epochs, wdl {:?}, error {error:.6}",
            recipe.name,
            data.training.len(),
            session.best_epoch().map_or(0, |best| best + 1),
            recipe.wdl.at(1.0),
        );
        let exact = outputs(model, &data.validation);
        let network = without_shift(&parameters, &exact, &data.validation).quantise(&description);
        let rounding = Rounding::of(&network, &exact, &data.validation, recipe.wdl.at(1.0) as f32);
        Self { parameters, network, rounding }
    }
}

/// The outputs for all positions.
fn outputs(model: &Model, samples: &[Sample]) -> Vec<f32> {
    let all: Vec<u32> = (0..samples.len() as u32).collect();
    let mut outputs = Vec::with_capacity(samples.len());
    Workspace::new(model.layout()).judge(model, samples, &all, 0.0, |output| outputs.push(output));
    outputs
}

/// Corrects the output biases for the mean effect of rounding: most units are active in most
/// positions, so much of the rounding of their weights adds up to a constant.
fn without_shift(parameters: &Parameters, exact: &[f32], samples: &[Sample]) -> Parameters {
    /// Biases of outputs with few positions hardly change.
    const DOUBT: f64 = 32.0;
    let rounded = outputs(&Model::from(&parameters.quantise("").parameters()), samples);
    let mut shifts = vec![(0.0, DOUBT); parameters.output_biases.len()];
    for (sample, (exact, rounded)) in samples.iter().zip(exact.iter().zip(&rounded)) {
        let (sum, count) = &mut shifts[parameters.arch().bucket(sample.pieces())];
        *sum += f64::from(exact - rounded);
        *count += 1.0;
    }
    let mut parameters = parameters.clone();
    for (bias, (sum, count)) in parameters.output_biases.iter_mut().zip(shifts) {
        *bias += (sum / count) as f32;
    }
    parameters
}

impl Rounding {
    fn of(network: &Network, exact: &[f32], samples: &[Sample], wdl: f32) -> Self {
        let rounded = outputs(&Model::from(&network.parameters()), samples);
        let (count, scale) = (samples.len().max(1) as f64, f64::from(network.arch().scale()));
        let error = |outputs: &[f32]| {
            let misses = outputs
                .iter()
                .zip(samples)
                .map(|(output, sample)| f64::from(1.0 / (1.0 + (-output).exp()) - sample.target(wdl)));
            misses.map(|miss| miss * miss).sum::<f64>() / count
        };
        let changes = exact.iter().zip(&rounded).map(|(a, b)| f64::from((a - b).abs()) * scale);
        Self {
            mean: changes.clone().sum::<f64>() / count,
            largest: changes.fold(0.0, f64::max),
            error_before: error(exact),
            error_after: error(&rounded),
        }
    }
}
