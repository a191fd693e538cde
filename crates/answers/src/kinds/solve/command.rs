//! The command, and the answer as a drawing.

use quadrille_sudoku::{Answer, Picture};

use crate::kinds::command_kind::{CommandDoc, CommandKind};
use crate::kinds::drawing::{drawn_solution, pictured_solution};
use crate::kinds::solve::question::Solve;

impl CommandKind for Solve {
    const COMMAND: CommandDoc = CommandDoc {
        examples: &["'1.....3..4.....2'", "--format svg grid.txt >grid.svg", "--format json - <puzzles.txt"],
        is_drawn: true,
        ..CommandDoc::PLAIN
    };

    fn drawing(question: &Picture, answer: &Answer, has_colours: bool) -> Option<String> {
        drawn_solution(question, answer, has_colours)
    }

    fn picture(question: Picture, answer: &Answer) -> Option<Picture> {
        pictured_solution(question, &answer.verdict)
    }
}
