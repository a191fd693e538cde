//! Operations of jobs that answer a question about each of many entries: one for each kind of question that may be a job.

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::Result;
use clap::error::{Error, ErrorKind};
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, Subcommand, ValueHint, value_parser};
use quadrille_answers::kinds::{BatchOperation, BatchVisitor};
use quadrille_answers::wire::{BatchKind, BatchOptions, RequestSubject};
use serde_json::{Map, Value, json};

use super::work::{SubmittedWork, read_problem, text};
use crate::cli::input_format::{InputFormat, format_names};
use crate::cli::kind_options::KindOption;
use crate::cli::members::{box_size, given};
use crate::cli::question_command::about;

/// Question about each of many entries, or about one.
#[derive(Clone, Debug)]
pub struct EntriesOperation {
    operation: BatchOperation,
    entries: EntriesArguments,
    /// Options of the kind.
    own: Map<String, Value>,
    /// The puzzle or the problem whose solutions are counted.
    whole: Option<OsString>,
}

/// Puzzles, and the options of a question about each.
#[derive(Clone, Debug, Args)]
pub struct EntriesArguments {
    /// Files, a job each, or - for standard input [default: -]
    ///
    /// A file has a puzzle per line, drawn grids, or any other contents of a batch. It may be compressed with gzip or zstd.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    files: Vec<PathBuf>,
    /// Text format of the puzzles [default: detected]
    #[arg(long, value_name = "FORMAT", value_parser = format_names())]
    from: Option<String>,
    /// Box size as width x height, such as 3x2 [default: as square as possible, wider than high]
    #[arg(long, value_name = "WxH")]
    r#box: Option<String>,
    /// Contents of the files
    #[arg(long, value_name = "KIND", value_enum, default_value_t = InputFormat::Text)]
    input: InputFormat,
    /// Time limit per entry in milliseconds [default: set by the service]
    #[arg(long, value_name = "MS")]
    time_ms: Option<u64>,
    /// Limit on the nodes of the search tree per entry [default: none]
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Add search statistics to each result, with `--format json`
    #[arg(long)]
    stats: bool,
}

impl EntriesOperation {
    /// Returns the work that the arguments describe.
    ///
    /// # Errors
    /// If a puzzle or a problem is invalid, or cannot be read.
    pub(super) fn work(&self) -> Result<SubmittedWork> {
        let Self { operation, entries, own, whole } = self;
        let mut options = own.clone();
        let puzzles = [("box", text(&entries.r#box)), ("format", text(&entries.from))];
        let Some(whole) = whole else {
            options.extend(given(puzzles));
            options.extend(given([
                ("time_ms", entries.time_ms.map(Value::from)),
                ("nodes", entries.nodes.map(Value::from)),
                ("stats", entries.stats.then_some(Value::Bool(true))),
            ]));
            let content =
                if *operation == BatchOperation::CoverCount { InputFormat::Ndjson } else { entries.input };
            let (operation, files) = (operation.name(), entries.files.clone());
            return Ok(SubmittedWork::Entries { operation, options, files, content });
        };
        let [_, format] = puzzles;
        let r#box = entries.r#box.as_deref().map(box_size).transpose()?;
        options.extend(given([("box", r#box), format]));
        if *operation != BatchOperation::CoverCount {
            return SubmittedWork::about_puzzle(&operation.name(), whole, options);
        }
        let problem = read_problem(whole.as_ref())?;
        Ok(SubmittedWork::Whole(
            json!({"operation": operation.name(), "problem": problem, "options": options}),
        ))
    }
}

/// Returns the name of the command.
fn name(operation: BatchOperation) -> String {
    operation.name().replace('_', "-")
}

/// Returns the argument with the only puzzle or problem of a count.
fn whole(operation: BatchOperation) -> Option<Arg> {
    let (name, value, help) = match operation {
        BatchOperation::Count => (
            "puzzle",
            "PUZZLE|FILE",
            "Count the solutions of this puzzle, by default all: text, a file, or - for standard input",
        ),
        BatchOperation::CoverCount => (
            "problem",
            "FILE",
            "Count the solutions of the problem in this file, by default all: in Knuth's format or as JSON",
        ),
        _ => return None,
    };
    let argument = Arg::new("whole").long(name).value_name(value).value_parser(value_parser!(OsString));
    let others = ["files", "input", "time_ms", "nodes", "stats"];
    Some(argument.help(help).conflicts_with_all(others).value_hint(ValueHint::FilePath))
}

/// Makes the command of an operation.
struct OperationCommand(BatchOperation);

impl BatchVisitor for OperationCommand {
    type Output = Command;

    fn visit<K: BatchKind>(self) -> Command {
        let command = EntriesArguments::augment_args(Command::new(name(self.0)));
        let command = command.about(about(K::LINK)).long_about(None);
        let command = KindOption::all::<K>().fold(command, |command, option| option.add_to(command));
        let options = BatchOptions::<K>::described();
        let has = |name: &str| options.iter().any(|option| option.name == name);
        let is_puzzle = K::SUBJECT == RequestSubject::Puzzle;
        let shown = [("from", has("format")), ("box", has("box")), ("input", is_puzzle)];
        let command = shown.into_iter().fold(command, |command, (name, is_shown)| {
            command.mut_arg(name, |argument| argument.hide(!is_shown))
        });
        command.args(whole(self.0))
    }
}

/// Reads the options of the kind of an operation.
struct OwnOptions<'a>(&'a ArgMatches);

impl BatchVisitor for OwnOptions<'_> {
    type Output = Map<String, Value>;

    fn visit<K: BatchKind>(self) -> Self::Output {
        KindOption::all::<K>().filter_map(|option| option.member(self.0)).collect()
    }
}

impl Subcommand for EntriesOperation {
    fn augment_subcommands(command: Command) -> Command {
        command.subcommands(
            BatchOperation::ALL.iter().map(|&operation| operation.visit(OperationCommand(operation))),
        )
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        BatchOperation::named(&name.replace('-', "_")).is_some()
    }
}

impl FromArgMatches for EntriesOperation {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let known = |(name, matches)| Some((BatchOperation::named(&str::replace(name, '-', "_"))?, matches));
        let Some((operation, matches)) = matches.subcommand().and_then(known) else {
            return Err(Error::new(ErrorKind::InvalidSubcommand));
        };
        let whole =
            whole(operation).and_then(|argument| matches.get_one(argument.get_id().as_str()).cloned());
        let (entries, own) =
            (EntriesArguments::from_arg_matches(matches)?, operation.visit(OwnOptions(matches)));
        Ok(Self { operation, entries, own, whole })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
