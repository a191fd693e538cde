//! The search agrees with brute force, with every matrix, and its links with themselves.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use proptest::prelude::*;
use quadrille::exact_cover::{
    AnySearch, BitMatrix, ChosenOptions, Colour, Entry, Item, ItemMask, Links, NamedProblem, NodeState,
    OptionId, Problem, SLICE_STEPS, Search, SearchSpace, Step,
};

use crate::brute_force::{Branching, Statement, Walk};
use crate::strategies::{Stage, cases, crowded_statement, stages, statement};

/// A stop flag that nobody raises.
static RUN: AtomicBool = AtomicBool::new(false);

pub(crate) fn problem(statement: &Statement) -> Problem {
    let mut problem = Problem::new(statement.primary, statement.secondary).expect("few items");
    for option in &statement.options {
        let entries: Vec<Entry> = option
            .iter()
            .map(|&(item, colour)| Entry { item: Item(item as u32), colour: colour.and_then(Colour::new) })
            .collect();
        problem.add_option(&entries).expect("a sound option");
    }
    problem
}

/// Searches with the matrix of bits; the mask says how wide.
fn in_bits<M: ItemMask>(problem: &Problem) -> Search<BitMatrix<M>> {
    Search::new(BitMatrix::new(problem).expect("a small problem"))
}

fn chosen<M: ChosenOptions>(search: &Search<M>) -> Vec<usize> {
    search.solution().map(|option| option.0 as usize).collect()
}

/// Searches to the end without a limit of nodes.
fn walk_on<M: ChosenOptions>(search: &mut Search<M>) -> Walk {
    let mut solutions = Vec::new();
    loop {
        match search.advance(u64::MAX, &RUN) {
            Step::Solution => solutions.push(chosen(search)),
            Step::Exhausted => break,
            Step::Paused => {}
        }
    }
    Walk { solutions, nodes: search.nodes(), updates: search.updates() }
}

fn walk(problem: &Problem) -> Walk {
    walk_on(&mut Search::new(Links::new(problem)))
}

fn sets(solutions: &[Vec<usize>]) -> BTreeSet<BTreeSet<usize>> {
    solutions.iter().map(|solution| solution.iter().copied().collect()).collect()
}

proptest! {
    #![proptest_config(cases(2048))]

    #[test]
    fn the_search_finds_the_solutions_that_brute_force_finds_each_once(statement in statement(10)) {
        let problem = problem(&statement);
        let walks = [
            walk(&problem),
            walk_on(&mut in_bits::<u64>(&problem)),
            walk_on(&mut in_bits::<u128>(&problem)),
        ];
        for walk in walks {
            let found = sets(&walk.solutions);
            prop_assert_eq!(found.len(), walk.solutions.len(), "a solution came twice");
            prop_assert_eq!(found, statement.solutions());
        }
    }

    #[test]
    fn solutions_nodes_and_updates_are_those_of_a_recursion_without_links(statement in statement(18)) {
        let walk = walk(&problem(&statement));
        prop_assert_eq!(walk, statement.walk(Branching::FirstUnit, u64::MAX));
    }

    #[test]
    fn solutions_and_nodes_in_bits_are_those_of_a_recursion_without_bits(statement in statement(18)) {
        check_bits(&statement)?;
    }

    #[test]
    fn an_exhausted_search_leaves_the_links_as_they_were_built(statement in statement(18)) {
        let problem = problem(&statement);
        let mut search = Search::new(Links::new(&problem));
        walk_on(&mut search);
        prop_assert_eq!(search.space(), &Links::new(&problem));
        // And it stays where it is.
        let nodes = search.nodes();
        prop_assert_eq!(search.advance(u64::MAX, &RUN), Step::Exhausted);
        prop_assert_eq!(search.nodes(), nodes);
    }

    #[test]
    fn pausing_anywhere_changes_neither_solutions_nor_totals(
        statement in statement(18),
        stages in stages(),
    ) {
        let problem = problem(&statement);
        let search = check_stages(Search::new(Links::new(&problem)), &stages)?;
        prop_assert_eq!(search.space(), &Links::new(&problem));
        check_stages(in_bits::<u64>(&problem), &stages)?;
        check_stages(in_bits::<u128>(&problem), &stages)?;
    }

    #[test]
    fn a_budget_of_the_whole_tree_never_pauses(statement in statement(18)) {
        let problem = problem(&statement);
        check_budget(&Search::new(Links::new(&problem)))?;
        check_budget(&in_bits::<u64>(&problem))?;
    }

    #[test]
    fn both_of_two_clones_go_on_from_where_they_were_parted(
        statement in statement(18),
        nodes in 0..40_u64,
    ) {
        let problem = problem(&statement);
        let mut first = Search::new(Links::new(&problem));
        first.advance(nodes, &RUN);
        let mut second = first.clone();
        loop {
            let step = first.advance(3, &RUN);
            prop_assert_eq!(step, second.advance(3, &RUN));
            prop_assert_eq!(first.space(), second.space());
            match step {
                Step::Solution => prop_assert_eq!(chosen(&first), chosen(&second)),
                Step::Exhausted => break,
                Step::Paused => {}
            }
        }
    }

    #[test]
    fn every_choice_is_undone_when_it_is_taken_back(
        statement in statement(18),
        skips in proptest::collection::vec(0..3_usize, 0..6),
    ) {
        let mut links = Links::new(&problem(&statement));
        let mut done = Vec::new();
        'levels: for skip in skips {
            if links.state() != NodeState::Open {
                break;
            }
            links.open_level();
            let opened = links.clone();
            links.try_next();
            for _ in 0..skip {
                let more = links.undo();
                prop_assert_eq!(&links, &opened);
                if !more {
                    links.close_level();
                    continue 'levels;
                }
                links.try_next();
            }
            done.push(opened);
        }
        while let Some(opened) = done.pop() {
            links.undo();
            prop_assert_eq!(&links, &opened);
            links.close_level();
        }
        prop_assert_eq!(&links, &Links::new(&problem(&statement)));
    }

    #[test]
    fn a_search_rebuilt_for_another_problem_is_as_good_as_new(
        before in statement(18),
        nodes in 0..40_u64,
        after in statement(18),
    ) {
        let (before, after) = (problem(&before), problem(&after));
        let mut search = Search::new(Links::new(&before));
        search.advance(nodes, &RUN);
        search.reset(|links| links.rebuild(&after));
        prop_assert_eq!(walk_on(&mut search), walk(&after));
        let mut search = in_bits::<u64>(&before);
        search.advance(nodes, &RUN);
        search.reset(|bits| assert!(bits.rebuild(&after)));
        prop_assert_eq!(walk_on(&mut search), walk_on(&mut in_bits::<u64>(&after)));
    }

    #[test]
    fn solutions_are_counted_as_they_are_found(
        statement in statement(18),
        stages in stages(),
        limit in 0..20_u64,
    ) {
        let problem = problem(&statement);
        check_count(&Search::new(Links::new(&problem)), &stages, limit)?;
        check_count(&in_bits::<u64>(&problem), &stages, limit)?;
        check_count(&in_bits::<u128>(&problem), &stages, limit)?;
    }
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn solutions_and_nodes_in_several_words_are_those_of_a_recursion(statement in crowded_statement()) {
        check_bits(&statement)?;
        let walk = walk(&problem(&statement));
        prop_assert_eq!(walk, statement.walk(Branching::FirstUnit, u64::MAX));
    }

    #[test]
    fn pausing_anywhere_changes_nothing_in_several_words(
        statement in crowded_statement(),
        stages in stages(),
        limit in 0..20_u64,
    ) {
        let problem = problem(&statement);
        check_stages(in_bits::<u64>(&problem), &stages)?;
        check_stages(in_bits::<u128>(&problem), &stages)?;
        check_count(&in_bits::<u64>(&problem), &stages, limit)?;
    }
}

/// Solutions and nodes are those of the recursion; what an update is, is the matrix's own.
fn check_bits(statement: &Statement) -> Result<(), TestCaseError> {
    let problem = problem(statement);
    let expected = statement.walk(Branching::FirstSmallest, u64::MAX);
    for walk in [walk_on(&mut in_bits::<u64>(&problem)), walk_on(&mut in_bits::<u128>(&problem))] {
        prop_assert_eq!(&walk.solutions, &expected.solutions);
        prop_assert_eq!(walk.nodes, expected.nodes);
    }
    Ok(())
}

/// Goes through the stages until nothing is left, holds each call to its budget, and compares with one call.
fn check_stages<M: ChosenOptions + Clone>(
    mut search: Search<M>,
    stages: &[Stage],
) -> Result<Search<M>, TestCaseError> {
    let whole = walk_on(&mut search.clone());
    let mut solutions = Vec::new();
    for stage in stages.iter().cycle() {
        let (step, visited) = staged(&mut search, stage, Search::advance)?;
        match step {
            Step::Solution => solutions.push(chosen(&search)),
            Step::Exhausted => break,
            // These problems are too small to end a slice, so nothing but budget and flag can pause.
            Step::Paused => prop_assert_eq!(visited, allowed(stage)),
        }
    }
    prop_assert_eq!(Walk { solutions, nodes: search.nodes(), updates: search.updates() }, whole);
    Ok(search)
}

fn allowed(stage: &Stage) -> u64 {
    if stage.stopped { 0 } else { stage.budget_nodes }
}

/// One call, and the nodes it visited, which are no more than it was allowed.
fn staged<M: ChosenOptions + Clone>(
    search: &mut Search<M>,
    stage: &Stage,
    call: impl FnOnce(&mut Search<M>, u64, &AtomicBool) -> Step,
) -> Result<(Step, u64), TestCaseError> {
    let stop = AtomicBool::new(false);
    if stage.cloned {
        *search = search.clone();
    }
    stop.store(stage.stopped, Ordering::Relaxed);
    let before = search.nodes();
    let step = call(search, stage.budget_nodes, &stop);
    let visited = search.nodes() - before;
    prop_assert!(visited <= allowed(stage), "{} nodes, {} allowed", visited, allowed(stage));
    Ok((step, visited))
}

/// A budget of all nodes reaches the end, and one node less pauses before the last.
fn check_budget<M: ChosenOptions + Clone>(search: &Search<M>) -> Result<(), TestCaseError> {
    let whole = walk_on(&mut search.clone());
    for short in [0, 1] {
        let mut search = search.clone();
        let mut solutions = 0;
        let last = loop {
            match search.advance(whole.nodes - short - search.nodes(), &RUN) {
                Step::Solution => solutions += 1,
                step => break step,
            }
        };
        if short == 0 {
            prop_assert_eq!((last, solutions), (Step::Exhausted, whole.solutions.len()));
        } else {
            prop_assert_eq!((last, search.nodes()), (Step::Paused, whole.nodes - 1));
        }
    }
    Ok(())
}

/// Counting ends with as many solutions as the search finds, however it is paused, and stops at a limit to the unit; from
/// there the search finds the others.
fn check_count<M: ChosenOptions + Clone>(
    search: &Search<M>,
    stages: &[Stage],
    limit: u64,
) -> Result<(), TestCaseError> {
    let all = walk_on(&mut search.clone()).solutions.len() as u64;
    let mut whole = search.clone();
    while whole.count(u64::MAX, u64::MAX, &RUN) == Step::Paused {}
    prop_assert_eq!(whole.solutions(), all);

    // The same from the first node on with a memory, which these problems are too small to call for.
    let search = &mut search.clone();
    search.set_memo_after_nodes(0);
    let mut whole = search.clone();
    while whole.count(u64::MAX, u64::MAX, &RUN) == Step::Paused {}
    prop_assert_eq!(whole.solutions(), all);

    let mut staged_search = search.clone();
    for stage in stages.iter().cycle() {
        let call = |search: &mut Search<M>, budget, stop: &AtomicBool| search.count(u64::MAX, budget, stop);
        if staged(&mut staged_search, stage, call)?.0 == Step::Exhausted {
            break;
        }
    }
    prop_assert_eq!(staged_search.solutions(), all);
    prop_assert_eq!(staged_search.nodes(), whole.nodes());

    let mut limited = search.clone();
    let step = loop {
        match limited.count(limit, u64::MAX, &RUN) {
            Step::Paused => {}
            step => break step,
        }
    };
    prop_assert_eq!(step, if limit <= all { Step::Solution } else { Step::Exhausted });
    prop_assert_eq!(limited.solutions(), limit.min(all));
    prop_assert_eq!(walk_on(&mut limited).solutions.len() as u64, all.saturating_sub(limit));
    Ok(())
}

/// The options of every solution, in ascending order, solutions in the order of the search.
fn solutions(problem: &Problem) -> Vec<Vec<usize>> {
    let mut walk = walk(problem);
    walk.solutions.iter_mut().for_each(|solution| solution.sort_unstable());
    walk.solutions
}

fn parsed(text: &str) -> NamedProblem {
    NamedProblem::parse(text).expect("a sound text")
}

#[test]
fn the_matrix_of_six_rows_is_covered_by_rows_1_4_and_5_alone() {
    let matrix = ["0010110", "1001001", "0110010", "1001000", "0100001", "0001101"];
    let mut problem = Problem::new(7, 0).expect("seven items");
    for row in matrix {
        let ones = (0..).zip(row.bytes()).filter(|&(_, cell)| cell == b'1');
        let entries: Vec<Entry> = ones.map(|(item, _)| Item(item).into()).collect();
        problem.add_option(&entries).expect("a sound option");
    }
    assert_eq!(solutions(&problem), [[0, 3, 4]]);
}

#[test]
fn the_toy_problem_with_colours_has_its_one_solution() {
    let document = parsed("p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n");
    let found = solutions(&document.problem);
    assert_eq!(found, [[1, 3]]);
    let texts: Vec<String> =
        found[0].iter().map(|&option| document.option_text(OptionId(option as u32))).collect();
    assert_eq!(texts, ["p r x:A y", "q x:A"]);
}

#[test]
fn a_problem_without_primary_items_has_one_solution_which_is_empty() {
    for secondary in [0, 3] {
        let problem = Problem::new(0, secondary).expect("few items");
        let walk = walk(&problem);
        assert_eq!(walk, Walk { solutions: vec![vec![]], nodes: 1, updates: 0 });
    }
}

#[test]
fn a_primary_item_without_options_leaves_no_solution_and_no_node_but_the_root() {
    let document = parsed("a b c\na\nc\na c\n");
    let walk = walk(&document.problem);
    assert_eq!(walk, Walk { solutions: vec![], nodes: 1, updates: 0 });
}

#[test]
fn the_root_costs_a_node_and_a_raised_flag_none() {
    let problem = Problem::new(0, 0).expect("no items");
    let mut search = Search::new(Links::new(&problem));
    assert_eq!(search.advance(0, &RUN), Step::Paused);
    assert_eq!(search.advance(u64::MAX, &AtomicBool::new(true)), Step::Paused);
    assert_eq!(search.nodes(), 0);
    assert_eq!(search.advance(1, &RUN), Step::Solution);
    assert_eq!(search.advance(0, &RUN), Step::Exhausted);
}

/// Queens on an n x n board: a row and a column each have a queen, a diagonal has at most one.
fn queens(n: usize) -> Problem {
    let mut problem = Problem::new(2 * n, 2 * (2 * n - 1)).expect("few items");
    for row in 0..n {
        for column in 0..n {
            let diagonal = 2 * n + row + column;
            let antidiagonal = 4 * n - 1 + row + n - 1 - column;
            let items = [row, n + column, diagonal, antidiagonal];
            problem.add_option(&items.map(|item| Item(item as u32).into())).expect("a sound option");
        }
    }
    problem
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

fn dominoes(width: usize, height: usize) -> Problem {
    let mut problem = Problem::new(width * height, 0).expect("few items");
    for cell in 0..width * height {
        let right = (cell % width + 1 < width).then_some(cell + 1);
        let below = (cell / width + 1 < height).then_some(cell + width);
        for other in [right, below].into_iter().flatten() {
            let entries = [cell, other].map(|item| Item(item as u32).into());
            problem.add_option(&entries).expect("a sound option");
        }
    }
    problem
}

#[test]
fn the_classics_have_as_many_solutions_as_the_books_say() {
    assert_eq!(walk(&queens(1)).solutions.len(), 1);
    assert_eq!(walk(&queens(3)).solutions.len(), 0);
    assert_eq!(walk(&queens(6)).solutions.len(), 4);
    assert_eq!(walk(&queens(8)).solutions.len(), 92);
    assert_eq!(walk(&langford(6)).solutions.len(), 0);
    assert_eq!(walk(&langford(7)).solutions.len(), 52);
    assert_eq!(walk(&langford(8)).solutions.len(), 300);
    assert_eq!(walk(&dominoes(4, 4)).solutions.len(), 36);
    assert_eq!(walk(&dominoes(5, 3)).solutions.len(), 0);
}

/// Counts to the end, in calls of so many nodes.
fn count_in(mut search: AnySearch, budget_nodes: u64) -> (u64, u64) {
    while search.count(u64::MAX, budget_nodes, &RUN) != Step::Exhausted {}
    (search.solutions(), search.nodes())
}

/// Latin squares: every cell has a number, and every row and column has each number.
fn latin_squares(n: usize) -> Problem {
    let mut problem = Problem::new(3 * n * n, 0).expect("few items");
    for (row, column, number) in (0..n * n * n).map(|i| (i / n / n, i / n % n, i % n)) {
        let items = [row * n + column, n * n + row * n + number, 2 * n * n + column * n + number];
        problem.add_option(&items.map(|item| Item(item as u32).into())).expect("a sound option");
    }
    problem
}

#[test]
fn sub_problems_that_repeat_are_counted_once_and_for_all() {
    for (problem, solutions, in_nodes) in [
        (dominoes(8, 8), 12_988_816, 100_000),
        (dominoes(6, 6), 6_728, 10_000),
        (latin_squares(5), 161_280, 400_000),
        (langford(8), 300, 5_000),
        (queens(8), 92, 2_000),
    ] {
        let (found, nodes) = count_in(AnySearch::new(&problem), u64::MAX);
        assert_eq!(found, solutions);
        assert!(nodes < in_nodes, "{nodes} nodes");
        for budget_nodes in [1, 100, 9_973] {
            assert_eq!(count_in(AnySearch::new(&problem), budget_nodes), (solutions, nodes));
        }
        assert_eq!(count_in(AnySearch::Links(Search::new(Links::new(&problem))), u64::MAX).0, solutions);
    }
}

#[test]
fn a_limit_in_the_midst_of_what_is_remembered_is_met_to_the_unit() {
    let problem = dominoes(6, 7);
    let all = count_in(AnySearch::Links(Search::new(Links::new(&problem))), u64::MAX).0;
    assert_eq!(all, 31_529);
    for limit in (1..all).step_by(1_009) {
        let mut search = AnySearch::new(&problem);
        while search.count(limit, 5_000, &RUN) != Step::Solution {}
        assert_eq!(search.solutions(), limit);
        // What one call found, the next does not find again, and what is not counted can be seen.
        while search.advance(u64::MAX, &RUN) == Step::Paused {}
        assert_eq!(search.solutions(), limit + 1);
        let tiling: BTreeSet<u32> = search.solution().iter().map(|option| option.0).collect();
        assert_eq!(tiling.len(), 21);
        assert_eq!(count_in(search, u64::MAX).0, all);
    }
}

#[test]
fn a_search_takes_bits_where_they_suffice_and_links_beyond() {
    assert!(matches!(AnySearch::new(&queens(12)), AnySearch::BitMatrix64(_)));
    assert!(matches!(AnySearch::new(&latin_squares(5)), AnySearch::BitMatrix128(_)));
    assert!(matches!(AnySearch::new(&latin_squares(7)), AnySearch::Links(_)));
    let mut long = Problem::new(1, 0).expect("few items");
    for _ in 0..100_000 {
        long.add_option(&[Item(0).into()]).expect("a sound option");
    }
    assert!(matches!(AnySearch::new(&long), AnySearch::Links(_)));
}

/// A large problem in bits, as far as brute force goes with it.
#[test]
fn the_beginning_of_a_long_search_in_bits_is_that_of_the_recursion() {
    const NODES: u64 = 600;
    let n = 20;
    let option = |k: usize, first: usize| vec![(k - 1, None), (n + first, None), (n + first + k + 1, None)];
    let options: Vec<_> =
        (1..=n).flat_map(|k| (0..2 * n - k - 1).map(move |first| option(k, first))).collect();
    assert!(options.len() > 512, "numbering anew is to stay out of this");
    let statement = Statement { primary: 3 * n, secondary: 0, options };
    let expected = statement.walk(Branching::FirstSmallest, NODES);
    assert!(!expected.solutions.is_empty(), "nothing is found so soon");
    let mut search = in_bits::<u64>(&problem(&statement));
    let mut solutions = Vec::new();
    while search.advance(NODES - search.nodes(), &RUN) == Step::Solution {
        solutions.push(chosen(&search));
    }
    assert_eq!((solutions, search.nodes()), (expected.solutions, NODES));
}

#[test]
fn a_search_pauses_after_a_slice_of_steps_though_its_budget_is_endless() {
    let problem = langford(10);
    // Node by node no slice ever ends.
    let mut by_nodes = Search::new(Links::new(&problem));
    while by_nodes.advance(1, &RUN) != Step::Exhausted {}
    assert!(by_nodes.steps() > 4 * SLICE_STEPS, "the problem is too small to show it");
    // A node and the choice of an item after it cannot remove more than the matrix twice.
    let overrun_max = 2 * (problem.entry_count() + problem.item_count()) as u64;
    let mut search = Search::new(Links::new(&problem));
    let mut pauses = 0;
    loop {
        let before = search.steps();
        let step = search.advance(u64::MAX, &RUN);
        let steps = search.steps() - before;
        assert!(steps <= SLICE_STEPS + overrun_max, "{steps} steps in one go");
        match step {
            Step::Solution => panic!("ten pairs cannot be arranged"),
            Step::Exhausted => break,
            Step::Paused => {
                assert!(steps >= SLICE_STEPS, "paused after only {steps} steps");
                pauses += 1;
            }
        }
    }
    assert!(pauses >= 3, "only {pauses} pauses");
    assert_eq!((search.nodes(), search.updates()), (by_nodes.nodes(), by_nodes.updates()));
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the search is to be moved to other threads")]
fn a_paused_search_goes_on_in_other_threads() {
    let problem = queens(8);
    let whole = walk(&problem);
    let mut search = Search::new(Links::new(&problem));
    let mut solutions = Vec::new();
    loop {
        let (step, back) = std::thread::spawn(move || {
            let step = search.advance(500, &RUN);
            (step, search)
        })
        .join()
        .expect("the search does not panic");
        search = back;
        match step {
            Step::Solution => solutions.push(chosen(&search)),
            Step::Exhausted => break,
            Step::Paused => {}
        }
    }
    assert_eq!(Walk { solutions, nodes: search.nodes(), updates: search.updates() }, whole);
}

#[test]
fn a_paused_search_tells_the_options_it_has_chosen_and_no_others() {
    let document = NamedProblem::parse("a b\na\na b\nb\n").expect("sound");
    let mut search = Search::new(Links::new(&document.problem));
    let mut seen = Vec::new();
    while search.advance(1, &RUN) != Step::Exhausted {
        seen.push(chosen(&search));
        // Without a node to visit, it only takes back what was done with.
        if search.advance(0, &RUN) == Step::Paused {
            seen.push(chosen(&search));
        }
    }
    let expected: [&[usize]; 7] = [&[], &[], &[0], &[0], &[0, 2], &[], &[1]];
    assert_eq!(seen, expected);
}

#[test]
fn nodes_count_as_steps_even_where_they_remove_nothing() {
    let mut problem = Problem::new(1, 0).expect("few items");
    for _ in 0..100_000 {
        problem.add_option(&[Item(0).into()]).expect("a sound option");
    }
    let mut search = Search::new(Links::new(&problem));
    let mut solutions = 0_u64;
    while search.advance(u64::MAX, &RUN) != Step::Exhausted {
        solutions += 1;
    }
    // No update, but a step for every node: whoever adds up steps over solutions sees his slice end.
    assert_eq!((solutions, search.updates(), search.steps()), (100_000, 0, 100_001));
}
