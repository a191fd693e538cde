//! Section `exact_cover`.

use super::section::section;

section! {
    /// Limits on exact cover problems in requests.
    #[section = "exact_cover"]
    pub struct ExactCover {
        /// Maximum number of items, primary and secondary.
        #[range(1..=1 << 24)]
        pub items_max: usize,
        /// Maximum number of options.
        #[range(1..=1 << 24)]
        pub options_max: usize,
        /// Maximum number of entries: the sum of the lengths of all options.
        #[range(1..=1 << 28)]
        pub entries_max: usize,
    }
}
