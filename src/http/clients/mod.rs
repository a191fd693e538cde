//! Who asks, whether they may, and how often: API keys, and limits by client.
//!
//! Both are off unless they are set up. They stand before the endpoints that take questions; health, version and
//! documentation are open to everybody.

mod address;
mod api_key;
mod guard;
mod rate;

pub(super) use api_key::{API_KEY, KeyFault};
pub(super) use guard::{Refused, guarded};

pub use address::TrustedProxies;
pub use api_key::{ApiKey, fingerprint};
pub use guard::ClientSettings;
pub use rate::{LimitBy, RateSettings};
