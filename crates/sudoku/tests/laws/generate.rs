//! Generated puzzles have one solution, and are what their specification says.

use std::collections::BTreeMap;
use std::num::NonZeroU64;
use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;

use proptest::prelude::*;
use proptest::sample::select;
use quadrille_exact_cover::unstable::SplitMix64;
use quadrille_sudoku::ResumableSearch;
use quadrille_sudoku::generate::{
    ClueSymmetry, Difficulty, GenerateAnswer, Generator, PuzzleSpec, SpecError, SpecRestriction,
};
use quadrille_sudoku::techniques::{Level, PathSearch, Technique};
use quadrille_sudoku::{BoxShape, Cell, Digit, Grid, Progress, Puzzle, Rules, Solver, StopReason};
use quadrille_testing::brute_force::{BeyondBound, Board};
use quadrille_testing::strategies::{Stage, board, cases, share, stages};

use crate::sudoku::{answer, puzzle};

/// Number of attempts of a law.
const ATTEMPTS_MAX: u64 = 3;

/// Techniques, with a seed that finds a puzzle soon.
const REQUIRED: [(Technique, u64); 9] = [
    (Technique::Jellyfish, 136),
    (Technique::Jellyfish, 163),
    (Technique::NakedQuad, 9),
    (Technique::NakedQuad, 5),
    (Technique::HiddenQuad, 29),
    (Technique::HiddenQuad, 34),
    (Technique::AlsXz, 18),
    (Technique::RemotePair, 11),
    (Technique::RemotePair, 34),
];

/// Number of attempts for a puzzle with a required technique.
const REQUIRED_ATTEMPTS_MAX: u64 = 500;

/// What a law asks for.
#[derive(Clone, Debug)]
struct Wish {
    size: usize,
    shape: BoxShape,
    symmetry: ClueSymmetry,
    pattern: Option<Vec<Cell>>,
    clues: Option<RangeInclusive<usize>>,
    is_minimal: bool,
    seed: u64,
}

impl Wish {
    fn any(size: usize) -> Self {
        Self {
            size,
            shape: BoxShape::usual(size),
            symmetry: ClueSymmetry::None,
            pattern: None,
            clues: None,
            is_minimal: false,
            seed: 1,
        }
    }

    fn minimal(size: usize, seed: u64) -> Self {
        Self { is_minimal: true, seed, ..Self::any(size) }
    }

    fn spec(&self) -> Result<PuzzleSpec, SpecError> {
        let rules = Rules::plain(self.size, self.shape).expect("the box fits");
        let mut spec = PuzzleSpec::new(rules).with_cells(self.symmetry, self.pattern.as_deref())?;
        if let Some(clues) = &self.clues {
            spec = spec.with_clues(clues.clone())?;
        }
        Ok(if self.is_minimal { spec.minimal() } else { spec })
    }

    fn generator(&self) -> Option<Generator> {
        Some(Generator::new(self.spec().ok()?, self.seed, ATTEMPTS_MAX))
    }

    fn answer(&self) -> GenerateAnswer {
        let mut generator = self.generator().expect("a valid wish");
        run(&mut generator);
        generator.answer()
    }

    /// The generated puzzle as a line.
    fn line(&self) -> String {
        let mut generator = Generator::new(self.spec().expect("valid"), self.seed, 20);
        run(&mut generator);
        line(generator.puzzle().expect("a puzzle").puzzle.clues())
    }
}

fn line(grid: &Grid) -> String {
    let symbol = |digit: Digit| char::from_digit(digit.value() as u32, 36).expect("below 36");
    grid.cells().iter().map(|digit| digit.map_or('.', symbol)).collect()
}

fn run(generator: &mut Generator) {
    let stop = AtomicBool::new(false);
    while generator.advance(u64::MAX, &stop).expect("no engine bug") == Progress::Paused {}
}

fn values(grid: &Grid) -> Vec<usize> {
    grid.cells().iter().map(|digit| digit.map_or(0, Digit::value)).collect()
}

/// Whether clues have exactly one solution.
fn has_one_solution(wish: &Wish, cells: Vec<usize>) -> Result<bool, BeyondBound> {
    let BoxShape { width, height } = wish.shape;
    let board = Board { size: wish.size, box_width: width, box_height: height, cells };
    Ok(board.solutions(2)?.len() == 1)
}

fn wish(sizes: &'static [usize]) -> impl Strategy<Value = Wish> {
    let shape = select(sizes).prop_flat_map(|size| select(BoxShape::all(size).collect::<Vec<_>>()));
    let pattern = proptest::option::weighted(0.4, (0.4..1.0_f64, any::<u64>()));
    let clues = proptest::option::weighted(0.4, (0.0..1.0_f64, 0.0..1.0_f64));
    (shape, select(ClueSymmetry::ALL.to_vec()), pattern, clues, any::<bool>(), any::<u64>()).prop_map(
        |(shape, symmetry, pattern, clues, is_minimal, seed)| {
            let size = shape.width * shape.height;
            let cells = (size * size) as f64;
            let pattern = pattern.map(|(share, seed)| {
                let mut pattern: Vec<Cell> = (0..size * size).map(|cell| Cell(cell as u16)).collect();
                SplitMix64::new(seed).shuffle(&mut pattern);
                pattern.truncate((cells * share) as usize);
                pattern
            });
            let clues = clues.map(|(one, other)| {
                (cells * f64::min(one, other)) as usize..=(cells * f64::max(one, other)) as usize
            });
            Wish { size, shape, symmetry, pattern, clues, is_minimal, seed }
        },
    )
}

/// The image of each cell under the transformations that a symmetry consists of, written from its name.
fn images(symmetry: ClueSymmetry, size: usize, cell: usize) -> Vec<usize> {
    let (row, column) = (cell / size, cell % size);
    let (last_row, last_column) = (size - 1 - row, size - 1 - column);
    let half_turn = (last_row, last_column);
    let (clockwise, anticlockwise) = ((column, last_row), (last_column, row));
    let (left_right, top_bottom) = ((row, last_column), (last_row, column));
    let (diagonal, antidiagonal) = ((column, row), (last_column, last_row));
    let images = match symmetry {
        ClueSymmetry::None => vec![],
        ClueSymmetry::Rotate180 => vec![half_turn],
        ClueSymmetry::Rotate90 => vec![clockwise, half_turn, anticlockwise],
        ClueSymmetry::Horizontal => vec![left_right],
        ClueSymmetry::Vertical => vec![top_bottom],
        ClueSymmetry::Diagonal => vec![diagonal],
        ClueSymmetry::Antidiagonal => vec![antidiagonal],
        ClueSymmetry::Full => {
            vec![clockwise, half_turn, anticlockwise, left_right, top_bottom, diagonal, antidiagonal]
        }
    };
    images.into_iter().map(|(row, column)| row * size + column).collect()
}

fn check(wish: &Wish, answer: &GenerateAnswer) -> Result<(), TestCaseError> {
    prop_assert_eq!(answer.stop_reason, StopReason::Complete);
    let Some(generated) = &answer.generated else {
        // No attempt is made for a wish that a bound rules out.
        prop_assert!([0, ATTEMPTS_MAX].contains(&answer.attempts), "{} attempts", answer.attempts);
        return Ok(());
    };
    prop_assert!((1..=ATTEMPTS_MAX).contains(&answer.attempts));
    let clues = values(generated.puzzle.clues());
    let solution = values(generated.solution.grid());
    prop_assert!(clues.iter().zip(&solution).all(|(&clue, &digit)| clue == 0 || clue == digit));
    let is_clue = |cell: usize| clues[cell] != 0;
    let count = (0..clues.len()).filter(|&cell| is_clue(cell)).count();
    prop_assert!(wish.clues.as_ref().is_none_or(|range| range.contains(&count)));
    for cell in (0..clues.len()).filter(|&cell| is_clue(cell)) {
        prop_assert!(images(wish.symmetry, wish.size, cell).into_iter().all(is_clue));
        prop_assert!(wish.pattern.as_ref().is_none_or(|pattern| pattern.contains(&Cell(cell as u16))));
        if wish.is_minimal {
            let mut fewer = clues.clone();
            fewer[cell] = 0;
            images(wish.symmetry, wish.size, cell).into_iter().for_each(|image| fewer[image] = 0);
            prop_assert!(!has_one_solution(wish, fewer)?, "the clue of cell {} is not needed", cell);
        }
    }
    prop_assert!(has_one_solution(wish, clues)?);
    Ok(())
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn puzzle_meets_its_specification(wish in wish(&[1, 2, 3, 4, 4, 6, 6, 8])) {
        if let Some(mut generator) = wish.generator() {
            run(&mut generator);
            check(&wish, &generator.answer())?;
        }
    }

    #[test]
    fn classic_puzzle_meets_its_specification(wish in wish(&[9]).prop_filter("classic", |wish| wish.shape.width == 3)) {
        if let Some(mut generator) = wish.generator() {
            run(&mut generator);
            check(&wish, &generator.answer())?;
        }
    }

    #[test]
    fn pauses_and_earlier_puzzles_do_not_change_the_puzzle(
        // The generator may take a second for a Latin square of 9x9.
        wish in wish(&[3, 4, 6, 9]).prop_filter("small or classic", |wish| wish.size < 9 || wish.shape.width == 3),
        stages in stages(),
        seed: u64,
        calls_max in 0..50_usize,
    ) {
        let Some(mut generator) = wish.generator() else { return Ok(()) };
        run(&mut generator);
        let expected = generator.answer();
        // An unfinished puzzle leaves no trace.
        generator.restart(seed);
        for stage in stages.iter().cycle().take(calls_max) {
            advance(&mut generator, stage)?;
        }
        generator.restart(wish.seed);
        // Many stages are empty: the rest runs without pauses.
        for stage in stages.iter().cycle().take(2_000) {
            if stage.cloned {
                generator = generator.clone();
            }
            if advance(&mut generator, stage)? != Progress::Paused {
                break;
            }
            let part = generator.answer();
            prop_assert!(part.generated.is_none() && part.attempts <= expected.attempts);
            prop_assert_eq!(part.stop_reason, StopReason::Interrupted);
        }
        run(&mut generator);
        prop_assert_eq!(generator.answer(), expected);
    }

    #[test]
    fn random_order_finds_the_same_solutions(board in board(1..=6), seed: u64, stages in stages()) {
        let limit = NonZeroU64::new(40).expect("positive");
        let expected = answer(&board, 40)?;
        let mut first = Vec::new();
        for _ in 0..2 {
            let mut solver = Solver::in_random_order(puzzle(&board), limit, seed);
            for stage in stages.iter().cycle() {
                let stop = AtomicBool::new(stage.stopped);
                if solver.advance(stage.budget_nodes, &stop).expect("no engine bug") != Progress::Paused {
                    break;
                }
            }
            let found = solver.answer();
            prop_assert_eq!(found.count, expected.count);
            prop_assert_eq!(found.verdict.witnesses().len(), expected.verdict.witnesses().len());
            first.push(found.verdict);
        }
        prop_assert_eq!(&first[0], &first[1]);
    }
}

fn advance(generator: &mut Generator, stage: &Stage) -> Result<Progress, TestCaseError> {
    let before = generator.nodes();
    let stop = AtomicBool::new(stage.stopped);
    let progress = generator.advance(stage.budget_nodes, &stop).expect("no engine bug");
    prop_assert!(generator.nodes() - before <= stage.budget_nodes);
    Ok(progress)
}

/// The puzzles of [`puzzle_of_a_seed_is_the_same_on_every_machine`].
const GOLDEN: [&str; 9] = [
    "92.3..7.8..7..9.14.....7.......2.6.5..54......3..7.18..59.3......8...9.2........1",
    ".5..2.1..8..7.3....23..9..5...3.4....96....2..8..9.4.......5..1..4...67........8.",
    ".7..6......4.....626.9.475....6.7..59.5.8..74.17..59..7...2.59....5..3.......9.8.",
    "4..5..3..8.......7..9..26.....3........9....5..4..51..6.......87.5..6..43..8.7..2",
    "7...2......6.4.1975.97......7.9..8.2.........1.4..2.7......82.5498.3.7......1...9",
    ".2.5.1.8.65.9.7.24...426...247...159..8...7..195...863...618...81.7.9.35.7.3.2.1.",
    "34......1..4..1.",
    "54.1..6.......3...1..5.2.....4...35.",
    ".....87.1.fde...6.7.....c48.......95g.3.e.....7..8...54c3..a.6..gf.2..b7.9..8.6...6...1.8a.7.5....a...fg..2.4....3...6daf.eg....97....62a.b.....a......b..5.62d7e...47...3...f9..4269d...e..3....afd..9...g..15.8..ge25....b.....9...b....4f..36..137...9..82.e.",
];

#[test]
fn puzzle_of_a_seed_is_the_same_on_every_machine() {
    let symmetric = |size, symmetry| Wish { symmetry, ..Wish::minimal(size, 7) };
    let pattern = (0..81).filter(|cell| cell % 3 != 1).map(Cell).collect();
    let lines = [
        Wish::minimal(9, 1).line(),
        Wish::minimal(9, u64::MAX).line(),
        Wish { seed: 2, clues: Some(30..=30), ..Wish::any(9) }.line(),
        Wish { pattern: Some(pattern), ..Wish::minimal(9, 3) }.line(),
        symmetric(9, ClueSymmetry::Rotate180).line(),
        symmetric(9, ClueSymmetry::Full).line(),
        Wish::minimal(4, 1).line(),
        symmetric(6, ClueSymmetry::Diagonal).line(),
        Wish::any(16).line(),
    ];
    assert_eq!(lines, GOLDEN);
}

/// Number of days of a daily puzzle, and of those with an extreme one: a hundred of these take some ten seconds.
const DAYS: u32 = 400;
const EXTREME_DAYS: u32 = 10;

/// The solutions of the puzzles of one seed, in the order of the specifications; each generator keeps its memory for the next seed.
fn solutions(generators: &mut [Generator], seed: u64) -> Vec<Grid> {
    let solution = |generator: &mut Generator| {
        generator.restart(seed);
        run(generator);
        generator.puzzle().expect("a puzzle").solution.grid().clone()
    };
    generators.iter_mut().map(solution).collect()
}

fn assert_different(solutions: &[Grid], seed: u64) {
    for (index, solution) in solutions.iter().enumerate() {
        assert!(!solutions[..index].contains(solution), "two puzzles of seed {seed} have one solution");
    }
}

#[test]
fn daily_puzzles_of_all_levels_have_different_solutions() {
    let spec = Wish { symmetry: ClueSymmetry::Rotate180, ..Wish::any(9) }.spec().expect("valid");
    let generator = |&level: &Level| Generator::new(spec.clone().with_difficulty(level), 0, 10_000);
    let mut generators: Vec<Generator> = Level::ALL.iter().map(generator).collect();
    for day in 0..share(DAYS) {
        // Dates such as 20260131, of 28 days in each month.
        let date = u64::from(20_260_101 + day / 336 * 10_000 + day / 28 % 12 * 100 + day % 28);
        let levels = if day < EXTREME_DAYS { generators.len() } else { generators.len() - 1 };
        assert_different(&solutions(&mut generators[..levels], date), date);
    }
}

#[test]
fn puzzles_of_one_seed_and_other_options_have_different_solutions() {
    let any = Wish::any(9);
    let clues = |clues| Wish { clues: Some(clues), ..any.clone() };
    let pattern = Some((1..81).map(Cell).collect());
    let wishes = [clues(30..=30), clues(30..=31), Wish { pattern, ..any.clone() }, Wish::minimal(9, 1), any];
    let specs = wishes.iter().map(|wish| wish.spec().expect("valid"));
    let symmetric = ClueSymmetry::ALL[1..]
        .iter()
        .map(|&symmetry| Wish { symmetry, ..Wish::any(9) }.spec().expect("valid"));
    let mut generators: Vec<Generator> =
        specs.chain(symmetric).map(|spec| Generator::new(spec, 0, 10_000)).collect();
    for seed in 0..100 {
        assert_different(&solutions(&mut generators, seed), seed);
    }
}

/// Generates a puzzle of this difficulty.
fn of_difficulty(size: usize, difficulty: Difficulty, seed: u64, attempts_max: u64) -> GenerateAnswer {
    let spec = Wish::any(size).spec().expect("valid").with_difficulty(difficulty);
    let mut generator = Generator::new(spec, seed, attempts_max);
    run(&mut generator);
    generator.answer()
}

#[test]
fn required_technique_is_in_the_path_of_the_puzzle() {
    for (technique, seed) in REQUIRED {
        let difficulty = Difficulty { required: vec![technique], ..Difficulty::default() };
        let answer = of_difficulty(9, difficulty, seed, REQUIRED_ATTEMPTS_MAX);
        let generated = answer.generated.unwrap_or_else(|| panic!("{technique:?}, seed {seed}"));
        let mut path = PathSearch::new(&generated.puzzle, Some(generated.solution.clone()));
        while path.advance(u64::MAX, &AtomicBool::new(false)) == Progress::Paused {}
        assert!(path.steps().iter().any(|step| step.technique == technique), "{technique:?}, seed {seed}");
        assert!(generated.rating.expect("rated").has(technique));
        let puzzle = Solver::new(generated.puzzle, NonZeroU64::new(2).expect("two"));
        assert_eq!(count(puzzle), 1);
    }
}

fn count(mut solver: Solver) -> u64 {
    while solver.advance(u64::MAX, &AtomicBool::new(false)).expect("no engine bug") == Progress::Paused {}
    solver.answer().count
}

#[test]
fn easy_puzzles_of_large_sizes_take_one_attempt() {
    for (size, seed) in [(12, 1), (16, 2), (20, 1), (20, 2), (25, 1), (25, 2)] {
        let levels = Some(Level::Easy..=Level::Easy);
        let answer = of_difficulty(size, Difficulty { levels, ..Difficulty::default() }, seed, 1);
        let generated = answer.generated.unwrap_or_else(|| panic!("{size}x{size}, seed {seed}"));
        assert!(generated.rating.expect("rated").singles_suffice());
        let clues = generated.puzzle.clues().filled_count();
        assert!((size * size * 40 / 100..size * size * 55 / 100).contains(&clues), "{size}: {clues}");
        assert_eq!(count(Solver::new(generated.puzzle, NonZeroU64::new(2).expect("two"))), 1);
    }
}

#[test]
fn binding_restrictions_are_those_that_attempts_fail() {
    let levels = |level| Difficulty { levels: Some(level..=level), ..Difficulty::default() };
    let required = |technique| Difficulty { required: vec![technique], ..Difficulty::default() };
    let pattern = Some((0..81).filter(|cell| cell % 9 != 0 && cell % 9 != 7).map(Cell).collect::<Vec<_>>());
    let any = Wish::any(9);
    let few = Wish { clues: Some(17..=19), ..any.clone() };
    let symmetric = Wish { symmetry: ClueSymmetry::Rotate180, ..few.clone() };
    let many = Wish { clues: Some(40..=50), ..any.clone() };
    let many_needed = Wish { is_minimal: true, ..many.clone() };
    let sparse = Wish { pattern, ..any.clone() };
    let extreme = Difficulty { required: vec![Technique::Pointing], ..levels(Level::Extreme) };
    for (wish, difficulty, expected) in [
        (few.clone(), None, vec![SpecRestriction::Clues]),
        // No attempt comes to the check of the difficulty.
        (few, Some(levels(Level::Easy)), vec![SpecRestriction::Clues]),
        (symmetric, None, vec![SpecRestriction::Clues, SpecRestriction::Symmetry]),
        (many_needed, None, vec![SpecRestriction::Clues, SpecRestriction::Minimal]),
        // Puzzles with fewer clues would be harder.
        (
            many.clone(),
            Some(levels(Level::Extreme)),
            vec![SpecRestriction::Difficulty, SpecRestriction::Clues],
        ),
        (
            many,
            Some(required(Technique::Jellyfish)),
            vec![SpecRestriction::Clues, SpecRestriction::Techniques],
        ),
        (Wish { seed: 5, ..any.clone() }, Some(extreme), vec![SpecRestriction::Difficulty]),
        (any, Some(required(Technique::SashimiJellyfish)), vec![SpecRestriction::Techniques]),
        (
            Wish { symmetry: ClueSymmetry::Rotate180, ..sparse },
            None,
            vec![SpecRestriction::Symmetry, SpecRestriction::Pattern],
        ),
    ] {
        let spec = wish.spec().expect("valid");
        let spec = match difficulty.clone() {
            Some(difficulty) => spec.with_difficulty(difficulty),
            None => spec,
        };
        let mut generator = Generator::new(spec, wish.seed, 12);
        run(&mut generator);
        let answer = generator.answer();
        assert!(answer.generated.is_none(), "{wish:?} {difficulty:?}");
        assert_eq!(answer.binding.iter().collect::<Vec<_>>(), expected, "{wish:?} {difficulty:?}");
    }
}

#[test]
fn impossible_wishes_end_with_the_attempts_made() {
    let answer = Wish { clues: Some(17..=17), ..Wish::any(9) }.answer();
    assert_eq!((answer.generated, answer.attempts), (None, ATTEMPTS_MAX));
    assert_eq!(answer.stop_reason, StopReason::Complete);
    assert!(answer.fewest_clues.is_some_and(|clues| (17..30).contains(&clues)));
}

#[test]
fn wishes_beyond_simple_bounds_are_answered_without_an_attempt() {
    let cells =
        |is_allowed: fn(u16) -> bool| Some((0..81).filter(|&cell| is_allowed(cell)).map(Cell).collect());
    let latin = |pattern: Vec<u16>| Wish {
        shape: BoxShape { width: 5, height: 1 },
        pattern: Some(pattern.into_iter().map(Cell).collect()),
        ..Wish::any(5)
    };
    for wish in [
        // No classic 9x9 with 16 clues has one solution (McGuire, Tugemann & Civario 2012).
        Wish { clues: Some(16..=16), ..Wish::any(9) },
        Wish { clues: Some(0..=3), ..Wish::any(4) },
        Wish { clues: Some(0..=4), ..Wish::any(6) },
        Wish { pattern: cells(|cell| cell < 16), ..Wish::any(9) },
        // Two empty rows of a band, two empty columns of a stack, and any two of a Latin square.
        Wish { pattern: cells(|cell| cell >= 18), ..Wish::any(9) },
        Wish { pattern: cells(|cell| cell % 9 != 3 && cell % 9 != 5), ..Wish::any(9) },
        latin((0..25).filter(|cell| cell / 5 != 0 && cell / 5 != 4).collect()),
        latin((0..25).filter(|cell| cell % 5 != 0 && cell % 5 != 4).collect()),
    ] {
        let answer = wish.answer();
        assert_eq!((answer.generated, answer.attempts, answer.nodes), (None, 0, 0), "{wish:?}");
        assert_eq!(answer.stop_reason, StopReason::Complete);
    }
    // An empty row in each band and an empty column in each stack exclude no puzzle.
    let spread = Wish { pattern: cells(|cell| cell / 9 % 3 != 0 && cell % 9 % 3 != 0), ..Wish::any(9) };
    let mut generator = Generator::new(spread.spec().expect("valid"), 1, 1);
    assert_eq!(generator.advance(1, &AtomicBool::new(false)), Ok(Progress::Paused));
}

#[test]
fn specifications_without_a_puzzle_are_rejected() {
    let error = |wish: &Wish| wish.spec().expect_err("invalid").to_string();
    let clues = |clues| Wish { clues: Some(clues), ..Wish::any(4) };
    let empty = RangeInclusive::new(5, 4);
    assert_eq!(error(&clues(empty)), "the range of clues is empty: 5 is more than 4");
    assert_eq!(error(&clues(17..=20)), "17 clues do not fit: 16 cells may have a clue");
    let pattern = Some(vec![Cell(16)]);
    assert_eq!(
        error(&Wish { pattern, ..Wish::any(4) }),
        "cell 17 of the pattern is outside the grid of 16 cells"
    );
    // Corners alone are symmetric; the other cell of the pattern has no partner in it.
    let wish = Wish {
        symmetry: ClueSymmetry::Rotate90,
        pattern: Some([0, 1, 3, 12, 15].map(Cell).to_vec()),
        ..clues(5..=5)
    };
    assert_eq!(error(&wish), "5 clues do not fit: 4 cells may have a clue");
}

#[test]
fn all_grids_of_size_4_are_drawn_with_the_documented_bias() {
    let mut counts: BTreeMap<Vec<usize>, u32> = BTreeMap::new();
    for seed in 0..28_800 {
        let rules = Rules::plain(4, BoxShape::usual(4)).expect("a size");
        let mut solver = Solver::in_random_order(Puzzle::empty(rules), NonZeroU64::MIN, seed);
        while solver.advance(u64::MAX, &AtomicBool::new(false)).expect("no bug") == Progress::Paused {}
        let verdict = solver.answer().verdict;
        *counts.entry(values(verdict.witnesses()[0].grid())).or_default() += 1;
    }
    assert_eq!(counts.len(), 288);
    // The search visits the branches of two thirds of the grids half as often as the others.
    assert!(counts.values().all(|count| (45..220).contains(count)), "{:?}", counts.values());
    let frequent = counts.values().filter(|&&count| count > 108).count();
    assert_eq!(frequent, 96);
}
