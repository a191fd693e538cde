//! Linear sums: cells that add up to a total.

use super::board::{CandidateBoard, Contradicted};
use super::combinations::{support, support_pair};
use super::needed;
use super::subsets::Subsets;
use super::sum_groups::{Group, Needed, OpenGroup, SumScratch};
use super::totals::{SLACK_MAX, TRIED_MAX, bound, reach};

/// Cells whose digits, each times the factor of its group, add up to a total.
#[derive(Clone, Debug)]
pub(super) struct LinearSum {
    pub(super) cells: Vec<u16>,
    pub(super) groups: Vec<Group>,
    pub(super) total: i64,
}

impl LinearSum {
    /// Removes candidates, given in the order of the cells, that no digits of the other cells complete to the total. Returns
    /// whether the total can be reached.
    ///
    /// Not every such candidate is removed.
    pub(super) fn filter(&self, subsets: &Subsets, masks: &mut [u64], scratch: &mut SumScratch) -> bool {
        scratch.needed.clear();
        scratch.work += 2 + masks.len() as u64 / 2;
        let Some(rest) = scratch.list_groups(&self.groups, self.total, masks) else { return false };
        match &*scratch.groups {
            [] => return rest == 0,
            &[group] => {
                if let Some(is_possible) = combine(subsets, masks, scratch, group, rest) {
                    return is_possible;
                }
            }
            _ => {}
        }
        let SumScratch { groups, open, .. } = scratch;
        let (mut low, mut high, mut span) = (0, 0, 0);
        for group in groups.iter_mut() {
            if group.find_bounds(masks, &open[group.cells.0..group.cells.1]).is_none() {
                return false;
            }
            let (least, largest) = group.contributions();
            low += least;
            high += largest;
            span = span.max(largest - least);
        }
        let (above, below) = (rest - low, high - rest);
        if above < 0 || below < 0 {
            return false;
        }
        let slack = above.min(below);
        let is_loose = |group: &OpenGroup| group.cells.1 - group.cells.0 > 2;
        if slack >= span && (groups.len() > 3 || groups.iter().any(is_loose)) {
            return true;
        }
        if slack > SLACK_MAX {
            return bound(masks, scratch, above, below);
        }
        reach(subsets, masks, scratch, above <= below, slack)
    }
}

/// Removes the candidates of the only open group without a set of digits with the sum that is left. Returns whether there is such a set;
/// `None` if there are too many to try.
fn combine(
    subsets: &Subsets,
    masks: &mut [u64],
    scratch: &mut SumScratch,
    OpenGroup { factor, cells, union, .. }: OpenGroup,
    rest: i64,
) -> Option<bool> {
    if rest % factor != 0 {
        return Some(false);
    }
    let sum = rest / factor;
    let open = &scratch.open[cells.0..cells.1];
    let digits = match *open {
        [cell] => {
            masks[cell] &= if (1..=64).contains(&sum) { 1 << (sum - 1) } else { 0 };
            0
        }
        [one, other] => support_pair(masks, [one, other], sum),
        _ => {
            let listed = subsets.with_sums(open.len(), sum..=sum)?;
            if listed.len() > TRIED_MAX {
                return None;
            }
            scratch.work += listed.len() as u64 / 4;
            support(masks, open, listed.iter().filter(|set| set.mask & !union == 0).copied())
        }
    };
    if digits != 0 {
        scratch.needed.push(Needed { cells, digits });
    }
    Some(open.iter().all(|&cell| masks[cell] != 0))
}

/// Removes candidates of the cells of a sum. Each digit that the sum needs is placed if it has a single place; otherwise it is removed
/// from the common peers of its places.
pub(super) fn propagate(
    sum: &LinearSum,
    subsets: &Subsets,
    peer_sets: &[u64],
    board: &mut CandidateBoard,
    scratch: &mut SumScratch,
) -> Result<(), Contradicted> {
    let mut masks = std::mem::take(&mut scratch.masks);
    masks.clear();
    masks.extend(sum.cells.iter().map(|&cell| board.mask(cell)));
    let is_possible = sum.filter(subsets, &mut masks, scratch);
    let removed = sum.cells.iter().zip(&masks).try_for_each(|(&cell, &mask)| {
        if board.mask(cell) & !mask != 0 { board.remove(cell, !mask) } else { Ok(()) }
    });
    scratch.masks = masks;
    if !is_possible {
        return Err(Contradicted);
    }
    removed?;
    place_needed(sum, peer_sets, board, scratch)
}

/// Uses the digits that groups of the sum need.
fn place_needed(
    sum: &LinearSum,
    peer_sets: &[u64],
    board: &mut CandidateBoard,
    scratch: &mut SumScratch,
) -> Result<(), Contradicted> {
    let SumScratch { needed, open, outside, work, .. } = scratch;
    for &Needed { cells, digits } in &*needed {
        let cells = open[cells.0..cells.1].iter().map(|&at| sum.cells[at]);
        needed::place_needed(digits, &cells, peer_sets, board, outside, work)?;
    }
    Ok(())
}
