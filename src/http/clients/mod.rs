//! Identity of clients: API key and address; request rate.

mod address;
mod api_key;
mod id;
mod rate;
mod settings;

pub(in crate::http) use address::network;
pub(in crate::http) use api_key::{API_KEY, AuthError, authenticate};
pub(in crate::http) use id::{ClientIds, client_id};
pub(in crate::http) use rate::{Client, Rate};

pub use address::TrustedProxies;
pub use rate::{LimitBy, RateSettings};
pub use settings::ClientSettings;
