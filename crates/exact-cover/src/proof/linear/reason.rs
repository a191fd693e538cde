//! Reasons of the search, with places on the trail.

use crate::cdcl::{Literal, Trail};

/// Constraint that implies a literal, or that is violated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum LinearReason {
    /// None: the literal is a decision.
    #[default]
    Decision,
    /// Inequality of the formula.
    Inequality(u32),
    /// Learnt clause.
    Clause(u32),
}

/// Reason of a true literal, and the number of literals that became true before it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PlacedReason {
    pub reason: LinearReason,
    pub place: u32,
}

/// Trail whose reasons know their places: an inequality implies a literal by those of its literals that became false before.
pub(super) type LinearTrail = Trail<PlacedReason>;

/// Makes an unassigned literal true.
#[inline]
pub(super) fn assign(trail: &mut LinearTrail, literal: Literal, reason: LinearReason) {
    let place = trail.literals().len() as u32;
    trail.assign(literal, PlacedReason { reason, place });
}
