//! Shares of the pieces in the idle threads.

/// Distributes idle threads to pieces: at most one more to each of the first ones than to the others.
pub(super) fn distribute(idle: usize, pieces: usize) -> impl Iterator<Item = usize> {
    let share = move |piece| idle / pieces.max(1) + usize::from(piece < idle % pieces.max(1));
    (0..pieces).map(share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn idle_threads_are_distributed_evenly() {
        for (idle, pieces, expected) in
            [(0, 2, &[0, 0][..]), (1, 3, &[1, 0, 0]), (3, 2, &[2, 1]), (4, 1, &[4]), (4, 0, &[])]
        {
            assert_eq!(distribute(idle, pieces).collect::<Vec<_>>(), expected);
        }
    }
}
