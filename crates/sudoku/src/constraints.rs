//! Constraints beside rows, columns and boxes: their types, fields and drawings.
//!
//! Each type is a struct with a checked constructor. A constraint is added to a [`Puzzle`](crate::Puzzle::and) or to
//! [`Rules`](crate::Rules::and), which check that it fits the grid:
//!
//! ```
//! use quadrille_sudoku::constraints::{AntiKnight, Cage, Constraint, Thermometer};
//! use quadrille_sudoku::{Puzzle, Rules};
//!
//! let rules = Rules::usual(4)?;
//! let cage = Cage::new(rules.cells("r1c1 r1c2")?, 7)?; // None instead of 7: no sum
//! let puzzle = Puzzle::empty(rules.clone()).and(cage)?;
//! assert_eq!(puzzle.count_up_to(1_000), 48);
//!
//! let line = Thermometer::new(rules.cells("r2c1 r2c2 r2c3")?)?;
//! let rules = rules.with_constraints([line.into(), AntiKnight.into()])?;
//! for constraint in rules.constraints() {
//!     if let Constraint::Thermometer(line) = constraint {
//!         println!("a thermometer of {} cells", line.cells.len());
//!     }
//! }
//!
//! let error = rules.and(Cage::new([quadrille_sudoku::Cell(16)], None)?).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "constraint 3, of type cage: cells/0: cell 16 is outside of the grid: its cells are numbered from 0 to 15"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! For programs that know the types by name only, [`Rules::build`](crate::Rules::build) takes a name and fields, and [`Constraint::TYPES`] lists the types
//! with their fields.

pub use crate::model::payload::*;
pub use crate::model::{
    COMPILATION_WORK_MAX, CONSTRAINTS_MAX, Constraint, ConstraintError, ConstraintType, ConstraintValues,
    Drawing, EntryCells, EntryValue, Field, FieldKind, FieldValue, FieldValues, FpuzzlesMember, LineEnds,
    LineStyle, LineWidth, Measure, MemberForm, OtherName, PARTS_MAX, Shape, SignStyle, Transition,
    plain_name,
};
