//! Command line: arguments, and all commands except `serve`.

mod answer_codec;
mod answer_files;
mod api_key;
mod arguments;
mod batch;
mod batch_arguments;
mod completions;
mod config;
mod convert;
mod cover;
mod cover_arguments;
mod cover_question;
mod decompress;
mod detect;
mod docs;
mod file_entries;
mod first_tries;
mod generate;
mod generate_arguments;
mod healthcheck;
mod input;
mod input_format;
mod interrupt;
mod job;
mod kind_commands;
mod kind_options;
mod man;
mod members;
mod memory_bounds;
mod openapi;
mod output;
mod progress;
mod query;
mod question_command;
mod range;
mod render;
mod run;
mod selection;
mod service_address;
mod session;
mod settings_arguments;
mod solutions;
mod solutions_arguments;
mod source;
mod usage;

pub use arguments::{
    Arguments, Command, ConvertArguments, DocumentFormat, DocumentProfile, ServerArguments, WorkerArguments,
};
pub use batch_arguments::{BatchArguments, OutputFormat};
pub use cover::CoverCommand;
pub use cover_arguments::{CoverArguments, CoverFormat, SudokuArguments};
pub use cover_question::CoverQuestion;
pub use docs::{documented_pages, with_tables};
pub use file_entries::FileArguments;
pub use generate_arguments::{GenerateArguments, GenerateFormat, WishArguments};
pub use input_format::InputFormat;
pub use job::{
    AdminArguments, AdminCommand, EntriesArguments, JobArguments, JobCommand, Operation, ResultsArguments,
    ResultsFormat, ServiceArguments, SubmitArguments, TextArguments,
};
pub use kind_commands::{Listed, ListedArguments};
pub use memory_bounds::{CORES, memory_bounds};
pub use question_command::{ExpectedVerdict, QuestionCommand};
pub use range::InputRange;
pub use render::{BookArguments, RenderArguments};
pub use run::run;
pub use settings_arguments::SettingsArguments;
pub use solutions_arguments::{SolutionsArguments, SolutionsFormat};
pub use usage::UsageError;
