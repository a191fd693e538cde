//! Cubes as text: their weight and their options, such as `81 3 17 20`.
//!
//! Numbers stand in decimal, with one space between them.

use std::fmt::{self, Display};

use thiserror::Error;

use crate::cube::Cube;
use crate::problem::{OptionId, Problem};

/// Error of a text that is no weight of a cube.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{}` is no weight: a weight is a whole number up to 2^120", .0.escape_debug())]
pub struct WeightError(String);

/// Reason why a text is no cube of a problem.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CubeTextError {
    /// The weight is invalid.
    #[error(transparent)]
    Weight(#[from] WeightError),
    /// A part is no number of an option.
    #[error("`{}` is no option: the problem has options 0 to {}", .text.escape_debug(), .options.saturating_sub(1))]
    Option {
        /// The part.
        text: String,
        /// Number of options of the problem.
        options: usize,
    },
    /// No solution has the option.
    #[error("option {} has no primary item, so that no solution has it", .0.0)]
    Skipped(OptionId),
}

impl Display for Cube {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.weight())?;
        self.options().iter().try_for_each(|option| write!(f, " {}", option.0))
    }
}

/// Parses a cube of `problem`, as [`Cube`] is displayed, with its options in any order.
///
/// # Errors
/// [`CubeTextError`] for any other text.
pub fn parse_cube(problem: &Problem, text: &str) -> Result<Cube, CubeTextError> {
    let mut parts = text.split(' ');
    let weight = parse_weight(parts.next().unwrap_or_default())?;
    let mut options: Vec<OptionId> = Vec::new();
    for part in parts {
        let option = parse_number(part).filter(|&option| option < problem.option_count() as u128);
        let Some(option) = option.map(|option| OptionId(option as u32)) else {
            return Err(CubeTextError::Option { text: part.to_owned(), options: problem.option_count() });
        };
        if problem.option(option).is_empty() {
            return Err(CubeTextError::Skipped(option));
        }
        options.push(option);
    }
    Ok(Cube::new(options, weight))
}

/// Parses the weight of a cube.
///
/// # Errors
/// [`WeightError`].
pub fn parse_weight(text: &str) -> Result<u128, WeightError> {
    let weight = parse_number(text).filter(|&weight| weight <= Cube::WEIGHT_OF_WHOLE);
    weight.ok_or_else(|| WeightError(text.to_owned()))
}

/// Parses a decimal number without sign and leading zeros.
fn parse_number(text: &str) -> Option<u128> {
    let number: u128 = text.parse().ok()?;
    let is_canonical =
        text.bytes().all(|byte| byte.is_ascii_digit()) && (number == 0) == text.starts_with('0');
    (is_canonical && (number > 0 || text.len() == 1)).then_some(number)
}
