//! What the length of a chain adds to its difficulty.

/// Numbers of implications beyond which a chain is a tenth harder.
const LENGTHS: [usize; 21] =
    [4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096];

/// Tenths that a chain of this many nodes adds.
pub(super) fn tenths_of(nodes: usize) -> u8 {
    LENGTHS.iter().filter(|&&length| nodes > length + 2).count() as u8
}

/// The largest number of nodes that adds at most so many tenths.
pub(super) fn nodes_within(tenths: u8) -> usize {
    LENGTHS.get(usize::from(tenths)).map_or(usize::MAX, |length| length + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tenths_and_nodes_are_inverse() {
        assert_eq!([2, 6, 7, 8, 9, 14, 15].map(tenths_of), [0, 0, 1, 1, 2, 3, 4]);
        assert!((0..21).all(|tenths| tenths_of(nodes_within(tenths)) == tenths));
        assert_eq!(nodes_within(21), usize::MAX);
    }
}
