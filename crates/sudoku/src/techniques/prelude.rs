//! Names that the file of a technique uses.

pub(super) use super::board::Board;
pub(super) use super::cell_group::CellGroup;
pub(super) use super::cell_set::CellSet;
pub(super) use super::deduction::{Deduction, Link, LinkEnd};
pub(super) use super::memo::SearchMemo;
pub(super) use super::pattern::{Pattern, TechniqueInfo};
pub(super) use super::search_progress::SearchProgress;
pub(super) use super::sentence::{Sentence, sentence};
pub(super) use super::wording::Wording;
pub(super) use crate::encoding::Candidate;
pub(super) use crate::model::{Cell, Digit, DigitSet};
