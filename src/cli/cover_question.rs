//! Commands that answer a question about each exact cover problem: one for each kind of such questions.

use std::ffi::OsStr;
use std::io::{self, Write, stderr, stdin};
use std::process::ExitCode;

use anyhow::Result;
use clap::error::Error;
use clap::{ArgMatches, Args as _, Command, FromArgMatches as _};
use quadrille_answers::kinds::{KindVisitor, visit_kinds};
use quadrille_answers::wire::{
    EndpointKind, FileOption, ListKind, ProblemBounds, QuestionKind, RequestKind, RequestOf, RequestSubject,
    StreamFormat, is_json, read_json, read_text,
};

use super::answer_files::AnswerFiles;
use super::cover_arguments::CoverArguments;
use super::decompress::{read_all, read_file};
use super::kind_commands::ListedArguments;
use super::kind_options::KindOption;
use super::output::Output;
use super::query::report_faults;
use super::question_command::about;
use super::session::Session;
use super::usage::usage;

/// Name of standard input as an argument.
const STDIN: &str = "-";

/// Maximum number of threads, as in requests.
const THREADS_MAX: usize = 1024;

/// Question about each problem.
#[derive(Clone, Debug)]
pub struct CoverQuestion {
    arguments: CoverArguments,
    /// Options of the kind, as parameters of a query.
    own: Vec<(&'static str, Option<String>)>,
    /// Files for texts of the answer.
    files: AnswerFiles,
    run: fn(&Self) -> Result<ExitCode>,
}

impl CoverQuestion {
    /// Answers the question about each problem.
    ///
    /// # Errors
    /// If the answers cannot be written, or a file is for the answers about several problems.
    pub(super) fn run(&self) -> Result<ExitCode> {
        (self.run)(self)
    }

    fn answer<K: EndpointKind>(&self) -> Result<ExitCode> {
        if self.files.is_empty() {
            return self.for_each_problem::<K>(Session::answer::<K>);
        }
        if self.arguments.files.len() > 1 {
            return Err(usage("a file is for the answer about one problem: give one"));
        }
        self.for_each_problem::<K>(|session, request| session.answer_into_files::<K>(request, &self.files))
    }

    fn list<K: ListKind>(&self) -> Result<ExitCode> {
        self.for_each_problem::<K>(Session::list)
    }

    /// Reads each problem and passes it to `ask`. Faults and files that cannot be read go to standard error.
    fn for_each_problem<K: QuestionKind>(
        &self,
        ask: impl Fn(&Session, RequestOf<K>) -> Result<bool>,
    ) -> Result<ExitCode> {
        let Self { arguments, own, .. } = self;
        let query = arguments.query(own);
        let format = if arguments.is_json() { StreamFormat::Ndjson } else { StreamFormat::Text };
        let threads =
            own.iter().find(|(name, _)| *name == "threads").and_then(|(_, threads)| threads.as_ref());
        let threads = threads.and_then(|threads| threads.parse().ok()).unwrap_or(1);
        let output = Output::open(arguments.output.as_deref())?;
        let session = Session::new(threads.clamp(1, THREADS_MAX), format, arguments.quiet, output)?;
        let mut code = ExitCode::SUCCESS;
        for file in &arguments.files {
            let name = file.to_string_lossy();
            let bytes = match read(file) {
                Ok(bytes) => bytes,
                Err(error) => {
                    code = ExitCode::FAILURE;
                    writeln!(stderr(), "{name}: cannot be read: {error}")?;
                    continue;
                }
            };
            let read = match is_json(&bytes, &query) {
                true => read_json::<K>(&bytes, &query, ProblemBounds::MAX),
                false => read_text::<K>(&bytes, &query, ProblemBounds::MAX),
            };
            match read {
                Ok(request) => {
                    session.warn(&format!("{name}: "), &request.style.notation)?;
                    if !ask(&session, request)? {
                        code = ExitCode::FAILURE;
                    }
                }
                Err(refusal) => {
                    code = ExitCode::FAILURE;
                    report_faults(&name, refusal)?;
                }
            }
        }
        session.close()?;
        Ok(code)
    }

    fn from_matches<K: RequestKind>(
        matches: &ArgMatches,
        files: &[FileOption],
        run: fn(&Self) -> Result<ExitCode>,
    ) -> Result<Self, Error> {
        let mut own = KindOption::single::<K>().map(|option| option.parameter(matches)).collect();
        let files = AnswerFiles::from_matches(files, matches, &mut own)?;
        Ok(Self { arguments: CoverArguments::from_arg_matches(matches)?, own, files, run })
    }
}

fn read(file: &OsStr) -> io::Result<Vec<u8>> {
    if file == STDIN { read_all(Box::new(stdin())) } else { read_file(file.as_ref()) }
}

/// Returns the name of the command of a kind; `None` if it is not about exact cover problems.
fn name<K: RequestKind>() -> Option<&'static str> {
    let is_cover = K::SUBJECT == RequestSubject::CoverProblem;
    K::PATH.rsplit('/').next().filter(|_| is_cover)
}

struct AddCoverCommands(Vec<Command>);

impl AddCoverCommands {
    fn add<K: RequestKind>(&mut self, files: &[FileOption]) {
        let Some(name) = name::<K>() else { return };
        let command = CoverArguments::augment_args(Command::new(name)).about(about(K::LINK)).long_about(None);
        let command = KindOption::single::<K>().fold(command, |command, option| option.add_to(command));
        let command = AnswerFiles::add_to(files, command, "problem").after_help(format!(
            "Examples:\n  quadrille cover {name} problem.dlx\n  \
             quadrille cover from-sudoku '1.....3..4.....2' | quadrille cover {name} -"
        ));
        self.0.push(command);
    }
}

impl KindVisitor for AddCoverCommands {
    fn answered<K: EndpointKind>(&mut self) {
        self.add::<K>(K::FILES);
    }

    fn listed<K: ListKind>(&mut self) {
        self.add::<K>(&[]);
    }
}

/// Reads the arguments of the command with a name.
struct ReadCoverCommand<'a> {
    name: &'a str,
    matches: &'a ArgMatches,
    read: Option<Result<CoverQuestion, Error>>,
}

impl KindVisitor for ReadCoverCommand<'_> {
    fn answered<K: EndpointKind>(&mut self) {
        if name::<K>() == Some(self.name) {
            let read = CoverQuestion::from_matches::<K>(self.matches, K::FILES, CoverQuestion::answer::<K>);
            self.read = Some(read);
        }
    }

    fn listed<K: ListKind>(&mut self) {
        if name::<K>() == Some(self.name) {
            self.read = Some(CoverQuestion::from_matches::<K>(self.matches, &[], CoverQuestion::list::<K>));
        }
    }
}

impl ListedArguments for CoverQuestion {
    fn commands() -> Vec<Command> {
        let mut add = AddCoverCommands(Vec::new());
        visit_kinds(&mut add);
        add.0
    }

    fn read(name: &str, matches: &ArgMatches) -> Option<Result<Self, Error>> {
        let mut command = ReadCoverCommand { name, matches, read: None };
        visit_kinds(&mut command);
        command.read
    }
}
