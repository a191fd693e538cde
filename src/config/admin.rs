//! Section `admin`.

use serde::{Deserialize, Serialize};

use super::listen::{self, ListenAddress};

/// Admin listener: health, readiness, version and metrics.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Admin {
    /// Address of the listener; `None` if there is none.
    #[serde(
        serialize_with = "listen::serialize_optional",
        deserialize_with = "listen::deserialize_optional"
    )]
    pub listen: Option<ListenAddress>,
}
