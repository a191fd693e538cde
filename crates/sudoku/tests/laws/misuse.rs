//! Cells, houses, digits and sizes out of range are refused, or have no effect: nothing panics.

use std::panic::{AssertUnwindSafe, catch_unwind};

use quadrille_sudoku::analysis::{PlayedPuzzle, Symmetry};
use quadrille_sudoku::constraints::{Cage, Thermometer};
use quadrille_sudoku::generate::ClueSymmetry;
use quadrille_sudoku::techniques::{Language, Level, Technique, Wording};
use quadrille_sudoku::{
    BoxShape, Cell, Digit, DigitSet, Grid, GridError, Layout, Picture, Position, Puzzle, PuzzleError, Rules,
    Solution, Solver,
};

/// The name of a misuse, and what it does.
type Misuse<'a> = (&'static str, Box<dyn Fn() + 'a>);

const OUTSIDE: Cell = Cell(999);

fn puzzle() -> Puzzle {
    "1... ..3. .4.. ...2".parse().expect("a puzzle")
}

fn one() -> Digit {
    Digit::new(1).expect("a digit")
}

#[test]
fn misuse_never_panics() {
    let (rules, puzzle, nine) = (Rules::usual(4).expect("a size"), puzzle(), Rules::default());
    let layout = rules.layout();
    let solution = puzzle.solve().expect("a solution");
    let large = Grid::try_from([0; 81]).expect("a grid");
    let misuses: Vec<Misuse<'_>> = vec![
        ("position", Box::new(|| assert_eq!(layout.position(OUTSIDE).to_string(), "r0c0"))),
        ("contains", Box::new(|| assert!(!layout.contains(OUTSIDE)))),
        ("cells_of", Box::new(|| assert!(layout.cells_of(99).is_empty()))),
        ("houses_of", Box::new(|| assert_eq!(layout.houses_of(OUTSIDE).count(), 0))),
        ("distance", Box::new(|| assert!(layout.distance(OUTSIDE, Cell(0)) > 0))),
        ("nearest", Box::new(|| assert_eq!(layout.nearest(&[OUTSIDE], Cell(0)), Some(OUTSIDE)))),
        ("outside_place", Box::new(|| assert_eq!(layout.outside_place(&[OUTSIDE]), None))),
        ("cell_at", Box::new(|| assert_eq!(layout.cell_at(0, usize::MAX), None))),
        ("is_exact", Box::new(|| assert!(!rules.is_exact(99)))),
        ("rules cell", Box::new(|| assert!(rules.cell("r9c9").is_err()))),
        (
            "with_clue",
            Box::new(|| {
                let error = puzzle.clone().with_clue(OUTSIDE, one());
                assert_eq!(error, Err(PuzzleError::Outside { cell: OUTSIDE, cells: 16 }));
            }),
        ),
        (
            "with_clue of 36",
            Box::new(|| {
                assert!(puzzle.clone().with_clue(Cell(1), Digit::new(36).expect("a digit")).is_err());
            }),
        ),
        ("remove_clue", Box::new(|| puzzle.clone().remove_clue(OUTSIDE))),
        (
            "exclude",
            Box::new(|| {
                let mut excluded = puzzle.clone();
                excluded.exclude(OUTSIDE, one());
                assert_eq!(excluded, puzzle);
            }),
        ),
        (
            "with_candidates",
            Box::new(|| assert!(puzzle.clone().with_candidates(vec![DigitSet::all(4)]).is_err())),
        ),
        ("clues of another size", Box::new(|| assert!(Puzzle::new(rules.clone(), large.clone()).is_err()))),
        (
            "contradicted",
            Box::new(|| {
                let caged = rules.and(Cage::new([Cell(0), Cell(1)], 3).expect("fits")).expect("fits");
                assert!(caged.contradicted_constraints(&Grid::try_from([2]).expect("a grid")).is_empty());
            }),
        ),
        ("certify", Box::new(|| assert!(Solution::certify(&puzzle, large.clone()).is_err()))),
        ("solution digit", Box::new(|| assert_eq!(solution.digit(OUTSIDE), None))),
        ("grid digit", Box::new(|| assert_eq!(large.digit(OUTSIDE), None))),
        ("grid set", Box::new(|| large.clone().set(OUTSIDE, Some(one())))),
        (
            "grid value",
            Box::new(|| {
                assert_eq!(Grid::try_from([37; 4]), Err(GridError::Value { index: 0, value: 37 }));
            }),
        ),
        ("no cells", Box::new(|| assert_eq!(Grid::try_from([0; 0]), Err(GridError::Cells { cells: 0 })))),
        ("endless values", Box::new(|| assert!(Grid::from_values(std::iter::repeat(1)).is_err()))),
        ("endless rows", Box::new(|| assert!(Grid::from_rows(std::iter::repeat([1])).is_err()))),
        ("array of a grid", Box::new(|| assert!(<[u8; 16]>::try_from(&large).is_err()))),
        ("rows of a grid", Box::new(|| assert!(<[[u8; 4]; 4]>::try_from(&large).is_err()))),
        ("puzzle of five cells", Box::new(|| assert!(Puzzle::try_from([0; 5]).is_err()))),
        ("digit", Box::new(|| assert!(Digit::try_from(-1_i64).is_err() && "37".parse::<Digit>().is_err()))),
        ("position of size 0", Box::new(|| assert_eq!(Position::of(3, 0), Position { row: 4, column: 1 }))),
        ("usual box", Box::new(|| assert_eq!(BoxShape::usual(usize::MAX).height, 1))),
        ("box of nothing", Box::new(|| assert!(Rules::plain(4, BoxShape { width: 0, height: 0 }).is_err()))),
        ("size", Box::new(|| assert!(Rules::usual(0).is_err() && Rules::usual(usize::MAX).is_err()))),
        ("region outside", Box::new(|| assert!(Rules::with_regions(1, &[vec![OUTSIDE]]).is_err()))),
        ("layout", Box::new(|| assert!(Layout::new(vec![], []).is_err()))),
        ("orbits", Box::new(|| assert!(ClueSymmetry::Full.orbits(usize::MAX).is_empty()))),
        (
            "symmetry",
            Box::new(|| {
                let mut symmetry = Symmetry::random(BoxShape::usual(4), 1);
                symmetry.rows[0] = 99;
                symmetry.digits.clear();
                assert_eq!(symmetry.apply_to_puzzle(&puzzle), None);
            }),
        ),
        ("cage outside", Box::new(|| assert!(puzzle.and(Cage::new([OUTSIDE], 1).expect("a cage")).is_err()))),
        ("one cell", Box::new(|| assert!(Thermometer::new([Cell(0)]).is_err()))),
        ("type", Box::new(|| assert!(rules.build("", []).is_err()))),
        (
            "wording",
            Box::new(|| {
                let wording = Wording::new(layout);
                assert_eq!((wording.cell(OUTSIDE).as_str(), wording.house(99).as_str()), ("r0c0", ""));
            }),
        ),
        (
            "step of another puzzle",
            Box::new(|| {
                let step = Puzzle::empty(nine.clone())
                    .with_clue(Cell(80), one())
                    .expect("fits")
                    .path()
                    .steps
                    .into_iter()
                    .next();
                let hint =
                    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
                        .parse::<Puzzle>()
                        .expect("a puzzle")
                        .hint();
                for step in [step, hint].into_iter().flatten() {
                    let _ = puzzle.explain(&step);
                }
            }),
        ),
        (
            "picture",
            Box::new(|| {
                let mut picture = Picture::new(puzzle.clone());
                (picture.solution, picture.other) =
                    (Some(large.clone()), Some(Grid::try_from([1]).expect("a grid")));
                assert!(picture.to_string().starts_with("<svg"));
            }),
        ),
        (
            "played puzzle",
            Box::new(|| {
                let _ = PlayedPuzzle::from(puzzle.clone());
            }),
        ),
        (
            "names",
            Box::new(|| {
                assert!(
                    "?".parse::<Level>().is_err()
                        && "?".parse::<Technique>().is_err()
                        && "?".parse::<Language>().is_err()
                );
            }),
        ),
        (
            "solver of several sizes",
            Box::new(|| {
                let mut solver = Solver::default();
                assert!(solver.solve(&puzzle).is_some());
                assert!(!solver.is_unique(&Puzzle::default()));
                assert!(solver.is_unique(&puzzle));
            }),
        ),
        ("limit 0", Box::new(|| assert_eq!(puzzle.count_up_to(0), 0))),
    ];
    for (name, misuse) in misuses {
        assert!(catch_unwind(AssertUnwindSafe(misuse)).is_ok(), "{name}");
    }
}

#[test]
fn names_are_read_in_any_case() {
    assert_eq!("Hard".parse(), Ok(Level::Hard));
    assert_eq!(
        ["X-Wing", "x_wing", "XY-Wing"].map(str::parse),
        [Ok(Technique::XWing), Ok(Technique::XWing), Ok(Technique::XyWing)]
    );
    assert_eq!("DE".parse(), Ok(Language::German));
    assert_eq!("rotate180".parse(), Ok(ClueSymmetry::Rotate180));
    let error = "harder".parse::<Level>().expect_err("no level");
    assert_eq!(
        error.to_string(),
        "`harder` is no level: it must be one of easy, medium, hard, expert, extreme"
    );
    for &technique in Technique::ALL {
        assert_eq!(technique.id().parse(), Ok(technique));
        assert_eq!(technique.to_string().parse(), Ok(technique));
    }
}

#[test]
fn arrays_and_sets_are_converted_both_ways() {
    let rows = [[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]];
    let puzzle = Puzzle::try_from(rows).expect("a puzzle");
    assert_eq!(puzzle, self::puzzle());
    assert_eq!(<[[u8; 4]; 4]>::try_from(puzzle.clues()), Ok(rows));
    assert_eq!(
        <[u8; 16]>::try_from(puzzle.clues()).as_ref().map(<[u8; 16]>::as_slice),
        Ok(rows.as_flattened())
    );
    assert_eq!(Grid::from_rows(rows), Grid::from_values(rows.concat()));
    assert_eq!(puzzle.clues().into_iter().flatten().map(u8::from).sum::<u8>(), 10);
    assert_eq!(puzzle.clues()[0], puzzle.clues()[Cell(0)]);
    let set: DigitSet = puzzle.clues().iter().flatten().collect();
    assert_eq!(set, DigitSet::all(4));
    let mut rest = set - one();
    assert_eq!((rest.to_string().as_str(), rest | one(), rest & one()), ("2 3 4", set, DigitSet::default()));
    rest -= DigitSet::all(2);
    rest |= one();
    assert_eq!((rest ^ set).len(), 1);
    assert_eq!(rest.iter().len(), 3);
}
