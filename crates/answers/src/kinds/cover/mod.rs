//! Kinds of question about exact cover problems.

mod answer;
mod bare;
pub(crate) mod input;
mod matrix;
mod names;
mod request;
pub(crate) mod result;
pub(crate) mod schema;

pub use request::{
    CoverCount, CoverCountRequest, CoverEstimate, CoverEstimateRequest, CoverSolutions,
    CoverSolutionsRequest, CoverSolve, CoverSolveRequest,
};
