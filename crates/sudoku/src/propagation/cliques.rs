//! Sums divided into groups of cells that always differ.

use super::model::Model;
use super::sum_groups::Group;
use super::sums::LinearSum;
use crate::bits::set_bits;
use crate::model::Sum;

/// Largest number of cells for which large groups are looked for from each cell. They are bits of a word.
const STARTS_MAX: usize = 48;

/// Divides the cells of a sum into groups of cells with the same factor that always differ: large ones first.
pub(super) fn linear_sum(model: &Model, Sum { mut terms, total }: Sum) -> LinearSum {
    let mut sum = LinearSum { cells: Vec::new(), groups: Vec::new(), total };
    while let Some(factor) = terms.first().map(|term| term.factor) {
        let same = terms.iter().filter(|term| term.factor == factor);
        let same: Vec<u16> = same.map(|term| term.cell.0).collect();
        let group = if same.len() > STARTS_MAX {
            clique_from_first(model, &same)
        } else {
            large_clique(model, &same)
        };
        terms.retain(|term| !group.contains(&term.cell.0));
        sum.cells.extend(group);
        sum.groups.push(Group { factor: factor.into(), end: sum.cells.len() });
    }
    sum
}

/// The largest of the cliques that are found from each first cell by adding the cell with most peers.
fn large_clique(model: &Model, cells: &[u16]) -> Vec<u16> {
    let mut peers = [0_u64; STARTS_MAX];
    for (at, &one) in cells.iter().enumerate() {
        for (other_at, _) in cells[..at].iter().enumerate().filter(|&(_, &other)| model.is_peer(one, other)) {
            peers[at] |= 1 << other_at;
            peers[other_at] |= 1 << at;
        }
    }
    let mut largest = Vec::new();
    for (&first, &peers_of_first) in cells.iter().zip(&peers) {
        let mut rest = peers_of_first;
        // Another one of the same size replaces none.
        if rest.count_ones() as usize >= largest.len() {
            let mut clique = vec![first];
            while let Some(next) = most(set_bits(rest), |at| (peers[at] & rest).count_ones()) {
                clique.push(cells[next]);
                rest &= peers[next];
            }
            if clique.len() > largest.len() {
                largest = clique;
            }
        }
    }
    largest
}

/// The clique that is found from the first cell by adding the cell with most peers.
fn clique_from_first(model: &Model, cells: &[u16]) -> Vec<u16> {
    let mut rest = vec![0_u64; model.cell_count.div_ceil(64)];
    cells.iter().for_each(|&cell| rest[usize::from(cell) / 64] |= 1 << (cell % 64));
    let mut clique = Vec::new();
    let mut next = cells.first().copied();
    while let Some(cell) = next {
        clique.push(cell);
        rest.iter_mut().zip(model.peer_set(cell)).for_each(|(rest, peers)| *rest &= peers);
        let words = rest.iter().enumerate();
        let left = words.flat_map(|(word, &bits)| set_bits(bits).map(move |bit| (64 * word + bit) as u16));
        next = most(left, |cell| {
            let peers = model.peer_set(cell).iter().zip(&rest);
            peers.map(|(peers, rest)| (peers & rest).count_ones()).sum()
        });
    }
    clique
}

/// The first of the candidates with the largest number.
fn most<T: Copy>(candidates: impl Iterator<Item = T>, number: impl Fn(T) -> u32) -> Option<T> {
    let larger = |most: Option<(T, u32)>, candidate: T| {
        let number = number(candidate);
        most.filter(|most| most.1 >= number).or(Some((candidate, number)))
    };
    candidates.fold(None, larger).map(|most| most.0)
}
