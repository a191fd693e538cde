//! Faults of a request with their locations, and problem bodies that list them.

mod fault;
mod problem;
mod problem_page;

pub(crate) use fault::is_zero;
pub use fault::{Fault, FaultCode, Faults, Location, Refusal};
pub use problem::{Problem, ProblemCode};
pub use problem_page::ProblemPage;
