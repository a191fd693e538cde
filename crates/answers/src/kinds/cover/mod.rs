//! Kinds of question about exact cover problems.

mod answer;
mod bare;
pub(crate) mod input;
pub(crate) mod kind;
mod matrix;
mod names;
mod request;
pub(crate) mod result;
pub(crate) mod schema;

pub use kind::{CoverKind, CoverRequest};
pub use request::{
    CoverCount, CoverCountOptions, CoverEstimate, CoverSolutions, CoverSolutionsOptions, CoverSolve,
    CoverSolveOptions,
};
