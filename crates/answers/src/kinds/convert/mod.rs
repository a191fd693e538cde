//! Converts puzzles between text formats.

mod conversion;

pub use conversion::{Conversion, Convert, ConvertRequest, FormatEntry, FormatList, conversion_from_file};
