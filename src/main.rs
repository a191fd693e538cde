//! Program entry: parses the command line and runs the command.

use std::env;
use std::io::{self, ErrorKind, Write, stderr};
use std::process::ExitCode;

use quadrille::cli::{self, Arguments, Command, UsageError};
use quadrille::config::{Config, Overrides};
use quadrille::server;

/// Exit code after wrong arguments, as of clap.
const USAGE: u8 = 2;

fn main() -> ExitCode {
    let arguments = match Arguments::from_words(env::args_os()) {
        Ok(arguments) => arguments,
        Err(error) => return failed(&error),
    };
    let (command, overrides) = match arguments.into_parts() {
        Ok(parts) => parts,
        Err(error) => error.exit(),
    };
    match run(&command, &overrides) {
        Ok(code) => code,
        Err(error) if is_closed_output(&command, &error) => ExitCode::SUCCESS,
        Err(error) => failed(&error),
    }
}

/// Reports an error. Returns the exit code.
fn failed(error: &anyhow::Error) -> ExitCode {
    // If standard error is closed, the exit code still reports the failure.
    let _ = writeln!(stderr(), "quadrille: {error:#}");
    if error.is::<UsageError>() { ExitCode::from(USAGE) } else { ExitCode::FAILURE }
}

/// Whether a command ended early because the reader of its output closed the pipe, such as `head`. A server or a health check
/// may fail with the same error of a socket.
fn is_closed_output(command: &Command, error: &anyhow::Error) -> bool {
    let writes_output =
        !matches!(command, Command::Serve { .. } | Command::Work { .. } | Command::Healthcheck { .. });
    let error = error.downcast_ref::<io::Error>();
    writes_output && error.is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}

fn run(command: &Command, overrides: &Overrides) -> anyhow::Result<ExitCode> {
    match command {
        Command::Serve { .. } => server::serve(overrides)?,
        Command::Work { .. } => server::work(overrides)?,
        Command::Mcp { .. } => server::serve_tools(overrides)?,
        // All that `serve` checks.
        Command::Config(_) => server::check(&Config::load(overrides)?)?,
        _ => {}
    }
    cli::run(command, overrides)
}
