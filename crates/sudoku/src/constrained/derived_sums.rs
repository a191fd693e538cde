//! Sums that follow from houses and other sums: the rule of 45.
//!
//! The digits of an exact house have a known total. From the total of some houses that share no cell, subtract the sums of some cages that share no
//! cell either: the cells of the houses that no cage has (innies) minus the cells of the cages outside of the houses (outies) have a known total.

use std::collections::BTreeSet;

/// Largest number of cells of a derived sum with the same factor whose cells all differ, or of which one is in no cage.
const ONE_SIDED_MAX: usize = 8;

/// Largest number of cells of any other derived sum.
const MIXED_MAX: usize = 6;

/// Number of cells for each derived sum that is kept. With a sum for every cell, hard cages take twice as long, because most sums of
/// many cells exclude nothing; with one for eight cells, the search has more nodes.
const CELLS_OF_DERIVED: usize = 4;

/// Cells whose digits have a known total.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cage {
    /// The cells, in ascending order.
    pub(super) cells: Vec<u16>,
    pub(super) total: i64,
}

/// A derived sum: cells with the factor 1 or -1, in ascending order, and their total.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Derived {
    pub(super) terms: Vec<(u16, i64)>,
    pub(super) total: i64,
}

/// Derives sums from cages and from sets of houses, each given as its cells and their total. Houses of a set share no cell. `is_different` says whether the digits of two
/// cells always differ.
pub(super) fn derive_sums(
    cell_count: usize,
    cages: &[Cage],
    unions: &[Cage],
    is_different: impl Fn(u16, u16) -> bool,
) -> Vec<Derived> {
    let known: BTreeSet<&[u16]> = cages.iter().map(|cage| &*cage.cells).collect();
    let in_cages: BTreeSet<u16> = cages.iter().flat_map(|cage| cage.cells.iter().copied()).collect();
    let mut derived = BTreeSet::new();
    let mut factors = vec![0_i64; cell_count];
    for union in unions {
        // First subtracts the cages that are mostly inside, which leaves innies; then all cages that are partly inside, which leaves outies.
        for is_covering in [false, true] {
            factors.fill(0);
            union.cells.iter().for_each(|&cell| factors[usize::from(cell)] = 1);
            let inside: Vec<bool> = factors.iter().map(|&factor| factor == 1).collect();
            let mut total = union.total;
            let mut order: Vec<(usize, &Cage)> = cages
                .iter()
                .map(|cage| (cage.cells.iter().filter(|&&cell| !inside[usize::from(cell)]).count(), cage))
                .collect();
            order.sort_by_key(|&(outside, cage)| (outside, usize::MAX - cage.cells.len()));
            for (outside, cage) in order {
                let within = cage.cells.len() - outside;
                let is_used = if is_covering { within > 0 } else { within > outside };
                // Each cell is subtracted once at most, and no cell outside is subtracted twice.
                let is_free = cage
                    .cells
                    .iter()
                    .all(|&cell| factors[usize::from(cell)] == i64::from(inside[usize::from(cell)]));
                if is_used && is_free {
                    cage.cells.iter().for_each(|&cell| factors[usize::from(cell)] -= 1);
                    total -= cage.total;
                }
            }
            let terms: Vec<(u16, i64)> = (0..)
                .zip(&factors)
                .filter(|&(_, &factor)| factor != 0)
                .map(|(cell, &factor)| (cell, factor))
                .collect();
            let is_one_sided = || terms.iter().all(|term| term.1 == terms[0].1);
            let is_clique = || {
                let mut cells = terms.iter().map(|term| term.0).enumerate();
                cells.all(|(at, one)| terms[..at].iter().all(|other| is_different(one, other.0)))
            };
            let has_free_cell = || terms.iter().any(|term| !in_cages.contains(&term.0));
            let is_useful = terms.len() <= MIXED_MAX
                || terms.len() <= ONE_SIDED_MAX && is_one_sided() && (has_free_cell() || is_clique());
            let is_new = || {
                let cells: Vec<u16> = terms.iter().map(|term| term.0).collect();
                !known.contains(&*cells)
            };
            if !terms.is_empty() && is_useful && is_new() {
                derived.insert(Derived { terms, total });
            }
        }
    }
    let mut derived: Vec<Derived> = derived.into_iter().collect();
    derived.sort_by_key(|sum| sum.terms.len());
    derived.truncate(cell_count / CELLS_OF_DERIVED);
    derived
}
