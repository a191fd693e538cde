//! Faults of the options of a generated puzzle.

use quadrille_sudoku::SIZE_MAX;
use quadrille_sudoku::generate::ClueSymmetry;
use quadrille_sudoku::techniques::Level;

use super::fault::{Fault, FaultCode};

/// Names of parts of the answer that `include` asks for.
pub(super) const INCLUDED: [&str; 2] = ["solution", "rating"];

/// The fault of an invalid value of `clues`.
pub(super) fn clues_fault() -> Fault {
    let detail = format!(
        "must be a number of clues from 0 to {}, or a range such as 24..28, 24.. or ..28",
        SIZE_MAX * SIZE_MAX
    );
    Fault::new(FaultCode::OutOfRange, detail)
}

/// The fault of an invalid value of `difficulty`.
pub(super) fn difficulty_fault() -> Fault {
    let detail = format!(
        "must be a level ({}), a score, or a range of either such as medium..hard or 300..500",
        Level::ALL.map(Level::name).join(", ")
    );
    Fault::new(FaultCode::OutOfRange, detail)
}

/// The fault of an unknown symmetry.
pub(super) fn symmetry_fault() -> Fault {
    let detail = format!("must be one of {}", ClueSymmetry::ALL.map(ClueSymmetry::name).join(", "));
    Fault::new(FaultCode::OutOfRange, detail)
}

/// The fault of an unknown part of the answer.
pub(super) fn include_fault() -> Fault {
    Fault::new(FaultCode::OutOfRange, format!("must name parts of the answer: {}", INCLUDED.join(", ")))
}
