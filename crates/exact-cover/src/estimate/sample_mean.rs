//! Mean of a sample, with its standard error.

/// Mean of a sample, with its standard error.
///
/// Values of a sample may exceed the range of `f64`; mean and error are then infinite or not a number.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SampleMean {
    size: u64,
    sum: f64,
    /// Mean of the values so far, rounded at each value.
    running_mean: f64,
    /// Sum of the squared differences from the mean (Welford 1962).
    squares: f64,
}

impl SampleMean {
    pub(super) fn add(&mut self, value: f64) {
        self.size += 1;
        self.sum += value;
        let difference = value - self.running_mean;
        self.running_mean += difference / self.size as f64;
        self.squares += difference * (value - self.running_mean);
    }

    /// Number of values.
    pub(super) fn size(&self) -> u64 {
        self.size
    }

    /// Mean of the values; 0 without values. Rounded once if the sum of the values is exact.
    pub fn mean(&self) -> f64 {
        let mean = self.sum / self.size as f64;
        if mean.is_finite() { mean } else { self.running_mean }
    }

    /// Whether any value is not zero, if none is negative.
    pub fn has_nonzero(&self) -> bool {
        self.running_mean != 0.0
    }

    /// Estimated standard deviation of the mean; `None` with fewer than two values.
    ///
    /// Too small if rare probes have most of the solutions and none of them was in the sample.
    pub fn standard_error(&self) -> Option<f64> {
        let degrees_of_freedom = self.size.checked_sub(2)? + 1;
        Some((self.squares / degrees_of_freedom as f64 / self.size as f64).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sample_mean_agrees_with_the_definition() {
        let mut sample = SampleMean::default();
        assert_eq!((sample.mean(), sample.standard_error()), (0.0, None));
        assert!(!sample.has_nonzero());
        sample.add(4.0);
        assert_eq!((sample.mean(), sample.standard_error()), (4.0, None));
        sample.add(8.0);
        // The variance of the values is 8, and the variance of the mean of two is 4.
        assert_eq!((sample.mean(), sample.standard_error()), (6.0, Some(2.0)));
        assert!(sample.has_nonzero());
    }
}
