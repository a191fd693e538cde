//! The requests.

use quadrille_exact_cover::proof::{FormulaFormat, ProofFormat};
use quadrille_sudoku::Puzzle;

use super::claim::Claim;
use super::formats::{or_formula_fault, proof_formats};
use super::proof::{ProofBounds, ProofQuestion, Provable};
use crate::faults::{Fault, FaultCode, Faults};
use crate::kinds::cover::kind::{CoverKind, cover_kinds};
use crate::kinds::puzzle_kind::{AskedPuzzle, PuzzleKind};
use crate::service::CoverProblem;
use crate::wire::examples::{Examples, examples};
use crate::wire::puzzle::options::PuzzleOptions;
use crate::wire::request::{Fields, Given};

/// The kind of `/prove`.
#[derive(Clone, Copy, Debug)]
pub struct Prove;

/// The kind of `/exact-cover/prove`.
#[derive(Clone, Copy, Debug)]
pub struct CoverProve;

/// Largest product of the claim and the primary items of an exact cover problem, whose solutions the answer lists.
const LISTED_MAX: u64 = 200_000;

/// Largest number of literals of a formula about which a proof is found. A search takes up to 60 bytes for each. An empty 36x36 has
/// 186,624.
const LITERALS_MAX: usize = 1 << 18;

/// Options of `/prove` and `/exact-cover/prove`.
#[derive(Clone, Debug, Default, Fields)]
pub struct ProveOptions {
    /// Number of solutions to prove: `none`, `unique`, or a count up to 1,000, such as `{"count": 5}`. If the claim is false, the true
    /// number is proved if it is 0, 1, or less than the count; otherwise the solutions refute the claim.
    /// By default `unique`.
    pub claim: Given<Claim>,
    /// Format of the formula: `dimacs` or `opb`. It follows from the format of the proof.
    /// By default `dimacs`.
    pub formula: Given<FormulaFormat>,
    /// Format of the proof: `drup` about `dimacs`; `veripb` or `veripb3` about `opb`.
    /// By default `drup`, and `veripb` with the formula `opb`.
    pub proof: Given<ProofFormat>,
}

impl ProveOptions {
    /// The question about a subject; `None`, with a fault, if the formats do not fit, or the subject has no such formula. `place` puts a
    /// fault at the subject.
    fn question<S: Provable>(
        &self,
        subject: S,
        place: impl FnOnce(Fault) -> Fault,
        faults: &mut Faults,
    ) -> Option<ProofQuestion<S>> {
        let (formula_format, proof_format) = proof_formats(&self.formula, &self.proof, faults)?;
        let Claim(claim) = self.claim.copied().unwrap_or_default();
        let formula_size = match subject.formula_size(formula_format) {
            Ok(size) if size.literal_count() > LITERALS_MAX => {
                let literals = size.literal_count();
                let message = format!(
                    "the formula has {literals} literals: proofs are found about formulas of at most {LITERALS_MAX}"
                );
                faults.push(|| place(Fault::new(FaultCode::ProblemTooLarge, message)));
                return None;
            }
            size => or_formula_fault(size, faults, place)?,
        };
        // Against `none`, one solution is proved to be the only one.
        Some(ProofQuestion {
            subject,
            claim: claim.max(1),
            formula_size,
            formula_format,
            proof_format,
            bounds: ProofBounds::OF_REQUEST,
        })
    }
}

impl PuzzleKind for Prove {
    type Options = ProveOptions;
    type Reading = PuzzleOptions;
    type Question = ProofQuestion<Puzzle>;
    const PATH: &'static str = "/prove";
    const NAME: &'static str = "Prove";
    const LINK: &'static str = "prove the number of solutions";
    const EXAMPLES: Examples = examples!("single");

    fn question(asked: AskedPuzzle<'_, ProveOptions>, faults: &mut Faults) -> Option<ProofQuestion<Puzzle>> {
        let AskedPuzzle { puzzle, input, options, .. } = asked;
        options.question(puzzle, |fault| input.place(fault), faults)
    }
}

impl CoverKind for CoverProve {
    type Options = ProveOptions;
    type Question = ProofQuestion<CoverProblem>;
    const PATH: &'static str = "/exact-cover/prove";
    const NAME: &'static str = "CoverProve";
    const LINK: &'static str = "prove the number of solutions of an exact cover problem";
    const EXAMPLES: Examples = examples!("cover");

    fn question(
        problem: CoverProblem,
        options: &Self::Options,
        faults: &mut Faults,
    ) -> Option<Self::Question> {
        let Claim(claim) = options.claim.copied().unwrap_or_default();
        let listed = claim.saturating_mul(problem.primary_count() as u64);
        if let Some(location) = options.claim.location().filter(|_| claim > 1 && listed > LISTED_MAX) {
            faults.add(FaultCode::OutOfRange, location, || {
                format!(
                    "the claim times the number of primary items is {listed}: the maximum is {LISTED_MAX}"
                )
            });
            return None;
        }
        options.question(problem, |fault| fault, faults)
    }
}

cover_kinds!(CoverProve);
