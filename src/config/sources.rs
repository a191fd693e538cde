//! Sources of settings, merged into one table.

use std::path::PathBuf;

use config::builder::DefaultState;
use config::{ConfigBuilder, Environment, File, FileFormat};

use super::error::ConfigError;

/// The documented defaults. Their keys are the only ones that exist.
pub(super) const DEFAULTS: &str = include_str!("../../config/default.toml");

/// Settings from the command line.
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    /// A file to read after the defaults.
    pub file: Option<PathBuf>,
    /// `server.listen`.
    pub listen: Option<String>,
    /// `admin.listen`.
    pub admin_listen: Option<String>,
    /// `log.format`.
    pub log_format: Option<String>,
}

/// Merges the defaults, the file, the environment and the flags.
///
/// # Errors
/// If the file cannot be read, or for unknown keys, all of which are named.
pub(super) fn merge(overrides: &Overrides, environment: Environment) -> Result<toml::Table, ConfigError> {
    let defaults = config::Config::builder().add_source(File::from_str(DEFAULTS, FileFormat::Toml));
    let known = keys(&table(defaults.clone())?);
    let mut builder = defaults;
    if let Some(file) = &overrides.file {
        builder = builder.add_source(File::from(file.as_path()).format(FileFormat::Toml));
    }
    let settings = table(
        builder
            .add_source(environment)
            .set_override_option("server.listen", overrides.listen.as_deref())?
            .set_override_option("admin.listen", overrides.admin_listen.as_deref())?
            .set_override_option("log.format", overrides.log_format.as_deref())?,
    )?;
    let unknown: Vec<String> = keys(&settings)
        .into_iter()
        .filter(|key| !known.contains(key))
        .map(|key| format!("{key}: unknown setting; config/default.toml lists all"))
        .collect();
    if unknown.is_empty() { Ok(settings) } else { Err(ConfigError::Invalid(unknown)) }
}

/// Environment variables `QUADRILLE__SECTION__KEY`.
pub(super) fn environment() -> Environment {
    Environment::with_prefix("QUADRILLE")
        .prefix_separator("__")
        .separator("__")
        .ignore_empty(true)
        .try_parsing(true)
        .list_separator(",")
        .with_list_parse_key("server.cors_origins")
        .with_list_parse_key("clients.api_keys")
        .with_list_parse_key("clients.trusted_proxies")
}

/// Builds a TOML table, whose types are strict: the `config` crate itself would turn 1.5 into 2 and "yes" into true.
fn table(builder: ConfigBuilder<DefaultState>) -> Result<toml::Table, ConfigError> {
    Ok(builder.build()?.try_deserialize()?)
}

/// The names of all keys, as `section.key`.
fn keys(settings: &toml::Table) -> Vec<String> {
    let mut keys = Vec::new();
    for (section, value) in settings {
        match value {
            toml::Value::Table(table) => keys.extend(table.keys().map(|key| format!("{section}.{key}"))),
            _ => keys.push(section.clone()),
        }
    }
    keys
}
