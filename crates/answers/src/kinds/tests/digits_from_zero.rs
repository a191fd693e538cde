//! Members that name digits, beside a puzzle whose digits begin with 0.

use quadrille_exact_cover::ProblemBounds;
use quadrille_sudoku::Rules;
use quadrille_sudoku::constraints::Constraint;

use crate::faults::{Faults, Location, Refusal};
use crate::kinds::command_kind::CommandKind;
use crate::kinds::solve::Solve;
use crate::kinds::{KindVisitor, visit_kinds};
use crate::wire::json::Json;
use crate::wire::puzzle::constraints::constraints_from_json;
use crate::wire::question::{RequestKind, read_json, read_parameters};
use crate::wire::request::{Place, names};

/// Members that name digits, with a value.
const DIGITS: [(&str, &str); 8] = [
    ("candidates", r#"{"r1c2": [1, 2]}"#),
    ("entries", r#"".2..............""#),
    ("marks", r#"{"r1c2": [1]}"#),
    ("solution", r#""1324423124133142""#),
    ("other", r#""1324423124133142""#),
    ("step", r#"{"placements": [{"cell": "r1c2", "digit": 2}]}"#),
    ("prediction", r#""1324423124133142""#),
    ("exclude", r#"["1324423124133142"]"#),
];

/// Members that name no digits.
const OTHERS: [&str; 29] = [
    "se_estimate",
    "all",
    "puzzle",
    "box",
    "boxes",
    "constraints",
    "regions",
    "grids",
    "format",
    "layout",
    "limits",
    "limit",
    "skip",
    "order",
    "seed",
    "threads",
    "counts",
    "of",
    "reduce",
    "lang",
    "reveal",
    "probes",
    "claim",
    "formula",
    "proof",
    "to",
    "drawings",
    "by",
    "parts",
];

fn is_refused<V>(read: Result<V, Refusal>) -> bool {
    let faults = read.err().map(Refusal::into_faults).unwrap_or_default();
    faults.listed.iter().any(|fault| fault.detail.contains("begin with 0"))
}

struct Check {
    kinds: Vec<&'static str>,
}

impl Check {
    fn check<K: RequestKind>(&mut self) {
        if !K::SUBJECT.is_puzzle() {
            return;
        }
        self.kinds.push(K::PATH);
        for name in names::<K::Request>(Place::Body) {
            let digits = DIGITS.iter().find(|(known, _)| *known == name);
            assert!(
                digits.is_some() || OTHERS.contains(&name),
                "{}: say in DIGITS or OTHERS whether `{name}` names digits",
                K::PATH
            );
            if name == "puzzle" {
                continue;
            }
            let value = digits.map_or("true", |(_, value)| value);
            let body = format!(r#"{{"puzzle": "0.....2..30....1", "{name}": {value}}}"#);
            let read = read_json::<K>(body.as_bytes(), "", ProblemBounds::MAX);
            assert_eq!(is_refused(read), digits.is_some(), "{}: {body}", K::PATH);
        }
    }
}

impl KindVisitor for Check {
    fn endpoint<K: RequestKind>(&mut self) {
        self.check::<K>();
    }

    fn command<K: CommandKind>(&mut self) {
        self.check::<K>();
    }
}

#[test]
fn members_that_name_digits_are_refused_by_all_kinds() {
    let mut check = Check { kinds: Vec::new() };
    visit_kinds(&mut check);
    for path in ["/solve", "/convert", "/render", "/formula", "/score", "/hint"] {
        assert!(check.kinds.contains(&path), "{path}");
    }
}

#[test]
fn constraints_that_depend_on_values_are_refused() {
    let mut cells = vec!['.'; 81];
    (cells[0], cells[28], cells[13]) = ('0', '0', '1');
    let puzzle: String = cells.into_iter().collect();
    let rules = Rules::usual(9).expect("a size");
    let read = |constraint: &str| {
        let list = Json::parse(&format!("[{constraint}]")).expect("JSON");
        let read = constraints_from_json(&list, &Location::root(), &rules, &mut Faults::default());
        read.expect("valid").remove(0)
    };
    let examples = Constraint::TYPES.iter().map(|known| known.example);
    let others = [
        r#"{"type": "cage", "cells": ["r1c1", "r1c2"]}"#,
        r#"{"type": "negative", "of": [{"difference": 1}]}"#,
    ];
    for example in examples.chain(others) {
        let depends = read(example).depends_on_values();
        let body =
            format!(r#"{{"puzzle": "{puzzle}", "constraints": [{{"type": "anti_king"}}, {example}]}}"#);
        let refusal = read_json::<Solve>(body.as_bytes(), "", ProblemBounds::MAX).err();
        let faults = refusal.map(Refusal::into_faults).unwrap_or_default();
        let pointers: Vec<_> = faults.listed.iter().map(|fault| fault.pointer.as_deref()).collect();
        let expected = if depends { vec![Some("/constraints/1")] } else { Vec::new() };
        assert_eq!(pointers, expected, "{example}: {:?}", faults.listed);
        assert!(
            faults.listed.iter().all(|fault| fault.detail.contains("begin with 0")),
            "{:?}",
            faults.listed
        );
        let query = form_urlencoded::Serializer::new(String::new())
            .append_pair("puzzle", &puzzle)
            .append_pair("constraints", &format!("[{example}]"))
            .finish();
        assert_eq!(is_refused(read_parameters::<Solve>(&query, ProblemBounds::MAX)), depends, "{example}");
    }
}
