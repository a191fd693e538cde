//! Sources of settings, merged into one table.

use std::net::SocketAddr;
use std::path::PathBuf;

use config::builder::DefaultState;
use config::{ConfigBuilder, Environment, File, FileFormat, Value};

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
    /// Port of `server.listen`.
    pub port: Option<u16>,
    /// `admin.listen`.
    pub admin_listen: Option<String>,
    /// `server.cors_origins`, if it is not empty.
    pub cors_origins: Vec<String>,
    /// `log.format`.
    pub log_format: Option<String>,
}

/// Settings of all sources, and the source of each.
pub(super) struct Merged {
    pub(super) settings: toml::Table,
    sources: Vec<Source>,
}

/// Source other than the defaults.
struct Source {
    /// Name for messages; `None` for environment variables, each of which has its own.
    name: Option<String>,
    keys: Vec<String>,
}

impl Merged {
    /// Returns `fault`, a message that begins with a key, with the source of that key in front.
    pub(super) fn locate(&self, fault: &str) -> String {
        // An element of a list has the key of the list.
        let key = fault.split([':', '[']).next().unwrap_or_default();
        let is_in = |source: &&Source| {
            source
                .keys
                .iter()
                .any(|known| known == key || known.split_once('.').is_some_and(|(section, _)| section == key))
        };
        match self.sources.iter().rev().find(is_in) {
            Some(Source { name: Some(name), .. }) => format!("{name}: {fault}"),
            Some(_) => format!("QUADRILLE__{}: {fault}", key.to_uppercase().replace('.', "__")),
            None => fault.to_owned(),
        }
    }
}

/// Merges the defaults, the file, the variable `PORT`, the environment and the flags.
///
/// # Errors
/// If the file cannot be read, if `PORT` is no port, or for unknown keys, all of which are named.
pub(super) fn merge(
    overrides: &Overrides,
    port: Option<&str>,
    environment: Environment,
) -> Result<Merged, ConfigError> {
    let defaults = config::Config::builder().add_source(File::from_str(DEFAULTS, FileFormat::Toml));
    let known = keys(&table(defaults.clone())?);
    let alone = |source: ConfigBuilder<DefaultState>| table(source).map(|table| keys(&table));
    let empty = config::Config::builder;
    let (mut builder, mut sources) = (defaults, Vec::new());
    if let Some(path) = &overrides.file {
        let file = File::from(path.as_path()).format(FileFormat::Toml);
        let keys = alone(empty().add_source(file.clone()))?;
        sources.push(Source { name: Some(path.display().to_string()), keys });
        builder = builder.add_source(file);
    }
    if let Some(port) = port.filter(|port| !port.is_empty()) {
        let number =
            port.parse().map_err(|_| invalid(format!("PORT: {port:?} is not a port, 0 to 65535")))?;
        // A Unix socket has no port.
        if let Some(listen) = listen_with_port(&builder, number)? {
            let source = File::from_str(&format!("server.listen = \"{listen}\""), FileFormat::Toml);
            sources.push(Source { name: Some("PORT".to_owned()), keys: vec![LISTEN.to_owned()] });
            builder = builder.add_source(source);
        }
    }
    sources.push(Source { name: None, keys: alone(empty().add_source(environment.clone()))? });
    builder = builder.add_source(environment);
    let text = |value: &Option<String>| value.clone().map(Value::from);
    let cors_origins = (!overrides.cors_origins.is_empty()).then(|| overrides.cors_origins.clone().into());
    for (flag, key, value) in [
        ("--listen", LISTEN, text(&overrides.listen)),
        ("--admin-listen", "admin.listen", text(&overrides.admin_listen)),
        ("--cors", "server.cors_origins", cors_origins),
        ("--log-format", "log.format", text(&overrides.log_format)),
    ] {
        let Some(value) = value else { continue };
        sources.push(Source { name: Some(flag.to_owned()), keys: vec![key.to_owned()] });
        builder = builder.set_override(key, value)?;
    }
    if let Some(port) = overrides.port {
        let listen = listen_with_port(&builder, port)?;
        let listen =
            listen.ok_or_else(|| invalid("--port: server.listen is not an address with a port".into()))?;
        sources.push(Source { name: Some("--port".to_owned()), keys: vec![LISTEN.to_owned()] });
        builder = builder.set_override(LISTEN, listen.to_string())?;
    }
    let settings = table(builder)?;
    let unknown: Vec<String> = keys(&settings)
        .into_iter()
        .filter(|key| !known.contains(key))
        .map(|key| format!("{key}: unknown setting; config/default.toml lists all"))
        .collect();
    let merged = Merged { settings, sources };
    if unknown.is_empty() {
        return Ok(merged);
    }
    Err(ConfigError::Invalid(unknown.iter().map(|fault| merged.locate(fault)).collect()))
}

/// The key of the public listener.
const LISTEN: &str = "server.listen";

fn invalid(fault: String) -> ConfigError {
    ConfigError::Invalid(vec![fault])
}

/// Returns the address of the public listener so far with another port; `None` if it has no port.
fn listen_with_port(
    builder: &ConfigBuilder<DefaultState>,
    port: u16,
) -> Result<Option<SocketAddr>, ConfigError> {
    let settings = table(builder.clone())?;
    let listen = settings.get("server").and_then(|server| server.get("listen")).and_then(toml::Value::as_str);
    let mut address: Option<SocketAddr> = listen.and_then(|listen| listen.parse().ok());
    if let Some(address) = &mut address {
        address.set_port(port);
    }
    Ok(address)
}

/// The variable `PORT`, which hosting platforms set.
#[expect(clippy::disallowed_methods, reason = "this is a source of settings")]
pub(super) fn port() -> Option<String> {
    std::env::var("PORT").ok()
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
