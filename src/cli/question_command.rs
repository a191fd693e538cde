//! Commands that answer a question about each puzzle, such as `quadrille solve`: one for each kind of question that is a command.

use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::error::{Error, ErrorKind};
use clap::{ArgMatches, Args, Command, FromArgMatches, Subcommand, ValueEnum};
use quadrille_answers::kinds::{CommandDoc, CommandKind, CommandVisitor, visit_commands};
use quadrille_answers::wire::VerdictKind;

use super::batch::batch;
use super::batch_arguments::{BatchArguments, OutputFormat};
use super::kind_options::KindOption;
use crate::config::Config;

/// Question about each puzzle.
#[derive(Clone, Debug)]
pub struct QuestionCommand {
    pub(super) puzzles: BatchArguments,
    /// Options of the kind, as parameters of a query.
    own: Vec<(&'static str, Option<String>)>,
    expected: Option<ExpectedVerdict>,
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
        let Self { puzzles, own, expected, .. } = self;
        let is_given = |name: &str| own.iter().any(|(own, value)| *own == name && value.is_some());
        if let Some(option) = K::COMMAND.json_option.filter(|option| is_given(option))
            && puzzles.format != Some(OutputFormat::Json)
        {
            bail!("--{option} needs --format json: other formats have no {option}");
        }
        batch::<K>(puzzles, own, config, expected.map(VerdictKind::from))
    }

    fn from_matches<K: CommandKind>(matches: &ArgMatches) -> Result<Self, Error> {
        let expected = match K::COMMAND.has_expectation {
            true => ExpectArguments::from_arg_matches(matches)?.expect,
            false => None,
        };
        Ok(Self {
            puzzles: BatchArguments::from_arg_matches(matches)?,
            own: KindOption::all::<K>().map(|option| option.parameter(matches)).collect(),
            expected,
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
    if let Some((option, other)) = requires {
        command = command.mut_arg(option, |argument| argument.requires(other));
    }
    // The arguments have descriptions of their own.
    command = command.about(about(K::LINK)).long_about(None).after_help(examples);
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

struct AddCommands(Command);

impl CommandVisitor for AddCommands {
    fn visit<K: CommandKind>(&mut self) {
        self.0 = std::mem::take(&mut self.0).subcommand(command::<K>());
    }
}

/// Reads the arguments of the command with a name.
struct ReadCommand<'a> {
    name: &'a str,
    matches: &'a ArgMatches,
    read: Result<QuestionCommand, Error>,
}

impl CommandVisitor for ReadCommand<'_> {
    fn visit<K: CommandKind>(&mut self) {
        if self.name == name::<K>() {
            self.read = QuestionCommand::from_matches::<K>(self.matches);
        }
    }
}

impl Subcommand for QuestionCommand {
    fn augment_subcommands(command: Command) -> Command {
        let mut add = AddCommands(command);
        visit_commands(&mut add);
        add.0
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        Self::augment_subcommands(Command::default()).find_subcommand(name).is_some()
    }
}

impl FromArgMatches for QuestionCommand {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let unknown = Err(Error::new(ErrorKind::InvalidSubcommand));
        let Some((name, matches)) = matches.subcommand() else { return unknown };
        let mut command = ReadCommand { name, matches, read: unknown };
        visit_commands(&mut command);
        command.read
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
