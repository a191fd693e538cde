//! Section `telemetry`.

use super::section::section;

section! {
    /// Export of trace spans.
    #[section = "telemetry"]
    pub struct Telemetry {
        /// URL of the OTLP collector; empty for none.
        #[range(0..=1000)]
        pub otlp_endpoint: String,
    }
}
