//! Section `batch`.

use super::section::section;

section! {
    /// Limits on batches and on streams of solutions.
    #[section = "batch"]
    pub struct Batch {
        /// Maximum number of streaming requests in progress: batches and streams of solutions.
        #[range(0..=1024)]
        pub streaming_requests_max: usize,
        /// Bytes of output buffered for a client that does not read.
        #[range(64 << 10..=64 << 20)]
        pub output_buffer_bytes: usize,
        /// Maximum length of a line in bytes.
        #[range(1024..=1 << 20)]
        pub line_bytes_max: usize,
        /// Time limit of a puzzle without one, in milliseconds; at most `solver.time_ms_max`.
        #[range(1..=3_600_000)]
        pub time_ms_default: u64,
    }
}
