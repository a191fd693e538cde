//! Address of a running service, and connections to it.

use std::path::PathBuf;

use anyhow::{Context, Result};
use http::Uri;
use http_body::Body;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;

use super::usage::usage;
use crate::system::connect_socket;

/// Port of a URL without one.
const HTTP_PORT: u16 = 80;

/// Where a service listens, and a path there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ServiceAddress {
    /// TCP host and port.
    Tcp { host: String, port: u16, path: String },
    /// Unix socket.
    Unix(PathBuf),
}

impl ServiceAddress {
    /// Parses `http://HOST:PORT/PATH` or `unix:PATH`.
    ///
    /// # Errors
    /// If the text is neither.
    pub(super) fn of_url(url: &str) -> Result<Self> {
        if let Some(path) = url.strip_prefix("unix:") {
            return Ok(Self::Unix(path.into()));
        }
        let uri: Uri = url.parse().with_context(|| format!("{url} is not a URL"))?;
        match uri.scheme_str() {
            Some("http") => {}
            Some("https") => {
                return Err(usage(format!(
                    "{url}: https is not supported; give an address behind the gateway"
                )));
            }
            _ => return Err(usage(format!("{url} does not begin with http://"))),
        }
        let host = uri.host().with_context(|| format!("{url} has no host"))?;
        Ok(Self::Tcp {
            host: host.trim_matches(['[', ']']).to_owned(),
            port: uri.port_u16().unwrap_or(HTTP_PORT),
            path: uri.path_and_query().map_or("/", |path| path.as_str()).to_owned(),
        })
    }

    /// Returns the path of the URL; `/` for a socket.
    pub(super) fn path(&self) -> &str {
        match self {
            Self::Tcp { path, .. } => path,
            Self::Unix(_) => "/",
        }
    }

    /// Returns the value of the `Host` header.
    pub(super) fn host(&self) -> String {
        match self {
            // An IPv6 address needs brackets.
            Self::Tcp { host, port, .. } if host.contains(':') => format!("[{host}]:{port}"),
            Self::Tcp { host, port, .. } => format!("{host}:{port}"),
            Self::Unix(_) => "localhost".to_owned(),
        }
    }

    /// Opens a connection.
    pub(super) async fn connect<B>(&self) -> Result<SendRequest<B>>
    where
        B: Body<Data: Send, Error: Into<Box<dyn std::error::Error + Send + Sync>>> + Send + 'static,
    {
        match self {
            Self::Tcp { host, port, .. } => {
                connect_over(TcpStream::connect((host.as_str(), *port)).await?).await
            }
            Self::Unix(file) => connect_over(connect_socket(file).await?).await,
        }
    }
}

async fn connect_over<S, B>(stream: S) -> Result<SendRequest<B>>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    B: Body<Data: Send, Error: Into<Box<dyn std::error::Error + Send + Sync>>> + Send + 'static,
{
    let (sender, connection) = handshake(TokioIo::new(stream)).await?;
    tokio::spawn(connection);
    Ok(sender)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn url_is_split_into_host_port_and_path() {
        let tcp =
            |host: &str, port, path: &str| ServiceAddress::Tcp { host: host.into(), port, path: path.into() };
        for (url, address, host) in [
            ("http://localhost:8080/livez", tcp("localhost", 8080, "/livez"), "localhost:8080"),
            ("http://[::1]:1/readyz?a", tcp("::1", 1, "/readyz?a"), "[::1]:1"),
            ("http://example.org", tcp("example.org", 80, "/"), "example.org:80"),
            ("unix:/run/a", ServiceAddress::Unix("/run/a".into()), "localhost"),
        ] {
            let parsed = ServiceAddress::of_url(url).expect("valid URL");
            assert_eq!(parsed.host(), host);
            assert_eq!(parsed, address);
        }
        for url in ["https://localhost/", "localhost:8080", "ftp://localhost", "http://"] {
            assert!(ServiceAddress::of_url(url).is_err(), "{url}");
        }
    }
}
