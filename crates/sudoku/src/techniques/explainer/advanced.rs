//! Locked candidates, pairs and X-wings that arise under an assumption.

use super::candidate_grid::{CandidateGrid, HOUSES, cell_at};
use super::candidate_set::{CandidateId, digit_of, id_of};
use super::direct::common_house;
use crate::bits::set_bits;

/// Visits the eliminations of the first of these techniques that has any, with the removed candidates that made it possible.
/// Eliminations that are possible without the assumption are not visited.
pub(super) fn for_each_elimination(
    source: &CandidateGrid,
    grid: &CandidateGrid,
    mut visit: impl FnMut(CandidateId, &[CandidateId]),
) {
    for technique in [locked, hidden_pairs, naked_pairs, x_wings] {
        let mut found = false;
        technique(source, grid, &mut |id, causes| {
            found = true;
            visit(id, causes);
        });
        if found {
            return;
        }
    }
}

type Visit<'a> = dyn FnMut(CandidateId, &[CandidateId]) + 'a;

/// Visits these eliminations, unless nothing was removed for them.
fn visit_all(
    causes: &[CandidateId],
    grid: &CandidateGrid,
    eliminated: impl Iterator<Item = CandidateId>,
    visit: &mut Visit<'_>,
) {
    if !causes.is_empty() {
        eliminated.filter(|&id| grid.has(id)).for_each(|id| visit(id, causes));
    }
}

fn locked(source: &CandidateGrid, grid: &CandidateGrid, visit: &mut Visit<'_>) {
    for digit in 0..9 {
        for base in 0..HOUSES {
            if grid.places(base, digit).count_ones() < 2 {
                continue;
            }
            let Some(cover) = common_house(grid, base, digit) else { continue };
            if grid.places(cover, digit).count_ones() == grid.places(base, digit).count_ones() {
                continue;
            }
            let causes: Vec<CandidateId> = grid.lost_in_house(source, base, digit).collect();
            let inside: Vec<usize> = grid.cells_in(base, digit).collect();
            let outside = grid.cells_in(cover, digit).filter(|cell| !inside.contains(cell));
            visit_all(&causes, grid, outside.map(|cell| id_of(cell, digit)), visit);
        }
    }
}

fn hidden_pairs(source: &CandidateGrid, grid: &CandidateGrid, visit: &mut Visit<'_>) {
    for house in 0..HOUSES {
        if (0..9).filter(|&index| source.digits(cell_at(house, index)) != 0).count() <= 4 {
            continue;
        }
        for (one, other) in pairs() {
            let places = grid.places(house, one);
            if places.count_ones() != 2 || grid.places(house, other) != places {
                continue;
            }
            let causes = grid.lost_in_house(source, house, one);
            let causes: Vec<CandidateId> = causes.chain(grid.lost_in_house(source, house, other)).collect();
            let ids = set_bits(u64::from(places)).flat_map(|index| grid.ids_in(cell_at(house, index)));
            let others = ids.filter(|id| ![one, other].contains(&digit_of(*id)));
            visit_all(&causes, grid, others, visit);
        }
    }
}

fn naked_pairs(source: &CandidateGrid, grid: &CandidateGrid, visit: &mut Visit<'_>) {
    for house in 0..HOUSES {
        for (one, other) in pairs() {
            let cells = [one, other].map(|index| cell_at(house, index));
            let digits = grid.digits(cells[0]);
            if digits.count_ones() != 2 || grid.digits(cells[1]) != digits {
                continue;
            }
            let causes: Vec<CandidateId> =
                cells.into_iter().flat_map(|cell| grid.lost_in_cell(source, cell)).collect();
            let others = (0..9).map(|index| cell_at(house, index)).filter(|cell| !cells.contains(cell));
            let ids =
                others.flat_map(|cell| set_bits(u64::from(digits)).map(move |digit| id_of(cell, digit)));
            visit_all(&causes, grid, ids, visit);
        }
    }
}

fn x_wings(source: &CandidateGrid, grid: &CandidateGrid, visit: &mut Visit<'_>) {
    for digit in 0..9 {
        for (bases, covers) in [(0, 9), (9, 0)] {
            for (one, other) in pairs() {
                let places = grid.places(bases + one, digit);
                if places.count_ones() != 2 || grid.places(bases + other, digit) != places {
                    continue;
                }
                let causes = grid.lost_in_house(source, bases + one, digit);
                let causes: Vec<CandidateId> =
                    causes.chain(grid.lost_in_house(source, bases + other, digit)).collect();
                let ids = set_bits(u64::from(places)).flat_map(|cover| {
                    let lines = (0..9).filter(move |line| ![one, other].contains(line));
                    lines.map(move |line| id_of(cell_at(covers + cover, line), digit))
                });
                visit_all(&causes, grid, ids, visit);
            }
        }
    }
}

/// All pairs of nine numbers.
fn pairs() -> impl Iterator<Item = (usize, usize)> {
    (0..9).flat_map(|one| (one + 1..9).map(move |other| (one, other)))
}
