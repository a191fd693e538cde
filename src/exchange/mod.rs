//! Between the wire and the service: questions one way, answers back, one at a time or a stream of them.
//!
//! [`Lines`] cuts a stream of bytes into chunks of lines, and [`Elements`] a JSON array into chunks of its elements;
//! [`BatchScript`] reads the puzzles in them and writes the answers, on the solver threads of the service.
//! [`SolutionsScribe`] does so for the solutions of one puzzle.
//!
//! This folder knows [`wire`](crate::wire) and [`service`](crate::service), which know nothing of each other; it knows no
//! HTTP and no files.

mod asks;
mod chunk;
mod convert;
mod elements;
mod lines;
mod scribe;
mod script;

pub use asks::AsksBatch;
pub use chunk::Chunk;
pub use convert::{finding_of, question_of, report_of};
pub use elements::Elements;
pub use lines::{LineBounds, Lines};
pub use scribe::SolutionsScribe;
pub use script::{BatchScript, Mark, Style, Wording};
