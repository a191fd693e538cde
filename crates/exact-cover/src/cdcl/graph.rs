//! Implication graph: the assigned literals, each with the literals that imply it.

use super::instance::Instance;
use super::literal::Literal;
use super::trail::Trail;

/// Trail and instance, borrowed for conflict analysis. The trail has the reason of each literal; the
/// instance has the literals of a reason that is an item.
#[derive(Clone, Copy)]
pub(super) struct ImplicationGraph<'a> {
    instance: &'a Instance,
    trail: &'a Trail,
}

impl<'a> ImplicationGraph<'a> {
    pub(super) const fn new(instance: &'a Instance, trail: &'a Trail) -> Self {
        Self { instance, trail }
    }

    #[inline]
    pub(super) const fn trail(self) -> &'a Trail {
        self.trail
    }

    /// Literals that a literal excludes; none if they are not listed.
    pub(super) fn rivals_of(self, literal: Literal) -> &'a [Literal] {
        self.instance.rivals_of(literal).unwrap_or_default()
    }

    /// Literals of an item that is a reason or a conflict.
    #[inline]
    pub(super) fn members(self, item: u32) -> &'a [Literal] {
        self.instance.members(item)
    }
}
