//! Puzzles and their parts are read from the JSON that they are written as.

use std::fmt::Debug;

use proptest::prelude::*;
use quadrille_sudoku::constraints::Constraint;
use quadrille_sudoku::generate::ClueSymmetry;
use quadrille_sudoku::techniques::{Language, Level, Technique};
use quadrille_sudoku::{
    BoxShape, Cell, Digit, DigitSet, Grid, HouseKind, HouseName, Layout, Position, Puzzle, Rules,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

#[track_caller]
fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> String {
    let json = serde_json::to_string(value).expect("serialized");
    assert_eq!(serde_json::from_str::<T>(&json).expect(&json), *value, "{json}");
    json
}

/// The fault of a puzzle.
fn fault(json: &str) -> String {
    let error = serde_json::from_str::<Puzzle>(json).expect_err(json).to_string();
    error.split(" at line").next().unwrap_or_default().to_owned()
}

fn usual(size: usize) -> Rules {
    Rules::usual(size).expect("a size")
}

#[test]
fn parts_have_the_json_of_the_service() {
    let digits: DigitSet = [1, 4].into_iter().filter_map(Digit::new).collect();
    assert_eq!(round_trip(&digits), "[1,4]");
    assert_eq!(round_trip(&Position { row: 3, column: 7 }), r#""r3c7""#);
    assert_eq!(round_trip(&Cell(7)), "7");
    assert_eq!(round_trip(&BoxShape { width: 3, height: 2 }), r#"{"width":3,"height":2}"#);
    assert_eq!(serde_json::from_str::<BoxShape>(r#""3x2""#).ok(), Some(BoxShape { width: 3, height: 2 }));
    assert_eq!(round_trip(&Level::Hard), r#""hard""#);
    Technique::ALL.iter().for_each(|technique| drop(round_trip(technique)));
    Language::ALL.iter().for_each(|language| drop(round_trip(language)));
    ClueSymmetry::ALL.iter().for_each(|symmetry| drop(round_trip(symmetry)));
    let grid: Grid = "1.....3..4.....2".parse().expect("a grid");
    assert_eq!(round_trip(&grid), r#""1.....3..4.....2""#);
    for json in ["[[1,0,0,0],[0,0,3,0],[0,4,0,0],[0,0,0,2]]", "[1,0,0,0,0,0,3,0,0,4,0,0,null,0,0,2]"] {
        assert_eq!(serde_json::from_str::<Grid>(json).ok().as_ref(), Some(&grid), "{json}");
    }
    let solution = Puzzle::try_from(grid).expect("a puzzle").solve().expect("a solution");
    assert_eq!(serde_json::to_string(&solution).ok(), Some(format!("\"{solution}\"")));
}

#[test]
fn rules_and_candidates_of_a_puzzle_are_members() {
    let clues: Grid = "1.....3..4.....2".parse().expect("a grid");
    let plain = Puzzle::new(usual(4), clues.clone()).expect("fits");
    assert_eq!(round_trip(&plain), r#""1.....3..4.....2""#);
    let mut sets = vec![DigitSet::all(4); 16];
    sets[1] = DigitSet::all(2);
    let restricted = plain.with_candidates(sets).expect("fits");
    let restricted = restricted.and(Constraint::anti_knight()).expect("fits");
    assert_eq!(
        round_trip(&restricted),
        r#"{"puzzle":"1.....3..4.....2","candidates":{"r1c2":[1,2]},"constraints":[{"type":"anti_knight"}]}"#
    );
    let with = |rules: Rules| Puzzle::new(rules, clues.clone()).expect("fits");
    let wide = with(Rules::plain(4, BoxShape { width: 4, height: 1 }).expect("fits"));
    assert_eq!(round_trip(&wide), r#"{"puzzle":"1.....3..4.....2","box":{"width":4,"height":1}}"#);
    let latin = with(Rules::with_regions(4, &[]).expect("fits"));
    assert_eq!(round_trip(&latin), r#"{"puzzle":"1.....3..4.....2","boxes":false}"#);
    let cells = |first: u16| [0, 1, 2, 3].map(|step| Cell(first + step * 4)).to_vec();
    let columns = with(Rules::with_regions(4, &[3, 1, 0, 2].map(cells)).expect("fits"));
    let json = round_trip(&columns);
    assert_eq!(json, r#"{"puzzle":"1.....3..4.....2","regions":["2130","2130","2130","2130"]}"#);
    assert_eq!(round_trip(columns.rules()), json.replace(r#""puzzle":"1.....3..4.....2""#, r#""size":4"#));
}

#[test]
fn constraint_of_each_type_is_kept() {
    for known in Constraint::TYPES {
        let json = format!(r#"{{"puzzle": "{}", "constraints": [{}]}}"#, ".".repeat(81), known.example);
        let puzzle: Puzzle = serde_json::from_str(&json).expect(&json);
        assert_eq!(puzzle.rules().constraints()[0].type_name(), known.name);
        round_trip(&puzzle);
        round_trip(puzzle.rules());
        assert_eq!(puzzle.to_string().parse().as_ref(), Ok(&puzzle), "{puzzle}");
    }
}

#[test]
fn sizes_and_free_layouts_are_kept() {
    for size in [1, 10, 35, 36] {
        let diagonal =
            |number: usize| (0..size).map(|row| Cell((row * size + (row + number) % size) as u16)).collect();
        let regions: Vec<Vec<Cell>> = (0..size).map(diagonal).collect();
        for rules in [usual(size), Rules::with_regions(size, &regions).expect("fits")] {
            let largest = Digit::new(size).expect("a digit");
            round_trip(&Puzzle::empty(rules.clone()).with_clue(Cell(0), largest).expect("fits"));
            round_trip(&rules);
        }
    }
    let positions = (1..=3).map(|column| Position { row: 1, column }).collect();
    let house = (HouseName::new(HouseKind::Row, 1), vec![Cell(0), Cell(2)]);
    let free = Rules::new(Layout::new(positions, [house]).expect("valid"), 3).expect("fits");
    assert_eq!(round_trip(&free), r#""...;digits 3;cells r1c1,r1c2,r1c3;house row 1 r1c1,r1c3""#);
    round_trip(&Puzzle::empty(free));
    let corners = [Position { row: 1, column: 1 }, Position { row: 3, column: 3 }];
    let grids = Rules::with_grids(BoxShape::usual(4), &corners).expect("fits");
    assert!(round_trip(&grids).contains(";grids r1c1,r3c3"));
    round_trip(&Puzzle::empty(grids));
}

#[test]
fn faults_name_their_place() {
    let of_cage = |fields: &str| {
        fault(&format!(r#"{{"puzzle": "................", "constraints": [{{"type": "cage", {fields}}}]}}"#))
    };
    for (fault, expected) in [
        (fault("{}"), "`puzzle` is missing"),
        (fault("7"), "must be a text, rows of numbers, or a list of numbers, not a number"),
        (fault(r#"{"puzzle": "....", "boxs": false}"#), "`boxs` is unknown"),
        (fault(r#"{"puzzle": "1...", "puzzle": "2..."}"#), "`puzzle` is given twice: give it once"),
        (
            fault(r#"{"puzzle": "....", "boxes": false, "box": "2x1"}"#),
            "give one of `box`, `boxes` and `regions`",
        ),
        (fault(r#"{"puzzle": "....", "regions": "112"}"#), "regions: 3 cells have a region: they must be 4"),
        (fault("[[1, 2], [2]]"), "row 2 has 1 cells instead of 2"),
        (of_cage(r#""summ": 7"#), "constraints: 0: `summ` is no field of `cage`"),
        (of_cage(r#""cells": ["r1c9"]"#), "constraints: 0: cells: 0: the grid has no cell r1c9"),
        (
            of_cage(r#""cells": ["r1c1"], "sum": true"#),
            "constraints: 0: sum: must be a number, not a boolean",
        ),
        (of_cage(r#""sum": 7"#), "constraints: 0: cells: is missing: a constraint of type `cage` needs it"),
    ] {
        assert_eq!(fault, expected);
    }
}

proptest! {
    #[test]
    fn any_json_is_read_or_refused(json in r#"[\[\]{}",:0-9a-z ._-]{0,60}"#) {
        for text in [json.clone(), format!(r#"{{"puzzle": "................", "constraints": [{json}]}}"#)] {
            if let Ok(puzzle) = serde_json::from_str::<Puzzle>(&text) {
                round_trip(&puzzle);
            }
        }
    }
}
