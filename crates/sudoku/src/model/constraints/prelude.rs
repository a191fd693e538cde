//! Names that the file of a type uses.

pub(crate) use super::definition::{
    ConstraintError, Definition, Digits, FieldValue, FieldValues, Measure, Sign, Surroundings, TUPLE_BYTES,
    Transition, are_different, can_add_up, pairs_along, with_groups,
};
pub(crate) use super::drawing::{Drawing, LineEnds, LineStyle, LineWidth, Shape, SignStyle, listed};
pub(crate) use super::field::{Field, FieldKind};
pub(crate) use super::members::{EntryCells, EntryValue, FpuzzlesMember, MemberForm};
pub(crate) use super::names::OtherName;
pub(crate) use super::network::{NetworkBuilder, RelationId};
pub(crate) use super::outside::{Direction, clue_values, draw_clue, seen_cells};
pub(crate) use super::parts::{AllowedTuples, Consecutive};
pub(crate) use crate::model::cell::Cell;
pub(crate) use crate::model::digit::Digit;
