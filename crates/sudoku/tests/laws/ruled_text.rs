//! The line of a puzzle with its rules is read as the same puzzle.

use quadrille_sudoku::constraints::{Constraint, Measure};
use quadrille_sudoku::text::PuzzleTextError;
use quadrille_sudoku::{
    BoxShape, Cell, Digit, DigitSet, HouseKind, HouseName, Layout, Position, Puzzle, Rules, SIZE_MAX,
};

#[track_caller]
fn round_trip(puzzle: &Puzzle) -> String {
    let text = puzzle.to_string();
    assert!(!text.contains('\n'), "{text}");
    assert_eq!(text.parse().as_ref(), Ok(puzzle), "{text}");
    assert_eq!(format!("{puzzle:#}").parse().as_ref(), Ok(puzzle), "{puzzle:#}");
    text
}

fn digit(value: usize) -> Digit {
    Digit::new(value).expect("a digit")
}

#[test]
fn boxes_of_each_size_are_kept() {
    for size in 1..=SIZE_MAX {
        for shape in BoxShape::all(size) {
            let puzzle = Puzzle::empty(Rules::plain(size, shape).expect("fits"));
            let text = round_trip(&puzzle.with_clue(Cell(0), digit(size)).expect("fits"));
            assert_eq!(text.contains("boxes"), shape != BoxShape::usual(size), "{text}");
        }
    }
}

#[test]
fn regions_of_each_size_are_kept() {
    for size in [1, 4, 9, 10, 35, 36] {
        let cell = |row: usize, column: usize| Cell((row * size + column) as u16);
        // Diagonals as regions.
        let region = |number: usize| (0..size).map(|row| cell(row, (row + number) % size)).collect();
        let regions: Vec<Vec<Cell>> = (0..size).map(region).collect();
        for regions in [&regions[..], &[]] {
            let puzzle = Puzzle::empty(Rules::with_regions(size, regions).expect("fits"));
            assert!(round_trip(&puzzle).contains("regions"));
        }
    }
}

#[test]
fn free_layout_is_kept() {
    let positions = vec![(1, 2), (1, 3), (2, 1), (4, 4), (5, 1)];
    let positions = positions.into_iter().map(|(row, column)| Position { row, column }).collect();
    let house = |kind, number, cells: &[u16]| {
        (HouseName::new(kind, number), cells.iter().copied().map(Cell).collect())
    };
    let houses = [
        house(HouseKind::Row, 1, &[0, 1]),
        house(HouseKind::Region, 3, &[4, 2, 3]),
        house(HouseKind::Diagonal, 1, &[2]),
    ];
    let layout = Layout::new(positions, houses).expect("valid");
    for digits in [3, 12, 36] {
        let rules = Rules::new(layout.clone(), digits).expect("fits");
        let puzzle = Puzzle::empty(rules).with_clue(Cell(3), digit(digits)).expect("fits");
        round_trip(&puzzle);
        let sum = Constraint::sum([Cell(0), Cell(4)], 4).expect("fits");
        let text = round_trip(&puzzle.and(sum).expect("fits"));
        assert!(text.contains("house region 3 r2c1,r4c4,r5c1;"), "{text}");
    }
}

#[test]
fn constraints_and_candidates_are_kept() {
    let rules = Rules::usual(4).expect("a size");
    let cells = |names| rules.cells(names).expect("cells");
    let puzzle = Puzzle::empty(rules.clone()).with_clue(Cell(5), digit(2)).expect("fits");
    let puzzle = [
        Constraint::cage(cells("r1c1 r1c2"), 7),
        Constraint::negative([Measure::Ratio(2), Measure::Sum(5)]),
        Constraint::equal_sums(vec![cells("r1c1"), cells("r4c1 r4c2")]),
        Constraint::regex(cells("r1c3 r1c4"), "[12]{2}|34"),
        Ok(Constraint::anti_knight()),
    ]
    .into_iter()
    .fold(puzzle, |puzzle, constraint| puzzle.and(constraint.expect("fits")).expect("fits"));
    let mut sets = vec![DigitSet::all(4); 16];
    (sets[0], sets[3]) = (DigitSet::from([digit(1), digit(3)]), DigitSet::default());
    let text = round_trip(&puzzle.with_candidates(sets).expect("fits"));
    assert_eq!(
        text,
        ".....2..........;cage cells=r1c1,r1c2 sum=7;negative of=ratio:2,sum:5;equal_sums groups=r1c1/r4c1,r4c2;\
         regex cells=r1c3,r1c4 pattern=[12]{2}|34;anti_knight;candidates r1c1=1,3 r1c4="
    );
}

#[test]
fn fault_of_a_part_names_it() {
    let fault = |parts: &str| {
        let error: PuzzleTextError = format!("................;{parts}").parse::<Puzzle>().expect_err(parts);
        error.to_string()
    };
    for (parts, expected) in [
        ("boxes 3x2", "a 3x2 box does not fit: it must have 4 cells, as many as a row"),
        ("boxes 4", "`boxes`: a box has a width and a height, such as 3x2"),
        ("boxes 4x1;boxes 2x2", "`boxes 2x2`: is given twice: give it once"),
        ("boxes 4x1;regions none", "`boxes`: give one of boxes, regions and cells"),
        ("regions 1122", "`regions`: each cell of the grid needs the number of its region"),
        ("regions 1111111122223344", "region 1 has 8 cells: it must have 4, as many as there are digits"),
        ("digits 4", "`digits`: digits and houses need `cells`, and stand beside no boxes and regions"),
        ("cages cells=r1c1", "`cages cells=r1c1`: `cages` is no type of constraint"),
        ("cage cells=r1c1 summ=1", "`cage cells=r1c1 summ=1`: `summ` is no field of this type"),
        ("cage cells=r1c1 sum=x", "`cage cells=r1c1 sum=x`: sum: `x` is not a number"),
        ("cage cells=r5c1", "`cage cells=r5c1`: cells: the grid has no cell r5c1"),
        ("cage sum=3", "`cage sum=3`: cells: is missing: a constraint of type `cage` needs it"),
        ("cage r1c1", "`cage r1c1`: a field is `name=value`"),
        ("candidates r1c1:2", "`r1c1:2`: candidates are a cell and digits, such as `r1c2=1,4`"),
        ("candidates r1c1=5", "5 at r1c1 is more than 4, the largest digit"),
    ] {
        assert_eq!(fault(parts), expected);
    }
}

#[test]
fn alternatives_are_kept() {
    let rules = Rules::usual(4).expect("a size");
    let cells = |names| rules.cells(names).expect("cells");
    let list = |constraints: [Result<Constraint, _>; 2]| constraints.map(|made| made.expect("fits")).to_vec();
    let either = Constraint::or(vec![
        list([Constraint::cage(cells("r1c1 r1c2"), 7), Ok(Constraint::anti_knight())]),
        list([
            Constraint::regex(cells("r1c3 r1c4"), "[12]{2}|34"),
            Constraint::equal_sums(vec![cells("r1c1"), cells("r4c1 r4c2")]),
        ]),
    ]);
    let text = round_trip(&Puzzle::empty(rules.clone()).and(either.expect("fits")).expect("fits"));
    assert_eq!(
        text,
        "................;or any=cage~cells=r1c1,r1c2~sum=7&anti_knight!\
         regex~cells=r1c3,r1c4~pattern=[12]{2}|34&equal_sums~groups=r1c1/r4c1,r4c2"
    );
}
