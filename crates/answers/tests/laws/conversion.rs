//! A conversion keeps the puzzle, between all formats.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use quadrille_answers::faults::Refusal;
use quadrille_answers::kinds::{Conversion, Convert};
use quadrille_answers::wire::{ProblemBounds, read_text};
use quadrille_notation::{Content, Format, format_puzzle, parse};
use quadrille_sudoku::text::LetterCase;
use quadrille_sudoku::{BoxShape, Digit, DigitSet, Grid};
use quadrille_testing::strategies::cases;

fn conversion_from_text(text: &[u8], query: &str) -> Result<Conversion, Refusal> {
    read_text::<Convert>(text, query, ProblemBounds::MAX)
}

/// The puzzle with each cell that allows one digit as a clue.
fn single_as_clues(grid: &Grid, sets: &Option<Vec<DigitSet>>) -> (Grid, Option<Vec<DigitSet>>) {
    let all = DigitSet::all(grid.square_size().expect("a square"));
    let mut sets = sets.clone().unwrap_or_else(|| vec![all; grid.cells().len()]);
    let mut cells = grid.cells().to_vec();
    for (cell, set) in cells.iter_mut().zip(&mut sets) {
        if cell.is_none() && set.bits().count_ones() == 1 {
            *cell = Digit::all(36).find(|&digit| set.contains(digit));
        }
        if cell.is_some() {
            *set = all;
        }
    }
    let sets = Some(sets).filter(|sets| sets.iter().any(|set| *set != all));
    (Grid::from_cells(cells).expect("as many cells"), sets)
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn every_format_converts_to_every_format_that_holds_the_puzzle(
        (cells, masks) in (1..=36_usize).prop_flat_map(|size| {
            let mask = prop_oneof![2 => Just(u64::MAX), 2 => any::<u64>(), 1 => (0..size).prop_map(|digit| 1 << digit)];
            (vec(prop_oneof![Just(0), 1..=size], size * size), prop_oneof![Just(None), vec(mask, size * size).prop_map(Some)])
        }),
        case in select(vec![LetterCase::Upper, LetterCase::Lower]),
        shape in any::<prop::sample::Index>(),
        // Each case converts from one format to all.
        from in select(Format::ALL),
    ) {
        let size = cells.len().isqrt();
        let digits: Vec<Option<Digit>> = cells.iter().map(|&digit| Digit::new(digit)).collect();
        let set = |(mask, clue): (u64, &Option<Digit>)| {
            Digit::all(size).filter(|digit| clue.is_some() || mask >> digit.index() & 1 == 1).collect::<DigitSet>()
        };
        let sets: Option<Vec<DigitSet>> = masks.map(|masks| masks.into_iter().zip(&digits).map(set).collect());
        let sets = sets.filter(|sets| sets.iter().any(|set| *set != DigitSet::all(size)));
        let shapes: Vec<BoxShape> = BoxShape::all(size).collect();
        let box_shape = shapes[shape.index(shapes.len())];
        let content = Content { cells: &digits, candidates: sets.as_deref(), box_shape, rules: None, case };
        let Ok(text) = format_puzzle(from, &content) else { return Ok(()) };
        let read = parse(&text, Some(from), &mut |_| {}).expect("a written puzzle is valid");
        let candidates = read.candidates.as_deref();
        let content = Content { cells: read.grid.cells(), candidates, box_shape, rules: None, case };
        for &to in Format::ALL {
            let query = format!("format={}&to={}&box={box_shape}", from.name(), to.name());
            let converted = conversion_from_text(text.as_bytes(), &query);
            prop_assert_eq!(converted.is_ok(), format_puzzle(to, &content).is_ok(), "{:?} {:?}", converted, text);
            let Ok(converted) = converted else { continue };
            let again = parse(&converted.puzzle, Some(to), &mut |_| {}).expect("a written puzzle is valid");
            let expected = match to {
                Format::Sukaku => single_as_clues(&read.grid, &read.candidates),
                _ => (read.grid.clone(), read.candidates.clone()),
            };
            prop_assert_eq!((again.grid, again.candidates), expected, "{}", converted.puzzle);
        }
    }
}
