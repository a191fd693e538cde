//! Tools over standard input and output.

use std::io;

use rmcp::service::ServerInitializeError;
use rmcp::transport::stdio;
use rmcp::{ServiceExt, service::QuitReason};

use super::call::Tools;

/// Serves one host over standard input and output until it closes them. The runtime needs two threads for blocking work besides those
/// of the solver: a read and a write each take one.
///
/// # Errors
/// If the host starts with another protocol, or the service fails.
pub async fn serve_stdio(tools: Tools) -> io::Result<()> {
    let running = match tools.serve(stdio()).await {
        Ok(running) => running,
        // The host has closed the input without a request.
        Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(error) => return Err(io::Error::other(error)),
    };
    match running.waiting().await? {
        QuitReason::JoinError(error) => Err(io::Error::other(error)),
        _ => Ok(()),
    }
}
