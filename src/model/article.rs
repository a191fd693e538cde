//! The indefinite article before a size in a message.

/// Returns `an` before a number from 1 to 36 that begins with a vowel, such as 8, else `a`.
pub fn article(number: usize) -> &'static str {
    if matches!(number, 8 | 11 | 18) { "an" } else { "a" }
}
