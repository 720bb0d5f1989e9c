//! By how much late moves are searched less deeply.

use crate::tunables;

const MOST: usize = 64;

/// The base of late move reductions, in 1024ths of a ply: they grow with the logarithms of depth
/// and move number.
pub struct Reductions(Box<[[i32; MOST]; MOST]>);

impl Reductions {
    pub fn new() -> Self {
        let mut table = crate::boxed::boxed(&[0; MOST]);
        let base = f64::from(tunables::reduction_base());
        let divisor = f64::from(tunables::reduction_divisor()) / 100.0;
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (number, entry) in row.iter_mut().enumerate().skip(1) {
                let product = (depth as f64).ln() * (number as f64).ln();
                *entry = (base + 1024.0 * product / divisor) as i32;
            }
        }
        Self(table)
    }

    /// The reduction of the move with this number, the first being one.
    #[inline]
    pub fn base(&self, depth: i32, number: usize) -> i32 {
        self.0[(depth.max(0) as usize).min(MOST - 1)][number.min(MOST - 1)]
    }
}
