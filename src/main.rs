//! The program: reads the command line and the settings, and does what it is told.

use std::process::ExitCode;

use clap::Parser;
use quadrille::cli::{self, Arguments, Command};
use quadrille::config::{Config, Overrides};
use quadrille::server;

fn main() -> ExitCode {
    let (command, overrides) = Arguments::parse().into_parts();
    match run(&command, &overrides) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("quadrille: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: &Command, overrides: &Overrides) -> anyhow::Result<()> {
    match command {
        Command::Serve => server::serve(&Config::load(overrides)?),
        Command::Healthcheck { url } => cli::healthcheck(url.as_deref(), &Config::load(overrides)?),
        Command::Openapi { format } => cli::openapi(*format),
        Command::Config => cli::config(&Config::load(overrides)?),
    }
}
