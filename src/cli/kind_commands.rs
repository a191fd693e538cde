//! Commands that are made of the list of kinds.

use clap::error::{Error, ErrorKind};
use clap::{ArgMatches, Command, FromArgMatches, Subcommand};

/// Arguments of any of the commands that a list has.
pub trait ListedArguments: Sized {
    /// Returns the commands, in their order.
    fn commands() -> Vec<Command>;

    /// Reads the arguments of the command with this name; `None` if there is none.
    fn read(name: &str, matches: &ArgMatches) -> Option<Result<Self, Error>>;
}

/// One of the commands that a list has, with its arguments.
#[derive(Clone, Debug)]
pub struct Listed<A>(pub A);

impl<A: ListedArguments> Subcommand for Listed<A> {
    fn augment_subcommands(parent: Command) -> Command {
        parent.subcommands(A::commands())
    }

    fn augment_subcommands_for_update(parent: Command) -> Command {
        Self::augment_subcommands(parent)
    }

    fn has_subcommand(name: &str) -> bool {
        A::commands().iter().any(|command| command.get_name() == name)
    }
}

impl<A: ListedArguments> FromArgMatches for Listed<A> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let read = matches.subcommand().and_then(|(name, matches)| A::read(name, matches));
        read.unwrap_or_else(|| Err(Error::new(ErrorKind::InvalidSubcommand))).map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
