//! The search agrees with brute force, and its links with themselves.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use proptest::prelude::*;
use quadrille::exact_cover::{
    Colour, Document, Entry, Item, Links, NodeId, OptionId, Problem, SLICE_STEPS, Search, Step,
};

use crate::brute_force::{Statement, Walk};
use crate::strategies::{Stage, cases, stages, statement};

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

fn chosen(search: &Search) -> Vec<usize> {
    search.solution().map(|option| option.0 as usize).collect()
}

/// Searches to the end without a limit of nodes.
fn search_all(problem: &Problem) -> (Walk, Search) {
    let mut search = Search::new(problem);
    let mut solutions = Vec::new();
    loop {
        match search.advance(u64::MAX, &RUN) {
            Step::Solution => solutions.push(chosen(&search)),
            Step::Exhausted => break,
            Step::Paused => {}
        }
    }
    (Walk { solutions, nodes: search.nodes(), updates: search.updates() }, search)
}

fn sets(solutions: &[Vec<usize>]) -> BTreeSet<BTreeSet<usize>> {
    solutions.iter().map(|solution| solution.iter().copied().collect()).collect()
}

proptest! {
    #![proptest_config(cases(2048))]

    #[test]
    fn the_search_finds_the_solutions_that_brute_force_finds_each_once(statement in statement(10)) {
        let (walk, _) = search_all(&problem(&statement));
        let found = sets(&walk.solutions);
        prop_assert_eq!(found.len(), walk.solutions.len(), "a solution came twice");
        prop_assert_eq!(found, statement.solutions());
    }

    #[test]
    fn solutions_nodes_and_updates_are_those_of_a_recursion_without_links(statement in statement(18)) {
        let (walk, _) = search_all(&problem(&statement));
        prop_assert_eq!(walk, statement.walk());
    }

    #[test]
    fn an_exhausted_search_leaves_the_links_as_they_were_built(statement in statement(18)) {
        let problem = problem(&statement);
        let (_, mut search) = search_all(&problem);
        prop_assert_eq!(search.links(), &Links::new(&problem));
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
        let (whole, _) = search_all(&problem);
        let (paused, search) = search_in_stages(&problem, &stages)?;
        prop_assert_eq!(paused, whole);
        prop_assert_eq!(search.links(), &Links::new(&problem));
    }

    #[test]
    fn a_budget_of_the_whole_tree_never_pauses(statement in statement(18)) {
        let problem = problem(&statement);
        let (whole, _) = search_all(&problem);
        let mut search = Search::new(&problem);
        let mut solutions = 0;
        loop {
            match search.advance(whole.nodes - search.nodes(), &RUN) {
                Step::Solution => solutions += 1,
                Step::Exhausted => break,
                Step::Paused => prop_assert!(false, "paused at {} of {} nodes", search.nodes(), whole.nodes),
            }
        }
        prop_assert_eq!(solutions, whole.solutions.len());
    }

    #[test]
    fn a_budget_one_short_of_the_whole_tree_pauses_before_the_last_node(statement in statement(18)) {
        let problem = problem(&statement);
        let (whole, _) = search_all(&problem);
        let mut search = Search::new(&problem);
        let last = loop {
            match search.advance(whole.nodes - 1 - search.nodes(), &RUN) {
                Step::Solution => {}
                step => break step,
            }
        };
        prop_assert_eq!(last, Step::Paused);
        prop_assert_eq!(search.nodes(), whole.nodes - 1);
    }

    #[test]
    fn both_of_two_clones_go_on_from_where_they_were_parted(
        statement in statement(18),
        nodes in 0..40_u64,
    ) {
        let problem = problem(&statement);
        let mut first = Search::new(&problem);
        first.advance(nodes, &RUN);
        let mut second = first.clone();
        loop {
            let step = first.advance(3, &RUN);
            prop_assert_eq!(step, second.advance(3, &RUN));
            prop_assert_eq!(first.links(), second.links());
            match step {
                Step::Solution => prop_assert_eq!(chosen(&first), chosen(&second)),
                Step::Exhausted => break,
                Step::Paused => {}
            }
        }
    }

    #[test]
    fn every_verb_is_undone_by_its_inverse(
        statement in statement(18),
        picks in proptest::collection::vec((any::<usize>(), any::<usize>()), 0..6),
    ) {
        let mut links = Links::new(&problem(&statement));
        let mut done = Vec::new();
        for (item, option) in picks {
            check_sizes(&links)?;
            let active: Vec<NodeId> = links.active_items().collect();
            if active.is_empty() {
                break;
            }
            let item = active[item % active.len()];
            let before = links.clone();
            links.cover(item);
            check_sizes(&links)?;
            let nodes = nodes_below(&links, item);
            let choice = (!nodes.is_empty()).then(|| (links.clone(), nodes[option % nodes.len()]));
            if let Some((_, node)) = choice {
                links.choose(node);
            }
            done.push((before, item, choice));
        }
        while let Some((before, item, choice)) = done.pop() {
            if let Some((covered, node)) = choice {
                links.unchoose(node);
                prop_assert_eq!(&links, &covered);
            }
            links.uncover(item);
            prop_assert_eq!(&links, &before);
        }
    }
}

/// Goes through the stages until nothing is left, and holds each call to its budget.
fn search_in_stages(problem: &Problem, stages: &[Stage]) -> Result<(Walk, Search), TestCaseError> {
    let mut search = Search::new(problem);
    let mut solutions = Vec::new();
    let stop = AtomicBool::new(false);
    for stage in stages.iter().cycle() {
        if stage.cloned {
            search = search.clone();
        }
        stop.store(stage.stopped, std::sync::atomic::Ordering::Relaxed);
        let before = search.nodes();
        let step = search.advance(stage.budget_nodes, &stop);
        let visited = search.nodes() - before;
        let allowed = if stage.stopped { 0 } else { stage.budget_nodes };
        prop_assert!(visited <= allowed, "{} nodes, {} allowed", visited, allowed);
        match step {
            Step::Solution => solutions.push(chosen(&search)),
            Step::Exhausted => break,
            // These problems are too small to end a slice, so nothing but budget and flag can pause.
            Step::Paused => prop_assert_eq!(visited, allowed),
        }
    }
    Ok((Walk { solutions, nodes: search.nodes(), updates: search.updates() }, search))
}

fn nodes_below(links: &Links, item: NodeId) -> Vec<NodeId> {
    std::iter::successors(Some(links.below(item)), |&node| Some(links.below(node)))
        .take_while(|&node| node != item)
        .collect()
}

/// The sizes kept are those of the lists, and the starved items are the active ones without options.
fn check_sizes(links: &Links) -> Result<(), TestCaseError> {
    let mut starved = 0;
    for item in links.active_items() {
        let nodes = nodes_below(links, item);
        prop_assert_eq!(links.size(item) as usize, nodes.len());
        prop_assert!(nodes.iter().all(|&node| links.item_of(node) == item));
        starved += u32::from(nodes.is_empty());
    }
    prop_assert_eq!(links.starved(), starved);
    Ok(())
}

/// The options of every solution, in ascending order, solutions in the order of the search.
fn solutions(problem: &Problem) -> Vec<Vec<usize>> {
    let (mut walk, _) = search_all(problem);
    walk.solutions.iter_mut().for_each(|solution| solution.sort_unstable());
    walk.solutions
}

fn parsed(text: &str) -> Document {
    Document::parse(text).expect("a sound text")
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
        let (walk, _) = search_all(&problem);
        assert_eq!(walk, Walk { solutions: vec![vec![]], nodes: 1, updates: 0 });
    }
}

#[test]
fn a_primary_item_without_options_leaves_no_solution_and_no_node_but_the_root() {
    let document = parsed("a b c\na\nc\na c\n");
    let (walk, _) = search_all(&document.problem);
    assert_eq!(walk, Walk { solutions: vec![], nodes: 1, updates: 0 });
}

#[test]
fn the_root_costs_a_node_and_a_raised_flag_none() {
    let problem = Problem::new(0, 0).expect("no items");
    let mut search = Search::new(&problem);
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
    assert_eq!(search_all(&queens(1)).0.solutions.len(), 1);
    assert_eq!(search_all(&queens(3)).0.solutions.len(), 0);
    assert_eq!(search_all(&queens(6)).0.solutions.len(), 4);
    assert_eq!(search_all(&queens(8)).0.solutions.len(), 92);
    assert_eq!(search_all(&langford(6)).0.solutions.len(), 0);
    assert_eq!(search_all(&langford(7)).0.solutions.len(), 52);
    assert_eq!(search_all(&langford(8)).0.solutions.len(), 300);
    assert_eq!(search_all(&dominoes(4, 4)).0.solutions.len(), 36);
    assert_eq!(search_all(&dominoes(5, 3)).0.solutions.len(), 0);
}

#[test]
fn a_search_pauses_after_a_slice_of_steps_though_its_budget_is_endless() {
    let problem = langford(10);
    // Node by node no slice ever ends.
    let mut by_nodes = Search::new(&problem);
    while by_nodes.advance(1, &RUN) != Step::Exhausted {}
    assert!(by_nodes.steps() > 4 * SLICE_STEPS, "the problem is too small to show it");
    // A node and the choice of an item after it cannot remove more than the matrix twice.
    let overrun_max = 2 * (problem.entry_count() + problem.item_count()) as u64;
    let mut search = Search::new(&problem);
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
    let (whole, _) = search_all(&problem);
    let mut search = Search::new(&problem);
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
    let document = Document::parse("a b\na\na b\nb\n").expect("sound");
    let mut search = Search::new(&document.problem);
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
    let mut search = Search::new(&problem);
    let mut solutions = 0_u64;
    while search.advance(u64::MAX, &RUN) != Step::Exhausted {
        solutions += 1;
    }
    // One update, and a step for every node: whoever adds up steps over solutions sees his slice end.
    assert_eq!((solutions, search.updates(), search.steps()), (100_000, 1, 100_002));
}
