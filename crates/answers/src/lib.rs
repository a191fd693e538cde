//! Questions about Sudoku and exact cover problems, with limits on time, memory and queues; and their text and JSON forms.
//!
//! | module | contents | excluded |
//! |---|---|---|
//! | [`service`] | tasks, permits, deadlines, cancellation | JSON, settings |
//! | [`wire`] | requests and results as JSON and text | tasks |
//! | [`ingest`] | byte streams, lines, array elements | files |
//!
//! Without HTTP, files and settings: what the service, its command line and the Python wheel share.

pub mod ingest;
pub mod service;
pub mod wire;
