//! Where to listen, as it is written in settings.

use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;

use serde::de::{self, Deserializer};
use serde::{Deserialize, Serialize, Serializer};
use thiserror::Error;

/// What a socket file's path stands behind.
const UNIX: &str = "unix:";

/// What stands for no listener.
const NONE: &str = "none";

/// Where to listen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListenAddress {
    /// An address and port: `127.0.0.1:8080`.
    Tcp(SocketAddr),
    /// A socket file: `unix:/run/quadrille.sock`.
    Unix(PathBuf),
}

/// Why something is no place to listen.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is no address and port, such as \"127.0.0.1:8080\", nor \"unix:\" and a path")]
pub struct NoAddress(String);

impl FromStr for ListenAddress {
    type Err = NoAddress;

    fn from_str(text: &str) -> Result<Self, NoAddress> {
        match text.strip_prefix(UNIX) {
            Some("") => Err(NoAddress(text.to_owned())),
            Some(path) => Ok(Self::Unix(path.into())),
            None => text.parse().map(Self::Tcp).map_err(|_| NoAddress(text.to_owned())),
        }
    }
}

impl fmt::Display for ListenAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tcp(address) => address.fmt(f),
            Self::Unix(path) => write!(f, "{UNIX}{}", path.display()),
        }
    }
}

impl Serialize for ListenAddress {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ListenAddress {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// Writes where a listener is that need not be there.
pub(super) fn serialize_optional<S: Serializer>(
    listen: &Option<ListenAddress>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match listen {
        Some(listen) => listen.serialize(serializer),
        None => serializer.serialize_str(NONE),
    }
}

/// Reads where a listener is that need not be there.
pub(super) fn deserialize_optional<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<ListenAddress>, D::Error> {
    let text = String::deserialize(deserializer)?;
    if text == NONE {
        return Ok(None);
    }
    text.parse().map(Some).map_err(|error| de::Error::custom(format_args!("{error}, nor \"{NONE}\"")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_written_as_it_was_read() {
        for text in ["127.0.0.1:8080", "[::1]:1", "unix:/run/quadrille.sock", "unix:relative.sock"] {
            assert_eq!(text.parse::<ListenAddress>().expect("sound").to_string(), text);
        }
        for text in ["", "8080", "localhost:8080", "unix:", "/run/quadrille.sock", "none"] {
            assert!(text.parse::<ListenAddress>().is_err(), "{text}");
        }
    }
}
