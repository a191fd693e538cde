//! Byte streams cut into chunks of batch entries, for HTTP and the command line.
//!
//! [`Lines`] reads lines, drawn grids and games of XML as they arrive, and [`Elements`] a complete JSON array. Entries are parsed
//! later, on solver threads, by [`LineCodec`](crate::wire::LineCodec).

mod blocks;
mod elements;
mod games;
mod line_assembler;
mod line_content;
mod lines;
mod rows;
mod titles;

pub use blocks::begins_section;
pub use elements::Elements;
pub use line_content::{LineBounds, LineContent};
pub use lines::Lines;
pub use quadrille_notation::unstable::are_lines_of_one_puzzle;
