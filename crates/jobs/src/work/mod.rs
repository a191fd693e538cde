//! Work of pieces: how a job is cut into pieces, and what the run of one does and leaves.
//!
//! It knows the objects and a [`Dispatcher`](quadrille_answers::service::Dispatcher), but no statement of the database: it asks the queue only
//! for reservations.
//!
//! | module | content |
//! |---|---|
//! | `run_piece`, `outcome`, `signals` | the run of a piece, how it ends, and the signals to it |
//! | `requests` | parsed requests that a worker keeps |
//! | `plan`, `answer_lines` | pieces of an input of many puzzles |
//! | `generate_puzzles` | pieces of generated puzzles |
//! | `cubes`, `list_cubes` | pieces of the search of one problem; solutions as lines |
//! | `prove` | the piece of a proof |
//! | `output`, `result_lines` | objects that pieces write, after a reservation; results as lines |

mod answer_lines;
mod cubes;
mod generate_puzzles;
mod list_cubes;
mod outcome;
mod output;
mod plan;
mod prove;
mod requests;
mod result_lines;
mod run_piece;
mod signals;

pub(crate) use outcome::PieceError;
#[cfg(test)]
pub(crate) use plan::STEP;
pub(crate) use requests::RequestCache;
pub(crate) use run_piece::PieceRunner;
pub(crate) use signals::PieceSignals;
