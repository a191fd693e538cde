//! Rows of a drawing, split into cells.

use std::ops::Range;

use quadrille_sudoku::unstable::EMPTY_SYMBOLS;

use super::lines::{TextLine, Weight, vertical};

/// Greatest distance in characters between two cells of a row in which spaces are empty cells.
const PITCH_MAX: usize = 4;

/// Row of cells.
pub(super) struct DrawnRow<'a> {
    line: &'a TextLine,
    /// Parts between the borders.
    segments: Vec<Segment>,
}

struct Segment {
    range: Range<usize>,
    /// Weight of the border before the segment; `None` at the start of a row without a border there.
    before: Option<Weight>,
}

/// Text of a cell; empty for an empty cell that is a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CellText<'a> {
    /// Offset in the text, in characters.
    pub(super) offset: usize,
    pub(super) chars: &'a [char],
    /// Weight of the border between this cell and the one before it.
    pub(super) border: Option<Weight>,
}

impl<'a> DrawnRow<'a> {
    /// Splits a row at its borders. Without a border on the left, text before the first border is a segment, even if it is
    /// blank.
    pub(super) fn new(line: &'a TextLine, has_left_border: bool) -> Self {
        let mut segments = Vec::new();
        let (mut start, mut before) = (0, None);
        for (at, &symbol) in line.chars.iter().enumerate() {
            let Some(weight) = vertical(symbol) else { continue };
            if before.is_some() && start == at {
                // Two borders without space between them are a heavy one.
                before = Some(Weight::Heavy);
            } else {
                if before.is_some() || !has_left_border {
                    segments.push(Segment { range: start..at, before });
                }
                before = Some(weight);
            }
            start = at + 1;
        }
        if start < line.chars.len() {
            segments.push(Segment { range: start..line.chars.len(), before });
        }
        Self { line, segments }
    }

    /// Offset of the first character in the text.
    pub(super) fn offset(&self) -> usize {
        self.line.offset
    }

    /// Empty cell at the end of the row.
    fn end(&self) -> CellText<'a> {
        self.cell(self.line.chars.len()..self.line.chars.len(), None)
    }

    fn cell(&self, range: Range<usize>, border: Option<Weight>) -> CellText<'a> {
        let line = self.line;
        CellText { offset: line.offset + range.start, chars: &line.chars[range], border }
    }

    /// Splits the row at white space, commas and borders. Nothing between two commas is an empty cell.
    pub(super) fn tokens(&self) -> Vec<CellText<'a>> {
        let mut tokens: Vec<CellText<'a>> = Vec::new();
        for Segment { range, before } in &self.segments {
            let mut border = *before;
            let chars = &self.line.chars[range.clone()];
            let mut start = range.start;
            for piece in chars.split(|&symbol| symbol == ',') {
                let is_blank = piece.iter().all(|symbol| symbol.is_whitespace());
                if is_blank && piece.len() < chars.len() {
                    tokens.push(self.cell(start..start, border.take()));
                }
                let mut at = start;
                for token in piece.split(|symbol| symbol.is_whitespace()) {
                    if !token.is_empty() {
                        let border = border.take().filter(|_| !tokens.is_empty());
                        tokens.push(self.cell(at..at + token.len(), border));
                    }
                    at += token.len() + 1;
                }
                start += piece.len() + 1;
            }
        }
        tokens
    }

    /// Splits the row into single characters.
    pub(super) fn symbols(&self) -> Vec<CellText<'a>> {
        let split = |token: CellText<'a>| {
            (0..token.chars.len()).map(move |k| CellText {
                offset: token.offset + k,
                chars: &token.chars[k..=k],
                border: token.border.filter(|_| k == 0),
            })
        };
        self.tokens().into_iter().flat_map(split).collect()
    }

    /// Splits the row into `size` cells, if it has as many tokens or symbols.
    pub(super) fn cells(&self, size: usize) -> Option<Vec<CellText<'a>>> {
        let mut tokens = self.tokens();
        // After a comma at the end of the row.
        if tokens.len() == size + 1 && tokens.last().is_some_and(|last| last.chars.is_empty()) {
            tokens.pop();
        }
        Some(tokens).filter(|tokens| tokens.len() == size).or_else(|| {
            let symbols = self.symbols();
            (symbols.len() == size).then_some(symbols)
        })
    }

    /// Splits a segment of this width into cells at a distance of `pitch`, the first after `lead` characters. `None` if a
    /// cell has more than one token, or a token crosses cells.
    fn columns(&self, segment: usize, cells: usize, pitch: usize, lead: usize) -> Option<Vec<CellText<'a>>> {
        let Segment { range, before } = self.segments.get(segment)?;
        let chars = &self.line.chars;
        let is_blank = |range: Range<usize>| chars[range].iter().all(|symbol| symbol.is_whitespace());
        let first = (range.start + lead).min(range.end);
        if !is_blank(range.start..first) || !is_blank((first + cells * pitch).min(range.end)..range.end) {
            return None;
        }
        let cell = |k: usize| {
            let slot = (first + k * pitch).min(range.end)..(first + (k + 1) * pitch).min(range.end);
            let start = slot.clone().find(|&at| !chars[at].is_whitespace()).unwrap_or(slot.start);
            let end = slot.clone().rfind(|&at| !chars[at].is_whitespace()).map_or(start, |last| last + 1);
            // The next cell would continue the token.
            let crosses = end == slot.end && end < range.end && end > start && !chars[end].is_whitespace();
            let is_one = chars[start..end].iter().all(|symbol| !symbol.is_whitespace());
            let border = before.filter(|_| k == 0 && segment > 0);
            (is_one && (!crosses || pitch == 1)).then(|| self.cell(start..end, border))
        };
        (0..cells).map(cell).collect()
    }
}

/// Splits rows into `size` cells each, if spaces are empty cells; `None` if the columns of the cells are not clear.
pub(super) fn cells_by_column<'a>(rows: &[&DrawnRow<'a>], size: usize) -> Option<Vec<Vec<CellText<'a>>>> {
    let segments = rows.iter().map(|row| row.segments.len()).max().filter(|&segments| segments > 0)?;
    if !size.is_multiple_of(segments) {
        return None;
    }
    let cells = size / segments;
    let widths: Vec<usize> = (0..segments)
        .map(|k| rows.iter().filter_map(|row| row.segments.get(k)).map(|s| s.range.len()).max().unwrap_or(0))
        .collect();
    let mut readings = (1..=PITCH_MAX).filter_map(|pitch| by_pitch(rows, &widths, cells, pitch));
    let first = readings.next()?;
    let texts = |reading: &Vec<Vec<CellText<'a>>>| -> Vec<Vec<char>> {
        reading.iter().flatten().map(|cell| cell.chars.to_vec()).collect()
    };
    let is_clear = has_spaces_only(rows, &first) && readings.all(|other| texts(&other) == texts(&first));
    is_clear.then_some(first)
}

/// Whether spaces are the only empty cells. Missing characters at the ends of rows are not enough.
fn has_spaces_only(rows: &[&DrawnRow<'_>], cells: &[Vec<CellText<'_>>]) -> bool {
    let has_symbol =
        cells.iter().flatten().any(|cell| matches!(cell.chars, [one] if EMPTY_SYMBOLS.contains(one)));
    let has_space = rows.iter().zip(cells).any(|(row, cells)| {
        let end = row.line.offset + row.line.chars.len();
        cells.iter().any(|cell| cell.chars.is_empty() && cell.offset < end)
    });
    has_space && !has_symbol
}

fn by_pitch<'a>(
    rows: &[&DrawnRow<'a>],
    widths: &[usize],
    cells: usize,
    pitch: usize,
) -> Option<Vec<Vec<CellText<'a>>>> {
    let lead_and_pitch = |width: usize| {
        if cells == 1 {
            // A cell of its own between borders.
            return (pitch == 1).then_some((0, width));
        }
        let full = cells * pitch;
        if widths.len() == 1 && (full - pitch + 1..=full).contains(&width) {
            // Without borders, the spaces after the last column are often missing.
            return Some((0, pitch));
        }
        match width {
            _ if width == full || width + 1 == full && pitch > 1 => Some((0, pitch)),
            _ if width == full + 1 && pitch > 1 => Some((1, pitch)),
            _ => None,
        }
    };
    let layout: Option<Vec<(usize, usize)>> = widths.iter().map(|&width| lead_and_pitch(width)).collect();
    let layout = layout?;
    let digits = if cells * widths.len() > 9 { 2 } else { 1 };
    let split = |row: &DrawnRow<'a>| -> Option<Vec<CellText<'a>>> {
        let mut all = Vec::new();
        for (segment, &(lead, pitch)) in layout.iter().enumerate() {
            match row.segments.get(segment) {
                Some(_) => all.extend(row.columns(segment, cells, pitch, lead)?),
                // The spaces at the end of a row without a border may be missing.
                None => all.extend(std::iter::repeat_n(row.end(), cells)),
            }
        }
        // Symbols without space between them are several cells.
        all.iter().all(|cell| cell.chars.len() <= digits).then_some(all)
    };
    rows.iter().copied().map(split).collect()
}
