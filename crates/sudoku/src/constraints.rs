//! Constraints beside rows, columns and boxes: their types, fields and drawings.
//!
//! A constraint is made of the values of its fields, and belongs to [`Rules`](crate::Rules):
//!
//! ```
//! use quadrille_sudoku::constraints::{Constraint, FieldValue, FieldValues};
//! use quadrille_sudoku::{Cell, Puzzle, Rules};
//!
//! let rules = Rules::usual(4)?;
//! let cage = Constraint::type_named("cage").ok_or("a type")?;
//! let mut values = FieldValues::default();
//! values.insert("cells", FieldValue::Cells(vec![Cell(0), Cell(1)]));
//! values.insert("sum", FieldValue::Number(7));
//! let constraint = rules.constraint(cage, &values)?;
//! let puzzle = Puzzle::empty(rules.with_constraints(vec![constraint])?);
//! assert_eq!(puzzle.count_up_to(1_000), 48);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use crate::model::payload::*;
pub use crate::model::{
    COMPILATION_WORK_MAX, CONSTRAINTS_MAX, Constraint, ConstraintError, ConstraintType, Drawing, EntryCells,
    EntryValue, Field, FieldKind, FieldValue, FieldValues, FpuzzlesMember, LineEnds, LineStyle, LineWidth,
    Measure, MemberForm, OtherName, PARTS_MAX, Shape, SignStyle, Transition, plain_name,
};
