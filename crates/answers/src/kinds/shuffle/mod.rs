//! The kind of `/shuffle`.

mod answer;
mod question;

pub use answer::ShuffleFindings;
pub use question::{Shuffle, ShuffleOptions, ShuffleQuestion, ShuffleSearch};
