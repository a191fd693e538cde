//! The command, and the answer as a picture.

use quadrille_sudoku::techniques::{Reveal, StepAnswer, StepGoal};
use quadrille_sudoku::{Cell, DrawnStep, Picture};

use crate::kinds::command_kind::{CommandDoc, CommandKind};
use crate::kinds::hint::question::FindHint;
use crate::kinds::step_question::StepQuestion;
use crate::service::Answerable as _;

impl CommandKind for FindHint {
    const COMMAND: CommandDoc = CommandDoc {
        examples: &[
            "'1.....3..4.....2'",
            "--reveal technique --entries '13..............' '1.....3..4.....2'",
        ],
        ..CommandDoc::PLAIN
    };

    /// Draws entries like a solution, and marks as candidates.
    fn question_picture(question: &StepQuestion) -> Picture {
        let puzzle = question.subject().clone();
        let StepGoal::Hint { played, .. } = &question.goal else { return Picture::new(puzzle) };
        let candidates = |cell: Cell| match played.marks_of(cell) {
            marks if marks.is_empty() || puzzle.clues().digit(cell).is_some() => {
                puzzle.given_candidates().map_or(puzzle.rules().digits(), |sets| sets[cell.index()])
            }
            marks => marks,
        };
        let candidates = puzzle.rules().layout().cells().map(candidates).collect();
        let puzzle = puzzle.clone().with_candidates(candidates).unwrap_or(puzzle);
        Picture { solution: Some(played.entries().clone()), ..Picture::new(puzzle) }
    }

    /// Draws the step, if all of it is revealed.
    fn picture(question: Picture, answer: &StepAnswer) -> Option<Picture> {
        let step = answer.steps.first().filter(|_| answer.reveal == Reveal::All)?;
        let wording = answer.wording(question.alphabet.lowest());
        let step = Some(DrawnStep::new(step, &wording));
        Some(Picture { candidates: true, step, ..question })
    }
}
