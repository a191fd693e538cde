//! Constraints in a picture: shapes on the cells, and the other rules in words below the grid.
//!
//! The shapes are in two layers: areas, lines and marks of cells are below the lines of the grid; cages and signs between cells are
//! above them. Digits are above both.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display, Formatter};

use super::borders::Extent;
use super::text::{wrapped, write_escaped};
use crate::model::{
    Cell, Drawing, Layout, LineEnds, LineStyle, LineWidth, Position, Rules, Shape, SignStyle,
};

/// Extra width and height of a cell: room for the sums of cages beside its candidates.
pub(super) const SUM_ROOM: usize = 14;

/// Font size of the sums of cages.
const SUM_FONT: usize = 12;

/// Distance of a cage from the borders of its cells.
const CAGE_INSET: f64 = 3.0;

/// Further distance of a cage that shares cells with an earlier one.
const CAGE_STEP: f64 = 3.0;

/// Number of different distances of cages.
const CAGE_DEPTHS: usize = 4;

/// Maximum number of lines of text below the grid.
const CAPTION_LINES_MAX: usize = 40;

/// Smallest width of the text below the grid.
const CAPTION_WIDTH_MIN: usize = 240;

/// Width of each edge of a hollow line.
const HOLLOW_EDGE: f64 = 2.0;

/// Colour of thin lines and outlines.
const GREY: &str = "#868d98";

/// Colour of squares and discs in cells.
const LIGHT_GREY: &str = "#dfe2e7";

/// A coordinate, displayed with one decimal at most.
struct Length(f64);

impl Display for Length {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        // No -0.
        ((self.0 * 10.0).round() / 10.0 + 0.0).fmt(f)
    }
}

/// A point of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Point {
    x: f64,
    y: f64,
}

impl Point {
    fn plus(self, x: f64, y: f64) -> Self {
        Self { x: self.x + x, y: self.y + y }
    }

    fn middle(self, other: Self) -> Self {
        Self { x: f64::midpoint(self.x, other.x), y: f64::midpoint(self.y, other.y) }
    }

    /// Direction to another point, of length 1; to the right for the same point.
    fn direction_to(self, other: Self) -> (f64, f64) {
        let (x, y) = (other.x - self.x, other.y - self.y);
        let length = x.hypot(y);
        if length == 0.0 { (1.0, 0.0) } else { (x / length, y / length) }
    }
}

impl Display for Point {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", Length(self.x), Length(self.y))
    }
}

/// The constraints of a picture whose cells have this side.
pub(super) struct DrawnConstraints<'a> {
    rules: &'a Rules,
    drawing: Drawing,
    side: usize,
}

impl<'a> DrawnConstraints<'a> {
    pub(super) fn new(rules: &'a Rules, side: usize) -> Self {
        Self { rules, drawing: rules.drawing(), side }
    }

    fn layout(&self) -> &Layout {
        self.rules.layout()
    }

    /// Width of the room for texts on each side of the grid; 0 without them.
    pub(super) fn outside_room(&self) -> usize {
        let has_texts = self.drawing.shapes.iter().any(|shape| matches!(shape, Shape::Outside { .. }));
        if has_texts { self.side * 3 / 5 } else { 0 }
    }

    /// Writes the texts beside a grid of so many rows and columns, those of a place together.
    fn write_outside(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let room = self.outside_room();
        let mut texts: BTreeMap<Position, Vec<&str>> = BTreeMap::new();
        for shape in &self.drawing.shapes {
            if let Shape::Outside { place, text } = shape {
                texts.entry(*place).or_default().push(text);
            }
        }
        let Extent { rows, columns } = Extent::of(self.layout());
        let centre = |place: usize, last: usize| match place {
            0 => -(room as f64) / 2.0,
            _ if place > last => (last * self.side) as f64 + room as f64 / 2.0,
            _ => (place as f64 - 0.5) * self.side(),
        };
        for (place, texts) in texts {
            let text = texts.join(", ");
            let font = (self.side / 3).min(room * 3 / 2 / text.chars().count().max(1));
            let (x, y) = (centre(place.column, columns), centre(place.row, rows) + font as f64 * 0.36);
            write!(
                f,
                "<text x=\"{}\" y=\"{}\" font-size=\"{font}\" fill=\"#14171c\">",
                Length(x),
                Length(y)
            )?;
            write_escaped(f, &text)?;
            f.write_str("</text>\n")?;
        }
        Ok(())
    }

    fn side(&self) -> f64 {
        self.side as f64
    }

    fn centre(&self, cell: Cell) -> Point {
        let Position { row, column } = self.layout().position(cell);
        Point { x: (column as f64 - 0.5) * self.side(), y: (row as f64 - 0.5) * self.side() }
    }

    /// Radius of bulbs, circles and discs.
    fn radius(&self) -> f64 {
        self.side() * 0.37
    }

    /// Writes the shapes below the lines of the grid.
    pub(super) fn write_below(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.write_areas(f)?;
        let (above_marks, styles): (Vec<LineStyle>, Vec<LineStyle>) =
            self.line_styles().into_iter().partition(|style| style.ends == LineEnds::Head);
        styles.into_iter().try_for_each(|style| self.write_lines(f, style))?;
        self.write_marks(f)?;
        above_marks.into_iter().try_for_each(|style| self.write_lines(f, style))?;
        self.write_pills(f)?;
        self.write_diamonds(f)
    }

    /// The styles of all lines, each once: wide lines first, because the others are drawn above them.
    fn line_styles(&self) -> Vec<LineStyle> {
        let mut styles: Vec<LineStyle> = self.lines().map(|(_, style)| style).collect();
        styles.sort_by(|one, other| {
            let wide_first = self.width(other.width).total_cmp(&self.width(one.width));
            wide_first.then_with(|| (one.ends, one.colour).cmp(&(other.ends, other.colour)))
        });
        styles.dedup();
        styles
    }

    /// The cells and the style of each line.
    fn lines(&self) -> impl Iterator<Item = (&[Cell], LineStyle)> {
        self.drawing.shapes.iter().filter_map(|shape| match shape {
            Shape::Line { cells, style } => Some((cells.as_slice(), *style)),
            _ => None,
        })
    }

    fn width(&self, width: LineWidth) -> f64 {
        match width {
            LineWidth::OfCell(share) => self.side() * share,
            LineWidth::Thin(width) => width,
        }
    }

    /// Writes tinted cells. An outline sets adjacent areas apart.
    fn write_areas(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let areas: Vec<BTreeSet<Position>> = self.positions(|shape| match shape {
            Shape::Area { cells } => Some(cells),
            _ => None,
        });
        if areas.is_empty() {
            return Ok(());
        }
        f.write_str("<path fill=\"#ece7f6\" d=\"")?;
        let tinted: BTreeSet<Position> = areas.iter().flatten().copied().collect();
        for Position { row, column } in tinted {
            let side = self.side;
            write!(f, "M{} {}h{side}v{side}h-{side}z", (column - 1) * side, (row - 1) * side)?;
        }
        f.write_str("\"/>\n<path fill=\"none\" stroke=\"#a796cf\" stroke-width=\"1.5\" d=\"")?;
        for area in &areas {
            self.write_outline(f, area, 1.0)?;
        }
        f.write_str("\"/>\n")
    }

    /// The positions of the cells of each shape that `cells` chooses.
    fn positions(&self, cells: impl Fn(&Shape) -> Option<&Vec<Cell>>) -> Vec<BTreeSet<Position>> {
        let position = |&cell: &Cell| self.layout().position(cell);
        let chosen = self.drawing.shapes.iter().filter_map(cells);
        chosen.map(|cells| cells.iter().map(position).collect()).collect()
    }

    /// Writes the lines of a style, then their bulbs.
    fn write_lines(&self, f: &mut Formatter<'_>, style: LineStyle) -> fmt::Result {
        let LineStyle { colour, width, ends } = style;
        let hollow = (ends == LineEnds::HollowBulb).then_some(("#fff", HOLLOW_EDGE));
        for (colour, edge) in [(colour, 0.0)].into_iter().chain(hollow) {
            let lines = || self.lines().filter(|(_, other)| *other == style).map(|(cells, _)| cells);
            self.write_path_start(f, colour, self.width(width) - 2.0 * edge)?;
            lines().try_for_each(|cells| self.write_line(f, cells, ends))?;
            f.write_str("\"/>\n")?;
            if matches!(ends, LineEnds::Bulb | LineEnds::HollowBulb) {
                let mut bulbs = lines().filter_map(|cells| cells.first());
                bulbs.try_for_each(|&cell| self.write_circle(f, cell, self.radius() - edge, colour))?;
            }
        }
        Ok(())
    }

    /// Writes a line as commands of a path, without its bulb.
    fn write_line(&self, f: &mut Formatter<'_>, cells: &[Cell], ends: LineEnds) -> fmt::Result {
        match ends {
            LineEnds::Plain | LineEnds::Bulb | LineEnds::HollowBulb => self.write_centres(f, cells),
            LineEnds::Corners => self.write_between_corners(f, cells),
            LineEnds::Head => {
                self.write_centres(f, cells)?;
                self.write_head(f, cells)
            }
        }
    }

    fn write_circle(&self, f: &mut Formatter<'_>, cell: Cell, radius: f64, fill: &str) -> fmt::Result {
        let Point { x, y } = self.centre(cell);
        writeln!(
            f,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{fill}\"/>",
            Length(x),
            Length(y),
            Length(radius)
        )
    }

    fn write_path_start(&self, f: &mut Formatter<'_>, colour: &str, width: f64) -> fmt::Result {
        write!(
            f,
            "<path fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\" stroke-linecap=\"round\" stroke-linejoin=\"round\" d=\"",
            Length(width)
        )
    }

    /// Writes the centres of cells as commands of a path. A single cell is nearly a point: some viewers omit points.
    fn write_centres(&self, f: &mut Formatter<'_>, cells: &[Cell]) -> fmt::Result {
        for (index, &cell) in cells.iter().enumerate() {
            let command = if index == 0 { 'M' } else { 'L' };
            write!(f, "{command}{}", self.centre(cell))?;
        }
        if cells.len() == 1 { f.write_str("h0.1") } else { Ok(()) }
    }

    /// Writes a diagonal from corner to corner of its cells.
    fn write_between_corners(&self, f: &mut Formatter<'_>, cells: &[Cell]) -> fmt::Result {
        let (Some(&first), Some(&last)) = (cells.first(), cells.last()) else { return Ok(()) };
        let (start, end) = (self.centre(first), self.centre(last));
        let reach = |from: f64, to: f64| if from > to { -self.side() / 2.0 } else { self.side() / 2.0 };
        let (x, y) = (reach(start.x, end.x), reach(start.y, end.y));
        write!(f, "M{}L{}", start.plus(-x, -y), end.plus(x, y))
    }

    /// Writes the head of an arrow.
    fn write_head(&self, f: &mut Formatter<'_>, cells: &[Cell]) -> fmt::Result {
        let [.., before, last] = *cells else { return Ok(()) };
        let tip = self.centre(last);
        let (x, y) = self.centre(before).direction_to(tip);
        let size = self.side() * 0.12;
        let (back, across) = (tip.plus(-x * size, -y * size), size * 0.8);
        let (one, other) = (back.plus(-y * across, x * across), back.plus(y * across, -x * across));
        write!(f, "M{one}L{tip}L{other}")
    }

    /// Writes the squares and discs of cells with even and odd digits.
    fn write_marks(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for shape in &self.drawing.shapes {
            match *shape {
                Shape::Square { cell } => {
                    let half = self.side() * 0.36;
                    let Point { x, y } = self.centre(cell).plus(-half, -half);
                    writeln!(
                        f,
                        "<rect x=\"{}\" y=\"{}\" width=\"{2}\" height=\"{2}\" fill=\"{LIGHT_GREY}\"/>",
                        Length(x),
                        Length(y),
                        Length(2.0 * half)
                    )?;
                }
                Shape::Disc { cell } => self.write_circle(f, cell, self.radius(), LIGHT_GREY)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Writes the circles of arrows, which cover the starts of their lines.
    fn write_pills(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let pills: Vec<&[Cell]> = self
            .drawing
            .shapes
            .iter()
            .filter_map(|shape| match shape {
                Shape::Pill { cells } => Some(cells.as_slice()),
                _ => None,
            })
            .collect();
        for (colour, width) in [(GREY, 2.0 * self.radius()), ("#fff", 2.0 * self.radius() - 4.0)] {
            if !pills.is_empty() {
                self.write_path_start(f, colour, width)?;
                pills.iter().try_for_each(|cells| self.write_centres(f, cells))?;
                f.write_str("\"/>\n")?;
            }
        }
        Ok(())
    }

    /// Writes the diamonds, which cover the ends of their lines.
    fn write_diamonds(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for shape in &self.drawing.shapes {
            let Shape::Diamond { cell, colour } = shape else { continue };
            let (centre, half) = (self.centre(*cell), self.side() * 0.42);
            let corners =
                [(0.0, -half), (half, 0.0), (0.0, half), (-half, 0.0)].map(|(x, y)| centre.plus(x, y));
            let [top, right, bottom, left] = corners;
            writeln!(
                f,
                "<path fill=\"#fff\" stroke=\"{colour}\" stroke-width=\"2\" d=\"M{top}L{right}L{bottom}L{left}z\"/>"
            )?;
        }
        Ok(())
    }

    /// Writes the shapes above the lines of the grid.
    pub(super) fn write_above(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.write_cages(f)?;
        self.write_knots(f)?;
        self.write_signs(f)?;
        self.write_outside(f)
    }

    /// Writes cages as dashed outlines, with their sums.
    fn write_cages(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let cages = self.positions(|shape| match shape {
            Shape::Outline { cells, .. } => Some(cells),
            _ => None,
        });
        if cages.is_empty() {
            return Ok(());
        }
        // Cages that share cells have different distances from the borders.
        let mut depths: BTreeMap<Position, usize> = BTreeMap::new();
        let insets: Vec<f64> = cages
            .iter()
            .map(|cage| {
                let depth =
                    cage.iter().filter_map(|cell| depths.get(cell)).max().map_or(0, |depth| depth + 1);
                cage.iter().for_each(|&cell| _ = depths.insert(cell, depth));
                CAGE_INSET + CAGE_STEP * (depth % CAGE_DEPTHS) as f64
            })
            .collect();
        f.write_str(
            "<path fill=\"none\" stroke=\"#3d434d\" stroke-width=\"1\" stroke-dasharray=\"4 3\" d=\"",
        )?;
        for (cage, &inset) in cages.iter().zip(&insets) {
            self.write_outline(f, cage, inset)?;
        }
        f.write_str("\"/>\n")?;
        let texts = self.drawing.shapes.iter().filter_map(|shape| match shape {
            Shape::Outline { text, .. } => Some(text.as_str()),
            _ => None,
        });
        writeln!(
            f,
            "<g font-size=\"{SUM_FONT}\" fill=\"#14171c\" text-anchor=\"start\" stroke=\"#fff\" stroke-width=\"3\" paint-order=\"stroke\">"
        )?;
        // Width of the earlier sums in the same corner.
        let mut used: BTreeMap<Position, usize> = BTreeMap::new();
        for (cage, text) in cages.iter().zip(texts).filter(|(_, text)| !text.is_empty()) {
            let Some(&corner) = cage.first() else { continue };
            let used = used.entry(corner).or_default();
            let (left, top) = ((corner.column - 1) * self.side, (corner.row - 1) * self.side);
            write!(f, "<text x=\"{}\" y=\"{}\">", left + 3 + *used, top + SUM_FONT)?;
            write_escaped(f, text)?;
            f.write_str("</text>\n")?;
            *used += (text.chars().count() + 1) * SUM_FONT * 7 / 12;
        }
        f.write_str("</g>\n")
    }

    /// Writes circles with texts in the middle of their cells, as large as the text needs.
    fn write_knots(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for shape in &self.drawing.shapes {
            let Shape::Knot { cells, text } = shape else { continue };
            let count = cells.len().max(1) as f64;
            let centres = cells.iter().map(|&cell| self.centre(cell));
            let sum = centres.fold(Point { x: 0.0, y: 0.0 }, |sum, point| sum.plus(point.x, point.y));
            let (x, y) = (sum.x / count, sum.y / count);
            let half = (text.chars().count() as f64 * 2.8 + 3.0).max(8.0);
            writeln!(
                f,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"16\" rx=\"8\" fill=\"#fff\" stroke=\"#14171c\" stroke-width=\"1\"/>",
                Length(x - half),
                Length(y - 8.0),
                Length(2.0 * half)
            )?;
            write!(
                f,
                "<text x=\"{}\" y=\"{}\" font-size=\"10\" font-weight=\"700\" fill=\"#14171c\">",
                Length(x),
                Length(y + 3.6)
            )?;
            write_escaped(f, text)?;
            f.write_str("</text>\n")?;
        }
        Ok(())
    }

    /// Writes the outline of cells as commands of a path, moved inwards by `inset`.
    fn write_outline(&self, f: &mut Formatter<'_>, cells: &BTreeSet<Position>, inset: f64) -> fmt::Result {
        let columns_first = |&Position { row, column }: &Position| (column, row);
        let transposed: BTreeSet<(usize, usize)> = cells.iter().map(columns_first).collect();
        let rows: BTreeSet<(usize, usize)> = cells.iter().map(|cell| (cell.row, cell.column)).collect();
        for (line, start, end) in self.borders(&rows, inset) {
            write!(f, "M{} {}H{}", Length(start), Length(line), Length(end))?;
        }
        for (line, start, end) in self.borders(&transposed, inset) {
            write!(f, "M{} {}V{}", Length(line), Length(start), Length(end))?;
        }
        Ok(())
    }

    /// The borders of a set of cells that run along its lines, each with its distance from the edge, its start and its end. Cells are
    /// pairs of a line and a place in it.
    fn borders(&self, cells: &BTreeSet<(usize, usize)>, inset: f64) -> Vec<(f64, f64, f64)> {
        let side = self.side();
        let mut borders: Vec<(f64, f64, f64)> = Vec::new();
        for is_far in [false, true] {
            let mut previous = None;
            for &(line, place) in cells {
                let outside = if is_far { line + 1 } else { line - 1 };
                if cells.contains(&(outside, place)) {
                    continue;
                }
                // At a corner the border ends `inset` before the edge of the cell, or after it if the outline turns outwards.
                let end = |next: usize, towards: f64| match cells.contains(&(line, next)) {
                    false => -towards * inset,
                    true if cells.contains(&(outside, next)) => towards * inset,
                    true => 0.0,
                };
                let start = (place - 1) as f64 * side + end(place - 1, -1.0);
                let stop = place as f64 * side + end(place + 1, 1.0);
                let edge = if is_far { line as f64 * side - inset } else { (line - 1) as f64 * side + inset };
                match borders.last_mut() {
                    Some(border) if previous == Some((line, place - 1)) => border.2 = stop,
                    _ => borders.push((edge, start, stop)),
                }
                previous = Some((line, place));
            }
        }
        borders
    }

    /// Writes the signs between cells. Several signs between the same cells are beside each other.
    fn write_signs(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut counts: BTreeMap<[Cell; 2], usize> = BTreeMap::new();
        for shape in &self.drawing.shapes {
            let Shape::Sign { cells: [one, other], style, text } = shape else { continue };
            let (start, end) = (self.centre(*one), self.centre(*other));
            let (x, y) = start.direction_to(end);
            let count = counts.entry([*one.min(other), *one.max(other)]).or_default();
            // 0, 1, -1, 2, -2: places along the border.
            let place = if *count % 2 == 1 { count.div_ceil(2) as f64 } else { -((*count / 2) as f64) };
            let shift = 16.0 * place;
            *count += 1;
            let middle = start.middle(end).plus(y.abs() * shift, x.abs() * shift);
            if self.layout().distance(*one, *other) != 1 {
                writeln!(
                    f,
                    "<path fill=\"none\" stroke=\"{GREY}\" stroke-width=\"1\" d=\"M{start}L{middle}L{end}\"/>"
                )?;
            }
            self.write_sign(f, *style, text, middle, (x, y))?;
        }
        Ok(())
    }

    /// Writes a sign. `direction` leads from its first cell to its second.
    fn write_sign(
        &self,
        f: &mut Formatter<'_>,
        style: SignStyle,
        text: &str,
        middle: Point,
        direction: (f64, f64),
    ) -> fmt::Result {
        let (cx, cy) = (Length(middle.x), Length(middle.y));
        let dot_radius = if text.is_empty() { 5 } else { 7 };
        let (colour, font) = match style {
            SignStyle::White => {
                writeln!(
                    f,
                    "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"{dot_radius}\" fill=\"#fff\" stroke=\"#14171c\" stroke-width=\"1\"/>"
                )?;
                ("#14171c", 9)
            }
            SignStyle::Black => {
                writeln!(f, "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"{dot_radius}\" fill=\"#14171c\"/>")?;
                ("#fff", 9)
            }
            SignStyle::Text => {
                writeln!(f, "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"7\" fill=\"#fff\"/>")?;
                ("#14171c", 12)
            }
            SignStyle::Greater => {
                let (x, y) = direction;
                let back = middle.plus(-3.0 * x, -3.0 * y);
                let (one, other) = (back.plus(-5.0 * y, 5.0 * x), back.plus(5.0 * y, -5.0 * x));
                let tip = middle.plus(4.0 * x, 4.0 * y);
                for (colour, width) in [("#fff", 5.0), ("#14171c", 1.5)] {
                    self.write_path_start(f, colour, width)?;
                    writeln!(f, "M{one}L{tip}L{other}\"/>")?;
                }
                return Ok(());
            }
        };
        if text.is_empty() {
            return Ok(());
        }
        let y = Length(middle.y + f64::from(font) * 0.36);
        write!(f, "<text x=\"{cx}\" y=\"{y}\" font-size=\"{font}\" font-weight=\"700\" fill=\"{colour}\">")?;
        write_escaped(f, text)?;
        f.write_str("</text>\n")
    }

    /// The rules in words, each once.
    fn captions(&self) -> impl Iterator<Item = &str> {
        let mut seen = BTreeSet::new();
        let captions = self.drawing.captions.iter().map(String::as_str);
        captions.filter(move |caption| seen.insert(*caption))
    }

    /// The text below a grid of this width.
    pub(super) fn caption_block(&self, grid_width: usize) -> CaptionBlock {
        let width = grid_width.max(CAPTION_WIDTH_MIN);
        let font = (width / 40).clamp(12, 40);
        // The mean width of a letter is half of the font size.
        let mut lines: Vec<String> =
            self.captions().flat_map(|caption| wrapped(caption, 2 * width / font)).collect();
        if lines.len() > CAPTION_LINES_MAX {
            let omitted = lines.len() - CAPTION_LINES_MAX + 1;
            lines.truncate(CAPTION_LINES_MAX - 1);
            lines.push(format!("… and {omitted} more lines"));
        }
        let width = if lines.is_empty() { grid_width } else { width };
        CaptionBlock { lines, font, width }
    }

    /// Writes the description: the number of constraints of each type, and the rules in words.
    pub(super) fn write_description(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.rules.is_unconstrained() {
            return Ok(());
        }
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for constraint in self.rules.constraints() {
            *counts.entry(constraint.type_name()).or_default() += 1;
        }
        let counts: Vec<String> =
            counts.into_iter().map(|(name, count)| format!("{} ({count})", name.replace('_', " "))).collect();
        write!(f, "<desc>Constraints: {}.", counts.join(", "))?;
        for caption in self.captions().take(CAPTION_LINES_MAX) {
            f.write_str(" ")?;
            write_escaped(f, caption)?;
        }
        f.write_str("</desc>\n")
    }
}

/// Lines of text below a grid.
pub(super) struct CaptionBlock {
    lines: Vec<String>,
    font: usize,
    /// Width of the text, or of the grid without text.
    pub(super) width: usize,
}

impl CaptionBlock {
    fn line_height(&self) -> usize {
        self.font * 13 / 10
    }

    /// Height of the text, with its distance from the grid.
    pub(super) fn height(&self) -> usize {
        if self.lines.is_empty() { 0 } else { self.lines.len() * self.line_height() + self.font }
    }

    /// Writes the lines below `top`.
    pub(super) fn write(&self, f: &mut Formatter<'_>, top: usize) -> fmt::Result {
        if self.lines.is_empty() {
            return Ok(());
        }
        writeln!(f, "<g font-size=\"{}\" fill=\"#14171c\" text-anchor=\"start\">", self.font)?;
        for (number, line) in (1..).zip(&self.lines) {
            write!(f, "<text x=\"0\" y=\"{}\">", top + self.font / 2 + number * self.line_height())?;
            write_escaped(f, line)?;
            f.write_str("</text>\n")?;
        }
        f.write_str("</g>\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{
        Constraint, Digit, FieldValue, FieldValues, Grid, HouseKind, HouseName, Measure, Puzzle,
    };
    use crate::render::Picture;

    fn cell(size: usize, row: usize, column: usize) -> Cell {
        Cell(((row - 1) * size + column - 1) as u16)
    }

    fn cells(size: usize, places: &[(usize, usize)]) -> FieldValue {
        FieldValue::Cells(places.iter().map(|&(row, column)| cell(size, row, column)).collect())
    }

    fn constraint(rules: &Rules, name: &str, fields: Vec<(&'static str, FieldValue)>) -> Constraint {
        let constraint_type =
            Constraint::TYPES.iter().find(|constraint_type| constraint_type.name == name).expect("a type");
        let mut values = FieldValues::default();
        fields.into_iter().for_each(|(field, value)| values.insert(field, value));
        rules.constraint(constraint_type, &values).expect("valid")
    }

    /// Empty grid with constraints of these types and fields.
    fn picture(rules: &Rules, constraints: Vec<(&'static str, Vec<(&'static str, FieldValue)>)>) -> Picture {
        let constraints = constraints.into_iter().map(|(name, fields)| constraint(rules, name, fields));
        let rules = rules.with_constraints(constraints).expect("few constraints");
        let cells = rules.layout().cell_count();
        let clues = Grid::from_cells(vec![None; cells]).expect("a square");
        Picture::new(Puzzle::new(rules, clues).expect("no clues"))
    }

    fn usual(size: usize) -> Rules {
        Rules::usual(size).expect("a size")
    }

    fn number(number: i64) -> FieldValue {
        FieldValue::Number(number)
    }

    fn every_shape(size: usize) -> Picture {
        let at = |places: &[(usize, usize)]| cells(size, places);
        let digits = |digits: &[usize]| digits.iter().filter_map(|&digit| Digit::new(digit)).collect();
        let allowed = FieldValue::Tuples(vec![digits(&[1, 2]), digits(&[2, 1])]);
        picture(
            &usual(size),
            vec![
                ("cage", vec![("cells", at(&[(1, 1), (1, 2), (2, 1)])), ("sum", number(7))]),
                ("thermometer", vec![("cells", at(&[(1, 3), (1, 4), (2, 4)]))]),
                ("slow_thermometer", vec![("cells", at(&[(2, 2), (3, 3)]))]),
                ("arrow", vec![("circle", at(&[(4, 1)])), ("cells", at(&[(3, 1), (3, 2)]))]),
                ("whisper", vec![("cells", at(&[(4, 2), (4, 3)])), ("difference", number(2))]),
                ("palindrome", vec![("cells", at(&[(2, 3), (3, 4)]))]),
                ("pair", vec![("cells", at(&[(1, 2), (1, 3)])), ("allowed", allowed.clone())]),
                ("diagonals", vec![]),
                ("even", vec![("cells", at(&[(4, 4)]))]),
                ("odd", vec![("cells", at(&[(3, 4)]))]),
                ("difference", vec![("cells", at(&[(1, 1), (1, 2)])), ("value", number(3))]),
                ("ratio", vec![("cells", at(&[(2, 1), (2, 2)]))]),
                ("sum_pair", vec![("cells", at(&[(3, 1), (4, 1)])), ("value", number(5))]),
                ("greater_than", vec![("cells", at(&[(3, 3), (4, 3)]))]),
                ("table", vec![("cells", at(&[(4, 1), (4, 2)])), ("allowed", allowed)]),
                ("anti_knight", vec![]),
            ],
        )
    }

    #[test]
    fn equal_constraints_are_drawn_once() {
        let shapes = |count: usize| {
            let svg = picture(&usual(9), vec![("windoku", vec![]); count]).to_string();
            svg.lines().filter(|line| line.starts_with("<path")).count()
        };
        assert_eq!(shapes(100), shapes(1));
    }

    #[test]
    fn every_shape_is_drawn_in_its_layer() {
        insta::assert_snapshot!(every_shape(4), @r##"
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 248 341" role="img" font-family="Helvetica, Arial, sans-serif" text-anchor="middle">
        <title>Sudoku 4x4 with 0 clues and 16 constraints</title>
        <desc>Constraints: anti knight (1), arrow (1), cage (1), diagonals (1), difference (1), even (1), greater than (1), odd (1), pair (1), palindrome (1), ratio (1), slow thermometer (1), sum pair (1), table (1), thermometer (1), whisper (1). Neighbours on a green line differ by 2 or more. Neighbours on the line r1c2 r1c3 have the digits 1 2, 2 1. The digits of r4c1 r4c2 are 1 2, 2 1. No digit repeats a move of a chess knight away.</desc>
        <rect x="-4" y="-4" width="248" height="341" fill="#fff"/>
        <path fill="#ece7f6" d="M0 162h54v54h-54zM54 162h54v54h-54z"/>
        <path fill="none" stroke="#a796cf" stroke-width="1.5" d="M1 163H107M1 215H107M1 163V215M107 163V215"/>
        <path fill="none" stroke="#dfe2e7" stroke-width="11.9" stroke-linecap="round" stroke-linejoin="round" d="M135 27L189 27L189 81"/>
        <circle cx="135" cy="27" r="20" fill="#dfe2e7"/>
        <path fill="none" stroke="#b9bfc9" stroke-width="11.9" stroke-linecap="round" stroke-linejoin="round" d="M81 81L135 135"/>
        <circle cx="81" cy="81" r="20" fill="#b9bfc9"/>
        <path fill="none" stroke="#fff" stroke-width="7.9" stroke-linecap="round" stroke-linejoin="round" d="M81 81L135 135"/>
        <circle cx="81" cy="81" r="18" fill="#fff"/>
        <path fill="none" stroke="#9ddba9" stroke-width="5.4" stroke-linecap="round" stroke-linejoin="round" d="M81 189L135 189"/>
        <path fill="none" stroke="#c6cbd3" stroke-width="5.4" stroke-linecap="round" stroke-linejoin="round" d="M135 81L189 135"/>
        <path fill="none" stroke="#cfb3e6" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round" d="M81 27L135 27"/>
        <path fill="none" stroke="#8fb0dc" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" d="M0 0L216 216M216 0L0 216"/>
        <rect x="169.6" y="169.6" width="38.9" height="38.9" fill="#dfe2e7"/>
        <circle cx="189" cy="135" r="20" fill="#dfe2e7"/>
        <path fill="none" stroke="#868d98" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" d="M27 189L27 135L81 135M74.5 140.2L81 135L74.5 129.8"/>
        <path fill="none" stroke="#868d98" stroke-width="40" stroke-linecap="round" stroke-linejoin="round" d="M27 189h0.1"/>
        <path fill="none" stroke="#fff" stroke-width="36" stroke-linecap="round" stroke-linejoin="round" d="M27 189h0.1"/>
        <path fill="none" stroke="#c2c7cf" stroke-width="1" stroke-linecap="square" d="M0 54h216M0 162h216M54 0v216M162 0v216"/>
        <path fill="none" stroke="#14171c" stroke-width="3" stroke-linecap="square" d="M0 0h216M0 108h216M0 216h216M0 0v216M108 0v216M216 0v216"/>
        <path fill="none" stroke="#3d434d" stroke-width="1" stroke-dasharray="4 3" d="M3 3H105M51 51H105M3 105H51M3 3V105M51 51V105M105 3V51"/>
        <g font-size="12" fill="#14171c" text-anchor="start" stroke="#fff" stroke-width="3" paint-order="stroke">
        <text x="3" y="12">7</text>
        </g>
        <circle cx="54" cy="27" r="7" fill="#fff" stroke="#14171c" stroke-width="1"/>
        <text x="54" y="30.2" font-size="9" font-weight="700" fill="#14171c">3</text>
        <circle cx="54" cy="81" r="5" fill="#14171c"/>
        <circle cx="27" cy="162" r="7" fill="#fff"/>
        <text x="27" y="166.3" font-size="12" font-weight="700" fill="#14171c">V</text>
        <path fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round" stroke-linejoin="round" d="M130 159L135 166L140 159"/>
        <path fill="none" stroke="#14171c" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" d="M130 159L135 166L140 159"/>
        <g font-size="32" fill="#3a6ea5">
        </g>
        <g font-size="21" fill="#7a4a00">
        </g>
        <g font-size="32" font-weight="700" fill="#14171c">
        </g>
        <g font-size="12" fill="#14171c" text-anchor="start">
        <text x="0" y="237">Neighbours on a green line differ by 2</text>
        <text x="0" y="252">or more.</text>
        <text x="0" y="267">Neighbours on the line r1c2 r1c3 have</text>
        <text x="0" y="282">the digits 1 2, 2 1.</text>
        <text x="0" y="297">The digits of r4c1 r4c2 are 1 2, 2 1.</text>
        <text x="0" y="312">No digit repeats a move of a chess</text>
        <text x="0" y="327">knight away.</text>
        </g>
        </svg>
        "##);
    }

    #[test]
    fn shapes_of_every_size_are_below_digits_and_candidates() {
        for size in [4, 9, 16] {
            let plain = Picture { candidates: true, ..every_shape(size) };
            let text = plain.to_string();
            let place = |part: &str| text.find(part).unwrap_or_else(|| panic!("{size}: {part}\n{text}"));
            let order = ["#ece7f6", "#dfe2e7", "#9ddba9", "#c2c7cf", "4 3", "<circle", "fill=\"#50565f\""];
            let places: Vec<usize> = order[3..5].iter().chain(&order[6..]).map(|part| place(part)).collect();
            assert!(place(order[0]) < place(order[1]) && place(order[1]) < place(order[2]), "{size}");
            assert!(place(order[2]) < places[0] && places.is_sorted(), "{size}: {places:?}");
            assert!(text.contains("No digit repeats a move of a chess knight away.</desc>"), "{text}");
        }
    }

    #[test]
    fn puzzle_without_constraints_has_no_description() {
        let text = picture(&usual(4), vec![]).to_string();
        assert!(!text.contains("<desc>") && text.contains("viewBox=\"-4 -4 168 168\""), "{text}");
    }

    #[test]
    fn concave_cage_is_outlined_inside_its_cells() {
        let rules = usual(4);
        let drawn = DrawnConstraints::new(&rules, 10);
        let outline = |places: &[(usize, usize)]| {
            let places: BTreeSet<Position> =
                places.iter().map(|&(row, column)| Position { row, column }).collect();
            struct Outline<'a>(&'a DrawnConstraints<'a>, BTreeSet<Position>);
            impl Display for Outline<'_> {
                fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                    self.0.write_outline(f, &self.1, 1.0)
                }
            }
            Outline(&drawn, places).to_string()
        };
        assert_eq!(outline(&[(2, 2)]), "M11 11H19M11 19H19M11 11V19M19 11V19");
        // An L: its inner corner is one step outside of the corner of the missing cell.
        assert_eq!(outline(&[(1, 1), (2, 1), (2, 2)]), "M1 1H9M9 11H19M1 19H19M1 1V19M9 1V11M19 11V19");
    }

    #[test]
    fn cages_that_share_cells_have_several_distances_and_sums_beside_each_other() {
        let cage = |sum: i64| ("cage", vec![("cells", cells(4, &[(1, 1), (1, 2)])), ("sum", number(sum))]);
        let text = picture(&usual(4), vec![cage(3), cage(5)]).to_string();
        assert!(text.contains("M3 3H105") && text.contains("M6 6H102"), "{text}");
        assert!(text.contains("<text x=\"3\" y=\"12\">3</text>\n<text x=\"17\" y=\"12\">5</text>"), "{text}");
    }

    #[test]
    fn clues_outside_have_room_beside_the_grid() {
        let line = |kind, number| FieldValue::Line(HouseName::new(kind, number));
        let row = ("sandwich", vec![("line", line(HouseKind::Row, 2)), ("sum", number(0))]);
        let seen = |count: i64| {
            let from = ("from", FieldValue::Word("bottom"));
            ("skyscraper", vec![("line", line(HouseKind::Column, 4)), from, ("count", number(count))])
        };
        let text = picture(&usual(4), vec![row, seen(2), seen(3)]).to_string();
        // Cells of 54, and 32 on each side of them.
        assert!(text.contains("viewBox=\"-36 -36 288 "), "{text}");
        assert!(text.contains("<rect x=\"-36\" y=\"-36\" width=\"288\""), "{text}");
        assert!(
            text.contains("<text x=\"-16\" y=\"87.5\" font-size=\"18\" fill=\"#14171c\">0</text>"),
            "{text}"
        );
        assert!(
            text.contains("<text x=\"189\" y=\"236.3\" font-size=\"12\" fill=\"#14171c\">2, 3</text>"),
            "{text}"
        );
        // Other cells are tinted.
        let some = ("skyscraper", vec![("cells", cells(4, &[(1, 1), (2, 2), (3, 3)])), ("count", number(2))]);
        let text = picture(&usual(4), vec![some]).to_string();
        assert!(text.contains("#ece7f6") && text.contains("2 for r1c1 r2c2 r3c3: so many"), "{text}");
    }

    #[test]
    fn sign_between_distant_cells_has_a_line_to_both() {
        let dot = |to| ("difference", vec![("cells", cells(4, &[(1, 1), to]))]);
        let side = |text: &str| text.contains("M27 27L");
        assert!(side(&picture(&usual(4), vec![dot((2, 3))]).to_string()));
        assert!(!side(&picture(&usual(4), vec![dot((2, 1))]).to_string()));
    }

    #[test]
    fn texts_around_a_corner_and_diamonds_are_drawn() {
        let corner = cells(4, &[(1, 1), (1, 2), (2, 1), (2, 2)]);
        let quadruple = ("quadruple", vec![("cells", corner), ("digits", FieldValue::Numbers(vec![3, 1]))]);
        let lockout = ("lockout", vec![("cells", cells(4, &[(3, 3), (4, 3), (4, 4)]))]);
        let text = picture(&usual(4), vec![quadruple, lockout]).to_string();
        assert!(text.contains("<rect x=\"42.6\" y=\"46\" width=\"22.8\" height=\"16\" rx=\"8\""), "{text}");
        assert!(
            text.contains("<text x=\"54\" y=\"57.6\" font-size=\"10\"") && text.contains(">1 3</text>"),
            "{text}"
        );
        // Above its line.
        let place = |part: &str| text.find(part).unwrap_or_else(|| panic!("{part}\n{text}"));
        assert!(place("M135 135L135 189L189 189") < place("M135 112.3L157.7 135L135 157.7L112.3 135z"));
    }

    #[test]
    fn grid_without_regions_has_lines() {
        let latin = Rules::with_regions(4, &[]).expect("a size");
        let text = picture(&latin, vec![]).to_string();
        assert!(text.contains("M0 40h160M0 80h160M0 120h160M40 0v160"), "{text}");
    }

    #[test]
    fn long_rules_are_wrapped_and_cut_with_a_note() {
        let measure = |value| FieldValue::Measures(vec![Measure::Difference(value), Measure::Sum(value)]);
        let many = (1..=60).map(|value| ("negative", vec![("of", measure(value))])).collect();
        let text = picture(&usual(4), many).to_string();
        assert_eq!(text.matches("<text x=\"0\"").count(), CAPTION_LINES_MAX);
        assert!(text.contains("… and ") && text.contains("<desc>Constraints: negative (60)."), "{text}");
    }

    #[test]
    fn texts_are_escaped() {
        let rules = usual(4);
        let mut drawn = DrawnConstraints::new(&rules, 40);
        drawn.drawing.captions.push("a<b & c".to_owned());
        drawn.drawing.shapes.push(Shape::Outline { cells: vec![Cell(0)], text: "<&>".to_owned() });
        struct All<'a>(DrawnConstraints<'a>);
        impl Display for All<'_> {
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                self.0.write_above(f)?;
                self.0.caption_block(160).write(f, 160)
            }
        }
        let text = All(drawn).to_string();
        assert!(text.contains(">&lt;&amp;&gt;</text>") && text.contains(">a&lt;b &amp; c</text>"), "{text}");
    }
}
