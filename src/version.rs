//! Version of the program and the commit of its source.

/// Semantic version.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Version with the commit in parentheses, if it is known.
pub const VERSION_AND_COMMIT: &str = env!("QUADRILLE_BUILD_VERSION");

/// The first twelve digits of the commit; empty if it is unknown, as in a debug build.
const COMMIT_DIGITS: &str = env!("QUADRILLE_BUILD_COMMIT");

/// The first twelve digits of the commit, if it is known.
pub const COMMIT: Option<&str> = if COMMIT_DIGITS.is_empty() { None } else { Some(COMMIT_DIGITS) };
