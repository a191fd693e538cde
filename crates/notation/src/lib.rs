#![doc = include_str!("../README.md")]

// Map of the modules:
//
// | module | content |
// |---|---|
// | `formats` | the formats, one file each, and their detection |
// | `unstable` | parts of the readers, for programs that build a reader of their own |

mod formats;
pub mod unstable;

pub use formats::Format;
pub use formats::content::{
    Content, FormatFault, FormatFaultReason, IgnoredLines, NotRepresentable, ParsedText, TextFault,
};
pub use formats::description::{Description, GuessedConstraint};
pub use formats::detection::{parse, parse_puzzle};
pub use formats::drawn::{CellFault, DrawingFault};
pub use formats::registry::{FormatDefinition, definition, format_puzzle};
