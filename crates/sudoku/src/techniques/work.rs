//! Budget of work, after which a search pauses.

/// Work left until a search pauses. A unit is a small operation on a set of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WorkBudget {
    left: u64,
}

impl WorkBudget {
    /// Work without an end.
    pub(super) const UNLIMITED: Self = Self { left: u64::MAX };

    /// This many units.
    pub(super) const fn new(units: u64) -> Self {
        Self { left: units }
    }

    /// Takes units away, as far as there are any.
    #[inline(always)]
    pub(super) fn spend(&mut self, units: u64) {
        if self.left != u64::MAX {
            self.left = self.left.saturating_sub(units);
        }
    }

    /// Whether none is left.
    #[inline(always)]
    pub(super) fn is_used_up(&self) -> bool {
        self.left == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limited_work_is_used_up_and_unlimited_work_is_not() {
        let mut work = WorkBudget::new(3);
        work.spend(2);
        assert!(!work.is_used_up());
        work.spend(5);
        assert!(work.is_used_up());
        let mut unlimited = WorkBudget::UNLIMITED;
        unlimited.spend(u64::MAX);
        assert!(!unlimited.is_used_up());
    }
}
