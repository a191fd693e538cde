//! The search that learns agrees with brute force, and can be paused anywhere.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use proptest::prelude::*;
use quadrille::exact_cover::{CdclSearch, Item, Problem, SLICE_STEPS, Step};

use crate::exact_cover::problem;
use crate::strategies::{Stage, cases, stages, statement};

/// A stop flag that nobody raises.
static RUN: AtomicBool = AtomicBool::new(false);

/// What a whole search sees, in its order.
#[derive(Debug, Default, PartialEq)]
struct Course {
    solutions: Vec<BTreeSet<usize>>,
    nodes: u64,
    updates: u64,
    steps: u64,
}

fn chosen(learner: &CdclSearch) -> BTreeSet<usize> {
    learner.solution().map(|option| option.0 as usize).collect()
}

fn search_all(learner: &mut CdclSearch) -> Course {
    let mut solutions = Vec::new();
    loop {
        match learner.advance(u64::MAX, &RUN) {
            Step::Solution => solutions.push(chosen(learner)),
            Step::Exhausted => break,
            Step::Paused => {}
        }
    }
    Course { solutions, nodes: learner.nodes(), updates: learner.updates(), steps: learner.steps() }
}

/// Goes through the stages until nothing is left, and holds each call to its budget.
fn search_in_stages(problem: &Problem, stages: &[Stage]) -> Result<Course, TestCaseError> {
    let mut learner = CdclSearch::new(problem);
    let mut solutions = Vec::new();
    let stop = AtomicBool::new(false);
    for stage in stages.iter().cycle() {
        if stage.cloned {
            learner = learner.clone();
        }
        stop.store(stage.stopped, Ordering::Relaxed);
        let before = learner.nodes();
        let step = learner.advance(stage.budget_nodes, &stop);
        let visited = learner.nodes() - before;
        let allowed = if stage.stopped { 0 } else { stage.budget_nodes };
        prop_assert!(visited <= allowed, "{} nodes, {} allowed", visited, allowed);
        match step {
            Step::Solution => solutions.push(chosen(&learner)),
            Step::Exhausted => break,
            // These problems are too small to end a slice, so nothing but budget and flag can pause.
            Step::Paused => prop_assert!(stage.stopped || visited == allowed),
        }
    }
    Ok(Course { solutions, nodes: learner.nodes(), updates: learner.updates(), steps: learner.steps() })
}

proptest! {
    #![proptest_config(cases(2048))]

    #[test]
    fn learning_finds_the_solutions_that_brute_force_finds_each_once(statement in statement(12)) {
        let course = search_all(&mut CdclSearch::new(&problem(&statement)));
        let set: BTreeSet<_> = course.solutions.iter().cloned().collect();
        prop_assert_eq!(set.len(), course.solutions.len(), "a solution came twice");
        prop_assert_eq!(set, statement.solutions());
    }

    #[test]
    fn pausing_a_learner_anywhere_changes_neither_solutions_nor_totals(
        statement in statement(18),
        stages in stages(),
    ) {
        let problem = problem(&statement);
        let whole = search_all(&mut CdclSearch::new(&problem));
        prop_assert_eq!(search_in_stages(&problem, &stages)?, whole);
    }

    #[test]
    fn a_learner_built_again_does_what_a_new_one_does(first in statement(18), second in statement(18)) {
        let mut learner = CdclSearch::new(&problem(&first));
        search_all(&mut learner);
        let second = problem(&second);
        learner.rebuild(&second);
        prop_assert_eq!(search_all(&mut learner), search_all(&mut CdclSearch::new(&second)));
    }

    #[test]
    fn an_exhausted_learner_stays_where_it_is(statement in statement(18)) {
        let mut learner = CdclSearch::new(&problem(&statement));
        let course = search_all(&mut learner);
        prop_assert_eq!(learner.advance(u64::MAX, &RUN), Step::Exhausted);
        prop_assert_eq!(learner.nodes(), course.nodes);
    }
}

#[test]
fn a_problem_without_primary_items_has_one_solution_for_a_learner_too() {
    for secondary in [0, 3] {
        let problem = Problem::new(0, secondary).expect("few items");
        let course = search_all(&mut CdclSearch::new(&problem));
        assert_eq!((course.solutions, course.nodes), (vec![BTreeSet::new()], 1));
    }
}

#[test]
fn a_primary_item_without_options_ends_a_learner_at_the_root() {
    let mut problem = Problem::new(2, 0).expect("few items");
    problem.add_option(&[Item(0).into()]).expect("a sound option");
    let course = search_all(&mut CdclSearch::new(&problem));
    assert_eq!((course.solutions, course.nodes), (vec![], 1));
}

/// Pigeons in holes: every pigeon has one, no two the same. With more pigeons than holes there is no solution, and
/// every proof by resolution is long.
fn pigeons(pigeons: usize, holes: usize) -> Problem {
    let mut problem = Problem::new(pigeons, holes).expect("few items");
    for (pigeon, hole) in (0..pigeons).flat_map(|pigeon| (0..holes).map(move |hole| (pigeon, hole))) {
        let items = [pigeon, pigeons + hole];
        problem.add_option(&items.map(|item| Item(item as u32).into())).expect("a sound option");
    }
    problem
}

#[test]
fn a_learner_pauses_after_a_slice_of_steps_though_its_budget_is_endless() {
    let problem = pigeons(9, 8);
    let whole = {
        let mut by_nodes = CdclSearch::new(&problem);
        while by_nodes.advance(1, &RUN) != Step::Exhausted {}
        (by_nodes.nodes(), by_nodes.updates(), by_nodes.steps())
    };
    let mut learner = CdclSearch::new(&problem);
    let mut pauses = 0;
    loop {
        let before = learner.steps();
        let step = learner.advance(u64::MAX, &RUN);
        let steps = learner.steps() - before;
        assert!(steps <= 2 * SLICE_STEPS, "{steps} steps in one go");
        match step {
            Step::Solution => panic!("nine pigeons have no room in eight holes"),
            Step::Exhausted => break,
            Step::Paused => {
                assert!(steps >= SLICE_STEPS, "paused after only {steps} steps");
                pauses += 1;
            }
        }
    }
    assert!(pauses >= 3, "only {pauses} pauses");
    assert_eq!((learner.nodes(), learner.updates(), learner.steps()), whole);
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the search is to be moved to other threads")]
fn a_paused_learner_goes_on_in_other_threads() {
    let problem = pigeons(6, 6);
    let whole = search_all(&mut CdclSearch::new(&problem));
    assert_eq!(whole.solutions.len(), 720);
    let mut learner = CdclSearch::new(&problem);
    let mut solutions = Vec::new();
    loop {
        let (step, back) = std::thread::spawn(move || (learner.advance(100, &RUN), learner))
            .join()
            .expect("the search does not panic");
        learner = back;
        match step {
            Step::Solution => solutions.push(chosen(&learner)),
            Step::Exhausted => break,
            Step::Paused => {}
        }
    }
    assert_eq!(solutions, whole.solutions);
}
