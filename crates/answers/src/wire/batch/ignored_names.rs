//! Names of members and columns that are no part of a puzzle.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use crate::wire::request::object::NAME_SHOWN_MAX;

/// Maximum number of names.
const NAMES_MAX: usize = 20;

/// Names of ignored members and columns of a batch.
#[derive(Debug, Default)]
pub(crate) struct IgnoredNames(Mutex<BTreeSet<String>>);

impl IgnoredNames {
    /// Adds names, unless there are many.
    pub(crate) fn extend(&self, names: Vec<String>) {
        if names.is_empty() {
            return;
        }
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for name in names {
            if known.len() < NAMES_MAX {
                known.insert(name.chars().take(NAME_SHOWN_MAX).collect());
            }
        }
    }

    /// Returns the names, in order.
    pub(crate) fn names(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}
