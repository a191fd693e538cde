//! Parsing and formatting of lines are inverses, and any line parses or is rejected with a fault.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use quadrille_sudoku::text::{LetterCase, LineFault, SYMBOL_SIZE_MAX, format_line, parse_line};
use quadrille_sudoku::unstable::{EMPTY_LETTERS, EMPTY_SYMBOLS};
use quadrille_sudoku::{Digit, Grid, Position};
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
