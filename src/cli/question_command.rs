//! Commands that answer a question about each puzzle, such as `quadrille solve`: one for each kind of question that is a command.

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::Result;
use clap::error::Error;
use clap::{ArgMatches, Args, Command, FromArgMatches as _, ValueEnum};
use quadrille_answers::kinds::{CommandDoc, CommandKind, KindVisitor, visit_kinds};
use quadrille_answers::wire::{StreamFormat, VerdictKind};

use super::answer_files::AnswerFiles;
use super::batch::batch;
use super::batch_arguments::{BatchArguments, OutputFormat};
use super::input::{Input, InputOptions};
use super::kind_commands::ListedArguments;
use super::kind_options::KindOption;
use super::output::Output;
use super::query::read_puzzle;
use super::session::Session;
use super::usage::usage;
use crate::config::Config;

/// Question about each puzzle.
#[derive(Clone, Debug)]
pub struct QuestionCommand {
    pub(super) puzzles: BatchArguments,
    /// Options of the kind, as parameters of a query.
    own: Vec<(&'static str, Option<String>)>,
    expected: Option<ExpectedVerdict>,
    /// Files for texts of the answer.
    files: AnswerFiles,
    run: fn(&Self, &Config) -> Result<ExitCode>,
}

/// Option of kinds that tell the verdict.
#[derive(Clone, Debug, Args)]
struct ExpectArguments {
    /// Exit with 1 if a puzzle has another verdict, and name its line on standard error
    #[arg(long, value_name = "VERDICT", value_enum)]
    expect: Option<ExpectedVerdict>,
}

/// Verdict that all puzzles should have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExpectedVerdict {
    /// Exactly one solution
    Unique,
    /// Two or more solutions
    Multiple,
    /// No solution
    None,
}

impl From<ExpectedVerdict> for VerdictKind {
    fn from(expected: ExpectedVerdict) -> Self {
        match expected {
            ExpectedVerdict::Unique => Self::Unique,
            ExpectedVerdict::Multiple => Self::Multiple,
            ExpectedVerdict::None => Self::None,
        }
    }
}

impl QuestionCommand {
    /// Answers the question about each puzzle.
    ///
    /// # Errors
    /// As for [`batch`].
    pub(super) fn run(&self, config: &Config) -> Result<ExitCode> {
        (self.run)(self, config)
    }

    fn run_as<K: CommandKind>(&self, config: &Config) -> Result<ExitCode> {
        let Self { puzzles, own, expected, files, .. } = self;
        let is_given = |name: &str| own.iter().any(|(own, value)| *own == name && value.is_some());
        if let Some(option) = K::COMMAND.json_option.filter(|option| is_given(option))
            && puzzles.format() != Some(OutputFormat::Json)
        {
            return Err(usage(format!("--{option} needs --format json: other formats have no {option}")));
        }
        if !files.is_empty() {
            return self.answer_into_files::<K>(config);
        }
        batch::<K>(puzzles, own, config, expected.map(VerdictKind::from))
    }

    /// Answers the question about one puzzle, and writes texts of the answer into files. Returns failure if there are none.
    fn answer_into_files<K: CommandKind>(&self, config: &Config) -> Result<ExitCode> {
        let Self { puzzles, own, files, .. } = self;
        let format = match puzzles.format() {
            None | Some(OutputFormat::Line) => StreamFormat::Text,
            Some(OutputFormat::Json) => StreamFormat::Ndjson,
            Some(_) => return Err(usage("an answer with files has --format line or json")),
        };
        let inputs = match puzzles.range {
            None => Input::open_all(&puzzles.inputs, InputOptions { format: puzzles.input, is_grid: true })?,
            Some(_) => Vec::new(),
        };
        let [Input::Puzzle(text)] = &inputs[..] else {
            return Err(usage("a file is for the answer about one puzzle: give one"));
        };
        let query = puzzles.query_with_time(own, config.batch.time_ms_default);
        let name = puzzles.inputs.first().map_or("-".as_ref(), OsString::as_os_str);
        let Some(request) = read_puzzle::<K>(name, text, &query)? else { return Ok(ExitCode::FAILURE) };
        let session = Session::new(1, format, puzzles.quiet, Output::open(puzzles.output.as_deref())?)?;
        session.warn("", &request.style.notation)?;
        let is_written = session.answer_into_files::<K>(request, files)?;
        session.close()?;
        Ok(if is_written { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    fn from_matches<K: CommandKind>(matches: &ArgMatches) -> Result<Self, Error> {
        let expected = match K::COMMAND.has_expectation {
            true => ExpectArguments::from_arg_matches(matches)?.expect,
            false => None,
        };
        let mut own: Vec<_> = KindOption::all::<K>().map(|option| option.parameter(matches)).collect();
        let files = AnswerFiles::from_matches(K::FILES, matches, &mut own)?;
        Ok(Self {
            puzzles: BatchArguments::from_arg_matches(matches)?,
            own,
            expected,
            files,
            run: Self::run_as::<K>,
        })
    }
}

/// Returns the name of the command of a kind.
fn name<K: CommandKind>() -> &'static str {
    K::PATH.trim_start_matches('/')
}

/// Returns the command of a kind.
fn command<K: CommandKind>() -> Command {
    let CommandDoc { examples, is_drawn, has_expectation, requires, .. } = K::COMMAND;
    let example = |arguments: &&str| format!("\n  quadrille {} {arguments}", name::<K>());
    let examples = format!("Examples:{}", examples.iter().map(example).collect::<String>());
    let mut command = BatchArguments::augment_args(Command::new(name::<K>()));
    command = KindOption::all::<K>().fold(command, |command, option| option.add_to(command));
    if has_expectation {
        command = ExpectArguments::augment_args(command);
    }
    command = AnswerFiles::add_to(K::FILES, command, "puzzle");
    if let Some((option, other)) = requires {
        command = command.mut_arg(option, |argument| argument.requires(other));
    }
    // The arguments have descriptions of their own.
    command = command.about(about(K::LINK)).long_about(None).after_help(examples);
    command = command.visible_aliases(K::COMMAND.aliases);
    if is_drawn {
        let help = "Format of the answers [default: line; grid for single puzzles on a terminal]";
        command = command.mut_arg("format", |format| format.help(help));
    }
    command
}

/// Returns a title with a capital letter.
pub(super) fn about(title: &str) -> String {
    let (first, rest) = title.split_at(1);
    first.to_uppercase() + rest
}

struct AddCommands(Vec<Command>);

impl KindVisitor for AddCommands {
    fn command<K: CommandKind>(&mut self) {
        self.0.push(command::<K>());
    }
}

/// Reads the arguments of the command with a name.
struct ReadCommand<'a> {
    name: &'a str,
    matches: &'a ArgMatches,
    read: Option<Result<QuestionCommand, Error>>,
}

impl KindVisitor for ReadCommand<'_> {
    fn command<K: CommandKind>(&mut self) {
        if self.name == name::<K>() {
            self.read = Some(QuestionCommand::from_matches::<K>(self.matches));
        }
    }
}

impl ListedArguments for QuestionCommand {
    fn commands() -> Vec<Command> {
        let mut add = AddCommands(Vec::new());
        visit_kinds(&mut add);
        add.0
    }

    fn read(name: &str, matches: &ArgMatches) -> Option<Result<Self, Error>> {
        let mut command = ReadCommand { name, matches, read: None };
        visit_kinds(&mut command);
        command.read
    }
}
