//! Laws of cubes: a partition has each solution once, and no weight is lost, wherever a search is split.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use proptest::prelude::*;
use quadrille_exact_cover::NextSolution;
use quadrille_exact_cover::unstable::{PortfolioSearch, Step, parse_cube};
use quadrille_exact_cover::{
    CountOverflow, Cover, CoverEngine, Cube, CubeList, CubeSearch, Item, OptionId, Problem, Progress,
};
use quadrille_exact_cover::{Rest, Split};
use quadrille_sudoku::unstable::{WrittenCube, WrittenCubes};
use quadrille_testing::brute_force::BeyondBound;
use quadrille_testing::problems::{dominoes, langford, problem, queens, walk};
use quadrille_testing::strategies::{cases, crowded_statement, statement};

/// Stop flag that is never set.
static RUN: AtomicBool = AtomicBool::new(false);

/// Solutions of a cube, each with all options of the cube.
fn solutions_of(problem: &Problem, cube: &Cube) -> Vec<BTreeSet<usize>> {
    let mut search = CubeSearch::new(problem, cube.clone());
    let mut solutions = Vec::new();
    loop {
        match search.advance(u64::MAX, &RUN) {
            NextSolution::Found => {
                solutions.push(search.solution().map(|option| option.0 as usize).collect());
            }
            NextSolution::Paused => {}
            NextSolution::Ended(_) => break,
        }
    }
    let has_all = |solution: &BTreeSet<usize>| {
        cube.options().iter().all(|&OptionId(option)| solution.contains(&(option as usize)))
    };
    assert!(solutions.iter().all(has_all), "a solution of another cube");
    solutions
}

/// Solutions of the whole problem, by a search that other laws compare with brute force.
fn all_solutions(problem: &Problem) -> Result<BTreeSet<BTreeSet<usize>>, BeyondBound> {
    let walk = walk(problem)?;
    Ok(walk.solutions.into_iter().map(|solution| solution.into_iter().collect()).collect())
}

fn weight_of(cubes: &[Cube]) -> u128 {
    cubes.iter().map(Cube::weight).sum()
}

/// Counts the solutions of a cube. Returns solutions and nodes.
fn count(problem: &Problem, cube: Cube) -> (u128, u64) {
    let mut search = CubeSearch::new(problem, cube);
    while search.count(u64::MAX, &RUN) == Ok(Progress::Paused) {}
    (search.solutions(), search.nodes())
}

/// Counts a cube in steps of `step_nodes`, up to `budget_nodes` nodes.
fn count_up_to(problem: &Problem, cube: Cube, budget_nodes: u64, step_nodes: u64) -> Split {
    let mut search = CubeSearch::new(problem, cube);
    while search.nodes() < budget_nodes {
        let left = budget_nodes - search.nodes();
        if search.count(left.min(step_nodes), &RUN) != Ok(Progress::Paused) {
            break;
        }
    }
    search.split()
}

/// Writes the rest of a cube as texts, and reads them. Returns the texts of the cubes, each with all additions.
pub(crate) fn texts_of_rest(cube: &str, rest: &Rest<String>) -> Vec<String> {
    let mut written = WrittenCubes::read(&[cube.to_owned()]).expect("a cube");
    written.next();
    let parts = written.with_rest(rest).divide(3, 60);
    let texts: Vec<String> = parts.into_iter().map(WrittenCubes::into_text).collect();
    WrittenCubes::read(&texts).expect("cubes").map(WrittenCube::into_text).collect()
}

/// Counts up to these numbers of nodes, in turn, and replaces each search by the searches of its rest.
fn count_with_splits(problem: &Problem, budgets: &[u64]) -> u128 {
    let (mut counted, mut searched) = (0, 0);
    let mut cubes = vec![Cube::whole()];
    let mut budgets = budgets.iter().copied().cycle();
    while let Some(cube) = cubes.pop() {
        let text = cube.to_string();
        assert_eq!(parse_cube(problem, &text), Ok(cube.clone()));
        let weight = cube.weight();
        let budget_nodes = budgets.next().unwrap_or(u64::MAX);
        let split = count_up_to(problem, cube.clone(), budget_nodes, u64::MAX);
        assert_eq!(split, count_up_to(problem, cube.clone(), budget_nodes, 3), "pauses change nothing");
        assert_eq!(split.searched + split.rest.weight(), weight);
        searched += split.searched;
        counted += split.counted;
        let rest: Vec<Cube> = split.rest.cubes(&cube).collect();
        let texts = texts_of_rest(&text, &split.rest.filter_map(|option| Some(option.0.to_string())));
        let read: Vec<Cube> = texts.iter().map(|text| parse_cube(problem, text).expect("a cube")).collect();
        assert_eq!(read, rest);
        cubes.extend(rest.into_iter().rev());
    }
    assert_eq!(searched, Cube::WEIGHT_OF_WHOLE);
    counted
}

/// Returns true for the last one of `found` solutions.
fn last_of(found: usize) -> impl FnMut(&Cover) -> bool {
    let mut left = found;
    move |_| {
        left -= 1;
        left == 0
    }
}

/// Lists a cube in steps of `step_nodes` and at most 3 solutions, up to `budget_nodes` nodes.
fn list_up_to(problem: &Arc<Problem>, cube: Cube, budget_nodes: u64, step_nodes: u64) -> (Vec<Cover>, Split) {
    let mut list = CubeList::new(Arc::clone(problem), cube);
    while list.nodes() < budget_nodes {
        let left = budget_nodes - list.nodes();
        let found_max = list.found() + 3;
        if list.advance(last_of(3), left.min(step_nodes), &RUN) != Ok(Progress::Paused) {
            break;
        }
        assert!(list.found() <= found_max && list.nodes() <= budget_nodes);
    }
    list.split()
}

/// Lists up to these numbers of nodes, in turn, and replaces each list by the lists of its rest.
fn list_with_splits(problem: Problem, budgets: &[u64]) -> BTreeSet<BTreeSet<usize>> {
    let problem = Arc::new(problem);
    let (mut listed, mut searched) = (BTreeSet::new(), 0);
    let mut cubes = vec![Cube::whole()];
    let mut budgets = budgets.iter().copied().cycle();
    while let Some(cube) = cubes.pop() {
        let weight = cube.weight();
        let budget_nodes = budgets.next().unwrap_or(u64::MAX);
        let (covers, split) = list_up_to(&problem, cube.clone(), budget_nodes, u64::MAX);
        assert_eq!((covers.clone(), split.clone()), list_up_to(&problem, cube.clone(), budget_nodes, 3));
        assert_eq!(split.counted, covers.len() as u128);
        assert_eq!(split.searched + split.rest.weight(), weight);
        searched += split.searched;
        let rest: Vec<Cube> = split.rest.cubes(&cube).collect();
        for cover in covers {
            assert!(cube.has(&cover) && !rest.iter().any(|rest| rest.has(&cover)));
            let options = cover.options().iter().map(|option| option.0 as usize).collect();
            assert!(listed.insert(options), "repeated solution");
        }
        cubes.extend(rest.into_iter().rev());
    }
    assert_eq!(searched, Cube::WEIGHT_OF_WHOLE);
    listed
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
        let cubes = problem.cubes(want, seed);
        prop_assert_eq!(weight_of(&cubes), Cube::WEIGHT_OF_WHOLE);
        let found: Vec<_> = cubes.iter().flat_map(|cube| solutions_of(&problem, cube)).collect();
        let set: BTreeSet<_> = found.iter().cloned().collect();
        prop_assert_eq!(set.len(), found.len(), "repeated solution");
        prop_assert_eq!(set, all_solutions(&problem)?);
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
                let mut search = CubeSearch::new(&problem, cube.clone());
                let mut left = budget_nodes;
                let end = loop {
                    let before = search.nodes();
                    match search.advance(left, &RUN) {
                        NextSolution::Found => found.push(search.solution().map(|option| option.0 as usize).collect()),
                        end @ (NextSolution::Paused | NextSolution::Ended(_)) => break end,
                    }
                    left -= search.nodes() - before;
                };
                // The choices of a cube without solutions may end in a dead end, which is no node of its own.
                let has_searched = search.nodes() > 0 || matches!(end, NextSolution::Ended(_));
                let split = search.split();
                prop_assert_eq!(split.searched + split.rest.weight(), weight);
                prop_assert!(has_searched || split.rest.weight() == weight);
                rest.extend(split.rest.cubes(&cube));
            }
            cubes = rest;
        }
        found.extend(cubes.iter().flat_map(|cube| solutions_of(&problem, cube)));
        let set: BTreeSet<BTreeSet<usize>> = found.iter().cloned().collect();
        prop_assert_eq!(set.len(), found.len(), "repeated solution");
        prop_assert_eq!(set, all_solutions(&problem)?);
    }

    #[test]
    fn counts_of_splits_sum_up_to_the_whole(
        statement in prop_oneof![statement(18), crowded_statement()],
        budgets in proptest::collection::vec(2..40_u64, 1..4),
    ) {
        let problem = problem(&statement);
        prop_assert_eq!(count_with_splits(&problem, &budgets), all_solutions(&problem)?.len() as u128);
    }

    #[test]
    fn lists_of_splits_have_each_solution_once(
        statement in prop_oneof![statement(18), crowded_statement()],
        budgets in proptest::collection::vec(2..40_u64, 1..4),
    ) {
        let problem = problem(&statement);
        let expected = all_solutions(&problem)?;
        prop_assert_eq!(list_with_splits(problem, &budgets), expected);
    }
}

#[test]
fn cubes_of_classic_problems_sum_up_to_the_known_counts() {
    for (problem, solutions) in
        [(queens(8), 92), (queens(10), 724), (langford(8), 300), (langford(9), 0), (dominoes(6, 6), 6_728)]
    {
        let (_, whole_nodes) = count(&problem, Cube::whole());
        for want in [2, 16, 64] {
            let cubes = problem.cubes(want, 1);
            assert!((want..want + 80).contains(&cubes.len()), "{} cubes, not {want}", cubes.len());
            assert_eq!(weight_of(&cubes), Cube::WEIGHT_OF_WHOLE);
            let counts: Vec<_> = cubes.into_iter().map(|cube| count(&problem, cube)).collect();
            assert_eq!(counts.iter().map(|count| count.0).sum::<u128>(), solutions);
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
            assert_eq!(count_with_splits(&problem, &[budget_nodes]), solutions);
        }
    }
}

#[test]
fn lists_of_classic_problems_have_each_solution_once() {
    for problem in [queens(8), langford(8), dominoes(4, 6)] {
        let expected = all_solutions(&problem).expect("few nodes");
        for budget_nodes in [50, 1_000] {
            assert_eq!(list_with_splits(problem.clone(), &[budget_nodes]), expected);
        }
    }
}

#[test]
fn list_with_a_stop_flag_pauses_and_ends_later() {
    let problem = Arc::new(queens(8));
    let mut list = CubeList::new(Arc::clone(&problem), Cube::whole());
    assert_eq!(list.advance(last_of(5), u64::MAX, &AtomicBool::new(true)), Ok(Progress::Paused));
    assert_eq!((list.found(), list.nodes()), (0, 0));
    assert_eq!(list.advance(last_of(5), u64::MAX, &RUN), Ok(Progress::Paused));
    assert_eq!(list.clone().take_found().len(), 5);
    while list.advance(|_| false, u64::MAX, &RUN) == Ok(Progress::Paused) {}
    assert_eq!(list.take_found().len(), 92);
}

#[test]
fn cubes_depend_on_the_seed_and_nothing_else() {
    let problem = langford(11);
    assert_eq!(problem.cubes(40, 5), problem.cubes(40, 5));
    assert_ne!(problem.cubes(40, 5), problem.cubes(40, 6));
}

#[test]
fn options_that_exclude_each_other_make_an_empty_cube() {
    let cube = Cube::new(vec![OptionId(0), OptionId(1)], 1);
    assert_eq!(count(&queens(6), cube).0, 0);
}

#[test]
fn skipped_option_is_in_no_cube() {
    let mut problem = queens(6);
    let skipped = problem.skip_option().expect("few options");
    assert_eq!(count(&problem, Cube::whole()).0, 4);
    assert_eq!(count(&problem, Cube::new(vec![skipped], 1)).0, 0);
    let fault = parse_cube(&problem, "1 36").expect_err("invalid").to_string();
    assert_eq!(fault, "option 36 has no primary item, so that no solution has it");
}

#[test]
fn split_after_cdcl_has_the_rest_of_backtracking() {
    for first_nodes in [1, 5, 60] {
        let mut search = PortfolioSearch::new(queens(8));
        search.set_turns(first_nodes, 40);
        let mut solutions = BTreeSet::new();
        // The search of all 92 solutions takes some 300 nodes.
        while search.nodes() < 150 {
            let step = search.advance(150 - search.nodes(), &RUN);
            assert_ne!(step, Step::Exhausted);
            if step == Step::Solution {
                solutions.insert(search.solution().collect::<BTreeSet<_>>());
            }
        }
        assert_eq!(search.engine(), CoverEngine::Cdcl);
        let split = search.export(Cube::WEIGHT_OF_WHOLE);
        assert_eq!(split.searched + split.rest.weight(), Cube::WEIGHT_OF_WHOLE);
        assert!(split.counted <= solutions.len() as u128);
        let rest: u128 = split.rest.cubes(&Cube::whole()).map(|cube| count(&queens(8), cube).0).sum();
        assert_eq!(split.counted + rest, 92);
    }
}

/// Problem with 2^n solutions: a choice of two options for each item.
fn choices(n: u32) -> Problem {
    let mut problem = Problem::new(n as usize, 0).expect("few items");
    for item in 0..n {
        for _ in 0..2 {
            problem.add_option([Item(item)]).expect("valid option");
        }
    }
    problem
}

#[test]
fn count_beyond_64_bits_is_exact() {
    for n in [63, 64, 65, 100, 127] {
        let problem = choices(n);
        assert_eq!(count(&problem, Cube::whole()).0, 1 << n, "2^{n}");
        let cubes = problem.cubes(5, 1);
        assert_eq!(cubes.into_iter().map(|cube| count(&problem, cube).0).sum::<u128>(), 1 << n);
        assert_eq!(count_with_splits(&problem, &[30_000]), 1 << n);
    }
}

#[test]
fn count_beyond_128_bits_is_an_overflow() {
    let mut search = CubeSearch::new(&choices(130), Cube::whole());
    let ended = loop {
        match search.count(u64::MAX, &RUN) {
            Ok(Progress::Paused) => {}
            ended => break ended,
        }
    };
    assert_eq!(ended, Err(CountOverflow));
}

#[test]
fn invalid_text_is_no_cube() {
    let problem = queens(6);
    for text in ["0", "1329227995784915872903807060280344576", "7 0 35", "12 3"] {
        assert_eq!(parse_cube(&problem, text).expect("a cube").to_string(), text);
    }
    assert_eq!(parse_cube(&problem, "7 35 0").expect("a cube").to_string(), "7 0 35");
    for (text, fault) in [
        ("", "`` is no weight: a weight is a whole number up to 2^120"),
        ("01", "`01` is no weight: a weight is a whole number up to 2^120"),
        ("+1", "`+1` is no weight: a weight is a whole number up to 2^120"),
        (
            "1329227995784915872903807060280344577",
            "`1329227995784915872903807060280344577` is no weight: a weight is a whole number up to 2^120",
        ),
        ("1 36", "`36` is no option: the problem has options 0 to 35"),
        ("1  2", "`` is no option: the problem has options 0 to 35"),
        ("1 -2", "`-2` is no option: the problem has options 0 to 35"),
    ] {
        assert_eq!(parse_cube(&problem, text).expect_err("invalid").to_string(), fault);
    }
}
