//! Formatter of drawings.

use quadrille_sudoku::{BoxShape, Digit};

/// Draws a grid of this box shape with borders around the boxes. Digits are numbers, and `.` is an empty cell.
pub(in crate::formats) fn format_drawing(cells: &[Option<Digit>], box_shape: BoxShape) -> String {
    format_styled_drawing(cells, box_shape, |_, text| text.to_owned())
}

/// Draws cells with any texts, aligned in columns, with borders around the boxes.
pub(in crate::formats) fn draw(cells: &[String], BoxShape { width, height }: BoxShape) -> String {
    let (width, height) = (width.max(1), height.max(1));
    let size = width * height;
    let widest = |column: usize| cells.iter().skip(column).step_by(size).map(String::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..size).map(widest).collect();
    let part = |widths: &[usize]| "-".repeat(widths.iter().map(|width| width + 1).sum::<usize>() + 1);
    let parts: Vec<String> = widths.chunks(width).map(part).collect();
    let rule = format!("+{}+\n", parts.join("+"));
    let mut drawing = rule.clone();
    for (row, row_cells) in cells.chunks(size).enumerate() {
        let padded: Vec<String> =
            row_cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        let boxes: Vec<String> = padded.chunks(width).map(|cells| cells.join(" ")).collect();
        drawing.push_str(&format!("| {} |\n", boxes.join(" | ")));
        if (row + 1) % height == 0 {
            drawing.push_str(&rule);
        }
    }
    drawing
}

/// [`format_drawing`] with a function that decorates the text of a cell, given its index.
pub fn format_styled_drawing(
    cells: &[Option<Digit>],
    BoxShape { width, height }: BoxShape,
    style: impl Fn(usize, &str) -> String,
) -> String {
    let (width, height) = (width.max(1), height.max(1));
    let size = width * height;
    let digits = if size > 9 { 2 } else { 1 };
    let part = "-".repeat(width * (digits + 1) + 1);
    let rule = format!("+{}\n", format!("{part}+").repeat(size / width));
    let mut drawing = rule.clone();
    for (row, row_cells) in cells.chunks(size).enumerate() {
        for (column, digit) in row_cells.iter().enumerate() {
            if column % width == 0 {
                drawing.push_str(if column == 0 { "|" } else { " |" });
            }
            let text = digit.map_or_else(|| ".".to_owned(), |digit| digit.value().to_string());
            drawing.push_str(&" ".repeat(1 + digits.saturating_sub(text.len())));
            drawing.push_str(&style(row * size + column, &text));
        }
        drawing.push_str(" |\n");
        if (row + 1) % height == 0 {
            drawing.push_str(&rule);
        }
    }
    drawing
}
