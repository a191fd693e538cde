//! Measures axum alone: `POST /solve` returns the body of the request, without any of the service's connections and
//! middleware.
//!
//! ```sh
//! cargo run --profile dist --example echo -- [--listen 127.0.0.1:8082]
//! ```
//!
//! `benches/README.md` describes the comparison.

use std::net::SocketAddr;

use anyhow::Context as _;
use axum::Router;
use axum::body::Bytes;
use axum::routing::post;
use clap::Parser;
use tokio::net::TcpListener;

/// Serves `POST /solve` by echoing its body
#[derive(Debug, Parser)]
struct Arguments {
    /// Address and port to listen on
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8082")]
    listen: SocketAddr,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let Arguments { listen } = Arguments::parse();
    let listener = TcpListener::bind(listen).await.with_context(|| format!("cannot listen on {listen}"))?;
    axum::serve(listener, Router::new().route("/solve", post(async |body: Bytes| body))).await?;
    Ok(())
}
