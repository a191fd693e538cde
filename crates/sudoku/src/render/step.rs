//! A step of a technique in a picture: tinted cells, removed candidates, and links as curves.

use std::collections::BTreeSet;
use std::fmt::{self, Formatter};

use crate::encoding::Candidate;
use crate::model::{Cell, Layout};
use crate::techniques::{Link, LinkEnd, Step, Wording, explain};

/// Radius of the ring around a candidate, and distance of a curve from its centre.
const RADIUS: f64 = 9.0;

/// Height of a curve, as a part of its length.
const BEND: f64 = 0.16;

/// A step to draw. Its parts need not be the parts of a technique.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawnStep {
    /// The step in a sentence, which becomes the title; empty for the usual title.
    pub text: String,
    /// Numbers of the houses that hold the pattern.
    pub houses: Vec<usize>,
    /// Numbers of the houses in which the step eliminates.
    pub covers: Vec<usize>,
    /// Cells of the pattern.
    pub cells: Vec<Cell>,
    /// Fins, and similar exceptional cells.
    pub fins: Vec<Cell>,
    /// Almost locked sets and similar groups.
    pub groups: Vec<Vec<Cell>>,
    /// Links between candidates.
    pub links: Vec<Link>,
    /// Digits to place.
    pub placements: Vec<Candidate>,
    /// Candidates to remove.
    pub eliminations: Vec<Candidate>,
}

/// Look of cells with the same role in a step. Frames differ in their dashes, for readers who see no colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Look {
    /// Colour of the cells.
    pub(super) fill: &'static str,
    /// Colour of the frame; none without a frame.
    pub(super) stroke: &'static str,
    /// Lengths of the dashes and gaps of the frame.
    pub(super) dashes: &'static str,
}

const COVER: Look = Look { fill: "#f0eff4", stroke: "none", dashes: "none" };
const HOUSE: Look = Look { fill: "#e4edfb", stroke: "none", dashes: "none" };
const PATTERN: Look = Look { fill: "#fdf0c2", stroke: "#7a5c00", dashes: "none" };
const FIN: Look = Look { fill: "#ffdccb", stroke: "#9b1c10", dashes: "3 3" };
const GROUPS: [Look; 3] = [
    PATTERN,
    Look { fill: "#d8efe4", stroke: "#0f5c4d", dashes: "8 4" },
    Look { fill: "#f1dff2", stroke: "#7b2d75", dashes: "8 3 2 3" },
];

impl DrawnStep {
    /// All parts of a step, with its sentence.
    pub fn new(step: &Step, wording: &Wording<'_>) -> Self {
        let deduction = &step.deduction;
        Self {
            text: explain(step, wording).to_string(),
            houses: deduction.houses.clone(),
            covers: deduction.covers.clone(),
            cells: deduction.cells.clone(),
            fins: deduction.fins.clone(),
            groups: deduction.groups.iter().map(|group| group.cells.clone()).collect(),
            links: deduction.links.clone(),
            placements: deduction.placements.clone(),
            eliminations: deduction.eliminations.clone(),
        }
    }

    /// Cells by their look. A cell with several roles has the look of the rarest one.
    pub(super) fn looks(&self, layout: &Layout) -> Vec<(Look, Vec<Cell>)> {
        let mut look_of: Vec<Option<Look>> = vec![None; layout.cell_count()];
        let mut set = |cells: &[Cell], look| {
            for cell in cells {
                look_of[cell.index()] = Some(look);
            }
        };
        for (houses, look) in [(&self.covers, COVER), (&self.houses, HOUSE)] {
            for (_, house) in layout.houses().enumerate().filter(|(number, _)| houses.contains(number)) {
                set(house.cells, look);
            }
        }
        set(&self.cells, PATTERN);
        for (group, look) in self.groups.iter().zip(GROUPS.into_iter().cycle()) {
            set(group, look);
        }
        set(&self.fins, FIN);
        let used: BTreeSet<Look> = look_of.iter().copied().flatten().collect();
        let cells_of = |look| layout.cells().filter(|cell| look_of[cell.index()] == Some(look)).collect();
        used.into_iter().map(|look| (look, cells_of(look))).collect()
    }

    /// Writes the links as curves between the candidates, and a ring around each of them. `centre` is the centre of a candidate.
    pub(super) fn write_links(
        &self,
        f: &mut Formatter<'_>,
        centre: impl Fn(Candidate) -> (usize, usize),
    ) -> fmt::Result {
        if self.links.is_empty() {
            return Ok(());
        }
        f.write_str("<g fill=\"none\" stroke=\"#a3348a\" stroke-width=\"2\">\n")?;
        for Link { from, to, is_strong } in &self.links {
            if let Some((from, to)) = mean(from, &centre).zip(mean(to, &centre)) {
                let dashes = if *is_strong { "" } else { "stroke-dasharray=\"5 4\" " };
                writeln!(f, "<path {dashes}d=\"{}\"/>", curve(from, to))?;
            }
        }
        let ends = self.links.iter().flat_map(|link| [&link.from, &link.to]);
        let candidates: BTreeSet<Candidate> =
            ends.flat_map(|end| end.cells.iter().map(|&cell| Candidate { cell, digit: end.digit })).collect();
        for (x, y) in candidates.into_iter().map(centre) {
            writeln!(f, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\"/>")?;
        }
        f.write_str("</g>\n")
    }
}

/// Centre of the candidates of an end; `None` without a cell.
fn mean(end: &LinkEnd, centre: impl Fn(Candidate) -> (usize, usize)) -> Option<(f64, f64)> {
    let centres = end.cells.iter().map(|&cell| centre(Candidate { cell, digit: end.digit }));
    let (x, y) = centres.reduce(|one, other| (one.0 + other.0, one.1 + other.1))?;
    let count = end.cells.len() as f64;
    Some((x as f64 / count, y as f64 / count))
}

/// Returns the path of a curve that bends to the right, with a gap at both ends.
fn curve((x1, y1): (f64, f64), (x2, y2): (f64, f64)) -> String {
    let control = ((x1 + x2) / 2.0 - (y2 - y1) * BEND, (y1 + y2) / 2.0 + (x2 - x1) * BEND);
    let (start, end) = (towards((x1, y1), control), towards((x2, y2), control));
    format!("M{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}", start.0, start.1, control.0, control.1, end.0, end.1)
}

/// Returns the point at the distance of a ring from a point, in the direction of another.
fn towards((x, y): (f64, f64), (other_x, other_y): (f64, f64)) -> (f64, f64) {
    let (dx, dy) = (other_x - x, other_y - y);
    let length = (dx * dx + dy * dy).sqrt();
    let part = if length == 0.0 { 0.0 } else { (RADIUS / length).min(0.5) };
    (x + dx * part, y + dy * part)
}
