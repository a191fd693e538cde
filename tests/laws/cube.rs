//! Laws of cubes: a partition has each solution once, and no weight is lost, wherever a search is split.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use proptest::prelude::*;
use quadrille::exact_cover::{
    Cube, CubeSearch, Links, OptionId, PortfolioSearch, Problem, Search, Step, cubes,
};

use crate::exact_cover::{dominoes, langford, problem, queens};
use crate::strategies::{cases, crowded_statement, statement};

/// Stop flag that is never set.
static RUN: AtomicBool = AtomicBool::new(false);

/// Solutions of a cube, each with all options of the cube.
fn solutions_of(problem: &Problem, cube: &Cube) -> Vec<BTreeSet<usize>> {
    let mut search = CubeSearch::new(problem, cube.clone());
    let mut solutions = Vec::new();
    loop {
        match search.advance(u64::MAX, &RUN) {
            Step::Solution => solutions.push(search.solution().map(|option| option.0 as usize).collect()),
            Step::Paused => {}
            Step::Exhausted => break,
        }
    }
    let has_all = |solution: &BTreeSet<usize>| {
        cube.options().iter().all(|&OptionId(option)| solution.contains(&(option as usize)))
    };
    assert!(solutions.iter().all(has_all), "a solution of another cube");
    solutions
}

/// Solutions of the whole problem, by a search that other laws compare with brute force.
fn all_solutions(problem: &Problem) -> BTreeSet<BTreeSet<usize>> {
    let mut search = Search::new(Links::new(problem));
    let mut solutions = BTreeSet::new();
    loop {
        match search.advance(u64::MAX, &RUN) {
            Step::Solution => {
                solutions.insert(search.solution().map(|option| option.0 as usize).collect());
            }
            Step::Paused => {}
            Step::Exhausted => return solutions,
        }
    }
}

fn weight_of(cubes: &[Cube]) -> u128 {
    cubes.iter().map(Cube::weight).sum()
}

/// Counts the solutions of a cube. Returns solutions and nodes.
fn count(problem: &Problem, cube: Cube) -> (u64, u64) {
    let mut search = CubeSearch::new(problem, cube);
    while search.count(u64::MAX, u64::MAX, &RUN) != Step::Exhausted {}
    (search.solutions(), search.nodes())
}

/// Counts in slices of `budget_nodes` nodes more than a cube repeats. After each slice, replaces the search by those of its rest.
fn count_with_splits(problem: &Problem, budget_nodes: u64) -> u128 {
    let mut counted = 0;
    let mut cubes = vec![Cube::whole()];
    while let Some(cube) = cubes.pop() {
        let weight = cube.weight();
        let repeated = cube.options().len() as u64;
        let mut search = CubeSearch::new(problem, cube);
        let step = search.count(u64::MAX, repeated + budget_nodes, &RUN);
        let split = search.split().expect("CDCL has not taken part");
        assert!(weight_of(&split.rest) <= weight);
        assert!(step != Step::Exhausted || split.rest.is_empty());
        counted += split.counted;
        cubes.extend(split.rest);
    }
    counted
}

proptest! {
    #![proptest_config(cases(128))]

    #[test]
    fn cubes_have_each_solution_once(
        statement in prop_oneof![statement(18), crowded_statement()],
        want in 1..12_usize,
        seed in any::<u64>(),
    ) {
        let problem = problem(&statement);
        let cubes = cubes(&problem, want, seed);
        prop_assert_eq!(weight_of(&cubes), Cube::WEIGHT_OF_WHOLE);
        let found: Vec<_> = cubes.iter().flat_map(|cube| solutions_of(&problem, cube)).collect();
        let set: BTreeSet<_> = found.iter().cloned().collect();
        prop_assert_eq!(set.len(), found.len(), "repeated solution");
        prop_assert_eq!(set, all_solutions(&problem));
    }

    #[test]
    fn splits_have_each_solution_once(
        statement in prop_oneof![statement(18), crowded_statement()],
        budgets in proptest::collection::vec(0..12_u64, 1..4),
    ) {
        let problem = problem(&statement);
        let mut found = Vec::new();
        let mut cubes = vec![Cube::whole()];
        for budget_nodes in budgets {
            let mut rest = Vec::new();
            for cube in cubes {
                let weight = cube.weight();
                let mut search = CubeSearch::new(&problem, cube);
                let mut left = budget_nodes;
                loop {
                    let before = search.nodes();
                    match search.advance(left, &RUN) {
                        Step::Solution => found.push(search.solution().map(|option| option.0 as usize).collect()),
                        Step::Paused | Step::Exhausted => break,
                    }
                    left -= search.nodes() - before;
                }
                let visited = search.nodes();
                let split = search.split().expect("CDCL has not taken part");
                prop_assert!(weight_of(&split.rest) <= weight);
                prop_assert!(visited > 0 || weight_of(&split.rest) == weight);
                rest.extend(split.rest);
            }
            cubes = rest;
        }
        found.extend(cubes.iter().flat_map(|cube| solutions_of(&problem, cube)));
        let set: BTreeSet<BTreeSet<usize>> = found.iter().cloned().collect();
        prop_assert_eq!(set.len(), found.len(), "repeated solution");
        prop_assert_eq!(set, all_solutions(&problem));
    }

    #[test]
    fn counts_of_splits_sum_up_to_the_whole(
        statement in prop_oneof![statement(18), crowded_statement()],
        budget_nodes in 2..40_u64,
    ) {
        let problem = problem(&statement);
        prop_assert_eq!(count_with_splits(&problem, budget_nodes), all_solutions(&problem).len() as u128);
    }
}

#[test]
fn cubes_of_classic_problems_sum_up_to_the_known_counts() {
    for (problem, solutions) in
        [(queens(8), 92), (queens(10), 724), (langford(8), 300), (langford(9), 0), (dominoes(6, 6), 6_728)]
    {
        let (_, whole_nodes) = count(&problem, Cube::whole());
        for want in [2, 16, 64] {
            let cubes = cubes(&problem, want, 1);
            assert!((want..want + 80).contains(&cubes.len()), "{} cubes, not {want}", cubes.len());
            assert_eq!(weight_of(&cubes), Cube::WEIGHT_OF_WHOLE);
            let counts: Vec<_> = cubes.into_iter().map(|cube| count(&problem, cube)).collect();
            assert_eq!(counts.iter().map(|count| count.0).sum::<u64>(), solutions);
            // Each cube repeats its own options, and dominoes share no memo.
            let nodes: u64 = counts.iter().map(|count| count.1).sum();
            let repeated = 40 * counts.len() as u64;
            assert!(nodes < 4 * whole_nodes + repeated, "{nodes} nodes, {whole_nodes} without a split");
        }
    }
}

#[test]
fn splits_of_classic_problems_sum_up_to_the_known_counts() {
    for (problem, solutions) in [(queens(8), 92), (langford(8), 300), (dominoes(6, 6), 6_728)] {
        for budget_nodes in [50, 1_000] {
            assert_eq!(count_with_splits(&problem, budget_nodes), solutions);
        }
    }
}

#[test]
fn cubes_depend_on_the_seed_and_nothing_else() {
    let problem = langford(11);
    assert_eq!(cubes(&problem, 40, 5), cubes(&problem, 40, 5));
    assert_ne!(cubes(&problem, 40, 5), cubes(&problem, 40, 6));
}

#[test]
fn options_that_exclude_each_other_make_an_empty_cube() {
    let cube = Cube::new(vec![OptionId(0), OptionId(1)], 1);
    assert_eq!(count(&queens(6), cube).0, 0);
}

#[test]
fn search_after_cdcl_cannot_be_split() {
    let mut search = PortfolioSearch::new(queens(20));
    search.set_turns(5, 1);
    assert!(search.rest(1).is_some());
    search.advance(20, &RUN);
    assert!(search.rest(1).is_none());
}
