//! Jigsaws as two blocks of the same shape: the clues, and a map of the regions.

use quadrille_sudoku::unstable::{read_line, symbols_of};
use quadrille_sudoku::{SIZE_MAX, size_for_cells};

use super::content::ParsedText;
use super::layout::CELLS_MIN;
use super::region_map::RegionMap;
use super::sudokuwiki::Sudokuwiki;
use super::text_format::TextFormat as _;
use crate::formats::Format;

/// Longest text in bytes: two blocks of the largest size, with white space between symbols.
const BYTES_MAX: usize = 8 * SIZE_MAX * SIZE_MAX;

/// Reads the clues of a puzzle and a map of its regions: two blocks of n lines or of one line, or one line with twice as many
/// symbols as a puzzle; `None` for all other texts. The map has n symbols, each n times, and is no solution.
pub(super) fn parse_jigsaw(text: &str) -> Option<ParsedText> {
    if text.len() > BYTES_MAX {
        return None;
    }
    let text = text.trim_matches(['\r', '\n']);
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let (clues, map, format) = match lines[..] {
        [] => return None,
        [line] => {
            let (clues, map) = halves(line)?;
            (clues, map, Format::Line)
        }
        _ => {
            let (clues, map) = blocks(text, &lines)?;
            (clues, map, if lines.len() == 2 { Format::Line } else { Format::Drawing })
        }
    };
    let map = RegionMap::parse(&map)?;
    let (grid, case) = read_line(&clues)?;
    let is_jigsaw = grid.square_size() == Some(map.size()) && map.is_certain_beside(&grid);
    // As many symbols as an old string of SudokuWiki.
    if !is_jigsaw || Sudokuwiki::parse(text, &mut |_| {}).is_some() {
        return None;
    }
    Some(ParsedText { regions: Some(map.regions()), ..ParsedText::of_clues((grid, case), format) })
}

/// Whether a text is two blocks that are one jigsaw.
pub fn is_jigsaw(text: &str) -> bool {
    parse_jigsaw(text).is_some()
}

/// Splits a line of 2n*n symbols.
fn halves(line: &str) -> Option<(String, String)> {
    let symbols: Vec<char> = symbols_of(line).map(|(_, symbol)| symbol).collect();
    let cells = symbols.len() / 2;
    if !symbols.len().is_multiple_of(2) || cells < CELLS_MIN || size_for_cells(cells).is_none() {
        return None;
    }
    Some((symbols[..cells].iter().collect(), symbols[cells..].iter().collect()))
}

/// Splits lines in the middle, if both halves have lines of the same lengths. A blank line stands between them, or none at all.
fn blocks(text: &str, lines: &[&str]) -> Option<(String, String)> {
    if !lines.len().is_multiple_of(2) {
        return None;
    }
    let (clues, map) = lines.split_at(lines.len() / 2);
    let width = |line: &&str| symbols_of(line).count();
    let first = width(&lines[0]);
    let has_shape = first == clues.len() || (clues.len() == 1 && first >= CELLS_MIN);
    if !has_shape || !lines.iter().all(|line| width(line) == first) {
        return None;
    }
    // Blank lines elsewhere separate other blocks.
    let before = text.lines().scan(false, |blank, line| {
        let was_blank = std::mem::replace(blank, line.trim().is_empty());
        Some((was_blank, !line.trim().is_empty()))
    });
    let gaps: Vec<bool> = before.filter(|(_, has_text)| *has_text).map(|(gap, _)| gap).collect();
    let is_split = gaps.iter().enumerate().all(|(index, gap)| !gap || index == 0 || index == clues.len());
    is_split.then(|| (clues.concat(), map.concat()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLUES: &str = "...3.1.....4..21";
    const MAP: &str = "1111223322334444";

    fn rows(line: &str) -> String {
        let symbols: Vec<char> = line.chars().collect();
        symbols.chunks(4).map(|row| row.iter().collect::<String>() + "\n").collect()
    }

    #[test]
    fn two_blocks_are_one_jigsaw() {
        let (clues, map) = (rows(CLUES), rows(MAP));
        for text in [
            format!("{clues}\n{map}"),
            format!("{clues}{map}"),
            format!("{clues}\r\n\r\n{}", map.replace('1', "#")),
            format!("{}\n{}", clues.replace('.', " . "), map.replace('4', " 4")),
            format!("{CLUES}\n{MAP}"),
            format!("{CLUES}\n\n{MAP}\n"),
            format!("    \n{clues}\n{map}"),
            format!("{CLUES}{MAP}"),
        ] {
            let read = parse_jigsaw(&text).unwrap_or_else(|| panic!("{text}"));
            let rules = read.to_rules().expect("rules");
            assert!(rules.box_shape().is_none(), "{text}");
            assert_eq!(read.regions.map(|regions| regions.len()), Some(4));
        }
    }

    #[test]
    fn other_blocks_are_no_jigsaw() {
        let (clues, map) = (rows(CLUES), rows(MAP));
        let solution = "1243413223143421";
        for text in [
            String::new(),
            CLUES.to_owned(),
            format!("{CLUES}{CLUES}"),
            format!("{CLUES}\n{solution}"),
            // A solution with two digits exchanged.
            format!("{CLUES}\n2143413223143421"),
            format!("{clues}\n{map}\n{map}"),
            format!("{}\n{}", &clues[..10], &map[..10]),
            format!("{clues}\n{}", map.replacen('1', "2", 1)),
            format!("{clues}\n{}", map.replace('1', ".")),
            format!("{}\n{}{}", &clues[..5], &clues[5..], map),
        ] {
            assert_eq!(parse_jigsaw(&text), None, "{text}");
        }
    }
}
