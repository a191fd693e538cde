//! Pseudo-random numbers, reproducible from a seed.

/// Difference between two states of a sequence: 2^64 divided by the golden ratio.
const INCREMENT: u64 = 0x9E37_79B9_7F4A_7C15;

/// SplitMix64 generator (Steele, Lea & Flood, "Fast splittable pseudorandom number generators", 2014).
///
/// The state is a counter, and each number is a mix of its bits. The numbers are the same on every machine. Not for
/// cryptography.
#[derive(Clone, Debug)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// Starts the sequence of this seed.
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// Starts one of many sequences of a seed. Different numbers give sequences without visible relation.
    pub fn stream(seed: u64, number: u64) -> Self {
        Self { state: mix(mix(seed.wrapping_add(INCREMENT)).wrapping_add(number)) }
    }

    /// Returns a number of 64 random bits.
    pub(crate) fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(INCREMENT);
        mix(self.state)
    }

    /// Returns a number below `bound`, which must be positive. Each has the same probability, up to `bound` / 2^64.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }

    /// Puts the elements into a random order (Fisher & Yates; Durstenfeld 1964).
    pub fn shuffle<T>(&mut self, elements: &mut [T]) {
        for end in (1..elements.len()).rev() {
            elements.swap(end, self.below(end as u64 + 1) as usize);
        }
    }
}

/// Mixes the bits of a state, so that each bit of the result depends on all of them.
fn mix(state: u64) -> u64 {
    let mixed = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seed_1234567_returns_the_published_numbers() {
        let mut random = SplitMix64::new(1_234_567);
        let numbers: Vec<u64> = (0..3).map(|_| random.next()).collect();
        assert_eq!(
            numbers,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn shuffled_elements_are_evenly_spread() {
        let mut random = SplitMix64::new(3);
        let mut counts = [0; 24];
        for _ in 0..24_000 {
            let mut order = [0, 1, 2, 3];
            random.shuffle(&mut order);
            let rank = |at: usize| order[at..].iter().filter(|&&other| other < order[at]).count();
            counts[rank(0) * 6 + rank(1) * 2 + rank(2)] += 1;
        }
        assert!(counts.iter().all(|count| (850..1_150).contains(count)), "{counts:?}");
    }

    #[test]
    fn numbers_are_below_the_bound_and_evenly_spread() {
        let mut random = SplitMix64::new(7);
        let mut counts = [0; 6];
        for _ in 0..6_000 {
            counts[random.below(6) as usize] += 1;
        }
        assert!(counts.iter().all(|count| (850..1_150).contains(count)), "{counts:?}");
    }
}
