//! A trained network for the engine, and what rounding does to it.

use nnue::{Network, Parameters, SCALE};

use super::{Model, Samples, Session, Workspace};

/// A trained network, as it was trained and as it plays.
pub struct Export {
    /// In floating point.
    pub parameters: Parameters,
    /// In whole numbers.
    pub network: Network,
    /// How far the one is from the other.
    pub rounding: Rounding,
}

/// What rounding the weights does to evaluations, over the positions that were kept apart.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Rounding {
    /// The mean change, in centipawns.
    pub mean: f64,
    /// The largest change, in centipawns.
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
        let description = format!(
            "{}: {} positions, {} epochs, wdl {:?}, error {error:.6}",
            recipe.name,
            data.training.len(),
            session.best_epoch().map_or(0, |best| best + 1),
            recipe.wdl.at(1.0),
        );
        let network = parameters.quantise(&description);
        let wdl = recipe.wdl.at(1.0) as f32;
        let rounding = Rounding::between(model, &Model::from(&network.parameters()), &data.validation, wdl);
        Self { parameters, network, rounding }
    }
}

impl Rounding {
    fn between(before: &Model, after: &Model, samples: &Samples, wdl: f32) -> Self {
        let mut workspace = Workspace::new(before.layout());
        let mut outputs = |model| {
            let all = (0..samples.len()).map(|index| samples.get(index));
            let mut outputs = Vec::with_capacity(samples.len());
            let error = workspace.judge(model, all, wdl, |output| outputs.push(output));
            (outputs, error / samples.len().max(1) as f64)
        };
        let ((exact, error_before), (rounded, error_after)) = (outputs(before), outputs(after));
        let changes = exact.iter().zip(&rounded).map(|(a, b)| f64::from((a - b).abs()) * f64::from(SCALE));
        Self {
            mean: changes.clone().sum::<f64>() / samples.len().max(1) as f64,
            largest: changes.fold(0.0, f64::max),
            error_before,
            error_after,
        }
    }
}
