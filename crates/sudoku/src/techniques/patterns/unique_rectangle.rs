//! Unique rectangles: four cells in two rows, two columns and two boxes that cannot all be reduced to the same two digits,
//! because these could be swapped.
//!
//! The corners with further candidates are the *roof*:
//! - type 1: one corner; it loses both digits;
//! - type 2: two corners of a house with the same further candidate, which is in one of them;
//! - type 3: two corners of a house, whose further candidates form a naked subset with other cells of the house;
//! - type 4: two corners of a house in which one of the digits has no other place; they lose the other digit;
//! - type 5: as type 2, with two opposite corners or three;
//! - type 6: two opposite corners, and one of the digits has no other place in both rows or both columns;
//! - hidden: one of the digits has no other place in the row and the column of the corner opposite to one without
//!   further candidates; that corner loses the other digit.

use crate::techniques::prelude::*;

/// Unique rectangle of this type, from 1, or [hidden](HIDDEN).
pub(super) struct UniqueRectangle<const TYPE: u8>;

pub(super) type HiddenRectangle = UniqueRectangle<HIDDEN>;

/// The type of hidden rectangles, which has no number.
const HIDDEN: u8 = 7;

impl<const TYPE: u8> Pattern for UniqueRectangle<TYPE> {
    const INFO: TechniqueInfo = match TYPE {
        1 => TechniqueInfo::hard("Unique Rectangle Type 1", 50).or(&["Uniqueness Test 1", "UR1"]).if_unique(),
        2 => TechniqueInfo::hard("Unique Rectangle Type 2", 50).or(&["Uniqueness Test 2", "UR2"]).if_unique(),
        3 => TechniqueInfo::hard("Unique Rectangle Type 3", 54).or(&["Uniqueness Test 3", "UR3"]).if_unique(),
        4 => TechniqueInfo::hard("Unique Rectangle Type 4", 54).or(&["Uniqueness Test 4", "UR4"]).if_unique(),
        5 => TechniqueInfo::hard("Unique Rectangle Type 5", 54).or(&["Uniqueness Test 5", "UR5"]).if_unique(),
        6 => TechniqueInfo::hard("Unique Rectangle Type 6", 54).or(&["Uniqueness Test 6", "UR6"]).if_unique(),
        _ => TechniqueInfo::hard("Hidden Rectangle", 56).or(&["Hidden Unique Rectangle"]).if_unique(),
    };

    fn find<const W: usize>(board: &Board<W>, memo: &mut SearchMemo<W>) -> SearchProgress {
        memo.find(board, |board| find(board, TYPE))
    }

    fn sentence(step: &Deduction, wording: &Wording<'_>) -> Sentence {
        sentence(TYPE, step, wording)
    }
}

/// Maximum number of further cells of a naked subset.
const SUBSET_MAX: usize = 3;

/// Corners of a rectangle: `cells[0]` and `cells[3]` are opposite, `cells[1]` is in the row of `cells[0]`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rectangle {
    pub(super) cells: [Cell; 4],
    /// Number of the row of `cells[0]`, and of `cells[2]`.
    pub(super) rows: [usize; 2],
    /// Number of the column of `cells[0]`, and of `cells[1]`.
    pub(super) columns: [usize; 2],
}

impl Rectangle {
    /// The rectangle with this corner, a corner in its row and one in its column; `None` if swapping two digits of its
    /// corners would change the digits of a house.
    pub(super) fn new<const W: usize>(
        board: &Board<W>,
        corner: Cell,
        in_row: Cell,
        in_column: Cell,
    ) -> Option<Self> {
        let geometry = board.geometry();
        let line =
            |lines: &[usize], cell| lines.iter().copied().find(|&line| geometry.house(line).contains(cell));
        let rows = [line(geometry.rows(), corner)?, line(geometry.rows(), in_column)?];
        let columns = [line(geometry.columns(), corner)?, line(geometry.columns(), in_row)?];
        let opposite = (geometry.house(rows[1]) & geometry.house(columns[1])).only()?;
        let (one, other) = ([corner, opposite], [in_row, in_column]);
        let is_swappable = |house: usize| {
            let has_one_of = |cells: [Cell; 2]| {
                geometry.house(house).contains(cells[0]) != geometry.house(house).contains(cells[1])
            };
            has_one_of(one) && has_one_of(other)
        };
        let cells = [corner, in_row, in_column, opposite];
        let mut houses = cells.iter().flat_map(|&cell| board.layout().houses_of(cell));
        houses.all(is_swappable).then_some(Self { cells, rows, columns })
    }
}

/// A rectangle whose corners all have the same two candidates, the first without others.
struct SwappableRectangle<'a, const W: usize> {
    /// Type of unique rectangles that is sought.
    kind: u8,
    board: &'a Board<W>,
    rectangle: Rectangle,
    digits: DigitSet,
    /// Corners with further candidates.
    roof: CellSet<W>,
    /// Further candidates of the corners.
    further: DigitSet,
}

/// The first step of one of the types.
fn find<const W: usize>(board: &Board<W>, kind: u8) -> Option<Deduction> {
    let geometry = board.geometry();
    board.bivalue_cells().iter().find_map(|corner| {
        let digits = board.candidates(corner);
        let with_both = digits.digits().fold(board.open(), |cells, digit| cells & board.cells_with(digit));
        let in_line = |lines: &[usize]| {
            let line = lines.iter().find(|&&line| geometry.house(line).contains(corner));
            line.map_or(CellSet::EMPTY, |&line| (with_both & geometry.house(line)) - CellSet::of(corner))
        };
        let (in_row, in_column) = (in_line(geometry.rows()), in_line(geometry.columns()));
        let pairs = in_row.iter().flat_map(|one| in_column.iter().map(move |other| (one, other)));
        { pairs }.find_map(|(one, other)| {
            let rectangle = Rectangle::new(board, corner, one, other)?;
            if !with_both.contains(rectangle.cells[3]) {
                return None;
            }
            let further_of = |cell: &Cell| board.candidates(*cell).difference(digits);
            let swappable = SwappableRectangle {
                kind,
                board,
                rectangle,
                digits,
                roof: rectangle.cells.iter().copied().filter(|cell| !further_of(cell).is_empty()).collect(),
                further: rectangle.cells.iter().map(further_of).fold(DigitSet::default(), DigitSet::union),
            };
            let mut step = Deduction::default();
            swappable.eliminate(&mut step);
            if step.is_empty() {
                return None;
            }
            step.digits = digits;
            step.cells.splice(0..0, rectangle.cells);
            Some(step)
        })
    })
}

impl<const W: usize> SwappableRectangle<'_, W> {
    /// Adds the eliminations of the type.
    fn eliminate(&self, step: &mut Deduction) {
        let roof: Vec<Cell> = self.roof.iter().collect();
        let sees = |one, other| self.board.geometry().sees(one, other);
        match (self.kind, &roof[..]) {
            (1, &[corner]) => step.eliminate_digits(corner, self.digits),
            (2, &[one, other]) if sees(one, other) => self.eliminate_further(step),
            (3, &[one, other]) if sees(one, other) => {
                self.eliminate_by_subset(step);
            }
            (4, &[one, other]) if sees(one, other) => self.eliminate_in_roof(step),
            (5, &[one, other]) if !sees(one, other) => self.eliminate_further(step),
            (5, &[_, _, _]) => self.eliminate_further(step),
            (6, &[one, other]) if !sees(one, other) => {
                self.eliminate_opposite(step);
            }
            (HIDDEN, _) => self.eliminate_hidden(step),
            _ => {}
        }
    }

    /// Eliminates the only further candidate from the cells that see the roof.
    fn eliminate_further(&self, step: &mut Deduction) {
        if let Some(digit) = self.further.only() {
            let seen = self.board.geometry().common_peers(self.roof.iter());
            step.eliminate(digit, seen & self.board.cells_with(digit));
        }
    }

    /// Finds the smallest naked subset of the further candidates of the roof and other cells of a house.
    fn eliminate_by_subset(&self, step: &mut Deduction) {
        let geometry = self.board.geometry();
        let houses =
            (0..geometry.houses().len()).filter(|&house| self.roof.is_subset(&geometry.house(house)));
        for house in houses {
            let cells: Vec<Cell> = ((self.board.open() & geometry.house(house)) - self.roof).iter().collect();
            for size in 1..=SUBSET_MAX {
                self.extend_subset(step, house, &cells, size, CellSet::EMPTY, self.further);
                if !step.is_empty() {
                    step.houses.push(house);
                    return;
                }
            }
        }
    }

    /// Adds `missing` of the cells to a subset; stops at the first that eliminates a candidate.
    fn extend_subset(
        &self,
        step: &mut Deduction,
        house: usize,
        cells: &[Cell],
        missing: usize,
        subset: CellSet<W>,
        digits: DigitSet,
    ) {
        if missing == 0 {
            if digits.len() == subset.len() + 1 {
                let rest = self.board.geometry().house(house) - subset - self.roof;
                digits.digits().for_each(|digit| step.eliminate(digit, rest & self.board.cells_with(digit)));
                if !step.is_empty() {
                    step.cells.extend(subset.iter());
                    step.groups.push(CellGroup { cells: subset.iter().collect(), digits });
                }
            }
            return;
        }
        for (index, &cell) in cells.iter().enumerate() {
            let union = digits.union(self.board.candidates(cell));
            if union.len() <= subset.len() + missing + 1 {
                self.extend_subset(
                    step,
                    house,
                    &cells[index + 1..],
                    missing - 1,
                    subset | CellSet::of(cell),
                    union,
                );
                if !step.is_empty() {
                    return;
                }
            }
        }
    }

    /// Eliminates the digit that is not confined to the roof in a house.
    fn eliminate_in_roof(&self, step: &mut Deduction) {
        let geometry = self.board.geometry();
        for house in (0..geometry.houses().len()).filter(|&house| geometry.is_exact(house)) {
            for digit in self.digits.digits() {
                if self.board.cells_in(house, digit) == self.roof {
                    let others = self.digits.without(digit);
                    others.digits().for_each(|other| step.eliminate(other, self.roof));
                    step.houses.push(house);
                    return;
                }
            }
        }
    }

    /// Eliminates the digit that is confined to the corners in both rows or both columns from the roof.
    fn eliminate_opposite(&self, step: &mut Deduction) {
        let corners: CellSet<W> = self.rectangle.cells.into_iter().collect();
        for lines in [self.rectangle.rows, self.rectangle.columns] {
            for digit in self.digits.digits() {
                if lines.iter().all(|&line| self.board.cells_in(line, digit).is_subset(&corners)) {
                    step.eliminate(digit, self.roof);
                    step.houses.extend(lines);
                    return;
                }
            }
        }
    }

    /// Eliminates from the corner opposite to the first.
    fn eliminate_hidden(&self, step: &mut Deduction) {
        let Rectangle { cells: [_, in_row, in_column, opposite], rows, columns } = self.rectangle;
        let confined = |digit: &Digit| {
            let pair = |other| CellSet::of(opposite) | CellSet::of(other);
            self.board.cells_in(rows[1], *digit) == pair(in_column)
                && self.board.cells_in(columns[1], *digit) == pair(in_row)
        };
        if let Some(digit) = self.digits.digits().find(confined) {
            step.eliminate_digits(opposite, self.digits.without(digit));
            step.houses.extend([rows[1], columns[1]]);
        }
    }
}

fn sentence(kind: u8, step: &Deduction, wording: &Wording<'_>) -> Sentence {
    let (corners, subset) = step.cells.split_at_checked(4).unwrap_or_default();
    let (corners, digits) = (wording.cells(corners), wording.digits(step.digits));
    let houses = wording.houses(&step.houses);
    let eliminated = step.eliminated_digits();
    let confined = match kind {
        2 | 5 => {
            let further = wording.digits(eliminated);
            return sentence!(
                "{corners} cannot all be {digits}, which could be swapped for a second solution; one of them is {further}, so \
                 {effect}.",
                [corners, digits, further]
            );
        }
        3 => {
            let cells = wording.cells(subset);
            let further = step.groups.first().map_or_else(DigitSet::default, |group| group.digits);
            let further = wording.digits(further);
            return sentence!(
                "{corners} cannot all be {digits}, which could be swapped for a second solution; with {cells}, those in {houses} \
                 have all of {further}, so {effect}.",
                [corners, digits, cells, houses, further]
            );
        }
        4 | HIDDEN => step.digits.difference(eliminated),
        6 => eliminated,
        _ => {
            return sentence!(
                "{corners} cannot all be {digits}, which could be swapped for a second solution, so {effect}.",
                [corners, digits]
            );
        }
    };
    let confined = wording.digits(confined);
    if step.houses.len() == 1 {
        sentence!(
            "{corners} cannot all be {digits}, which could be swapped for a second solution; {houses} has {confined} only in these \
             corners, so {effect}.",
            [corners, digits, houses, confined]
        )
    } else {
        sentence!(
            "{corners} cannot all be {digits}, which could be swapped for a second solution; {houses} have {confined} only in these \
             corners, so {effect}.",
            [corners, digits, houses, confined]
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::testing;

    const ALL: [usize; 9] = [1, 2, 3, 4, 5, 6, 7, 8, 9];

    /// Restricts r1c1, r1c2, r4c1 and r4c2 to these candidates.
    fn board(corners: [&[usize]; 4]) -> Board<2> {
        in_columns(0, 1, corners)
    }

    fn in_columns(left: u16, right: u16, corners: [&[usize]; 4]) -> Board<2> {
        let [one, two, three, four] = corners;
        testing::restricted(&[(left, one), (right, two), (27 + left, three), (27 + right, four)])
    }

    fn assert_found<const TYPE: u8>(board: &Board<2>, effect: &str, context: &str) {
        let step = find(board, TYPE).expect("found");
        let wording = Wording::new(board.layout());
        let expected = format!(
            "r1c1, r1c2, r4c1 and r4c2 cannot all be 1 and 2, which could be swapped for a second solution{context}, so {}.",
            wording.effect(&step)
        );
        testing::assert_step(board, &step, effect, UniqueRectangle::<TYPE>::sentence, &expected);
    }

    #[test]
    fn type_1_eliminates_both_digits_from_one_corner() {
        let board = board([&[1, 2], &[1, 2], &[1, 2], &ALL]);
        assert_found::<1>(&board, "r4c2<>1 r4c2<>2", "");
    }

    #[test]
    fn type_2_eliminates_the_further_candidate_of_two_corners() {
        let board = board([&[1, 2], &[1, 2], &[1, 2, 3], &[1, 2, 3]]);
        let effect = "r4c3<>3 r4c4<>3 r4c5<>3 r4c6<>3 r4c7<>3 r4c8<>3 r4c9<>3 r5c1<>3 r5c2<>3 r5c3<>3 r6c1<>3 r6c2<>3 \
                      r6c3<>3";
        assert_found::<2>(&board, effect, "; one of them is 3");
    }

    #[test]
    fn type_3_completes_a_naked_pair() {
        let mut board = board([&[1, 2], &[1, 2], &[1, 2, 3], &[1, 2, 4]]);
        assert_eq!(find(&board, 3), None);
        testing::eliminate(&mut board, 31, &[1, 2, 5, 6, 7, 8, 9]);
        let effect =
            "r4c3<>3 r4c4<>3 r4c6<>3 r4c7<>3 r4c8<>3 r4c9<>3 r4c3<>4 r4c4<>4 r4c6<>4 r4c7<>4 r4c8<>4 r4c9<>4";
        assert_found::<3>(&board, effect, "; with r4c5, those in row 4 have all of 3 and 4");
    }

    #[test]
    fn type_4_eliminates_the_digit_that_is_not_confined() {
        let mut board = board([&[1, 2], &[1, 2], &ALL, &ALL]);
        testing::confine(&mut board, 3, 1, &[0, 1, 5]);
        assert_eq!(find(&board, 4), None);
        testing::confine(&mut board, 3, 1, &[0, 1]);
        assert_found::<4>(&board, "r4c1<>2 r4c2<>2", "; row 4 has 1 only in these corners");
    }

    #[test]
    fn type_5_eliminates_the_further_candidate_of_opposite_corners() {
        let board = board([&[1, 2], &[1, 2, 3], &[1, 2, 3], &[1, 2]]);
        assert_found::<5>(&board, "r2c1<>3 r3c1<>3 r5c2<>3 r6c2<>3", "; one of them is 3");
    }

    #[test]
    fn type_6_eliminates_the_digit_that_is_confined_to_the_corners() {
        let mut board = board([&[1, 2], &ALL, &ALL, &[1, 2]]);
        testing::confine(&mut board, 0, 1, &[0, 1]);
        assert_eq!(find(&board, 6), None);
        testing::confine(&mut board, 3, 1, &[0, 1]);
        assert_found::<6>(&board, "r1c2<>1 r4c1<>1", "; row 1 and row 4 have 1 only in these corners");
    }

    #[test]
    fn hidden_rectangle_eliminates_from_the_opposite_corner() {
        let mut board = board([&[1, 2], &ALL, &ALL, &ALL]);
        testing::confine(&mut board, 3, 1, &[0, 1]);
        assert_eq!(find(&board, HIDDEN), None);
        testing::confine(&mut board, 10, 1, &[0, 3]);
        assert_found::<HIDDEN>(&board, "r4c2<>2", "; row 4 and column 2 have 1 only in these corners");
    }

    #[test]
    fn rectangle_in_four_boxes_is_not_found() {
        let pair: &[usize] = &[1, 2];
        for fourth in [&[1, 2, 3][..], &ALL] {
            let board = in_columns(0, 3, [pair, pair, pair, fourth]);
            assert!([1, 5, HIDDEN].into_iter().all(|kind| find(&board, kind).is_none()));
        }
    }
}
