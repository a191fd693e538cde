//! Random small puzzles against a search without rules.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use quadrille_exact_cover::unstable::{NodeState, SplitMix64, Step};

use super::TurnSearch;
use crate::model::{
    AllowedTuples, Cell, Consecutive, Digit, Grid, HouseKind, HouseName, Layout, NetworkBuilder, Position,
    Puzzle, Rules,
};

/// A rule of a random puzzle, to be tested apart from its compilation.
#[derive(Clone, Debug)]
enum RandomRule {
    Different(Vec<usize>),
    /// Allowed pairs, as bits by the first digit.
    Pair([usize; 2], Vec<u64>),
    Sum(Vec<(usize, i64)>, i64),
    Table(Vec<usize>, Vec<Vec<usize>>),
    /// Consecutive digits, apart from the house of the cells.
    Consecutive(Vec<usize>),
}

impl RandomRule {
    /// Whether digits, from 1, satisfy the rule as far as they are known.
    fn allows(&self, digits: &[usize]) -> bool {
        match self {
            Self::Different(cells) => {
                let known: Vec<usize> = cells.iter().filter_map(|&cell| digits.get(cell)).copied().collect();
                known.iter().collect::<BTreeSet<_>>().len() == known.len()
            }
            Self::Pair([one, other], rows) => match (digits.get(*one), digits.get(*other)) {
                (Some(one), Some(other)) => rows[one - 1] >> (other - 1) & 1 == 1,
                _ => true,
            },
            Self::Sum(terms, total) => {
                let known = terms.iter().map(|&(cell, factor)| Some(factor * *digits.get(cell)? as i64));
                known.sum::<Option<i64>>().is_none_or(|sum| sum == *total)
            }
            Self::Table(cells, tuples) => {
                let known: Option<Vec<usize>> = cells.iter().map(|&cell| digits.get(cell).copied()).collect();
                known.is_none_or(|known| tuples.contains(&known))
            }
            Self::Consecutive(cells) => {
                let mut known: Vec<usize> =
                    cells.iter().filter_map(|&cell| digits.get(cell)).copied().collect();
                known.sort_unstable();
                known.len() < cells.len() || known.windows(2).all(|pair| pair[0] + 1 == pair[1])
            }
        }
    }
}

/// A random puzzle.
#[derive(Debug)]
struct Random {
    cells: usize,
    digits: usize,
    /// Houses, among them the rows, columns and boxes of a grid.
    houses: Vec<(HouseKind, Vec<usize>)>,
    rules: Vec<RandomRule>,
}

fn below(random: &mut SplitMix64, bound: usize) -> usize {
    random.below(bound as u64) as usize
}

/// A random choice of different cells.
fn some_cells(random: &mut SplitMix64, cells: usize, count: usize) -> Vec<usize> {
    let mut all: Vec<usize> = (0..cells).collect();
    random.shuffle(&mut all);
    all.truncate(count);
    all
}

impl Random {
    /// A puzzle that has `solution`, with parts of the kinds whose bits are set.
    fn new(random: &mut SplitMix64, kinds: u64) -> Self {
        let (cells, digits, mut houses, solution) = match below(random, 4) {
            0 => grid(random, 6, [3, 2]),
            1 | 2 => grid(random, 4, [2, 2]),
            _ => free(random),
        };
        let mut rules = Vec::new();
        let count = if cells == 36 { 14 } else { 5 };
        for _ in 0..1 + below(random, count) {
            let size = 2 + below(random, 5.min(cells - 2));
            let mut chosen = some_cells(random, cells, size);
            if cells >= 16 && below(random, 2) == 0 {
                // Neighbours, which the rule of 45 needs.
                let start = below(random, cells - size);
                chosen = (start..start + size).collect();
            }
            let kind = loop {
                let kind = below(random, 6);
                if kinds >> kind & 1 == 1 {
                    break kind;
                }
            };
            let [one, other] = [chosen[0], chosen[1]];
            let (a, b) = (solution[one], solution[other]);
            match kind {
                0 => {
                    let is_different =
                        chosen.iter().map(|&cell| solution[cell]).collect::<BTreeSet<_>>().len() == size;
                    if is_different && size > 2 {
                        houses.push((HouseKind::Region, chosen.clone()));
                        if below(random, 2) == 0 {
                            let total = chosen.iter().map(|&cell| solution[cell] as i64).sum();
                            rules
                                .push(RandomRule::Sum(chosen.iter().map(|&cell| (cell, 1)).collect(), total));
                        }
                    } else if a != b {
                        rules.push(RandomRule::Different(vec![one, other]));
                    }
                }
                1 => {
                    let mut rows: Vec<u64> = (0..digits).map(|_| random.below(1 << digits)).collect();
                    if below(random, 3) == 0 {
                        rows =
                            (0..digits).map(|first| (1 << (a + b).saturating_sub(first + 1)) >> 1).collect();
                        rows.iter_mut().for_each(|row| *row &= (1 << digits) - 1);
                    }
                    rows[a - 1] |= 1 << (b - 1);
                    rules.push(RandomRule::Pair([one, other], rows));
                }
                2 | 3 => {
                    let factor = |random: &mut SplitMix64| {
                        if kind == 2 { 1 } else { [1, 1, -1, -1, 2, -3, -10][below(random, 7)] }
                    };
                    let terms: Vec<(usize, i64)> =
                        chosen.iter().map(|&cell| (cell, factor(random))).collect();
                    let total = terms.iter().map(|&(cell, factor)| factor * solution[cell] as i64).sum();
                    rules.push(RandomRule::Sum(terms, total));
                }
                4 => {
                    let size = 2 + below(random, 3.min(digits - 1));
                    let first = 1 + below(random, digits + 1 - size);
                    let cell_of = |digit: usize| (0..cells).filter(|&cell| solution[cell] == digit).collect();
                    let places: Vec<Vec<usize>> = (first..first + size).map(cell_of).collect();
                    if places.iter().all(|places| !places.is_empty()) {
                        let chosen: Vec<usize> =
                            places.iter().map(|places| places[below(random, places.len())]).collect();
                        houses.push((HouseKind::Region, chosen.clone()));
                        rules.push(RandomRule::Consecutive(chosen));
                    }
                }
                _ => {
                    chosen.truncate(4);
                    let own: Vec<usize> = chosen.iter().map(|&cell| solution[cell]).collect();
                    let tuple =
                        |random: &mut SplitMix64| chosen.iter().map(|_| 1 + below(random, digits)).collect();
                    let mut tuples: Vec<Vec<usize>> =
                        (0..digits.pow(chosen.len() as u32) / 4).map(|_| tuple(random)).collect();
                    tuples.push(own);
                    rules.push(RandomRule::Table(chosen, tuples));
                }
            }
        }
        let clues = if cells == 36 { 18 } else { 2 };
        for cell in some_cells(random, cells, clues) {
            let rows = vec![1 << (solution[cell] - 1); digits];
            rules.push(RandomRule::Pair(
                [cell, cell],
                (0..digits).map(|digit| rows[digit] & 1 << digit).collect(),
            ));
        }
        Self { cells, digits, houses, rules }
    }

    fn puzzle(&self) -> Puzzle {
        let cell = |&cell: &usize| Cell(cell as u16);
        let mut builder = NetworkBuilder::new(self.cells, self.digits);
        for rule in &self.rules {
            match rule {
                RandomRule::Different(cells) => builder.distinct(&cells.iter().map(cell).collect::<Vec<_>>()),
                RandomRule::Pair([one, other], rows) => {
                    let relation = builder.relation(|a, b| rows[a - 1] >> (b - 1) & 1 == 1);
                    builder.relate(cell(one), cell(other), relation);
                }
                RandomRule::Sum(terms, total) => {
                    builder.sum(terms.iter().map(|(at, factor)| (cell(at), *factor as i32)), *total);
                }
                RandomRule::Consecutive(cells) => {
                    builder.part(Consecutive::new(cells.iter().map(cell).collect()));
                }
                RandomRule::Table(cells, tuples) => {
                    let digit = |&digit: &usize| Digit::new(digit).expect("a digit");
                    let tuples: Vec<Vec<Digit>> =
                        tuples.iter().map(|tuple| tuple.iter().map(digit).collect()).collect();
                    builder.part(AllowedTuples::new(cells.iter().map(cell).collect(), &tuples));
                }
            }
        }
        let parts = builder.finish().expect("few parts");
        let houses = (1..)
            .zip(&self.houses)
            .map(|(number, (kind, cells))| (HouseName::new(*kind, number), cells.iter().map(cell).collect()));
        let positions = (0..self.cells).map(|index| Position::of(index, self.cells)).collect();
        let layout = Layout::new(positions, houses).expect("valid");
        let rules = Rules::with_network(layout, self.digits, parts.network).expect("valid");
        Puzzle::empty(rules).with_candidates(parts.masks).expect("fits")
    }

    /// All solutions, found cell by cell.
    fn solutions(&self) -> BTreeSet<Vec<usize>> {
        let mut rules = self.rules.clone();
        rules.extend(self.houses.iter().map(|(_, cells)| RandomRule::Different(cells.clone())));
        let mut solutions = BTreeSet::new();
        self.extend(&rules, &mut Vec::new(), &mut solutions);
        solutions
    }

    fn extend(&self, rules: &[RandomRule], digits: &mut Vec<usize>, solutions: &mut BTreeSet<Vec<usize>>) {
        if digits.len() == self.cells {
            solutions.insert(digits.clone());
            return;
        }
        for digit in 1..=self.digits {
            digits.push(digit);
            if rules.iter().all(|rule| rule.allows(digits)) {
                self.extend(rules, digits, solutions);
            }
            digits.pop();
        }
    }
}

type Grids = (usize, usize, Vec<(HouseKind, Vec<usize>)>, Vec<usize>);

/// A square grid with rows, columns and perhaps boxes, and a grid of digits that fits.
fn grid(random: &mut SplitMix64, size: usize, [width, height]: [usize; 2]) -> Grids {
    let mut houses = Vec::new();
    for line in 0..size {
        houses.push((HouseKind::Row, (0..size).map(|k| size * line + k).collect()));
        houses.push((HouseKind::Column, (0..size).map(|k| size * k + line).collect()));
    }
    if below(random, 4) > 0 {
        for number in 0..size {
            let first = number / (size / width) * height * size + number % (size / width) * width;
            houses.push((HouseKind::Box, (0..size).map(|k| first + k / width * size + k % width).collect()));
        }
    }
    let mut digits: Vec<usize> = (1..=size).collect();
    random.shuffle(&mut digits);
    let shift = |row: usize| row % height * width + row / height;
    let solution = (0..size * size).map(|at| digits[(at % size + shift(at / size)) % size]).collect();
    (size * size, size, houses, solution)
}

/// Cells without a grid, with some houses.
fn free(random: &mut SplitMix64) -> Grids {
    let (cells, digits) = (4 + below(random, 4), 3 + below(random, 3));
    let solution: Vec<usize> = (0..cells).map(|_| 1 + below(random, digits)).collect();
    let mut houses = Vec::new();
    for _ in 0..below(random, 3) {
        let size = 2 + below(random, digits - 1);
        let chosen = some_cells(random, cells, size);
        let different: BTreeSet<usize> = chosen.iter().map(|&cell| solution[cell]).collect();
        if different.len() == chosen.len() {
            houses.push((HouseKind::Region, chosen));
        }
    }
    (cells, digits, houses, solution)
}

/// What a search has found, and its nodes and updates.
type SearchRecord = (Vec<Vec<usize>>, u64, u64);

/// Result of a new search with these turns, with pauses after each `budget` nodes and after each `work` units of preparation.
fn searched(puzzle: &Puzzle, turns: (u64, u64), [budget, work]: [u64; 2], seed: Option<u64>) -> SearchRecord {
    searched_by(&mut TurnSearch::new(puzzle.rules()), puzzle, turns, [budget, work], seed)
}

/// As [`searched`], by a search that may have searched other puzzles.
fn searched_by(
    search: &mut TurnSearch,
    puzzle: &Puzzle,
    turns: (u64, u64),
    [budget, work]: [u64; 2],
    seed: Option<u64>,
) -> SearchRecord {
    start(search, puzzle, work, seed);
    search.set_turns(turns.0, turns.1);
    let mut solutions = Vec::new();
    if search.root_state() == NodeState::Dead {
        return (solutions, 0, search.updates());
    }
    loop {
        match search.advance(budget, &AtomicBool::new(false)) {
            Step::Solution => {
                let mut grid: Grid = puzzle.clues().clone();
                search.fill(&mut grid);
                solutions.push(grid.cells().iter().map(|digit| digit.map_or(0, Digit::value)).collect());
                assert_eq!(search.solutions(), solutions.len() as u128);
            }
            Step::Paused => {}
            Step::Exhausted => return (solutions, search.nodes(), search.updates()),
        }
    }
}

/// Loads and prepares a puzzle, with pauses after each `work` units. A set flag stops each preparation before its next step.
fn start(search: &mut TurnSearch, puzzle: &Puzzle, work: u64, seed: Option<u64>) {
    search.restart(puzzle, seed);
    loop {
        let before = search.steps();
        let is_prepared = search.prepare(u64::MAX, &AtomicBool::new(true));
        assert_eq!(search.steps(), before);
        if is_prepared || search.prepare(work, &AtomicBool::new(false)) {
            return;
        }
    }
}

/// Turns of backtracking alone, of learning alone, and of both as short as can be.
const TURNS: [(u64, u64); 3] = [(u64::MAX, 1), (0, 1 << 40), (1, 1)];

/// Checks the puzzle of a seed. `kinds` are the kinds of parts that it has, as bits.
pub(crate) fn check(seed: u64, kinds: u64) {
    let random = Random::new(&mut SplitMix64::stream(kinds, seed), kinds);
    let puzzle = random.puzzle();
    let expected = random.solutions();
    for turns in TURNS {
        let whole = searched(&puzzle, turns, [u64::MAX; 2], None);
        let (solutions, ..) = &whole;
        let found: BTreeSet<Vec<usize>> = solutions.iter().cloned().collect();
        assert_eq!(found, expected, "seed {seed}, kinds {kinds:b}, turns {turns:?}: {random:?}");
        assert_eq!(found.len(), solutions.len(), "seed {seed}, kinds {kinds:b}: each solution once");
        if seed.is_multiple_of(8) {
            let (paused, nodes, _) = searched(&puzzle, turns, [3, 1], None);
            assert_eq!((&paused, nodes), (solutions, whole.1), "seed {seed}: pauses change nothing");
            let shuffled = searched(&puzzle, turns, [u64::MAX; 2], Some(seed)).0;
            let shuffled: BTreeSet<Vec<usize>> = shuffled.into_iter().collect();
            assert_eq!(shuffled, expected, "seed {seed}: the order changes no solution");
            assert_eq!(split(&puzzle, turns), expected.len(), "seed {seed}: parts add up");
        }
    }
}

/// Counts the solutions, splitting the search after each two nodes.
fn split(puzzle: &Puzzle, turns: (u64, u64)) -> usize {
    let mut parts = vec![puzzle.clone()];
    let mut count = 0;
    while let Some(part) = parts.pop() {
        let mut search = TurnSearch::new(part.rules());
        start(&mut search, &part, u64::MAX, None);
        search.set_turns(turns.0.max(2), turns.1);
        let step = loop {
            match search.count(u128::MAX, 2, &AtomicBool::new(false)) {
                Step::Solution => {}
                step => break step,
            }
        };
        let split = search.split(1 << 100);
        assert_eq!(split.searched, search.searched(1 << 100));
        if step != Step::Paused {
            count += search.solutions() as usize;
            continue;
        }
        count += split.counted as usize;
        for (path, branch) in split.rest.branches() {
            let mut part = part.clone();
            path.iter().chain(&branch.addition).for_each(|restriction| restriction.apply(&mut part));
            parts.push(part);
        }
    }
    count
}

#[test]
fn search_finds_the_solutions_of_each_kind_of_part() {
    for kind in 0..6 {
        (0..40).for_each(|seed| check(seed, 1 << kind));
    }
}

#[test]
fn search_finds_the_solutions_of_combined_parts() {
    (0..200).for_each(|seed| check(seed, 0b11_1111));
}

#[test]
fn search_does_not_depend_on_the_puzzles_before_it() {
    for kinds in [0b00_0010, 0b11_1111] {
        let puzzles: Vec<Puzzle> =
            (0..40).map(|seed| Random::new(&mut SplitMix64::stream(kinds, seed), kinds).puzzle()).collect();
        let mut used = TurnSearch::new(puzzles[0].rules());
        for (seed, puzzle) in (0_u64..).zip(&puzzles) {
            // Short turns depend on each step.
            let turns = (1, 8);
            let alone = searched(puzzle, turns, [u64::MAX; 2], None);
            // Twice: the second time with the compiled rules.
            for _ in 0..2 {
                let again = searched_by(&mut used, puzzle, turns, [u64::MAX; 2], None);
                assert_eq!(again, alone, "seed {seed}, kinds {kinds:b}");
            }
        }
    }
}
