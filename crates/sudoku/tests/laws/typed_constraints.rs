//! Constraints made by constructors, by name, and for other rules.

use quadrille_sudoku::constraints::{
    AntiKnight, Cage, Constraint, DigitTable, FieldValue, FieldValues, LittleKiller, Pair, PairScope, Regex,
    Thermometer, Whisper,
};
use quadrille_sudoku::{Cell, Digit, Puzzle, Rules, RulesError};

fn rules() -> Rules {
    Rules::usual(4).expect("a size")
}

/// The fault of a constraint that is built by name.
fn fault(type_name: &str, fields: &[(&str, FieldValue)]) -> String {
    let built = rules().build(type_name, fields.iter().cloned());
    built.expect_err(type_name).to_string()
}

#[test]
fn constructor_equals_constraint_by_name() {
    let rules = rules();
    let cells = rules.cells("r1c1 r1c2 r2c2").expect("cells");
    let build =
        |name: &str, fields: &[(&str, FieldValue)]| rules.build(name, fields.iter().cloned()).expect(name);
    let named = ("cells", FieldValue::from("r1c1,r1c2 r2c2"));
    for (typed, named) in [
        (
            Constraint::cage(&cells[..], 7).expect("fits"),
            build("killer", &[named.clone(), ("total", 7.into())]),
        ),
        (Cage::new(cells.clone(), None).expect("fits").into(), build("cage", std::slice::from_ref(&named))),
        (Constraint::thermometer(&cells[..]).expect("fits"), build("thermo", std::slice::from_ref(&named))),
        (Constraint::anti_knight(), build("anti_knight", &[])),
        (
            Whisper::new(cells.clone(), 2).expect("fits").into(),
            build("whisper", std::slice::from_ref(&named)),
        ),
        (
            Regex::new(cells.clone(), "1?[2-4]+").expect("fits").into(),
            build("regex", &[named.clone(), ("pattern", "1?[2-4]+".into())]),
        ),
        (
            Pair::new(cells.clone(), [[1, 2], [2, 1]], PairScope::All).expect("fits").into(),
            build(
                "pair",
                &[
                    named.clone(),
                    ("allowed", vec![digits(&[1, 2]), digits(&[2, 1])].into()),
                    ("scope", "all".into()),
                ],
            ),
        ),
        (
            LittleKiller::new(rules.cells("r1c3 r2c4").expect("cells"), 5).expect("fits").into(),
            build(
                "little_killer",
                &[("from", "r1c3".into()), ("direction", "down_right".into()), ("sum", 5.into())],
            ),
        ),
    ] {
        let one = rules.with_constraints([typed]).expect("fits");
        assert_eq!(one, rules.with_constraints([named]).expect("fits"));
    }
}

fn digits(values: &[usize]) -> Vec<Digit> {
    values.iter().filter_map(|&value| Digit::new(value)).collect()
}

#[test]
fn wrong_fields_are_refused_by_name() {
    let cells = ("cells", FieldValue::from("r1c1 r1c2"));
    for (type_name, fields, expected) in [
        ("cages?", vec![cells.clone()], "type: no type has this name: `Constraint::TYPES` lists them"),
        (
            "cage",
            vec![cells.clone(), ("summ", 7.into())],
            "summ: is no field: a constraint of type `cage` has the fields `cells`, `sum`",
        ),
        (
            "cage",
            vec![("cell", "r1c1".into())],
            "cell: is no field: a constraint of type `cage` has the fields `cells`, `sum`",
        ),
        ("cage", vec![cells.clone(), ("sum", "seven".into())], "sum: must be a number, not a text"),
        (
            "cage",
            vec![cells.clone(), ("sum", (-1).into())],
            "sum: the value is -1: it must be from 0 to 100000",
        ),
        ("cage", vec![("sum", 7.into())], "cells: is missing: a constraint of type `cage` needs it"),
        ("cage", vec![cells.clone(), cells.clone()], "cells: the field is given twice: give it once"),
        ("cage", vec![("cells", 7.into())], "cells: must be a list of cells, not a number"),
        ("cage", vec![("cells", "r1c5".into())], "cells: the grid has no cell r1c5"),
        (
            "cage",
            vec![("cells", [Cell(3), Cell(16)].into())],
            "cells/1: cell 16 is outside of the grid: its cells are numbered from 0 to 15",
        ),
        (
            "cage",
            vec![("cells", "r1c1 r1c1".into())],
            "cells/1: the cell appears more than once: give it once",
        ),
        (
            "cage",
            vec![("cells", FieldValue::Cells(vec![]))],
            "cells: the number of cells is 0: it must be 1 or more",
        ),
        (
            "whisper",
            vec![cells.clone(), ("difference", 0.into())],
            "difference: the value is 0: it must be from 1 to 35",
        ),
        (
            "dutch whisper",
            vec![cells.clone(), ("difference", 5.into())],
            "difference: must be 4, as `dutch whisper` says: leave it out",
        ),
        (
            "diagonals",
            vec![("which", "main middle".into())],
            "which: `middle` is unknown: it must be one of main, anti",
        ),
        (
            "diagonals",
            vec![("which", FieldValue::Words(vec![]))],
            "which: must have one or more of main, anti",
        ),
        (
            "quadruple",
            vec![cells.clone(), ("digits", [1, 5].into())],
            "digits/1: 5 is no digit of the grid: give digits from 1 to 4",
        ),
        (
            "skyscraper",
            vec![("line", "r5".into()), ("from", "left".into()), ("count", 2.into())],
            "line: must be a row from r1 to r4, or a column from c1 to c4",
        ),
        (
            "regex",
            vec![cells.clone(), ("pattern", "".into())],
            "pattern: has 0 characters: it must have between 1 and 500",
        ),
        ("anti_knight", vec![cells], "cells: is no field: a constraint of type `anti_knight` has no fields"),
    ] {
        assert_eq!(fault(type_name, &fields), expected);
    }
}

#[test]
fn constraint_of_other_rules_is_checked_again() {
    let outside = Thermometer::new([Cell(0), Cell(80)]).expect("in a 9x9");
    let error = rules().and(outside).expect_err("outside of a 4x4");
    assert_eq!(
        error.to_string(),
        "constraint 1, of type thermometer: cells/1: cell 80 is outside of the grid: its cells are numbered from 0 to 15"
    );
    let mut cage = Cage::new([Cell(0), Cell(1)], 7).expect("fits");
    cage.cells[1] = Cell(0);
    assert!(matches!(rules().and(cage), Err(RulesError::Constraint { number: 1, .. })));
    let table = DigitTable::new([Cell(0)], [digits(&[9])]).expect("in a 9x9");
    assert!(rules().and(table).is_err(), "a 4x4 has no 9");

    // The usual thirds and the order of a circle depend on the grid.
    let nine = Rules::usual(9).expect("a size");
    let line = nine.cells("r1c1 r1c2 r1c3").expect("cells");
    let typed = Constraint::entropic(&line[..]).expect("fits");
    let mut values = FieldValues::default();
    values.insert("cells", line.into());
    let made = nine.constraint(Constraint::type_named("entropic").expect("a type"), &values).expect("fits");
    assert_eq!(nine.and(typed).expect("fits").constraints(), [made]);
}

#[test]
fn constraints_are_added_one_by_one() {
    let puzzle = Puzzle::empty(rules());
    let caged = puzzle.and(Cage::new([Cell(0), Cell(1)], 7).expect("fits")).expect("fits");
    assert_eq!(caged.count_up_to(1_000), 48);
    let both = caged.and(AntiKnight).expect("fits");
    assert_eq!(both.rules().constraints().len(), 2);
    assert_eq!(both.with_constraints([]).expect("fits"), puzzle);
}
