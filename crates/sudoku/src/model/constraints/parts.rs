//! The open set of parts: rules about several cells together that are no house, relation or sum, which have fast paths of their own.
//!
//! To add one, write its file in `parts`, and a line in the list below.

use std::fmt::Debug;
use std::ops::Range;

use crate::model::cell::Cell;
use crate::model::digit::Digit;

/// Variable of a formula that a part states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fact {
    /// The cell has the digit.
    Candidate(Cell, Digit),
    /// An auxiliary variable of the part, from 0.
    Auxiliary(usize),
}

/// Statement of a part with auxiliary variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Statement<'a> {
    /// Exactly one of these auxiliary variables is true.
    ExactlyOne(Range<usize>),
    /// If these facts are true, then another one is; `None`: not all of them are true.
    Implies(&'a [Fact], Option<Fact>),
}

/// Rule about several cells together.
pub(crate) trait Part: Clone + Debug + Eq {
    /// Its cells, each once.
    fn cells(&self) -> &[Cell];

    /// Its size, by which its memory and its work are bounded: cells, or digits of tuples.
    fn size(&self) -> usize;

    /// Bytes of its fields beside its cells, roughly.
    fn heap_bytes(&self) -> usize {
        self.size()
    }

    /// Removes candidates, given as bits in the order of the cells, that no digits of the other cells complete. Returns whether there may be
    /// digits that meet the part.
    ///
    /// Not every such candidate is removed, but complete digits that break the part are rejected.
    fn filter(&self, masks: &mut [u64]) -> bool;

    /// Largest number of candidates of a [forbidden](Self::forbid) combination.
    fn width(&self) -> usize;

    /// Visits the combinations of candidates that the part forbids, in an order that never changes: the lines of a formula, and items of an
    /// exact cover problem if they are pairs.
    fn forbid<E>(&self, digits: usize, visit: impl FnMut(&[(Cell, Digit)]) -> Result<(), E>)
    -> Result<(), E>;

    /// Number of auxiliary variables of its [statements](Self::state). The digits of a complete grid fix the values of all of them.
    fn auxiliary_count(&self) -> usize {
        0
    }

    /// Visits statements that are lines of a formula beside the forbidden combinations, in an order that never changes.
    fn state<E>(&self, _: usize, _: impl FnMut(Statement<'_>) -> Result<(), E>) -> Result<(), E> {
        Ok(())
    }

    /// Work of [`filter`](Self::filter), in steps of a search.
    fn work(&self) -> u64 {
        self.size() as u64 / 4
    }
}

/// Declares the module of each kind of part. Defines [`AnyPart`], with a variant for each kind.
macro_rules! parts {
    ($($module:ident::$variant:ident),* $(,)?) => {
        $(mod $module;)*
        $(pub(crate) use $module::$variant;)*

        /// A part of any kind.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub(crate) enum AnyPart {
            $($variant($variant),)*
        }

        $(impl From<$variant> for AnyPart {
            fn from(part: $variant) -> Self {
                Self::$variant(part)
            }
        })*

        impl Part for AnyPart {
            fn cells(&self) -> &[Cell] {
                match self { $(Self::$variant(part) => part.cells(),)* }
            }

            fn size(&self) -> usize {
                match self { $(Self::$variant(part) => part.size(),)* }
            }

            fn heap_bytes(&self) -> usize {
                match self { $(Self::$variant(part) => part.heap_bytes(),)* }
            }

            fn filter(&self, masks: &mut [u64]) -> bool {
                match self { $(Self::$variant(part) => part.filter(masks),)* }
            }

            fn width(&self) -> usize {
                match self { $(Self::$variant(part) => part.width(),)* }
            }

            fn forbid<E>(
                &self,
                digits: usize,
                visit: impl FnMut(&[(Cell, Digit)]) -> Result<(), E>,
            ) -> Result<(), E> {
                match self { $(Self::$variant(part) => part.forbid(digits, visit),)* }
            }

            fn auxiliary_count(&self) -> usize {
                match self { $(Self::$variant(part) => part.auxiliary_count(),)* }
            }

            fn state<E>(
                &self,
                digits: usize,
                visit: impl FnMut(Statement<'_>) -> Result<(), E>,
            ) -> Result<(), E> {
                match self { $(Self::$variant(part) => part.state(digits, visit),)* }
            }

            fn work(&self) -> u64 {
                match self { $(Self::$variant(part) => part.work(),)* }
            }
        }
    };
}

pub(crate) use automaton::Words;

// rustfmt finds no modules in a macro: `.ci/format` names their files.
parts! {
    automaton::Automaton,
    consecutive::Consecutive,
    table::AllowedTuples,
}
