//! Reload of the settings of clients.

use anyhow::Result;

use super::clients::client_settings;
use crate::config::{Clients, Config, Overrides};
use crate::http::ClientAccess;
use crate::shutdown::ReloadSignals;

/// Reloads keys, rate limits and trusted proxies at each signal. Invalid settings are logged and change nothing.
pub(super) async fn reload_on_signal(
    mut signals: ReloadSignals,
    overrides: &Overrides,
    started: &Config,
    access: &ClientAccess,
) {
    loop {
        signals.next().await;
        match reload(overrides, started, access) {
            Ok(()) => tracing::info!("clients reloaded"),
            Err(error) => {
                tracing::error!(error = format!("{error:#}"), "reload failed, the settings stay in effect");
            }
        }
    }
}

fn reload(overrides: &Overrides, started: &Config, access: &ClientAccess) -> Result<()> {
    let config = Config::load(overrides)?;
    access.reload(client_settings(&config.clients)?);
    let Clients { shares, connections_share, capacity_share, .. } = config.clients;
    let reloaded = Clients { shares, connections_share, capacity_share, ..started.clients.clone() };
    if (Config { clients: reloaded, ..config }) != *started {
        tracing::warn!("other settings changed; they take effect at the next start");
    }
    Ok(())
}
