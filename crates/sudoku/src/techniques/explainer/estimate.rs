//! The estimate and its interval.

/// Estimate of the rating that Sudoku Explainer gives a puzzle, with an interval that holds it for nine of ten puzzles.
///
/// All are in tenths, as that program rounds its ratings: 71 is 7.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeEstimate {
    /// The most likely rating.
    pub tenths: u8,
    /// Lower end of the interval.
    pub low: u8,
    /// Upper end of the interval.
    pub high: u8,
}

/// For ratings up to the first number: how far the interval reaches below and above the value.
const MARGINS: [(u8, u8); 5] = [(39, 0), (53, 1), (69, 2), (79, 1), (89, 2)];
/// The same for harder puzzles.
const MARGIN_OF_HARDEST: u8 = 3;

/// The value and the ends of the interval for puzzles that need nested forcing chains, which are not searched for.
const NESTED: [u8; 3] = [110, 99, 119];

impl SeEstimate {
    /// The estimate of a path whose hardest step has this difficulty.
    pub(super) fn of_path(tenths: u8) -> Self {
        let margin =
            MARGINS.iter().find(|&&(to, _)| tenths <= to).map_or(MARGIN_OF_HARDEST, |&(_, margin)| margin);
        Self { tenths, low: tenths - margin, high: tenths + margin }
    }

    /// The estimate of a puzzle that needs harder steps than all that were searched for.
    pub(super) fn beyond(reached: u8) -> Self {
        let [tenths, low, high] = NESTED;
        Self { tenths: tenths.max(reached), low: low.max(reached), high: high.max(reached) }
    }
}
