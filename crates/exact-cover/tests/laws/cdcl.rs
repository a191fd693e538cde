//! Laws of the CDCL search: it agrees with brute force, and can pause anywhere.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use proptest::prelude::*;
use quadrille_exact_cover::unstable::{CdclSearch, SLICE_STEPS, Step};
use quadrille_exact_cover::{Item, Problem};
use quadrille_testing::problems::problem;
use quadrille_testing::strategies::{Stage, cases, stages, statement};

/// Stop flag that is never set.
static RUN: AtomicBool = AtomicBool::new(false);

/// Solutions of a whole search in order, and its totals.
#[derive(Debug, Default, PartialEq)]
struct Outcome {
    solutions: Vec<BTreeSet<usize>>,
    nodes: u64,
    updates: u64,
    steps: u64,
}

fn chosen(search: &CdclSearch) -> BTreeSet<usize> {
    search.solution().map(|option| option.0 as usize).collect()
}

fn search_all(search: &mut CdclSearch) -> Outcome {
    let mut solutions = Vec::new();
    loop {
        match search.advance(u64::MAX, &RUN) {
            Step::Solution => solutions.push(chosen(search)),
            Step::Exhausted => break,
            Step::Paused => {}
        }
    }
    Outcome { solutions, nodes: search.nodes(), updates: search.updates(), steps: search.steps() }
}

/// Repeats the stages until the search is exhausted, and checks the budget of each call.
fn search_in_stages(problem: &Problem, stages: &[Stage]) -> Result<Outcome, TestCaseError> {
    let mut search = CdclSearch::new(problem);
    let mut solutions = Vec::new();
    let stop = AtomicBool::new(false);
    for stage in stages.iter().cycle() {
        if stage.cloned {
            search = search.clone();
        }
        stop.store(stage.stopped, Ordering::Relaxed);
        let before = search.nodes();
        let step = search.advance(stage.budget_nodes, &stop);
        let visited = search.nodes() - before;
        let allowed = if stage.stopped { 0 } else { stage.budget_nodes };
        prop_assert!(visited <= allowed, "{} nodes, {} allowed", visited, allowed);
        match step {
            Step::Solution => solutions.push(chosen(&search)),
            Step::Exhausted => break,
            // The problems are too small for slices: only the budget and the flag pause.
            Step::Paused => prop_assert!(stage.stopped || visited == allowed),
        }
    }
    Ok(Outcome { solutions, nodes: search.nodes(), updates: search.updates(), steps: search.steps() })
}

proptest! {
    #![proptest_config(cases(2048))]

    #[test]
    fn cdcl_finds_each_brute_force_solution_once(statement in statement(12)) {
        let outcome = search_all(&mut CdclSearch::new(&problem(&statement)));
        let set: BTreeSet<_> = outcome.solutions.iter().cloned().collect();
        prop_assert_eq!(set.len(), outcome.solutions.len(), "repeated solution");
        prop_assert_eq!(set, statement.solutions());
    }

    #[test]
    fn pauses_change_neither_cdcl_solutions_nor_totals(
        statement in statement(18),
        stages in stages(),
    ) {
        let problem = problem(&statement);
        let whole = search_all(&mut CdclSearch::new(&problem));
        prop_assert_eq!(search_in_stages(&problem, &stages)?, whole);
    }

    #[test]
    fn rebuilt_cdcl_search_equals_a_new_one(first in statement(18), second in statement(18)) {
        let mut search = CdclSearch::new(&problem(&first));
        search_all(&mut search);
        let second = problem(&second);
        search.rebuild(&second);
        prop_assert_eq!(search_all(&mut search), search_all(&mut CdclSearch::new(&second)));
    }

    #[test]
    fn exhausted_cdcl_search_stays_exhausted(statement in statement(18)) {
        let mut search = CdclSearch::new(&problem(&statement));
        let outcome = search_all(&mut search);
        prop_assert_eq!(search.advance(u64::MAX, &RUN), Step::Exhausted);
        prop_assert_eq!(search.nodes(), outcome.nodes);
    }
}

#[test]
fn cdcl_returns_the_empty_solution_without_primary_items() {
    for secondary in [0, 3] {
        let problem = Problem::new(0, secondary).expect("few items");
        let outcome = search_all(&mut CdclSearch::new(&problem));
        assert_eq!((outcome.solutions, outcome.nodes), (vec![BTreeSet::new()], 1));
    }
}

#[test]
fn primary_item_without_options_ends_cdcl_at_the_root() {
    let mut problem = Problem::new(2, 0).expect("few items");
    problem.add_option([Item(0)]).expect("valid option");
    let outcome = search_all(&mut CdclSearch::new(&problem));
    assert_eq!((outcome.solutions, outcome.nodes), (vec![], 1));
}

/// Pigeonhole principle: each pigeon gets its own hole. With more pigeons than holes there is no solution, and every
/// resolution proof of it is long (Haken 1985).
fn pigeons(pigeons: usize, holes: usize) -> Problem {
    let mut problem = Problem::new(pigeons, holes).expect("few items");
    for (pigeon, hole) in (0..pigeons).flat_map(|pigeon| (0..holes).map(move |hole| (pigeon, hole))) {
        let items = [pigeon, pigeons + hole];
        problem.add_option(items.map(|item| Item(item as u32))).expect("valid option");
    }
    problem
}

#[test]
fn unlimited_budget_pauses_cdcl_after_each_slice() {
    let problem = pigeons(9, 8);
    let whole = {
        let mut by_nodes = CdclSearch::new(&problem);
        while by_nodes.advance(1, &RUN) != Step::Exhausted {}
        (by_nodes.nodes(), by_nodes.updates(), by_nodes.steps())
    };
    let mut search = CdclSearch::new(&problem);
    let mut pauses = 0;
    loop {
        let before = search.steps();
        let step = search.advance(u64::MAX, &RUN);
        let steps = search.steps() - before;
        assert!(steps <= 2 * SLICE_STEPS, "{steps} steps in one slice");
        match step {
            Step::Solution => panic!("nine pigeons do not fit into eight holes"),
            Step::Exhausted => break,
            Step::Paused => {
                assert!(steps >= SLICE_STEPS, "paused after only {steps} steps");
                pauses += 1;
            }
        }
    }
    assert!(pauses >= 3, "only {pauses} pauses");
    assert_eq!((search.nodes(), search.updates(), search.steps()), whole);
}

#[test]
#[expect(clippy::disallowed_methods, reason = "searches must be movable between threads")]
fn paused_cdcl_search_continues_in_other_threads() {
    let problem = pigeons(6, 6);
    let whole = search_all(&mut CdclSearch::new(&problem));
    assert_eq!(whole.solutions.len(), 720);
    let mut search = CdclSearch::new(&problem);
    let mut solutions = Vec::new();
    loop {
        let (step, back) = std::thread::spawn(move || (search.advance(100, &RUN), search))
            .join()
            .expect("the search does not panic");
        search = back;
        match step {
            Step::Solution => solutions.push(chosen(&search)),
            Step::Exhausted => break,
            Step::Paused => {}
        }
    }
    assert_eq!(solutions, whole.solutions);
}
