//! Command `quadrille healthcheck`: an HTTP client for images without one.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use bytes::Bytes;
use http::{Request, StatusCode, Uri, header};
use http_body_util::Empty;
use hyper::client::conn::http1::handshake;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, UnixStream};
use tokio::runtime::Builder;
use tokio::time::timeout;

use crate::config::{Config, ListenAddress};

/// Time limit for the response.
const TIMEOUT: Duration = Duration::from_secs(2);

/// Port of a URL without one.
const HTTP_PORT: u16 = 80;

/// Address and path to request.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Target {
    /// TCP host and port.
    Tcp { host: String, port: u16, path: String },
    /// Unix socket, for `/livez`.
    Unix(PathBuf),
}

/// Requests `url` (`unix:PATH` for `/livez` at a socket), or `/livez` of the service with these settings, and fails unless the response is a success.
///
/// # Errors
/// If there is no response within two seconds, or its status is not a success.
pub(super) fn healthcheck(url: Option<&str>, config: &Config) -> Result<()> {
    let (name, target) = match url {
        Some(url) => (url.to_owned(), Target::of_url(url)?),
        None => {
            let listen = config.admin.listen.as_ref().unwrap_or(&config.server.listen);
            (format!("/livez at {listen}"), Target::of_listener(listen))
        }
    };
    let runtime = Builder::new_current_thread().enable_all().build()?;
    match runtime.block_on(async { timeout(TIMEOUT, target.request()).await }) {
        Ok(Ok(status)) if status.is_success() => Ok(()),
        Ok(Ok(status)) => bail!("{name} responded with {status}"),
        Ok(Err(error)) => Err(error).with_context(|| format!("{name} did not respond")),
        Err(_) => bail!("{name} did not respond within {TIMEOUT:?}"),
    }
}

impl Target {
    fn of_url(url: &str) -> Result<Self> {
        if let Some(path) = url.strip_prefix("unix:") {
            return Ok(Self::Unix(path.into()));
        }
        let uri: Uri = url.parse().with_context(|| format!("{url} is not a URL"))?;
        ensure!(uri.scheme_str() == Some("http"), "{url} does not begin with http://");
        let host = uri.host().with_context(|| format!("{url} has no host"))?;
        Ok(Self::Tcp {
            host: host.trim_matches(['[', ']']).to_owned(),
            port: uri.port_u16().unwrap_or(HTTP_PORT),
            path: uri.path_and_query().map_or("/", |path| path.as_str()).to_owned(),
        })
    }

    fn of_listener(listen: &ListenAddress) -> Self {
        match listen {
            ListenAddress::Tcp(address) => {
                let reachable = reachable(*address);
                let host = reachable.ip().to_string();
                Self::Tcp { host, port: reachable.port(), path: "/livez".to_owned() }
            }
            ListenAddress::Unix(path) => Self::Unix(path.clone()),
        }
    }

    async fn request(&self) -> Result<StatusCode> {
        match self {
            Self::Tcp { host, port, path } => {
                request_over(TcpStream::connect((host.as_str(), *port)).await?, host, path).await
            }
            Self::Unix(file) => {
                request_over(UnixStream::connect(Path::new(file)).await?, "localhost", "/livez").await
            }
        }
    }
}

async fn request_over<S>(stream: S, host: &str, path: &str) -> Result<StatusCode>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let (mut sender, connection) = handshake(TokioIo::new(stream)).await?;
    tokio::spawn(connection);
    // An IPv6 address needs brackets in a `Host` header.
    let host = if host.contains(':') { format!("[{host}]") } else { host.to_owned() };
    let request = Request::get(path).header(header::HOST, host).body(Empty::<Bytes>::new())?;
    Ok(sender.send_request(request).await?.status())
}

/// Returns the address of a listener as seen from the same machine.
fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unspecified_address_is_reached_on_loopback() {
        for (listen, reached) in
            [("0.0.0.0:8080", "127.0.0.1:8080"), ("[::]:8080", "[::1]:8080"), ("10.0.0.1:80", "10.0.0.1:80")]
        {
            assert_eq!(reachable(listen.parse().expect("valid address")).to_string(), reached);
        }
    }

    #[test]
    fn url_is_split_into_host_port_and_path() {
        let tcp = |host: &str, port, path: &str| Target::Tcp { host: host.into(), port, path: path.into() };
        for (url, target) in [
            ("http://localhost:8080/livez", tcp("localhost", 8080, "/livez")),
            ("http://[::1]:1/readyz?a", tcp("::1", 1, "/readyz?a")),
            ("http://example.org", tcp("example.org", 80, "/")),
        ] {
            assert_eq!(Target::of_url(url).expect("valid URL"), target);
        }
        assert_eq!(Target::of_url("unix:/run/a").expect("valid URL"), Target::Unix("/run/a".into()));
        assert!(Target::of_url("https://localhost/").is_err());
    }
}
