//! Bounds of formulas and of their texts.

use thiserror::Error;

/// Largest number of variables of a formula.
pub const FORMULA_VARIABLES_MAX: usize = 1 << 20;

/// Largest number of literals in all constraints of a formula.
pub const FORMULA_LITERALS_MAX: usize = 1 << 20;

/// Largest number of constraints of a formula, which then takes 9 MiB, and 13 MiB if all are sums.
pub const FORMULA_CONSTRAINTS_MAX: usize = 1 << 20;

/// Largest number of clauses of a formula in the format `dimacs`: more than those of a 25x25, some 15 MB.
pub const DIMACS_CLAUSES_MAX: u64 = 1_000_000;

/// Reason why a formula or its text is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FormulaError {
    /// More than [`FORMULA_VARIABLES_MAX`] variables, [`FORMULA_LITERALS_MAX`] literals, or [`FORMULA_CONSTRAINTS_MAX`] constraints.
    #[error(
        "the formula is too large: the maximum is {FORMULA_VARIABLES_MAX} variables, and {FORMULA_LITERALS_MAX} literals in all \
        constraints"
    )]
    TooLarge,
    /// A sum in the format `dimacs`.
    #[error("the format `dimacs` has no sums: use `opb`")]
    Sum,
    /// More than [`DIMACS_CLAUSES_MAX`] clauses in the format `dimacs`.
    #[error(
        "{clauses} clauses are too many for the format `dimacs`: use `opb`, which has a line for an item instead of one for a pair"
    )]
    Clauses {
        /// Number of clauses.
        clauses: u64,
    },
}
