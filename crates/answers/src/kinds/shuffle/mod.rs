//! The kind of `/shuffle`.

mod answer;
mod question;
mod request;

pub use answer::ShuffleFindings;
pub use question::{ShuffleQuestion, ShuffleSearch};
pub use request::{Shuffle, ShuffleRequest};
