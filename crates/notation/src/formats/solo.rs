//! Game ids of Simon Tatham's Solo.

use std::collections::BTreeMap;

use quadrille_sudoku::text::LetterCase;
use quadrille_sudoku::unstable::article;
use quadrille_sudoku::{BoxShape, Cell, Digit, Grid, Position, SIZE_MAX};

use super::constraint_reader::{CageParts, ConstraintReader};
use super::content::{Content, FormatFault, NotRepresentable, ParsedText, Report};
use super::drawn::digit_of_number;
use super::fields::with_offsets;
use super::format_faults::{FormatFaults, FormatResult};
use super::text_format::TextFormat;
use super::web::Boxes;
use crate::formats::Format;

/// Longest run of empty cells that a letter stands for.
const RUN_MAX: usize = 26;

/// Game id of Simon Tatham's Solo.
pub(super) struct Solo;

impl TextFormat for Solo {
    const DESCRIPTION: &'static str = "\
        Game id of Simon Tatham's Solo: boxes across x boxes down, `:`, then clues as numbers and runs of empty cells as \
        letters (`a` is 1, `z` is 26). Diagonals (`x`), jigsaws (`j`) and killers (`k`) are read.";
    const EXAMPLE: &'static str = "2x2:1e3b4e2";
    const HOLDS_SOLUTIONS: bool = true;
    const HAS_ADDRESSES: bool = true;
    const FAULT_RANK: Option<u8> = Some(6);

    /// Whether a text begins with the parameters of a game.
    fn may_be(text: &str) -> bool {
        let id = game_id(text).0;
        let Some((parameters, _)) = id.split_once(':') else { return false };
        let is_parameter = |symbol: char| symbol.is_ascii_digit() || symbol.is_ascii_lowercase();
        parameters.len() < RUN_MAX
            && parameters.starts_with(|first: char| first.is_ascii_digit())
            && parameters.contains(['x', 'j'])
            && parameters.chars().all(is_parameter)
    }

    fn parse(text: &str, report: Report<'_>) -> Option<ParsedText> {
        FormatFaults::collect(report, |faults| parse(text, faults))
    }

    fn format(content: &Content<'_>) -> Result<String, NotRepresentable> {
        content.require_no_candidates()?;
        let BoxShape { width, height } = content.box_shape;
        let mut text = format!("{height}x{width}:");
        let (mut run, mut is_after_number) = (0, false);
        let push_run = |text: &mut String, run: &mut usize| {
            while *run > 0 {
                let length = (*run).min(RUN_MAX);
                text.push(char::from(b'a' + length as u8 - 1));
                *run -= length;
            }
        };
        for cell in content.cells {
            let Some(digit) = cell else {
                run += 1;
                continue;
            };
            if run == 0 && is_after_number {
                text.push('_');
            }
            push_run(&mut text, &mut run);
            text.push_str(&digit.value().to_string());
            is_after_number = true;
        }
        push_run(&mut text, &mut run);
        Ok(text)
    }
}

/// The game id of a text, which may be a URL, and its offset in characters.
fn game_id(text: &str) -> (&str, usize) {
    let trimmed = text.trim();
    let skipped = text.chars().count() - text.trim_start().chars().count();
    match trimmed.split_once('#') {
        Some((url, id)) if url.starts_with("http") => (id, skipped + url.chars().count() + 1),
        _ => (trimmed, skipped),
    }
}

/// Parameters of a game: `3x3`, `9j`, `3x3xk`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct GameParameters {
    size: usize,
    /// Box shape; `None` for jigsaws.
    shape: Option<BoxShape>,
    /// Whether no digit repeats on the diagonals.
    has_diagonals: bool,
    /// Whether there are cages.
    is_killer: bool,
}

impl GameParameters {
    /// Parses parameters such as `2x3`: 2 boxes across, each 3 wide.
    fn parse(text: &str) -> Option<Self> {
        let split = |text: &str| -> (Option<usize>, usize) {
            let length = text.bytes().take_while(u8::is_ascii_digit).count();
            (text[..length].parse().ok().filter(|number| (1..=SIZE_MAX).contains(number)), length)
        };
        let (across, length) = split(text);
        let rest = &text[length..];
        let (down, suffix) = match rest.strip_prefix('x') {
            Some(rest) => {
                let (down, length) = split(rest);
                (down?, &rest[length..])
            }
            None => (1, rest),
        };
        let shape = BoxShape { width: down, height: across? };
        let size = Some(shape.width * shape.height).filter(|&size| size <= SIZE_MAX)?;
        let is_jigsaw = suffix.contains('j');
        let is_known = suffix.chars().all(|letter| matches!(letter, 'j' | 'k' | 'x'));
        (is_known && (is_jigsaw || rest.starts_with('x'))).then_some(Self {
            size,
            shape: (!is_jigsaw).then_some(shape),
            has_diagonals: suffix.contains('x'),
            is_killer: suffix.contains('k'),
        })
    }
}

/// Part of a description, after its offset in the text. All characters are ASCII up to the first fault.
type Section<'a> = (usize, &'a str);

/// Parses a text. Wrong numbers of a section are added to `faults` before other faults, which end the parsing.
fn parse(text: &str, faults: &mut FormatFaults) -> Option<ParsedText> {
    let (id, start) = game_id(text);
    let example = "expected boxes across x boxes down, `:` and the clues, such as 3x3:5_3b7d";
    let split = id.split_once(':').and_then(|(text, rest)| Some((text, GameParameters::parse(text)?, rest)));
    let (named, parameters, description) = faults.take(split.ok_or_else(|| syntax(example, start)))?;
    let mut sections = with_offsets(description.split(','), start + named.chars().count() + 1);
    let expected = 1 + usize::from(parameters.shape.is_none()) + 2 * usize::from(parameters.is_killer);
    let grid = clues(named, parameters, sections.next()?, faults)?;
    let others: Vec<Section<'_>> = sections.collect();
    if others.len() + 1 != expected {
        let detail =
            format!("{named} has {expected} parts with commas between them, not {}", others.len() + 1);
        faults.push(*syntax(detail, start));
        return None;
    }
    let mut others = others.into_iter();
    let boxes = match parameters.shape {
        Some(shape) => Boxes::Shape(shape),
        None => {
            let blocks = faults.take(blocks(others.next()?, parameters.size))?;
            faults.take(Boxes::from_numbers(Format::Solo, &blocks, parameters.size))?
        }
    };
    let cages = match (others.next(), others.next()) {
        (Some(borders), Some(sums)) => {
            let blocks = faults.take(blocks(borders, parameters.size))?;
            cages(named, parameters, &blocks, sums, faults)?
        }
        _ => BTreeMap::new(),
    };
    let read = ParsedText::of_clues((Grid::from_cells(grid)?, LetterCase::default()), Format::Solo);
    let mut reader = ConstraintReader::new(boxes.of_puzzle(read), faults)?;
    if parameters.has_diagonals {
        reader.add("x", "diagonals", []);
    }
    cages.into_values().for_each(|cage| reader.add_cage("k", cage));
    reader.finish()
}

fn syntax(detail: impl Into<String>, offset: usize) -> Box<FormatFault> {
    Box::new(FormatFault::syntax(Format::Solo, detail).at(offset))
}

/// The clues of the cells.
fn clues(
    named: &str,
    GameParameters { size, .. }: GameParameters,
    section: Section<'_>,
    faults: &mut FormatFaults,
) -> Option<Vec<Option<Digit>>> {
    let read = cells(named, size, section, |number, index, offset| {
        let cell = Position::of(index, size);
        let digit = digit_of_number(number, size);
        digit.map_err(|fault| faults.push_cell(Format::Solo, fault, offset, cell)).ok()
    });
    faults.take(read)
}

/// Reads a list of numbers and runs of empty cells with `value`, which gets the number, the index of its cell and its offset.
fn cells<T: Clone>(
    named: &str,
    size: usize,
    (start, text): Section<'_>,
    mut value: impl FnMut(usize, usize, usize) -> Option<T>,
) -> FormatResult<Vec<Option<T>>> {
    let mut cells: Vec<Option<T>> = Vec::with_capacity(size * size);
    let mut rest = text;
    let offset_of = |rest: &str| start + text.len() - rest.len();
    while let Some(first) = rest.chars().next() {
        let offset = offset_of(rest);
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        match first {
            'a'..='z' => {
                cells.resize(cells.len() + (first as usize - 'a' as usize) + 1, None);
                rest = &rest[1..];
            }
            '_' => rest = &rest[1..],
            _ if length > 0 => {
                let number = rest[..length].parse().unwrap_or(usize::MAX);
                cells.push(value(number, cells.len(), offset));
                rest = &rest[length..];
            }
            _ => {
                let detail = "clues are numbers, letters for runs of empty cells, and `_` between numbers";
                return Err(syntax(detail, offset));
            }
        }
        if cells.len() > size * size {
            break;
        }
    }
    if cells.len() != size * size {
        let more = if cells.len() > size * size { "more" } else { "fewer" };
        let detail = format!("{more} than {} cells: {named} is {} {size}x{size}", size * size, article(size));
        let fault = FormatFault::length(Format::Solo, detail);
        return Err(Box::new(fault.at(offset_of(rest))));
    }
    Ok(cells)
}

/// The number of the block of each cell. Letters are runs of borders that are not drawn, `_` is an empty run; a drawn border follows each
/// run but `z`. First come the borders to the right of the cells, row by row, then those below the cells, column by column, then one
/// beyond the end.
fn blocks((start, text): Section<'_>, size: usize) -> FormatResult<Vec<usize>> {
    let borders = size * (size - 1);
    let cells_at = |border: usize| {
        let (line, place) = (border % borders / (size - 1), border % (size - 1));
        if border < borders {
            [line * size + place, line * size + place + 1]
        } else {
            [place * size + line, (place + 1) * size + line]
        }
    };
    let mut blocks: Vec<usize> = (0..size * size).collect();
    let mut border = 0;
    for (offset, symbol) in (start..).zip(text.chars()) {
        let run = match symbol {
            '_' => 0,
            'a'..='z' => symbol as usize - 'a' as usize + 1,
            _ => return Err(syntax("borders are letters and `_`", offset)),
        };
        // `z` is a run of 25, which continues.
        let (run, is_drawn) = if symbol == 'z' { (RUN_MAX - 1, false) } else { (run, true) };
        if border + run > 2 * borders {
            return Err(syntax("there are more borders than those of the grid", offset));
        }
        for joined in border..border + run {
            let [kept, merged] = cells_at(joined).map(|cell| blocks[cell]);
            blocks.iter_mut().filter(|block| **block == merged).for_each(|block| *block = kept);
        }
        border += run + usize::from(is_drawn);
    }
    if border != 2 * borders + 1 {
        let detail = format!("the borders end at {border} of {}", 2 * borders + 1);
        return Err(syntax(detail, start + text.len()));
    }
    Ok(blocks)
}

/// The cells and the sum of each cage, by its block.
fn cages(
    named: &str,
    GameParameters { size, .. }: GameParameters,
    blocks: &[usize],
    sums: Section<'_>,
    faults: &mut FormatFaults,
) -> Option<BTreeMap<usize, CageParts>> {
    let sums = faults.take(cells(named, size, sums, |number, _, offset| Some((number, offset))))?;
    let mut cages: BTreeMap<usize, CageParts> = BTreeMap::new();
    for ((cell, &block), sum) in (0..).map(Cell).zip(blocks).zip(sums) {
        let cage = cages.entry(block).or_default();
        cage.0.push(cell);
        if let Some((sum, offset)) = sum
            && cage.1.replace(sum).is_some()
        {
            faults.push(*syntax("a cage has two sums", offset));
        }
    }
    Some(cages)
}

#[cfg(test)]
mod tests {
    use quadrille_sudoku::constraints::Constraint;

    use super::*;
    use crate::TextFault;

    fn read_id(id: &str) -> ParsedText {
        Solo::parse(id, &mut |fault| panic!("{id}: {fault}")).expect("no faults")
    }

    fn faults(id: &str) -> Vec<String> {
        let mut faults = Vec::new();
        let mut report = |fault| match fault {
            TextFault::Format(fault) => faults.push(fault.reason.to_string()),
            other => panic!("{other:?}"),
        };
        assert_eq!(Solo::parse(id, &mut report), None, "{id}");
        faults
    }

    /// Cells and sum of each cage.
    fn cages(read: &ParsedText) -> Vec<(Vec<u16>, Option<i64>)> {
        let cages = read.constraints.iter().filter_map(|constraint| match constraint {
            Constraint::Cage(cage) => Some((cage.cells.iter().map(|cell| cell.0).collect(), cage.sum)),
            _ => None,
        });
        cages.collect()
    }

    #[test]
    fn suffix_x_is_read_as_both_diagonals() {
        let read = read_id("3x3x:a8a5f5a4b6_7a1c7b5f4_8_2_6d2d4_2_3_8f7b6c4a6_2b1a8f5a6a");
        assert_eq!(read.box_shape, Some(BoxShape { width: 3, height: 3 }));
        let [Constraint::Diagonals(diagonals)] = read.constraints.as_slice() else { panic!("{read:?}") };
        assert!(diagonals.main && diagonals.anti);
        assert_eq!(read.grid.filled().count(), 27);
    }

    #[test]
    fn suffix_j_is_read_as_regions() {
        let id = "9jx:e1d6f7_2b7b5_8a3a7_8h1_2_6h7_4a8a9_1b8b4_4f9d9e,bg_f_bc___eaa_a_aaaabcb_cbdaebdb_d_cacabbaaba__cb_ad";
        let read = read_id(id);
        let regions = read.regions.as_deref().expect("regions");
        assert_eq!((read.box_shape, regions.len(), read.constraints.len()), (None, 9, 1));
        let adjacent = |one: &Cell, other: &Cell| {
            let distance = one.0.abs_diff(other.0);
            distance == 9 || (distance == 1 && one.0 / 9 == other.0 / 9)
        };
        for cells in regions {
            assert_eq!(cells.len(), 9);
            assert!(cells.iter().all(|cell| cells.iter().any(|other| adjacent(cell, other))), "{cells:?}");
        }
        assert!(read.to_puzzle().is_some());
    }

    #[test]
    fn suffix_k_is_read_as_cages_that_cover_the_grid() {
        let read = read_id("2x2k:p,ba______a_a_aab_,6b7_5a7a3_7d5a");
        let expected: [(&[u16], i64); 7] = [
            (&[0, 1, 2], 6),
            (&[3, 7, 11], 7),
            (&[4, 5], 5),
            (&[6, 10], 7),
            (&[8, 12], 3),
            (&[9, 13], 7),
            (&[14, 15], 5),
        ];
        let expected: Vec<_> = expected.iter().map(|(cells, sum)| (cells.to_vec(), Some(*sum))).collect();
        assert_eq!(cages(&read), expected);
        let nine = "3x3k:zzzc,_aab_a___aa__a______a_____aaa____a_____a_____aa__abc_aaa_aaa_aaaaaaa_a___a__a_______a__a__a_abbb_,\
            17_6a20a12b8a9a4a15_13b22e14_11_18_9a8_16_9e10c12c8a9_10_9_16a6_21a12d14b4a21_10c16d16e";
        for (id, total, types) in [
            (nine, 9 * 45, 0),
            (
                "2x3xk:zj,aa__b__a___aa_a__b_aaa____________ac_ca_,4a11a8_8_8_9e10a11b8_4c10a8a3_14a10e",
                6 * 21,
                1,
            ),
            ("4jk:p,aa_a_badaba,__aa_a_cb_____a_,7_7_5d5_3_5c8b", 4 * 10, 0),
        ] {
            let read = read_id(id);
            let cages = cages(&read);
            let mut cells: Vec<u16> = cages.iter().flat_map(|(cells, _)| cells.clone()).collect();
            cells.sort_unstable();
            assert!(cells.iter().copied().eq(0..read.grid.cells().len() as u16), "{id}");
            assert_eq!(cages.iter().filter_map(|(_, sum)| *sum).sum::<i64>(), total, "{id}");
            assert_eq!(read.constraints.len() - cages.len(), types, "{id}");
        }
    }

    #[test]
    fn every_digit_fault_comes_before_a_wrong_length() {
        let found = faults("2x2:1e_9i_5");
        assert_eq!(found.len(), 3, "{found:?}");
        assert!(
            found[0].contains('9') && found[1].contains('5') && found[2].starts_with("more than"),
            "{found:?}"
        );
    }

    #[test]
    fn wrong_parts_are_refused() {
        for (id, expected) in [
            ("2x2k:p", "2x2k has 3 parts with commas between them, not 1"),
            ("2x2:p,p", "2x2 has 1 parts with commas between them, not 2"),
            ("4j:p,abadab_a_a", "the borders end at 23 of 25"),
            ("4j:p,abadab_a_aaz", "there are more borders than those of the grid"),
            ("4j:p,abadab-a_aa", "borders are letters and `_`"),
            ("4j:p,_abadab_a_aa", "there are more borders than those of the grid"),
            ("2x2k:p,ba______a_a_aab_,6_1a7_5a7a3_7d5a", "a cage has two sums"),
            ("2x2k:p,ba______a_a_aab_,6b7", "fewer than 16 cells: 2x2k is a 4x4"),
            ("2x2q:p", "expected boxes across x boxes down, `:` and the clues, such as 3x3:5_3b7d"),
            ("37j:p,a", "expected boxes across x boxes down, `:` and the clues, such as 3x3:5_3b7d"),
        ] {
            assert_eq!(faults(id), [expected], "{id}");
        }
        // Regions of other sizes.
        let found = faults("2j:d,aa_");
        assert!(found[0].contains("regions that do not have 2 cells each"), "{found:?}");
    }
}
