//! Questions that support rules beside rows, columns and boxes.

use quadrille_exact_cover::ProblemBounds;
use quadrille_sudoku::constraints::Constraint;

use crate::faults::{FaultCode, Faults, Refusal};
use crate::kinds::command_kind::CommandKind;
use crate::kinds::generate::Generate;
use crate::kinds::hint::FindHint;
use crate::kinds::path::FindPath;
use crate::kinds::rate::Rate;
use crate::kinds::{KindVisitor, visit_kinds};
use crate::wire::question::{RequestKind, read_json, read_parameters};
use crate::wire::request::rule_options::{WITH_CONSTRAINTS, WITH_REGIONS};

/// Questions that refuse none of these options.
struct Supported {
    option: &'static str,
    value: &'static str,
    names: Vec<&'static str>,
}

fn is_unsupported(option: &str, faults: &Faults) -> bool {
    let is_guess = |detail: &str| detail.contains("did you mean") && detail.contains(&format!("`{option}`"));
    assert!(!faults.listed.iter().any(|fault| is_guess(&fault.detail)), "{:?}", faults.listed);
    faults.listed.iter().any(|fault| fault.code == FaultCode::ConstraintUnsupported)
}

impl Supported {
    fn check<K: RequestKind>(&mut self) {
        let Self { option, value, names } = self;
        let body = format!(r#"{{"puzzle": "................", "{option}": {value}}}"#);
        let faults = |refusal: Option<Refusal>| refusal.map(Refusal::into_faults).unwrap_or_default();
        let of_body = faults(read_json::<K>(body.as_bytes(), "", ProblemBounds::MAX).err());
        let query = form_urlencoded::Serializer::new(String::new())
            .append_pair("puzzle", "................")
            .append_pair(option, value)
            .finish();
        let of_query = faults(read_parameters::<K>(&query, ProblemBounds::MAX).err());
        let name = K::PATH.trim_start_matches('/');
        assert_eq!(
            is_unsupported(option, &of_body),
            is_unsupported(option, &of_query),
            "{name}: {of_body:?} {of_query:?}"
        );
        if !is_unsupported(option, &of_body) && !names.contains(&name) {
            names.push(name);
        }
    }
}

impl KindVisitor for Supported {
    fn endpoint<K: RequestKind>(&mut self) {
        self.check::<K>();
    }

    fn command<K: CommandKind>(&mut self) {
        self.check::<K>();
    }
}

fn supported(option: &'static str, value: &'static str) -> Vec<&'static str> {
    let mut supported = Supported { option, value, names: Vec::new() };
    visit_kinds(&mut supported);
    supported.names.sort_unstable();
    supported.names
}

/// Whether a request is refused because of its constraints, and the names in the faults.
fn refused<K: RequestKind>(body: &str) -> (bool, Vec<String>) {
    let faults = read_json::<K>(body.as_bytes(), "", ProblemBounds::MAX).err().map(Refusal::into_faults);
    let faults = faults.unwrap_or_default();
    let names = faults.listed.iter().filter_map(|fault| fault.constraint.as_deref().map(str::to_owned));
    (is_unsupported("constraints", &faults), names.collect())
}

#[test]
fn constraints_that_are_not_proposed_are_refused_and_all_are_explained() {
    let request =
        |example: &str| format!(r#"{{"puzzle": "{}", "constraints": [{example}]}}"#, ".".repeat(81));
    for known in Constraint::TYPES {
        let body = request(known.example);
        for (is_refused, names) in
            [refused::<FindHint>(&body), refused::<Rate>(&body), refused::<FindPath>(&body)]
        {
            assert_eq!((is_refused, names), (false, Vec::new()), "{}", known.name);
        }
    }
    let (is_refused, _) = refused::<Generate>(r#"{"constraints": [{"type": "anti_king"}]}"#);
    assert_eq!(is_refused, Constraint::TYPES.iter().all(|known| !known.is_proposed));
}

#[test]
fn sentence_names_all_questions_that_support_a_rule() {
    let mut with_constraints = WITH_CONSTRAINTS.to_vec();
    with_constraints.sort_unstable();
    assert_eq!(supported("constraints", r#"[{"type": "anti_king"}]"#), with_constraints);
    let mut with_regions = [&WITH_CONSTRAINTS[..], &WITH_REGIONS].concat();
    with_regions.sort_unstable();
    assert_eq!(supported("regions", r#""1122112233443344""#), with_regions);
    assert_eq!(supported("boxes", "false"), with_regions);
    let two_of_size_3 = r#"[{"row": 1, "column": 1}, {"row": 2, "column": 2}]"#;
    assert_eq!(supported("grids", two_of_size_3), with_constraints);
}
