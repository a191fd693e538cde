//! Proofs of "no solution", "one solution" and numbers of solutions that programs of others check.
//!
//! [`puzzle_formula()`] states a puzzle as constraints on yes-or-no variables; [`PuzzleProof`] finds the clauses of a proof, see
//! [`quadrille_exact_cover::proof`].
//!
//! ```
//! use quadrille_sudoku::{Puzzle, ResumableSearch, Progress};
//! use quadrille_sudoku::proof::{FormulaFormat, ProofFormat, PuzzleProof};
//! use std::sync::atomic::AtomicBool;
//!
//! let puzzle: Puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?;
//! let mut search = PuzzleProof::new(puzzle, 1)?;
//! let stop = AtomicBool::new(false);
//! while search.advance(u64::MAX, &stop)? == Progress::Paused {}
//! let answer = search.answer();
//! assert!(answer.is_proved() && answer.solutions.len() == 1);
//! let (mut formula, mut proof) = (String::new(), String::new());
//! FormulaFormat::Dimacs.write(&answer.formula, &mut formula)?;
//! ProofFormat::Drup.write(&answer.formula, &answer.derivations, &answer.lemmas, &mut proof)?;
//! assert!(proof.ends_with("\n0\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod equations;
mod puzzle_formula;
mod puzzle_proof;

pub use puzzle_formula::{
    DIMACS_SIZE_MAX, check_format, exclude_solution, puzzle_formula, puzzle_formula_size, puzzle_variable,
    state_puzzle,
};
pub use puzzle_proof::{PuzzleProof, PuzzleProofError};
pub use quadrille_exact_cover::proof::{
    CLAIM_MAX, Checker, Constraint as FormulaConstraint, Derivation, Formula, FormulaError, FormulaFormat,
    FormulaParts, FormulaSink, FormulaSize, Lemmas, NotImplied, ProofAnswer, ProofError, ProofFormat,
    ProofParts,
};
