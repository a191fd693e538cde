//! Reads what a generated puzzle must be like.

use std::num::NonZeroU64;
use std::sync::Arc;

use quadrille_exact_cover::ProblemBounds;
use quadrille_sudoku::generate::{Difficulty, PuzzleSpec};
use quadrille_sudoku::techniques::{Level, Technique};
use quadrille_sudoku::{Cell, Rules};

use super::fault::{Fault, FaultCode, Faults, Location, Refusal};
use super::json::Json;
use super::notation::Warning;
use super::options::Options;
use super::puzzle::puzzle_from_json;
use super::question::rules;
use super::request_option::{COUNT_MAX, Key};
use super::subject::{AnswerNotation, RequestSubject};
use super::wish_values::{DifficultyRange, Included, TechniqueWish};

/// Number of rows of a puzzle without a size.
const SIZE_DEFAULT: usize = 9;

/// What a generated puzzle must be like. A request has it in its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleWish {
    pub(super) spec: Arc<PuzzleSpec>,
    /// 0 if the client named none.
    pub(super) seed: u64,
    pub(super) attempts_max: NonZeroU64,
}

/// How a generated puzzle is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WishStyle {
    pub(super) included: Included,
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

impl RequestSubject for PuzzleWish {
    type Notation = WishStyle;
    const MEMBERS: &'static [&'static str] = &[];
    const REQUIRED: &'static str = "options such as `difficulty`";
    const BARE: &'static str = "a string that is a name";
    const LINE_ADVICE: Option<&'static str> = None;
    const HAS_FORMATS: bool = false;

    fn from_members(
        _: &[(&str, &Json)],
        options: &Options,
        _: ProblemBounds,
        mut faults: Faults,
    ) -> Result<(Self, WishStyle), Refusal> {
        let spec = spec(options, &mut faults);
        let seed = seed(options, &mut faults);
        let Some(spec) = spec.filter(|_| faults.is_empty()) else { return Err(Refusal::Invalid(faults)) };
        let count = options.count().zip(options.location(Key::Count).cloned());
        let style =
            WishStyle { included: options.included(), has_seed: options.given_seed().is_some(), count };
        Ok((Self { spec: Arc::new(spec), seed, attempts_max: options.attempts() }, style))
    }

    fn from_text(
        _: &str,
        location: &Location,
        _: &Options,
        _: ProblemBounds,
        mut faults: Faults,
    ) -> Result<(Self, WishStyle), Refusal> {
        faults.push(|| {
            let detail = "the body must have fields, such as difficulty=hard, or be a JSON object";
            Fault::new(FaultCode::FormatSyntax, detail).at(location)
        });
        Err(Refusal::Invalid(faults))
    }
}

/// Reads the seed of the first puzzle. That of the last one must be in range, too.
fn seed(options: &Options, faults: &mut Faults) -> u64 {
    let further = options.count().map_or(0, |count| count.get() - 1);
    if let (Some(seed), Some(location)) = (options.given_seed(), options.location(Key::Seed))
        && seed > COUNT_MAX - further
    {
        faults.push(|| {
            let detail = format!("must be at most {}, so that every puzzle has a seed", COUNT_MAX - further);
            Fault::new(FaultCode::OutOfRange, detail).at(location)
        });
    }
    options.seed()
}

/// Reads the specification; `None`, with faults, if it is invalid or contradictory.
fn spec(options: &Options, faults: &mut Faults) -> Option<PuzzleSpec> {
    let difficulty = difficulty(options, faults);
    let grid = pattern_grid(options, faults)?;
    let spec = PuzzleSpec::new(grid.rules)
        .with_cells(options.symmetry(), grid.pattern.as_deref())
        .map_err(|error| push_at(options, Key::Pattern, error.to_string(), faults))
        .ok()?;
    let spec = with_clues(spec, options, faults)?;
    let spec = if options.is_minimal() { spec.minimal() } else { spec };
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

fn pattern_grid(options: &Options, faults: &mut Faults) -> Option<PatternGrid> {
    let before = faults.count();
    let read = options
        .pattern()
        .and_then(|(json, location)| puzzle_from_json(json, location, None, faults).zip(Some(location)));
    if faults.count() > before {
        return None;
    }
    let pattern_size = read.as_ref().and_then(|(read, _)| read.grid.square_size());
    let box_size = options.box_shape().map(|shape| shape.width * shape.height);
    let size = options.size().or(pattern_size).or(box_size).unwrap_or(SIZE_DEFAULT);
    let drawn = read.as_ref().and_then(|(read, _)| read.box_shape).filter(|_| pattern_size == Some(size));
    let rules = rules(size, drawn, options, faults);
    let Some((read, location)) = read else { return Some(PatternGrid { rules: rules?, pattern: None }) };
    let cells = read.grid.cells();
    if cells.len() != size * size {
        faults.push(|| {
            let detail = format!("has {} cells, but a grid of size {size} has {}", cells.len(), size * size);
            Fault::new(FaultCode::PuzzleLength, detail).at(location)
        });
        return None;
    }
    let rules = rules?;
    let read = read.beside(&rules, location, faults)?;
    let cells = read.grid.cells();
    let pattern = (0..).zip(cells).filter(|(_, digit)| digit.is_some()).map(|(cell, _)| Cell(cell)).collect();
    Some(PatternGrid { rules, pattern: Some(pattern) })
}

fn with_clues(spec: PuzzleSpec, options: &Options, faults: &mut Faults) -> Option<PuzzleSpec> {
    let Some(clues) = options.clues() else { return Some(spec) };
    let cells: usize = spec.orbits().iter().map(Vec::len).sum();
    let most = clues.min.unwrap_or(0).max(cells as u64);
    let range = clues.within(0..=most);
    let end = |end: u64| usize::try_from(end).unwrap_or(usize::MAX);
    let spec = spec.with_clues(end(*range.start())..=end(*range.end()));
    spec.map_err(|error| push_at(options, Key::Clues, error.to_string(), faults)).ok()
}

/// Reads the wanted difficulty; `None` without one.
fn difficulty(options: &Options, faults: &mut Faults) -> Option<Difficulty> {
    let mut difficulty = Difficulty::default();
    match options.difficulty() {
        Some(DifficultyRange::Levels(levels)) if levels.is_empty() => {
            push_at(
                options,
                Key::Difficulty,
                "the range is empty: its first level is the harder one".to_owned(),
                faults,
            );
        }
        Some(DifficultyRange::Scores(scores)) if scores.is_empty() => {
            push_at(
                options,
                Key::Difficulty,
                "the range is empty: its first score is the larger one".to_owned(),
                faults,
            );
        }
        Some(DifficultyRange::Levels(levels)) => {
            difficulty.levels = Some(levels.within(Level::Easy..=Level::Extreme));
        }
        Some(DifficultyRange::Scores(scores)) => difficulty.scores = Some(scores.within(0..=u64::MAX)),
        None => {}
    }
    if let Some(TechniqueWish { required, excluded }) = options.techniques() {
        check_techniques(
            options,
            required,
            excluded,
            difficulty.levels.as_ref().map(|levels| *levels.end()),
            faults,
        );
        difficulty.required.clone_from(required);
        difficulty.forbidden.clone_from(excluded);
    }
    let is_rated = options.included().rating || difficulty != Difficulty::default();
    is_rated.then_some(difficulty)
}

/// Adds faults for techniques that exclude each other, or are too hard for the wanted level.
fn check_techniques(
    options: &Options,
    required: &[Technique],
    excluded: &[Technique],
    hardest: Option<Level>,
    faults: &mut Faults,
) {
    for technique in required {
        let id = technique.id();
        if excluded.contains(technique) {
            let detail = format!("`{id}` is both required and excluded: keep one of them");
            push_code(options, Key::Techniques, FaultCode::Contradiction, detail, faults);
        }
        let level = Level::of(*technique);
        if let Some(hardest) = hardest.filter(|hardest| level > *hardest) {
            let (level, hardest) = (level.name(), hardest.name());
            let detail =
                format!("`{id}` makes a puzzle {level} at least, but `difficulty` allows {hardest} at most");
            push_code(options, Key::Techniques, FaultCode::Contradiction, detail, faults);
        }
    }
}

fn push_at(options: &Options, key: Key, detail: String, faults: &mut Faults) {
    push_code(options, key, FaultCode::OutOfRange, detail, faults);
}

fn push_code(options: &Options, key: Key, code: FaultCode, detail: String, faults: &mut Faults) {
    let root = Location::root();
    faults.push(|| Fault::new(code, detail).at(options.location(key).unwrap_or(&root)));
}
