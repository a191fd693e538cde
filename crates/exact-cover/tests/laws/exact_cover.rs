//! Laws of the exact cover search: it agrees with brute force in every search space, and can pause anywhere.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use proptest::prelude::*;
use quadrille_exact_cover::unstable::{
    AnySearch, BitMatrix, ChosenOptions, ItemMask, Links, NodeState, RankMatrix, SLICE_STEPS, Search,
    SearchSpace, Step,
};
use quadrille_exact_cover::{Cube, CubeSearch, Entry, Item, NamedProblem, NextSolution, OptionId, Problem};
use quadrille_testing::brute_force::{Branching, Statement, Walk};
use quadrille_testing::problems::{chosen, dominoes, langford, pairs, problem, queens, run, walk};
use quadrille_testing::strategies::{Stage, cases, crowded_statement, stages, statement};

/// Stop flag that is never set.
static RUN: AtomicBool = AtomicBool::new(false);

/// Search in a bit matrix of this width.
fn in_bit_matrix<M: ItemMask>(problem: &Problem) -> Search<BitMatrix<M>> {
    Search::new(BitMatrix::new(problem).expect("a small problem"))
}

/// The statement with each coloured entry as an uncoloured one.
fn without_colours(mut statement: Statement) -> Statement {
    statement.options.iter_mut().flatten().for_each(|entry| entry.1 = None);
    statement
}

/// Search in a rank matrix.
fn in_rank_matrix(problem: &Problem) -> Search<RankMatrix> {
    Search::new(RankMatrix::new(problem).expect("a problem of medium size without colours"))
}

/// The solutions that a search has not returned yet: the solutions of the cubes of its rest, in the numbers of the whole problem.
fn solutions_of_rest(search: &Search<RankMatrix>, problem: &Problem) -> Vec<Vec<usize>> {
    let mut solutions = Vec::new();
    for cube in search.rest(1).cubes(&Cube::whole()) {
        let mut search = CubeSearch::new(problem, cube);
        loop {
            match search.advance(u64::MAX, &RUN) {
                NextSolution::Found => {
                    solutions.push(search.solution().map(|option| option.0 as usize).collect());
                }
                NextSolution::Paused => {}
                NextSolution::Ended(_) => break,
            }
        }
    }
    solutions
}

fn sets(solutions: &[Vec<usize>]) -> BTreeSet<BTreeSet<usize>> {
    solutions.iter().map(|solution| solution.iter().copied().collect()).collect()
}

proptest! {
    #![proptest_config(cases(2048))]

    #[test]
    fn search_finds_each_brute_force_solution_once(statement in statement(10)) {
        let problem = problem(&statement);
        let expected = statement.solutions();
        let walks = [
            walk(&problem)?,
            run(&mut in_bit_matrix::<u64>(&problem))?,
            run(&mut in_bit_matrix::<u128>(&problem))?,
        ];
        for walk in walks {
            let found = sets(&walk.solutions);
            prop_assert_eq!(found.len(), walk.solutions.len(), "repeated solution");
            prop_assert_eq!(&found, &expected);
        }
    }

    #[test]
    fn dlx_visits_the_nodes_of_a_recursive_search(statement in statement(18)) {
        let walk = walk(&problem(&statement))?;
        prop_assert_eq!(walk, statement.walk(Branching::FirstUnit)?);
    }

    #[test]
    fn bit_matrix_visits_the_nodes_of_a_recursive_search(statement in statement(18)) {
        check_bits(&statement)?;
    }

    #[test]
    fn rank_matrix_finds_each_brute_force_solution_once(statement in statement(12).prop_map(without_colours)) {
        let walk = run(&mut in_rank_matrix(&problem(&statement)))?;
        let found = sets(&walk.solutions);
        prop_assert_eq!(found.len(), walk.solutions.len(), "repeated solution");
        prop_assert_eq!(found, statement.solutions());
    }

    #[test]
    fn pauses_change_neither_solutions_nor_totals_of_a_rank_matrix(
        statement in statement(18).prop_map(without_colours),
        stages in stages(),
        limit in 0..20_u128,
    ) {
        let search = in_rank_matrix(&problem(&statement));
        check_stages(search.clone(), &stages)?;
        check_budget(&search)?;
        check_count(&search, &stages, limit)?;
    }

    #[test]
    fn exhausted_search_restores_the_links(statement in statement(18)) {
        let problem = problem(&statement);
        let mut search = Search::new(Links::new(&problem));
        run(&mut search)?;
        prop_assert_eq!(search.space(), &Links::new(&problem));
        // It stays exhausted.
        let nodes = search.nodes();
        prop_assert_eq!(search.advance(u64::MAX, &RUN), Step::Exhausted);
        prop_assert_eq!(search.nodes(), nodes);
    }

    #[test]
    fn pauses_change_neither_solutions_nor_totals(
        statement in statement(18),
        stages in stages(),
    ) {
        let problem = problem(&statement);
        let search = check_stages(Search::new(Links::new(&problem)), &stages)?;
        prop_assert_eq!(search.space(), &Links::new(&problem));
        check_stages(in_bit_matrix::<u64>(&problem), &stages)?;
        check_stages(in_bit_matrix::<u128>(&problem), &stages)?;
    }

    #[test]
    fn budget_of_the_whole_tree_does_not_pause(statement in statement(18)) {
        let problem = problem(&statement);
        check_budget(&Search::new(Links::new(&problem)))?;
        check_budget(&in_bit_matrix::<u64>(&problem))?;
    }

    #[test]
    fn clones_continue_from_the_same_state(
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
    fn undo_restores_the_links(
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
    fn reset_search_equals_a_new_one(
        before in statement(18),
        nodes in 0..40_u64,
        after in statement(18),
    ) {
        let (before, after) = (problem(&before), problem(&after));
        let mut search = Search::new(Links::new(&before));
        search.advance(nodes, &RUN);
        search.reset(|links| links.rebuild(&after));
        prop_assert_eq!(run(&mut search)?, walk(&after)?);
        let mut search = in_bit_matrix::<u64>(&before);
        search.advance(nodes, &RUN);
        search.reset(|matrix| assert!(matrix.rebuild(&after)));
        prop_assert_eq!(run(&mut search)?, run(&mut in_bit_matrix::<u64>(&after))?);
    }

    #[test]
    fn count_equals_the_number_of_solutions(
        statement in statement(18),
        stages in stages(),
        limit in 0..20_u128,
    ) {
        let problem = problem(&statement);
        check_count(&Search::new(Links::new(&problem)), &stages, limit)?;
        check_count(&in_bit_matrix::<u64>(&problem), &stages, limit)?;
        check_count(&in_bit_matrix::<u128>(&problem), &stages, limit)?;
    }
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn memo_of_dead_ends_loses_no_solution(statement in crowded_statement()) {
        let problem = problem(&statement);
        let mut plain = Search::new(Links::new(&problem));
        plain.set_memo_after_nodes(u64::MAX);
        let plain = run(&mut plain)?;
        let mut with_memo = Search::new(Links::new(&problem));
        with_memo.set_memo_after_nodes(0);
        let with_memo = run(&mut with_memo)?;
        prop_assert_eq!(with_memo.solutions, plain.solutions);
        prop_assert!(with_memo.nodes <= plain.nodes);
    }

    #[test]
    fn bit_matrix_of_several_words_visits_the_nodes_of_a_recursive_search(statement in crowded_statement()) {
        check_bits(&statement)?;
        let walk = walk(&problem(&statement))?;
        prop_assert_eq!(walk, statement.walk(Branching::FirstUnit)?);
    }

    #[test]
    fn pauses_change_nothing_in_sets_of_several_words(
        statement in crowded_statement(),
        stages in stages(),
        limit in 0..20_u128,
    ) {
        let problem = problem(&statement);
        check_stages(in_bit_matrix::<u64>(&problem), &stages)?;
        check_stages(in_bit_matrix::<u128>(&problem), &stages)?;
        check_count(&in_bit_matrix::<u64>(&problem), &stages, limit)?;
    }

    #[test]
    fn rank_matrix_agrees_with_links_on_crowded_problems(
        statement in crowded_statement().prop_map(without_colours),
        nodes in 0..60_u64,
    ) {
        let problem = problem(&statement);
        let expected = sets(&walk(&problem)?.solutions);
        let mut search = in_rank_matrix(&problem);
        let whole = run(&mut search.clone())?;
        prop_assert_eq!(whole.solutions.len(), expected.len(), "repeated solution");
        prop_assert_eq!(sets(&whole.solutions), expected.clone());
        // The rest of a paused search has all other solutions.
        let mut found = Vec::new();
        while search.advance(nodes.saturating_sub(search.nodes()), &RUN) == Step::Solution {
            found.push(chosen(&search));
        }
        found.extend(solutions_of_rest(&search, &problem));
        prop_assert_eq!(found.len(), expected.len());
        prop_assert_eq!(sets(&found), expected);
    }
}

/// Compares solutions and nodes with the recursive search. Updates have another unit.
fn check_bits(statement: &Statement) -> Result<(), TestCaseError> {
    let problem = problem(statement);
    let expected = statement.walk(Branching::FirstSmallest)?;
    for walk in [run(&mut in_bit_matrix::<u64>(&problem))?, run(&mut in_bit_matrix::<u128>(&problem))?] {
        prop_assert_eq!(&walk.solutions, &expected.solutions);
        prop_assert_eq!(walk.nodes, expected.nodes);
    }
    Ok(())
}

/// Repeats the stages until the search is exhausted, checks the budget of each call, and compares with a single call.
fn check_stages<M: ChosenOptions + Clone>(
    mut search: Search<M>,
    stages: &[Stage],
) -> Result<Search<M>, TestCaseError> {
    let whole = run(&mut search.clone())?;
    let mut solutions = Vec::new();
    for stage in stages.iter().cycle() {
        let (step, visited) = staged(&mut search, stage, Search::advance)?;
        match step {
            Step::Solution => solutions.push(chosen(&search)),
            Step::Exhausted => break,
            // The problems are too small for slices: only the budget and the flag pause.
            Step::Paused => prop_assert_eq!(visited, allowed(stage)),
        }
    }
    prop_assert_eq!(Walk { solutions, nodes: search.nodes(), updates: search.updates() }, whole);
    Ok(search)
}

fn allowed(stage: &Stage) -> u64 {
    if stage.stopped { 0 } else { stage.budget_nodes }
}

/// Makes one call. Returns the nodes it visited, within its budget.
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

/// A budget of all nodes reaches the end; a budget of one less pauses before the last node.
fn check_budget<M: ChosenOptions + Clone>(search: &Search<M>) -> Result<(), TestCaseError> {
    let whole = run(&mut search.clone())?;
    for missing in [0, 1] {
        let mut search = search.clone();
        let mut solutions = 0;
        let last = loop {
            match search.advance(whole.nodes - missing - search.nodes(), &RUN) {
                Step::Solution => solutions += 1,
                step => break step,
            }
        };
        if missing == 0 {
            prop_assert_eq!((last, solutions), (Step::Exhausted, whole.solutions.len()));
        } else {
            prop_assert_eq!((last, search.nodes()), (Step::Paused, whole.nodes - 1));
        }
    }
    Ok(())
}

/// Counting finds as many solutions as the search, with any pauses, and stops exactly at a limit, from where the search
/// finds the others.
fn check_count<M: ChosenOptions + Clone>(
    search: &Search<M>,
    stages: &[Stage],
    limit: u128,
) -> Result<(), TestCaseError> {
    let all = run(&mut search.clone())?.solutions.len() as u128;
    let mut whole = search.clone();
    while whole.count(u128::MAX, u64::MAX, &RUN) == Step::Paused {}
    prop_assert_eq!(whole.solutions(), all);

    // The same with a memo from the first node on.
    let search = &mut search.clone();
    search.set_memo_after_nodes(0);
    let mut whole = search.clone();
    while whole.count(u128::MAX, u64::MAX, &RUN) == Step::Paused {}
    prop_assert_eq!(whole.solutions(), all);

    let mut staged_search = search.clone();
    for stage in stages.iter().cycle() {
        let call = |search: &mut Search<M>, budget, stop: &AtomicBool| search.count(u128::MAX, budget, stop);
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
    prop_assert_eq!(run(&mut limited)?.solutions.len() as u128, all.saturating_sub(limit));
    Ok(())
}

/// Solutions in the order of the search, each with its options in ascending order.
fn solutions(problem: &Problem) -> Vec<Vec<usize>> {
    let mut walk = walk(problem).expect("few nodes");
    walk.solutions.iter_mut().for_each(|solution| solution.sort_unstable());
    walk.solutions
}

fn parsed(text: &str) -> NamedProblem {
    text.parse().expect("valid text")
}

#[test]
fn example_of_dancing_links_paper_has_its_one_solution() {
    let matrix = ["0010110", "1001001", "0110010", "1001000", "0100001", "0001101"];
    let mut problem = Problem::new(7, 0).expect("seven items");
    for row in matrix {
        let ones = (0..).zip(row.bytes()).filter(|&(_, cell)| cell == b'1');
        let entries: Vec<Entry> = ones.map(|(item, _)| Item(item).into()).collect();
        problem.add_option(&entries).expect("valid option");
    }
    assert_eq!(solutions(&problem), [[0, 3, 4]]);
}

#[test]
fn example_with_colours_has_its_one_solution() {
    let document = parsed("p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n");
    let found = solutions(document.problem());
    assert_eq!(found, [[1, 3]]);
    let texts: Vec<String> =
        found[0].iter().map(|&option| document.option_text(OptionId(option as u32))).collect();
    assert_eq!(texts, ["p r x:A y", "q x:A"]);
}

#[test]
fn problem_without_primary_items_has_the_empty_solution() {
    for secondary in [0, 3] {
        let problem = Problem::new(0, secondary).expect("few items");
        let walk = walk(&problem);
        assert_eq!(walk, Ok(Walk { solutions: vec![vec![]], nodes: 1, updates: 0 }));
    }
}

#[test]
fn primary_item_without_options_ends_the_search_at_the_root() {
    let document = parsed("a b c\na\nc\na c\n");
    let walk = walk(document.problem());
    assert_eq!(walk, Ok(Walk { solutions: vec![], nodes: 1, updates: 0 }));
}

#[test]
fn root_counts_as_a_node_and_stop_flag_pauses_before_it() {
    let problem = Problem::new(0, 0).expect("no items");
    let mut search = Search::new(Links::new(&problem));
    assert_eq!(search.advance(0, &RUN), Step::Paused);
    assert_eq!(search.advance(u64::MAX, &AtomicBool::new(true)), Step::Paused);
    assert_eq!(search.nodes(), 0);
    assert_eq!(search.advance(1, &RUN), Step::Solution);
    assert_eq!(search.advance(0, &RUN), Step::Exhausted);
}

#[test]
fn classic_problems_have_their_known_counts() {
    for (problem, count) in [
        (queens(1), 1),
        (queens(3), 0),
        (queens(6), 4),
        (queens(8), 92),
        (langford(6), 0),
        (langford(7), 52),
        (langford(8), 300),
        (dominoes(4, 4), 36),
        (dominoes(5, 3), 0),
    ] {
        assert_eq!(solutions(&problem).len(), count);
    }
}

/// Counts all solutions in calls of `budget_nodes`. Returns solutions and nodes.
fn count_in(mut search: AnySearch, budget_nodes: u64) -> (u128, u64) {
    while search.count(u128::MAX, budget_nodes, &RUN) != Step::Exhausted {}
    (search.solutions(), search.nodes())
}

/// Latin squares: every cell has a number, and every row and column has each number.
fn latin_squares(n: usize) -> Problem {
    let mut problem = Problem::new(3 * n * n, 0).expect("few items");
    for (row, column, number) in (0..n * n * n).map(|i| (i / n / n, i / n % n, i % n)) {
        let items = [row * n + column, n * n + row * n + number, 2 * n * n + column * n + number];
        problem.add_option(items.map(|item| Item(item as u32))).expect("valid option");
    }
    problem
}

#[test]
fn repeated_sub_problems_are_counted_once() {
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
        assert_eq!(count_in(AnySearch::with_links(&problem), u64::MAX).0, solutions);
    }
}

#[test]
fn forced_options_are_not_part_of_the_size_of_a_rank_matrix() {
    // Pairs of items, each with one option; and a square of nine items, each with four.
    let mut problem = Problem::new(1_009, 0).expect("few items");
    for pair in (9..1_009).step_by(2) {
        problem.add_option([pair, pair + 1].map(Item)).expect("valid option");
    }
    for (row, column) in (0..9).map(|cell| (cell / 3, cell % 3)) {
        let right = [3 * row + column, 3 * row + (column + 1) % 3];
        let below = [3 * row + column, 3 * ((row + 1) % 3) + column];
        for items in [&right[..], &below, &right[..1]] {
            let entries: Vec<Entry> = items.iter().map(|&item| Item(item).into()).collect();
            problem.add_option(&entries).expect("valid option");
        }
    }
    let mut search = in_rank_matrix(&problem);
    let found = run(&mut search).expect("few nodes").solutions;
    let expected = walk(&problem).expect("few nodes").solutions;
    assert!(found.iter().all(|solution| (505..=509).contains(&solution.len())));
    assert_eq!(found.len(), expected.len());
    assert_eq!(sets(&found), sets(&expected));
}

#[test]
fn problem_beyond_the_bounds_of_a_rank_matrix_is_refused() {
    assert!(RankMatrix::new(&latin_squares(9)).is_some());
    assert!(RankMatrix::new(&latin_squares(10)).is_none());
    let colours = parsed("a b | x\na x:A\nb x:A\na\nb\n");
    assert!(RankMatrix::new(colours.problem()).is_none());
}

#[test]
fn dead_ends_are_searched_once() {
    // Dominoes on a board of 8x8 without two opposite corners.
    let mut problem = Problem::new(62, 0).expect("few items");
    for cell in 1..63 {
        let right = (cell % 8 < 7).then_some(cell + 1);
        for other in [right, Some(cell + 8)].into_iter().flatten().filter(|&other| other < 63) {
            let items = [cell, other].map(|cell| Item(cell - 1));
            problem.add_option(items).expect("valid option");
        }
    }
    let nodes = |memo_after_nodes| {
        let mut search = in_bit_matrix::<u64>(&problem);
        search.set_memo_after_nodes(memo_after_nodes);
        while search.advance(u64::MAX, &RUN) != Step::Exhausted {}
        assert_eq!(search.solutions(), 0);
        search.nodes()
    };
    let (with_memo, without) = (nodes(1_000), nodes(u64::MAX));
    assert!(4 * with_memo < without, "{with_memo} and {without} nodes");
}

#[test]
fn limit_within_a_memoised_count_is_exact() {
    let problem = dominoes(6, 7);
    let all = count_in(AnySearch::with_links(&problem), u64::MAX).0;
    assert_eq!(all, 31_529);
    for limit in (1..all).step_by(1_009) {
        let mut search = AnySearch::new(&problem);
        while search.count(limit, 5_000, &RUN) != Step::Solution {}
        assert_eq!(search.solutions(), limit);
        // The next solution is a new one, and complete.
        while search.advance(u64::MAX, &RUN) == Step::Paused {}
        assert_eq!(search.solutions(), limit + 1);
        let tiling: BTreeSet<u32> = search.solution().map(|option| option.0).collect();
        assert_eq!(tiling.len(), 21);
        assert_eq!(count_in(search, u64::MAX).0, all);
    }
}

#[test]
fn any_search_uses_sets_of_bits_for_small_and_medium_problems_only() {
    assert!(matches!(AnySearch::new(&queens(12)), AnySearch::BitMatrix64(_)));
    assert!(matches!(AnySearch::new(&latin_squares(5)), AnySearch::BitMatrix128(_)));
    assert!(matches!(AnySearch::new(&latin_squares(7)), AnySearch::RankMatrix(_)));
    assert!(matches!(AnySearch::new(&latin_squares(10)), AnySearch::Links(_)));
    let mut long = Problem::new(1, 0).expect("few items");
    for _ in 0..100_000 {
        long.add_option([Item(0)]).expect("valid option");
    }
    assert!(matches!(AnySearch::new(&long), AnySearch::Links(_)));
}

#[test]
fn long_bit_matrix_search_starts_like_a_recursive_one() {
    const NODES: u64 = 600;
    let n = 20;
    let option = |k: usize, first: usize| vec![(k - 1, None), (n + first, None), (n + first + k + 1, None)];
    let options: Vec<_> =
        (1..=n).flat_map(|k| (0..2 * n - k - 1).map(move |first| option(k, first))).collect();
    assert!(options.len() > 512, "a compact table would be built");
    let statement = Statement { primary: 3 * n, secondary: 0, options };
    let expected = statement.walk_up_to(Branching::FirstSmallest, NODES);
    assert!(!expected.solutions.is_empty(), "no solution within the budget");
    let mut search = in_bit_matrix::<u64>(&problem(&statement));
    let mut solutions = Vec::new();
    while search.advance(NODES - search.nodes(), &RUN) == Step::Solution {
        solutions.push(chosen(&search));
    }
    assert_eq!((solutions, search.nodes()), (expected.solutions, NODES));
}

#[test]
fn unlimited_budget_pauses_after_each_slice() {
    let problem = langford(10);
    // With a budget of one node no slice ends.
    let mut by_nodes = Search::new(Links::new(&problem));
    while by_nodes.advance(1, &RUN) != Step::Exhausted {}
    assert!(by_nodes.steps() > 4 * SLICE_STEPS, "the problem is too small");
    // A node and the level opened at it unlink every node at most twice.
    let overrun_max = 2 * (problem.entry_count() + problem.item_count()) as u64;
    let mut search = Search::new(Links::new(&problem));
    let mut pauses = 0;
    loop {
        let before = search.steps();
        let step = search.advance(u64::MAX, &RUN);
        let steps = search.steps() - before;
        assert!(steps <= SLICE_STEPS + overrun_max, "{steps} steps in one slice");
        match step {
            Step::Solution => panic!("Langford pairs of order 10 do not exist"),
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
#[expect(clippy::disallowed_methods, reason = "searches must be movable between threads")]
fn paused_search_continues_in_other_threads() {
    let problem = queens(8);
    let whole = walk(&problem).expect("few nodes");
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
fn paused_search_returns_its_chosen_options() {
    let document: NamedProblem = "a b\na\na b\nb\n".parse().expect("valid text");
    let mut search = Search::new(Links::new(document.problem()));
    let mut seen = Vec::new();
    while search.advance(1, &RUN) != Step::Exhausted {
        seen.push(chosen(&search));
        // Without a node budget, the call only leaves the last solution.
        if search.advance(0, &RUN) == Step::Paused {
            seen.push(chosen(&search));
        }
    }
    let expected: [&[usize]; 7] = [&[], &[], &[0], &[0], &[0, 2], &[], &[1]];
    assert_eq!(seen, expected);
}

#[test]
fn nodes_without_updates_count_as_steps() {
    let mut problem = Problem::new(1, 0).expect("few items");
    for _ in 0..100_000 {
        problem.add_option([Item(0)]).expect("valid option");
    }
    let mut search = Search::new(Links::new(&problem));
    let mut solutions = 0_u64;
    while search.advance(u64::MAX, &RUN) != Step::Exhausted {
        solutions += 1;
    }
    // No update, but a step for every node.
    assert_eq!((solutions, search.updates(), search.steps()), (100_000, 0, 100_001));
}

#[test]
fn choice_among_many_items_counts_as_steps() {
    let mut search = Search::new(Links::new(&pairs(16_384)));
    assert_eq!(search.advance(u64::MAX, &RUN), Step::Paused);
    assert_eq!(search.updates(), 0);
    assert!((100..1_000).contains(&search.nodes()), "{} nodes in one slice", search.nodes());
}
