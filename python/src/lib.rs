//! Native module of the Python package `quadrille`.
//!
//! | module | contents |
//! |---|---|
//! | `engine` | runtime of the solver threads; waits for it without the GIL |
//! | `error` | exceptions |
//! | `problem` | a puzzle or an exact cover problem |
//! | `cubes` | parts of a problem that are counted apart |
//! | `entries`, `output`, `column`, `batch` | answers to a question about each of many entries |
//! | `generate` | random puzzles |
//! | `solutions` | all solutions of a puzzle, one by one |
//! | `cover` | solutions of an exact cover problem, and proofs |
//!
//! The package in `quadrille/` decides on the types of its arguments and results, and calls the functions of this module with
//! text and buffers.

mod batch;
mod column;
mod cover;
mod cubes;
mod engine;
mod entries;
mod error;
mod generate;
mod output;
mod problem;
mod solutions;

/// Functions that the Python package calls.
#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    use super::batch::{answer, score};
    #[pymodule_export]
    use super::cover::{cover_answer, cover_solutions};
    #[pymodule_export]
    use super::cubes::{Stop, cubes, split, weight};
    #[pymodule_export]
    use super::engine::core_count;
    #[pymodule_export]
    use super::entries::Entries;
    #[pymodule_export]
    use super::generate::{generate, generate_set};
    #[pymodule_export]
    use super::solutions::Solutions;
}
