//! Search space of small problems: sets of options as machine words.

mod bit_matrix;
mod mask;
mod table;

pub use bit_matrix::BitMatrix;
pub use mask::ItemMask;
