//! What cannot be seen from outside: parameters so tight that small problems restart, forget and turn systematic.

#![cfg(test)]

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use proptest::collection::vec;
use proptest::prelude::*;

use super::schedule::Parameters;
use super::search::CdclSearch;
use crate::exact_cover::dlx::Links;
use crate::exact_cover::problem::{Colour, Entry, Item, Problem};
use crate::exact_cover::search::{Search, Step};

static RUN: AtomicBool = AtomicBool::new(false);

type Solutions = Vec<BTreeSet<u32>>;

/// Solutions of Algorithm C, which is held against brute force elsewhere.
fn solutions_without_learning(problem: &Problem) -> BTreeSet<BTreeSet<u32>> {
    let mut search = Search::new(Links::new(problem));
    let mut solutions = BTreeSet::new();
    loop {
        match search.advance(u64::MAX, &RUN) {
            Step::Solution => {
                solutions.insert(search.solution().map(|option| option.0).collect());
            }
            Step::Paused => {}
            Step::Exhausted => return solutions,
        }
    }
}

fn search_all(search: &mut CdclSearch, mut at_pause: impl FnMut(&CdclSearch)) -> Solutions {
    let mut solutions = Solutions::new();
    loop {
        match search.advance(50, &RUN) {
            Step::Solution => solutions.push(search.solution().map(|option| option.0).collect()),
            Step::Paused => {}
            Step::Exhausted => return solutions,
        }
        at_pause(search);
    }
}

/// Langford pairs: each number k up to n stands twice in 2n places, with k other numbers between.
fn langford(n: usize) -> Problem {
    let mut problem = Problem::new(3 * n, 0).expect("few items");
    for k in 1..=n {
        for first in 0..2 * n - k - 1 {
            let items = [k - 1, n + first, n + first + k + 1];
            problem.add_option(&items.map(|item| Item(item as u32).into())).expect("a sound option");
        }
    }
    problem
}

/// Each of `n` things goes to one of `n` places, and several may go to the same one, but each place is of one of two
/// colours, and so is each thing.
fn colourings(n: usize) -> Problem {
    let mut problem = Problem::new(n, n).expect("few items");
    for (thing, place, colour) in (0..n).flat_map(|thing| (0..n).map(move |place| (thing, place, thing % 2)))
    {
        let entries = [
            Item(thing as u32).into(),
            Entry { item: Item((n + place) as u32), colour: Colour::new(colour as u32) },
        ];
        problem.add_option(&entries).expect("a sound option");
    }
    problem
}

/// Any parameters, the tightest included.
fn parameters() -> impl Strategy<Value = Parameters> {
    (1..20_u64, 1..20_u64, 0..3_u64, 1..500_usize, 0..100_usize).prop_map(
        |(restart_interval, reduce_first, reduce_growth, clause_words_max, blocking_words_max)| Parameters {
            restart_interval,
            reduce_first,
            reduce_growth,
            clause_words_max,
            blocking_words_max,
        },
    )
}

/// A problem of a dozen items, some of them secondary, with enough options to get into dead ends.
fn problem() -> impl Strategy<Value = Problem> {
    let entry = (0..12_u32, proptest::option::of(0..3_u32));
    vec(vec(entry, 1..5), 10..60).prop_map(|options| {
        let mut problem = Problem::new(9, 3).expect("few items");
        for option in options {
            let colour = |item, colour: Option<u32>| colour.filter(|_| item >= 9).and_then(Colour::new);
            let entries: Vec<Entry> = option
                .iter()
                .map(|&(item, own)| Entry { item: Item(item), colour: colour(item, own) })
                .collect();
            // Repeated items and options without a primary one are refused, and left out.
            let _ = problem.add_option(&entries);
        }
        problem
    })
}

proptest! {
    #[test]
    fn restarts_forgetting_and_turning_systematic_lose_no_solution_and_repeat_none(
        problem in problem(),
        parameters in parameters(),
    ) {
        let found = search_all(&mut CdclSearch::with_parameters(&problem, parameters), |_| ());
        let set: BTreeSet<_> = found.iter().cloned().collect();
        prop_assert_eq!(set.len(), found.len(), "a solution came twice");
        prop_assert_eq!(set, solutions_without_learning(&problem));
    }

    #[test]
    fn any_bounds_count_langford_pairs_and_colourings(parameters in parameters()) {
        for (problem, count) in [(langford(6), 0), (langford(7), 52), (langford(8), 300), (colourings(5), 860)] {
            let found = search_all(&mut CdclSearch::with_parameters(&problem, parameters), |_| ());
            prop_assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), found.len());
            prop_assert_eq!(found.len(), count);
        }
    }
}

#[test]
fn however_long_it_takes_and_however_many_solutions_there_are_memory_stays_bounded() {
    let parameters = Parameters {
        restart_interval: 50,
        clause_words_max: 8_192,
        blocking_words_max: 256,
        ..Parameters::default()
    };
    let problem = langford(11);
    let mut search = CdclSearch::with_parameters(&problem, parameters);
    let mut clause_words_max = 0;
    let found =
        search_all(&mut search, |search| clause_words_max = clause_words_max.max(search.clause_words()));
    assert_eq!(found.len(), 35_584);
    assert!(search.reductions() > 10, "nothing was forgotten, so nothing is shown");
    // The clauses that must be remembered are exclusions, up to their own bound, and the graph of what is true.
    let limit = 8_192 + 2_048;
    assert!(clause_words_max <= limit, "clauses took {clause_words_max} words, more than {limit}");
    assert!(search.restarts() > 0 && search.is_systematic());
}

#[test]
fn a_learner_built_again_is_as_good_as_new() {
    let problems = [langford(8), colourings(3), langford(5), langford(8)];
    let mut again = CdclSearch::default();
    for problem in &problems {
        again.rebuild(problem);
        let mut new = CdclSearch::new(problem);
        assert_eq!(search_all(&mut again, |_| ()), search_all(&mut new, |_| ()));
        assert_eq!(
            (again.nodes(), again.updates(), again.steps()),
            (new.nodes(), new.updates(), new.steps())
        );
    }
}
