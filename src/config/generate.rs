//! Section `generate`.

use super::section::section;

section! {
    /// Limits on generated puzzles.
    #[section = "generate"]
    pub struct Generate {
        /// Maximum number of puzzles of a request.
        #[range(1..=1_000_000)]
        pub count_max: u64,
    }
}
