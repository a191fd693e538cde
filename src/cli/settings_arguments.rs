//! Argument that names the source of settings.

use std::path::PathBuf;

use clap::{Args, ValueHint};

/// Source of settings.
#[derive(Clone, Debug, Default, Args)]
pub struct SettingsArguments {
    // A repeated option overrides the earlier one: the container image passes `--config` before the arguments of the user.
    /// TOML file with settings that override the defaults
    #[arg(long, value_name = "FILE", overrides_with = "config", value_hint = ValueHint::FilePath)]
    pub(super) config: Option<PathBuf>,
}
