//! Proofs of "no solution" and of numbers of solutions that programs of others check.
//!
//! The problem is a [`Formula`] over yes-or-no variables, of which the solutions are excluded one by one. A proof is a list of clauses
//! ([`Lemmas`]), each of which follows from the formula and the clauses before it by *reverse unit propagation*: its negation leads
//! to a contradiction by unit propagation alone. The last clause is empty: nothing is left. [`ProofSearch`] finds the clauses, and
//! [`Checker`] checks them: both read the same formula, and each has a propagation of its own. Without sums, the search begins with the
//! facts that the checker finds in the formula. [`ProofFormat`] writes the clauses for other checkers.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use quadrille_exact_cover::{NamedProblem, Progress, ResumableSearch};
//! use quadrille_exact_cover::proof::{FormulaFormat, ProofFormat, ProofSearch};
//!
//! let problem: NamedProblem = "a b c\na b\nb c\nc a\n".parse()?;
//! let mut search = ProofSearch::new(&problem, 0)?;
//! let stop = AtomicBool::new(false);
//! while search.advance(u64::MAX, &stop)? == Progress::Paused {}
//! let answer = search.answer();
//! assert!(answer.is_proved());
//! let (mut formula, mut proof) = (String::new(), String::new());
//! FormulaFormat::Dimacs.write(&answer.formula, &mut formula)?;
//! ProofFormat::Drup.write(&answer.formula, &[], &answer.lemmas, &mut proof)?;
//! assert!(formula.starts_with("p cnf 3 6\n1 3 0\n-1 -3 0\n"));
//! assert_eq!(proof, "-1 0\n0\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | content |
//! |---|---|
//! | [`formula`], [`formula_size`], [`formula_error`] | constraints; their size; its bounds |
//! | [`formula_text`], [`problem_formula`] | DIMACS and OPB; the formula of a problem |
//! | [`lemmas`], [`proof_text`] | clauses of a proof; DRUP and VeriPB |
//! | [`checker`], [`trim`] | unit propagation; the clauses that the empty one needs |
//! | [`open_problem`], [`linear`] | the rest of a formula as a problem; the search for formulas with sums |
//! | [`search`] | the search that pauses |

mod checker;
mod formula;
mod formula_error;
mod formula_size;
mod formula_text;
mod lemmas;
mod linear;
mod open_problem;
mod problem_formula;
mod proof_text;
mod search;
mod trim;

pub use checker::{Checker, NotImplied};
pub use formula::{Constraint, Derivation, Formula, Side};
pub use formula_error::{
    DIMACS_CLAUSES_MAX, FORMULA_CONSTRAINTS_MAX, FORMULA_LITERALS_MAX, FORMULA_VARIABLES_MAX, FormulaError,
};
pub use formula_size::{FormulaSink, FormulaSize};
pub use formula_text::{FormulaFormat, FormulaParts};
pub use lemmas::Lemmas;
pub use problem_formula::state_problem;
pub use proof_text::{ProofFormat, ProofParts};
pub use search::{CLAIM_MAX, ProofAnswer, ProofError, ProofSearch};
