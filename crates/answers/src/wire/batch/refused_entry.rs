//! Entries that are invalid, and input without an entry.

use crate::faults::{Fault, FaultCode, Refusal};
use crate::wire::batch::entry_id::EntryId;

/// An invalid entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedEntry {
    /// Its faults.
    pub refusal: Refusal,
    /// The id, if it has a valid one.
    pub id: Option<EntryId>,
}

/// Makes the refusal of a line that is too long.
pub fn line_too_long(bytes_max: usize) -> Refusal {
    let detail = format!("a line may have at most {bytes_max} bytes");
    Refusal::Syntax(Fault::new(FaultCode::LineTooLong, detail))
}

/// Maximum number of bytes of a batch without an entry.
pub const BLANK_BYTES_MAX: u64 = 64 << 20;

/// Makes the refusal of a batch with more than [`BLANK_BYTES_MAX`] without an entry.
pub(crate) fn no_entry() -> Refusal {
    let mib = BLANK_BYTES_MAX >> 20;
    let detail = format!(
        "the batch has {mib} MiB without an entry, and ends here: leave out blank lines and comments"
    );
    Refusal::Syntax(Fault::new(FaultCode::NoEntry, detail))
}

/// Boxed: nearly every entry is valid, and its result should be small.
impl From<Refusal> for Box<RefusedEntry> {
    fn from(refusal: Refusal) -> Self {
        Self::new(RefusedEntry { refusal, id: None })
    }
}
