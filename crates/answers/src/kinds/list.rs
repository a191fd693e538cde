//! The list of the kinds of question.
//!
//! Routes, descriptions, batches, jobs, commands and tools are made from it.

use std::borrow::Cow;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::kinds::command_kind::CommandKind;
use crate::kinds::job_kind::{JobKind, operation_name};
use crate::kinds::tool_kind::ToolKind;
use crate::wire::answer_kind::{BatchKind, EndpointKind, ListKind};
use crate::wire::question::{RequestKind, RequestSubject};

/// Code that is run for the kinds of question. Each method is called for the kinds in whose line of the list it is named.
pub trait KindVisitor {
    /// Is called for each kind with an endpoint, unless the method for its form does something else.
    fn endpoint<K: RequestKind>(&mut self) {}

    /// Is called for each kind whose endpoint does nothing but answer it.
    fn answered<K: EndpointKind>(&mut self) {
        self.endpoint::<K>();
    }

    /// Is called for each kind whose endpoint answers it, and can report the progress of its count.
    fn counted<K: EndpointKind>(&mut self) {
        self.answered::<K>();
    }

    /// Is called for each kind whose endpoint lists solutions as a stream.
    fn listed<K: ListKind>(&mut self) {
        self.endpoint::<K>();
    }

    /// Is called for each kind that batches of the service can hold, also as jobs.
    fn batch<K: BatchKind>(&mut self) {}

    /// Is called for each kind that is a command.
    fn command<K: CommandKind>(&mut self) {}

    /// Is called for each kind that is a tool for language models.
    fn tool<K: ToolKind>(&mut self) {}

    /// Is called for each kind that is a job about one puzzle or problem, or a job that needs none.
    fn job<K: JobKind>(&mut self) {}
}

/// Code that is run for one of the kinds that batches can hold.
pub trait BatchVisitor {
    /// Result of the code.
    type Output;

    /// Runs the code.
    fn visit<K: BatchKind>(self) -> Self::Output;
}

macro_rules! kinds {
    ($($folder:ident::$kind:ident: $($form:ident)+;)+) => {
        /// Runs code for each kind, in the order of the list.
        pub fn visit_kinds(visitor: &mut impl KindVisitor) {
            $($(visitor.$form::<crate::kinds::$folder::$kind>();)+)+
        }

        batch_operations!([] $($folder::$kind: $($form)+;)+);
    };
}

/// Makes [`BatchOperation`] of the kinds whose first form is `batch`.
macro_rules! batch_operations {
    ([$($found:tt)*] $folder:ident::$kind:ident: batch $($form:ident)*; $($rest:tt)*) => {
        batch_operations!([$($found)* $folder::$kind;] $($rest)*);
    };
    ([$($found:tt)*] $folder:ident::$kind:ident: $($form:ident)*; $($rest:tt)*) => {
        batch_operations!([$($found)*] $($rest)*);
    };
    ([$($folder:ident::$kind:ident;)+]) => {
        /// Question about each entry of a batch that the service answers, also as a job.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum BatchOperation {
            $(#[doc = concat!("[`", stringify!($kind), "`](super::", stringify!($kind), ")")] $kind),+
        }

        impl BatchOperation {
            /// All operations, in the order of the list.
            pub const ALL: &[Self] = &[$(Self::$kind),+];

            /// Runs code for the kind.
            pub fn visit<V: BatchVisitor>(self, visitor: V) -> V::Output {
                match self {
                    $(Self::$kind => visitor.visit::<crate::kinds::$folder::$kind>()),+
                }
            }

            /// Path of the endpoint of the kind.
            fn path(self) -> &'static str {
                match self {
                    $(Self::$kind => <crate::kinds::$folder::$kind as RequestKind>::PATH),+
                }
            }

            /// What the entries are.
            pub fn subject(self) -> RequestSubject {
                match self {
                    $(Self::$kind => <crate::kinds::$folder::$kind as RequestKind>::SUBJECT),+
                }
            }

            /// Columns of an answer in a table, as [`BatchKind::COLUMNS`].
            pub fn columns(self) -> &'static [&'static str] {
                match self {
                    $(Self::$kind => crate::kinds::$folder::$kind::COLUMNS),+
                }
            }

            /// Maximum number of entries of a piece of a job.
            pub fn piece_entries(self) -> u64 {
                match self {
                    $(Self::$kind => crate::kinds::$folder::$kind::PIECE_ENTRIES),+
                }
            }
        }
    };
}

// A line for each kind: what it is. `batch` is the first word. Sentences and documents name the kinds in this order.
kinds! {
    solve::Solve: batch answered command tool;
    count::Count: batch counted command tool job;
    solutions::Solutions: listed job;
    candidates::FindCandidates: batch answered command tool;
    minimal::TestMinimal: batch answered command;
    conflicts::FindConflicts: answered command tool;
    rate::Rate: batch answered command tool;
    hint::FindHint: answered command tool;
    path::FindPath: answered command tool;
    check::CheckEntries: answered command tool;
    estimate::EstimateSolutions: answered command;
    canonical::FindCanonical: batch answered command;
    shuffle::Shuffle: batch answered command;
    prove::Prove: answered command job;
    formula::WriteFormula: answered command;
    guesses::CountGuesses: command;
    score::Score: command;
    subset::ChooseSubset: command;
    cover::CoverSolve: answered tool;
    cover::CoverEstimate: answered;
    prove::CoverProve: answered job;
    formula::CoverWriteFormula: answered;
    cover::CoverCount: batch counted job;
    cover::CoverSolutions: listed job;
    generate::Generate: endpoint tool job;
    render::Render: endpoint;
    convert::Convert: endpoint tool;
}

impl BatchOperation {
    /// Returns the name, as clients and databases of jobs know it: `exact_cover_count` for `/exact-cover/count`.
    pub fn name(self) -> String {
        operation_name(self.path())
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
