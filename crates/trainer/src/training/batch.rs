//! A batch on several threads.

use std::sync::Mutex;
use std::thread;

use super::{Layout, Model, Sample, Workspace};

/// Batches are cut into so many shares whatever the number of threads, since the order of additions shows
/// in the last digits of a sum. So the trained network does not depend on the threads.
const SHARES: usize = 4;

/// Threads' workspaces and the gradients of the shares of a batch.
pub struct Workers {
    workspaces: Vec<Workspace>,
    gradients: Vec<Model>,
}

impl Workers {
    /// Room for so many threads; more than there are shares would find nothing to do.
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

    /// The gradients of the shares, to be summed.
    pub fn gradients_mut(&mut self) -> &mut [Model] {
        &mut self.gradients
    }

    /// Adds the gradients of some positions, share by share; returns the sum of the square errors.
    pub fn add_gradients(&mut self, model: &Model, samples: &[Sample], positions: &[u32], wdl: f32) -> f64 {
        let Self { workspaces, gradients } = self;
        in_shares(workspaces, gradients.iter_mut(), positions, |workspace, gradient, share| {
            workspace.add_gradient(model, samples, share, wdl, gradient)
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

/// Works on the shares of some positions, each with a tool of its own, and sums the errors in the order of
/// the shares.
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
