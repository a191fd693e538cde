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

/// The number of places, a power of two: 56 KiB at first, so that a search that is soon over pays for little, and four times
/// as many whenever a quarter is taken, up to 3.5 MiB.
const PLACES_FIRST: usize = 1 << 10;
const PLACES_MAX: usize = 1 << 16;

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
    /// How many places are not empty.
    taken: usize,
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
        (self.taken, self.looked, self.found, self.given_up) = (0, 0, 0, false);
    }

    /// Whether it is still worth looking.
    pub(super) fn is_worth_it(&self) -> bool {
        !self.given_up
    }

    /// How many solutions there are below a node with this key, if that is known.
    pub(super) fn look_up(&mut self, key: Key) -> Option<u64> {
        if self.places.is_empty() {
            self.places.resize(PLACES_FIRST, Place::default());
        }
        self.judge();
        let place = self.places.get(index(key, self.places.len()))?;
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
        if let Some(open) = self.open.pop_if(|open| open.depth == depth) {
            if 4 * self.taken >= self.places.len() && self.places.len() < PLACES_MAX {
                self.grow();
            }
            self.put(Place { key: open.key, solutions: solutions - open.before });
        }
    }

    fn put(&mut self, new: Place) {
        let index = index(new.key, self.places.len());
        if let Some(place) = self.places.get_mut(index) {
            self.taken += usize::from(place.key == Key::default());
            *place = new;
        }
    }

    /// Makes four places of one.
    fn grow(&mut self) {
        let more = vec![Place::default(); 4 * self.places.len()];
        let places = std::mem::replace(&mut self.places, more);
        self.taken = 0;
        places.into_iter().filter(|place| place.key != Key::default()).for_each(|place| self.put(place));
    }
}

/// The place of a key among so many, a power of two: multiplication spreads its bits upwards, and the upper ones are taken.
fn index(key: Key, places: usize) -> usize {
    const ODD: u64 = 0x9E37_79B9_7F4A_7C15; // 2^64 divided by the golden ratio
    let hash = key.iter().fold(0_u64, |hash, &word| (hash.rotate_left(29) ^ word).wrapping_mul(ODD));
    (hash >> (u64::BITS - places.max(2).trailing_zeros())) as usize
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
    fn a_memo_grows_with_what_it_holds_up_to_its_bound_and_forgets_nothing_by_growing() {
        let mut memo = Memo::default();
        assert_eq!(memo.look_up(key(1)), None);
        for number in 1..=u64::from(TRIAL) {
            memo.open(1, key(number), 0);
            memo.close(1, number);
        }
        assert_eq!(memo.places.len(), 16 * PLACES_FIRST);
        let held = memo.places.iter().filter(|place| place.key != Key::default());
        assert_eq!(held.clone().count(), memo.taken);
        assert!(held.into_iter().all(|place| place.key == key(place.solutions)));
        assert!(memo.taken > 3 * TRIAL as usize / 4, "{}", memo.taken);
        for number in 1..=2 * PLACES_MAX as u64 {
            memo.open(1, key(number), 0);
            memo.close(1, number);
        }
        assert_eq!(memo.places.len(), PLACES_MAX);
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
