//! Identity of clients: API key and address; request rate.

mod access;
mod address;
mod api_key;
mod id;
mod rate;
mod rejection;
mod settings;

pub(in crate::http) use access::ClientIdentity;
pub(in crate::http) use api_key::{API_KEY, AuthError};
pub(in crate::http) use rate::Allowance;
pub(in crate::http) use rejection::AccessRejection;

pub use access::ClientAccess;
pub use address::TrustedProxies;
pub use rate::{ClientProperty, RateSettings};
pub use settings::ClientSettings;
