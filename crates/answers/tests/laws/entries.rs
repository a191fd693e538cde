//! A batch entry reads like a single request, apart from its id and the options it takes from the query.

use std::num::NonZeroU64;
use std::time::Duration;

use proptest::prelude::*;
use quadrille_answers::faults::{Fault, FaultCode, Faults, Refusal};
use quadrille_answers::kinds::{Count, Solutions, Solve};
use quadrille_answers::service::RequestedLimits;
use quadrille_answers::wire::{
    ArrayCursor, BatchOptions, Entry, EntryForm, EntryId, GridNotation, ProblemBounds, QuestionRequest,
    RefusedEntry, line_too_long, read_entry, read_json, read_text,
};
use quadrille_sudoku::{BoxShape, Rules};
use quadrille_testing::strategies::cases;
use serde_json::{Value, json};

use crate::wire::json_value;

const LINE: &str = "1..4..........3.";

fn options(query: &str) -> BatchOptions<Count> {
    BatchOptions::<Count>::from_query(query).expect("a sound query")
}

fn read(form: EntryForm, bytes: impl AsRef<[u8]>, query: &str) -> Result<Entry, Box<RefusedEntry>> {
    read_entry::<Count>(form, bytes.as_ref(), None, &options(query), ProblemBounds::MAX)
}

fn entry(form: EntryForm, bytes: impl AsRef<[u8]>, query: &str) -> Entry {
    read(form, bytes, query).expect("a sound entry")
}

fn refused(form: EntryForm, bytes: impl AsRef<[u8]>, query: &str) -> RefusedEntry {
    *read(form, bytes, query).expect_err("a faulty entry")
}

fn faults(refusal: Refusal) -> Vec<(FaultCode, Option<String>)> {
    refusal
        .into_faults()
        .listed
        .into_iter()
        .map(|fault| (fault.code, fault.pointer.or(fault.parameter.map(String::from))))
        .collect()
}

fn at(code: FaultCode, place: &str) -> (FaultCode, Option<String>) {
    (code, Some(place.to_owned()))
}

/// The refusal of an entry, as it would be of a body.
fn of_body(refusal: Refusal, name: &str) -> Refusal {
    let of_body = |fault: Fault| {
        let detail = fault.detail.replace(&format!("the {name} "), "the body ").replace(
            "a drawing in a batch must begin with a border, such as `+---+`",
            "`curl -d @FILE` removes line ends, `--data-binary @FILE` keeps them",
        );
        Fault { detail: detail.replace(", or a puzzle as a string or an array", ""), ..fault }
    };
    mapped(refusal, of_body)
}

/// The refusal of an object without the faults of unknown members that a record may have, which are not among those `told`.
fn without_ignored(refusal: Refusal, told: &[(FaultCode, Option<String>)]) -> Refusal {
    let Refusal::Invalid(mut faults) = refusal else { return refusal };
    let is_told = |fault: &Fault| told.contains(&(fault.code, fault.pointer.clone()));
    let is_member =
        |fault: &Fault| fault.pointer.as_ref().is_some_and(|pointer| pointer.matches('/').count() == 1);
    faults
        .listed
        .retain(|fault| fault.code != FaultCode::UnknownField || !is_member(fault) || is_told(fault));
    Refusal::Invalid(faults)
}

/// The refusal without the known names that unknown ones resemble.
fn without_suggestions(refusal: Refusal) -> Refusal {
    mapped(refusal, |fault: Fault| match fault.detail.split_once(": did you mean `") {
        Some((unknown, rest)) => {
            let (_, known) = rest.split_once("`? ").expect("a suggestion is a question");
            Fault { detail: format!("{unknown}: {known}"), ..fault }
        }
        None => fault,
    })
}

fn mapped(refusal: Refusal, change: impl Fn(Fault) -> Fault) -> Refusal {
    match refusal {
        Refusal::Syntax(fault) => Refusal::Syntax(change(fault)),
        Refusal::Invalid(faults) => Refusal::Invalid(Faults {
            listed: faults.listed.into_iter().map(change).collect(),
            omitted: faults.omitted,
        }),
    }
}

fn rules_of_4x4(box_width: usize) -> Rules {
    Rules::plain(4, BoxShape { width: box_width, height: 4 / box_width }).expect("the box fits")
}

#[test]
fn entry_options_override_query_options() {
    let query = "limit=7&time_ms=50&nodes=60&box=4x1";
    let own = json!({
        "puzzle": LINE, "limit": 3, "limits": {"time_ms": 5}, "box": {"width": 4, "height": 1}, "id": "a"
    });
    let Entry { request: QuestionRequest { question, limits, .. }, id, .. } =
        entry(EntryForm::Json, own.to_string(), query);
    assert_eq!(id, Some(EntryId::Text("a".to_owned())));
    let (time, nodes) = (Some(Duration::from_millis(5)), NonZeroU64::new(60));
    assert_eq!((question.solutions_max.get(), limits), (3, RequestedLimits { time, nodes, threads: None }));
    assert_eq!(*question.subject.rules(), rules_of_4x4(4));
    // Rules that differ are two puzzles.
    let other = json!({ "puzzle": LINE, "box": {"width": 1, "height": 4} }).to_string();
    let refusal = refused(EntryForm::Json, other, query).refusal;
    assert_eq!(faults(refusal), [at(FaultCode::GivenTwice, "/box")]);

    for (form, bytes) in [
        (EntryForm::Text, LINE.to_owned()),
        (EntryForm::Json, json!({ "puzzle": LINE, "limit": null, "id": null }).to_string()),
        (EntryForm::Element, json!(LINE).to_string()),
    ] {
        let Entry { request: QuestionRequest { question, limits, .. }, id, .. } = entry(form, bytes, query);
        assert_eq!(id, None);
        assert_eq!((question.solutions_max.get(), limits.time), (7, Some(Duration::from_millis(50))));
        assert_eq!(*question.subject.rules(), rules_of_4x4(4));
    }
}

#[test]
fn query_box_that_does_not_fit_is_entry_fault() {
    for (form, bytes) in
        [(EntryForm::Text, LINE.to_owned()), (EntryForm::Json, json!({ "puzzle": LINE }).to_string())]
    {
        assert_eq!(faults(refused(form, bytes, "box=3x3").refusal), [at(FaultCode::BoxMismatch, "box")]);
    }
}

#[test]
fn batch_query_reports_all_faults() {
    let refusal = BatchOptions::<Solve>::from_query("limit=3&x=1&nodes=1&nodes=2&stats=yes&skip=1&box=37x1");
    assert_eq!(
        faults(refusal.expect_err("a faulty query")),
        [
            at(FaultCode::OutOfRange, "limit"),
            at(FaultCode::UnknownParameter, "x"),
            at(FaultCode::DuplicateParameter, "nodes"),
            at(FaultCode::OutOfRange, "stats"),
            at(FaultCode::UnknownParameter, "skip"),
            at(FaultCode::OutOfRange, "box"),
        ]
    );
    let refusal = BatchOptions::<Solve>::from_query("x").expect_err("a faulty query");
    assert_eq!(
        refusal.detail(),
        "x: `x` is unknown: the query may have limit, box, constraints, regions, boxes, grids, format, layout, time_ms, nodes, stats, keep"
    );
    assert_eq!(["", "stats=true", "stats=false"].map(|query| options(query).stats()), [false, true, false]);
}

#[test]
fn valid_id_is_kept_beside_other_faults() {
    let with_id = |id: Value, puzzle: &str| json!({ "puzzle": puzzle, "id": id, "limti": 1 }).to_string();
    let long = "\u{e9}".repeat(128);
    let entry = refused(EntryForm::Json, with_id(json!(long), "12"), "");
    assert_eq!(entry.id, Some(EntryId::Text(long.clone())));
    assert_eq!(
        faults(entry.refusal),
        [at(FaultCode::UnknownField, "/limti"), at(FaultCode::PuzzleLength, "/puzzle")]
    );
    for (id, code) in [(json!("e".repeat(129)), FaultCode::IdTooLong), (json!([1]), FaultCode::WrongType)] {
        let entry = refused(EntryForm::Element, with_id(id, LINE), "");
        assert_eq!(entry.id, None);
        assert_eq!(faults(entry.refusal), [at(code, "/id"), at(FaultCode::UnknownField, "/limti")]);
    }
}

#[test]
fn single_request_rejects_id_and_skip_except_solutions() {
    let refused = |body: Value| {
        faults(
            read_json::<Count>(body.to_string().as_bytes(), "", ProblemBounds::MAX)
                .expect_err("a faulty request"),
        )
    };
    assert_eq!(refused(json!({ "puzzle": LINE, "id": "a" })), [at(FaultCode::UnknownField, "/id")]);
    assert_eq!(refused(json!({ "puzzle": LINE, "skip": 1 })), [at(FaultCode::UnknownField, "/skip")]);

    let ask = |body: Value, query: &str| {
        read_json::<Solutions>(body.to_string().as_bytes(), query, ProblemBounds::MAX)
    };
    let question = ask(json!({ "puzzle": LINE }), "").expect("sound").question;
    assert_eq!((question.limit.get(), question.skip), (100, 0));
    let question = ask(json!({ "puzzle": LINE, "skip": 0, "limit": 1_000_000 }), "").expect("sound").question;
    assert_eq!((question.limit.get(), question.skip), (1_000_000, 0));
    let question =
        read_text::<Solutions>(LINE.as_bytes(), "skip=9007199254740991", ProblemBounds::MAX).expect("sound");
    assert_eq!(question.question.skip, (1 << 53) - 1);
    for (body, query, fault) in [
        (json!({ "puzzle": LINE, "skip": 1 }), "skip=1", at(FaultCode::GivenTwice, "/skip")),
        (json!({ "puzzle": LINE, "skip": -1 }), "", at(FaultCode::OutOfRange, "/skip")),
        (json!({ "puzzle": LINE, "skip": "1" }), "", at(FaultCode::WrongType, "/skip")),
        (json!({ "puzzle": LINE, "limit": 0 }), "", at(FaultCode::OutOfRange, "/limit")),
        (json!({ "puzzle": LINE }), "limit=1000001", at(FaultCode::OutOfRange, "limit")),
        (json!({ "puzzle": LINE }), "skip=00", at(FaultCode::OutOfRange, "skip")),
        (json!({ "puzzle": LINE }), "skip=9007199254740992", at(FaultCode::OutOfRange, "skip")),
    ] {
        assert_eq!(faults(ask(body, query).expect_err("a faulty request")), [fault]);
    }
}

/// Texts of the elements of an array.
fn array_elements(body: &[u8]) -> Result<Vec<&str>, Refusal> {
    let mut cursor = ArrayCursor::new::<Count>(body)?;
    Ok(std::iter::from_fn(|| cursor.next(body)).collect())
}

#[test]
fn element_is_object_string_or_array_with_own_faults() {
    let body =
        format!("\u{feff} [\"{LINE}\", {{\"puzzle\":\"{LINE}\",\"id\":\"b\"}}, 7, 1e400, [], \"12\"]\n");
    let elements = array_elements(body.as_bytes()).expect("an array");
    let read: Vec<_> = elements.iter().map(|element| read(EntryForm::Element, element, "")).collect();
    assert!(
        matches!(&read[0], Ok(Entry { id: None, request, .. }) if matches!(*request.style.notation, GridNotation::Line(_)))
    );
    assert!(matches!(&read[1], Ok(Entry { id: Some(EntryId::Text(id)), .. }) if id == "b"));
    let codes: Vec<_> = read[2..]
        .iter()
        .map(|entry| faults(entry.clone().expect_err("a faulty element").refusal)[0].clone())
        .collect();
    assert_eq!(
        codes,
        [
            at(FaultCode::NotAnObject, ""),
            (FaultCode::JsonSyntax, None),
            at(FaultCode::PuzzleLength, ""),
            at(FaultCode::PuzzleLength, ""),
        ]
    );
    assert_eq!(array_elements(b"[ ]").map(|elements| elements.len()), Ok(0));
}

#[test]
fn body_other_than_array_is_rejected() {
    for (body, code, offset) in [
        (&b" \n"[..], FaultCode::EmptyBody, None),
        (b"\xef\xbb\xbf", FaultCode::EmptyBody, None),
        (b"[\xff]", FaultCode::InvalidUtf8, Some(1)),
        (b"[1,", FaultCode::JsonSyntax, Some(2)),
        (b"\xef\xbb\xbf[1,", FaultCode::JsonSyntax, Some(5)),
        (b"[] []", FaultCode::JsonSyntax, Some(3)),
        (b"{\"a\":", FaultCode::JsonSyntax, Some(4)),
        (b"{}", FaultCode::WrongType, None),
    ] {
        let refusal = array_elements(body).expect_err("no array");
        let fault = refusal.into_faults().listed.remove(0);
        assert_eq!((fault.code, fault.offset), (code, offset), "{}", fault.detail);
    }
}

#[test]
fn refusal_fits_one_line_of_text() {
    let text = |refusal: &Refusal| {
        let mut out = Vec::new();
        refusal.write_text(&mut out);
        String::from_utf8(out).expect("UTF-8")
    };
    assert_eq!(text(&line_too_long(9)), "error: a line may have at most 9 bytes");
    assert_eq!(
        text(&refused(EntryForm::Text, "1..w..........3\u{2028}", "").refusal),
        "error: r1c4: `w` is 32, more than 4, the largest digit of this grid (and 1 more)"
    );
    assert_eq!(
        text(&refused(EntryForm::Text, "1..4..........3\u{2028}", "").refusal),
        "error: r4c4: `\\u{2028}` (U+2028) is not a symbol: digits are 1-9 and A-Z, empty cells one of . 0 _ * - x"
    );
}

proptest! {
    #![proptest_config(cases(1024))]

    #[test]
    fn request_in_batch_equals_single_request(mut document in json_value(), wrapped in any::<bool>()) {
        if wrapped {
            document = json!({ "puzzle": document });
        }
        // Batches permit more members, so the list in the message is longer.
        prop_assume!(document.get("id").is_none());
        let body = document.to_string();
        let alone = read_json::<Count>(body.as_bytes(), "", ProblemBounds::MAX);
        for (form, name) in [(EntryForm::Json, "line"), (EntryForm::Element, "element")] {
            if document.is_string() {
                continue;
            }
            match (&alone, read(form, &body, "")) {
                (Ok(request), Ok(entry)) => {
                    prop_assert_eq!(request, &entry.request);
                    prop_assert_eq!(entry.ignored_members, 0);
                }
                // Batches take smaller arrays, and records with other members.
                (Err(_), Ok(entry)) => prop_assert!(document.is_array() || entry.ignored_members > 0),
                (Err(_), Err(_)) if document.is_array() => {}
                // Members that a batch ignores displace other faults from the list.
                (Err(Refusal::Invalid(faults)), Err(_)) if faults.omitted > 0 => {}
                (Err(refusal), Err(entry)) => {
                    let known = "limits, id";
                    let expected = without_ignored(refusal.clone(), &faults(entry.refusal.clone()));
                    let entry = without_suggestions(of_body(entry.refusal, name));
                    let told = format!("{entry:?}").replace(known, "limits");
                    prop_assert_eq!(format!("{:?}", without_suggestions(expected)), told);
                }
                (alone, entry) => prop_assert!(false, "{:?} alone, {:?} in a batch", alone, entry),
            }
        }
    }

    #[test]
    fn line_in_batch_equals_single_line(
        line in prop_oneof!["[1-9a-gA-G.]{16}", "[1-4.]{16}\r?", "[1-9._ x-]{0,20}", "\\PC{0,20}", Just(LINE.repeat(16))],
        query in prop_oneof![Just(""), Just("limit=5&nodes=3"), Just("box=4x1"), Just("time_ms=7")],
    ) {
        let alone = read_text::<Count>(line.as_bytes(), query, ProblemBounds::MAX);
        let entry = read(EntryForm::Text, &line, query);
        let entry = entry.map(|entry| entry.request).map_err(|entry| of_body(entry.refusal, "line"));
        prop_assert_eq!(&alone, &entry);
        // As a member: other locations, the same cells.
        let body = json!({ "puzzle": line }).to_string();
        let member = read_json::<Count>(body.as_bytes(), query, ProblemBounds::MAX);
        prop_assert_eq!(alone.ok(), member.ok());
    }

    #[test]
    fn any_bytes_are_entry_or_one_line_refusal(
        bytes in prop_oneof![any::<Vec<u8>>(), "\\PC{0,40}".prop_map(String::into_bytes), "[\\[{\"}\\]:,1.]{0,20}".prop_map(String::into_bytes)],
    ) {
        for form in [EntryForm::Json, EntryForm::Text, EntryForm::Element] {
            if let Err(entry) = read(form, &bytes, "box=2x2") {
                let mut text = Vec::new();
                entry.refusal.write_text(&mut text);
                let text = String::from_utf8(text).expect("UTF-8");
                prop_assert!(text.starts_with("error: ") && !text.contains(char::is_control));
            }
        }
        for element in array_elements(&bytes).unwrap_or_default() {
            let _ = read(EntryForm::Element, element, "");
        }
    }
}
