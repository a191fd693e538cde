//! Remote pair: a chain of cells with the same two candidates, each seeing the next.
//!
//! The digits alternate along the chain, so two cells at an odd distance have both digits together.

use crate::techniques::prelude::*;

pub(super) struct RemotePair;

impl Pattern for RemotePair {
    const INFO: TechniqueInfo = TechniqueInfo::hard("Remote Pair", 30).or(&["Remote Pairs"]);

    fn find<const W: usize>(board: &Board<W>, memo: &mut SearchMemo<W>) -> SearchProgress {
        memo.find(board, find)
    }

    fn sentence(step: &Deduction, wording: &Wording<'_>) -> Sentence {
        let ends: Vec<Cell> = step.cells.first().into_iter().chain(step.cells.last()).copied().collect();
        let (digits, cells) = (wording.digits(step.digits), wording.cells(&step.cells));
        let ends = wording.cells(&ends);
        sentence!("{digits} alternate along {cells}; {ends} have both, so {effect}.", [digits, cells, ends])
    }
}

/// Shortest chain: two cells are a naked pair.
const CELLS_MIN: usize = 4;

/// Longest chain that is considered.
const CELLS_MAX: usize = 20;

fn find<const W: usize>(board: &Board<W>) -> Option<Deduction> {
    let bivalue = board.bivalue_cells();
    bivalue.iter().find_map(|start| {
        let digits = board.candidates(start);
        let mut equal = CellSet::EMPTY;
        bivalue.iter().filter(|&cell| board.candidates(cell) == digits).for_each(|cell| equal.insert(cell));
        // Chains from this cell to cells of a higher index; the others were found from their other end.
        (equal.len() >= CELLS_MIN).then(|| find_from(board, start, digits, equal))?
    })
}

/// Breadth-first search from a cell: `layers[k]` has the cells at distance `k`.
fn find_from<const W: usize>(
    board: &Board<W>,
    start: Cell,
    digits: DigitSet,
    equal: CellSet<W>,
) -> Option<Deduction> {
    let geometry = board.geometry();
    let candidates = digits.digits().fold(CellSet::EMPTY, |union, digit| union | board.cells_with(digit));
    let mut layers = [CellSet::EMPTY; CELLS_MAX];
    layers[0] = CellSet::of(start);
    let mut unseen = equal - layers[0];
    for length in 1..CELLS_MAX {
        let near = layers[length - 1].iter().fold(CellSet::EMPTY, |union, cell| union | geometry.peers(cell));
        layers[length] = near & unseen;
        unseen -= layers[length];
        if layers[length].is_empty() {
            return None;
        }
        if length + 1 < CELLS_MIN || length % 2 == 0 {
            continue;
        }
        let found = layers[length].iter().find_map(|end| {
            let targets = (candidates & geometry.peers(start) & geometry.peers(end)) - equal;
            (!targets.is_empty()).then_some((end, targets))
        });
        if let Some((end, targets)) = found {
            let mut cells = vec![end];
            for layer in layers[..length].iter().rev() {
                cells.extend(cells.last().and_then(|&cell| (*layer & geometry.peers(cell)).first()));
            }
            cells.reverse();
            return Some(step(board, cells, digits, targets));
        }
    }
    None
}

fn step<const W: usize>(
    board: &Board<W>,
    cells: Vec<Cell>,
    digits: DigitSet,
    targets: CellSet<W>,
) -> Deduction {
    // The drawing follows the lower digit, which alternates with the higher.
    let links = digits.first().map_or_else(Vec::new, |digit| {
        let pairs = cells.windows(2).map(|pair| [pair[0], pair[1]].map(|cell| Candidate { cell, digit }));
        pairs.map(|[from, to]| Link::strong(from, to)).collect()
    });
    let mut step = Deduction { digits, cells, links, ..Deduction::default() };
    targets.iter().for_each(|cell| step.eliminate_digits(cell, board.candidates(cell).intersection(digits)));
    step
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::testing;

    /// Board with these candidates in r1c1, r1c5, r5c5 and r5c8.
    fn board(cells: [&str; 4]) -> Board<2> {
        let [a, b, c, d] = cells;
        testing::candidates(&format!(
            "{a} . . . {b} . . . . {} . . . . {c} . . {d} . {}",
            ". ".repeat(27),
            ". ".repeat(36)
        ))
    }

    #[test]
    fn chain_of_four_cells_is_found() {
        let board = board(["12", "12", "12", "12"]);
        let step = find(&board).expect("r1c1 to r5c8");
        testing::assert_step(
            &board,
            &step,
            "r1c8<>1 r1c8<>2 r5c1<>1 r5c1<>2",
            RemotePair::sentence,
            "1 and 2 alternate along r1c1, r1c5, r5c5 and r5c8; r1c1 and r5c8 have both, so \
             r1c8 and r5c1 cannot be 1 or 2.",
        );
    }

    #[test]
    fn broken_chain_is_not_found() {
        assert_eq!(find(&board(["12", "12", "13", "12"])), None);
        assert_eq!(find(&board(["12", "12", "12", "123"])), None);
    }
}
