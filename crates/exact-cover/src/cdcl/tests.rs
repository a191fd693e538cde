//! Tests with parameters so tight that small problems restart, reduce the database and become systematic.

#![cfg(test)]

use std::collections::BTreeSet;
use std::iter;
use std::sync::atomic::AtomicBool;

use proptest::collection::vec;
use proptest::prelude::*;

use super::log::NoLog;
use super::schedule::SearchParameters;
use super::search::CdclSearch;
use crate::dlx::Links;
use crate::problem::{Colour, Entry, Item, OptionId, Problem};
use crate::search::{Search, Step};

static RUN: AtomicBool = AtomicBool::new(false);

type SolutionSets = Vec<BTreeSet<u32>>;

/// Solutions found by Algorithm C, which other tests compare with brute force.
fn dlx_solutions(problem: &Problem) -> BTreeSet<BTreeSet<u32>> {
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

fn search_all(search: &mut CdclSearch, mut at_pause: impl FnMut(&CdclSearch)) -> SolutionSets {
    let mut solutions = SolutionSets::new();
    loop {
        match search.advance(50, &RUN) {
            Step::Solution => solutions.push(search.solution().map(|option| option.0).collect()),
            Step::Paused => {}
            Step::Exhausted => return solutions,
        }
        at_pause(search);
    }
}

/// Langford pairs: each number k up to n occurs twice among 2n numbers, with k numbers between.
fn langford(n: usize) -> Problem {
    let mut problem = Problem::new(3 * n, 0).expect("few items");
    for k in 1..=n {
        for first in 0..2 * n - k - 1 {
            let items = [k - 1, n + first, n + first + k + 1];
            problem.add_option(items.map(|item| Item(item as u32))).expect("valid option");
        }
    }
    problem
}

/// Assigns each of `n` things of two colours to one of `n` slots. Things of the same colour may share a slot.
fn colourings(n: usize) -> Problem {
    let mut problem = Problem::new(n, n).expect("few items");
    for (thing, slot, colour) in (0..n).flat_map(|thing| (0..n).map(move |slot| (thing, slot, thing % 2))) {
        let entries = [
            Item(thing as u32).into(),
            Entry { item: Item((n + slot) as u32), colour: Colour::new(colour as u32) },
        ];
        problem.add_option(entries).expect("valid option");
    }
    problem
}

/// Parameters, including the tightest ones.
fn parameters() -> impl Strategy<Value = SearchParameters> {
    (1..20_u64, 0..40_u64, 1..20_u64, 0..3_u64, 1..500_usize, 0..100_usize).prop_map(
        |(
            restart_interval,
            guidance_first,
            reduce_first,
            reduce_growth,
            clause_words_max,
            blocking_words_max,
        )| {
            SearchParameters::default()
                .restart_interval(restart_interval)
                .guidance_first(guidance_first)
                .reduce_first(reduce_first)
                .reduce_growth(reduce_growth)
                .clause_words_max(clause_words_max)
                .blocking_words_max(blocking_words_max)
        },
    )
}

/// Problems of twelve items, three of them secondary, with enough options for conflicts.
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
            // Leaves out invalid options: repeated items, no primary item.
            let _ = problem.add_option(&entries);
        }
        problem
    })
}

proptest! {
    #[test]
    fn tight_parameters_find_every_solution_once(
        problem in problem(),
        parameters in parameters(),
    ) {
        let found = search_all(&mut CdclSearch::with_parameters(&problem, parameters, NoLog), |_| ());
        let set: BTreeSet<_> = found.iter().cloned().collect();
        prop_assert_eq!(set.len(), found.len(), "repeated solution");
        prop_assert_eq!(set, dlx_solutions(&problem));
    }

    #[test]
    fn assumption_finds_a_solution_exactly_for_the_options_of_solutions(
        problem in problem(),
        parameters in parameters(),
        pause_nodes in 1..4_u64,
    ) {
        let solutions = dlx_solutions(&problem);
        let mut search = CdclSearch::with_parameters(&problem, parameters, NoLog);
        // Twice, because the second round uses what the first one has learnt.
        for option in (0..problem.option_count() as u32).chain(0..problem.option_count() as u32) {
            search.assume(OptionId(option));
            let step = iter::repeat_with(|| search.advance(pause_nodes, &RUN)).find(|&step| step != Step::Paused);
            if solutions.iter().any(|solution| solution.contains(&option)) {
                prop_assert_eq!(step, Some(Step::Solution));
                let found: BTreeSet<u32> = search.solution().map(|option| option.0).collect();
                prop_assert!(found.contains(&option) && solutions.contains(&found));
                search.avoid(OptionId(option));
            } else {
                prop_assert_eq!(step, Some(Step::Exhausted));
            }
        }
    }

    #[test]
    fn any_parameters_count_langford_pairs_and_colourings(parameters in parameters()) {
        for (problem, count) in [(langford(6), 0), (langford(7), 52), (langford(8), 300), (colourings(5), 860)] {
            let found = search_all(&mut CdclSearch::with_parameters(&problem, parameters, NoLog), |_| ());
            prop_assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), found.len());
            prop_assert_eq!(found.len(), count);
        }
    }
}

#[test]
fn long_search_keeps_its_memory_bounded() {
    let parameters =
        SearchParameters::default().restart_interval(50).clause_words_max(8_192).blocking_words_max(256);
    let problem = langford(11);
    let mut search = CdclSearch::with_parameters(&problem, parameters, NoLog);
    let mut clause_words_max = 0;
    let found =
        search_all(&mut search, |search| clause_words_max = clause_words_max.max(search.clause_words()));
    assert_eq!(found.len(), 35_584);
    assert!(search.reductions() > 10, "too few reductions");
    // Blocking clauses and reasons may exceed the maximum.
    let limit = 8_192 + 2_048;
    assert!(clause_words_max <= limit, "clauses took {clause_words_max} words, more than {limit}");
    assert!(search.restarts() > 0 && search.is_systematic());
}

#[test]
fn rebuilt_search_equals_a_new_one() {
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

#[test]
fn option_with_an_unsupported_colour_is_removed_at_the_root() {
    // a colours x 0, 1 or 2, or takes it alone; b colours it 1 in two ways, c 1 or 2.
    let mut problem = Problem::new(3, 3).expect("few items");
    for (item, colour, other) in [
        (0, Some(0), None),
        (0, Some(1), None),
        (0, Some(2), None),
        (0, None, None),
        (1, Some(1), Some(4)),
        (1, Some(1), Some(5)),
        (2, Some(1), None),
        (2, Some(2), None),
    ] {
        let coloured = Entry { item: Item(3), colour: colour.and_then(Colour::new) };
        let entries = [Some(Item(item).into()), Some(coloured), other.map(|other| Item(other).into())];
        problem.add_option(entries.into_iter().flatten()).expect("valid option");
    }
    let mut search = CdclSearch::new(&problem);
    assert_eq!(search.advance(1, &RUN), Step::Paused);
    // Three options of a, one of c.
    assert_eq!((search.nodes(), search.updates()), (1, 4));
    assert_eq!(search_all(&mut search, |_| ()).len(), 2);
}
