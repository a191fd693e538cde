//! Lists of different lengths in one table.

/// Compressed table of lists (compressed sparse rows): all entries in one vector, with the offset of each list.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Csr<T> {
    /// List `n` is `entries[offsets[n]..offsets[n + 1]]`.
    offsets: Vec<u32>,
    entries: Vec<T>,
    /// Common length of all lists; 0 if their lengths differ or there are none.
    common_length: usize,
}

impl<T> Csr<T> {
    /// A table without lists.
    pub(super) fn new() -> Self {
        Self { offsets: vec![0], entries: Vec::new(), common_length: 0 }
    }

    /// Appends a list. The table must have fewer than 2³² entries.
    pub(super) fn push(&mut self, list: impl IntoIterator<Item = T>) {
        let start = self.entries.len();
        self.entries.extend(list);
        let length = self.entries.len() - start;
        let is_common = self.offsets.len() == 1 || length == self.common_length;
        self.common_length = if is_common { length } else { 0 };
        self.offsets.push(self.entries.len() as u32);
    }

    /// Number of entries of all lists.
    pub(super) fn entry_count(&self) -> usize {
        self.entries.len()
    }

    /// The list with this number.
    #[inline(always)]
    pub(super) fn list(&self, number: usize) -> &[T] {
        if self.common_length > 0 {
            return &self.entries[number * self.common_length..][..self.common_length];
        }
        &self.entries[self.offsets[number] as usize..self.offsets[number + 1] as usize]
    }

    /// The lists.
    #[inline]
    pub(super) fn lists(&self) -> impl Iterator<Item = &[T]> {
        self.offsets.windows(2).map(|ends| &self.entries[ends[0] as usize..ends[1] as usize])
    }

    /// Calls `visit` with each list. Does not read the offsets if all lists have the same length.
    #[inline]
    pub(super) fn for_each<'a>(&'a self, mut visit: impl FnMut(&'a [T])) {
        if self.common_length > 0 {
            self.entries.chunks_exact(self.common_length).for_each(visit);
        } else {
            self.lists().for_each(&mut visit);
        }
    }

    /// Bytes of the vectors.
    pub(super) fn heap_bytes(&self) -> usize {
        size_of::<u32>() * self.offsets.capacity() + size_of::<T>() * self.entries.capacity()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_any_length_are_kept_in_order() {
        let mut table = Csr::new();
        let lists: [&[u8]; 4] = [&[1, 2], &[], &[3], &[]];
        lists.iter().for_each(|list| table.push(list.iter().copied()));
        assert_eq!(table.entry_count(), 3);
        assert!(table.lists().eq(lists));
        assert!((0..4).all(|number| table.list(number) == lists[number]));
    }

    #[test]
    fn for_each_visits_the_lists_in_order() {
        let cases: [&[&[u8]]; 6] = [
            &[],
            &[&[], &[]],
            &[&[1, 2], &[3, 4], &[5, 6]],
            &[&[1], &[2, 3], &[4]],
            &[&[], &[1]],
            &[&[1, 2], &[3, 4], &[], &[5, 6]],
        ];
        for lists in cases {
            let mut table = Csr::new();
            lists.iter().for_each(|list| table.push(list.iter().copied()));
            let mut visited = Vec::new();
            table.for_each(|list| visited.push(list));
            assert_eq!(visited, lists);
        }
    }
}
