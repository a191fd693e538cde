//! Lists of the kinds of question.

use std::borrow::Cow;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::kinds::candidates::FindCandidates;
use crate::kinds::canonical::FindCanonical;
use crate::kinds::check::CheckEntries;
use crate::kinds::command_kind::CommandKind;
use crate::kinds::conflicts::FindConflicts;
use crate::kinds::convert::Convert;
use crate::kinds::count::Count;
use crate::kinds::cover::{CoverCount, CoverEstimate, CoverSolutions, CoverSolve};
use crate::kinds::estimate::EstimateSolutions;
use crate::kinds::formula::{CoverWriteFormula, WriteFormula};
use crate::kinds::generate::Generate;
use crate::kinds::guesses::CountGuesses;
use crate::kinds::hint::FindHint;
use crate::kinds::minimal::TestMinimal;
use crate::kinds::path::FindPath;
use crate::kinds::prove::{CoverProve, Prove};
use crate::kinds::rate::Rate;
use crate::kinds::render::Render;
use crate::kinds::score::Score;
use crate::kinds::shuffle::Shuffle;
use crate::kinds::solutions::Solutions;
use crate::kinds::solve::Solve;
use crate::kinds::subset::ChooseSubset;
use crate::wire::answer_kind::{BatchKind, EndpointKind};
use crate::wire::question::RequestKind;

/// Code that is run for each kind.
pub trait KindVisitor {
    /// Is called once for each kind.
    fn visit<K: RequestKind>(&mut self);
}

/// Code that is run for each kind whose endpoint does nothing but answer it.
pub trait EndpointVisitor {
    /// Is called once for each kind.
    fn visit<K: EndpointKind>(&mut self);
}

/// Code that is run for each kind that is a command.
pub trait CommandVisitor {
    /// Is called once for each kind.
    fn visit<K: CommandKind>(&mut self);
}

/// Code that is run for one of the kinds that batches can hold.
pub trait BatchVisitor {
    /// Result of the code.
    type Output;

    /// Runs the code.
    fn visit<K: BatchKind>(self) -> Self::Output;
}

macro_rules! visit_puzzle_endpoints {
    ($visitor:ident: $($kind:ident),+) => { $($visitor.visit::<$kind>();)+ };
    ($visitor:ident) => {
        visit_puzzle_endpoints!(
            $visitor: FindCandidates, TestMinimal, FindConflicts, Rate, FindHint, FindPath, CheckEntries, EstimateSolutions,
            FindCanonical, Shuffle, Prove,
            WriteFormula
        );
    };
}

/// Runs code for each kind whose endpoint does nothing but answer it.
pub fn visit_endpoints(visitor: &mut impl EndpointVisitor) {
    visit_puzzle_endpoints!(visitor);
    visitor.visit::<CoverSolve>();
    visitor.visit::<CoverEstimate>();
    visitor.visit::<CoverProve>();
    visitor.visit::<CoverWriteFormula>();
}

/// Runs code for each kind that is a command.
pub fn visit_commands(visitor: &mut impl CommandVisitor) {
    visitor.visit::<Solve>();
    visitor.visit::<Count>();
    visit_puzzle_endpoints!(visitor);
    visitor.visit::<CountGuesses>();
    visitor.visit::<Score>();
    visitor.visit::<ChooseSubset>();
}

/// Runs code for each kind.
pub fn visit_kinds(visitor: &mut impl KindVisitor) {
    visitor.visit::<Solve>();
    visitor.visit::<Count>();
    visitor.visit::<Solutions>();
    visit_endpoints(&mut EndpointsAsKinds(visitor));
    visitor.visit::<CoverCount>();
    visitor.visit::<CoverSolutions>();
    visitor.visit::<Generate>();
    visitor.visit::<Render>();
    visitor.visit::<Convert>();
}

struct EndpointsAsKinds<'a, V>(&'a mut V);

impl<V: KindVisitor> EndpointVisitor for EndpointsAsKinds<'_, V> {
    fn visit<K: EndpointKind>(&mut self) {
        self.0.visit::<K>();
    }
}

macro_rules! batch_operations {
    ($($kind:ident),+ $(,)?) => {
        /// Question about each entry of a batch that the service answers, also as a job.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum BatchOperation {
            $(#[doc = concat!("[`", stringify!($kind), "`](super::", stringify!($kind), ")")] $kind),+
        }

        impl BatchOperation {
            /// All operations, in the order of the document.
            pub const ALL: &[Self] = &[$(Self::$kind),+];

            /// Runs code for the kind.
            pub fn visit<V: BatchVisitor>(self, visitor: V) -> V::Output {
                match self {
                    $(Self::$kind => visitor.visit::<$kind>()),+
                }
            }

            /// Path of the endpoint of the kind.
            fn path(self) -> &'static str {
                match self {
                    $(Self::$kind => <$kind as RequestKind>::PATH),+
                }
            }

            /// Columns of an answer in a table, as [`BatchKind::COLUMNS`].
            pub fn columns(self) -> &'static [&'static str] {
                match self {
                    $(Self::$kind => $kind::COLUMNS),+
                }
            }

            /// Maximum number of entries of a piece of a job.
            pub fn piece_entries(self) -> u64 {
                match self {
                    $(Self::$kind => $kind::PIECE_ENTRIES),+
                }
            }
        }
    };
}

batch_operations!(Solve, Count, FindCandidates, TestMinimal, Rate, FindCanonical, Shuffle, CoverCount);

impl BatchOperation {
    /// Returns the name, as clients and databases of jobs know it: `exact_cover_count` for `/exact-cover/count`.
    pub fn name(self) -> String {
        self.path().trim_start_matches('/').replace(['/', '-'], "_")
    }

    /// Returns the operation with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|operation| operation.name() == name)
    }
}

impl Serialize for BatchOperation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.name())
    }
}

impl<'de> Deserialize<'de> for BatchOperation {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = Cow::<str>::deserialize(deserializer)?;
        Self::named(&name).ok_or_else(|| D::Error::custom(format!("no operation `{name}`")))
    }
}
