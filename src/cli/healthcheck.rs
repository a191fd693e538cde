//! `quadrille healthcheck`: a client for containers that have no other.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use bytes::Bytes;
use http::Uri;
use http_body_util::Empty;
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use tokio::runtime::Builder;
use tokio::time::timeout;

use crate::config::Config;

/// How long the service may take to answer.
const PATIENCE: Duration = Duration::from_secs(2);

/// Asks `url`, or `/livez` of the service with these settings, and fails unless the answer is a success.
///
/// # Errors
/// Where there is no answer in two seconds, or another than a success.
pub fn healthcheck(url: Option<&str>, config: &Config) -> Result<()> {
    let default = || format!("http://{}/livez", reachable(config.server.listen));
    let url = url.map_or_else(default, str::to_owned);
    let uri: Uri = url.parse().with_context(|| format!("{url} is no URL"))?;
    ensure!(uri.scheme_str() == Some("http"), "{url} does not begin with http://");
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let answer = runtime.block_on(async {
        let client = Client::builder(TokioExecutor::new()).build_http::<Empty<Bytes>>();
        timeout(PATIENCE, client.get(uri)).await
    });
    match answer {
        Ok(Ok(response)) if response.status().is_success() => Ok(()),
        Ok(Ok(response)) => bail!("{url} answered {}", response.status()),
        Ok(Err(error)) => Err(error).with_context(|| format!("{url} did not answer")),
        Err(_) => bail!("{url} did not answer within {PATIENCE:?}"),
    }
}

/// Where a listener can be reached from its own machine.
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
    fn a_listener_on_every_address_is_reached_on_loopback() {
        for (listen, reached) in
            [("0.0.0.0:8080", "127.0.0.1:8080"), ("[::]:8080", "[::1]:8080"), ("10.0.0.1:80", "10.0.0.1:80")]
        {
            assert_eq!(reachable(listen.parse().expect("an address")).to_string(), reached);
        }
    }
}
