//! Byte streams cut into chunks of batch entries, for HTTP and the command line.
//!
//! [`Lines`] reads lines, drawn grids and games of XML as they arrive, and [`Elements`] a complete JSON array. Entries are parsed
//! later, on solver threads, by [`LineCodec`](crate::wire::LineCodec).

mod elements;
mod games;
mod lines;

pub use elements::Elements;
pub use lines::{LineBounds, LineContent, Lines, begins_section};
