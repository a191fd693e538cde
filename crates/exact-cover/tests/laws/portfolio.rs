//! Laws of the portfolio: it agrees with brute force for any turns, and can pause anywhere.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use proptest::prelude::*;
use quadrille_exact_cover::Problem;
use quadrille_exact_cover::unstable::{PortfolioSearch, Step};
use quadrille_testing::problems::problem;
use quadrille_testing::strategies::{RUN_ON, Stage, cases, stages, statement};

/// Stop flag that is never set.
static RUN: AtomicBool = AtomicBool::new(false);

/// Solutions of a whole search in order, and its totals.
#[derive(Debug, PartialEq)]
struct Outcome {
    solutions: Vec<BTreeSet<usize>>,
    nodes: u64,
    updates: u64,
    steps: u64,
}

fn search_of(problem: &Problem, (first, later): (u64, u64)) -> PortfolioSearch<Problem> {
    let mut search = PortfolioSearch::new(problem.clone());
    search.set_turns(first, later);
    search
}

/// Repeats the stages until the search is exhausted, and checks the budget of each call.
fn search_in_stages(
    search: &mut PortfolioSearch<Problem>,
    stages: &[Stage],
) -> Result<Outcome, TestCaseError> {
    let mut solutions = Vec::new();
    for stage in stages.iter().cycle() {
        if stage.cloned {
            *search = search.clone();
        }
        let before = search.nodes();
        let step = search.advance(stage.budget_nodes, &AtomicBool::new(stage.stopped));
        let visited = search.nodes() - before;
        let allowed = if stage.stopped { 0 } else { stage.budget_nodes };
        prop_assert!(visited <= allowed, "{} nodes, {} allowed", visited, allowed);
        match step {
            Step::Solution => solutions.push(search.solution().map(|option| option.0 as usize).collect()),
            Step::Exhausted => break,
            Step::Paused => {}
        }
    }
    prop_assert_eq!(search.solutions(), solutions.len() as u128);
    Ok(Outcome { solutions, nodes: search.nodes(), updates: search.updates(), steps: search.steps() })
}

proptest! {
    #![proptest_config(cases(1024))]

    #[test]
    fn portfolio_finds_each_brute_force_solution_once(statement in statement(12), turns in (0..30_u64, 1..10_u64)) {
        let mut search = search_of(&problem(&statement), turns);
        let found = search_in_stages(&mut search, &RUN_ON)?.solutions;
        let set: BTreeSet<_> = found.iter().cloned().collect();
        prop_assert_eq!(set.len(), found.len(), "repeated solution");
        prop_assert_eq!(set, statement.solutions());
        prop_assert_eq!(search.advance(u64::MAX, &RUN), Step::Exhausted);
    }

    #[test]
    fn pauses_change_neither_portfolio_solutions_nor_totals(
        statement in statement(18),
        turns in (0..40_u64, 1..10_u64),
        stages in stages(),
    ) {
        let problem = problem(&statement);
        let whole = search_in_stages(&mut search_of(&problem, turns), &RUN_ON)?;
        prop_assert_eq!(search_in_stages(&mut search_of(&problem, turns), &stages)?, whole);
    }

    #[test]
    fn portfolio_counts_its_solutions(statement in statement(18), turns in (0..40_u64, 1..10_u64), limit in 0..20_u128) {
        let problem = problem(&statement);
        let mut search = search_of(&problem, turns);
        let all = search_in_stages(&mut search, &RUN_ON)?.solutions.len() as u128;
        let mut search = search_of(&problem, turns);
        while search.solutions() < limit && search.count(limit, u64::MAX, &RUN) != Step::Exhausted {}
        prop_assert_eq!(search.solutions(), limit.min(all));
    }

    #[test]
    fn pauses_change_neither_portfolio_counts_nor_nodes(
        statement in statement(18),
        turns in (0..40_u64, 1..10_u64),
        stages in stages(),
    ) {
        let problem = problem(&statement);
        let count = |stages: &[Stage]| {
            let mut search = search_of(&problem, turns);
            for stage in stages.iter().cycle() {
                let (solutions, stop) = (search.solutions(), AtomicBool::new(stage.stopped));
                if search.count(u128::MAX, stage.budget_nodes, &stop) == Step::Exhausted {
                    break;
                }
                assert!(search.solutions() >= solutions);
            }
            (search.solutions(), search.nodes())
        };
        prop_assert_eq!(count(&stages), count(&RUN_ON));
    }

    #[test]
    fn restarted_portfolio_equals_a_new_one(
        before in statement(18),
        nodes in 0..40_u64,
        after in statement(18),
        turns in (0..40_u64, 1..10_u64),
    ) {
        let (before, after) = (problem(&before), problem(&after));
        let mut search = search_of(&before, turns);
        search.advance(nodes, &RUN);
        let replace = |problem: &mut Problem| {
            problem.clone_from(&after);
            Ok::<(), std::convert::Infallible>(())
        };
        search.restart(replace).expect("infallible");
        let expected = search_in_stages(&mut search_of(&after, turns), &RUN_ON)?;
        prop_assert_eq!(search_in_stages(&mut search, &RUN_ON)?, expected);
    }
}
