//! Laws of lines and of clues outside of the grid: published forms, edges, and the largest fields.

use quadrille_sudoku::constraints::{Constraint, FieldKind, FieldValue, FieldValues, Transition};
use quadrille_sudoku::{Cell, Digit, HouseKind, HouseName, Puzzle, Rules, RulesError, Solution};

fn constraint(rules: &Rules, name: &str, fields: Vec<(&'static str, FieldValue)>) -> Constraint {
    let mut values = FieldValues::default();
    fields.into_iter().for_each(|(field, value)| values.insert(field, value));
    rules.constraint(Constraint::type_named(name).expect("a type"), &values).expect("the fields fit")
}

fn cells(cells: &[u16]) -> (&'static str, FieldValue) {
    ("cells", FieldValue::Cells(cells.iter().copied().map(Cell).collect()))
}

fn row(number: usize) -> (&'static str, FieldValue) {
    ("line", FieldValue::Line(HouseName::new(HouseKind::Row, number)))
}

fn number(name: &'static str, number: i64) -> (&'static str, FieldValue) {
    (name, FieldValue::Number(number))
}

fn text(name: &'static str, text: &str) -> (&'static str, FieldValue) {
    (name, FieldValue::Text(text.to_owned()))
}

const LEFT: (&str, FieldValue) = ("from", FieldValue::Word("left"));

/// Number of the orders of a row of a Latin square of this size that meet a constraint.
fn orders(size: usize, name: &str, fields: Vec<(&'static str, FieldValue)>) -> usize {
    let rules = Rules::with_regions(size, &[]).expect("a size");
    let made = constraint(&rules, name, fields);
    let puzzle = Puzzle::empty(rules.with_constraints(vec![made]).expect("few constraints"));
    let solutions = puzzle.solutions().map(Solution::into_grid);
    let first_rows = solutions.map(|grid| grid.cells()[..size].to_vec());
    first_rows.collect::<std::collections::BTreeSet<_>>().len()
}

#[test]
fn orders_of_a_row_have_the_known_numbers() {
    // Unsigned Stirling numbers of the first kind: visible skyscrapers.
    let visible: Vec<usize> =
        (1..=4).map(|count| orders(4, "skyscraper", vec![row(1), LEFT, number("count", count)])).collect();
    assert_eq!(visible, [6, 11, 6, 1]);
    // The crusts of a sandwich are beside each other, or around 2, 3 or both.
    let sums: Vec<usize> = [0, 2, 3, 5, 1, 4]
        .into_iter()
        .map(|sum| orders(4, "sandwich", vec![row(1), number("sum", sum)]))
        .collect();
    assert_eq!(sums, [12, 4, 4, 4, 0, 0]);
    // 1; 2 1; 2 4, 3 1 2 and 3 2 1; all orders that begin with 4.
    let sums: Vec<usize> = [1, 3, 6, 10]
        .into_iter()
        .map(|sum| orders(4, "x_sum", vec![row(1), LEFT, number("sum", sum)]))
        .collect();
    assert_eq!(sums, [6, 2, 4, 6]);
    // The only order without a hidden digit rises.
    let hidden: usize =
        (1..=4).map(|digit| orders(4, "hidden_skyscraper", vec![row(1), LEFT, number("digit", digit)])).sum();
    assert_eq!(hidden, 23);
    assert_eq!(orders(4, "numbered_room", vec![row(1), LEFT, number("digit", 1)]), 6 + 3 * 2);
}

#[test]
fn constraints_without_any_digits_contradict_all_grids() {
    let rules = Rules::usual(4).expect("a size");
    for (name, fields) in [
        ("sandwich", vec![cells(&[0]), number("sum", 0)]),
        ("x_sum", vec![cells(&[0, 1]), number("sum", 9)]),
        ("product", vec![cells(&[0, 1, 2]), number("product", 5)]),
        ("regex", vec![cells(&[0, 1, 2]), text("pattern", "[5-9]...?")]),
        ("lunchbox", vec![cells(&[0, 4]), number("sum", 1)]),
        ("numbered_room", vec![cells(&[0, 1, 2]), number("digit", 36)]),
    ] {
        let made = constraint(&rules, name, fields);
        let puzzle = Puzzle::empty(rules.with_constraints(vec![made]).expect("few constraints"));
        assert_eq!((puzzle.count_up_to(1), puzzle.conflicts().len()), (0, 1), "{name}");
    }
}

#[test]
fn pattern_names_digits_from_ten_by_letters() {
    let rules = Rules::usual(16).expect("a size");
    for (pattern, count) in [("A[BG]", 2), ("[^1-9A-F]1", 1), ("G{2}", 1), (".A|1B", 17)] {
        let made = constraint(&rules, "regex", vec![cells(&[0, 1]), text("pattern", pattern)]);
        let rules = rules.with_constraints(vec![made]).expect("few constraints");
        let open = (1..=16).flat_map(|one| (1..=16).map(move |other| [one, other]));
        let allowed = open.filter(|word| {
            let digits = |cell: Cell| word.get(cell.index()).copied().unwrap_or(1);
            rules.broken_constraint(&digits).is_none()
        });
        assert_eq!(allowed.count(), count, "{pattern}");
    }
}

#[test]
fn largest_fields_are_compiled_or_too_large() {
    let rules = Rules::usual(36).expect("a size");
    let all: Vec<u16> = (0..1296).collect();
    let names =
        ["sandwich", "x_sum", "skyscraper", "numbered_room", "hidden_skyscraper", "sum_line", "product"];
    for name in names.into_iter().chain(["lunchbox", "counting_circles"]) {
        let known = Constraint::type_named(name).expect("a type");
        let largest = known.fields.iter().filter_map(|field| match field.kind {
            FieldKind::Number { range: [_, largest] } => Some(number(field.name, largest)),
            _ => None,
        });
        let made = constraint(&rules, name, [cells(&all)].into_iter().chain(largest).collect());
        check_bounds(&rules, made);
    }
    for pattern in ["(.*1.*){40}", "(1?2?3?4?5?6?7?8?9?){20}", ".*1.{300}", "(12?|.){200}.*A"] {
        check_bounds(&rules, constraint(&rules, "regex", vec![cells(&all), text("pattern", pattern)]));
    }
    let control = ("control", FieldValue::Cells(vec![Cell(0)]));
    check_bounds(&rules, constraint(&rules, "count_distinct", vec![control, cells(&all)]));
    let step = |at: i64| Transition {
        from: at % 1000,
        digits: (1..=36)
            .filter(|digit| (at * 7 + digit) % 5 < 2)
            .filter_map(|digit| Digit::new(digit as usize))
            .collect(),
        to: (at * at + 3 * at) % 1000,
    };
    let transitions = ("transitions", FieldValue::Transitions((0..1_300).map(step).collect()));
    let accept = ("accept", FieldValue::Numbers(vec![999]));
    check_bounds(&rules, constraint(&rules, "automaton", vec![cells(&all), accept, transitions]));
    check_bounds(
        &rules,
        constraint(&rules, "look_and_say", vec![cells(&all), text("clue", &"99".repeat(36))]),
    );
}

fn check_bounds(rules: &Rules, made: Constraint) {
    let compiled = rules.with_constraints(vec![made]);
    let is_too_large = matches!(compiled, Err(RulesError::ConstraintParts | RulesError::ConstraintWork));
    assert!(compiled.is_ok() || is_too_large, "{compiled:?}");
}
