//! A puzzle as a player has left it.

use quadrille_sudoku::analysis::PlayedPuzzle;
use quadrille_sudoku::{DigitSet, Grid, Puzzle};

use crate::faults::{Fault, FaultCode, Faults};
use crate::wire::puzzle::cell_lists::marks_from_json;
use crate::wire::puzzle::schema::{Marks, PuzzleForms};
use crate::wire::puzzle::values::Unread;
use crate::wire::puzzle::whole::grid_from_json;
use crate::wire::request::{Fields, Given};

/// Entries and pencil marks of a player.
#[derive(Clone, Debug, Default, Fields)]
pub struct PlayedFields {
    /// Entries of the player: a grid of the size of the puzzle, in any form of a puzzle. It may repeat clues. Candidates of a
    /// text are marks.
    /// By default there are none.
    pub entries: Given<Unread<PuzzleForms>>,
    /// Pencil marks of the player, such as `{"r1c1": [1, 2]}`, or an array of rows of lists.
    /// By default there are none.
    pub marks: Given<Unread<Marks>>,
}

impl PlayedFields {
    /// Adds the entries and marks to a puzzle; `None` if they have faults.
    pub(crate) fn read(&self, puzzle: Puzzle, faults: &mut Faults) -> Option<PlayedPuzzle> {
        let (entries, own_marks) = self.entries(&puzzle, faults);
        let marks = match self.marks.located() {
            Some((_, location)) if own_marks.is_some() => {
                faults.add(
                    FaultCode::GivenTwice,
                    location,
                    || "the text of `entries` has candidates already: give marks once",
                );
                None
            }
            Some((Unread { json, .. }, location)) => {
                let mut mark_faults = Faults::default();
                let marks = marks_from_json(json, location, puzzle.rules(), &mut mark_faults);
                faults.append(mark_faults);
                marks
            }
            None => own_marks.or_else(|| Some(vec![DigitSet::default(); puzzle.clues().len()])),
        };
        PlayedPuzzle::new(puzzle, entries?, marks?).ok()
    }

    /// Reads the entries, and the marks that are in their text.
    fn entries(&self, puzzle: &Puzzle, faults: &mut Faults) -> (Option<Grid>, Option<Vec<DigitSet>>) {
        let cells = puzzle.clues().cells().len();
        let Some((Unread { json, .. }, location)) = self.entries.located() else {
            return (Grid::from_cells(vec![None; cells]), None);
        };
        let mut entry_faults = Faults::default();
        let read = grid_from_json(json, puzzle.rules(), location, &mut entry_faults);
        let of_length = |fault: &&mut Fault| fault.code == FaultCode::PuzzleLength;
        for fault in entry_faults.listed.iter_mut().filter(of_length) {
            fault.detail += &format!("; the puzzle has {cells} cells");
        }
        for fault in entry_faults.listed.iter_mut().filter(|fault| fault.cell.is_some()) {
            fault.detail += " (in `entries`)";
        }
        faults.append(entry_faults);
        let Some(read) = read else { return (None, None) };
        let given = read.grid.cells().len();
        if given != cells {
            faults.add(FaultCode::PuzzleLength, location, || {
                format!("the entries have {given} cells, but the puzzle has {cells}")
            });
            return (None, None);
        }
        let read = read.beside(puzzle.rules(), location, faults);
        read.map_or((None, None), |read| (Some(read.grid), read.candidates))
    }
}
