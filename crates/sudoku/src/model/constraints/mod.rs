//! Constraints beside the houses: one file a type.
//!
//! A type has a meaning (`holds`), which certifies solutions, and a compilation (`add_parts`), which are written apart. A type that only
//! relates pairs of cells, or lets digits differ in groups of cells, names these pairs or groups instead. [`Constraint`] lists the types. To
//! add one, write its file in `types`, and a line in the list of `types.rs`. If it needs a rule about
//! several cells that is no house, relation or sum, it adds a [`Part`].

mod contradiction;
mod definition;
mod drawing;
mod field;
mod field_check;
mod members;
mod names;
mod network;
mod outside;
mod parts;
mod prelude;
mod relation;
mod types;
mod value_text;

pub(crate) use contradiction::{REVISIONS_MAX, is_contradicted};
pub use definition::{ConstraintError, ConstraintValues, FieldValue, FieldValues, Measure, Transition};
pub(crate) use definition::{Sign, Surroundings};
pub use drawing::{Drawing, LineEnds, LineStyle, LineWidth, Shape, SignStyle};
pub use field::{Field, FieldKind};
pub(crate) use field_check::unknown_field;
pub use members::{EntryCells, EntryValue, FpuzzlesMember, MemberForm};
pub use names::{OtherName, plain_name};
pub(crate) use network::{Automata, Network, NetworkBuilder, NetworkError, Parts, Sum, Term};
pub use network::{COMPILATION_WORK_MAX, PARTS_MAX};
#[cfg(test)]
pub(crate) use parts::{AllowedTuples, Consecutive};
pub(crate) use parts::{AnyPart, Fact, Part, Statement};
pub(crate) use relation::{RelatedPair, Relation};
pub(crate) use types::payload;
pub use types::{Constraint, ConstraintType};
pub(crate) use value_text::{format_constraint, format_value, parse_constraint, parse_value};
