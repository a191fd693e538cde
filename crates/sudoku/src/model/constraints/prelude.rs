//! Names that the file of a type uses.

pub(crate) use super::definition::{
    ConstraintError, ConstraintValues, Definition, Digits, FieldValue, FieldValues, Measure, Sign,
    Surroundings, TUPLE_BYTES, Transition, add_equal_sums, add_ranged, are_different, at_least, can_add_up,
    count_of, counted, digits_text, digits_value, ends_and_others, have_equal_sums, listed_digits,
    listed_groups, need_three_digits, pairs_along, pairs_among, pills_at_ends, third_of, with_groups,
};
pub(crate) use super::drawing::{Drawing, LineEnds, LineStyle, LineWidth, Shape, SignStyle, listed};
pub(crate) use super::field::{Field, FieldKind};
pub(crate) use super::field_check::Checked;
pub(crate) use super::members::{EntryCells, EntryValue, FpuzzlesMember, MemberForm};
pub(crate) use super::names::OtherName;
pub(crate) use super::network::{NetworkBuilder, RelationId};
pub(crate) use super::outside::{Direction, clue_values, draw_clue, seen_cells};
pub(crate) use super::parts::{AllowedTuples, Consecutive, ExcludedSum, Ranged, SameCounts, Tally};
pub(crate) use crate::model::cell::Cell;
pub(crate) use crate::model::digit::{Digit, DigitSet};
