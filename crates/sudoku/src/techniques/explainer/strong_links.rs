//! Chains of strong links of one digit, between cells and groups of cells.

use super::candidate_grid::{CandidateGrid, CellBits, HOUSES, cell_at, cells_of, common_peers, houses_of};
use super::candidate_set::{CandidateId, id_of};
use crate::bits::set_bits;

/// If all cells of `from` are without the digit, one of `to` has it.
struct DirectedLink {
    from: CellBits,
    to: CellBits,
}

/// The eliminations of chains with so many strong links of one digit, and whether they need groups of cells.
pub(super) fn find(grid: &CandidateGrid, links: usize) -> Option<(Vec<CandidateId>, bool)> {
    [false, true].into_iter().find_map(|with_groups| {
        let mut eliminated = Vec::new();
        for digit in 0..9 {
            let targets = chain_targets(grid, digit, links, with_groups) & grid.cells_with(digit);
            eliminated.extend(cells_of(targets).map(|cell| id_of(cell, digit)));
        }
        (!eliminated.is_empty()).then_some((eliminated, with_groups))
    })
}

fn chain_targets(grid: &CandidateGrid, digit: usize, links: usize, with_groups: bool) -> CellBits {
    let strong = strong_links(grid, digit, with_groups);
    let seen_from: Vec<CellBits> = strong.iter().map(|link| common_peers(link.from)).collect();
    let seen_to: Vec<CellBits> = strong.iter().map(|link| common_peers(link.to)).collect();
    // For each link, the links whose first cells all see its last ones.
    let next: Vec<Vec<usize>> = seen_to
        .iter()
        .map(|&seen| (0..strong.len()).filter(|&other| strong[other].from & !seen == 0).collect())
        .collect();
    let mut targets = 0;
    for (first, seen_from) in seen_from.iter().enumerate() {
        let mut level = vec![first];
        for _ in 1..links {
            let mut reached = vec![false; strong.len()];
            level.iter().flat_map(|&link| &next[link]).for_each(|&link| reached[link] = true);
            level = (0..strong.len()).filter(|&link| reached[link]).collect();
        }
        targets |= level.iter().fold(0, |all, &last| all | seen_to[last]) & seen_from;
    }
    targets
}

fn strong_links(grid: &CandidateGrid, digit: usize, with_groups: bool) -> Vec<DirectedLink> {
    let mut links = Vec::new();
    for house in 0..HOUSES {
        let places = grid.places(house, digit);
        if places.count_ones() == 2 {
            let mut ends = set_bits(u64::from(places)).map(|index| 1 << cell_at(house, index));
            if let (Some(one), Some(other)) = (ends.next(), ends.next()) {
                links.extend([DirectedLink { from: one, to: other }, DirectedLink { from: other, to: one }]);
            }
        } else if with_groups && places.count_ones() > 2 {
            link_groups(grid, house, digit, &mut links);
        }
    }
    links
}

/// Links two groups that have all places of a house: in two boxes of a line, or in two lines of a box.
fn link_groups(grid: &CandidateGrid, house: usize, digit: usize, links: &mut Vec<DirectedLink>) {
    let mut groups: Vec<(usize, CellBits)> = Vec::new();
    for cell in grid.cells_in(house, digit) {
        for (other, _) in houses_of(cell) {
            if other == house || (other >= 18) == (house >= 18) {
                continue;
            }
            match groups.iter_mut().find(|(number, _)| *number == other) {
                Some((_, group)) => *group |= 1 << cell,
                None => groups.push((other, 1 << cell)),
            }
        }
    }
    let all = groups.iter().fold(0, |all, (_, group)| all | group);
    for (at, &(_, one)) in groups.iter().enumerate() {
        for &(_, other) in &groups[at + 1..] {
            if one | other == all && one != all && other != all {
                links.extend([DirectedLink { from: one, to: other }, DirectedLink { from: other, to: one }]);
            }
        }
    }
}
