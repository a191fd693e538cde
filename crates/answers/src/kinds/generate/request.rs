//! Reads what a generated puzzle must be like.

use std::num::NonZeroU64;
use std::sync::Arc;

use quadrille_sudoku::generate::{ClueSymmetry, Difficulty, PuzzleSpec};
use quadrille_sudoku::techniques::{Level, Technique};
use quadrille_sudoku::{BoxShape, Cell, Rules};

use crate::faults::{Fault, FaultCode, Faults, Location, Refusal};
use crate::kinds::generate::GenerateQuestion;
use crate::kinds::generate::ranges::{ClueRange, DifficultyWish};
use crate::kinds::generate::values::{IncludedParts, TechniqueLists};
use crate::wire::examples::{Examples, examples};
use crate::wire::puzzle::input::Context;
use crate::wire::puzzle::notation::Warning;
use crate::wire::puzzle::read::puzzle_from_json;
use crate::wire::puzzle::rules::plain_rules;
use crate::wire::puzzle::schema::PuzzleForms;
use crate::wire::puzzle::values::Unread;
use crate::wire::question::LimitsRequest;
use crate::wire::question::{QuestionKind, QuestionRequest, RequestKind, RequestSubject};
use crate::wire::request::{COUNT_MAX, Fields, Given, Nested, Positive, Seed, Whole};
use crate::wire::subject::AnswerNotation;

/// Number of rows of a puzzle without a size.
const SIZE_DEFAULT: usize = 9;

/// How a generated puzzle is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WishStyle {
    pub(crate) included: IncludedParts,
    has_seed: bool,
    count: Option<(NonZeroU64, Location)>,
}

impl WishStyle {
    /// Whether the client named a seed. Without one, a random seed must be drawn.
    pub fn has_seed(&self) -> bool {
        self.has_seed
    }

    /// Number of puzzles to stream; `None` for a single answer.
    ///
    /// # Errors
    /// [`Refusal`] if it is more than `count_max`.
    pub fn count(&self, count_max: u64) -> Result<Option<NonZeroU64>, Refusal> {
        let Some((count, location)) = &self.count else { return Ok(None) };
        if count.get() > count_max {
            let detail = format!("{count} puzzles are too many: this service streams up to {count_max}");
            return Err(Fault::new(FaultCode::OutOfRange, detail).at(location).into());
        }
        Ok(Some(*count))
    }
}

impl AnswerNotation for WishStyle {
    fn request_bytes(&self) -> usize {
        0
    }

    fn warnings(&self) -> Vec<Warning> {
        Vec::new()
    }
}

/// Request of `/generate`.
#[derive(Clone, Debug, Default, Fields)]
pub struct GenerateRequest {
    /// Number of rows, columns and digits.
    /// By default the size of `pattern` or `box`, otherwise 9.
    pub size: Given<Whole<1, 36>>,
    /// Size of a box: width x height, such as `3x2` in a query.
    /// By default the squarest, wider than high (3x3 for size 9, 4x3 for size 12).
    pub r#box: Given<BoxShape>,
    /// Levels or scores of the rating: `hard`, `medium..hard`, `300..500`; in JSON also `{"min": 300, "max": 500}`.
    /// By default any; most puzzles are then easy.
    pub difficulty: Given<DifficultyWish>,
    /// Number of clues: `24`, `24..28`, `24..` or `..28`; in JSON also a number, or `{"min": 24, "max": 28}`.
    /// By default 40 % of the cells, or fewer if the puzzle must be harder than easy, or minimal.
    pub clues: Given<ClueRange>,
    /// Symmetry of the cells with clues.
    /// By default `none`.
    pub symmetry: Given<ClueSymmetry>,
    /// Whether every clue must be needed; with a symmetry, every set of clues that it exchanges.
    /// By default `false`.
    pub minimal: Given<bool>,
    /// Cells that may have clues: a grid in any form of a puzzle, with any digit in these cells, such as `1..1.11.` and so on.
    /// Other cells have none.
    /// By default all cells.
    pub pattern: Given<Unread<PuzzleForms>>,
    /// Techniques that the path of the puzzle must have, or must not have: `x_wing,-xy_chain`; in JSON
    /// `{"require": ["x_wing"], "exclude": ["xy_chain"]}`. `GET /techniques` lists all.
    /// By default any.
    pub techniques: Given<TechniqueLists>,
    /// Seed of the random numbers. The same request and seed give the same puzzle, in one version of the service; requests for other
    /// puzzles have unrelated ones.
    /// By default a random one, which the answer names.
    pub seed: Given<Seed>,
    /// Number of puzzles, which are streamed: the first has the given seed, each further one the next number. The configuration
    /// may allow fewer.
    /// By default a single puzzle, which is not streamed.
    pub count: Given<Positive<1_000_000>>,
    /// Maximum number of attempts, each with another random solution.
    /// By default 10000.
    pub attempts: Given<Positive<1_000_000>>,
    /// Further parts of the answer, `solution` and `rating`: with commas between them in a query, an array in JSON.
    /// By default none.
    pub include: Given<IncludedParts>,
    /// Limits of the work.
    pub limits: Nested<LimitsRequest>,
}

impl GenerateRequest {
    /// Returns the question and how its puzzle is answered; `None`, with faults, if options are invalid.
    pub(crate) fn question(&self, faults: &mut Faults) -> Option<(GenerateQuestion, WishStyle)> {
        let spec = spec(self, faults);
        let seed = seed(self, faults);
        let attempts_max = self.attempts.number_or(10_000);
        let question = GenerateQuestion { spec: Arc::new(spec?), seed, attempts_max };
        let count = self.count.located().map(|(Positive(count), location)| (*count, location.clone()));
        let included = self.include.copied().unwrap_or_default();
        Some((question, WishStyle { included, has_seed: self.seed.is_given(), count }))
    }
}

/// Reads the seed of the first puzzle. That of the last one must be in range, too.
fn seed(request: &GenerateRequest, faults: &mut Faults) -> u64 {
    let further = request.count.get().map_or(0, |Positive(count)| count.get() - 1);
    let seed = request.seed.get().map_or(0, |seed| seed.0);
    if seed > COUNT_MAX - further {
        faults.push(|| {
            let detail = format!("must be at most {}, so that every puzzle has a seed", COUNT_MAX - further);
            request.seed.fault(FaultCode::OutOfRange, detail)
        });
    }
    seed
}

/// Reads the specification; `None`, with faults, if it is invalid or contradictory.
fn spec(request: &GenerateRequest, faults: &mut Faults) -> Option<PuzzleSpec> {
    let difficulty = difficulty(request, faults);
    let grid = pattern_grid(request, faults)?;
    let spec = PuzzleSpec::new(grid.rules)
        .with_cells(request.symmetry.copied().unwrap_or(ClueSymmetry::None), grid.pattern.as_deref())
        .map_err(|error| push(&request.pattern, error.to_string(), faults))
        .ok()?;
    let spec = with_clues(spec, request, faults)?;
    let spec = if request.minimal.copied() == Some(true) { spec.minimal() } else { spec };
    Some(match difficulty {
        Some(difficulty) => spec.with_difficulty(difficulty),
        None => spec,
    })
}

/// An empty grid, and its cells that may have clues.
struct PatternGrid {
    rules: Rules,
    /// `None` for all.
    pattern: Option<Vec<Cell>>,
}

fn pattern_grid(request: &GenerateRequest, faults: &mut Faults) -> Option<PatternGrid> {
    let before = faults.count();
    let read = request.pattern.located().and_then(|(Unread { json, .. }, location)| {
        puzzle_from_json(json, location, None, faults).zip(Some(location))
    });
    if faults.count() > before {
        return None;
    }
    let pattern_size = read.as_ref().and_then(|(read, _)| read.grid.square_size());
    let box_size = request.r#box.get().map(|shape| shape.width * shape.height);
    let size =
        request.size.get().map(|size| size.0 as usize).or(pattern_size).or(box_size).unwrap_or(SIZE_DEFAULT);
    let drawn =
        read.as_ref().and_then(|(read, _)| read.drawn.box_shape).filter(|_| pattern_size == Some(size));
    let rules = plain_rules(size, drawn, &request.r#box, faults);
    let Some((read, location)) = read else { return Some(PatternGrid { rules: rules?, pattern: None }) };
    let cells = read.grid.cells();
    if cells.len() != size * size {
        faults.add(FaultCode::PuzzleLength, location, || {
            format!("has {} cells, but a grid of size {size} has {}", cells.len(), size * size)
        });
        return None;
    }
    let rules = rules?;
    let read = read.beside(&rules, location, faults)?;
    let cells = read.grid.cells();
    let pattern = (0..).zip(cells).filter(|(_, digit)| digit.is_some()).map(|(cell, _)| Cell(cell)).collect();
    Some(PatternGrid { rules, pattern: Some(pattern) })
}

fn with_clues(spec: PuzzleSpec, request: &GenerateRequest, faults: &mut Faults) -> Option<PuzzleSpec> {
    let Some(ClueRange(clues)) = request.clues.copied() else { return Some(spec) };
    let cells: usize = spec.orbits().iter().map(Vec::len).sum();
    let most = clues.min.unwrap_or(0).max(cells as u64);
    let range = clues.within(0..=most);
    let end = |end: u64| usize::try_from(end).unwrap_or(usize::MAX);
    let spec = spec.with_clues(end(*range.start())..=end(*range.end()));
    spec.map_err(|error| push(&request.clues, error.to_string(), faults)).ok()
}

/// Reads the wanted difficulty; `None` without one.
fn difficulty(request: &GenerateRequest, faults: &mut Faults) -> Option<Difficulty> {
    let mut difficulty = Difficulty::default();
    match request.difficulty.copied() {
        Some(DifficultyWish::Levels(levels)) if levels.is_empty() => {
            push(&request.difficulty, "the range is empty: its first level is the harder one", faults);
        }
        Some(DifficultyWish::Scores(scores)) if scores.is_empty() => {
            push(&request.difficulty, "the range is empty: its first score is the larger one", faults);
        }
        Some(DifficultyWish::Levels(levels)) => {
            difficulty.levels = Some(levels.within(Level::Easy..=Level::Extreme));
        }
        Some(DifficultyWish::Scores(scores)) => difficulty.scores = Some(scores.within(0..=u64::MAX)),
        None => {}
    }
    if let Some(TechniqueLists { required, excluded }) = request.techniques.get() {
        let hardest = difficulty.levels.as_ref().map(|levels| *levels.end());
        check_techniques(&request.techniques, required, excluded, hardest, faults);
        difficulty.required.clone_from(required);
        difficulty.forbidden.clone_from(excluded);
    }
    let is_rated = request.include.copied().unwrap_or_default().rating || difficulty != Difficulty::default();
    is_rated.then_some(difficulty)
}

/// Adds faults for techniques that exclude each other, or are too hard for the wanted level.
fn check_techniques(
    given: &Given<TechniqueLists>,
    required: &[Technique],
    excluded: &[Technique],
    hardest: Option<Level>,
    faults: &mut Faults,
) {
    for technique in required {
        let id = technique.id();
        if excluded.contains(technique) {
            let detail = format!("`{id}` is both required and excluded: keep one of them");
            faults.push(|| given.fault(FaultCode::Contradiction, detail));
        }
        let level = technique.level();
        if let Some(hardest) = hardest.filter(|hardest| level > *hardest) {
            let (level, hardest) = (level.name(), hardest.name());
            let detail =
                format!("`{id}` makes a puzzle {level} at least, but `difficulty` allows {hardest} at most");
            faults.push(|| given.fault(FaultCode::Contradiction, detail));
        }
    }
}

fn push<T>(given: &Given<T>, detail: impl Into<String>, faults: &mut Faults) {
    faults.push(|| given.fault(FaultCode::OutOfRange, detail));
}

/// The kind of `/generate`.
#[derive(Clone, Copy, Debug)]
pub struct Generate;

impl RequestKind for Generate {
    type Request = GenerateRequest;
    type Valid = QuestionRequest<GenerateQuestion, WishStyle>;
    const PATH: &'static str = "/generate";
    const NAME: &'static str = "Generate";
    const LINK: &'static str = "generate a puzzle, or many as a stream";
    const EXAMPLES: Examples = examples!("single");
    const SUBJECT: RequestSubject = RequestSubject::Generated;

    fn validate(request: GenerateRequest, _: Context, faults: &mut Faults) -> Option<Self::Valid> {
        let (question, style) = request.question(faults)?;
        Some(QuestionRequest::new(question, &request.limits, style))
    }
}

impl QuestionKind for Generate {
    type Question = GenerateQuestion;
    type Notation = WishStyle;
}
