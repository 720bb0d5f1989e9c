//! A batch on several threads.

use std::sync::Mutex;
use std::thread;

use super::{Aim, Layout, Model, Sample, Workspace};

/// Shares of a batch, for any number of threads: the order of additions changes the last digits of
/// a sum, and the result must not depend on the threads.
const SHARES: usize = 4;

/// A workspace for each thread and a gradient for each share of a batch.
pub struct Workers {
    workspaces: Vec<Workspace>,
    gradients: Vec<Model>,
}

impl Workers {
    /// Workers for this many threads, at most one per share.
    pub fn new(layout: Layout, threads: usize) -> Self {
        Self {
            workspaces: (0..threads.clamp(1, SHARES)).map(|_| Workspace::new(layout)).collect(),
            gradients: vec![Model::zeros(layout); SHARES],
        }
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.workspaces.len()
    }

    /// The gradients of the shares.
    pub fn gradients_mut(&mut self) -> &mut [Model] {
        &mut self.gradients
    }

    /// Adds the gradients of some positions, share by share; returns the sum of the square errors.
    pub fn add_gradients(&mut self, model: &Model, samples: &[Sample], positions: &[u32], aim: Aim) -> f64 {
        let Self { workspaces, gradients } = self;
        in_shares(workspaces, gradients.iter_mut(), positions, |workspace, gradient, share| {
            workspace.add_gradient(model, samples, share, aim, gradient)
        })
    }

    /// The mean square error over all positions.
    pub fn error(&mut self, model: &Model, samples: &[Sample], wdl: f32) -> f64 {
        let positions: Vec<u32> = (0..samples.len() as u32).collect();
        let sum =
            in_shares(&mut self.workspaces, [(); SHARES].into_iter(), &positions, |workspace, (), share| {
                workspace.judge(model, samples, share, wdl, |_| ())
            });
        sum / samples.len().max(1) as f64
    }
}

/// Calls `work` with each share of some positions and the share's tool; sums the errors in order.
fn in_shares<T: Send>(
    workspaces: &mut [Workspace],
    tools: impl Iterator<Item = T> + Send,
    positions: &[u32],
    work: impl Fn(&mut Workspace, T, &[u32]) -> f64 + Sync,
) -> f64 {
    let shares = positions.chunks(positions.len().div_ceil(SHARES).max(1));
    let mut errors = [0.0; SHARES];
    let queue = Mutex::new(tools.zip(shares).zip(&mut errors));
    let run = |workspace: &mut Workspace| {
        loop {
            let next = queue.lock().expect("no thread panics while it takes a share").next();
            let Some(((tool, share), error)) = next else { break };
            *error = work(workspace, tool, share);
        }
    };
    thread::scope(|scope| {
        let (first, others) = workspaces.split_first_mut().expect("there is a thread");
        for workspace in others {
            scope.spawn(|| run(workspace));
        }
        run(first);
    });
    errors.iter().sum()
}
