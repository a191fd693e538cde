//! Formats of inputs, as arguments.

use clap::ValueEnum;
use clap::builder::PossibleValuesParser;
use quadrille_notation::Format;

/// Contents of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum InputFormat {
    /// Puzzles as text
    Text,
    /// JSON per line: a record with `puzzle` and options, a string or an array
    Ndjson,
}

/// Names of the text formats.
pub(super) fn format_names() -> PossibleValuesParser {
    PossibleValuesParser::new(Format::ALL.iter().copied().map(Format::name))
}
