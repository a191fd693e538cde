//! JSON that is encoded twice.

use quadrille_exact_cover::ProblemBounds;

use crate::faults::Refusal;
use crate::kinds::cover::CoverSolve;
use crate::kinds::generate::Generate;
use crate::kinds::solve::Solve;
use crate::wire::batch::entry::{EntryForm, read_entry};
use crate::wire::batch::options::BatchOptions;
use crate::wire::question::{RequestKind, read_json};

fn encoded(text: &str, times: usize) -> String {
    (0..times).fold(text.to_owned(), |text, _| serde_json::to_string(&text).expect("a string"))
}

fn detail<K: RequestKind>(body: &str) -> String {
    let refusal = read_json::<K>(body.as_bytes(), "", ProblemBounds::MAX).err();
    refusal.map(|refusal| refusal.detail()).unwrap_or_default()
}

const OBJECT: &str = r#"{"puzzle": "1.....3..4.....2"}"#;

#[test]
fn json_encoded_twice_is_named() {
    for times in 1..4 {
        let body = encoded(OBJECT, times);
        let named = "the body is JSON encoded twice: send the object itself, not a string that holds it";
        assert_eq!(detail::<Solve>(&body), named, "{body}");
        assert_eq!(detail::<Generate>(&body), named, "{body}");
        assert_eq!(detail::<CoverSolve>(&body), named, "{body}");
    }
    assert!(!detail::<Solve>(r#""{1.....3..4.....2""#).contains("twice"));
    // Its rules must not be dropped.
    let killer = r#"{"puzzle": "1.....3..4.....2", "constraints": [{"type": "anti_king"}]}"#;
    assert!(detail::<Solve>(&encoded(killer, 1)).contains("twice"));
    let inner = format!(r#"{{"puzzle": {}}}"#, encoded(killer, 1));
    assert!(detail::<Solve>(&inner).contains("the text is a JSON object"), "{}", detail::<Solve>(&inner));
}

#[test]
fn puzzle_of_another_program_may_be_an_object_in_a_string() {
    let row = "[{}, {}, {}, {}]";
    let text = format!(r#"{{"size": 4, "grid": [{row}, {row}, {row}, {row}]}}"#);
    let options = BatchOptions::<Solve>::from_query("format=fpuzzles").expect("an option");
    let entry = encoded(&text, 1);
    assert!(read_entry(EntryForm::Json, entry.as_bytes(), None, &options, ProblemBounds::MAX).is_ok());
}

#[test]
fn entry_that_is_encoded_twice_is_named() {
    let options = BatchOptions::<Solve>::from_query("").expect("no options");
    for (form, name) in [(EntryForm::Json, "line"), (EntryForm::Element, "element")] {
        let entry = encoded(OBJECT, 1);
        let refused =
            read_entry(form, entry.as_bytes(), None, &options, ProblemBounds::MAX).expect_err("refused");
        let detail = Refusal::detail(&refused.refusal);
        assert!(detail.starts_with(&format!("the {name} is JSON encoded twice")), "{detail}");
    }
}
