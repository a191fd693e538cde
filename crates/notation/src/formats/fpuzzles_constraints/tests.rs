//! Members of f-puzzles as constraints, and back.

use quadrille_sudoku::constraints::{Constraint, FieldValue, FieldValues, Measure};
use quadrille_sudoku::{BoxShape, Cell, Grid, Puzzle, Rules};

use crate::{Content, Format, NotRepresentable, ParsedText, TextFault, format_puzzle, parse};

/// A 9x9 without clues, with these further members.
fn json(members: &str) -> String {
    let row = format!("[{}]", ["{}"; 9].join(","));
    format!("{{\"size\":9,\"grid\":[{}]{members}}}", vec![row; 9].join(","))
}

fn read(members: &str) -> ParsedText {
    parse(&json(members), Some(Format::Fpuzzles), &mut |fault| panic!("{members}: {fault}"))
        .expect("no faults")
}

fn faults(members: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let mut report = |fault| match fault {
        TextFault::Format(fault) => faults.push(fault.reason.to_string()),
        other => panic!("{other:?}"),
    };
    assert_eq!(parse(&json(members), Some(Format::Fpuzzles), &mut report), None, "{members}");
    faults
}

fn cell(row: usize, column: usize) -> Cell {
    Cell((row * 9 + column - 10) as u16)
}

fn cells(places: &[(usize, usize)]) -> FieldValue {
    FieldValue::Cells(places.iter().map(|&(row, column)| cell(row, column)).collect())
}

/// The nine cells from a cell on, each this far down and to the right of the one before.
fn line_from(row: isize, column: isize, down: isize, right: isize) -> FieldValue {
    let place = |step: isize| ((row + step * down) as usize, (column + step * right) as usize);
    cells(&(0..9).map(place).collect::<Vec<_>>())
}

type Fields = Vec<(&'static str, FieldValue)>;

fn constraint(name: &str, fields: Fields) -> Constraint {
    let rules = Rules::usual(9).expect("a size");
    let constraint_type = Constraint::type_named(name).expect("a type");
    let mut values = FieldValues::default();
    fields.into_iter().for_each(|(field, value)| values.insert(field, value));
    rules.constraint(constraint_type, &values).expect("valid")
}

fn number(name: &'static str, value: i64) -> (&'static str, FieldValue) {
    (name, FieldValue::Number(value))
}

fn axis(word: &'static str) -> (&'static str, FieldValue) {
    ("axis", FieldValue::Word(word))
}

fn measures(measures: &[Measure]) -> Constraint {
    constraint("negative", vec![("of", FieldValue::Measures(measures.to_vec()))])
}

#[test]
fn every_member_is_read_as_its_constraint() {
    let pair = || ("cells", cells(&[(1, 1), (1, 2)]));
    let line = || ("cells", cells(&[(1, 1), (2, 2), (2, 3)]));
    let region: Vec<(usize, usize)> = (1..=9).map(|k| (k, (k * 2 - 1) % 9 + 1)).collect();
    let region_names: Vec<String> =
        region.iter().map(|(row, column)| format!("\"R{row}C{column}\"")).collect();
    let region_member = format!("\"extraregion\":[{{\"cells\":[{}]}}]", region_names.join(","));
    let words = |words: &[&'static str]| vec![("which", FieldValue::Words(words.to_vec()))];
    for (member, expected) in [
        (r#""killercage":[{"cells":["R1C1","R1C2"],"value":"5"}]"#, ("cage", vec![pair(), number("sum", 5)])),
        (r#""killercage":[{"cells":["R1C1","R1C2"],"value":""}]"#, ("cage", vec![pair()])),
        (r#""killercage":[{"cells":["R1C1","R1C2"],"value":0}]"#, ("cage", vec![pair()])),
        (r#""thermometer":[{"lines":[["R1C1","R2C2","R2C3"]]}]"#, ("thermometer", vec![line()])),
        (r#""slowthermometer":[{"lines":[["R1C1","R2C2","R2C3"]]}]"#, ("slow_thermometer", vec![line()])),
        (r#""palindrome":[{"lines":[["R1C1","R2C2","R2C3"]]}]"#, ("palindrome", vec![line()])),
        (r#""renban":[{"lines":[["R1C1","R2C2","R2C3"]]}]"#, ("renban", vec![line()])),
        (
            r#""whispers":[{"lines":[["R1C1","R2C2","R2C3"]]}]"#,
            ("whisper", vec![line(), number("difference", 5)]),
        ),
        (
            r#""whispers":[{"lines":[["R1C1","R2C2","R2C3"]],"value":"4"}]"#,
            ("whisper", vec![line(), number("difference", 4)]),
        ),
        (r#""difference":[{"cells":["R1C1","R1C2"]}]"#, ("difference", vec![pair(), number("value", 1)])),
        (
            r#""difference":[{"cells":["R1C1","R1C2"],"value":"4"}]"#,
            ("difference", vec![pair(), number("value", 4)]),
        ),
        (r#""ratio":[{"cells":["R1C1","R1C2"],"value":""}]"#, ("ratio", vec![pair(), number("value", 2)])),
        (r#""ratio":[{"cells":["R1C1","R1C2"],"value":"3"}]"#, ("ratio", vec![pair(), number("value", 3)])),
        (r#""xv":[{"cells":["R1C1","R1C2"],"value":"X"}]"#, ("sum_pair", vec![pair(), number("value", 10)])),
        (r#""xv":[{"cells":["R1C1","R1C2"],"value":"v"}]"#, ("sum_pair", vec![pair(), number("value", 5)])),
        (r#""even":[{"cell":"R1C1"},{"cell":"R1C2"}]"#, ("even", vec![pair()])),
        (r#""odd":[{"cell":"R1C1"},{"cell":"R1C2"}]"#, ("odd", vec![pair()])),
        (r#""extraregion":[{"cells":["R1C1","R1C2"]}]"#, ("cage", vec![pair()])),
        (&region_member, ("extra_region", vec![("cells", cells(&region))])),
        (
            r#""clone":[{"cells":["R1C1","R1C2"],"cloneCells":["R5C5","R5C6"]}]"#,
            ("clone", vec![pair(), ("copies", FieldValue::CellLists(vec![vec![cell(5, 5), cell(5, 6)]]))]),
        ),
        (
            r#""littlekillersum":[{"cell":"R0C7","direction":"DR","cells":["R1C8","R2C9"],"value":"12"}]"#,
            ("little_killer", vec![("cells", cells(&[(1, 8), (2, 9)])), number("sum", 12)]),
        ),
        (
            r#""littlekillersum":[{"cell":"R10C3","direction":"ul","value":"9"}]"#,
            ("little_killer", vec![("cells", cells(&[(9, 2), (8, 1)])), number("sum", 9)]),
        ),
        (
            r#""quadruple":[{"cells":["R1C1","R1C2"],"values":[2,"1"]}]"#,
            ("quadruple", vec![pair(), ("digits", FieldValue::Numbers(vec![1, 2]))]),
        ),
        (r#""betweenline":[{"lines":[["R1C1","R2C2","R2C3"]]}]"#, ("between_line", vec![line()])),
        (r#""maximum":[{"cell":"R1C1"},{"cell":"R1C2"}]"#, ("maximum", vec![pair()])),
        (r#""minimum":[{"cell":"R1C1"},{"cell":"R1C2"}]"#, ("minimum", vec![pair()])),
        (r#""regionsumline":[{"lines":[["R1C1","R2C2","R2C3"]]}]"#, ("region_sum_line", vec![line()])),
        (r#""nabner":[{"lines":[["R1C1","R2C2","R2C3"]]}]"#, ("nabner", vec![line()])),
        (r#""rowindexer":[{"cells":["R1C1","R1C2"]}]"#, ("indexer", vec![pair(), axis("row")])),
        (r#""columnindexer":[{"cells":["R1C1","R1C2"]}]"#, ("indexer", vec![pair(), axis("column")])),
        (r#""boxindexer":[{"cells":["R1C1","R1C2"]}]"#, ("indexer", vec![pair(), axis("box")])),
        (r#""entropicline":[{"lines":[["R1C1","R2C2","R2C3"]]}]"#, ("entropic", vec![line()])),
        (r#""modularline":[{"lines":[["R1C1","R2C2","R2C3"]]}]"#, ("modular", vec![line()])),
        (r#""zipperline":[{"lines":[["R1C1","R2C2","R2C3"]]}]"#, ("zipper", vec![line()])),
        (r#""doublearrow":[{"lines":[["R1C1","R2C2","R2C3"]]}]"#, ("double_arrow", vec![line()])),
        (
            r#""sandwichsum":[{"cell":"R4C0","value":"0"}]"#,
            ("sandwich", vec![("cells", line_from(4, 1, 0, 1)), number("sum", 0)]),
        ),
        (
            r#""xsum":[{"cell":"R0C3","value":"17"}]"#,
            ("x_sum", vec![("cells", line_from(1, 3, 1, 0)), number("sum", 17)]),
        ),
        (
            r#""skyscraper":[{"cell":"R10C9","value":3}]"#,
            ("skyscraper", vec![("cells", line_from(9, 9, -1, 0)), number("count", 3)]),
        ),
        (r#""antiknight":true"#, ("anti_knight", vec![])),
        (r#""antiking":true"#, ("anti_king", vec![])),
        (r#""disjointgroups":true"#, ("disjoint_groups", vec![])),
        (r#""nonconsecutive":true"#, ("non_consecutive", vec![])),
        (r#""diagonal+":true"#, ("diagonals", words(&["anti"]))),
        (r#""diagonal-":true,"diagonal+":false"#, ("diagonals", words(&["main"]))),
        (r#""diagonal-":true,"diagonal+":true"#, ("diagonals", words(&["main", "anti"]))),
    ] {
        let (read, expected) = (read(&format!(",{member}")), constraint(expected.0, expected.1));
        assert_eq!(
            (read.constraints.as_slice(), read.has_unread_rules()),
            (&[expected][..], false),
            "{member}"
        );
    }
}

#[test]
fn arrow_with_several_lines_is_read_as_several_arrows() {
    let member =
        r#","arrow":[{"cells":["R1C2","R1C1"],"lines":[["R1C1","R2C1","R3C1"],["R1C2","R2C2"],["R1C1"]]}]"#;
    let arrow = |shaft: &[(usize, usize)]| {
        let circle = ("circle", cells(&[(1, 1), (1, 2)]));
        constraint("arrow", vec![circle, ("cells", cells(shaft))])
    };
    let read = read(member);
    assert_eq!(read.constraints, [arrow(&[(2, 1), (3, 1)]), arrow(&[(2, 2)])]);
    assert!(read.has_unread_rules(), "a line of one cell is drawn alone");
}

#[test]
fn negative_constraints_follow_the_dots() {
    let dot = r#","difference":[{"cells":["R1C1","R1C2"],"value":"3"}]"#;
    let ratio = r#","ratio":[{"cells":["R1C1","R1C2"],"value":"3"}]"#;
    let last = |members: &str| read(members).constraints.last().cloned().expect("a constraint");
    for (members, expected) in [
        (format!("{dot},\"nonconsecutive\":true"), vec![Measure::Difference(1)]),
        (format!("{ratio},\"nonconsecutive\":true"), vec![Measure::Difference(1)]),
        (",\"negative\":[\"ratio\"]".to_owned(), vec![Measure::Ratio(2)]),
        (format!("{ratio},\"negative\":[\"ratio\"]"), vec![Measure::Ratio(3)]),
        (",\"negative\":[\"xv\"]".to_owned(), vec![Measure::Sum(5), Measure::Sum(10)]),
        (
            format!("{dot},\"nonconsecutive\":true,\"negative\":[\"ratio\"]"),
            vec![Measure::Difference(1), Measure::Ratio(2)],
        ),
    ] {
        assert_eq!(last(&members), measures(&expected), "{members}");
    }
}

#[test]
fn marks_without_a_meaning_give_a_warning() {
    for member in [
        r#""littlekillersum":[{"cell":"R0C1","direction":"DR","value":""},{"cell":"R0C2","value":"0"}]"#,
        r#""sandwichsum":[{"cell":"R0C1","value":""}]"#,
        r#""skyscraper":[{"cell":"R0C1"}]"#,
        r#""quadruple":[{"cells":["R1C1","R1C2","R2C1","R2C2"],"values":[]}]"#,
        r#""cage":[{"cells":["R1C1"],"value":"some text"}]"#,
        r#""thermometer":[{"lines":[["R1C1"]]}]"#,
        r#""killercage":[{"cells":[]}]"#,
        r#""xv":[{"cells":["R1C1","R1C2"],"value":""}]"#,
        r##""fogofwar":["R1C1"]"##,
        r#""circle":[{"cells":["R1C1"]}]"#,
    ] {
        let read = read(&format!(",{member}"));
        assert_eq!((read.constraints.len(), read.has_unread_rules()), (0, true), "{member}");
    }
    assert!(!read(",\"arrow\":[],\"antiking\":false").has_unread_rules());
}

#[test]
fn all_other_constraints_are_refused_by_name_at_once() {
    let members = r#","antiknight":true,"chaosline":[{"lines":[["R1C1","R1C2"]]}],
        "cage":[{"cells":["R1C1"],"value":"DR5"}]"#;
    let names = ["chaosline", "cage"];
    let expected: Vec<String> =
        names.iter().map(|name| format!("not supported: the constraint `{name}`")).collect();
    assert_eq!(faults(members), expected);
}

#[test]
fn values_that_are_not_supported_are_refused() {
    for (member, expected) in [
        (
            r#""killercage":[{"cells":["R1C1"],"value":"DR5"}]"#,
            "`killercage` (the value `DR5` is not supported)",
        ),
        (
            r#""whispers":[{"lines":[["R1C1","R1C2"]],"value":"0"}]"#,
            "`whispers` (the value is 0: it must be from 1 to 35)",
        ),
        (r#""xv":[{"cells":["R1C1","R1C2"],"value":"7"}]"#, "`xv` (the value `7` is not supported)"),
        (r#""difference":[{"cells":["R1C1"]}]"#, "`difference` (the number of cells is 1: it must be 2)"),
        (
            r#""thermometer":[{"lines":[["R1C1","R1C2","R1C1"]]}]"#,
            "`thermometer` (the cell appears more than once: give it once)",
        ),
        (
            r#""renban":[{"lines":[["R1C1","R1C2","R1C1"]]}]"#,
            "`renban` (the cell appears more than once: give it once)",
        ),
        (
            r#""arrow":[{"cells":["R1C1"],"lines":[["R1C2","R1C3"]]}]"#,
            "`arrow` (a line does not begin in its circle)",
        ),
        (r#""quadruple":[{"cells":["R1C1"],"values":[1,2]}]"#, "`quadruple` (there are 2 digits for 1 cells"),
        (r#""quadruple":[{"cells":["R1C1"],"values":["x"]}]"#, "`quadruple` (its value is not supported)"),
        (
            r#""quadruple":[{"cells":["R1C1"],"values":[0]}]"#,
            "`quadruple` (the value is 0: it must be from 1 to 36)",
        ),
        (
            r#""littlekillersum":[{"cell":"R0C1","direction":"D","value":"9"}]"#,
            "`littlekillersum` (its direction is none of DR, DL, UR and UL)",
        ),
        (
            r#""littlekillersum":[{"cell":"R1C1","direction":"DR","value":"9"}]"#,
            "`littlekillersum` (its diagonal does not begin at a cell outside of the grid)",
        ),
        (
            r#""littlekillersum":[{"cell":"R0C1","direction":"UR","value":"9"}]"#,
            "`littlekillersum` (its diagonal does not begin at a cell outside of the grid)",
        ),
        (
            r#""littlekillersum":[{"cell":"R0C8","direction":"DR","cells":["R1C8"],"value":"9"}]"#,
            "`littlekillersum` (its cells are not those of its diagonal)",
        ),
        (
            r#""littlekillersum":[{"cell":"R0C8","direction":"DR","value":"a"}]"#,
            "`littlekillersum` (the value `a` is not supported)",
        ),
        (
            r#""doublearrow":[{"lines":[["R1C1","R1C2"]]}]"#,
            "`doublearrow` (the number of cells is 2: it must be 3 or more)",
        ),
        (r#""negative":["whispers"]"#, "`negative` (the value `whispers` is not supported)"),
        (r#""killercage":[{"cells":["R0C1"]}]"#, "`R0C1` is not a cell of the grid"),
        (r#""killercage":[{"cells":["R10C1"]}]"#, "`R10C1` is not a cell of the grid"),
        (r#""killercage":[{"cells":["A1"]}]"#, "`A1` is not a cell of the grid"),
        (r#""killercage":{"a":1}"#, "`killercage` must be a list"),
        (r#""xsum":[{"cell":"R1C1","value":"9"}]"#, "`R1C1` is no place beside a row or a column"),
        (r#""xsum":[{"cell":"R0C10","value":"9"}]"#, "`R0C10` is no place beside a row or a column"),
        (r#""sandwichsum":[{"cell":"R0C1","value":"17?"}]"#, "the value `17?` is not supported"),
    ] {
        let found = faults(&format!(",{member}"));
        assert!(found.len() == 1 && found[0].contains(expected), "{member}: {found:?}");
    }
}

/// Regions of a 4x4: a row each for the outer two, and two halves.
fn jigsaw() -> Vec<Vec<Cell>> {
    let regions: [[u16; 4]; 4] = [[0, 1, 2, 3], [4, 5, 8, 9], [6, 7, 10, 11], [12, 13, 14, 15]];
    regions.iter().map(|cells| cells.iter().copied().map(Cell).collect()).collect()
}

#[test]
fn regions_of_cells_are_read() {
    let of_cells = |region: &dyn Fn(usize) -> String| {
        let row = |row: usize| {
            let cells: Vec<String> =
                (0..4).map(|column| format!("{{\"region\":{}}}", region(row * 4 + column))).collect();
            format!("[{}]", cells.join(","))
        };
        let rows: Vec<String> = (0..4).map(row).collect();
        let mut faults = Vec::new();
        let read =
            parse(&format!("{{\"grid\":[{}]}}", rows.join(",")), Some(Format::Fpuzzles), &mut |fault| {
                faults.push(fault.to_string());
            });
        read.ok_or(faults)
    };
    let regions = jigsaw();
    let region_of = |cell: usize| regions.iter().position(|cells| cells.contains(&Cell(cell as u16)));
    let read = of_cells(&|cell| region_of(cell).unwrap_or(9).to_string()).expect("valid");
    assert_eq!((read.regions.as_ref(), read.box_shape), (Some(&regions), None));
    let latin = of_cells(&|_| "null".to_owned()).expect("valid");
    assert_eq!(latin.regions, Some(vec![]));
    assert_eq!(of_cells(&|_| "-1".to_owned()).expect("valid").regions, Some(vec![]));
    let rows = of_cells(&|cell| (cell / 4).to_string()).expect("valid");
    assert_eq!((rows.regions, rows.box_shape), (None, Some(BoxShape { width: 4, height: 1 })));
    let partial = of_cells(&|cell| if cell < 4 { "0".to_owned() } else { "null".to_owned() });
    assert!(partial.expect_err("refused")[0].contains("cells outside of all regions"));
    let unequal = of_cells(&|cell| usize::from(cell > 4).to_string());
    assert!(unequal.expect_err("refused")[0].contains("regions that do not have 4 cells each"));
}

fn puzzle(rules: Rules) -> Puzzle {
    let cells = rules.layout().cell_count();
    Puzzle::new(rules, Grid::from_cells(vec![None; cells]).expect("a square")).expect("no clues")
}

fn written(rules: &Rules) -> Result<String, NotRepresentable> {
    format_puzzle(Format::Fpuzzles, &Content::new(&puzzle(rules.clone())).expect("a square"))
}

/// Rules as written and read again.
fn read_again(rules: &Rules) -> Rules {
    let text = written(rules).expect("representable");
    let read = parse(&text, Some(Format::Fpuzzles), &mut |fault| panic!("{fault}")).expect("no faults");
    assert!(!read.has_unread_rules());
    read.to_rules().expect("valid")
}

#[test]
fn every_constraint_that_is_written_is_read_again() {
    let usual = Rules::usual(9).expect("a size");
    let pair = || ("cells", cells(&[(1, 1), (1, 2)]));
    let line = || ("cells", cells(&[(1, 1), (2, 2), (2, 3)]));
    let loop_line = || ("cells", cells(&[(1, 1), (1, 2), (2, 1), (1, 1)]));
    let region: Vec<(usize, usize)> = (1..=9).map(|k| (k, (k * 2 - 1) % 9 + 1)).collect();
    let copies = FieldValue::CellLists(vec![vec![cell(5, 5), cell(5, 6)]]);
    let dot = || constraint("difference", vec![pair()]);
    let little_killer = |places: &[(usize, usize)], sum| {
        constraint("little_killer", vec![("cells", cells(places)), number("sum", sum)])
    };
    let black = |value| constraint("ratio", vec![pair(), number("value", value)]);
    let all = [
        vec![constraint("cage", vec![pair(), number("sum", 5)])],
        vec![constraint("cage", vec![pair()])],
        vec![constraint("thermometer", vec![line()])],
        vec![constraint("slow_thermometer", vec![line()])],
        vec![constraint("renban", vec![line()])],
        vec![constraint("palindrome", vec![loop_line()])],
        vec![little_killer(&[(1, 8), (2, 9)], 12), little_killer(&[(9, 2), (8, 1)], 9)],
        vec![little_killer(&[(1, 1)], 3), little_killer(&[(1, 9)], 4), little_killer(&[(9, 1)], 5)],
        vec![little_killer(&[(1, 9), (2, 8), (3, 7), (4, 6), (5, 5), (6, 4), (7, 3), (8, 2), (9, 1)], 45)],
        vec![constraint("quadruple", vec![pair(), ("digits", FieldValue::Numbers(vec![7, 7]))])],
        vec![constraint("between_line", vec![line()]), constraint("region_sum_line", vec![line()])],
        vec![constraint("maximum", vec![pair()]), constraint("minimum", vec![("cells", cells(&[(9, 9)]))])],
        vec![constraint("entropic", vec![loop_line()]), constraint("nabner", vec![line()])],
        vec![constraint("modular", vec![line()]), constraint("zipper", vec![loop_line()])],
        vec![constraint("double_arrow", vec![loop_line()])],
        vec![
            constraint("indexer", vec![pair(), axis("box")]),
            constraint("indexer", vec![pair(), axis("row")]),
        ],
        vec![constraint("indexer", vec![pair(), axis("column")])],
        vec![constraint("whisper", vec![loop_line(), number("difference", 4)])],
        vec![constraint("whisper", vec![line()])],
        vec![constraint("arrow", vec![("circle", cells(&[(4, 4)])), line()])],
        vec![constraint("arrow", vec![("circle", cells(&[(3, 1), (3, 2), (3, 3)])), line()])],
        vec![constraint("difference", vec![pair(), number("value", 0)])],
        vec![black(3)],
        vec![constraint("sum_pair", vec![pair(), number("value", 10)])],
        vec![constraint("sum_pair", vec![pair(), number("value", 5)])],
        vec![constraint("even", vec![pair()]), constraint("odd", vec![("cells", cells(&[(9, 9)]))])],
        vec![constraint("extra_region", vec![("cells", cells(&region))])],
        vec![constraint("clone", vec![pair(), ("copies", copies)])],
        vec![constraint("anti_king", vec![]), constraint("anti_knight", vec![])],
        vec![constraint("sandwich", vec![("cells", line_from(9, 2, -1, 0)), number("sum", 0)])],
        vec![constraint("x_sum", vec![("cells", line_from(3, 9, 0, -1)), number("sum", 22)])],
        vec![constraint("skyscraper", vec![("cells", line_from(1, 1, 1, 0)), number("count", 9)])],
        vec![constraint("disjoint_groups", vec![])],
        vec![constraint("non_consecutive", vec![])],
        vec![constraint("diagonals", vec![])],
        vec![constraint("diagonals", vec![("which", FieldValue::Words(vec!["anti"]))])],
        vec![dot(), measures(&[Measure::Difference(1)])],
        vec![dot(), measures(&[Measure::Difference(1), Measure::Ratio(2)])],
        vec![black(3), measures(&[Measure::Ratio(3)])],
        vec![measures(&[Measure::Sum(5), Measure::Sum(10)])],
    ];
    for constraints in all {
        let rules = usual.with_constraints(constraints.clone()).expect("few constraints");
        assert_eq!(read_again(&rules), rules, "{constraints:?}");
    }
    let regions = Rules::with_regions(4, &jigsaw()).expect("valid");
    assert_eq!(read_again(&regions), regions);
    let latin = Rules::with_regions(4, &[]).expect("valid");
    assert_eq!(read_again(&latin), latin);
}

#[test]
fn lines_of_a_renban_are_constraints_of_their_own() {
    let member = r##","renban":[{"lines":[["R1C1","R2C2","R3C3","R4C4"],["R9C1","R8C1"],["R5C5"]]},
        {"lines":[["R1C9","R2C9","R3C9","R4C8","R5C7","R6C6"]],"outlineC":"#f067f0"}]"##;
    let renban = |line: &[(usize, usize)]| constraint("renban", vec![("cells", cells(line))]);
    let read = read(member);
    let expected = [
        renban(&[(1, 1), (2, 2), (3, 3), (4, 4)]),
        renban(&[(9, 1), (8, 1)]),
        renban(&[(1, 9), (2, 9), (3, 9), (4, 8), (5, 7), (6, 6)]),
    ];
    assert_eq!(read.constraints, expected);
    assert!(read.has_unread_rules(), "a line of one cell is drawn alone");
    let rules = Rules::usual(9).expect("a size").with_constraints(expected.to_vec()).expect("few");
    assert_eq!(read_again(&rules), rules);
}

#[test]
fn constraints_that_the_format_lacks_are_named() {
    let usual = Rules::usual(9).expect("a size");
    let pair = || ("cells", cells(&[(1, 1), (1, 2)]));
    let dot = || constraint("difference", vec![pair()]);
    for (constraints, expected) in [
        (
            vec![constraint("greater_than", vec![pair()]), constraint("windoku", vec![])],
            vec!["greater_than", "windoku"],
        ),
        (vec![constraint("sum_pair", vec![pair(), number("value", 7)])], vec!["sum_pair"]),
        (vec![constraint("difference", vec![("cells", cells(&[(1, 1), (2, 2)]))])], vec!["difference"]),
        (vec![dot(), constraint("non_consecutive", vec![])], vec!["non_consecutive"]),
        (
            vec![
                constraint("maximum", vec![pair()]),
                constraint("maximum", vec![("cells", cells(&[(9, 9)]))]),
            ],
            vec!["maximum"],
        ),
        (vec![constraint("modular", vec![pair(), number("modulus", 4)])], vec!["modular"]),
        (
            vec![constraint("little_killer", vec![("cells", cells(&[(1, 7), (2, 8)])), number("sum", 9)])],
            vec!["little_killer"],
        ),
        (
            vec![constraint("little_killer", vec![("cells", cells(&[(2, 8), (3, 9)])), number("sum", 9)])],
            vec!["little_killer"],
        ),
        (vec![constraint("x_sum", vec![pair(), number("sum", 3)])], vec!["x_sum"]),
        (vec![measures(&[Measure::Sum(10)])], vec!["negative"]),
        (vec![measures(&[Measure::Difference(2)])], vec!["negative"]),
        (vec![measures(&[Measure::Ratio(3)])], vec!["negative"]),
    ] {
        let rules = usual.with_constraints(constraints).expect("few constraints");
        assert_eq!(written(&rules), Err(NotRepresentable::Constraints(expected)));
    }
    let reason = NotRepresentable::Constraints(vec!["greater_than", "windoku"]);
    assert_eq!(reason.to_string(), "cannot hold the constraints of these types: greater_than, windoku");
}
