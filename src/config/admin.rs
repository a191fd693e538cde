//! Section `admin`.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::str::FromStr;

use serde::de::{self, Deserializer};
use serde::{Deserialize, Serialize, Serializer};
use thiserror::Error;

use super::listen::{InvalidAddress, ListenAddress};

/// Value for no listener.
const NONE: &str = "none";

/// Value for a listener if its port is free.
const AUTO: &str = "auto";

/// Admin listener: health, readiness, version and metrics.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Admin {
    /// The listener.
    pub listen: AdminListen,
}

/// Whether and where there is an admin listener.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AdminListen {
    /// At [`AdminListen::USUAL`], unless another process has this address.
    Auto,
    /// None.
    None,
    /// At this address.
    At(ListenAddress),
}

impl AdminListen {
    /// The usual address.
    pub const USUAL: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 9090);

    /// Returns the address of a listener that this process certainly has.
    pub fn address(&self) -> Option<&ListenAddress> {
        if let Self::At(address) = self { Some(address) } else { None }
    }
}

/// Error for text that is no admin listener.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}, \"{AUTO}\" or \"{NONE}\"")]
pub struct InvalidAdminListen(InvalidAddress);

impl FromStr for AdminListen {
    type Err = InvalidAdminListen;

    fn from_str(text: &str) -> Result<Self, InvalidAdminListen> {
        match text {
            AUTO => Ok(Self::Auto),
            NONE => Ok(Self::None),
            _ => text.parse().map(Self::At).map_err(InvalidAdminListen),
        }
    }
}

impl fmt::Display for AdminListen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.write_str(AUTO),
            Self::None => f.write_str(NONE),
            Self::At(address) => address.fmt(f),
        }
    }
}

impl Serialize for AdminListen {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for AdminListen {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn listener_is_displayed_as_parsed() {
        for text in ["auto", "none", "127.0.0.1:9090", "unix:/run/admin.sock"] {
            assert_eq!(text.parse::<AdminListen>().expect("a listener").to_string(), text);
        }
        let error = "9090".parse::<AdminListen>().expect_err("a port alone").to_string();
        assert!(error.ends_with("\"unix:/path/to/socket\", \"auto\" or \"none\""), "{error}");
    }
}
