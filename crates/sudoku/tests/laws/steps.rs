//! Laws of the steps of puzzles with constraints.

use std::collections::BTreeMap;
use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;

use quadrille_sudoku::constraints::Constraint;
use quadrille_sudoku::techniques::{Language, Step, WalkEnd};
use quadrille_sudoku::{
    Candidate, Cell, DigitSet, Grid, HouseKind, Layout, Progress, Puzzle, ResumableSearch, Rules, Solver,
};

use super::constraints::{several, values};

/// A random solution of an empty puzzle.
fn random_solution(rules: &Rules, seed: u64) -> Grid {
    let empty = Puzzle::empty(rules.clone());
    let mut solver = Solver::new(empty.clone(), NonZeroU64::MIN);
    solver.restart_in_random_order(empty, NonZeroU64::MIN, seed);
    while solver.advance(u64::MAX, &AtomicBool::new(false)).expect("sound") == Progress::Paused {}
    solver.answer().verdict.witnesses().first().expect("a solution").grid().clone()
}

/// A puzzle of these rules with this solution and every `n`-th of its clues.
fn with_clues(rules: &Rules, solution: &Grid, every: usize, seed: u64) -> Puzzle {
    let clues = solution.filled().filter(|(cell, _)| (cell.index() + seed as usize).is_multiple_of(every));
    clues.fold(Puzzle::empty(rules.clone()), |puzzle, (cell, digit)| {
        puzzle.with_clue(cell, digit).expect("fits")
    })
}

/// A puzzle with one solution: adds clues of the solution until it is the only one.
fn unique(rules: &Rules, solution: &Grid) -> Puzzle {
    let mut puzzle = Puzzle::empty(rules.clone());
    loop {
        let other = puzzle.solutions().take(2).find(|other| other.grid() != solution);
        let Some(other) = other else { return puzzle };
        let (cell, digit) =
            solution.filled().find(|&(cell, digit)| other.digit(cell) != Some(digit)).expect("another digit");
        puzzle = puzzle.with_clue(cell, digit).expect("fits");
    }
}

/// The constraints and houses of a step, without those of other steps; `None` if a constraint needs boxes that the step does not name.
fn named_rules(puzzle: &Puzzle, step: &Step) -> Option<Rules> {
    let layout = puzzle.rules().layout();
    let numbers = step.deduction.houses.iter().chain(&step.deduction.covers);
    let mut constraints = step.deduction.rule.as_ref().map_or_else(Vec::new, |rule| rule.constraints.clone());
    let mut houses = Vec::new();
    for house in numbers.filter_map(|&number| layout.houses().nth(number)) {
        match house.name.kind {
            HouseKind::Constraint => constraints.push(house.name.number - 1),
            _ => houses.push((house.name, house.cells.to_vec())),
        }
    }
    let positions = layout.cells().map(|cell| layout.position(cell)).collect();
    let rules = Rules::new(Layout::new(positions, houses).expect("a part"), puzzle.rules().digit_count());
    let constraints = constraints.into_iter().map(|index| puzzle.rules().constraints()[index].clone());
    rules.expect("a part").with_constraints(constraints).ok()
}

/// Asserts that the effects of a step follow from what it names.
fn assert_follows(puzzle: &Puzzle, step: &Step) {
    let Some(rule) = &step.deduction.rule else { return };
    // These depend on boxes or signs that are no part of the step.
    let is_of_grid = |index: &usize| {
        let name = puzzle.rules().constraints()[*index].type_name();
        ["negative", "region_sum_line", "or"].contains(&name)
    };
    if rule.constraints.iter().any(is_of_grid) {
        return;
    }
    let Some(rules) = named_rules(puzzle, step) else { return };
    let mut candidates = vec![rules.digits(); rules.layout().cell_count()];
    for need in &rule.needs {
        need.cells.iter().for_each(|cell| candidates[cell.index()] = need.digits);
    }
    let is_possible = |cell: Cell, digits: DigitSet| {
        let mut candidates = candidates.clone();
        candidates[cell.index()] = candidates[cell.index()].intersection(digits);
        !candidates[cell.index()].is_empty()
            && Puzzle::empty(rules.clone()).with_candidates(candidates).expect("fits").solve().is_some()
    };
    for &Candidate { cell, digit } in &step.deduction.eliminations {
        assert!(!is_possible(cell, DigitSet::of(digit)), "{puzzle}\n{}\n{step:?}", puzzle.explain(step));
    }
    for &Candidate { cell, digit } in &step.deduction.placements {
        let others = rules.digits().without(digit);
        assert!(!is_possible(cell, others), "{puzzle}\n{}\n{step:?}", puzzle.explain(step));
    }
}

/// Asserts that all steps keep a solution, follow from what they name, and have sentences. Counts their techniques.
fn check(puzzle: &Puzzle, solution: &Grid, found: &mut BTreeMap<&'static str, usize>) -> Option<WalkEnd> {
    let path = puzzle.path();
    for step in &path.steps {
        let is_true = |one: &Candidate| solution.digit(one.cell) == Some(one.digit);
        let is_sound =
            step.deduction.placements.iter().all(is_true) && !step.deduction.eliminations.iter().any(is_true);
        assert!(is_sound, "{puzzle}\n{}\n{step:?}", puzzle.explain(step));
        for &language in Language::ALL {
            let text = puzzle.explain_in(step, language);
            assert!(text.ends_with('.') && !text.contains("  ") && !text.contains("()"), "{text}");
        }
        assert_follows(puzzle, step);
        *found.entry(step.technique.name()).or_default() += 1;
    }
    path.end
}

#[test]
fn steps_of_constraints_of_all_types_follow_from_what_they_name() {
    let (mut found, mut types) = (BTreeMap::new(), BTreeMap::<&str, usize>::new());
    for seed in 0..60 {
        let size = [4, 6, 6][seed as usize % 3];
        let rules = Rules::usual(size).expect("a size");
        let solution = random_solution(&rules, seed);
        let digits = values(&solution);
        let made = several(&rules, seed, 80).into_iter().filter(|meant| (meant.holds)(&digits));
        let constraints: Vec<Constraint> = made.map(|meant| meant.constraint).take(8).collect();
        constraints.iter().for_each(|constraint| *types.entry(constraint.type_name()).or_default() += 1);
        let Ok(rules) = rules.with_constraints(constraints) else { continue };
        // Signs change the meaning of a negative constraint.
        if rules.broken_constraint(&|cell| digits[cell.index()]).is_some() {
            continue;
        }
        let puzzle = match seed % 2 {
            0 => with_clues(&rules, &solution, 5, seed),
            _ => unique(&rules, &solution),
        };
        let end = check(&puzzle, &solution, &mut found);
        assert!(seed % 2 == 0 || end == Some(WalkEnd::Solved), "{puzzle}");
    }
    for technique in
        ["Rule Direct", "One Rule", "Needed Digit", "Needed in House", "House in Rule", "Rule and House"]
    {
        assert!(found.contains_key(technique), "{technique}: {found:?}");
    }
    assert!(types.len() > 35, "{types:?}");
}

#[test]
fn steps_of_cages_follow_from_what_they_name() {
    let mut found = BTreeMap::new();
    for seed in 0..24 {
        let rules = Rules::usual([6, 6, 9][seed as usize % 3]).expect("a size");
        let solution = random_solution(&rules, seed);
        let puzzle = Puzzle::empty(cages(&rules, &solution, seed));
        let is_unique = puzzle.count_up_to(2) == 1;
        let end = check(&puzzle, &solution, &mut found);
        assert_eq!(end == Some(WalkEnd::Solved), is_unique, "{puzzle}");
    }
    for technique in ["One Rule", "Sum Rule", "Large Sum Rule", "Needed in House", "House in Rule"] {
        assert!(found.contains_key(technique), "{technique}: {found:?}");
    }
}

/// Rules with cages of two to six neighbours, or fewer where none fits,, with the sums of a solution, in all cells.
fn cages(rules: &Rules, solution: &Grid, seed: u64) -> Rules {
    let size = rules.digit_count();
    let digit = |cell: Cell| solution.digit(cell).expect("full");
    let mut free: Vec<bool> = vec![true; size * size];
    let mut random = quadrille_exact_cover::unstable::SplitMix64::new(seed);
    let mut constraints = Vec::new();
    for cell in rules.layout().cells() {
        if !free[cell.index()] {
            continue;
        }
        let (mut cage, length) = (vec![cell], 2 + random.below(5) as usize);
        free[cell.index()] = false;
        while cage.len() < length {
            let digits: DigitSet = cage.iter().map(|&cell| digit(cell)).collect();
            let near = |other: &Cell| {
                free[other.index()]
                    && !digits.contains(digit(*other))
                    && cage.iter().any(|&inside| rules.layout().distance(inside, *other) == 1)
            };
            let next: Vec<Cell> = rules.layout().cells().filter(near).collect();
            if next.is_empty() {
                break;
            }
            let chosen = next[random.below(next.len() as u64) as usize];
            free[chosen.index()] = false;
            cage.push(chosen);
        }
        let sum = cage.iter().map(|&cell| digit(cell).value() as i64).sum::<i64>();
        constraints.push(Constraint::cage(cage, Some(sum)).expect("a cage"));
    }
    rules.with_constraints(constraints).expect("cages")
}

#[test]
fn techniques_of_houses_solve_diagonals_windows_and_groups() {
    let mut found = BTreeMap::new();
    let all = [
        Constraint::diagonals(true, true).expect("both"),
        Constraint::windoku(),
        Constraint::disjoint_groups(),
    ];
    for seed in 0..18_u64 {
        let chosen = all.iter().enumerate().filter(|(at, _)| (seed % 7 + 1) >> at & 1 == 1);
        let chosen = chosen.map(|(_, constraint)| constraint.clone());
        let rules = Rules::usual(9).expect("a size").with_constraints(chosen).expect("fits");
        let solution = random_solution(&rules, seed);
        let puzzle = unique(&rules, &solution);
        assert_eq!(check(&puzzle, &solution, &mut found), Some(WalkEnd::Solved), "{puzzle}");
    }
    assert!(found.keys().all(|name| !name.contains("Rule")), "{found:?}");
}
