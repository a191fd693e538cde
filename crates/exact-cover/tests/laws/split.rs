//! Laws of splits: the parts of a search have its solutions in order, its nodes and its answer, wherever it is split.

use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use quadrille_exact_cover::Rest;
use quadrille_exact_cover::unstable::{BitMatrix, ChosenOptions, Links, RankMatrix, Search, Step};
use quadrille_exact_cover::{
    CoverAnswer, CoverSearch, Cube, NextSolution, OptionId, Problem, Progress, ResumableSearch,
    SolutionSearch, StopReason,
};
use quadrille_testing::problems::{dominoes, langford, problem, queens};
use quadrille_testing::strategies::{cases, crowded_statement, statement};

/// Stop flag that is never set.
static RUN: AtomicBool = AtomicBool::new(false);

/// Weight of a whole search.
const WEIGHT: u128 = 1 << 120;

/// Solutions of a search in order, and its number of nodes.
type Walk = (Vec<Vec<OptionId>>, u64);

fn cubes(rest: &Rest) -> Vec<Cube> {
    rest.cubes(&Cube::whole()).collect()
}

/// Walks through a search, one part after the other. Splits each part when it has visited as many nodes as the budget says;
/// the budgets are used in turn.
fn walk_in_parts<S>(search: Search<S>, budgets: &[u64]) -> Result<(Walk, usize), TestCaseError>
where
    S: ChosenOptions + Clone,
{
    let (mut parts, mut part_count) = (vec![search], 0);
    let (mut solutions, mut nodes) = (Vec::new(), 0);
    let mut budgets = budgets.iter().cycle();
    while let Some(mut part) = parts.pop() {
        part_count += 1;
        let mut left = budgets.next().copied().unwrap_or(u64::MAX);
        loop {
            let before = part.nodes();
            match part.advance(left, &RUN) {
                Step::Solution => solutions.push(part.solution().collect()),
                Step::Exhausted => break,
                Step::Paused => {}
            }
            left -= (part.nodes() - before).min(left);
            if left > 0 {
                continue;
            }
            let rest = part.rest(WEIGHT);
            prop_assert_eq!(rest.weight(), part.rest_weight(WEIGHT));
            if let Some(later) = part.split() {
                prop_assert_eq!((later.solutions(), later.nodes(), later.updates()), (0, 0, 0));
                let of_parts = [part.rest(WEIGHT), later.rest(WEIGHT)];
                prop_assert!(of_parts.iter().all(|rest| !rest.is_empty()), "a part has nothing to do");
                prop_assert_eq!(of_parts.iter().flat_map(cubes).collect::<Vec<_>>(), cubes(&rest));
                parts.push(later);
            }
            left = budgets.next().copied().unwrap_or(u64::MAX).max(1);
        }
        prop_assert!(part.rest(WEIGHT).is_empty());
        nodes += part.nodes();
    }
    Ok(((solutions, nodes), part_count))
}

/// Compares the parts of a search with the whole.
fn check_parts<S>(search: &Search<S>, budgets: &[u64]) -> Result<usize, TestCaseError>
where
    S: ChosenOptions + Clone,
{
    let (whole, _) = walk_in_parts(search.clone(), &[])?;
    let (in_parts, part_count) = walk_in_parts(search.clone(), budgets)?;
    prop_assert_eq!(in_parts, whole);
    Ok(part_count)
}

proptest! {
    #![proptest_config(cases(128))]

    #[test]
    fn parts_are_the_whole_in_order(
        statement in prop_oneof![statement(18), crowded_statement()],
        budgets in proptest::collection::vec(0..12_u64, 1..6),
    ) {
        let problem = problem(&statement);
        check_parts(&Search::new(Links::new(&problem)), &budgets)?;
        let bits = BitMatrix::<u64>::new(&problem).expect("small");
        check_parts(&Search::new(bits), &budgets)?;
        if let Some(ranks) = RankMatrix::new(&problem) {
            check_parts(&Search::new(ranks), &budgets)?;
        }
    }
}

#[test]
fn long_searches_fall_into_many_parts() {
    for problem in [queens(8), langford(8)] {
        let parts = check_parts(&Search::new(Links::new(&problem)), &[40]).expect("the whole in order");
        let bits = BitMatrix::<u64>::new(&problem).expect("small");
        let bit_parts = check_parts(&Search::new(bits), &[40, 7]).expect("the whole in order");
        assert!(parts > 10 && bit_parts > 10, "{parts} and {bit_parts} parts");
    }
}

fn solver(problem: &Arc<Problem>, limit: u64) -> CoverSearch {
    CoverSearch::new(Arc::clone(problem), NonZeroU64::new(limit).expect("positive"))
}

/// Counts in slices of `budget_nodes`, and splits after each slice. Returns the joined answers, and the number of parts.
fn count_in_parts(problem: &Arc<Problem>, limit: u64, budget_nodes: u64) -> (CoverAnswer, usize) {
    let (mut parts, mut answers) = (vec![solver(problem, limit)], Vec::new());
    while let Some(mut part) = parts.pop() {
        while part.advance(budget_nodes, &RUN).expect("valid covers") == Progress::Paused {
            parts.extend(part.split());
        }
        answers.push(part.answer());
    }
    let count = answers.len();
    let limit = NonZeroU64::new(limit).expect("positive");
    let joined = answers.into_iter().reduce(|mut answer, part| {
        answer.join(&part, limit);
        answer
    });
    (joined.expect("at least one part"), count)
}

/// The answer without numbers that depend on pauses.
fn without_work(mut answer: CoverAnswer) -> CoverAnswer {
    if let Some(stats) = &mut answer.stats {
        (stats.nodes, stats.updates) = (0, 0);
    }
    answer
}

#[test]
fn joined_answers_of_parts_are_that_of_the_whole() {
    for (problem, solutions, has_memo) in [
        (queens(8), 92, false),
        (queens(9), 352, false),
        (langford(8), 300, true),
        (dominoes(6, 6), 6_728, true),
    ] {
        let problem = Arc::new(problem);
        for limit in [1, 2, 50, solutions, 1_000_000] {
            let mut whole = solver(&problem, limit);
            while whole.advance(u64::MAX, &RUN).expect("valid covers") == Progress::Paused {}
            let whole = whole.answer();
            let (joined, parts) = count_in_parts(&problem, limit, 300);
            assert!(parts > 3 || limit < solutions, "{parts} parts");
            if limit > solutions && !has_memo {
                let nodes = |answer: &CoverAnswer| answer.stats.map(|stats| stats.nodes);
                assert_eq!(nodes(&joined), nodes(&whole));
            }
            assert_eq!(without_work(joined), without_work(whole));
        }
    }
}

#[test]
fn lists_of_parts_are_the_list_of_the_whole() {
    let problem = Arc::new(queens(8));
    let list = |budget_nodes| {
        let (mut parts, mut covers) = (vec![solver(&problem, 1_000)], Vec::new());
        while let Some(mut part) = parts.pop() {
            loop {
                match part.next(budget_nodes, &RUN).expect("no bug") {
                    NextSolution::Ended(_) => break,
                    NextSolution::Found => covers.push(part.solution().expect("a cover")),
                    NextSolution::Paused => parts.extend(part.split()),
                }
            }
        }
        covers
    };
    assert_eq!(list(50), list(u64::MAX));
}

#[test]
fn interrupted_part_leaves_the_answer_open() {
    let problem = Arc::new(queens(8));
    let mut earlier = solver(&problem, 1_000);
    while earlier.count() < 20 {
        earlier.advance(1, &RUN).expect("valid covers");
    }
    let mut later = earlier.split().expect("backtracking keeps the search");
    while earlier.advance(u64::MAX, &RUN).expect("valid covers") == Progress::Paused {}
    later.advance(100, &RUN).expect("valid covers");
    let mut answer = earlier.answer();
    assert_eq!(answer.stop_reason, StopReason::Complete);
    answer.join(&later.answer(), NonZeroU64::MAX);
    assert_eq!(answer.stop_reason, StopReason::Interrupted);
    assert!((20..92).contains(&answer.count), "{}", answer.count);
}

#[test]
fn search_with_few_solutions_cannot_be_split() {
    let mut search = solver(&Arc::new(queens(6)), 1_000);
    while search.advance(1, &RUN).expect("valid covers") == Progress::Paused {
        assert!(search.split().is_none());
    }
}
