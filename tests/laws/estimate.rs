//! Laws of the estimate: it is unbiased, and the same for every sequence of pauses.

use std::sync::atomic::AtomicBool;

use proptest::prelude::*;
use quadrille::exact_cover::{Estimate, Item, Links, Problem, SampleMean, Search, Step};

use crate::exact_cover::{langford, pairs, problem, queens};
use crate::strategies::{Stage, cases, stages, statement};

/// Stop flag that is never set.
static RUN: AtomicBool = AtomicBool::new(false);

fn estimate(problem: &Problem, probes: u64, seed: u64) -> Estimate {
    let mut estimate = Estimate::new(problem, probes, seed);
    while estimate.advance(u64::MAX, &RUN) == Step::Paused {}
    assert_eq!(estimate.probes(), probes);
    estimate
}

/// Numbers of solutions and nodes of a whole search.
fn totals(problem: &Problem) -> (f64, f64) {
    let mut search = Search::new(Links::new(problem));
    while search.advance(u64::MAX, &RUN) != Step::Exhausted {}
    (search.solutions() as f64, search.nodes() as f64)
}

#[test]
fn estimates_are_near_the_totals() {
    for (problem, probes) in
        [(queens(6), 20_000), (queens(8), 20_000), (langford(7), 20_000), (langford(8), 20_000)]
    {
        let (solutions, nodes) = totals(&problem);
        for seed in 0..5 {
            let estimate = estimate(&problem, probes, seed);
            for (sample, total) in [(estimate.solutions(), solutions), (estimate.tree_nodes(), nodes)] {
                let error = sample.standard_error().expect("many probes");
                assert!((sample.mean() - total).abs() < 4.0 * error, "{sample:?}, not {total}");
                assert!(error < 0.2 * total, "{sample:?} says little about {total}");
            }
        }
    }
}

#[test]
fn estimate_of_a_symmetric_tree_is_exact() {
    // Permutations of five things: 5, then 4, ... options.
    let mut problem = Problem::new(5, 5).expect("few items");
    for (thing, place) in (0..25).map(|pair| (pair / 5, pair % 5)) {
        problem.add_option(&[thing, 5 + place].map(|item| Item(item).into())).expect("valid option");
    }
    let estimate = estimate(&problem, 10, 3);
    let means = [estimate.solutions(), estimate.tree_nodes()].map(|sample: SampleMean| {
        assert_eq!(sample.standard_error(), Some(0.0));
        sample.mean()
    });
    assert_eq!(means, [120.0, 326.0]);
}

#[test]
fn problem_without_a_search_is_estimated_exactly() {
    let empty = Problem::new(0, 0).expect("no items");
    let dead = Problem::new(1, 0).expect("few items");
    for (problem, solutions) in [(empty, 1.0), (dead, 0.0)] {
        let estimate = estimate(&problem, 2, 1);
        assert_eq!((estimate.solutions().mean(), estimate.tree_nodes().mean()), (solutions, 1.0));
    }
}

#[test]
fn slices_of_an_estimate_include_choices_and_skipped_options() {
    let mut one_item = Problem::new(1, 0).expect("few items");
    for _ in 0..16_384 {
        one_item.add_option(&[Item(0).into()]).expect("valid option");
    }
    for problem in [pairs(16_384), one_item] {
        let mut estimate = Estimate::new(&problem, u64::MAX, 1);
        assert_eq!(estimate.advance(u64::MAX, &RUN), Step::Paused);
        assert_eq!(estimate.updates(), 0);
        assert!((10..1_000).contains(&estimate.nodes()), "{} nodes in one slice", estimate.nodes());
    }
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn pauses_do_not_change_the_estimate(statement in statement(18), stages in stages(), seed in any::<u64>()) {
        let problem = problem(&statement);
        let whole = estimate(&problem, 20, seed);
        let mut paused = Estimate::new(&problem, 20, seed);
        for &Stage { budget_nodes, stopped, cloned } in stages.iter().cycle() {
            if cloned {
                paused = paused.clone();
            }
            let before = paused.nodes();
            let step = paused.advance(budget_nodes, &AtomicBool::new(stopped));
            let allowed = if stopped { 0 } else { budget_nodes };
            prop_assert!(paused.nodes() - before <= allowed);
            if step == Step::Exhausted {
                break;
            }
        }
        prop_assert_eq!(paused.solutions(), whole.solutions());
        prop_assert_eq!(paused.tree_nodes(), whole.tree_nodes());
        prop_assert_eq!((paused.nodes(), paused.updates()), (whole.nodes(), whole.updates()));
    }
}
