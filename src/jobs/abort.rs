//! Points at which a test ends the process, as a kill would.

/// Point in the run of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AbortPoint {
    /// The piece is claimed.
    Claimed,
    /// Its entries are answered.
    Solved,
    /// Its result is written.
    Written,
    /// Its completion is committed, but the worker does not know it.
    Committed,
}

/// Point and number of passes after which a test ends the process.
#[cfg(test)]
pub(super) static ABORT: parking_lot::Mutex<Option<(AbortPoint, u32)>> = parking_lot::Mutex::new(None);

/// Does nothing, unless a test has chosen this point.
pub(super) fn pass(point: AbortPoint) {
    #[cfg(test)]
    if let Some((chosen, passes)) = &mut *ABORT.lock()
        && *chosen == point
    {
        if *passes == 0 {
            std::process::abort();
        }
        *passes -= 1;
    }
    let _ = point;
}
