//! The command, and the answer as a line a step.

use quadrille_sudoku::Picture;
use quadrille_sudoku::techniques::{StepAnswer, WalkEnd, explain};

use crate::kinds::command_kind::{CommandDoc, CommandKind};
use crate::kinds::path::question::FindPath;

impl CommandKind for FindPath {
    const COMMAND: CommandDoc =
        CommandDoc { aliases: &["steps", "explain"], is_drawn: true, ..CommandDoc::PLAIN };

    /// Writes a line for each step; nothing without a step.
    fn drawing(question: &Picture, answer: &StepAnswer, _: bool) -> Option<String> {
        let wording = answer.wording(question.alphabet.lowest());
        let numbered = answer.steps.iter().zip(1..);
        let mut lines: String =
            numbered.map(|(step, number)| format!("{number}. {}\n", explain(step, &wording))).collect();
        let rest = match answer.end {
            Some(WalkEnd::Solved) => "",
            Some(WalkEnd::Stuck) => "No technique has a further step.\n",
            Some(WalkEnd::Contradiction) => "Here the puzzle contradicts itself.\n",
            None => "A limit stopped the search for further steps.\n",
        };
        lines.push_str(rest);
        (!answer.steps.is_empty()).then_some(lines)
    }
}
