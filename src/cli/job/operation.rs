//! Operations of jobs: their commands, which are made of the kinds of question, and the requests that they describe.

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::error::Error;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches as _, ValueHint, value_parser};
use quadrille_answers::kinds::{
    BatchVisitor, JobDoc, JobForm, JobKind, JobOperation, KindVisitor, visit_kinds,
};
use quadrille_answers::wire::{BatchKind, BatchOptions, RequestSubject};
use serde_json::{Map, Value, json};

use super::work::{SubmittedWork, read_problem, text};
use crate::cli::generate_arguments::WishArguments;
use crate::cli::input_format::{InputFormat, format_names};
use crate::cli::kind_commands::ListedArguments;
use crate::cli::kind_options::{KindOption, SingleOptions};
use crate::cli::members::{box_size, given};
use crate::cli::query::limit;
use crate::cli::question_command::about;

/// Operation, with its arguments.
#[derive(Clone, Debug)]
pub struct Operation {
    name: String,
    arguments: OperationArguments,
    /// Options of the kind, as members of a JSON object.
    options: Map<String, Value>,
}

/// What a job is about.
#[derive(Clone, Debug)]
enum OperationArguments {
    /// Each of many entries.
    Entries(EntriesArguments),
    /// One puzzle.
    Puzzle(OsString, TextArguments),
    /// One exact cover problem, in a file.
    Problem(OsString),
    /// Puzzles that are generated.
    Generated(WishArguments),
}

/// How a puzzle is read.
#[derive(Clone, Debug, Args)]
pub struct TextArguments {
    /// Text format of the puzzles [default: detected]
    #[arg(long, value_name = "FORMAT", value_parser = format_names())]
    from: Option<String>,
    /// Box size as width x height, such as 3x2 [default: as square as possible, wider than high]
    #[arg(long, value_name = "WxH")]
    r#box: Option<String>,
}

/// Puzzles, and the options of a question about each.
#[derive(Clone, Debug, Args)]
pub struct EntriesArguments {
    /// Files, a job each, or - for standard input [default: -]
    ///
    /// A file has a puzzle per line, drawn grids, or any other contents of a batch. It may be compressed with gzip or zstd.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    text: TextArguments,
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

impl Operation {
    /// Returns the work that the arguments describe.
    ///
    /// # Errors
    /// If a puzzle or a problem is invalid, or cannot be read.
    pub(super) fn work(&self) -> Result<SubmittedWork> {
        let Self { name, arguments, options } = self.clone();
        match arguments {
            OperationArguments::Entries(EntriesArguments { files, text, input, time_ms, nodes, stats }) => {
                let mut options = options;
                options.extend(given([
                    ("box", text.r#box.map(Value::String)),
                    ("format", text.from.map(Value::String)),
                    ("time_ms", time_ms.map(Value::from)),
                    ("nodes", nodes.map(Value::from)),
                    ("stats", stats.then_some(Value::Bool(true))),
                ]));
                Ok(SubmittedWork::Entries { operation: name, options, files, content: input })
            }
            OperationArguments::Puzzle(puzzle, TextArguments { from, r#box }) => {
                let mut options = options;
                let r#box = r#box.as_deref().map(box_size).transpose()?;
                options.extend(given([("box", r#box), ("format", text(&from))]));
                SubmittedWork::about_puzzle(&name, &puzzle, options)
            }
            OperationArguments::Problem(file) => {
                // The others are members of the problem.
                let (options, own): (Map<_, _>, Map<_, _>) =
                    options.into_iter().partition(|(name, _)| name == LIMIT);
                let problem = match read_problem(file.as_ref())? {
                    Value::Object(mut problem) => {
                        problem.extend(own);
                        Value::Object(problem)
                    }
                    problem if own.is_empty() => problem,
                    _ => bail!("the problem is no object"),
                };
                Ok(SubmittedWork::Whole(json!({"operation": name, "problem": problem, "options": options})))
            }
            OperationArguments::Generated(wishes) => {
                let mut options = options;
                options.extend(wishes.members()?);
                Ok(SubmittedWork::Whole(json!({"operation": name, "options": options})))
            }
        }
    }
}

const LIMIT: &str = "limit";

/// Id of the argument with the only puzzle or problem.
const WHOLE: &str = "whole";

/// Returns the argument with the only puzzle or problem of a question.
fn whole(subject: RequestSubject, help: String) -> Arg {
    let (name, value) = match subject {
        RequestSubject::Puzzle => ("puzzle", "PUZZLE|FILE"),
        RequestSubject::CoverProblem | RequestSubject::Generated => ("problem", "FILE"),
    };
    let argument = Arg::new(WHOLE).long(name).value_name(value).value_parser(value_parser!(OsString));
    argument.help(help).value_hint(ValueHint::FilePath)
}

/// Makes the command of an operation about each of many entries.
struct EntriesCommand(Command);

impl BatchVisitor for EntriesCommand {
    type Output = Command;

    fn visit<K: BatchKind>(self) -> Command {
        let command = EntriesArguments::augment_args(self.0).about(about(K::LINK)).long_about(None);
        let command = KindOption::all::<K>().fold(command, |command, option| option.add_to(command));
        let options = BatchOptions::<K>::described();
        let has = |name: &str| options.iter().any(|option| option.name == name);
        let shown = [("from", has("format")), ("box", has("box")), ("input", K::SUBJECT.is_puzzle())];
        shown.into_iter().fold(command, |command, (name, is_shown)| {
            command.mut_arg(name, |argument| argument.hide(!is_shown))
        })
    }
}

/// Reads the options of the kind of a batch.
struct EntriesOptions<'a>(&'a ArgMatches);

impl BatchVisitor for EntriesOptions<'_> {
    type Output = Map<String, Value>;

    fn visit<K: BatchKind>(self) -> Self::Output {
        KindOption::all::<K>().filter_map(|option| option.member(self.0)).collect()
    }
}

/// Completes the command of an operation with the arguments of its kind about one puzzle or problem, or about none.
struct OneCommand {
    operation: JobOperation,
    command: Command,
}

impl KindVisitor for OneCommand {
    fn job<K: JobKind>(&mut self) {
        if !self.operation.is::<K>() {
            return;
        }
        let JobDoc { form, title, .. } = K::JOB;
        let command = std::mem::take(&mut self.command);
        let forms = match K::SUBJECT {
            RequestSubject::Puzzle => "text, a file, or - for standard input",
            RequestSubject::CoverProblem | RequestSubject::Generated => "in Knuth's format or as JSON",
        };
        self.command = match (self.operation, K::SUBJECT) {
            (JobOperation::Batch(_), subject) => command.arg(
                whole(subject, format!("{title}: {forms}"))
                    .conflicts_with_all(["files", "input", "time_ms", "nodes", "stats"]),
            ),
            (_, RequestSubject::Generated) => {
                WishArguments::augment_args(command).about(title).long_about(None)
            }
            (_, subject) => {
                let noun = if subject.is_puzzle() { "puzzle" } else { "problem" };
                let command = command.arg(whole(subject, format!("The {noun}: {forms}")).required(true));
                let command =
                    if subject.is_puzzle() { TextArguments::augment_args(command) } else { command };
                // The arguments have a description of their own.
                let command = command.about(title).long_about(None);
                let command =
                    KindOption::of_job::<K>().fold(command, |command, option| option.add_to(command));
                match form {
                    JobForm::List => command.mut_arg(LIMIT, |argument| {
                        argument
                            .help("Maximum number of solutions to list [default: all]")
                            .value_parser(limit)
                    }),
                    _ => command,
                }
            }
        };
    }
}

/// What an operation is about, with its options.
type ReadArguments = Result<(OperationArguments, Map<String, Value>), Error>;

/// Reads the arguments of an operation about one puzzle or problem, or about none.
struct ReadOperation<'a> {
    operation: JobOperation,
    matches: &'a ArgMatches,
    read: Option<ReadArguments>,
}

impl ReadOperation<'_> {
    fn arguments<K: JobKind>(&self) -> Option<ReadArguments> {
        let matches = self.matches;
        if K::SUBJECT == RequestSubject::Generated {
            let wishes = WishArguments::from_arg_matches(matches).map(OperationArguments::Generated);
            return Some(wishes.map(|wishes| (wishes, SingleOptions::<K>::members(matches))));
        }
        let whole: OsString = matches.get_one(WHOLE).cloned()?;
        let options = match self.operation {
            JobOperation::Batch(batch) => batch.visit(EntriesOptions(matches)),
            JobOperation::One(..) => {
                KindOption::of_job::<K>().filter_map(|option| option.member(matches)).collect()
            }
        };
        let arguments = match K::SUBJECT {
            RequestSubject::Puzzle => {
                TextArguments::from_arg_matches(matches).map(|text| OperationArguments::Puzzle(whole, text))
            }
            _ => Ok(OperationArguments::Problem(whole)),
        };
        Some(arguments.map(|arguments| (arguments, options)))
    }
}

impl KindVisitor for ReadOperation<'_> {
    fn job<K: JobKind>(&mut self) {
        if self.operation.is::<K>() {
            self.read = self.arguments::<K>();
        }
    }
}

/// Returns the command of an operation.
fn command((name, operation): (String, JobOperation)) -> Command {
    let command = Command::new(name.replace('_', "-"));
    let command = match operation {
        JobOperation::Batch(batch) => batch.visit(EntriesCommand(command)),
        JobOperation::One(..) => command,
    };
    let mut one = OneCommand { operation, command };
    visit_kinds(&mut one);
    one.command
}

impl ListedArguments for Operation {
    fn commands() -> Vec<Command> {
        JobOperation::all().map(command).collect()
    }

    fn read(name: &str, matches: &ArgMatches) -> Option<Result<Self, Error>> {
        let name = name.replace('-', "_");
        let (name, operation) = JobOperation::all().find(|(other, _)| *other == name)?;
        let mut one = ReadOperation { operation, matches, read: None };
        visit_kinds(&mut one);
        let read = match (one.read, operation) {
            (Some(read), _) => read,
            (None, JobOperation::Batch(batch)) => {
                EntriesArguments::from_arg_matches(matches).map(|mut entries| {
                    // A line of text cannot hold a problem.
                    if !batch.subject().is_puzzle() {
                        entries.input = InputFormat::Ndjson;
                    }
                    (OperationArguments::Entries(entries), batch.visit(EntriesOptions(matches)))
                })
            }
            (None, JobOperation::One(..)) => return None,
        };
        Some(read.map(|(arguments, options)| Self { name, arguments, options }))
    }
}
