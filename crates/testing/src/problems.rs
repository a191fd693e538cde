//! Exact cover problems.
#![expect(clippy::expect_used, reason = "a test fails by a panic")]

use std::sync::atomic::AtomicBool;

use proptest::collection::hash_set;
use proptest::prelude::*;
use quadrille_exact_cover::unstable::{ChosenOptions, Links, Search, Step};
use quadrille_exact_cover::{Colour, Entry, Item, NamedProblem, Problem};

use crate::brute_force::{BeyondBound, NODES_MAX, Statement, Walk};
use crate::strategies::statement;

/// Stop flag that is never set.
static RUN: AtomicBool = AtomicBool::new(false);

pub fn problem(statement: &Statement) -> Problem {
    let mut problem = Problem::new(statement.primary, statement.secondary).expect("few items");
    for option in &statement.options {
        let entries: Vec<Entry> = option
            .iter()
            .map(|&(item, colour)| Entry { item: Item(item as u32), colour: colour.and_then(Colour::new) })
            .collect();
        let added = if entries.is_empty() { problem.skip_option() } else { problem.add_option(&entries) };
        added.expect("valid option");
    }
    problem
}

/// Queens on an n x n board: one in each row and column, at most one in each diagonal.
pub fn queens(n: usize) -> Problem {
    let mut problem = Problem::new(2 * n, 2 * (2 * n - 1)).expect("few items");
    for row in 0..n {
        for column in 0..n {
            let diagonal = 2 * n + row + column;
            let antidiagonal = 4 * n - 1 + row + n - 1 - column;
            let items = [row, n + column, diagonal, antidiagonal];
            problem.add_option(items.map(|item| Item(item as u32))).expect("valid option");
        }
    }
    problem
}

/// Langford pairs: each number k up to n occurs twice among 2n numbers, with k numbers between.
pub fn langford(n: usize) -> Problem {
    let mut problem = Problem::new(3 * n, 0).expect("few items");
    for k in 1..=n {
        for first in 0..2 * n - k - 1 {
            let items = [k - 1, n + first, n + first + k + 1];
            problem.add_option(items.map(|item| Item(item as u32))).expect("valid option");
        }
    }
    problem
}

pub fn dominoes(width: usize, height: usize) -> Problem {
    let mut problem = Problem::new(width * height, 0).expect("few items");
    for cell in 0..width * height {
        let right = (cell % width + 1 < width).then_some(cell + 1);
        let below = (cell / width + 1 < height).then_some(cell + width);
        for other in [right, below].into_iter().flatten() {
            problem.add_option([cell, other]).expect("valid option");
        }
    }
    problem
}

/// Two options for each of many primary items, none of which shares an item with another one.
pub fn pairs(items: usize) -> Problem {
    let mut problem = Problem::new(items, 0).expect("few items");
    for option in 0..2 * items {
        problem.add_option([Item(option as u32 / 2)]).expect("valid option");
    }
    problem
}

/// A random problem with random names. It has a primary item, as every text that names items, and a secondary item if it has
/// skipped options.
pub fn named_problem() -> impl Strategy<Value = NamedProblem> {
    let named = statement(12).prop_filter("a primary item", |statement| statement.primary > 0);
    let name = "[^\\s\\p{Cc}\u{feff}:|]{1,3}|[a-z]{1,8}|#?[0-9,.-]{1,4}";
    (named, hash_set(name, 12)).prop_map(|(statement, names)| {
        let names: Vec<String> = names.into_iter().collect();
        let (items, colours) = names.split_at(statement.primary + statement.secondary);
        with_names(&statement, items, colours)
    })
}

fn with_names(statement: &Statement, item_names: &[String], colour_names: &[String]) -> NamedProblem {
    let mut builder = Problem::builder();
    let mut items = Vec::new();
    for (index, name) in item_names.iter().enumerate() {
        let is_primary = index < statement.primary;
        items.push(if is_primary { builder.primary(name) } else { builder.secondary(name) });
    }
    for option in &statement.options {
        // No text has an option without items.
        if !option.is_empty() || statement.secondary > 0 {
            builder.option(option.iter().map(|&(item, colour)| match colour {
                Some(colour) => items[item].colour(&colour_names[colour as usize]),
                None => items[item].into(),
            }));
        }
    }
    builder.build().expect("valid names and options")
}

pub fn chosen<M: ChosenOptions>(search: &Search<M>) -> Vec<usize> {
    search.solution().map(|option| option.0 as usize).collect()
}

/// Searches to the end.
pub fn run<M: ChosenOptions>(search: &mut Search<M>) -> Result<Walk, BeyondBound> {
    let mut solutions = Vec::new();
    loop {
        let left = NODES_MAX - search.nodes();
        match search.advance(left, &RUN) {
            Step::Solution => solutions.push(chosen(search)),
            Step::Exhausted => break,
            Step::Paused if left == 0 => return Err(BeyondBound),
            Step::Paused => {}
        }
    }
    Ok(Walk { solutions, nodes: search.nodes(), updates: search.updates() })
}

pub fn walk(problem: &Problem) -> Result<Walk, BeyondBound> {
    run(&mut Search::new(Links::new(problem)))
}
