//! Section `cache`.

use super::section::section;

section! {
    /// Cache of final answers.
    #[section = "cache"]
    pub struct Cache {
        /// Maximum size in bytes; 0 disables the cache.
        #[range(0..=1 << 40)]
        pub bytes_max: u64,
    }
}
