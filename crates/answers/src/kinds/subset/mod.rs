//! The kind of `quadrille subset`.

mod answer;
mod parts;
mod question;

pub use answer::SubsetFindings;
pub use parts::SubsetParts;
pub use question::{ChooseSubset, SubsetAnswer, SubsetOptions, SubsetQuestion, SubsetSearch};
