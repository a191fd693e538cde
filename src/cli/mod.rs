//! Command line: arguments, and all commands except `serve`.

mod answer_codec;
mod api_key;
mod arguments;
mod batch;
mod completions;
mod config;
mod convert;
mod cover;
mod cover_arguments;
mod detect;
mod drawn_kind;
mod healthcheck;
mod input;
mod man;
mod openapi;
mod progress;
mod query;
mod run;
mod source;

pub use arguments::{
    Arguments, BatchArguments, Command, ConvertArguments, DocumentFormat, ExpectedVerdict, InputFormat,
    OutputFormat, ServerArguments, SettingsArguments,
};
pub use cover_arguments::{CoverArguments, CoverCommand, CoverFormat, SudokuArguments};
pub use run::run;
