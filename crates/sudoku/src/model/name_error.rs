//! Names that stand for nothing.

use thiserror::Error;

/// Largest number of characters of a name that the error repeats.
const NAME_MAX: usize = 40;

/// Error of a name that is unknown. Displayed with the known ones.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{name}` is no {kind}: it must be one of {}", .known.join(", "))]
#[non_exhaustive]
pub struct NameError {
    /// The beginning of the name.
    pub name: String,
    /// What it should name, such as `level`.
    pub kind: &'static str,
    /// The known names.
    pub known: Vec<String>,
}

impl NameError {
    /// Returns the one of these values that has the name, in upper or lower case.
    ///
    /// # Errors
    /// [`NameError`] if none has it.
    pub fn find<T: Copy, N: AsRef<str>>(
        kind: &'static str,
        all: &[T],
        name_of: impl Fn(T) -> N,
        name: &str,
    ) -> Result<T, Self> {
        let has_name = |value: &T| name_of(*value).as_ref().eq_ignore_ascii_case(name.trim());
        all.iter().copied().find(has_name).ok_or_else(|| Self {
            name: name.chars().take(NAME_MAX).collect(),
            kind,
            known: all.iter().map(|&value| name_of(value).as_ref().to_owned()).collect(),
        })
    }
}
