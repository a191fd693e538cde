//! Constraints beside the houses: one file a type.
//!
//! A type has a meaning (`holds`) and a compilation (`add_parts`), which are written apart. The meaning certifies solutions.
//! [`Constraint`] lists the types. To add one, write its file and add it to the list.

mod anti_king;
mod anti_knight;
mod arrow;
mod cage;
mod clone;
mod contradiction;
mod definition;
mod diagonals;
mod difference;
mod disjoint_groups;
mod drawing;
mod even;
mod extra_region;
mod field;
mod greater_than;
mod list;
mod names;
mod negative;
mod network;
mod non_consecutive;
mod odd;
mod pair;
mod palindrome;
mod ratio;
mod slow_thermometer;
mod sum;
mod sum_pair;
mod table;
mod thermometer;
mod whisper;
mod windoku;

pub(crate) use contradiction::{REVISIONS_MAX, is_contradicted};
pub use definition::{ConstraintError, FieldValue, FieldValues, Measure};
pub(crate) use definition::{Sign, Surroundings};
pub use drawing::{Drawing, LineStyle, Shape, SignStyle};
pub use field::{Field, FieldKind};
pub use list::{Constraint, ConstraintType};
pub use names::{OtherName, plain_name};
pub use network::{COMPILATION_WORK_MAX, PARTS_MAX};
pub(crate) use network::{Network, NetworkBuilder, NetworkError, Parts, Relation, Sum};
