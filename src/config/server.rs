//! Section `server`.

use super::listen::ListenAddress;
use super::section::section;

section! {
    /// Public listener.
    #[section = "server"]
    pub struct Server {
        /// Address of the listener.
        pub listen: ListenAddress,
        /// Origins allowed by CORS; `*` for all.
        #[range(0..=100)]
        pub cors_origins: Vec<String>,
        /// Whether `/docs` is served.
        pub docs: bool,
    }
}

impl Server {
    /// Returns the faults that no range expresses.
    pub(super) fn faults(&self) -> impl Iterator<Item = String> {
        self.cors_origins.iter().filter(|origin| !is_origin(origin)).map(|origin| {
            format!(
                "server.cors_origins: {origin:?} is not an origin, expected \"https://example.org\" or \"*\""
            )
        })
    }
}

/// Whether this is `scheme://host`, `scheme://host:port` or `*`.
fn is_origin(origin: &str) -> bool {
    let Some((scheme, host)) = origin.split_once("://") else { return origin == "*" };
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]_".contains(&byte);
    !scheme.is_empty()
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
        && !host.is_empty()
        && host.bytes().all(plain)
}
