//! Formats of formulas and proofs, and the faults of formulas that have none.

use quadrille_exact_cover::proof::{Formula, FormulaError, FormulaFormat, ProofFormat};

use crate::wire::fault::{Fault, FaultCode, Faults};
use crate::wire::request::{Given, NamedValue as _, named_values};

named_values! {
    FormulaFormat: "dimacs" Self::Dimacs, "opb" Self::Opb;
    ProofFormat: "drup" Self::Drup, "veripb" Self::Veripb2, "veripb3" Self::Veripb3;
}

/// The format of the formula that checkers of proofs in this format read.
fn formula_format(proof: ProofFormat) -> FormulaFormat {
    match proof {
        ProofFormat::Drup => FormulaFormat::Dimacs,
        ProofFormat::Veripb2 | ProofFormat::Veripb3 => FormulaFormat::Opb,
    }
}

/// The formats of a request, each of which follows from the other one; `None`, with a fault, if they do not fit each other.
pub(crate) fn proof_formats(
    formula: &Given<FormulaFormat>,
    proof: &Given<ProofFormat>,
    faults: &mut Faults,
) -> Option<(FormulaFormat, ProofFormat)> {
    let usual = match formula.copied().unwrap_or_default() {
        FormulaFormat::Dimacs => ProofFormat::Drup,
        FormulaFormat::Opb => ProofFormat::Veripb2,
    };
    let proof = proof.copied().unwrap_or(usual);
    let needed = formula_format(proof);
    if let Some((_, location)) = formula.located().filter(|(given, _)| **given != needed) {
        faults.add(FaultCode::Contradiction, location, || {
            let (proof, needed) = (proof.name(), needed.name());
            format!("a proof in `{proof}` is about a formula in `{needed}`: leave out one of them")
        });
        return None;
    }
    Some((needed, proof))
}

/// Clauses of the largest formula that is written in `dimacs`: those of a 25x25, some 15 MB.
const CLAUSES_MAX: u64 = 1_000_000;

/// Checks that a formula has a text in this format, which is not too long for an answer.
pub(crate) fn check_text(formula: &Formula, format: FormulaFormat) -> Result<(), FormulaError> {
    format.check(formula)?;
    let clauses = formula.clause_count();
    let is_long = format == FormulaFormat::Dimacs && clauses > CLAUSES_MAX;
    if is_long { Err(FormulaError::Clauses { clauses }) } else { Ok(()) }
}

/// The fault of a formula that is impossible.
pub(crate) fn formula_fault(error: FormulaError) -> Fault {
    let code = match error {
        FormulaError::TooLarge => FaultCode::ProblemTooLarge,
        _ => FaultCode::NotRepresentable,
    };
    Fault::new(code, error.to_string())
}
