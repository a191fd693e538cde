//! Numbers of solutions below nodes that were left for good, so that equal nodes need not be searched again.
//!
//! TAOCP 7.2.2.1 counts domino tilings so (by a ZDD): where different choices leave the same items, what is below is
//! the same. Where that hardly happens, looking is lost labour; the memo therefore watches how often it helps, and gives
//! up for good where that is too rare.

use super::search_space::MemoKey;

/// How many look-ups are judged together.
const LOOKUPS_PER_CHECK: u32 = 2_048;

/// The memo goes on as long as one look-up in this many succeeds.
const LOOKUPS_PER_HIT_MAX: u32 = 8;

/// The number of slots, a power of two: 56 KiB at first, so that a search that is soon over pays for little, and four times
/// as many whenever a quarter is used, up to 3.5 MiB.
const SLOTS_FIRST: usize = 1 << 10;
const SLOTS_MAX: usize = 1 << 16;

/// A number of solutions, and what it depends on. A key of zeros marks an empty slot.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    key: MemoKey,
    solutions: u64,
}

/// A level whose number of solutions is being hits.
#[derive(Clone, Copy, Debug)]
struct PendingCount {
    depth: usize,
    key: MemoKey,
    /// The solutions hits before it.
    before: u64,
}

/// A bounded memory of sub-problems: each has one slot, and the latest to claim a slot has it.
#[derive(Clone, Debug, Default)]
pub(super) struct Memo {
    slots: Vec<Slot>,
    /// How many slots are not empty.
    used: usize,
    pending: Vec<PendingCount>,
    lookups: u32,
    hits: u32,
    is_disabled: bool,
}

impl Memo {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.slots.clear();
        self.pending.clear();
        (self.used, self.lookups, self.hits, self.is_disabled) = (0, 0, 0, false);
    }

    /// Whether it is still worth looking.
    pub(super) fn is_enabled(&self) -> bool {
        !self.is_disabled
    }

    /// How many solutions there are below a node with this key, if that is known.
    pub(super) fn look_up(&mut self, key: MemoKey) -> Option<u64> {
        if self.slots.is_empty() {
            self.slots.resize(SLOTS_FIRST, Slot::default());
        }
        self.check_hit_rate();
        let slot = self.slots.get(index(key, self.slots.len()))?;
        if key == MemoKey::default() || slot.key != key {
            return None;
        }
        self.hits += 1;
        Some(slot.solutions)
    }

    fn check_hit_rate(&mut self) {
        self.lookups += 1;
        if self.lookups == LOOKUPS_PER_CHECK {
            self.is_disabled = self.hits < LOOKUPS_PER_CHECK / LOOKUPS_PER_HIT_MAX;
            (self.lookups, self.hits) = (0, 0);
        }
        if self.is_disabled {
            self.slots = Vec::new();
            self.pending = Vec::new();
        }
    }

    /// Begins to count below a level just opened.
    pub(super) fn open(&mut self, depth: usize, key: MemoKey, solutions: u64) {
        if !self.is_disabled {
            self.pending.push(PendingCount { depth, key, before: solutions });
        }
    }

    /// Remembers what was hits below a level, if that level was counted and is now left.
    pub(super) fn close(&mut self, depth: usize, solutions: u64) {
        if let Some(open) = self.pending.pop_if(|open| open.depth == depth) {
            if 4 * self.used >= self.slots.len() && self.slots.len() < SLOTS_MAX {
                self.grow();
            }
            self.insert(Slot { key: open.key, solutions: solutions - open.before });
        }
    }

    fn insert(&mut self, new: Slot) {
        let index = index(new.key, self.slots.len());
        if let Some(slot) = self.slots.get_mut(index) {
            self.used += usize::from(slot.key == MemoKey::default());
            *slot = new;
        }
    }

    /// Makes four slots of one.
    fn grow(&mut self) {
        let more = vec![Slot::default(); 4 * self.slots.len()];
        let slots = std::mem::replace(&mut self.slots, more);
        self.used = 0;
        slots.into_iter().filter(|slot| slot.key != MemoKey::default()).for_each(|slot| self.insert(slot));
    }
}

/// The slot of a key among so many, a power of two: multiplication spreads its bits upwards, and the upper ones are used.
fn index(key: MemoKey, slots: usize) -> usize {
    const ODD: u64 = 0x9E37_79B9_7F4A_7C15; // 2^64 divided by the golden ratio
    let hash = key.iter().fold(0_u64, |hash, &word| (hash.rotate_left(29) ^ word).wrapping_mul(ODD));
    (hash >> (u64::BITS - slots.max(2).trailing_zeros())) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(number: u64) -> MemoKey {
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
        for number in 1..=u64::from(LOOKUPS_PER_CHECK) {
            memo.open(1, key(number), 0);
            memo.close(1, number);
        }
        assert_eq!(memo.slots.len(), 16 * SLOTS_FIRST);
        let held = memo.slots.iter().filter(|slot| slot.key != MemoKey::default());
        assert_eq!(held.clone().count(), memo.used);
        assert!(held.into_iter().all(|slot| slot.key == key(slot.solutions)));
        assert!(memo.used > 3 * LOOKUPS_PER_CHECK as usize / 4, "{}", memo.used);
        for number in 1..=2 * SLOTS_MAX as u64 {
            memo.open(1, key(number), 0);
            memo.close(1, number);
        }
        assert_eq!(memo.slots.len(), SLOTS_MAX);
    }

    #[test]
    fn a_memo_that_does_not_help_gives_up_and_frees_its_memory() {
        let mut memo = Memo::default();
        for key in (1..=u64::from(LOOKUPS_PER_CHECK)).map(key) {
            assert!(memo.is_enabled());
            assert_eq!(memo.look_up(key), None);
            memo.open(1, key, 0);
            memo.close(1, 1);
        }
        assert!(!memo.is_enabled());
        assert_eq!(memo.slots.capacity() + memo.pending.capacity(), 0);
    }
}
