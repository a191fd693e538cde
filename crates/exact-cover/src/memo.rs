//! Memo of solution counts by sub-problem, so that equal sub-problems need not be searched again.
//!
//! Without secondary items, choices that leave the same items uncovered lead to the same sub-problem. (For domino
//! tilings, TAOCP 7.2.2.1 shares sub-problems in a ZDD.) Few problems have many equal sub-problems, so the memo measures its hit rate and
//! disables itself if the rate is low.

use super::search_space::MemoKey;

/// Number of look-ups between two checks of the hit rate.
const LOOKUPS_PER_CHECK: u32 = 2_048;

/// The memo stays enabled while at least one look-up in this many is a hit.
const LOOKUPS_PER_HIT_MAX: u32 = 8;

/// Bytes of the first table. It grows fourfold when a quarter of it is used.
const BYTES_FIRST: usize = 64 << 10;

/// A memo key and its number of solutions. The default key marks an empty slot.
#[derive(Clone, Copy, Debug, Default)]
struct Slot<K> {
    key: K,
    solutions: u128,
}

/// An open level whose solutions are being counted.
#[derive(Clone, Copy, Debug)]
struct PendingCount<K> {
    depth: usize,
    key: K,
    /// Solutions found by the search before the level was opened.
    solutions_before: u128,
}

/// Bounded direct-mapped hash table from sub-problems to solution counts. A new entry replaces the old one in its slot.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memo<K> {
    slots: Vec<Slot<K>>,
    /// Number of slots in use.
    used: usize,
    pending: Vec<PendingCount<K>>,
    lookups: u32,
    hits: u32,
    is_disabled: bool,
}

impl<K: MemoKey> Memo<K> {
    /// Number of slots of the first table, a power of two.
    const SLOTS_FIRST: usize = Self::slots_within(BYTES_FIRST);

    /// Maximum number of slots, a power of two.
    const SLOTS_MAX: usize = Self::slots_within(K::TABLE_BYTES_MAX);

    /// The largest power of two of slots that fits into this number of bytes.
    const fn slots_within(bytes: usize) -> usize {
        1 << (bytes / size_of::<Slot<K>>()).ilog2()
    }

    /// Removes all entries, and enables the memo.
    pub(crate) fn clear(&mut self) {
        self.slots.clear();
        self.pending.clear();
        (self.used, self.lookups, self.hits, self.is_disabled) = (0, 0, 0, false);
    }

    pub(crate) fn is_enabled(&self) -> bool {
        !self.is_disabled
    }

    /// Number of solutions of the sub-problem with this key, if known.
    pub(crate) fn look_up(&mut self, key: K) -> Option<u128> {
        if self.slots.is_empty() {
            self.slots.resize(Self::SLOTS_FIRST, Slot::default());
        }
        self.check_hit_rate();
        let slot = self.slots.get(slot_index(&key, self.slots.len()))?;
        if key == K::default() || slot.key != key {
            return None;
        }
        self.hits += 1;
        Some(slot.solutions)
    }

    /// Counts a look-up. Disables the memo and frees its memory if the last look-ups had too few hits.
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

    /// Starts to count the solutions of the level just opened.
    pub(crate) fn begin(&mut self, depth: usize, key: K, solutions_before: u128) {
        if !self.is_disabled {
            self.pending.push(PendingCount { depth, key, solutions_before });
        }
    }

    /// Stops counting the open levels: a part of each is searched elsewhere.
    pub(crate) fn forget_pending(&mut self) {
        self.pending.clear();
    }

    /// Stores the count of the level at `depth`, which is being closed; does nothing if the level was not counted.
    pub(crate) fn finish(&mut self, depth: usize, solutions: u128) {
        if let Some(level) = self.pending.pop_if(|level| level.depth == depth) {
            if 4 * self.used >= self.slots.len() && self.slots.len() < Self::SLOTS_MAX {
                self.grow();
            }
            self.insert(Slot { key: level.key, solutions: solutions - level.solutions_before });
        }
    }

    fn insert(&mut self, new: Slot<K>) {
        let index = slot_index(&new.key, self.slots.len());
        if let Some(slot) = self.slots.get_mut(index) {
            self.used += usize::from(slot.key == K::default());
            *slot = new;
        }
    }

    /// Quadruples the number of slots.
    fn grow(&mut self) {
        let larger = vec![Slot::default(); 4 * self.slots.len()];
        let slots = std::mem::replace(&mut self.slots, larger);
        self.used = 0;
        slots.into_iter().filter(|slot| slot.key != K::default()).for_each(|slot| self.insert(slot));
    }
}

/// Slot of a key by the upper bits of its hash; `slots` is a power of two.
fn slot_index<K: MemoKey>(key: &K, slots: usize) -> usize {
    (key.hash() >> (u64::BITS - slots.max(2).trailing_zeros())) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search_space::ItemSetKey;

    type ItemSetMemo = Memo<ItemSetKey>;

    fn key(number: u64) -> ItemSetKey {
        [number, 0, 0, 0, 0, number]
    }

    #[test]
    fn finished_level_returns_its_count() {
        let mut memo = ItemSetMemo::default();
        assert_eq!(memo.look_up(key(7)), None);
        memo.begin(3, key(7), 10);
        memo.begin(4, key(8), 10);
        assert_eq!(memo.look_up(key(7)), None);
        // Level 5 is not being counted.
        memo.finish(5, 11);
        memo.finish(4, 12);
        memo.finish(3, 15);
        assert_eq!(
            (memo.look_up(key(7)), memo.look_up(key(8)), memo.look_up(key(9))),
            (Some(5), Some(2), None)
        );
        memo.clear();
        assert_eq!(memo.look_up(key(7)), None);
    }

    #[test]
    fn full_memo_grows_up_to_the_bound_and_keeps_most_entries() {
        let mut memo = ItemSetMemo::default();
        assert_eq!(memo.look_up(key(1)), None);
        for number in 1..=u64::from(LOOKUPS_PER_CHECK) {
            memo.begin(1, key(number), 0);
            memo.finish(1, number.into());
        }
        assert_eq!(memo.slots.len(), 16 * ItemSetMemo::SLOTS_FIRST);
        let used = memo.slots.iter().filter(|slot| slot.key != ItemSetKey::default());
        assert_eq!(used.clone().count(), memo.used);
        assert!(used.into_iter().all(|slot| slot.key == key(slot.solutions as u64)));
        assert!(memo.used > 3 * LOOKUPS_PER_CHECK as usize / 4, "{}", memo.used);
        for number in 1..=2 * ItemSetMemo::SLOTS_MAX as u64 {
            memo.begin(1, key(number), 0);
            memo.finish(1, number.into());
        }
        assert_eq!(memo.slots.len(), ItemSetMemo::SLOTS_MAX);
    }

    #[test]
    fn useless_memo_disables_itself_and_frees_its_memory() {
        let mut memo = ItemSetMemo::default();
        for key in (1..=u64::from(LOOKUPS_PER_CHECK)).map(key) {
            assert!(memo.is_enabled());
            assert_eq!(memo.look_up(key), None);
            memo.begin(1, key, 0);
            memo.finish(1, 1);
        }
        assert!(!memo.is_enabled());
        assert_eq!(memo.slots.capacity() + memo.pending.capacity(), 0);
    }
}
