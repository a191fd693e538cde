//! The command, and the texts that it writes into files.

use super::proof::{ProofQuestion, Provable, Proved};
use super::question::Prove;
use crate::kinds::command_kind::{CommandDoc, CommandKind};
use crate::wire::answer_kind::FileOption;

/// Options of the commands whose values may be files.
pub(super) const PROOF_FILES: &[FileOption] = &[
    FileOption { option: "formula", extension: ("opb", "opb") },
    FileOption { option: "proof", extension: ("pbp", "veripb") },
];

/// Returns the formula that a proof refutes, and the proof; `None` without a proof.
pub(super) fn proof_texts<S: Provable>(
    question: &ProofQuestion<S>,
    answer: &Proved<S>,
) -> Option<Vec<String>> {
    let [_, proof] = answer.texts.as_ref()?;
    let mut formula = question.subject.formula(&question.formula_size).ok()?;
    for solution in &answer.solutions {
        question.subject.exclude(&mut formula, solution).ok()?;
    }
    let mut text = String::new();
    question.formula_format.write(&formula, &mut text).ok()?;
    Some(vec![text, proof.text.clone()?])
}

impl CommandKind for Prove {
    const COMMAND: CommandDoc = CommandDoc {
        examples: &[
            "'1.....3..4.....2'",
            "--formula F.cnf --proof P.drup '1.....3..4.....2'",
            "--claim none '11..............'",
        ],
        ..CommandDoc::PLAIN
    };
}
