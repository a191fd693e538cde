//! Lines of a text beside its grid: titles, footers, separators and numbers, as other programs and people write them.

use quadrille_sudoku::SIZE_MAX;
use quadrille_sudoku::unstable::{digit_of, is_empty_symbol, symbols_of};

use super::addresses::is_link;
use super::content::{IgnoredLines, LINES_MAX};
use super::drawn::is_rule;
use super::fields::{SEPARATORS, words};
use super::layout::row_width;

/// Width of rows if a text has none.
const USUAL_WIDTH: usize = 9;

/// Shortest line that separates grids.
const SEPARATOR_CHARACTERS_MIN: usize = 3;

/// Text with blanks instead of its other lines, and quotes, so that offsets stay the same.
pub(super) struct RemainingText {
    pub(super) text: String,
    pub(super) ignored: IgnoredLines,
    /// Whether some of the lines have words.
    pub(super) has_prose: bool,
}

/// Replaces other lines; `None` if there are none, or nothing else.
pub(super) fn without_other_lines(text: &str) -> Option<RemainingText> {
    let visible = text.trim_start();
    if visible.starts_with('<') || text.split('\n').nth(LINES_MAX).is_some() {
        return None;
    }
    let quoted = without_quote_marks(text);
    if quoted.is_none() && !text.trim().contains('\n') {
        return None;
    }
    let text = quoted.as_deref().unwrap_or(text);
    let width = usual_width(text);
    let mut ignored = IgnoredLines::default();
    let mut has_prose = false;
    let lines: Vec<&str> = text.split('\n').collect();
    for (index, line) in lines.iter().enumerate() {
        if has_words(line, width) {
            has_prose = true;
            ignored.insert(index);
        }
    }
    let has_rows =
        lines.iter().enumerate().any(|(k, line)| !ignored.contains(k) && symbols_of(line).count() >= 4);
    for (index, line) in lines.iter().enumerate() {
        let is_number = || has_rows && is_number(line) && width > SEPARATOR_CHARACTERS_MIN;
        let others = |symbol: char| {
            let mut kept =
                lines.iter().enumerate().filter(|&(other, _)| other != index && !ignored.contains(other));
            kept.any(|(_, other)| other.contains(symbol) && separator(other).is_none())
        };
        if !ignored.contains(index)
            && (is_fence(line) || is_number() || separator(line).is_some_and(|symbol| !others(symbol)))
        {
            ignored.insert(index);
        }
    }
    let has_others =
        lines.iter().enumerate().any(|(k, line)| !ignored.contains(k) && !line.trim().is_empty());
    if !has_others || (ignored.is_empty() && quoted.is_none()) {
        return None;
    }
    let blank =
        |line: &str| line.chars().map(|symbol| if symbol == '\r' { '\r' } else { ' ' }).collect::<String>();
    let remaining = |(index, line): (usize, &&str)| {
        if !ignored.contains(index) { (*line).to_owned() } else { blank(line) }
    };
    let text = lines.iter().enumerate().map(remaining).collect::<Vec<_>>().join("\n");
    Some(RemainingText { text, ignored, has_prose })
}

/// Whether a line may be a title of a grid: prose, or a number of up to three digits.
pub fn may_be_title(line: &str) -> bool {
    is_prose(line) || is_number(line)
}

/// Whether a line is prose, which holds no part of a grid: it has a word, and none that may be a row or a puzzle, and is no link.
pub fn is_prose(line: &str) -> bool {
    has_words(line, USUAL_WIDTH)
}

/// Whether a line has a word, and none that may be a row of this width or a puzzle.
fn has_words(line: &str, width: usize) -> bool {
    let is_row = || row_width(line).is_some() || is_link(line);
    let has_word = || {
        let words = words(line);
        let may_be_row = |text: &str| text.chars().count() >= width && is_symbolic(text) && !is_date(text);
        words.iter().any(|word| is_word(&word.text)) && !words.iter().any(|word| may_be_row(&word.text))
    };
    // Most lines are puzzles of digits, without a byte of a letter.
    let may_have_letters = line.bytes().fold(false, |found, byte| found | (byte >= b'A'));
    may_have_letters && line.chars().any(char::is_alphabetic) && !is_row() && has_word()
}

/// Whether a text is a word of at least two letters, which no list of digits has.
fn is_word(text: &str) -> bool {
    let mut letters = text.chars().filter(|symbol| symbol.is_alphabetic());
    letters.clone().nth(1).is_some() && letters.any(|letter| !is_digit_or_empty(letter))
}

/// Whether a letter is a digit of grids of up to 25x25, or an empty cell.
fn is_digit_or_empty(letter: char) -> bool {
    matches!(letter, 'x' | 'X') || digit_of(letter).is_some_and(|digit| digit.value() <= 25)
}

/// Whether all characters are symbols of cells.
fn is_symbolic(text: &str) -> bool {
    text.chars().all(|symbol| is_empty_symbol(symbol, SIZE_MAX) || is_digit_or_empty(symbol))
}

/// Whether a text is three numbers with the same character between them, such as a date.
fn is_date(text: &str) -> bool {
    ['-', '.'].into_iter().any(|separator| {
        let numbers: Vec<&str> = text.split(separator).collect();
        numbers.len() == 3
            && numbers.iter().all(|number| {
                (1..=4).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit())
            })
    })
}

/// Number of symbols of most lines without borders.
fn usual_width(text: &str) -> usize {
    let widths: Vec<usize> = text.lines().filter_map(row_width).collect();
    let frequency = |width: usize| widths.iter().filter(|&&other| other == width).count();
    widths.iter().copied().max_by_key(|&width| (frequency(width), width)).unwrap_or(USUAL_WIDTH)
}

/// The character that a line repeats, if it may only separate grids.
pub fn separator(line: &str) -> Option<char> {
    let line = line.trim();
    let first = line.chars().next()?;
    let is_mark = first.is_ascii_punctuation() || is_rule(line);
    (is_mark
        && line.chars().count() >= SEPARATOR_CHARACTERS_MIN
        && line.chars().all(|symbol| symbol == first))
    .then_some(first)
}

/// Whether a line begins or ends code in Markdown.
fn is_fence(line: &str) -> bool {
    ["```", "~~~"].iter().any(|fence| line.trim_start().starts_with(fence))
}

/// Whether a line is a number with a mark, such as `12.` or `(12)`, which is no puzzle.
pub fn is_numbering(line: &str) -> bool {
    is_number(line) && !line.trim().bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a line is a number of up to three digits, such as `12`, `12.`, `12)` or `#12`.
fn is_number(whole: &str) -> bool {
    let line = whole.trim();
    let line = line.strip_prefix(['#', '(', '[']).unwrap_or(line);
    let line = line.strip_suffix(['.', ')', ':', ']']).unwrap_or(line);
    // The only digit of a row of blank cells with tabs between them is no number.
    let is_alone = || !whole.contains(SEPARATORS);
    (1..=3).contains(&line.len()) && line.bytes().all(|byte| byte.is_ascii_digit()) && is_alone()
}

/// Replaces `>` before each line, as in quoted mail, and a pair of quotes around a text; `None` if there are none.
fn without_quote_marks(text: &str) -> Option<String> {
    let mut lines = text.lines().map(str::trim_start).filter(|line| !line.is_empty()).peekable();
    if lines.peek().is_some() && lines.all(|line| line.starts_with('>')) {
        return Some(text.replace('>', " "));
    }
    const QUOTES: [(char, char); 5] =
        [('"', '"'), ('\'', '\''), ('`', '`'), ('\u{201c}', '\u{201d}'), ('\u{ab}', '\u{bb}')];
    let inner = |&(open, close): &(char, char)| text.trim().strip_prefix(open)?.strip_suffix(close);
    let (open, close) =
        QUOTES.into_iter().find(|pair| inner(pair).is_some_and(|inner| !inner.contains([pair.0, pair.1])))?;
    Some(text.replace([open, close], " "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_and_footers_are_prose() {
        for line in [
            "Grid 01",
            "Puzzle 12",
            "Simple Sudoku",
            "  Version 4.2n",
            "Level: hard, 2024-01-05",
            "Rating 7.1 (ED=9.0/9.0/2.6)",
            "Grid | Hard",
            "Von Peter Müller",
        ] {
            assert!(is_prose(line), "{line}");
        }
        for line in [
            "",
            "12..",
            "53..7....",
            "53..7...x",
            "R1 53..7....",
            "ABCDEFG.12345678",
            "| A . | . B |",
            "| 12AB | ABCD | .x |",
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 name",
            "xxxxxxxxx",
        ] {
            assert!(!is_prose(line), "{line}");
        }
    }

    #[test]
    fn other_lines_are_replaced_by_blanks() {
        let grid = "1...\n..3.\n.4..\n...2";
        for (text, ignored, rest) in [
            (format!("Grid 1\r\n{grid}\nby me\n"), vec![1, 6], format!("      \r\n{grid}\n     \n")),
            (format!("```text\n{grid}\n```"), vec![1, 6], format!("       \n{grid}\n   ")),
            (format!("12.\n{grid}\n====="), vec![1, 6], format!("   \n{grid}\n     ")),
            (
                format!("> {}", grid.replace('\n', "\n> ")),
                vec![],
                format!("  {}", grid.replace('\n', "\n  ")),
            ),
            (format!("\u{201c}{grid}\u{201d}"), vec![], format!(" {grid} ")),
        ] {
            let remaining = without_other_lines(&text).expect("other lines");
            assert_eq!(
                (remaining.ignored.numbers().collect::<Vec<_>>(), remaining.text),
                (ignored, rest),
                "{text}"
            );
        }
        for text in [
            grid.to_owned(),
            grid.replace('.', "-"),
            format!("{}\n----", grid.replace('.', "-")),
            format!("{grid}\n12.."),
            "Grid 1\n".to_owned(),
            format!("<b>\n{grid}"),
            format!("{grid}{}", "\na b".repeat(200)),
        ] {
            assert!(without_other_lines(&text).is_none(), "{text}");
        }
    }
}
