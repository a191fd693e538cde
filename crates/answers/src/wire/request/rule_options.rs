//! Options that are rules of a puzzle, beside questions that do not have them.

use crate::faults::Fault;

/// Questions about puzzles with constraints, and of several grids. A test holds it equal to the list of kinds.
pub const WITH_CONSTRAINTS: [&str; 16] = [
    "solve",
    "count",
    "solutions",
    "candidates",
    "minimal",
    "conflicts",
    "check",
    "estimate",
    "prove",
    "formula",
    "score",
    "rate",
    "hint",
    "path",
    "render",
    "convert",
];

/// Further questions about puzzles with regions, or without boxes.
pub const WITH_REGIONS: [&str; 1] = ["guesses"];

/// Returns the fault of an option with this name, if it is a rule of puzzles and the question does not have it.
pub(crate) fn unsupported_option(name: &str) -> Option<Fault> {
    let (rules, further) = match name {
        "constraints" | "constraint" => ("constraints", &[][..]),
        "regions" | "region" => ("regions", &WITH_REGIONS[..]),
        "boxes" => ("grids without boxes", &WITH_REGIONS[..]),
        "grids" => return Some(unsupported_grids()),
        _ => return None,
    };
    Some(Fault::unsupported(name, sentence(rules, further)))
}

/// Returns the fault of a puzzle of several grids.
pub(crate) fn unsupported_grids() -> Fault {
    Fault::unsupported("grids", sentence("puzzles of several grids", &[]))
}

/// Returns the fault of a puzzle with a constraint of this type.
pub(crate) fn unsupported_constraint(type_name: &str) -> Fault {
    Fault::unsupported(type_name, sentence("constraints", &[]))
}

fn sentence(rules: &str, further: &[&str]) -> String {
    let names: Vec<String> =
        WITH_CONSTRAINTS.iter().chain(further).map(|question| format!("`{question}`")).collect();
    let (others, last) = names.split_at(names.len() - 1);
    format!("this question does not support {rules}: {} and {} do", others.join(", "), last.concat())
}
