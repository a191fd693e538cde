//! Formats of formulas and proofs, and the faults of formulas that have none.

use quadrille_exact_cover::proof::{FormulaError, FormulaFormat, ProofFormat};

use crate::faults::{Fault, FaultCode, Faults};
use crate::wire::request::{Given, NamedValue as _, named_values};

named_values! {
    FormulaFormat: "dimacs" Self::Dimacs, "opb" Self::Opb;
    ProofFormat: "drup" Self::Drup, "veripb" Self::Veripb2, "veripb3" Self::Veripb3;
}

/// The formats of a request, each of which follows from the other one; `None`, with a fault, if they do not fit each other.
pub(crate) fn proof_formats(
    formula: &Given<FormulaFormat>,
    proof: &Given<ProofFormat>,
    faults: &mut Faults,
) -> Option<(FormulaFormat, ProofFormat)> {
    let usual = match formula.copied().unwrap_or_default() {
        FormulaFormat::Opb => ProofFormat::Veripb2,
        _ => ProofFormat::Drup,
    };
    let proof = proof.copied().unwrap_or(usual);
    let needed = proof.formula();
    if let Some((_, location)) = formula.located().filter(|(given, _)| **given != needed) {
        faults.add(FaultCode::Contradiction, location, || {
            let (proof, needed) = (proof.name(), needed.name());
            format!("a proof in `{proof}` is about a formula in `{needed}`: leave out one of them")
        });
        return None;
    }
    Some((needed, proof))
}

/// Returns what was made of a formula, or pushes the fault of a formula that is impossible, at its place.
pub(crate) fn or_formula_fault<T>(
    made: Result<T, FormulaError>,
    faults: &mut Faults,
    place: impl FnOnce(Fault) -> Fault,
) -> Option<T> {
    made.map_err(|error| faults.push(|| place(formula_fault(error)))).ok()
}

/// The fault of a formula that is impossible.
fn formula_fault(error: FormulaError) -> Fault {
    let code = match error {
        FormulaError::TooLarge => FaultCode::ProblemTooLarge,
        _ => FaultCode::NotRepresentable,
    };
    Fault::new(code, error.to_string())
}
