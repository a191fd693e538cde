//! Numbers of solutions below nodes that were left for good, so that equal nodes need not be searched again.
//!
//! TAOCP 7.2.2.1 counts domino tilings so (by a ZDD): where different choices leave the same items, what is below is
//! the same. Where that hardly happens, looking is lost labour; the memo therefore watches how often it helps, and gives
//! up for good where that is too rare.

use super::matrix::Key;

/// How many look-ups are judged together.
const TRIAL: u32 = 2_048;

/// The memo goes on as long as one look-up in this many succeeds.
const HIT_RATE: u32 = 8;

/// The number of places, a power of two: 3.5 MiB in all.
const PLACES: usize = 1 << 16;

/// A number of solutions, and what it depends on. A key of zeros marks an empty place.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    key: Key,
    solutions: u64,
}

/// A level whose number of solutions is being found.
#[derive(Clone, Copy, Debug)]
struct Open {
    depth: usize,
    key: Key,
    /// The solutions found before it.
    before: u64,
}

/// A bounded memory of sub-problems: each has one place, and the latest to claim a place has it.
#[derive(Clone, Debug, Default)]
pub(super) struct Memo {
    places: Vec<Place>,
    open: Vec<Open>,
    looked: u32,
    found: u32,
    given_up: bool,
}

impl Memo {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.places.clear();
        self.open.clear();
        (self.looked, self.found, self.given_up) = (0, 0, false);
    }

    /// Whether it is still worth looking.
    pub(super) fn is_worth_it(&self) -> bool {
        !self.given_up
    }

    /// How many solutions there are below a node with this key, if that is known.
    pub(super) fn look_up(&mut self, key: Key) -> Option<u64> {
        if self.places.is_empty() {
            self.places.resize(PLACES, Place::default());
        }
        self.judge();
        let place = self.places.get(index(key))?;
        if key == Key::default() || place.key != key {
            return None;
        }
        self.found += 1;
        Some(place.solutions)
    }

    fn judge(&mut self) {
        self.looked += 1;
        if self.looked == TRIAL {
            self.given_up = self.found < TRIAL / HIT_RATE;
            (self.looked, self.found) = (0, 0);
        }
        if self.given_up {
            self.places = Vec::new();
            self.open = Vec::new();
        }
    }

    /// Begins to count below a level just opened.
    pub(super) fn open(&mut self, depth: usize, key: Key, solutions: u64) {
        if !self.given_up {
            self.open.push(Open { depth, key, before: solutions });
        }
    }

    /// Remembers what was found below a level, if that level was counted and is now left.
    pub(super) fn close(&mut self, depth: usize, solutions: u64) {
        if let Some(open) = self.open.pop_if(|open| open.depth == depth)
            && let Some(place) = self.places.get_mut(index(open.key))
        {
            *place = Place { key: open.key, solutions: solutions - open.before };
        }
    }
}

/// The place of a key: multiplication spreads its bits upwards, and the upper ones are taken.
fn index(key: Key) -> usize {
    const ODD: u64 = 0x9E37_79B9_7F4A_7C15; // 2^64 divided by the golden ratio
    let hash = key.iter().fold(0_u64, |hash, &word| (hash.rotate_left(29) ^ word).wrapping_mul(ODD));
    (hash >> (u64::BITS - PLACES.trailing_zeros())) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(number: u64) -> Key {
        [number, 0, 0, 0, 0, number]
    }

    #[test]
    fn what_was_counted_below_a_level_is_known_when_the_level_is_closed() {
        let mut memo = Memo::default();
        assert_eq!(memo.look_up(key(7)), None);
        memo.open(3, key(7), 10);
        memo.open(4, key(8), 10);
        assert_eq!(memo.look_up(key(7)), None);
        // Level 5 was not opened here, nor is it counted.
        memo.close(5, 11);
        memo.close(4, 12);
        memo.close(3, 15);
        assert_eq!(
            (memo.look_up(key(7)), memo.look_up(key(8)), memo.look_up(key(9))),
            (Some(5), Some(2), None)
        );
        memo.clear();
        assert_eq!(memo.look_up(key(7)), None);
    }

    #[test]
    fn a_memo_that_does_not_help_gives_up_and_frees_its_memory() {
        let mut memo = Memo::default();
        for key in (1..=u64::from(TRIAL)).map(key) {
            assert!(memo.is_worth_it());
            assert_eq!(memo.look_up(key), None);
            memo.open(1, key, 0);
            memo.close(1, 1);
        }
        assert!(!memo.is_worth_it());
        assert_eq!(memo.places.capacity() + memo.open.capacity(), 0);
    }
}
