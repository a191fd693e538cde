//! Lines of a drawing: rules, rows of cells, and lines of dashes, which may be either.

use crate::formats::fields::with_offsets;

/// Line of text with at least one character that is not white space.
pub(super) struct TextLine {
    /// Offset of the first character in the text, in characters.
    pub(super) offset: usize,
    /// Characters without white space at the end.
    pub(super) chars: Vec<char>,
    pub(super) kind: LineKind,
}

/// Kind of line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineKind {
    /// Horizontal border.
    Rule(Weight),
    /// A rule, or a row whose empty cells are dashes.
    Dashes,
    /// Row of cells.
    Cells,
}

/// Weight of a border. If cells have borders, borders of boxes are heavy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Weight {
    Light,
    Heavy,
}

/// Splits a text into its lines, without comments above the grid.
pub(super) fn text_lines(text: &str) -> impl Iterator<Item = TextLine> {
    let mut is_above = true;
    with_offsets(text.split('\n'), 0).filter_map(move |(offset, line)| {
        let visible = line.trim_start();
        is_above &= visible.is_empty() || visible.starts_with('#');
        if is_above {
            return None;
        }
        let chars: Vec<char> = line.trim_end().chars().collect();
        Some(TextLine { offset, kind: kind_of(&chars)?, chars })
    })
}

/// The weight of a vertical border; `None` for all other characters.
pub(super) fn vertical(symbol: char) -> Option<Weight> {
    match symbol {
        '|' | '│' | '╎' | '╏' | '┆' | '┇' | '┊' | '┋' => Some(Weight::Light),
        '┃' | '║' => Some(Weight::Heavy),
        _ => None,
    }
}

/// Whether a character is a vertical border.
pub(in crate::formats) fn is_vertical(symbol: char) -> bool {
    vertical(symbol).is_some()
}

/// The weight of a character that only rules have.
fn horizontal(symbol: char) -> Option<Weight> {
    match symbol {
        '=' | '═' | '━' => Some(Weight::Heavy),
        // Dashes of text processors, and box-drawing characters.
        '+' | ':' | '\'' | '\u{2012}'..='\u{2015}' | '\u{2500}'..='\u{257f}'
            if vertical(symbol).is_none() =>
        {
            Some(Weight::Light)
        }
        _ => None,
    }
}

fn is_rule_symbol(symbol: char) -> bool {
    matches!(symbol, '-' | '_' | '.') || vertical(symbol).is_some() || horizontal(symbol).is_some()
}

/// Returns the kind of line; `None` if it is blank.
fn kind_of(chars: &[char]) -> Option<LineKind> {
    let visible = || chars.iter().copied().filter(|symbol| !symbol.is_whitespace());
    visible().next()?;
    if !visible().all(is_rule_symbol) {
        // The frame of Simple Sudoku, such as `*-----------*`, or corners that are commas.
        let is_frame = chars.windows(3).any(|dashes| dashes == ['-'; 3])
            && visible().all(|symbol| matches!(symbol, '*' | '-' | '+' | ','));
        return Some(if is_frame { LineKind::Rule(Weight::Light) } else { LineKind::Cells });
    }
    if let Some(weight) = visible().filter_map(horizontal).max() {
        return Some(LineKind::Rule(weight));
    }
    let has = |symbol| visible().any(|other| other == symbol);
    Some(match (has('-'), has('_'), has('.')) {
        (true, false, false) | (false, true, false) => LineKind::Dashes,
        // Corners are drawn as dots, such as `.-------.-------.`.
        (true, false, true) if chars.windows(3).any(|dashes| dashes == ['-'; 3]) => {
            LineKind::Rule(Weight::Light)
        }
        _ => LineKind::Cells,
    })
}

/// Whether a line begins with a border of a drawn grid: a rule with more than dashes, or a row with a border on the left.
pub fn begins_drawing(line: &str) -> bool {
    let chars: Vec<char> = line.trim().chars().collect();
    match kind_of(&chars) {
        Some(LineKind::Rule(_)) => true,
        Some(LineKind::Dashes) => chars.iter().any(|&symbol| vertical(symbol).is_some()),
        Some(LineKind::Cells) => vertical(chars[0]).is_some(),
        None => false,
    }
}

/// Whether a line has a border, as all lines of a drawn grid that begins with one.
pub fn has_border(line: &str) -> bool {
    line.chars().any(|symbol| vertical(symbol).is_some() || horizontal(symbol).is_some()) || is_rule(line)
}

/// Whether a line is a rule, which has no cells.
pub fn is_rule(line: &str) -> bool {
    if line.trim_start().starts_with(|first: char| first.is_ascii_alphanumeric()) {
        return false;
    }
    let may_be =
        |symbol: char| matches!(symbol, '*' | ',') || symbol.is_whitespace() || is_rule_symbol(symbol);
    if !line.chars().all(may_be) {
        return false;
    }
    let chars: Vec<char> = line.trim().chars().collect();
    matches!(kind_of(&chars), Some(LineKind::Rule(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_dashes_and_cells_are_told_apart() {
        for (line, kind) in [
            ("+---+---+", LineKind::Rule(Weight::Light)),
            ("------+-------+------", LineKind::Rule(Weight::Light)),
            ("=====", LineKind::Rule(Weight::Heavy)),
            ("╠═══╬═══╣", LineKind::Rule(Weight::Heavy)),
            ("├───┼───┤", LineKind::Rule(Weight::Light)),
            (".-----.-----.", LineKind::Rule(Weight::Light)),
            (":-----+-----:", LineKind::Rule(Weight::Light)),
            ("*-----------*", LineKind::Rule(Weight::Light)),
            ("*-- - --*", LineKind::Cells),
            (",-----,-----,", LineKind::Rule(Weight::Light)),
            ("-,-,-,-", LineKind::Cells),
            ("'-----'-----'", LineKind::Rule(Weight::Light)),
            ("-----------", LineKind::Dashes),
            ("---|---|---", LineKind::Dashes),
            ("_ _ | _ _", LineKind::Dashes),
            (". . | . .", LineKind::Cells),
            ("|   |   |", LineKind::Cells),
            ("5 - | - 3", LineKind::Cells),
        ] {
            let chars: Vec<char> = line.chars().collect();
            assert_eq!(kind_of(&chars), Some(kind), "{line}");
        }
        assert_eq!(kind_of(&[' ', '\t']), None);
    }

    #[test]
    fn drawing_begins_with_a_border() {
        for line in ["+---+", "=====", "┌───┬───┐", "---|---", " .---.---. ", "| 1 . |", "│1│"]
        {
            assert!(begins_drawing(line), "{line}");
        }
        for line in ["", "----------------", "................", "1 | .", "1-+-", "____"] {
            assert!(!begins_drawing(line), "{line}");
        }
    }

    #[test]
    fn offsets_count_characters_of_the_text() {
        let lines: Vec<(usize, usize)> =
            text_lines("│1│\r\n\n 2").map(|line| (line.offset, line.chars.len())).collect();
        assert_eq!(lines, [(0, 3), (6, 2)]);
    }
}
