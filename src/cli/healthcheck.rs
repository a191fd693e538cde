//! Command `quadrille healthcheck`: an HTTP client for images without one.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use bytes::Bytes;
use http::{Request, StatusCode, header};
use http_body_util::Empty;
use tokio::runtime::Builder;
use tokio::time::timeout;

use super::service_address::ServiceAddress;
use crate::config::{Config, ListenAddress};

/// Path of the health check.
const LIVEZ: &str = "/livez";

/// Time limit for the response.
const TIMEOUT: Duration = Duration::from_secs(2);

/// Requests `url` (`unix:PATH` for `/livez` at a socket), or `/livez` of the service with these settings, and fails unless the response is a success.
///
/// # Errors
/// If there is no response within two seconds, or its status is not a success.
pub(super) fn healthcheck(url: Option<&str>, config: &Config) -> Result<()> {
    let (name, address) = match url {
        Some(url) => (url.to_owned(), ServiceAddress::of_url(url)?),
        None => {
            let listen = config.admin.listen.address().unwrap_or(&config.server.listen);
            (format!("/livez at {listen}"), of_listener(listen))
        }
    };
    let runtime = Builder::new_current_thread().enable_all().build()?;
    match runtime.block_on(async { timeout(TIMEOUT, request(&address)).await }) {
        Ok(Ok(status)) if status.is_success() => Ok(()),
        Ok(Ok(status)) => bail!("{name} responded with {status}"),
        Ok(Err(error)) => Err(error).with_context(|| format!("{name} did not respond")),
        Err(_) => bail!("{name} did not respond within {TIMEOUT:?}"),
    }
}

/// Returns the address of the health check of a listener.
fn of_listener(listen: &ListenAddress) -> ServiceAddress {
    match listen {
        ListenAddress::Tcp(address) => {
            let reachable = reachable(*address);
            let host = reachable.ip().to_string();
            ServiceAddress::Tcp { host, port: reachable.port(), path: LIVEZ.to_owned() }
        }
        ListenAddress::Unix(path) => ServiceAddress::Unix(path.clone()),
    }
}

async fn request(address: &ServiceAddress) -> Result<StatusCode> {
    let mut connection = address.connect().await?;
    let path = match address {
        ServiceAddress::Tcp { path, .. } => path,
        ServiceAddress::Unix(_) => LIVEZ,
    };
    let request = Request::get(path).header(header::HOST, address.host()).body(Empty::<Bytes>::new())?;
    Ok(connection.send_request(request).await?.status())
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
}
