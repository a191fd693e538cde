//! Address of a listener, as written in settings.

use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;

use serde::de::{self, Deserializer};
use serde::{Deserialize, Serialize, Serializer};
use thiserror::Error;

/// Prefix of the path of a Unix socket.
const UNIX: &str = "unix:";

/// Address of a listener.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListenAddress {
    /// IP address and port: `127.0.0.1:8080`.
    Tcp(SocketAddr),
    /// Unix socket: `unix:/run/quadrille.sock`.
    Unix(PathBuf),
}

/// Error for text that is not a listener address.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not an address, expected \"127.0.0.1:8080\" or \"unix:/path/to/socket\"")]
pub struct InvalidAddress(String);

impl FromStr for ListenAddress {
    type Err = InvalidAddress;

    fn from_str(text: &str) -> Result<Self, InvalidAddress> {
        match text.strip_prefix(UNIX) {
            Some("") => Err(InvalidAddress(text.to_owned())),
            Some(path) => Ok(Self::Unix(path.into())),
            None => text.parse().map(Self::Tcp).map_err(|_| InvalidAddress(text.to_owned())),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_is_displayed_as_parsed() {
        for text in ["127.0.0.1:8080", "[::1]:1", "unix:/run/quadrille.sock", "unix:relative.sock"] {
            assert_eq!(text.parse::<ListenAddress>().expect("valid address").to_string(), text);
        }
        for text in ["", "8080", "localhost:8080", "unix:", "/run/quadrille.sock", "none"] {
            assert!(text.parse::<ListenAddress>().is_err(), "{text}");
        }
    }
}
