//! Property tests (proptest): parsing and formatting are inverses, and any text parses or is rejected with a fault.
#![expect(clippy::expect_used, reason = "a test fails by a panic")]

use std::error::Error;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use quadrille_notation::{Content, Format, NotRepresentable, TextFault, format_puzzle, parse};
use quadrille_sudoku::text::LetterCase;
use quadrille_sudoku::{BoxShape, Digit, DigitSet, Grid};
use quadrille_testing::strategies::cases;

/// Cells of a grid of this size, 0 for an empty cell.
fn cells(size: usize) -> impl Strategy<Value = Vec<usize>> {
    vec(prop_oneof![Just(0), 1..=size], size * size)
}

/// Drawings with some characters replaced, removed or inserted.
fn nearly_a_drawing() -> impl Strategy<Value = String> {
    let slip = (
        any::<prop::sample::Index>(),
        0..3_u8,
        select(vec![' ', '\n', '|', '+', '-', '=', ',', '1', '.', '│', '!']),
    );
    (1..=12_usize).prop_flat_map(cells).prop_flat_map(move |cells| {
        let digits: Vec<Option<Digit>> = cells.iter().map(|&digit| Digit::new(digit)).collect();
        let box_shape = BoxShape::usual(cells.len().isqrt());
        let content =
            Content { cells: &digits, candidates: None, box_shape, rules: None, case: LetterCase::Upper };
        let drawing = format_puzzle(Format::Drawing, &content);
        (Just(drawing.unwrap_or_default()), vec(slip.clone(), 0..6), any::<bool>()).prop_map(
            |(drawing, slips, blank)| {
                let drawing = if blank { drawing.replace('.', " ") } else { drawing };
                let mut text: Vec<char> = drawing.chars().collect();
                for (place, kind, symbol) in slips {
                    let place = place.index(text.len() + 1);
                    match kind {
                        0 if place < text.len() => text[place] = symbol,
                        1 if place < text.len() => drop(text.remove(place)),
                        _ => text.insert(place, symbol),
                    }
                }
                text.into_iter().collect()
            },
        )
    })
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
    #![proptest_config(cases(512))]

    #[test]
    fn any_text_is_a_puzzle_or_has_faults_within_it(text in prop_oneof![any::<String>(), nearly_a_drawing()]) {
        for format in [None].into_iter().chain(Format::ALL.iter().copied().map(Some)) {
            let mut faults = Vec::new();
            let read = parse(&text, format, &mut |fault| faults.push(fault));
            prop_assert_eq!(read.is_none(), !faults.is_empty());
            if let Some(read) = read {
                let size = read.grid.square_size().expect("a square");
                prop_assert!(read.grid.cells().iter().flatten().all(|digit| digit.value() <= size));
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn every_format_reads_what_it_writes(
        (cells, masks) in (1..=36_usize).prop_flat_map(|size| {
            // Lists of one, of several and of all digits.
            let mask = prop_oneof![2 => Just(u64::MAX), 2 => any::<u64>(), 1 => (0..size).prop_map(|digit| 1 << digit)];
            (cells(size), prop_oneof![Just(None), vec(mask, size * size).prop_map(Some)])
        }),
        case in select(vec![LetterCase::Upper, LetterCase::Lower]),
        shape in any::<prop::sample::Index>(),
    ) {
        let size = cells.len().isqrt();
        let all = DigitSet::all(size);
        let clue = |cell: usize| Digit::new(cells[cell]);
        let set = |mask: u64| Digit::all(size).filter(|digit| mask >> digit.index() & 1 == 1).collect::<DigitSet>();
        let set_of = |cell: usize, mask: u64| if clue(cell).is_some() { all } else { set(mask) };
        let sets: Option<Vec<DigitSet>> =
            masks.map(|masks| masks.iter().enumerate().map(|(cell, &mask)| set_of(cell, mask)).collect());
        let sets = sets.filter(|sets| sets.iter().any(|set| *set != all));
        let digits: Vec<Option<Digit>> = cells.iter().map(|&digit| Digit::new(digit)).collect();
        let grid = Grid::from_cells(digits).expect("a square");
        let shapes: Vec<BoxShape> = BoxShape::all(cells.len().isqrt()).collect();
        let shape = shapes[shape.index(shapes.len())];
        for &format in Format::ALL {
            let content = Content { cells: grid.cells(), candidates: sets.as_deref(), box_shape: shape, rules: None, case };
            let text = match format_puzzle(format, &content) {
                Ok(text) => text,
                Err(reason) => {
                    let holds_lists = matches!(format, Format::Pencilmarks | Format::Sukaku | Format::Fpuzzles | Format::Hodoku | Format::Sudokuwiki);
                    let is_right = match reason {
                        NotRepresentable::Candidates => sets.is_some() && !holds_lists,
                        NotRepresentable::Symbol => {
                            let writes_numbers = [Format::Drawing, Format::Solo, Format::Fpuzzles, Format::Sudokupad];
                            size == 36 && !writes_numbers.contains(&format)
                        },
                        NotRepresentable::Small => {
                            size < 4 && matches!(format, Format::Ss | Format::Csv | Format::Hodoku | Format::Sudokuwiki)
                        }
                        NotRepresentable::Large => size > 9 && format == Format::Hodoku,
                        NotRepresentable::NarrowBoxes => {
                            let is_narrow = shape.width == 1 || shape.height == 1;
                            let is_drawn = matches!(format, Format::Drawing | Format::Ss | Format::Pencilmarks);
                            is_drawn && is_narrow && shape != BoxShape::usual(size)
                        }
                        NotRepresentable::NoCandidate => {
                            let has_none = |sets: &Vec<DigitSet>| sets.contains(&DigitSet::default());
                            matches!(format, Format::Pencilmarks | Format::Fpuzzles | Format::Sudokuwiki) && sets.as_ref().is_some_and(has_none)
                        }
                        _ => false,
                    };
                    prop_assert!(is_right, "{:?}: {}", format, reason);
                    continue;
                }
            };
            let expected = match format {
                Format::Sukaku => single_as_clues(&grid, &sets),
                _ => (grid.clone(), sets.clone()),
            };
            let mut faults = Vec::new();
            let read = parse(&text, Some(format), &mut |fault| faults.push(fault));
            prop_assert_eq!(&faults, &vec![], "{}", text);
            let read = read.expect("no faults");
            prop_assert_eq!((&read.grid, &read.candidates), (&expected.0, &expected.1), "{}", text);
            let draws_boxes = matches!(format, Format::Drawing | Format::Ss | Format::Pencilmarks);
            let lists_boxes = match format {
                Format::Solo | Format::Sudokupad => true,
                Format::Fpuzzles => shape != BoxShape::usual(size),
                _ => false,
            };
            let shows_box = lists_boxes || draws_boxes && shape.width > 1 && shape.height > 1;
            prop_assert_eq!(read.box_shape, shows_box.then_some(shape));
            if expected.1.is_some_and(|sets| sets.contains(&DigitSet::default())) {
                continue;
            }
            // Without its name, the same, or a refusal.
            match parse(&text, None, &mut |fault| faults.push(fault)) {
                Some(detected) => {
                    prop_assert_eq!((&detected.grid, &detected.candidates), (&read.grid, &read.candidates));
                }
                None => {
                    let is_ambiguous = matches!(faults[..], [TextFault::AmbiguousFormat { .. }]);
                    prop_assert!(is_ambiguous, "{:?}", faults);
                }
            }
        }
    }
}

/// Compiles only if the bounds hold.
#[test]
fn faults_move_between_threads() {
    fn error<T: Error + Send + Sync + 'static>() {}
    error::<TextFault>();
    error::<NotRepresentable>();
}
