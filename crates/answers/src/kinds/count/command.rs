//! The command, and the answer as a drawing.

use quadrille_sudoku::{Answer, Picture};

use crate::kinds::command_kind::{CommandDoc, CommandKind};
use crate::kinds::count::question::Count;
use crate::kinds::drawing::{drawn_solution, pictured_solution};

impl CommandKind for Count {
    const COMMAND: CommandDoc = CommandDoc {
        examples: &[
            "puzzles.txt >verdicts.txt",
            "--expect unique puzzles.txt >verdicts.txt",
            "--limit 1000000 '1.....3..4......'",
        ],
        aliases: &["verify", "unique"],
        has_expectation: true,
        ..CommandDoc::PLAIN
    };

    fn drawing(question: &Picture, answer: &Answer, has_colours: bool) -> Option<String> {
        drawn_solution(question, answer, has_colours)
    }

    fn picture(question: Picture, answer: &Answer) -> Option<Picture> {
        pictured_solution(question, &answer.verdict)
    }
}
