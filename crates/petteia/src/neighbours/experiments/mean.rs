//! Means of several seeds.

/// A mean with the half width of its 95 % interval.
pub(super) struct Mean {
    mean: f64,
    margin: f64,
}

impl Mean {
    pub fn of(values: impl Iterator<Item = f64> + Clone) -> Self {
        let count = values.clone().count() as f64;
        let mean = values.clone().sum::<f64>() / count;
        let variance = values.map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
        Self { mean, margin: student(count as usize) * (variance / count).sqrt() }
    }
}

/// How many standard errors of a mean of so many values the 95 % interval is wide on either side, by
/// Student's distribution.
fn student(values: usize) -> f64 {
    const FEW: [f64; 9] = [12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26];
    values.checked_sub(2).map_or(0.0, |index| FEW.get(index).copied().unwrap_or(2.0))
}

/// `46 ± 3`, with as many decimals as asked for; without a margin if there is one value.
impl std::fmt::Display for Mean {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let decimals = f.precision().unwrap_or(1);
        write!(f, "{:.decimals$}", self.mean)?;
        if self.margin > 0.0 { write!(f, " ± {:.decimals$}", self.margin) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_have_margins() {
        assert_eq!(format!("{:.1}", Mean::of([3.0].into_iter())), "3.0");
        // Ten values: the standard error is 0.9574, times 2.26.
        let ten = (1..=10).map(f64::from);
        assert_eq!(format!("{:.2}", Mean::of(ten)), "5.50 ± 2.16");
    }
}
