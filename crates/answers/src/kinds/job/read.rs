//! Reads the request for a job.

use form_urlencoded::Serializer;
use quadrille_exact_cover::ProblemBounds;
use quadrille_notation::unstable::puzzle_name;

use crate::faults::{Fault, FaultCode, Faults, Location, Refusal};
use crate::kinds::generate::Generate;
use crate::kinds::job::operation::JobOperation;
use crate::kinds::job::question::{JobQuestion, JobWork, OneQuestion};
use crate::kinds::job::request::{JobEntries, JobPriority, JobRequest, JsonObject};
use crate::kinds::job_kind::{JobDoc, JobForm, JobKind};
use crate::kinds::{BatchOperation, BatchVisitor, KindVisitor, visit_kinds};
use crate::service::SubjectKind;
use crate::wire::answer_kind::BatchKind;
use crate::wire::batch::options::{BatchFields, BatchOptions};
use crate::wire::json::Json;
use crate::wire::puzzle::array::{ArrayMeaning, array_meaning, either};
use crate::wire::puzzle::input::PUZZLE;
use crate::wire::puzzle::values::Unread;
use crate::wire::question::{QuestionKind, RequestOf, RequestSubject, Source, json, read_value};
use crate::wire::request::number::{ALL, integer, limit};
use crate::wire::request::object::object;
use crate::wire::request::{COUNT_MAX, Place, Positive, names, read_object};

const INPUT: &str = "input";
const PROBLEM: &str = "problem";
const OPTIONS: &str = "options";
const INLINE: &str = "inline";
const UPLOAD: &str = "upload";
const LIMIT: &str = "limit";
const LIMITS: &str = "limits";
const SKIP: &str = "skip";
const COUNT: &str = "count";

/// Members of a question that a job does not have.
const NO_LIMITS: (&str, &str) = (LIMITS, "a job has no limits of time or nodes");
const NO_SKIP: (&str, &str) = (SKIP, "a job lists solutions in no order: it cannot skip the first ones");

/// Reads a request for a job, with everything that is known about its entries beforehand. A job generates at most
/// `generated_max` puzzles.
///
/// # Errors
/// [`Refusal`]: the first syntax error, or all faults.
pub fn job_from_json(body: &[u8], generated_max: u64) -> Result<JobQuestion, Refusal> {
    let (mut request, mut faults) = (JobRequest::default(), Faults::default());
    let json = json(body, Source::Body)?;
    if !read_object(&mut request, json, Place::Body, &Location::root(), &mut faults) {
        return Err(Refusal::Invalid(faults));
    }
    request.puzzle.refuse_beside(&mut faults);
    let ttl_s = request.ttl_s.get().map(|Positive(ttl_s)| ttl_s.get());
    let priority = request.priority.get().map_or(0, |JobPriority(priority)| *priority);
    let mut reader = JobReader { request, faults };
    let work = reader.operation().and_then(|operation| reader.work(operation, generated_max));
    let work = work.filter(|_| reader.faults.is_empty()).ok_or(Refusal::Invalid(reader.faults))?;
    Ok(JobQuestion { work, ttl_s, priority })
}

/// Fields of a request, and its faults so far.
struct JobReader {
    request: JobRequest,
    faults: Faults,
}

impl JobReader {
    fn fault(&mut self, code: FaultCode, location: &Location, detail: impl Into<String>) {
        self.faults.push(|| Fault::new(code, detail).at(location));
    }

    fn operation(&mut self) -> Option<JobOperation> {
        if !self.request.operation.is_given() {
            let names = JobOperation::names().join(", ");
            let detail = format!("`operation` is missing: it must be one of {names}");
            self.fault(FaultCode::MissingField, &Location::root(), detail);
        }
        self.request.operation.copied()
    }

    fn work(&mut self, operation: JobOperation, generated_max: u64) -> Option<JobWork> {
        let own = operation.subject_of_one().and_then(|subject| match subject {
            RequestSubject::Puzzle => Some(PUZZLE),
            RequestSubject::CoverProblem => Some(PROBLEM),
            RequestSubject::Generated => None,
        });
        let entries = matches!(operation, JobOperation::Batch(_)).then_some(INPUT);
        let allowed: Vec<&str> = entries.into_iter().chain(own).collect();
        let given = self.subject(&allowed);
        match operation {
            JobOperation::One(JobForm::Generate, _) => self.generate(generated_max),
            JobOperation::Batch(batch) if given == Some(INPUT) => self.entries(batch),
            _ => {
                given?;
                let mut read = ReadOne { operation, reader: self, work: None };
                visit_kinds(&mut read);
                read.work
            }
        }
    }

    /// Returns the name of the member with the subject, of which there must be one, or none if none is allowed.
    fn subject(&mut self, allowed: &[&'static str]) -> Option<&'static str> {
        let mut found = None;
        for name in [INPUT, PUZZLE, PROBLEM] {
            let given = match name {
                INPUT => self.request.input.location().cloned(),
                PUZZLE => self.request.puzzle.location().cloned(),
                _ => self.request.problem.location().cloned(),
            };
            let Some(location) = given else { continue };
            match found {
                _ if !allowed.contains(&name) => {
                    let expected = match allowed {
                        [] => "it needs none".to_owned(),
                        _ => format!("its input is {}", list_of(allowed)),
                    };
                    let given = location.pointer().unwrap_or_default().trim_start_matches('/');
                    let detail = format!("this operation has no `{given}`: {expected}");
                    self.fault(FaultCode::Contradiction, &location, detail);
                }
                None => found = Some(name),
                Some(first) => {
                    self.fault(FaultCode::Contradiction, &location, format!("not together with `{first}`"));
                }
            }
        }
        if found.is_none() && !allowed.is_empty() {
            let detail = format!("the input is missing: the operation needs {}", list_of(allowed));
            self.fault(FaultCode::MissingField, &Location::root(), detail);
        }
        found
    }

    fn entries(&mut self, operation: BatchOperation) -> Option<JobWork> {
        let options = operation.visit(ReadOptions(self));
        let entries = self.input(operation)?;
        Some(JobWork::Entries { operation, options, entries })
    }

    fn input(&mut self, operation: BatchOperation) -> Option<JobEntries> {
        let location = Location::root().member(INPUT);
        let Unread { json, .. } = self.request.input.get().cloned()?;
        let members = object(&json, &location, &[INLINE, UPLOAD], &mut self.faults)?;
        match members[..] {
            [(INLINE, json @ Json::Array(entries))] => {
                let line = |entry: &Json| entry.to_string() + "\n";
                match array_meaning(json) {
                    _ if !operation.subject().is_puzzle() => {}
                    ArrayMeaning::Puzzle => return Some(JobEntries::Inline(line(json))),
                    ArrayMeaning::Either => {
                        let array = location.member(INLINE);
                        self.append(either("write the grid as an object with `puzzle`"), &array, None);
                        return None;
                    }
                    ArrayMeaning::Puzzles | ArrayMeaning::Unclear => {}
                }
                Some(JobEntries::Inline(entries.iter().map(line).collect()))
            }
            [(UPLOAD, Json::String(id))] => Some(JobEntries::Upload(id.clone())),
            [(name, other)] => {
                let expected = if name == INLINE { "an array" } else { "a string" };
                let detail = format!("must be {expected}, not {}", other.kind());
                self.fault(FaultCode::WrongType, &location.member(name), detail);
                None
            }
            [] => {
                self.fault(FaultCode::MissingField, &location, format!("must have `{INLINE}` or `{UPLOAD}`"));
                None
            }
            _ => {
                let detail = format!("not together with `{INLINE}`");
                self.fault(FaultCode::Contradiction, &location.member(UPLOAD), detail);
                None
            }
        }
    }

    /// Returns the options as the query of a batch.
    fn batch_options<K: BatchKind>(&mut self) -> String {
        let known = names::<BatchFields<K::Request>>(Place::BatchQuery);
        let location = Location::root().member(OPTIONS);
        let mut query = Serializer::new(String::new());
        for (name, json) in self.options(&known) {
            let text = match json {
                Json::String(text) => text,
                other => other.to_string(),
            };
            query.append_pair(&name, &text);
        }
        let query = query.finish();
        if let Err(refusal) = BatchOptions::<K>::from_query(&query) {
            self.append(refusal, &location, None);
        }
        query
    }

    /// Returns the members of `options`, which must be known.
    fn options(&mut self, known: &[&'static str]) -> Vec<(String, Json)> {
        let location = Location::root().member(OPTIONS);
        let Some(JsonObject(members)) = self.request.options.get() else { return Vec::new() };
        let object_of = Json::Object(members.clone());
        let members = object(&object_of, &location, known, &mut self.faults).unwrap_or_default();
        members.into_iter().map(|(name, json)| (name.to_owned(), json.clone())).collect()
    }

    /// Returns all members of `options` but one, and that one.
    fn options_without(&self, name: Option<&str>) -> (Vec<(String, Json)>, Option<Json>) {
        let members = self.request.options.get().map(|JsonObject(members)| members.clone());
        let (named, others): (Vec<_>, Vec<_>) =
            members.unwrap_or_default().into_iter().partition(|(other, _)| Some(&**other) == name);
        let named = named.into_iter().map(|(_, json)| json).next();
        (others, named.filter(|json| *json != Json::Null))
    }

    fn refuse_members(&mut self, parent: &str, members: &[(String, Json)], refused: &[(&str, &str)]) {
        for &(name, detail) in refused {
            if members.iter().any(|(other, _)| other == name) {
                let location = Location::root().member(parent).member(name);
                self.fault(FaultCode::Contradiction, &location, detail);
            }
        }
    }

    /// Reads the maximum number of solutions, a member of `parent`: `None` for all solutions.
    fn limit(&mut self, parent: &str, json: Option<&Json>) -> Option<u64> {
        let location = Location::root().member(parent).member(LIMIT);
        json.filter(|json| !matches!(json, Json::String(text) if text == ALL))
            .and_then(|json| limit(json, &location, COUNT_MAX, &mut self.faults))
    }

    /// Reads the question of a kind about one puzzle, whose options are `options`, or about one problem, which has most of them itself.
    fn one<K: JobKind>(&mut self) -> Option<JobWork> {
        let JobDoc { form, .. } = K::JOB;
        // A job searches until its end or its `limit`, and its solutions have no order.
        let refused: &[(&str, &str)] = if form.has_limit() { &[NO_LIMITS, NO_SKIP] } else { &[NO_LIMITS] };
        let named_limit = form.has_limit().then_some(LIMIT);
        let (members, limit, parent, own, subject) = if K::SUBJECT.is_puzzle() {
            let (mut members, limit) = self.options_without(named_limit);
            let limit = self.limit(OPTIONS, limit.as_ref());
            self.refuse_members(OPTIONS, &members, refused);
            members.extend(self.request.puzzle.members());
            (members, limit, OPTIONS, Some(PUZZLE), SubjectKind::Puzzle)
        } else {
            let problem = self.request.problem.get().map(|JsonObject(members)| members.clone());
            self.refuse_members(PROBLEM, problem.as_deref().unwrap_or_default(), refused);
            let options = self.options(named_limit.as_slice());
            let option = options.first().map(|(_, json)| self.limit(OPTIONS, Some(json)));
            let members = problem?;
            let limit = match option {
                Some(limit) => limit,
                None => {
                    let own = members.iter().find(|(name, _)| named_limit == Some(name));
                    // The question below reports its faults.
                    own.and_then(|(_, json)| {
                        integer(json, &Location::root(), &(1..=COUNT_MAX), &mut Faults::default())
                    })
                }
            };
            (members, limit, PROBLEM, None, SubjectKind::ExactCover)
        };
        let json = Json::Object(members);
        let body = json.to_string();
        self.question::<K>(json, parent, own)?;
        Some(JobWork::One(OneQuestion { form, subject, body, limit }))
    }

    fn generate(&mut self, generated_max: u64) -> Option<JobWork> {
        let location = Location::root().member(OPTIONS);
        let (members, count) = self.options_without(Some(COUNT));
        let count = match count {
            Some(json) => integer(&json, &location.member(COUNT), &(1..=generated_max), &mut self.faults),
            None => {
                let detail = format!("`{COUNT}` is missing: the number of puzzles");
                self.fault(FaultCode::MissingField, &location, detail);
                None
            }
        };
        let json = Json::Object(members);
        let body = json.to_string();
        let request = self.question::<Generate>(json, OPTIONS, None)?;
        let seed = request.style.notation.has_seed().then_some(request.question.seed);
        Some(JobWork::Generate { body, count: count?, seed })
    }

    /// Reads a question with the members of `parent`, except `own`, which is a member of the request.
    fn question<K: QuestionKind>(
        &mut self,
        json: Json,
        parent: &str,
        own: Option<&str>,
    ) -> Option<RequestOf<K>> {
        match read_value::<K>(json, "", ProblemBounds::MAX) {
            Ok(request) => Some(request),
            Err(refusal) => {
                self.append(refusal, &Location::root().member(parent), own);
                None
            }
        }
    }

    /// Adds the faults of a question or query whose options are at `location`, except `own`.
    fn append(&mut self, refusal: Refusal, location: &Location, own: Option<&str>) {
        let Location::Pointer(parent) = location else { return };
        let is_own = |pointer: &str| {
            let name = pointer.split('/').nth(1).unwrap_or_default();
            own.is_some_and(|own| own == puzzle_name(name).map_or(name, |_| PUZZLE))
        };
        let mut faults = refusal.into_faults();
        for fault in &mut faults.listed {
            let pointer = fault.pointer.take();
            let parameter = fault.parameter.take().map(|name| format!("/{name}"));
            fault.pointer = match pointer.or(parameter) {
                Some(pointer) if is_own(&pointer) => Some(pointer),
                rest => Some(parent.to_string() + &rest.unwrap_or_default()),
            };
        }
        self.faults.append(faults);
    }
}

/// Reads the question of the kind of an operation.
struct ReadOne<'a> {
    operation: JobOperation,
    reader: &'a mut JobReader,
    work: Option<JobWork>,
}

impl KindVisitor for ReadOne<'_> {
    fn job<K: JobKind>(&mut self) {
        if self.operation.is::<K>() {
            self.work = self.reader.one::<K>();
        }
    }
}

/// Reads the options of a batch as its query.
struct ReadOptions<'a>(&'a mut JobReader);

impl BatchVisitor for ReadOptions<'_> {
    type Output = String;

    fn visit<K: BatchKind>(self) -> String {
        self.0.batch_options::<K>()
    }
}

/// Names of members, for people.
fn list_of(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" or ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const GENERATED_MAX: u64 = 1000;

    /// Codes and pointers of the faults of a request.
    fn faults(body: &str) -> Vec<String> {
        let faults = job_from_json(body.as_bytes(), GENERATED_MAX).expect_err("faults").into_faults();
        let fault = |fault: &Fault| {
            let code = serde_json::to_value(fault.code).expect("a code");
            format!("{} {}", code.as_str().unwrap_or_default(), fault.pointer.as_deref().unwrap_or("-"))
        };
        faults.listed.iter().map(fault).collect()
    }

    #[test]
    fn inline_array_that_is_one_grid_is_one_entry() {
        let lines = |inline: &str| {
            let body = format!(r#"{{"operation": "solve", "input": {{"inline": {inline}}}}}"#);
            match job_from_json(body.as_bytes(), GENERATED_MAX).expect("valid").work {
                JobWork::Entries { entries: JobEntries::Inline(lines), .. } => lines.lines().count(),
                other => panic!("{other:?}"),
            }
        };
        let grid = "[[1,0,0,0],[0,0,3,0],[0,4,0,0],[0,0,0,2]]";
        assert_eq!((lines(grid), lines(&format!("[{grid}, {grid}]")), lines(r#"["1", [[1]]]"#)), (1, 2, 2));
        let either = serde_json::json!({"operation": "solve", "input": {"inline": vec![vec![0; 16]; 16]}});
        assert_eq!(faults(&either.to_string()), ["ambiguous_format /input/inline"]);
    }

    #[test]
    fn all_faults_are_found_at_once_where_they_are() {
        for (body, expected) in [
            (
                r#"{"operation": "solve", "input": {"inline": 3}, "options": {"limti": 2, "time_ms": 0}, "ttl_s": 0, "priority": 2, "x": 1}"#,
                &[
                    "unknown_field /x",
                    "out_of_range /ttl_s",
                    "out_of_range /priority",
                    "unknown_field /options/limti",
                    "out_of_range /options/time_ms",
                    "wrong_type /input/inline",
                ][..],
            ),
            ("{}", &["missing_field "]),
            (r#"{"operation": "sovle"}"#, &["out_of_range /operation"]),
            (r#"{"operation": 1, "ttl_s": "1"}"#, &["wrong_type /ttl_s", "wrong_type /operation"]),
            (r#"{"operation": "solve"}"#, &["missing_field "]),
            (r#"{"operation": "solve", "puzzle": "1..."}"#, &["contradiction /puzzle", "missing_field "]),
            (r#"{"operation": "solve", "board": "1..."}"#, &["contradiction /board", "missing_field "]),
            (r#"{"operation": "count", "board": "1!.."}"#, &["unknown_symbol /board"]),
            (r#"{"operation": "count", "Board": "1...", "quiz": "2..."}"#, &["contradiction /quiz"]),
            (r#"{"operation": "solve", "input": {}}"#, &["missing_field /input"]),
            (
                r#"{"operation": "exact_cover_count", "problem": "1...", "options": {"limit": 0}}"#,
                &["wrong_type /problem", "out_of_range /options/limit"],
            ),
            (r#"{"operation": "exact_cover_solutions", "problem": []}"#, &["wrong_type /problem"]),
            (
                r#"{"operation": "solve", "input": {"inline": [], "upload": ""}}"#,
                &["contradiction /input/upload"],
            ),
            (
                r#"{"operation": "count", "puzzle": "1...", "input": {}}"#,
                &["contradiction /puzzle", "missing_field /input"],
            ),
            (
                r#"{"operation": "count", "puzzle": "1!..............", "options": {"limit": 0, "box": {"width": 3}, "limits": {"nodse": 1}}}"#,
                &[
                    "out_of_range /options/limit",
                    "contradiction /options/limits",
                    "missing_field /options/box",
                    "unknown_field /options/limits/nodse",
                    "unknown_symbol /puzzle",
                ],
            ),
            (
                r#"{"operation": "exact_cover_count", "problem": {"primary": ["a"], "options": [["b"]]}, "options": {"limit": "al"}}"#,
                &["out_of_range /options/limit", "unknown_item /problem/options/0/0"],
            ),
            (
                r#"{"operation": "exact_cover_count", "problem": {"primary": ["a"], "options": [["a"]], "limits": {"nodes": 1}}}"#,
                &["contradiction /problem/limits"],
            ),
            (
                r#"{"operation": "solutions", "puzzle": "1!..............", "options": {"skip": 3, "limit": "al", "limits": {}, "order": "x"}}"#,
                &[
                    "contradiction /options/limits",
                    "contradiction /options/skip",
                    "out_of_range /options/limit",
                    "unknown_field /options/order",
                    "unknown_symbol /puzzle",
                ],
            ),
            (
                r#"{"operation": "solutions", "input": {"inline": []}, "problem": {}}"#,
                &["contradiction /input", "contradiction /problem", "missing_field "],
            ),
            (
                r#"{"operation": "exact_cover_solutions", "problem": {"primary": ["a"], "options": [["b"]], "skip": 1, "limit": 0}}"#,
                &[
                    "contradiction /problem/skip",
                    "out_of_range /problem/limit",
                    "unknown_item /problem/options/0/0",
                ],
            ),
            (r#"{"operation": "generate", "options": {"count": 1001}}"#, &["out_of_range /options/count"]),
            (
                r#"{"operation": "generate", "input": {"inline": []}, "options": {"size": 0}}"#,
                &["contradiction /input", "missing_field /options", "out_of_range /options/size"],
            ),
            (r#"{"operation": "count", "puzzle": "1...", "options": 3}"#, &["wrong_type /options"]),
            ("[]", &["wrong_type "]),
        ] {
            let mut found = faults(body);
            let mut expected: Vec<String> = expected.iter().map(|&fault| fault.to_owned()).collect();
            found.sort();
            expected.sort();
            assert_eq!(found, expected, "{body}");
        }
    }

    #[test]
    fn misspelt_names_get_the_nearest_ones() {
        let detail =
            |body: &str| job_from_json(body.as_bytes(), GENERATED_MAX).expect_err("a fault").detail();
        let text = detail(r#"{"operation": "sovle", "inptu": {}}"#);
        assert_eq!(
            text,
            "2 faults, the first: /operation: `sovle` is unknown: did you mean `solve`? it must be one of solve, count, candidates, minimal, rate, canonical, shuffle, exact_cover_count, generate, solutions, exact_cover_solutions, prove, exact_cover_prove"
        );
        assert!(detail(r#"{"operation": "sovle"}"#).contains("did you mean `solve`?"));
        assert!(
            detail(r#"{"operation": "generate", "options": {"count": 1}, "inptu": {}}"#).contains("`input`?")
        );
    }

    #[test]
    fn valid_requests_are_read() {
        let read = |body: &str| job_from_json(body.as_bytes(), GENERATED_MAX).expect("valid").work;
        let JobWork::Entries { options, entries, .. } = read(
            r#"{"operation": "solve", "input": {"inline": ["1...", {"puzzle": "1...", "id": 7}]}, "options": {"limit": 2, "stats": true}}"#,
        ) else {
            panic!("entries")
        };
        assert_eq!(options, "limit=2&stats=true");
        assert_eq!(entries, JobEntries::Inline("\"1...\"\n{\"puzzle\":\"1...\",\"id\":7}\n".to_owned()));
        for (limit, expected) in [("", None), (r#""limit": "all""#, None), (r#""limit": 7"#, Some(7))] {
            let body = format!(r#"{{"operation": "count", "puzzle": "1...", "options": {{{limit}}}}}"#);
            let JobWork::One(OneQuestion { form: JobForm::Count, body, limit, .. }) = read(&body) else {
                panic!("a count")
            };
            assert_eq!((&*body, limit), (r#"{"puzzle":"1..."}"#, expected));
        }
        for (limits, expected) in [
            (r#"}"#, None),
            (r#","limit": 5}"#, Some(5)),
            (r#","limit": 5}, "options": {"limit": 3}"#, Some(3)),
            (r#","limit": 5}, "options": {"limit": "all"}"#, None),
        ] {
            let problem = r#"{"primary": ["a"], "options": [["a"]]"#;
            let body = format!(r#"{{"operation": "exact_cover_count", "problem": {problem}{limits}}}"#);
            let JobWork::One(OneQuestion { form: JobForm::Count, limit, .. }) = read(&body) else {
                panic!("a count")
            };
            assert_eq!(limit, expected, "{body}");
        }
        for (limit, expected) in
            [("", None), (r#""limit": "all""#, None), (r#""limit": 7000000"#, Some(7_000_000))]
        {
            let body = format!(r#"{{"operation": "solutions", "puzzle": "1...", "options": {{{limit}}}}}"#);
            let JobWork::One(OneQuestion { form: JobForm::List, body, limit, .. }) = read(&body) else {
                panic!("a list")
            };
            assert_eq!((&*body, limit), (r#"{"puzzle":"1..."}"#, expected));
            let problem = r#"{"primary": ["a"], "options": [["a"]], "limit": 5}"#;
            let body = format!(r#"{{"operation": "exact_cover_solutions", "problem": {problem}}}"#);
            let JobWork::One(OneQuestion { form: JobForm::List, limit, .. }) = read(&body) else {
                panic!("a list")
            };
            assert_eq!(limit, Some(5));
        }
        for (seed, expected) in [("", None), (r#","seed": 7"#, Some(7))] {
            let body = format!(r#"{{"operation": "generate", "options": {{"size": 4, "count": 3{seed}}}}}"#);
            let JobWork::Generate { count, seed, .. } = read(&body) else { panic!("puzzles") };
            assert_eq!((count, seed), (3, expected));
        }
    }
}
