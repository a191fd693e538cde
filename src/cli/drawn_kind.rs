//! Kinds of question whose answers the command line draws.

use std::fmt::Write;

use quadrille_answers::kinds::{
    CheckEntries, Count, EstimateSolutions, FindCandidates, FindCanonical, FindConflicts, FindHint, FindPath,
    Rate, Shuffle, Solve, StepQuestion, TestMinimal,
};
use quadrille_answers::service::Answerable;
use quadrille_answers::wire::{AnswerOf, BatchKind, Notation};
use quadrille_sudoku::analysis::{CandidateAnswer, MinimalAnswer};
use quadrille_sudoku::notation::{Content, Format, format_puzzle};
use quadrille_sudoku::techniques::{Reveal, StepAnswer, StepGoal, WalkEnd, Wording, explain};
use quadrille_sudoku::unstable::format_styled_drawing;
use quadrille_sudoku::{
    Answer, BoxShape, Cell, DrawnStep, Grid, Picture, Puzzle, Solution, StopReason, Verdict,
};

/// Kind of question of a command.
pub(super) trait DrawnKind:
    BatchKind<Notation = Notation, Question: Answerable<Subject = Puzzle>>
{
    /// Whether answers about single puzzles are drawn on a terminal by default.
    const IS_DRAWN: bool = false;
    /// The advice for puzzles without an option of the question, which only JSON may have; `None` if it needs none.
    const ADVICE: Option<&'static str> = None;

    /// Returns the answer drawn as text, with bold clues if it has colours; `None`, as by default, if there is nothing to
    /// draw.
    fn drawing(_question: &Picture, _answer: &AnswerOf<Self>, _has_colours: bool) -> Option<String> {
        None
    }

    /// Returns the question as a picture; by default, the clues.
    fn question_picture(question: &Self::Question) -> Picture {
        Picture::new(question.subject().clone())
    }

    /// Adds the answer to the picture of its question; `None`, as by default, if there is nothing to draw.
    fn picture(_question: Picture, _answer: &AnswerOf<Self>) -> Option<Picture> {
        None
    }
}

impl DrawnKind for Solve {
    const IS_DRAWN: bool = true;

    fn drawing(question: &Picture, answer: &Answer, has_colours: bool) -> Option<String> {
        drawn_solution(question, answer, has_colours)
    }

    fn picture(question: Picture, answer: &Answer) -> Option<Picture> {
        pictured_solution(question, &answer.verdict)
    }
}

impl DrawnKind for Count {
    fn drawing(question: &Picture, answer: &Answer, has_colours: bool) -> Option<String> {
        drawn_solution(question, answer, has_colours)
    }

    fn picture(question: Picture, answer: &Answer) -> Option<Picture> {
        pictured_solution(question, &answer.verdict)
    }
}

impl DrawnKind for Rate {}

impl DrawnKind for FindPath {
    const IS_DRAWN: bool = true;

    /// Writes a line for each step; nothing without a step.
    fn drawing(question: &Picture, answer: &StepAnswer, _: bool) -> Option<String> {
        let wording = Wording::with_lowest_digit(answer.rules.layout(), question.alphabet.lowest());
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

impl DrawnKind for FindHint {
    /// Draws entries like a solution, and marks as candidates.
    fn question_picture(question: &StepQuestion) -> Picture {
        let puzzle = question.subject().clone();
        let StepGoal::Hint { played, .. } = &question.0 else { return Picture::new(puzzle) };
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
        let wording = Wording::with_lowest_digit(answer.rules.layout(), question.alphabet.lowest());
        let step = Some(DrawnStep::new(step, &wording));
        Some(Picture { candidates: true, step, ..question })
    }
}

impl DrawnKind for FindCandidates {
    const IS_DRAWN: bool = true;

    /// Draws lists of digits; nothing if a cell has none, or a digit has no symbol.
    fn drawing(
        Picture { puzzle, alphabet, .. }: &Picture,
        answer: &CandidateAnswer,
        _: bool,
    ) -> Option<String> {
        let (candidates, box_shape) = (Some(&*answer.candidates), box_shape(puzzle));
        let content = Content { cells: puzzle.clues().cells(), candidates, box_shape, case: alphabet.case() };
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

impl DrawnKind for TestMinimal {
    /// Draws the reduced puzzle.
    fn drawing(question: &Picture, answer: &MinimalAnswer, has_colours: bool) -> Option<String> {
        answer.reduced.as_ref().map(|reduced| drawing(question, reduced.clues(), has_colours))
    }

    fn picture(question: Picture, answer: &MinimalAnswer) -> Option<Picture> {
        let alphabet = question.alphabet;
        answer.reduced.clone().map(|reduced| Picture { alphabet, ..Picture::new(reduced) })
    }
}

impl DrawnKind for FindConflicts {}

impl DrawnKind for CheckEntries {
    const ADVICE: Option<&'static str> =
        Some("nothing to check: give --entries or --marks, or both in lines of JSON");
}

impl DrawnKind for EstimateSolutions {}

impl DrawnKind for FindCanonical {}

impl DrawnKind for Shuffle {}

/// Draws the first solution, and the number of solutions unless there is one.
fn drawn_solution(question: &Picture, answer: &Answer, has_colours: bool) -> Option<String> {
    let solution = answer.verdict.witnesses().first()?;
    let mut text = drawing(question, solution.grid(), has_colours);
    if !matches!(answer.verdict, Verdict::Unique(_)) {
        let more = if answer.is_complete() { "" } else { " or more" };
        // Writing to memory cannot fail.
        let _ = writeln!(text, "{}{more} solutions", answer.count);
    }
    Some(text)
}

/// Returns a picture of the first solution, and of the cells in which the second one differs.
pub(super) fn pictured_solution(question: Picture, verdict: &Verdict) -> Option<Picture> {
    let mut grids = verdict.witnesses().iter().map(Solution::grid).cloned();
    let solution = Some(grids.next()?);
    Some(Picture { solution, other: grids.next(), ..question })
}

/// Draws a grid, with bold clues of the puzzle if it has colours.
fn drawing(Picture { puzzle, alphabet, .. }: &Picture, grid: &Grid, has_colours: bool) -> String {
    let is_clue = |index: usize| puzzle.clues().cells().get(index).is_some_and(Option::is_some);
    format_styled_drawing(grid.cells(), box_shape(puzzle), |index, text| {
        let text = alphabet.drawn(grid.cells()[index], text);
        if has_colours && is_clue(index) { format!("\x1b[1m{text}\x1b[0m") } else { text }
    })
}

/// Width and height of the boxes of a puzzle.
fn box_shape(puzzle: &Puzzle) -> BoxShape {
    puzzle.rules().box_shape().unwrap_or(BoxShape { width: 1, height: 1 })
}
