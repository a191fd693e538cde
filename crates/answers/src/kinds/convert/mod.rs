//! Converts puzzles between text formats.

mod conversion;
mod conversion_format;
mod record;

pub use conversion::{Conversion, Convert, ConvertRequest, FormatEntry, FormatList, conversion_from_file};
pub use conversion_format::ConversionFormat;
