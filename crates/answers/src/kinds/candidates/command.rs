//! The command, and the answer as a drawing.

use quadrille_notation::{Content, Format, format_puzzle};
use quadrille_sudoku::analysis::CandidateAnswer;
use quadrille_sudoku::{Picture, StopReason};

use crate::kinds::candidates::question::FindCandidates;
use crate::kinds::command_kind::{CommandDoc, CommandKind};
use crate::kinds::drawing::box_shape;

impl CommandKind for FindCandidates {
    const COMMAND: CommandDoc = CommandDoc {
        examples: &[
            "'1.....3..4......'",
            "--format json --counts 100 puzzles.txt",
            "--format svg grid.txt >grid.svg",
        ],
        is_drawn: true,
        json_option: Some("counts"),
        ..CommandDoc::PLAIN
    };

    /// Draws lists of digits; nothing if a cell has none, a digit has no symbol, or there are several grids.
    fn drawing(
        Picture { puzzle, alphabet, .. }: &Picture,
        answer: &CandidateAnswer,
        _: bool,
    ) -> Option<String> {
        if !puzzle.rules().layout().grids().is_empty() {
            return None;
        }
        let (candidates, box_shape) = (Some(&*answer.candidates), box_shape(puzzle));
        let (cells, case) = (puzzle.clues().cells(), alphabet.case());
        let content = Content { cells, candidates, box_shape, rules: None, case };
        let mut text = alphabet.translate(&format_puzzle(Format::Pencilmarks, &content).ok()?);
        if answer.stop_reason != StopReason::Complete {
            text.push_str("and undecided candidates\n");
        }
        Some(text)
    }

    fn picture(question: Picture, answer: &CandidateAnswer) -> Option<Picture> {
        let alphabet = question.alphabet;
        let puzzle = question.puzzle.with_candidates(answer.candidates.clone()).ok()?;
        Some(Picture { candidates: true, alphabet, ..Picture::new(puzzle) })
    }
}
