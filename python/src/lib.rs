//! Native module of the Python package `quadrille`.
//!
//! | module | contents |
//! |---|---|
//! | `engine` | searches without the GIL, on the thread of the caller or on several threads |
//! | `single` | answers about one puzzle that is text |
//! | `error`, `time` | exceptions; the clock |
//! | `problem` | a puzzle or an exact cover problem |
//! | `cubes` | parts of a problem that are counted apart |
//! | `entries`, `output`, `column`, `batch` | answers to a question about each of many entries |
//! | `generate` | random puzzles |
//! | `listing`, `solutions` | solutions of a problem; all solutions of a puzzle, one by one |
//! | `formats` | a puzzle in another format, or as a picture |
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
mod formats;
mod generate;
mod listing;
mod output;
mod problem;
mod single;
mod solutions;
mod time;

/// Functions that the Python package calls.
#[pyo3::pymodule]
mod _native {
    /// Version of the package.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");

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
    use super::formats::{convert, render};
    #[pymodule_export]
    use super::generate::{generate, generate_set};
    #[pymodule_export]
    use super::single::{count_text, is_unique_text, solve_text};
    #[pymodule_export]
    use super::solutions::Solutions;
}
