//! The command, and the answer as a drawing.

use quadrille_sudoku::Picture;
use quadrille_sudoku::analysis::MinimalAnswer;

use crate::kinds::command_kind::{CommandDoc, CommandKind};
use crate::kinds::drawing::drawing;
use crate::kinds::minimal::question::TestMinimal;

impl CommandKind for TestMinimal {
    const COMMAND: CommandDoc = CommandDoc {
        examples: &["'1.2...3..4.....2'", "--reduce puzzles.txt >minimal.txt"],
        requires: Some(("seed", "reduce")),
        ..CommandDoc::PLAIN
    };

    /// Draws the reduced puzzle.
    fn drawing(question: &Picture, answer: &MinimalAnswer, has_colours: bool) -> Option<String> {
        answer.reduced.as_ref().map(|reduced| drawing(question, reduced.clues(), has_colours))
    }

    fn picture(question: Picture, answer: &MinimalAnswer) -> Option<Picture> {
        let alphabet = question.alphabet;
        answer.reduced.clone().map(|reduced| Picture { alphabet, ..Picture::new(reduced) })
    }
}
