//! Cycles and chains of implications with one cause each.

use super::candidate_grid::CandidateGrid;
use super::candidate_set::{CANDIDATES, CandidateId, CandidateSet, cell_of};
use super::chain_length::tenths_of;
use super::eliminations::Eliminations;

/// A kind of chains.
#[derive(Clone, Copy)]
struct ChainKind {
    /// Whether links between the candidates of a cell are used.
    in_cells: bool,
    /// Whether strong links between the places of a digit in a house are used.
    in_houses: bool,
    /// Difficulty of a short cycle, in tenths.
    cycle: u8,
    /// Difficulty of a short chain, in tenths; `None` if there are none.
    chain: Option<u8>,
}

/// X-cycles and X-chains: the places of one digit.
const ONE_DIGIT: ChainKind = ChainKind { in_cells: false, in_houses: true, cycle: 65, chain: Some(66) };
/// Y-cycles: cells with two candidates.
const PAIRS: ChainKind = ChainKind { in_cells: true, in_houses: false, cycle: 65, chain: None };
/// Forcing cycles and chains of all links.
const ALL_LINKS: ChainKind = ChainKind { in_cells: true, in_houses: true, cycle: 70, chain: Some(70) };

/// The links that a chain of a kind may use, as their consequences on a grid.
struct ChainLinks {
    kind: ChainKind,
    /// For each candidate, the candidates that are false if it is true.
    excluded: Vec<CandidateSet>,
    /// For each candidate, the candidates that are true if it is false.
    forced: Vec<Vec<CandidateId>>,
}

impl ChainLinks {
    fn new(grid: &CandidateGrid, kind: ChainKind) -> Self {
        let mut excluded = vec![CandidateSet::EMPTY; CANDIDATES];
        let mut forced = vec![Vec::new(); CANDIDATES];
        for id in grid.ids() {
            excluded[usize::from(id)] = grid.excluded_by(id, kind.in_cells);
            grid.for_each_forced_by(id, kind.in_cells, kind.in_houses, |other, _| {
                forced[usize::from(id)].push(other);
            });
        }
        Self { kind, excluded, forced }
    }
}

/// Adds the eliminations of all cycles and chains that are easy enough.
pub(super) fn find(grid: &CandidateGrid, eliminations: &mut Eliminations) {
    let [one_digit, pairs, all] = [ONE_DIGIT, PAIRS, ALL_LINKS].map(|kind| ChainLinks::new(grid, kind));
    for links in [&one_digit, &pairs, &all] {
        for source in grid.ids() {
            if links.kind.in_houses || grid.digits(cell_of(source)).count_ones() == 2 {
                find_cycles(grid, links, &one_digit, source, eliminations);
            }
            if let Some(base) = links.kind.chain {
                let nodes_max = eliminations.nodes_max(base);
                if let Some(nodes) = length_of_refutation(links, source, nodes_max) {
                    eliminations.add(base + tenths_of(nodes), source, false);
                }
                let nodes_max = eliminations.nodes_max(base);
                if let Some(nodes) = length_of_proof(links, source, nodes_max) {
                    eliminations.add(base + tenths_of(nodes), source, true);
                }
            }
        }
    }
}

/// Number of nodes of the shortest chain from a candidate to its negation.
fn length_of_refutation(links: &ChainLinks, source: CandidateId, nodes_max: usize) -> Option<usize> {
    let (mut seen_true, mut seen_false) = (CandidateSet::EMPTY, CandidateSet::EMPTY);
    seen_true.insert(source);
    let mut trues = vec![source];
    let mut nodes = 2;
    while !trues.is_empty() && nodes <= nodes_max {
        let falses = newly_false(links, &trues, &mut seen_false);
        if seen_false.contains(source) {
            return Some(nodes);
        }
        trues = newly_true(links, falses, &mut seen_true);
        nodes += 2;
    }
    None
}

/// Number of nodes of the shortest chain from the negation of a candidate to the candidate.
fn length_of_proof(links: &ChainLinks, source: CandidateId, nodes_max: usize) -> Option<usize> {
    let (mut seen_true, mut seen_false) = (CandidateSet::EMPTY, CandidateSet::EMPTY);
    seen_false.insert(source);
    let mut falses = seen_false;
    let mut nodes = 2;
    while nodes <= nodes_max {
        let trues = newly_true(links, falses, &mut seen_true);
        if seen_true.contains(source) {
            return Some(nodes);
        }
        if trues.is_empty() {
            return None;
        }
        falses = newly_false(links, &trues, &mut seen_false);
        nodes += 2;
    }
    None
}

fn newly_false(links: &ChainLinks, trues: &[CandidateId], seen: &mut CandidateSet) -> CandidateSet {
    let all = trues.iter().fold(CandidateSet::EMPTY, |all, &id| all.union(&links.excluded[usize::from(id)]));
    let falses = all.difference(seen);
    *seen = seen.union(&falses);
    falses
}

fn newly_true(links: &ChainLinks, falses: CandidateSet, seen: &mut CandidateSet) -> Vec<CandidateId> {
    let mut trues = Vec::new();
    for id in falses.iter().flat_map(|id| &links.forced[usize::from(id)]) {
        if !seen.contains(*id) {
            seen.insert(*id);
            trues.push(*id);
        }
    }
    trues
}

/// A true node of a search for cycles, with the false one before it and the index of the true one before that.
#[derive(Clone, Copy)]
struct CycleNode {
    id: CandidateId,
    before: Option<(CandidateId, usize)>,
}

fn find_cycles(
    grid: &CandidateGrid,
    links: &ChainLinks,
    one_digit: &ChainLinks,
    source: CandidateId,
    eliminations: &mut Eliminations,
) {
    let mut seen = CandidateSet::EMPTY;
    seen.insert(source);
    let mut nodes = vec![CycleNode { id: source, before: None }];
    let (mut level, mut length) = (0..1, 2);
    while !level.is_empty() && length <= eliminations.nodes_max(links.kind.cycle) {
        for at in level.clone() {
            for off in links.excluded[usize::from(nodes[at].id)].iter() {
                for &on in &links.forced[usize::from(off)] {
                    if on == source && length >= 4 {
                        eliminate_outside(grid, links, one_digit, &nodes, (at, off, length), eliminations);
                    } else if !seen.contains(on) && !falses_before(&nodes, at).any(|id| id == off) {
                        seen.insert(on);
                        nodes.push(CycleNode { id: on, before: Some((off, at)) });
                    }
                }
            }
        }
        level = level.end..nodes.len();
        length += 2;
    }
}

/// The false nodes on the way to a true one.
fn falses_before(nodes: &[CycleNode], mut at: usize) -> impl Iterator<Item = CandidateId> {
    std::iter::from_fn(move || {
        let (off, before) = nodes[at].before?;
        at = before;
        Some(off)
    })
}

/// Adds what each cell outside a cycle loses: it sees a true and a false node of the same digit.
fn eliminate_outside(
    grid: &CandidateGrid,
    links: &ChainLinks,
    one_digit: &ChainLinks,
    nodes: &[CycleNode],
    (mut at, off, length): (usize, CandidateId, usize),
    eliminations: &mut Eliminations,
) {
    let (mut seen_by_true, mut seen_by_false) =
        (one_digit.excluded[usize::from(nodes[at].id)], one_digit.excluded[usize::from(off)]);
    let mut inside: Vec<usize> = vec![cell_of(nodes[at].id), cell_of(off)];
    while let Some((off, before)) = nodes[at].before {
        at = before;
        seen_by_true = seen_by_true.union(&one_digit.excluded[usize::from(nodes[at].id)]);
        seen_by_false = seen_by_false.union(&one_digit.excluded[usize::from(off)]);
        inside.extend([cell_of(nodes[at].id), cell_of(off)]);
    }
    for id in seen_by_true.intersection(&seen_by_false).iter() {
        if grid.has(id) && !inside.contains(&cell_of(id)) {
            eliminations.add(links.kind.cycle + tenths_of(length), id, false);
        }
    }
}
