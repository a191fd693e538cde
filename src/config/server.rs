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
        /// Permissions of a Unix socket file, in octal; empty to leave them to the umask.
        pub socket_mode: String,
        /// Whether `/docs` is served.
        pub docs: bool,
    }
}

impl Server {
    /// Returns the faults that no range expresses.
    pub(super) fn faults(&self) -> impl Iterator<Item = String> {
        let origins = self.cors_origins.iter().filter(|origin| !is_origin(origin)).map(|origin| {
            format!(
                "server.cors_origins: {origin:?} is not an origin, expected \"https://example.org\" or \"*\""
            )
        });
        let mode = &self.socket_mode;
        let is_mode = mode.is_empty() || self.unix_permissions().is_some();
        origins.chain((!is_mode).then(|| {
            format!("server.socket_mode: {mode:?} is not a file mode, expected octal digits such as \"0660\"")
        }))
    }

    /// Returns the permissions of a Unix socket file, if any are set.
    pub fn unix_permissions(&self) -> Option<u32> {
        let is_octal = self.socket_mode.bytes().all(|byte| byte.is_ascii_digit());
        u32::from_str_radix(&self.socket_mode, 8).ok().filter(|mode| is_octal && *mode <= 0o777)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn server(socket_mode: &str) -> Server {
        let listen = "unix:quadrille.sock".parse().expect("an address");
        Server { listen, cors_origins: Vec::new(), socket_mode: socket_mode.to_owned(), docs: true }
    }

    #[test]
    fn socket_mode_is_octal_or_empty() {
        for (mode, permissions) in [("", None), ("0660", Some(0o660)), ("777", Some(0o777)), ("0", Some(0))] {
            assert_eq!(server(mode).unix_permissions(), permissions, "{mode}");
            assert_eq!(server(mode).faults().next(), None, "{mode}");
        }
        for mode in ["660x", "0o660", "+660", "1777", "8", "rw-rw----", " "] {
            let fault = server(mode).faults().next().expect("a fault");
            assert!(fault.starts_with("server.socket_mode: "), "{fault}");
        }
    }
}
