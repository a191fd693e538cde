//! Tells a file with one grid from a file with a puzzle per line.

use quadrille_answers::ingest::begins_section;
use quadrille_answers::wire::{is_json_value, is_puzzle_text};
use quadrille_notation::unstable::{is_jigsaw, is_marked, is_rule, is_table_row};
use quadrille_notation::{Format, FormatFault, FormatFaultReason, TextFault, parse};
use quadrille_sudoku::unstable::symbols_of;

/// Maximum number of lines of a grid: a line and a rule for each of 36 rows.
const GRID_LINES_MAX: usize = 80;

/// Minimum number of lines that are taken for a grid with missing symbols.
const NEAR_LINES_MIN: usize = 4;

/// Whether a text is a valid puzzle.
pub(super) fn is_puzzle(text: &str) -> bool {
    is_puzzle_text(text)
}

/// Text of a file that is one puzzle: without a byte order mark, and without comments unless they are part of its format.
pub(super) fn puzzle_text(text: &str) -> String {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let has_marked_format =
        begins_xml(text) || is_json_value(text.as_bytes()) || text.lines().any(begins_section);
    if has_marked_format || is_puzzle(text) { text.to_owned() } else { without_comments(text) }
}

fn begins_xml(text: &str) -> bool {
    text.trim_start().starts_with('<')
}

/// Whether a text that begins like XML is one entry: it ends like XML, and has a fault or a single game.
fn is_one_document(text: &str) -> bool {
    let mut has_several = false;
    parse(text, Some(Format::Opensudoku), &mut |fault| {
        has_several |= matches!(
            fault,
            TextFault::Format(FormatFault { reason: FormatFaultReason::SeveralPuzzles(_), .. })
        );
    });
    text.trim_end().ends_with('>') && !has_several
}

/// Whether a text begins with a section and has the clues of one puzzle.
fn is_in_sections(text: &str) -> bool {
    text.trim_start().starts_with('[') && text.lines().filter(|line| begins_section(line)).count() == 1
}

/// Replaces comment lines by empty ones, and removes a byte order mark.
fn without_comments(text: &str) -> String {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let line = |line: &str| if line.trim_start().starts_with('#') { String::new() } else { line.to_owned() };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// Whether several lines are one puzzle: n lines of n symbols or n cells, or a drawn grid, unless each line is a puzzle by itself;
/// rows of a section; clues and regions in two blocks; an XML document; or a text that is marked as a puzzle of another program, or as none.
/// Lines with a symbol too many or too few are one, too, if none is a puzzle by itself: one error says more than one per line.
pub(super) fn is_one_puzzle(text: &str) -> bool {
    let text = &*without_comments(text);
    if is_marked(text) {
        return true;
    }
    if begins_xml(text) {
        return is_one_document(text);
    }
    if is_in_sections(text) || is_jigsaw(text) {
        return true;
    }
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    if !(2..=GRID_LINES_MAX).contains(&lines.len()) || lines.iter().all(|line| is_puzzle(line)) {
        return false;
    }
    if lines.iter().any(|line| is_table_row(line)) {
        return is_puzzle(text);
    }
    let lengths = || lines.iter().map(|line| symbols_of(line).count());
    let is_near = || lengths().all(|length| length.abs_diff(lines.len()) <= 1);
    is_puzzle(text)
        || has_rows_of_cells(&lines)
        || lengths().all(|length| length == lines.len())
        || (lines.len() >= NEAR_LINES_MIN && is_near() && !lines.iter().any(|line| is_puzzle(line)))
}

/// Whether the lines are n rows of n cells with white space or borders between them, beside rules of dashes.
fn has_rows_of_cells(lines: &[&str]) -> bool {
    let cells = |line: &&str| line.split([' ', '\t', '|', ',']).filter(|cell| !cell.is_empty()).count();
    let rows: Vec<usize> = lines
        .iter()
        .filter(|line| !is_rule(line) && line.contains(|symbol| !"-| ".contains(symbol)))
        .map(cells)
        .collect();
    rows.len() >= NEAR_LINES_MIN && rows.iter().all(|&cells| cells == rows.len())
}

/// What a file that begins like JSON holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum JsonStart {
    /// One value, as far as is known.
    Value,
    /// A value per line.
    Lines,
    /// Text, such as fields in quotes.
    Text,
}

impl JsonStart {
    /// Looks at the first line. An array in one line begins lines of arrays if another line follows.
    pub(super) fn detect(head: &[u8]) -> Self {
        let head = head.strip_prefix("\u{feff}".as_bytes()).unwrap_or(head);
        let mut lines =
            head.split_inclusive(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
        let Some(first) = lines.next().filter(|line| line.ends_with(b"\n")) else { return Self::Value };
        let line = first.trim_ascii();
        let count = |bracket| line.iter().filter(|&&byte| byte == bracket).count();
        let is_whole = match line.last() {
            Some(b'}') if !line.starts_with(b"[") => return Self::Lines,
            Some(b'"' | b']') => is_json_value(first),
            _ => false,
        };
        let is_array = line.ends_with(b"]");
        match is_whole {
            true if is_array && lines.next().is_none() => Self::Value,
            true => Self::Lines,
            // No string is continued in the next line, and no array that is closed.
            false if line.starts_with(b"\"") || (is_array && count(b'[') == count(b']')) => Self::Text,
            false => Self::Value,
        }
    }
}

/// Whether the complete lines so far may be the first rows of a grid. If not, or if the first line is a puzzle, no more is
/// needed to know that each line is an entry. Lines of 0 and 1 may be a matrix, which is no puzzle, and a first line of empty cells may be
/// a row of a larger grid.
pub(super) fn begins_like_rows(head: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(head) else { return false };
    let text = without_comments(text);
    let complete = text.rsplit_once('\n').map_or("", |(complete, _)| complete);
    if begins_xml(&text) {
        return true;
    }
    let mut lines = complete.lines().filter(|line| !line.trim().is_empty());
    if lines.clone().all(|line| line.bytes().all(|byte| b"01 \t,\r".contains(&byte))) {
        return true;
    }
    let is_empty = |line: &str| !line.contains(|symbol: char| symbol.is_alphanumeric());
    lines.clone().count() <= GRID_LINES_MAX
        && lines.next().is_none_or(|first| is_empty(first) || !is_puzzle(first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_one_puzzle_unless_each_line_is_one() {
        for text in [
            "1...\n..3.\n.4..\n...2\n",
            "1...\n\n..3.\n.4..\n...2",
            "1 . . .\n. . 3 .\n. 4 . .\n. . . 2",
            "1.|..\n..|3.\n--+--\n.4|..\n..|.2",
            // A symbol is invalid, and the error should say so.
            "1...\n..!.\n.4..\n...2\n",
            // Cells are mistyped, and the last line is a 2x2 by itself.
            "1 . . 34\n. . 3 .\n. 24 . .\n. . . 2",
            "1 . | . 34\n. . | 3 .\n---------\n. 24 | . .\n. . | . 2",
            // A symbol or a row is missing.
            "53..7.\n6..19\n.98...\n8...6.\n4..8.3\n7...2.",
            "53..7.\n6..195\n.98...\n8...6.\n4..8.3",
        ] {
            assert!(is_one_puzzle(text), "{text}");
        }
        for text in [
            "[Puzzle]\n1...\n..3\n.4..\n...2\n\n[State]\n1...",
            "# a\n<opensudoku>\n<game data=\"1\"/>\n</opensudoku>",
            "<opensudoku>\n<game data=\"1\"/>\n<game data=\"1\"/>",
            "S=2;\nstart=[|1,0,0,0|\n0,0,3,0|\n0,4,0,0|\n0,0,0,2|];",
            "letting s be [[1,0,0,0],\n[0,0,3,0],\n[0,4,0,0],\n[0,0,0,2]]",
            // No puzzle, although each line is a valid 2x2.
            "1001\n0110\n1001\n",
            &format!("<opensudoku>{}<game data=\"?\"/>", "<a/>\n".repeat(100)),
        ] {
            assert!(is_one_puzzle(text), "{text}");
        }
        for text in [
            "",
            "[Puzzle]\n1\n[Puzzle]\n1\n",
            "<a>\n<game data=\"1\"/>\n<game data=\"1\"/>\n</a>",
            "<game data=\"1\"/>\n1",
            "1.....3..4.....2",
            "1.....3..4.....2\n1.....3..4......\n",
            // Four grids of size 2.
            "1...\n..2.\n.1..\n...2\n",
            "1.....3..4.....2\n1..\n",
            "1..\n1...\n1..\n1..\n",
            "+--+\n|12|\n|21|\n+--+\n\n1...",
        ] {
            assert!(!is_one_puzzle(text), "{text}");
        }
    }

    #[test]
    fn first_line_that_is_a_puzzle_ends_the_detection() {
        let document = format!("<a>\n{}", "<b/>\n".repeat(100));
        for head in ["", "1.....3..4", "# a\n", "53..7....\n6..1", "+--+\n", "1001\n0110\n", &document] {
            assert!(begins_like_rows(head.as_bytes()), "{head}");
        }
        for head in ["1.....3..4.....2\n", "# a\n1...\n", &"1..\n".repeat(81), "\u{fffd}"] {
            let is_text = head.is_ascii();
            assert!(!is_text || !begins_like_rows(head.as_bytes()), "{head}");
        }
        assert!(!begins_like_rows(b"\xff"));
    }

    #[test]
    fn value_per_line_is_told_from_one_value() {
        for (head, expected) in [
            ("[", JsonStart::Value),
            ("{\"a\": 1}", JsonStart::Value),
            ("{\n\"a\": 1}\n", JsonStart::Value),
            ("[1,\n2]", JsonStart::Value),
            ("[1]\n", JsonStart::Value),
            ("[{\"a\": 1}\n, 2]", JsonStart::Value),
            ("{\"a\": 1}\n", JsonStart::Lines),
            ("{\"a\": 1,}\n{", JsonStart::Lines),
            ("\n\"1\"\r\n", JsonStart::Lines),
            ("[1]\n[2", JsonStart::Lines),
            ("[1]\n\n{", JsonStart::Lines),
            ("\"1\",\"2\"\n", JsonStart::Text),
            ("[1, None]\n", JsonStart::Text),
        ] {
            assert_eq!(JsonStart::detect(head.as_bytes()), expected, "{head}");
        }
    }

    #[test]
    fn comments_of_a_format_are_kept() {
        for text in ["# a\n1...\n..3.\n.4..\n...2", "<a>\n# b\n</a>", "# a\n[Puzzle]\n1.."] {
            assert_eq!(puzzle_text(&format!("\u{feff}{text}")), text);
        }
    }

    #[test]
    fn comments_keep_line_numbers() {
        assert_eq!(puzzle_text("\u{feff}# a\n1...\n #b\n?"), "\n1...\n\n?");
    }
}
