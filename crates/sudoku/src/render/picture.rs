//! Picture of a puzzle, written as an SVG document.

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};

use super::borders::{Border, Borders, Extent};
use super::constraints::{DrawnConstraints, SUM_ROOM};
use super::step::{DrawnStep, Look};
use super::text::write_escaped;
use crate::encoding::Candidate;
use crate::model::{Cell, Digit, Grid, Layout, Position, Puzzle};
use crate::text::{Alphabet, LetterCase};

/// Distance between two candidates of a cell.
const STEP: usize = 20;

/// Width of the margin.
const MARGIN: usize = 4;

/// Distance of a frame from the borders of its cell.
const FRAME_INSET: usize = 2;

/// Picture of a puzzle. Displayed as an SVG document.
///
/// Clues are bold; digits of the solution are lighter. Where a second solution differs, the cell is tinted and shows both
/// digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Digits for the empty cells, all or some of them.
    pub solution: Option<Grid>,
    /// Another solution, to compare with the first.
    pub other: Option<Grid>,
    /// Whether the remaining empty cells show the candidates that no clue and no digit of the solution excludes.
    pub candidates: bool,
    /// A step to draw.
    pub step: Option<DrawnStep>,
    /// Symbols of the digits.
    pub alphabet: Alphabet,
    /// Title of the puzzle, which stands in the title of the picture.
    pub title: Option<String>,
}

/// Digits to draw in an empty cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DrawnDigits {
    Candidates,
    Digit(Digit),
    Differing(Option<Digit>, Option<Digit>),
}

impl Picture {
    /// Picture of the clues alone.
    pub fn new(puzzle: Puzzle) -> Self {
        let alphabet = LetterCase::Upper.into();
        let (solution, other, step, title) = Default::default();
        Self { puzzle, solution, other, candidates: false, step, alphabet, title }
    }

    fn layout(&self) -> &Layout {
        self.puzzle.rules().layout()
    }

    /// Returns what to draw in a cell without a clue.
    fn content(&self, cell: Cell) -> DrawnDigits {
        let digit = |grid: &Option<Grid>| grid.as_ref().and_then(|grid| grid.digit(cell));
        let (first, second) = (digit(&self.solution), digit(&self.other));
        if self.other.is_some() && first != second {
            return DrawnDigits::Differing(first, second);
        }
        first.map_or(DrawnDigits::Candidates, DrawnDigits::Digit)
    }

    /// Returns the cells without a clue, and what to draw in them.
    fn open_cells(&self) -> impl Iterator<Item = (Cell, DrawnDigits)> + '_ {
        let open = self.layout().cells().filter(|&cell| self.puzzle.clues().digit(cell).is_none());
        open.map(|cell| (cell, self.content(cell)))
    }

    /// Candidates in a row of a cell.
    fn candidates_per_row(&self) -> usize {
        let digits = self.puzzle.rules().digit_count();
        (1..=digits).find(|row| row * row >= digits).unwrap_or(1)
    }

    /// Width and height of a cell.
    fn side(&self) -> usize {
        self.candidates_per_row() * STEP + self.sum_room()
    }

    /// Room beside the candidates of a cell.
    fn sum_room(&self) -> usize {
        if self.puzzle.rules().is_unconstrained() { 0 } else { SUM_ROOM }
    }

    /// Top left corner of the candidates of a cell.
    fn candidates_corner(&self, cell: Cell) -> (usize, usize) {
        let (x, y) = self.centre(cell);
        (x - self.side() / 2 + self.sum_room() / 2, y - self.side() / 2 + self.sum_room())
    }

    /// Centre of a cell.
    fn centre(&self, cell: Cell) -> (usize, usize) {
        let Position { row, column } = self.layout().position(cell);
        let side = self.side();
        (column * side - side / 2, row * side - side / 2)
    }

    fn label(&self, digit: Digit) -> Label {
        match self.alphabet.symbol(digit) {
            Some(symbol) if self.puzzle.rules().digit_count() < 36 => Label::Symbol(symbol),
            _ => Label::Number(self.alphabet.value(digit)),
        }
    }

    /// Tints the cells of the step, and those in which the solutions differ.
    fn write_tints(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(step) = &self.step {
            for (Look { fill, stroke, dashes }, cells) in step.looks(self.layout()) {
                let inset = if stroke == "none" { 0 } else { FRAME_INSET };
                write!(
                    f,
                    "<path fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"2\" stroke-dasharray=\"{dashes}\" d=\""
                )?;
                self.write_squares(f, cells, inset)?;
                f.write_str("\"/>\n")?;
            }
        }
        let differing =
            self.open_cells().filter(|(_, content)| matches!(content, DrawnDigits::Differing(..)));
        let mut differing = differing.map(|(cell, _)| cell).peekable();
        if differing.peek().is_none() {
            return Ok(());
        }
        f.write_str("<path fill=\"#ffe2ad\" d=\"")?;
        self.write_squares(f, differing, 0)?;
        f.write_str("\"/>\n")
    }

    /// Writes the borders of cells as commands of a path, each moved inwards by `inset`.
    fn write_squares(
        &self,
        f: &mut Formatter<'_>,
        cells: impl IntoIterator<Item = Cell>,
        inset: usize,
    ) -> fmt::Result {
        let side = self.side() - 2 * inset;
        for cell in cells {
            let (x, y) = self.centre(cell);
            write!(f, "M{} {}h{side}v{side}h-{side}z", x - side / 2, y - side / 2)?;
        }
        Ok(())
    }

    fn write_clues(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let font = self.side() * 3 / 5;
        writeln!(f, "<g font-size=\"{font}\" font-weight=\"700\" fill=\"#14171c\">")?;
        for (cell, digit) in self.puzzle.clues().filled() {
            let (x, y) = self.centre(cell);
            self.write_digit(f, (x, y), font, digit)?;
        }
        f.write_str("</g>\n")
    }

    fn write_solution(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (side, font) = (self.side(), self.side() * 3 / 5);
        writeln!(f, "<g font-size=\"{font}\" fill=\"#3a6ea5\">")?;
        for (cell, content) in self.open_cells() {
            if let DrawnDigits::Digit(digit) = content {
                self.write_digit(f, self.centre(cell), font, digit)?;
            }
        }
        f.write_str("</g>\n")?;
        let font = side * 2 / 5;
        writeln!(f, "<g font-size=\"{font}\" fill=\"#7a4a00\">")?;
        for (cell, content) in self.open_cells() {
            let DrawnDigits::Differing(first, second) = content else { continue };
            let (x, y) = self.centre(cell);
            for (x, y, digit) in [(x - side / 4, y - side / 5, first), (x + side / 4, y + side / 5, second)] {
                digit.map_or(Ok(()), |digit| self.write_digit(f, (x, y), font, digit))?;
            }
        }
        f.write_str("</g>\n")
    }

    fn write_digit(
        &self,
        f: &mut Formatter<'_>,
        (x, y): (usize, usize),
        font: usize,
        digit: Digit,
    ) -> fmt::Result {
        writeln!(f, "<text x=\"{x}\" y=\"{}\">{}</text>", baseline(y, font), self.label(digit))
    }

    /// Font size of candidates.
    fn candidate_font(&self) -> usize {
        if self.puzzle.rules().digit_count() < 36 { 14 } else { 12 }
    }

    /// Centre of a candidate in its cell.
    fn candidate_centre(&self, Candidate { cell, digit }: Candidate) -> (usize, usize) {
        let (x, y) = self.candidates_corner(cell);
        let (row, column) =
            (digit.index() / self.candidates_per_row(), digit.index() % self.candidates_per_row());
        (x + column * STEP + STEP / 2, y + row * STEP + STEP / 2)
    }

    /// Digits that the clues and the solution give in each house, as bits.
    fn given_digits(&self) -> Vec<u64> {
        let mut given = vec![0; self.layout().house_count()];
        self.puzzle.given_digits(&mut given);
        for (cell, digit) in self.solution.iter().flat_map(Grid::filled) {
            self.layout().for_each_membership(cell, |membership| {
                given[usize::from(membership.house)] |= 1 << digit.index();
            });
        }
        given
    }

    /// Those of these candidates of the step whose cells have no digit.
    fn effects(&self, of_step: fn(&DrawnStep) -> &[Candidate]) -> BTreeSet<Candidate> {
        let is_empty =
            |cell| self.puzzle.clues().digit(cell).is_none() && self.content(cell) == DrawnDigits::Candidates;
        let effects = self.step.as_ref().map(of_step).unwrap_or_default();
        effects.iter().copied().filter(|effect| is_empty(effect.cell)).collect()
    }

    /// Writes the digits that the step places in a frame, and those that it removes with a line across.
    fn write_effects(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let placed = self.effects(|step| &step.placements);
        let removed = self.effects(|step| &step.eliminations);
        for (effects, colour, is_removed) in [(placed, "#1c6b3c", false), (removed, "#9b1c10", true)] {
            if effects.is_empty() {
                continue;
            }
            let font = self.candidate_font();
            writeln!(f, "<g font-size=\"{font}\" font-weight=\"700\" fill=\"{colour}\">")?;
            for &effect in &effects {
                self.write_digit(f, self.candidate_centre(effect), font, effect.digit)?;
            }
            write!(f, "</g>\n<path fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" d=\"")?;
            for (x, y) in effects.into_iter().map(|effect| self.candidate_centre(effect)) {
                match is_removed {
                    true => write!(f, "M{} {}l14 -14", x - 7, y + 7)?,
                    false => write!(f, "M{} {}h16v16h-16z", x - 8, y - 8)?,
                }
            }
            f.write_str("\"/>\n")?;
        }
        Ok(())
    }

    /// Writes the title: the sentence of the step, or else the size of the puzzle.
    fn write_title(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("<title>")?;
        match &self.step {
            Some(step) if !step.text.is_empty() => write_escaped(f, &step.text)?,
            _ => {
                let Extent { rows, columns } = Extent::of(self.layout());
                let clues = self.puzzle.clues().filled().count();
                if let Some(title) = &self.title {
                    write_escaped(f, title)?;
                    f.write_str(": ")?;
                }
                write!(f, "Sudoku {columns}x{rows} with {clues} clues")?;
                match self.puzzle.rules().constraints().len() {
                    0 => {}
                    1 => f.write_str(" and 1 constraint")?,
                    count => write!(f, " and {count} constraints")?,
                }
            }
        }
        f.write_str("</title>\n")
    }

    /// Writes the candidates of each cell row by row: one position for each character.
    fn write_candidates(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let font = self.candidate_font();
        // Darker on the shapes of constraints.
        let colour = if self.puzzle.rules().is_unconstrained() { "#68707c" } else { "#50565f" };
        writeln!(f, "<g font-size=\"{font}\" fill=\"{colour}\">")?;
        let given = self.given_digits();
        let candidates = self.puzzle.open_candidates(&given);
        let digits: Vec<Digit> = Digit::all(self.puzzle.rules().digit_count()).collect();
        let mut effects = self.effects(|step| &step.placements);
        effects.extend(self.effects(|step| &step.eliminations));
        for (cell, _) in self.open_cells().filter(|(_, content)| *content == DrawnDigits::Candidates) {
            let corner = self.candidates_corner(cell);
            for (row, digits) in digits.chunks(self.candidates_per_row()).enumerate() {
                let remaining = digits.iter().map(|&digit| {
                    candidates(cell) >> digit.index() & 1 == 1
                        && !effects.contains(&Candidate { cell, digit })
                });
                let labels: Vec<(usize, Label)> = (corner.0 + STEP / 2..)
                    .step_by(STEP)
                    .zip(digits)
                    .zip(remaining)
                    .filter(|(_, remains)| *remains)
                    .map(|((x, &digit), _)| (x, self.label(digit)))
                    .collect();
                if !labels.is_empty() {
                    let y = baseline(corner.1 + row * STEP + STEP / 2, font);
                    write_row(f, y, &labels)?;
                }
            }
        }
        f.write_str("</g>\n")
    }

    fn write_lines(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let borders = Borders::of(self.layout());
        for (kind, colour, width) in [(Border::Cell, "#c2c7cf", 1), (Border::Region, "#14171c", 3)] {
            write!(
                f,
                "<path fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"square\" d=\""
            )?;
            borders.write(f, kind, self.side())?;
            f.write_str("\"/>\n")?;
        }
        Ok(())
    }
}

/// Writes candidates on one line. `x` is the centre of each label.
fn write_row(f: &mut Formatter<'_>, y: usize, labels: &[(usize, Label)]) -> fmt::Result {
    write!(f, "<text y=\"{y}\" x=\"")?;
    for (index, (x, label)) in labels.iter().enumerate() {
        let separator = if index == 0 { "" } else { " " };
        match label {
            Label::Number(10..) => write!(f, "{separator}{} {}", x - 3, x + 4)?,
            Label::Number(_) | Label::Symbol(_) => write!(f, "{separator}{x}")?,
        }
    }
    f.write_str("\">")?;
    for (_, label) in labels {
        write!(f, "{label}")?;
    }
    f.write_str("</text>\n")
}

/// Returns the baseline of text centred at `y`.
fn baseline(y: usize, font: usize) -> usize {
    y + font * 7 / 20
}

impl Display for Picture {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Extent { rows, columns } = Extent::of(self.layout());
        let constraints = DrawnConstraints::new(self.puzzle.rules(), self.side());
        let captions = constraints.caption_block(columns * self.side());
        let room = constraints.outside_room();
        let margin = MARGIN + room;
        let width = captions.width.max(columns * self.side() + room) + margin + MARGIN;
        let bottom = rows * self.side() + room;
        let height = bottom + captions.height() + margin + MARGIN;
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-{margin} -{margin} {width} {height}\" role=\"img\" \
             font-family=\"Helvetica, Arial, sans-serif\" text-anchor=\"middle\">"
        )?;
        self.write_title(f)?;
        constraints.write_description(f)?;
        writeln!(
            f,
            "<rect x=\"-{margin}\" y=\"-{margin}\" width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>"
        )?;
        self.write_tints(f)?;
        constraints.write_below(f)?;
        self.write_lines(f)?;
        constraints.write_above(f)?;
        if self.candidates {
            self.write_candidates(f)?;
        }
        self.write_effects(f)?;
        self.write_solution(f)?;
        self.write_clues(f)?;
        if let Some(step) = &self.step {
            step.write_links(f, |candidate| self.candidate_centre(candidate))?;
        }
        captions.write(f, bottom)?;
        f.write_str("</svg>\n")
    }
}

/// Text of a digit. There is no symbol for 36, so that a grid with it has numbers.
#[derive(Clone, Copy, Debug)]
enum Label {
    Symbol(char),
    Number(usize),
}

impl Display for Label {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Symbol(symbol) => symbol.fmt(f),
            Self::Number(number) => number.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{BoxShape, Rules};
    use crate::techniques::Link;
    use crate::text::parse_line;

    fn picture(size: usize, line: &str) -> Picture {
        let rules = Rules::plain(size, BoxShape::usual(size)).expect("a size");
        let clues = Grid::from_cells(vec![None; size * size]).expect("a square");
        let clues = if line.is_empty() { clues } else { parse_line(line, &mut |_| {}).expect("a grid").0 };
        let puzzle = Puzzle::new(rules, clues).expect("the digits fit");
        Picture::new(puzzle)
    }

    #[test]
    fn picture_has_lines_clues_and_candidates() {
        let picture = Picture { candidates: true, ..picture(4, "1.....3..4......") };
        insta::assert_snapshot!(picture, @r##"
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 168 168" role="img" font-family="Helvetica, Arial, sans-serif" text-anchor="middle">
        <title>Sudoku 4x4 with 3 clues</title>
        <rect x="-4" y="-4" width="168" height="168" fill="#fff"/>
        <path fill="none" stroke="#c2c7cf" stroke-width="1" stroke-linecap="square" d="M0 40h160M0 120h160M40 0v160M120 0v160"/>
        <path fill="none" stroke="#14171c" stroke-width="3" stroke-linecap="square" d="M0 0h160M0 80h160M0 160h160M0 0v160M80 0v160M160 0v160"/>
        <g font-size="14" fill="#68707c">
        <text y="14" x="70">2</text>
        <text y="34" x="50">3</text>
        <text y="14" x="110">2</text>
        <text y="34" x="110">4</text>
        <text y="14" x="150">2</text>
        <text y="34" x="150">4</text>
        <text y="54" x="30">2</text>
        <text y="74" x="30">4</text>
        <text y="54" x="70">2</text>
        <text y="54" x="130 150">12</text>
        <text y="74" x="150">4</text>
        <text y="94" x="30">2</text>
        <text y="114" x="10">3</text>
        <text y="94" x="90 110">12</text>
        <text y="94" x="130 150">12</text>
        <text y="114" x="130">3</text>
        <text y="134" x="30">2</text>
        <text y="154" x="10">3</text>
        <text y="134" x="50 70">12</text>
        <text y="154" x="50">3</text>
        <text y="134" x="90 110">12</text>
        <text y="154" x="110">4</text>
        <text y="134" x="130 150">12</text>
        <text y="154" x="130 150">34</text>
        </g>
        <g font-size="24" fill="#3a6ea5">
        </g>
        <g font-size="16" fill="#7a4a00">
        </g>
        <g font-size="24" font-weight="700" fill="#14171c">
        <text x="20" y="28">1</text>
        <text x="100" y="68">3</text>
        <text x="60" y="108">4</text>
        </g>
        </svg>
        "##);
    }

    #[test]
    fn solutions_are_lighter_and_differing_cells_tinted() {
        let grid = |line| parse_line(line, &mut |_| {}).map(|(grid, _)| grid);
        let (solution, other) = (grid("1324423124133142"), grid("1324423134122143"));
        insta::assert_snapshot!(Picture { solution, other, ..picture(4, "1.....3..4......") }, @r##"
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 168 168" role="img" font-family="Helvetica, Arial, sans-serif" text-anchor="middle">
        <title>Sudoku 4x4 with 3 clues</title>
        <rect x="-4" y="-4" width="168" height="168" fill="#fff"/>
        <path fill="#ffe2ad" d="M0 80h40v40h-40zM120 80h40v40h-40zM0 120h40v40h-40zM120 120h40v40h-40z"/>
        <path fill="none" stroke="#c2c7cf" stroke-width="1" stroke-linecap="square" d="M0 40h160M0 120h160M40 0v160M120 0v160"/>
        <path fill="none" stroke="#14171c" stroke-width="3" stroke-linecap="square" d="M0 0h160M0 80h160M0 160h160M0 0v160M80 0v160M160 0v160"/>
        <g font-size="24" fill="#3a6ea5">
        <text x="60" y="28">3</text>
        <text x="100" y="28">2</text>
        <text x="140" y="28">4</text>
        <text x="20" y="68">4</text>
        <text x="60" y="68">2</text>
        <text x="140" y="68">1</text>
        <text x="100" y="108">1</text>
        <text x="60" y="148">1</text>
        <text x="100" y="148">4</text>
        </g>
        <g font-size="16" fill="#7a4a00">
        <text x="10" y="97">2</text>
        <text x="30" y="113">3</text>
        <text x="130" y="97">3</text>
        <text x="150" y="113">2</text>
        <text x="10" y="137">3</text>
        <text x="30" y="153">2</text>
        <text x="130" y="137">2</text>
        <text x="150" y="153">3</text>
        </g>
        <g font-size="24" font-weight="700" fill="#14171c">
        <text x="20" y="28">1</text>
        <text x="100" y="68">3</text>
        <text x="60" y="108">4</text>
        </g>
        </svg>
        "##);
    }

    fn candidate(cell: u16, digit: usize) -> Candidate {
        Candidate { cell: Cell(cell), digit: Digit::new(digit).expect("a digit") }
    }

    #[test]
    fn step_has_looks_effects_links_and_an_escaped_title() {
        let step = DrawnStep {
            text: "r1c2 & r1c4 < 4\u{1}".to_owned(),
            houses: vec![0],
            covers: vec![5],
            cells: vec![Cell(1), Cell(2)],
            fins: vec![Cell(2)],
            groups: vec![vec![Cell(4)], vec![Cell(5), Cell(7)]],
            links: vec![
                Link::strong(candidate(1, 2), candidate(3, 2)),
                Link::weak(candidate(3, 2), candidate(3, 4)),
            ],
            placements: vec![candidate(1, 2), candidate(0, 4)],
            eliminations: vec![candidate(3, 4), candidate(3, 4)],
        };
        let picture = Picture { step: Some(step), ..picture(4, "1.....3..4......") };
        insta::assert_snapshot!(picture, @r##"
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 168 168" role="img" font-family="Helvetica, Arial, sans-serif" text-anchor="middle">
        <title>r1c2 &amp; r1c4 &lt; 4�</title>
        <rect x="-4" y="-4" width="168" height="168" fill="#fff"/>
        <path fill="#d8efe4" stroke="#0f5c4d" stroke-width="2" stroke-dasharray="8 4" d="M42 42h36v36h-36zM122 42h36v36h-36z"/>
        <path fill="#e4edfb" stroke="none" stroke-width="2" stroke-dasharray="none" d="M0 0h40v40h-40zM120 0h40v40h-40z"/>
        <path fill="#f0eff4" stroke="none" stroke-width="2" stroke-dasharray="none" d="M40 80h40v40h-40zM40 120h40v40h-40z"/>
        <path fill="#fdf0c2" stroke="#7a5c00" stroke-width="2" stroke-dasharray="none" d="M42 2h36v36h-36zM2 42h36v36h-36z"/>
        <path fill="#ffdccb" stroke="#9b1c10" stroke-width="2" stroke-dasharray="3 3" d="M82 2h36v36h-36z"/>
        <path fill="none" stroke="#c2c7cf" stroke-width="1" stroke-linecap="square" d="M0 40h160M0 120h160M40 0v160M120 0v160"/>
        <path fill="none" stroke="#14171c" stroke-width="3" stroke-linecap="square" d="M0 0h160M0 80h160M0 160h160M0 0v160M80 0v160M160 0v160"/>
        <g font-size="14" font-weight="700" fill="#1c6b3c">
        <text x="70" y="14">2</text>
        </g>
        <path fill="none" stroke="#1c6b3c" stroke-width="2" d="M62 2h16v16h-16z"/>
        <g font-size="14" font-weight="700" fill="#9b1c10">
        <text x="150" y="34">4</text>
        </g>
        <path fill="none" stroke="#9b1c10" stroke-width="2" d="M143 37l14 -14"/>
        <g font-size="24" fill="#3a6ea5">
        </g>
        <g font-size="16" fill="#7a4a00">
        </g>
        <g font-size="24" font-weight="700" fill="#14171c">
        <text x="20" y="28">1</text>
        <text x="100" y="68">3</text>
        <text x="60" y="108">4</text>
        </g>
        <g fill="none" stroke="#a3348a" stroke-width="2">
        <path d="M78.6 12.7Q110.0 22.8 141.4 12.7"/>
        <path stroke-dasharray="5 4" d="M148.4 15.0Q146.8 20.0 148.4 25.0"/>
        <circle cx="70" cy="10" r="9"/>
        <circle cx="150" cy="10" r="9"/>
        <circle cx="150" cy="30" r="9"/>
        </g>
        </svg>
        "##);
    }

    #[test]
    fn candidates_of_a_step_are_drawn_once() {
        let step = DrawnStep { eliminations: vec![candidate(3, 4)], ..DrawnStep::default() };
        let picture = Picture { candidates: true, ..picture(4, "1.....3..4......") };
        let before = picture.to_string();
        let after = Picture { step: Some(step), ..picture }.to_string();
        let candidate = ("<text y=\"34\" x=\"150\">4</text>", "<text x=\"150\" y=\"34\">4</text>");
        assert!(before.contains(candidate.0) && !before.contains(candidate.1), "{before}");
        assert!(after.contains(candidate.1) && !after.contains(candidate.0), "{after}");
    }

    #[test]
    fn digits_of_the_solution_exclude_candidates() {
        let solution = parse_line(".3..............", &mut |_| {}).map(|(grid, _)| grid);
        let picture = Picture { solution, candidates: true, ..picture(4, "1...............") };
        let text = picture.to_string();
        // The other cells of row 1.
        assert!(
            text.contains("<text y=\"14\" x=\"110\">2</text>\n<text y=\"34\" x=\"110\">4</text>"),
            "{text}"
        );
    }

    #[test]
    fn many_links_and_groups_of_the_largest_grid_are_bounded() {
        let cells: Vec<Cell> = (0..1296).map(Cell).collect();
        let link = Link::strong(candidate(0, 36), candidate(1295, 1));
        let step = DrawnStep {
            cells: cells.clone(),
            groups: vec![cells.clone(); 100],
            links: vec![link; 1000],
            eliminations: vec![candidate(7, 7); 1000],
            ..DrawnStep::default()
        };
        let text = Picture { step: Some(step), ..picture(36, "") }.to_string();
        assert!(text.len() < 150_000, "{} bytes", text.len());
        assert_eq!(text.matches("<circle").count(), 2);
    }

    #[test]
    fn every_size_has_candidates_in_rows_and_bounded_length() {
        for size in 1..=36 {
            let empty = Picture { candidates: true, ..picture(size, "") };
            let text = empty.to_string();
            assert_eq!(text.matches("viewBox").count(), 1);
            assert!(text.len() < 700_000, "{size}: {} bytes", text.len());
            let candidates: usize = size * size * size.div_ceil(empty.candidates_per_row());
            assert_eq!(text.matches("<text").count(), candidates, "{size}");
        }
    }

    #[test]
    fn largest_grid_has_numbers() {
        let mut clues = vec![None; 36 * 36];
        clues[1] = Digit::new(36);
        let rules = Rules::plain(36, BoxShape::usual(36)).expect("a size");
        let puzzle = Puzzle::new(rules, Grid::from_cells(clues).expect("a square")).expect("the digits fit");
        let text = Picture::new(puzzle).to_string();
        assert!(text.contains("<text x=\"180\" y=\"85\">36</text>"), "{text}");
    }
}
