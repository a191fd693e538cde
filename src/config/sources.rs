//! Sources of settings, merged into one table.

use std::net::SocketAddr;
use std::path::PathBuf;

use config::builder::DefaultState;
use config::{ConfigBuilder, Environment, File, FileFormat, Value};

use super::error::ConfigError;

/// The documented defaults. Their keys are the only ones that exist.
pub(crate) const DEFAULTS: &str = include_str!("../../config/default.toml");

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
    defaults: toml::Table,
    sources: Vec<Source>,
}

/// Source other than the defaults.
struct Source {
    /// Name for messages; `None` for environment variables, each of which has its own.
    name: Option<String>,
    keys: Vec<String>,
}

impl Merged {
    /// Removes the settings that do not exist. Returns a fault for each.
    pub(super) fn remove_unknown(&mut self) -> Vec<String> {
        let known = keys(&self.defaults);
        let is_unknown = |key: &String| !known.contains(key) && !self.defaults.contains_key(key);
        let unknown: Vec<String> = keys(&self.settings).into_iter().filter(is_unknown).collect();
        for key in &unknown {
            let (section, name) = key.split_once('.').unwrap_or((key, ""));
            match self.settings.get_mut(section) {
                Some(toml::Value::Table(table)) if self.defaults.contains_key(section) => {
                    table.remove(name);
                }
                _ => {
                    self.settings.remove(section);
                }
            }
        }
        let fault = |key: String| match meant(&key, &known) {
            Some(meant) => format!("{key}: unknown setting: did you mean {meant}?"),
            None => format!("{key}: unknown setting; config/default.toml lists all"),
        };
        unknown.into_iter().map(|key| self.locate(&fault(key))).collect()
    }

    /// Replaces the value at a path, such as `http.body_bytes_max` or `clients.api_keys[0]`, by its default. Returns whether it had
    /// another value.
    pub(super) fn reset(&mut self, path: &str) -> bool {
        let key = path.split('[').next().unwrap_or_default();
        let (section, name) = key.split_once('.').unwrap_or((key, ""));
        let Some(default) = self.defaults.get(section) else { return false };
        match (self.settings.get_mut(section), default.get(name)) {
            (Some(toml::Value::Table(table)), Some(default)) => {
                table.insert(name.to_owned(), default.clone()).as_ref() != Some(default)
            }
            _ => self.settings.insert(section.to_owned(), default.clone()).as_ref() != Some(default),
        }
    }

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
/// If the file cannot be read, or if `PORT` is no port.
pub(super) fn merge(
    overrides: &Overrides,
    port: Option<&str>,
    environment: Environment,
) -> Result<Merged, ConfigError> {
    let mut builder = config::Config::builder().add_source(File::from_str(DEFAULTS, FileFormat::Toml));
    let defaults = table(builder.clone())?;
    let alone = |source: ConfigBuilder<DefaultState>| table(source).map(|table| keys(&table));
    let empty = config::Config::builder;
    let mut sources = Vec::new();
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
    Ok(Merged { settings: table(builder)?, defaults, sources })
}

/// Returns the most similar key of the same name in another section, or else the most similar one.
fn meant<'a>(key: &str, known: &'a [String]) -> Option<&'a str> {
    let name = |key: &str| key.rsplit('.').next().unwrap_or_default().to_owned();
    let similarity = |known: &&String| (name(known) == name(key), strsim::jaro(key, known));
    let nearest = known.iter().max_by(|one, other| {
        let ((one_is_same, one), (other_is_same, other)) = (similarity(one), similarity(other));
        one_is_same.cmp(&other_is_same).then(one.total_cmp(&other))
    })?;
    let (is_same, similarity) = similarity(&nearest);
    (is_same || similarity > SIMILARITY_MIN).then_some(nearest)
}

/// Similarity from 0 to 1 above which a key is taken for a misspelt one.
const SIMILARITY_MIN: f64 = 0.9;

/// Returns a warning for each environment variable that seems to be a setting but is none, because it has a single underscore.
pub fn stray_variables() -> Vec<String> {
    strays(std::env::vars_os().filter_map(|(name, _)| name.into_string().ok()))
}

fn strays(names: impl Iterator<Item = String>) -> Vec<String> {
    let known: Vec<String> = DEFAULTS.parse().map(|table| keys(&table)).unwrap_or_default();
    let variable = |key: &str| format!("QUADRILLE__{}", key.to_uppercase().replace('.', "__"));
    let letters = |name: &str| name.replace('_', "");
    let is_section = |name: &str| {
        known.iter().filter_map(|key| key.split_once('.')).any(|(section, _)| {
            name.strip_prefix(&format!("QUADRILLE_{}_", section.to_uppercase())).is_some()
        })
    };
    let warning = |name: String| {
        if !name.starts_with("QUADRILLE_") || name.starts_with("QUADRILLE__") {
            return None;
        }
        match known.iter().map(|key| variable(key)).find(|known| letters(known) == letters(&name)) {
            Some(meant) => Some(format!("{name} is ignored: did you mean {meant}?")),
            None if is_section(&name) => {
                Some(format!("{name} is ignored: settings have two underscores, QUADRILLE__SECTION__KEY"))
            }
            None => None,
        }
    };
    names.filter_map(warning).collect()
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
        .with_list_parse_key("http.hosts")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_with_a_single_underscore_are_named() {
        let names = [
            "QUADRILLE_SOLVER_THREADS",
            "QUADRILLE_EXACT_COVER_ITEMS_MAX",
            "QUADRILLE_HTTP_BODY",
            // Those of clients, and of a Kubernetes service of this name.
            "QUADRILLE_URL",
            "QUADRILLE_SERVICE_HOST",
            "QUADRILLE_PORT",
            "QUADRILLE__SOLVER__THREADS",
            "PATH",
        ];
        assert_eq!(
            strays(names.into_iter().map(str::to_owned)),
            [
                "QUADRILLE_SOLVER_THREADS is ignored: did you mean QUADRILLE__SOLVER__THREADS?",
                "QUADRILLE_EXACT_COVER_ITEMS_MAX is ignored: did you mean QUADRILLE__EXACT_COVER__ITEMS_MAX?",
                "QUADRILLE_HTTP_BODY is ignored: settings have two underscores, QUADRILLE__SECTION__KEY",
            ]
        );
    }
}
