//! Parses a text in a format, or in the one that it is detected to have.

use quadrille_sudoku::Puzzle;
use quadrille_sudoku::text::LineFault;
use quadrille_sudoku::unstable::{size_of_numbers, symbols_of};

use super::addresses::{is_address, line_of_address, whole_link};
use super::clear_line::parse_clear_line;
use super::content::{FormatFault, FormatFaultReason, ParsedText, Report, TextFault};
use super::csv::{has_blank_cells, may_be_csv};
use super::jigsaw::parse_jigsaw;
use super::layout::{count_puzzles, has_ambiguous_rows, has_whole_rows, puzzle_lines};
use super::line::read_lined;
use super::marked::{marked_reader, without_coordinates};
use super::other_lines::{RemainingText, without_other_lines};
use super::page_link::is_damaged;
use super::pencilmarks::{DoubtfulList, doubtful_list};
use super::possible_formats::{formats_of, is_short, is_too_long, likely_format};
use super::registry::definition;
use super::sdk::has_sections;
use super::sukaku::size_of_sukaku;
use super::translation::{other_alphabets, parse_in, quoted_rows};
use crate::formats::Format;

/// Shortest text without white space at its end: longer than any line in which spaces are empty cells.
const BLANK_END_BYTES_MIN: usize = 2 << 10;

/// Parses a text in this format, or in any format if it is `None`. Returns the puzzle, or calls `report` for every fault and
/// returns `None`.
///
/// A text that is valid in several formats with different puzzles is a fault. A text that is longer than any puzzle has a single
/// fault.
pub fn parse(text: &str, format: Option<Format>, report: &mut dyn FnMut(TextFault)) -> Option<ParsedText> {
    if let Some(plain) = parse_clear_line(text.as_bytes()).filter(|_| format.is_none()) {
        return Some(ParsedText::of_clues(plain, Format::Line));
    }
    if is_damaged(text) {
        report(TextFault::ChangedLink);
        return None;
    }
    let Some(link) = whole_link(text) else { return parse_unwrapped(text, format, report) };
    let mut faults = Vec::new();
    let read = parse_unwrapped(&link, format, &mut |fault| faults.push(fault))
        // A line after the link may be no part of it.
        .or_else(|| parse_unwrapped(text, format, &mut |_| {}));
    if read.is_none() {
        faults.into_iter().for_each(report);
    }
    read
}

/// Parses a text that is no link with line ends or escapes.
fn parse_unwrapped(text: &str, format: Option<Format>, report: Report<'_>) -> Option<ParsedText> {
    if let Some(read) = marked_reader(text, format) {
        return read(text, report);
    }
    let without_names = without_coordinates(text);
    let text = without_blank_end(without_names.as_deref().unwrap_or(text));
    if format.is_none() && is_too_long(text) {
        report(TextFault::Line(LineFault::Length { symbols: symbols_of(text).count() }));
        return None;
    }
    let quoted = quoted_rows(text);
    if quoted.is_none() && other_alphabets(text).is_empty() {
        return parse_usual(text, format, report);
    }
    let mut faults = Vec::new();
    let read = parse_usual(text, format, &mut |fault| faults.push(fault))
        .or_else(|| translate(text, format))
        .or_else(|| parse(&quoted?, format, &mut |_| {}));
    if read.is_none() {
        faults.into_iter().for_each(report);
    }
    read
}

/// Removes the white space at the end of a long text. That of a short one may be empty cells.
fn without_blank_end(text: &str) -> &str {
    if text.len() > BLANK_END_BYTES_MIN { text.trim_end_matches([' ', '\r', '\n']) } else { text }
}

/// Parses a text whose digits are in another alphabet than the usual one for certain; `None` for all other texts.
pub fn parse_translated(text: &str, format: Option<Format>) -> Option<ParsedText> {
    let may_be = !other_alphabets(text).is_empty() && parse_usual(text, format, &mut |_| {}).is_none();
    may_be.then(|| translate(text, format)).flatten()
}

/// [`parse_translated`] for a text that is not valid in the usual alphabet.
fn translate(text: &str, format: Option<Format>) -> Option<ParsedText> {
    let parse = |text: &str| parse_usual(text, format, &mut |_| {});
    other_alphabets(text).into_iter().find_map(|alphabet| parse_in(alphabet, text, &parse))
}

/// Parses a text in the usual alphabet.
fn parse_usual(text: &str, format: Option<Format>, report: Report<'_>) -> Option<ParsedText> {
    match format {
        Some(format) => parse_as(format, text, report),
        None => detect_beside_others(text, report),
    }
}

/// Detects the format of a text. If it is none, ignores the lines that hold no part of a puzzle.
fn detect_beside_others(text: &str, report: Report<'_>) -> Option<ParsedText> {
    let mut faults = Vec::new();
    let read = detect(text, &mut |fault| faults.push(fault)).or_else(|| {
        // The header of a table is no title.
        let RemainingText { text, ignored, has_prose } = Some(text)
            .filter(|text| is_short(text) && !has_sections(text))
            .and_then(without_other_lines)
            .filter(|_| !may_be_csv(text))?;
        let mut others = Vec::new();
        let read = detect(&text, &mut |fault| others.push(fault)).map(|read| ParsedText { ignored, ..read });
        // The first faults of a title would be about its letters.
        let is_several = |fault: &TextFault| {
            matches!(
                fault,
                TextFault::Format(FormatFault { reason: FormatFaultReason::SeveralPuzzles(_), .. })
            )
        };
        if has_prose || others.iter().any(is_several) {
            faults = others;
        }
        read
    });
    if read.is_none() {
        faults.into_iter().for_each(report);
    }
    read
}

/// Reads a puzzle in any format.
///
/// # Errors
/// The first [`TextFault`]; [`parse`] reports all.
pub fn parse_puzzle(text: &str) -> Result<Puzzle, TextFault> {
    let mut first = None;
    let parsed = parse(text, None, &mut |fault| {
        first.get_or_insert(fault);
    });
    let puzzle = parsed.and_then(|parsed| parsed.to_puzzle());
    // A text without a puzzle has a fault.
    puzzle.ok_or_else(|| first.unwrap_or(TextFault::Line(LineFault::Length { symbols: 0 })))
}

fn parse_as(format: Format, text: &str, report: Report<'_>) -> Option<ParsedText> {
    (definition(format).parse)(text, report)
}

/// [`parse_as`] without faults.
fn read_as(format: Format, text: &str) -> Option<ParsedText> {
    match format {
        Format::Line => read_lined(text),
        _ => parse_as(format, text, &mut |_| {}),
    }
}

/// Parses a text in each format that it may have.
fn detect(text: &str, report: Report<'_>) -> Option<ParsedText> {
    if let Some(rows) = rows_of_numbers(text) {
        return parse_as(Format::Drawing, &rows, report);
    }
    if let Some(jigsaw) = parse_jigsaw(text) {
        return Some(jigsaw);
    }
    let mut formats = formats_of(text);
    if formats.contains(&Format::Csv) && has_blank_cells(text) {
        formats.retain(|&format| format == Format::Csv);
    }
    if formats.contains(&Format::Sukaku) {
        return detect_sukaku(text, report);
    }
    let lines = puzzle_lines(text);
    if let Some((lines, _)) = lines.filter(|_| has_ambiguous_rows(text)) {
        report(TextFault::AmbiguousRows { lines });
        return None;
    }
    let several = count_puzzles(text);
    let has_address = |format: &Format| definition(*format).has_addresses;
    let is_tried = |format: &&Format| **format != Format::Line || (several.is_none() && has_whole_rows(text));
    let mut readings: Vec<ParsedText> = Vec::new();
    for &format in formats.iter().filter(is_tried) {
        let read = read_as(format, text);
        let Some(read) = read else { continue };
        match readings.iter_mut().find(|other| other.is_same_puzzle(&read)) {
            // Borders may show boxes. Rows below comments are SadMan Sudoku rather than a drawing.
            Some(other)
                if (other.box_shape.is_none() && read.box_shape.is_some()) || read.format == Format::Sdk =>
            {
                *other = read;
            }
            Some(_) => {}
            None => readings.push(read),
        }
    }
    match (readings.len(), several) {
        (0, Some(count)) => {
            let reason = FormatFaultReason::SeveralPuzzles(count);
            report(FormatFault::new(Format::Line, reason).into());
            None
        }
        (0, None) if is_address(text) && !formats.iter().any(has_address) => {
            let line = line_of_address(text).map_err(report).ok()?;
            Some(ParsedText::of_clues(line, Format::Line))
        }
        (0, None) => {
            let likely = likely_format(text, &formats);
            let read = parse_as(likely, text, report)?;
            // A line that was not tried, because its rows are broken.
            report(TextFault::BrokenLine { size: read.grid.square_size().unwrap_or(0) });
            None
        }
        (1, _) => readings.pop().filter(|read| is_clear(read, text, report)),
        _ => {
            let size = |read: &ParsedText| (read.format, read.grid.square_size().unwrap_or(0));
            report(TextFault::AmbiguousFormat { readings: readings.iter().map(size).collect() });
            None
        }
    }
}

/// Returns the rows of a grid of numbers in one line, such as the 256 numbers of a 16x16. The digits of all numbers could also be the
/// symbols of a larger grid.
fn rows_of_numbers(text: &str) -> Option<String> {
    let line = text.trim_ascii();
    let size = size_of_numbers(line).filter(|_| !line.contains('\n'))?;
    let numbers: Vec<&str> = line.split(' ').filter(|number| !number.is_empty()).collect();
    let is_number = |text: &&str| *text == "." || text.bytes().all(|byte| byte.is_ascii_digit());
    // Numbers of two digits each have a reader of their own, and never as many digits as a grid has cells.
    let has_length = |length| numbers.iter().any(|number| number.len() == length);
    let is_grid = numbers.iter().all(is_number) && has_length(1) && has_length(2);
    is_grid.then(|| numbers.chunks(size).map(|row| row.join(" ")).collect::<Vec<_>>().join("\n"))
}

/// Parses a text whose symbols are nearly all in their places of a Sukaku. A line with these symbols would have the same digit
/// several times in a column: each column of it holds a single digit, and there are more cells with a digit than columns.
fn detect_sukaku(text: &str, report: Report<'_>) -> Option<ParsedText> {
    let mut first = None;
    let sukaku = parse_as(Format::Sukaku, text, &mut |fault| first = first.take().or(Some(fault)));
    let line = read_as(Format::Line, text).and_then(|line| line.grid.square_size());
    match (sukaku, first, line) {
        (Some(sukaku), _, Some(line)) if sukaku.has_dead_cell() => {
            let size = sukaku.grid.square_size().unwrap_or(0);
            let readings = vec![(Format::Line, line), (Format::Sukaku, size)];
            report(TextFault::AmbiguousFormat { readings });
            None
        }
        (Some(sukaku), ..) => Some(sukaku),
        (None, Some(TextFault::Format(fault)), Some(line)) => {
            let sukaku = size_of_sukaku(text).unwrap_or(0);
            report(TextFault::NearlySukaku { line, sukaku, fault });
            None
        }
        (None, ..) => parse_as(Format::Sukaku, text, report),
    }
}

/// Whether the only reading of a text is meant. Reports a list of pencil marks that may be a cell of a drawing.
fn is_clear(read: &ParsedText, text: &str, report: Report<'_>) -> bool {
    let list = if read.format == Format::Pencilmarks { doubtful_list(text) } else { None };
    let Some(DoubtfulList { token, offset, cell }) = list else { return true };
    let size = read.grid.square_size().unwrap_or(0);
    report(TextFault::AmbiguousList { token, offset, cell, size });
    false
}

#[cfg(test)]
mod tests {
    use quadrille_sudoku::text::{LetterCase, format_line};
    use quadrille_sudoku::{BoxShape, DigitSet, Position};

    use super::*;
    use crate::{Content, DrawingFault, format_puzzle};

    fn faults(text: &str, format: Option<Format>) -> Vec<TextFault> {
        let mut faults = Vec::new();
        assert_eq!(parse(text, format, &mut |fault| faults.push(fault)), None, "{text}");
        faults
    }

    fn parsed(text: &str, format: Option<Format>) -> (Format, String) {
        let read =
            parse(text, format, &mut |fault| panic!("{fault:?}\n{text}")).expect("no fault was reported");
        (read.format, format_line(read.grid.cells(), read.alphabet.case()).expect("symbols"))
    }

    #[test]
    fn formats_are_detected() {
        let line = "1.....3..4.....2";
        for (text, format) in [
            (line, Format::Line),
            ("1.....3..4.....2\r\n", Format::Line),
            ("1...\n..3.\n.4..\n...2\n", Format::Line),
            ("1. ..\n.. 3.\n\n.4 ..\n.. .2\n", Format::Line),
            ("1     3  4     2", Format::Line),
            ("1.|..\n..|3.\n--+--\n.4|..\n..|.2", Format::Drawing),
            ("1   \n  3 \n 4  \n   2", Format::Drawing),
        ] {
            assert_eq!(parsed(text, None), (format, line.to_owned()), "{text}");
            assert_eq!(parsed(text, Some(format)).1, line);
        }
    }

    #[test]
    fn longest_pencil_marks_are_detected() {
        let mut sets = vec![DigitSet::all(35); 35 * 35];
        sets[0] = DigitSet::all(2);
        let box_shape = BoxShape { width: 7, height: 5 };
        let content = Content {
            cells: &[None; 35 * 35],
            candidates: Some(&sets),
            box_shape,
            rules: None,
            case: LetterCase::Upper,
        };
        let text = format_puzzle(Format::Pencilmarks, &content).expect("symbols");
        let read = parse(&text, None, &mut |fault| panic!("{fault:?}")).expect("valid");
        assert_eq!((read.format, read.candidates), (Format::Pencilmarks, Some(sets)));
    }

    #[test]
    fn text_with_two_meanings_is_refused() {
        // 256 numbers, of which 33 have two digits: 289 symbols.
        let mut cells = vec!["1"; 256];
        cells[..33].fill("10");
        let rows: Vec<String> = cells.chunks(16).map(|row| row.join(" ")).collect();
        let text = rows.join("\n").replace("10", "12");
        assert_eq!(
            faults(&text, None),
            [TextFault::AmbiguousFormat { readings: vec![(Format::Drawing, 16), (Format::Pencilmarks, 16)] }]
        );
        let size = |format| {
            let read = parse(&text, Some(format), &mut |fault| panic!("{fault:?}")).expect("valid");
            read.grid.square_size()
        };
        assert_eq!((size(Format::Line), size(Format::Drawing)), (Some(17), Some(16)));

        let spaces = "1   2  3   4    ".replace(['3', '4'], "1");
        assert_eq!(faults(&spaces, None), [TextFault::AmbiguousSpaces { ignored: 2, cells: 4 }]);
    }

    #[test]
    fn faults_are_those_of_the_likely_format() {
        let is_drawing = |text: &str| matches!(faults(text, None)[0], TextFault::Drawing(_));
        for text in ["+--+\n|1!|\n|21|\n+--+", "1.\u{2502}..", "12..\n34.\n....\n...."] {
            assert!(is_drawing(text), "{text}");
        }
        for text in ["", "1..", "12\n3", "1!..\n", "1.....\n3..4.\n....!"] {
            assert!(!is_drawing(text), "{text}");
        }
    }

    #[test]
    fn faults_of_the_surest_format_are_reported() {
        let cut = "https://www.f-puzzles.com/?load=N4Ig!";
        for (text, expected) in [
            (format!("{cut}&bd=S9B{}", "0".repeat(20)), Format::Sudokuwiki),
            (format!("{cut}&puzzleid=sclN4I"), Format::Fpuzzles),
            (format!("{cut}#3x3:"), Format::Fpuzzles),
            ("# a\n[Puzzle]".to_owned(), Format::Sdk),
            ("# a\n1,2,3,4\n1,{12},{34},4".to_owned(), Format::Sdk),
        ] {
            assert!(formats_of(&text).len() > 1, "{text}");
            let of_format =
                |fault: &TextFault| matches!(fault, TextFault::Format(fault) if fault.format == expected);
            assert!(faults(&text, None).iter().all(of_format), "{text}");
        }
    }

    #[test]
    fn lines_that_are_puzzles_are_several() {
        let small = "1.....3..4.....2";
        let classic = ".".repeat(80) + "1";
        for (line, count) in [(small, 2), (small, 4), (&*classic, 4), (&classic, 9), (&classic, 81)] {
            let several = FormatFault::new(Format::Line, FormatFaultReason::SeveralPuzzles(count));
            for text in [vec![line; count].join("\n"), format!("# a\n\n{}", vec![line; count].join("\r\n"))] {
                assert_eq!(faults(&text, None), [TextFault::Format(several.clone())], "{text}");
            }
        }
        let large = [&*classic; 4].join("\n");
        assert_eq!(parsed(&large, Some(Format::Line)).1, large.replace('\n', ""));
        // Lines of 16 and parts of lines of a 16x16.
        let row = "9..............1";
        for text in [[row; 16].join("\n"), vec![row.repeat(4); 4].join("\n")] {
            assert_eq!(parsed(&text, None), (Format::Line, text.replace('\n', "")));
        }
        // Rows of a 16x16, or puzzles.
        let text = [small; 16].join("\n");
        assert_eq!(faults(&text, None), [TextFault::AmbiguousRows { lines: 16 }]);
        assert_eq!(parsed(&text, Some(Format::Drawing)).1, text.replace('\n', ""));
        // Grids of rows, which are a larger grid together.
        for (rows, count) in
            [("1...\n..3.\n.4..\n...2\n".repeat(4), 4), (format!("{}\n", ".".repeat(9)).repeat(36), 4)]
        {
            let several = FormatFault::new(Format::Line, FormatFaultReason::SeveralPuzzles(count));
            assert_eq!(faults(&rows, None), [TextFault::Format(several)], "{rows}");
        }
        let broken = format!("{}\n{}", &classic[..40], &classic[40..]);
        assert_eq!(faults(&broken, None), [TextFault::BrokenLine { size: 9 }]);
    }

    #[test]
    fn rules_without_rows_are_no_puzzle() {
        for text in [
            "---",
            "-----\n",
            &"-".repeat(80),
            &".".repeat(200_000),
            &"-".repeat(200_000),
            &"_".repeat(200_000),
        ] {
            let fault = TextFault::Line(LineFault::Length { symbols: text.trim().len() });
            assert_eq!(faults(text, None), [fault], "{text:.90}");
        }
    }

    #[test]
    fn line_in_an_address_is_read() {
        let line = "1.....3..4.....2";
        for text in [
            format!("https://example.org/sudoku.htm?bd={line}"),
            format!(" HTTP://127.0.0.1:8080/#puzzle={line}&format=line\n"),
            format!("https://example.org/{line}?id=1#{line}"),
        ] {
            assert_eq!(parsed(&text, None), (Format::Line, line.to_owned()), "{text}");
        }
        let two = format!("https://example.org/?a={line}&b={}", line.replace('3', "."));
        assert_eq!(faults(&two, None), [TextFault::AddressWithoutPuzzle]);
    }

    #[test]
    fn address_without_puzzle_is_named() {
        for text in
            ["https://sudokupad.app/p8f3d7", " HTTPS://f-puzzles.com/?id=y2b3k4\n", "http://tinyurl.com/abc"]
        {
            assert_eq!(faults(text, None), [TextFault::AddressWithoutPuzzle], "{text}");
        }
        assert!(!faults("http:// 1", None).contains(&TextFault::AddressWithoutPuzzle));
    }

    #[test]
    fn mistyped_cells_are_no_lists() {
        let drawing = "1 . . 34\n. . 3 .\n. 4 . .\n. . . 2";
        assert!(matches!(faults(drawing, None)[..], [TextFault::Drawing(_)]));
        assert_eq!(parsed(&drawing.replace("34", "{34}"), None).0, Format::Pencilmarks);
        let lists = drawing.replace(" 4 ", " 24 ");
        let cell = Position { row: 1, column: 4 };
        let fault = TextFault::AmbiguousList { token: "34".to_owned(), offset: 6, cell, size: 4 };
        assert_eq!(faults(&lists, None), [fault]);
        assert!(matches!(
            faults(&lists, Some(Format::Drawing))[..],
            [TextFault::Drawing(_), TextFault::Drawing(_)]
        ));
        for (text, format) in [
            (&lists, Some(Format::Pencilmarks)),
            (&lists.replace('.', "1234"), None),
            (&lists.replace("24", "(24)"), None),
        ] {
            assert_eq!(parsed(text, format).0, Format::Pencilmarks, "{text}");
        }
    }

    /// A 16x16 whose first row begins with these cells.
    fn large(cells: &[&str], empty: &str) -> String {
        let row = |first: &[&str]| [first, &vec![empty; 16 - first.len()]].concat().join(" ");
        [row(cells), vec![row(&[]); 15].join("\n")].join("\n")
    }

    #[test]
    fn numbers_that_may_be_lists_are_refused() {
        let readings = vec![(Format::Drawing, 16), (Format::Pencilmarks, 16)];
        assert_eq!(faults(&large(&["12", "3"], "."), None), [TextFault::AmbiguousFormat { readings }]);
        for (cells, format) in [
            // `10` and `11` are no lists, and `134` is no number.
            (&["12", "10"][..], Format::Drawing),
            (&["12", "11"], Format::Drawing),
            (&["{12}", "{134}"], Format::Pencilmarks),
            (&["12", "{134}", "AG"], Format::Pencilmarks),
        ] {
            assert_eq!(parsed(&large(cells, "."), None).0, format, "{cells:?}");
        }
        for (cells, empty) in [(["12", "{134}"], "."), (["12", "134"], "123")] {
            let cell = Position { row: 1, column: 1 };
            let fault = TextFault::AmbiguousList { token: "12".to_owned(), offset: 0, cell, size: 16 };
            assert_eq!(faults(&large(&cells, empty), None), [fault]);
        }
        assert!(matches!(faults(&large(&["12", "17"], "."), None)[..], [TextFault::Drawing(_)]));
    }

    #[test]
    fn broken_sukaku_is_no_line() {
        let full = "123456789".repeat(81);
        assert_eq!(parsed(&full, None).0, Format::Sukaku);
        let wrong = full.replacen("3", "5", 1);
        let reason =
            FormatFaultReason::Syntax("symbol 3 of a cell is the digit 3 or empty, not `5`".to_owned());
        let cell = Position { row: 1, column: 1 };
        let fault = FormatFault { format: Format::Sukaku, offset: Some(2), cell: Some(cell), reason };
        assert_eq!(
            faults(&wrong, None),
            [TextFault::NearlySukaku { line: 27, sukaku: 9, fault: fault.clone() }]
        );
        assert_eq!(faults(&wrong, Some(Format::Sukaku)), [TextFault::Format(fault)]);
        assert_eq!(parsed(&wrong, Some(Format::Line)).0, Format::Line);
        // As a line it has a symbol of no digit.
        assert!(matches!(faults(&wrong.replacen("5", "Z", 1), None)[..], [TextFault::Format(_)]));
        let dead = full.replacen("123456789", ".........", 1);
        let readings = vec![(Format::Line, 27), (Format::Sukaku, 9)];
        assert_eq!(faults(&dead, None), [TextFault::AmbiguousFormat { readings }]);
        let line = format!("123456789{}", ".".repeat(720));
        assert_eq!(parsed(&line, None).0, Format::Line);
    }

    #[test]
    fn comments_may_stand_above_a_drawn_grid() {
        let drawing = "+--+--+\n|1.|..|\n|..|3.|\n+--+--+\n|.4|..|\n|..|.2|\n+--+--+";
        let rows = "1...\n..3.\n.4..\n...2";
        let framed = "*-----*\n|1.|..|\n|..|3.|\n|--+--|\n|.4|..|\n|..|.2|\n*-----*";
        let lists = "| 1 34 | . . |\n| . {2} | 3 . |\n+---+---+\n| . 4 | . . |\n| . . | . 2 |";
        for (text, format) in [
            (drawing, Format::Drawing),
            (rows, Format::Sdk),
            (framed, Format::Ss),
            (lists, Format::Pencilmarks),
        ] {
            let text = format!("# my puzzle\n\n # 2\n{text}");
            assert_eq!(parsed(&text, None), (format, "1.....3..4.....2".to_owned()), "{text}");
        }
        let fault = faults(&format!("# my puzzle\n{}", drawing.replace(".2", "?2")), None);
        assert!(
            matches!(fault[..], [TextFault::Drawing(DrawingFault::Cell { offset: 56, .. })]),
            "{fault:?}"
        );
        assert!(matches!(faults("# a\n1...\n..3\n.4..\n...2", None)[..], [TextFault::Format(_)]));
    }

    #[test]
    fn numbers_of_a_grid_in_one_line_are_no_larger_grid_of_symbols() {
        // 33 numbers of two digits: 289 digits, as many as a 17x17 has cells.
        let mut numbers = vec!["0"; 256];
        numbers.iter_mut().step_by(7).take(33).for_each(|number| *number = "16");
        let read = parse(&numbers.join(" "), None, &mut |_| {}).expect("a 16x16");
        assert_eq!((read.grid.square_size(), read.format), (Some(16), Format::Drawing));
        numbers[7] = "17";
        let mut faults = Vec::new();
        assert!(parse(&numbers.join(" "), None, &mut |fault| faults.push(fault)).is_none());
        assert!(matches!(faults[..], [TextFault::Drawing(_)]), "{faults:?}");
    }

    #[test]
    fn library_line_with_the_length_of_a_sukaku_is_read() {
        let read = parse(":0000:x:3123123123123123:::", None, &mut |_| {}).expect("a 4x4");
        assert_eq!((read.grid.square_size(), read.format), (Some(4), Format::Hodoku));
    }
}
