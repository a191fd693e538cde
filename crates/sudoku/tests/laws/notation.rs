//! Parsing and formatting are inverses, and any text parses or is rejected with a fault.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use quadrille_sudoku::notation::{
    Content, Format, LetterCase, LineFault, NotRepresentable, SYMBOL_SIZE_MAX, TextFault, format_line,
    format_puzzle, parse, parse_line,
};
use quadrille_sudoku::unstable::{EMPTY_LETTERS, EMPTY_SYMBOLS};
use quadrille_sudoku::{BoxShape, Digit, DigitSet, Grid, Position};
use quadrille_testing::strategies::cases;

fn read(line: &str) -> (Option<(Grid, LetterCase)>, Vec<LineFault>) {
    let mut faults = Vec::new();
    let parsed = parse_line(line, &mut |fault| faults.push(fault));
    (parsed, faults)
}

/// Cells of a grid of this size, 0 for an empty cell.
fn cells(size: usize) -> impl Strategy<Value = Vec<usize>> {
    vec(prop_oneof![Just(0), 1..=size], size * size)
}

fn letter_case() -> impl Strategy<Value = LetterCase> {
    select(vec![LetterCase::Upper, LetterCase::Lower])
}

/// The line, formatted by the definition of the symbols.
fn line_by_definition(cells: &[usize], case: LetterCase) -> String {
    let symbols = match case {
        LetterCase::Upper => ".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        LetterCase::Lower => ".123456789abcdefghijklmnopqrstuvwxyz",
    };
    cells.iter().map(|&digit| char::from(symbols.as_bytes()[digit])).collect()
}

/// A reference parser: the cells, 0 for an empty one; `None` for an invalid line.
fn cells_by_definition(line: &str) -> Option<Vec<usize>> {
    let symbols: Vec<char> = line.chars().filter(|symbol| !" \t\n\r\x0c".contains(*symbol)).collect();
    let size = (1..=35).find(|size| size * size == symbols.len())?;
    let empty_symbols = if size < 33 { ".0_*-xX" } else { ".0_*-" };
    let empty = symbols.iter().find(|symbol| empty_symbols.contains(**symbol));
    let cell_of = |symbol: &char| {
        if Some(symbol) == empty {
            return Some(0);
        }
        let upper = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ".find(*symbol);
        let lower = "123456789abcdefghijklmnopqrstuvwxyz".find(*symbol);
        upper.or(lower).map(|index| index + 1).filter(|&digit| digit <= size)
    };
    symbols.iter().map(cell_of).collect()
}

fn check_round_trip(cells: &[usize], case: LetterCase) -> Result<(), TestCaseError> {
    let line = line_by_definition(cells, case);
    let digits: Vec<Option<Digit>> = cells.iter().map(|&digit| Digit::new(digit)).collect();
    prop_assert_eq!(format_line(&digits, case), Some(line.clone()));
    // Without letters, the case is not known.
    let case_read = if cells.iter().any(|&digit| digit > 9) { case } else { LetterCase::Upper };
    let grid = Grid::from_cells(digits).expect("a square");
    prop_assert_eq!(read(&line), (Some((grid, case_read)), vec![]));
    Ok(())
}

/// Valid lines with up to two symbols replaced, removed or inserted.
fn nearly_a_line() -> impl Strategy<Value = String> {
    (1..=12_usize).prop_flat_map(|size| {
        let too_large = char::from_digit(size as u32 + 1, 36).unwrap_or('Z');
        let blank = vec![' ', '\n', '\u{b}', '\u{a0}', '\u{2003}'];
        // Digits of other scripts, and characters whose last UTF-8 byte is a symbol.
        let foreign = vec!['\u{661}', '\u{ff11}', '\u{131}', '\u{12e}'];
        let symbol = prop_oneof![
            Just(too_large),
            select(&EMPTY_SYMBOLS[..]),
            prop::char::range('0', 'z'),
            select(blank),
            select(foreign),
            any::<char>(),
        ];
        let slip = (any::<prop::sample::Index>(), 0..3_u8, symbol);
        (cells(size), letter_case(), vec(slip, 0..3)).prop_map(|(cells, case, slips)| {
            let mut line: Vec<char> = line_by_definition(&cells, case).chars().collect();
            for (place, kind, symbol) in slips {
                let place = place.index(line.len() + 1);
                match kind {
                    0 if place < line.len() => line[place] = symbol,
                    1 if place < line.len() => drop(line.remove(place)),
                    _ => line.insert(place, symbol),
                }
            }
            line.into_iter().collect()
        })
    })
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
    fn formatted_grid_parses_to_itself(
        (cells, case) in (1..=SYMBOL_SIZE_MAX).prop_flat_map(|size| (cells(size), letter_case())),
    ) {
        check_round_trip(&cells, case)?;
    }

    #[test]
    fn white_space_and_empty_symbol_do_not_change_the_grid(
        (cells, gaps) in (1..=9_usize).prop_flat_map(|size| {
            (cells(size), vec(select(vec!["", "", " ", "\n", "\r\n", "\t"]), size * size))
        }),
        empty in select([&EMPTY_SYMBOLS[..], &EMPTY_LETTERS].concat()),
    ) {
        let line = line_by_definition(&cells, LetterCase::Upper);
        let spaced: String =
            line.chars().zip(&gaps).flat_map(|(symbol, gap)| gap.chars().chain([symbol])).collect();
        let (parsed, faults) = read(&spaced.replace('.', &empty.to_string()));
        prop_assert_eq!(faults, vec![]);
        prop_assert_eq!(parsed, read(&line).0);
    }

    #[test]
    fn any_text_is_a_puzzle_or_has_faults_within_it(text in prop_oneof![any::<String>(), nearly_a_drawing()]) {
        for format in [None].into_iter().chain(Format::ALL.map(Some)) {
            let mut faults = Vec::new();
            let read = parse(&text, format, &mut |fault| faults.push(fault));
            prop_assert_eq!(read.is_none(), !faults.is_empty());
            if let Some(read) = read {
                let size = read.grid.square_size().expect("a square");
                prop_assert!(read.grid.cells().iter().flatten().all(|digit| digit.value() <= size));
            }
        }
    }

    #[test]
    fn any_text_parses_or_has_faults_with_exact_locations(
        line in prop_oneof![any::<String>(), nearly_a_line()],
    ) {
        let (parsed, faults) = read(&line);
        prop_assert_eq!(parsed.is_none(), !faults.is_empty());
        // White space at the end is ignored, but it disables the fast path of the parser.
        prop_assert_eq!(&parsed, &read(&format!("{line} ")).0);
        let value = |digit: &Option<Digit>| digit.map_or(0, Digit::value);
        let cells = parsed.as_ref().map(|(grid, _)| grid.cells().iter().map(value).collect());
        prop_assert_eq!(cells, cells_by_definition(&line));
        for fault in faults {
            let LineFault::Symbol { offset, cell, .. } = fault else { continue };
            let before: Vec<char> = line.chars().take(offset + 1).collect();
            prop_assert_eq!(before.len(), offset + 1, "the offset is out of range");
            prop_assert!(!before[offset].is_ascii_whitespace());
            let symbols = |text: &[char]| text.iter().filter(|c| !c.is_ascii_whitespace()).count();
            if let Some(cell) = cell {
                let size = symbols(&line.chars().collect::<Vec<_>>()).isqrt();
                prop_assert_eq!(cell, Position::of(symbols(&before) - 1, size));
            }
        }
        if let Some((grid, case)) = parsed {
            let rewritten = format_line(grid.cells(), case).expect("every digit has a symbol");
            prop_assert_eq!(read(&rewritten), (Some((grid, case)), vec![]));
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
        case in letter_case(),
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
        for format in Format::ALL {
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

#[test]
fn every_digit_of_every_size_round_trips_in_both_cases() {
    for size in 1..=SYMBOL_SIZE_MAX {
        let cells: Vec<usize> = (0..size * size).map(|cell| cell % (size + 1)).collect();
        for case in [LetterCase::Upper, LetterCase::Lower] {
            check_round_trip(&cells, case).expect("the round trip");
        }
    }
}

#[test]
fn digit_36_has_no_symbol() {
    assert_eq!(format_line(&[Digit::new(36)], LetterCase::Upper), None);
    assert_eq!(format_line(&[Digit::new(35)], LetterCase::Upper).as_deref(), Some("Z"));
}
