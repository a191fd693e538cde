//! Sue de Coq: cells in the intersection of a line and a box, with cells of the rest of the line and of the rest of the box that
//! have no common candidate. If all of them have as many candidates as cells, each of these digits is once in them.

use crate::techniques::prelude::*;

pub(super) struct SueDeCoq;

impl Pattern for SueDeCoq {
    const INFO: TechniqueInfo = TechniqueInfo::expert("Sue de Coq", 100).or(&["Two-Sector Disjoint Subset"]);

    fn find<const W: usize>(board: &Board<W>, memo: &mut SearchMemo<W>) -> SearchProgress {
        memo.find_in_house_pairs(board, house_pairs(board), find)
    }

    fn sentence(step: &Deduction, wording: &Wording<'_>) -> Sentence {
        let parts: Vec<String> = step.groups.iter().map(|group| wording.group(group)).collect();
        let (parts, houses) = (parts.join(", "), wording.houses(&step.houses));
        sentence!(
            "{parts} in {houses} have as many candidates as cells, so each digit is once in them and {effect}.",
            [parts, houses]
        )
    }
}

/// Maximum number of cells of a part on a 9x9 or smaller board, and on larger boards.
const CELLS_MAX: usize = 3;
const CELLS_MAX_LARGE: usize = 2;

/// Cells with their candidates.
#[derive(Clone, Copy)]
struct CellSubset<const W: usize> {
    cells: CellSet<W>,
    digits: DigitSet,
}

/// The first step of a box, or other region, and a line.
fn find<const W: usize>(board: &Board<W>, [in_box, line]: [usize; 2]) -> Option<Deduction> {
    let geometry = board.geometry();
    let shared = board.open() & geometry.house(in_box) & geometry.house(line);
    if shared.len() < 2 {
        return None;
    }
    let centres = parts(board, shared);
    if !centres.iter().any(CellSubset::is_centre) {
        return None;
    }
    let rest_of_line = board.open() & (geometry.house(line) - geometry.house(in_box));
    let rest_of_box = board.open() & (geometry.house(in_box) - geometry.house(line));
    let around = [rest_of_line, rest_of_box].map(|cells| parts(board, cells));
    let mut centres = centres.into_iter().filter(CellSubset::is_centre);
    centres.find_map(|centre| find_around(board, [line, in_box], centre, &around))
}

/// Each box or other region with each line that shares cells with it.
pub(super) fn house_pairs<const W: usize>(board: &Board<W>) -> impl Iterator<Item = [usize; 2]> {
    let geometry = board.geometry();
    geometry.boxes().iter().flat_map(move |&in_box| {
        let lines = geometry.rows().iter().chain(geometry.columns());
        let crossing = lines.filter(move |&&line| geometry.house(line).intersects(&geometry.house(in_box)));
        crossing.map(move |&line| [in_box, line])
    })
}

/// Maximum number of cells of a part.
fn cells_max<const W: usize>(board: &Board<W>) -> usize {
    if board.size() <= 9 { CELLS_MAX } else { CELLS_MAX_LARGE }
}

/// Subsets of these cells, small ones first.
fn parts<const W: usize>(board: &Board<W>, cells: CellSet<W>) -> Vec<CellSubset<W>> {
    let cells: Vec<Cell> = cells.iter().collect();
    let mut parts: Vec<CellSubset<W>> = Vec::with_capacity(64);
    // For each part, the index of the first cell that may extend it: so each subset is met once.
    let mut next: Vec<usize> = Vec::with_capacity(64);
    let none = CellSubset { cells: CellSet::EMPTY, digits: DigitSet::default() };
    let mut first = 0;
    for count in 0..cells_max(board) {
        let end = parts.len();
        let bases = if count == 0 { 0..1 } else { first..end };
        for base in bases {
            let (part, start) = if count == 0 { (none, 0) } else { (parts[base], next[base]) };
            for (index, &cell) in cells.iter().enumerate().skip(start) {
                parts.push(part.with(cell, board.candidates(cell)));
                next.push(index + 1);
            }
        }
        first = end;
    }
    parts
}

impl<const W: usize> CellSubset<W> {
    fn with(self, cell: Cell, candidates: DigitSet) -> Self {
        Self { cells: self.cells | CellSet::of(cell), digits: self.digits.union(candidates) }
    }

    /// Whether cells of the rest of the line, and of the box, can complete it.
    fn is_centre(&self) -> bool {
        self.digits.len() >= self.cells.len() + 2
    }

    /// By how much its cells outnumber its digits that `centre` lacks.
    fn gain(&self, centre: DigitSet) -> usize {
        self.cells.len().saturating_sub(self.digits.difference(centre).len())
    }
}

/// The first step of these cells of an intersection, with cells of the rest of the line and of the box.
fn find_around<const W: usize>(
    board: &Board<W>,
    [line, in_box]: [usize; 2],
    centre: CellSubset<W>,
    [in_line, in_rest_of_box]: &[Vec<CellSubset<W>>; 2],
) -> Option<Deduction> {
    let missing = centre.digits.len() - centre.cells.len();
    if missing > 2 * cells_max(board) {
        return None;
    }
    let gains = |part: &&CellSubset<W>| part.gain(centre.digits) > 0;
    let mut in_line = in_line.iter().filter(gains).peekable();
    in_line.peek()?;
    let in_box_parts: Vec<CellSubset<W>> = in_rest_of_box.iter().filter(gains).copied().collect();
    in_line.find_map(|one| {
        let fits = |other: &&CellSubset<W>| {
            one.gain(centre.digits) + other.gain(centre.digits) == missing
                && one.digits.intersection(other.digits).is_empty()
        };
        in_box_parts.iter().filter(fits).find_map(|other| {
            let pattern = [centre, *one, *other];
            let cells = pattern.iter().fold(CellSet::EMPTY, |cells, part| cells | part.cells);
            let digits = pattern.iter().fold(DigitSet::default(), |digits, part| digits.union(part.digits));
            let mut step = Deduction { digits, houses: vec![line, in_box], ..Deduction::default() };
            for digit in digits.digits() {
                let places = |house, opposite: &CellSubset<W>| match opposite.digits.contains(digit) {
                    true => CellSet::EMPTY,
                    false => board.cells_in(house, digit),
                };
                step.eliminate(digit, (places(line, other) | places(in_box, one)) - cells);
            }
            if step.is_empty() {
                return None;
            }
            let group =
                |part: &CellSubset<W>| CellGroup { cells: part.cells.iter().collect(), digits: part.digits };
            step.groups = pattern.iter().map(group).collect();
            step.cells = cells.iter().collect();
            Some(step)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::testing;

    fn first(board: &Board<2>) -> Option<Deduction> {
        house_pairs(board).find_map(|pair| find(board, pair))
    }

    /// r1c1 and r1c2 have 1 to 4; r1c5 has 1 and 2, r2c3 `r2c3`.
    fn board(r2c3: &[usize]) -> Board<2> {
        testing::restricted(&[(0, &[1, 2, 3, 4]), (1, &[1, 2, 3, 4]), (4, &[1, 2]), (11, r2c3)])
    }

    #[test]
    fn digits_of_the_parts_are_eliminated_from_their_houses() {
        let board = board(&[3, 4]);
        let step = first(&board).expect("1 to 4 are in the four cells");
        let of = |cells: &[&str], digit| {
            cells.iter().map(|cell| format!("{cell}<>{digit}")).collect::<Vec<_>>().join(" ")
        };
        let (row, in_box) = (
            ["r1c3", "r1c4", "r1c6", "r1c7", "r1c8", "r1c9"],
            ["r1c3", "r2c1", "r2c2", "r3c1", "r3c2", "r3c3"],
        );
        let effect = [of(&row, 1), of(&row, 2), of(&in_box, 3), of(&in_box, 4)].join(" ");
        assert_eq!(testing::effect(&board, &step), effect);
        testing::assert_progress(&board, &step);
        let start =
            "r1c1 and r1c2 (1, 2, 3 and 4), r1c5 (1 and 2), r2c3 (3 and 4) in row 1 and box 1 have as many";
        assert!(testing::text(SueDeCoq::sentence, &step, &Wording::new(board.layout())).starts_with(start));
    }

    #[test]
    fn more_candidates_than_cells_eliminate_nothing() {
        assert_eq!(first(&board(&[3, 5])), None);
    }
}
