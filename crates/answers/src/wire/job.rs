//! Requests for jobs.

use std::collections::BTreeMap;

use form_urlencoded::Serializer;
use quadrille_exact_cover::ProblemBounds;
use quadrille_sudoku::unstable::puzzle_name;
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::answer_kind::BatchKind;
use super::cover_kind::{CoverCount, CoverSolutions};
use super::entry::BatchOptions;
use super::fault::{Fault, FaultCode, Faults, Location, Refusal};
use super::find_candidates::FindCandidates;
use super::find_canonical::FindCanonical;
use super::generate::Generate;
use super::json::Json;
use super::kind::{Count, QuestionKind, Solutions, Solve};
use super::number::{ALL, integer, limit};
use super::object::{meant, object, shown};
use super::puzzle_array::{ArrayMeaning, array_meaning, either};
use super::puzzle_member::PUZZLE;
use super::question::{RequestOf, Source, json, question_from_json};
use super::rate::Rate;
use super::request_option::COUNT_MAX;
use super::schema::PuzzleForms;
use super::test_minimal::TestMinimal;

/// Request for a job.
// For the document: `job_from_json` reads requests.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct JobRequest {
    /// What to compute.
    pub operation: JobOperation,
    /// Puzzles. Not with `puzzle` or `problem`.
    #[schema(nullable = false)]
    pub input: Option<JobEntries>,
    /// Puzzle whose solutions are counted or listed, in any form of `/count`.
    #[schema(value_type = Option<PuzzleForms>, nullable = false)]
    pub puzzle: Option<Value>,
    /// Exact cover problem whose solutions are counted or listed, as a JSON body of `/exact-cover/count` without `limits`.
    #[schema(value_type = Option<BTreeMap<String, Value>>, nullable = false)]
    pub problem: Option<Value>,
    /// Options of the operation: with `input`, those in the query of the batch; with `puzzle`, the members of a body of
    /// `/count` without `limits`; with `problem`, `limit`; for `generate`, the members of its body, and `count`. `limit` of a
    /// count or list of one puzzle or problem may be `"all"`, its default.
    #[serde(default)]
    pub options: BTreeMap<String, Value>,
    /// Seconds for which the job and its results are kept after its end.
    #[schema(nullable = false, minimum = 1, maximum = 9_007_199_254_740_991_i64)]
    pub ttl_s: Option<u64>,
    /// Order among the jobs of the client: those with 1 begin before those with 0, and those with -1 after them. Clients take turns
    /// whatever the priorities are.
    #[schema(nullable = false, minimum = -1, maximum = 1, default = 0)]
    pub priority: Option<i64>,
}

/// Operation of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum JobOperation {
    /// As `/solve/batch`.
    Solve,
    /// As `/count/batch`; with `puzzle`, the count of one puzzle.
    Count,
    /// As `/rate/batch`.
    Rate,
    /// As `/minimal/batch`.
    Minimal,
    /// As `/canonical/batch`.
    Canonical,
    /// As `/candidates/batch`.
    Candidates,
    /// As `/generate` with `count`.
    Generate,
    /// As `/exact-cover/count/batch`; with `problem`, the count of one problem.
    ExactCoverCount,
    /// The solutions of `puzzle`, in no order.
    Solutions,
    /// The solutions of `problem`, in no order.
    ExactCoverSolutions,
}

/// Entries of a job.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum JobEntries {
    /// In the request: strings, or objects as a batch has them.
    // As lines, once the request is read.
    #[schema(value_type = Vec<Value>)]
    Inline(String),
    /// In an upload with this id.
    Upload(String),
}

/// A valid request for a job.
#[derive(Debug)]
pub struct JobQuestion {
    /// What to compute.
    pub work: JobWork,
    /// Seconds for which the job is kept after its end, if the client named them.
    pub ttl_s: Option<u64>,
    /// Order among the jobs of the client, from -1 to 1.
    pub priority: i64,
}

/// What a job computes.
#[derive(Debug)]
pub enum JobWork {
    /// A question about each entry.
    Entries {
        /// The question.
        operation: JobOperation,
        /// Options, as the query of the batch.
        options: String,
        /// The entries.
        entries: JobEntries,
    },
    /// The number of solutions of a puzzle.
    CountPuzzle {
        /// JSON body of `/count`, without a limit.
        body: String,
        /// Maximum of the count; `None` for all solutions.
        limit: Option<u64>,
    },
    /// The number of solutions of an exact cover problem.
    CountProblem {
        /// JSON body of `/exact-cover/count`.
        body: String,
        /// Maximum of the count; `None` for all solutions.
        limit: Option<u64>,
    },
    /// The solutions of a puzzle.
    ListPuzzle {
        /// JSON body of `/solutions`, without a limit.
        body: String,
        /// Maximum number of solutions; `None` for all.
        limit: Option<u64>,
    },
    /// The solutions of an exact cover problem.
    ListProblem {
        /// JSON body of `/exact-cover/solutions`.
        body: String,
        /// Maximum number of solutions; `None` for all.
        limit: Option<u64>,
    },
    /// New puzzles.
    Generate {
        /// JSON body of `/generate`.
        body: String,
        /// Number of puzzles.
        count: u64,
        /// Seed of the first puzzle, if the client named it.
        seed: Option<u64>,
    },
}

impl JobOperation {
    const ALL: [(&'static str, Self); 10] = [
        ("solve", Self::Solve),
        ("count", Self::Count),
        ("rate", Self::Rate),
        ("minimal", Self::Minimal),
        ("canonical", Self::Canonical),
        ("candidates", Self::Candidates),
        ("generate", Self::Generate),
        ("exact_cover_count", Self::ExactCoverCount),
        ("solutions", Self::Solutions),
        ("exact_cover_solutions", Self::ExactCoverSolutions),
    ];
}

const OPERATION: &str = "operation";
const INPUT: &str = "input";
const PROBLEM: &str = "problem";
const OPTIONS: &str = "options";
const TTL_S: &str = "ttl_s";
const PRIORITY: &str = "priority";
const INLINE: &str = "inline";
const UPLOAD: &str = "upload";
const LIMIT: &str = "limit";
const LIMITS: &str = "limits";
const SKIP: &str = "skip";
const COUNT: &str = "count";

/// Reads a request for a job, with everything that is known about its entries beforehand. A job generates at most
/// `generated_max` puzzles.
///
/// # Errors
/// [`Refusal`]: the first syntax error, or all faults.
pub fn job_from_json(body: &[u8], generated_max: u64) -> Result<JobQuestion, Refusal> {
    let json = json(body, Source::Body)?;
    let (root, mut faults) = (Location::root(), Faults::default());
    let known = [OPERATION, INPUT, PUZZLE, PROBLEM, OPTIONS, TTL_S, PRIORITY];
    let Some(members) = object(&json, &root, &known, &mut faults) else {
        return Err(Refusal::Invalid(faults));
    };
    let mut request = Members { members, faults };
    let ttl_s = request.get(TTL_S);
    let range = 1..=COUNT_MAX;
    let ttl_s = ttl_s.and_then(|json| integer(json, &root.member(TTL_S), &range, &mut request.faults));
    let priority = request.get(PRIORITY);
    let priority =
        priority.and_then(|json| integer(json, &root.member(PRIORITY), &(-1..=1_i64), &mut request.faults));
    let work = request.operation().and_then(|operation| request.work(operation, generated_max));
    match work {
        Some(work) if request.faults.is_empty() => {
            Ok(JobQuestion { work, ttl_s, priority: priority.unwrap_or(0) })
        }
        _ => Err(Refusal::Invalid(request.faults)),
    }
}

/// Members of a request, and its faults so far.
struct Members<'a> {
    members: Vec<(&'a str, &'a Json)>,
    faults: Faults,
}

impl<'a> Members<'a> {
    fn get(&self, name: &str) -> Option<&'a Json> {
        self.find(name).map(|(_, json)| json)
    }

    /// Returns a member and its name; that of the puzzle under any of its usual names.
    fn find(&self, name: &str) -> Option<(&'a str, &'a Json)> {
        let is_it = |other: &str| other == name || (name == PUZZLE && puzzle_name(other).is_some());
        self.members.iter().find(|(other, _)| is_it(other)).copied()
    }

    fn fault(&mut self, code: FaultCode, location: &Location, detail: impl Into<String>) {
        self.faults.push(|| Fault::new(code, detail).at(location));
    }

    fn operation(&mut self) -> Option<JobOperation> {
        let location = Location::root().member(OPERATION);
        let names = JobOperation::ALL.map(|(name, _)| name);
        match self.get(OPERATION) {
            None => {
                let detail = format!("`{OPERATION}` is missing: it must be one of {}", names.join(", "));
                self.fault(FaultCode::MissingField, &Location::root(), detail);
                None
            }
            Some(Json::String(name)) => {
                let found = JobOperation::ALL.into_iter().find(|(known, _)| known == name);
                if found.is_none() {
                    let meant = meant(name, &names).map(|name| format!("did you mean `{name}`? "));
                    let (meant, name, names) = (meant.unwrap_or_default(), shown(name), names.join(", "));
                    let detail = format!("{name} is unknown: {meant}it must be one of {names}");
                    self.fault(FaultCode::OutOfRange, &location, detail);
                }
                found.map(|(_, operation)| operation)
            }
            Some(other) => {
                let detail = format!("must be a string, not {}", other.kind());
                self.fault(FaultCode::WrongType, &location, detail);
                None
            }
        }
    }

    fn work(&mut self, operation: JobOperation, generated_max: u64) -> Option<JobWork> {
        let allowed: &[&str] = match operation {
            JobOperation::Generate => &[],
            JobOperation::Count => &[INPUT, PUZZLE],
            JobOperation::ExactCoverCount => &[INPUT, PROBLEM],
            JobOperation::Solutions => &[PUZZLE],
            JobOperation::ExactCoverSolutions => &[PROBLEM],
            _ => &[INPUT],
        };
        match self.subject(allowed) {
            Some(INPUT) => self.entries(operation),
            Some(PUZZLE) if operation == JobOperation::Solutions => {
                let (body, limit) = self.one_puzzle::<Solutions>()?;
                Some(JobWork::ListPuzzle { body, limit })
            }
            Some(PUZZLE) => {
                let (body, limit) = self.one_puzzle::<Count>()?;
                Some(JobWork::CountPuzzle { body, limit })
            }
            Some(PROBLEM) if operation == JobOperation::ExactCoverSolutions => {
                let (body, limit) = self.one_problem::<CoverSolutions>()?;
                Some(JobWork::ListProblem { body, limit })
            }
            Some(PROBLEM) => {
                let (body, limit) = self.one_problem::<CoverCount>()?;
                Some(JobWork::CountProblem { body, limit })
            }
            None if operation == JobOperation::Generate => self.generate(generated_max),
            _ => None,
        }
    }

    /// Returns the name of the member with the subject, of which there must be one, or none if none is allowed.
    fn subject(&mut self, allowed: &[&'static str]) -> Option<&'static str> {
        let mut found = None;
        for name in [INPUT, PUZZLE, PROBLEM] {
            let Some((given, _)) = self.find(name) else { continue };
            let location = Location::root().member(given);
            match found {
                _ if !allowed.contains(&name) => {
                    let expected = match allowed {
                        [] => "it needs none".to_owned(),
                        _ => format!("its input is {}", names(allowed)),
                    };
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
            let detail = format!("the input is missing: the operation needs {}", names(allowed));
            self.fault(FaultCode::MissingField, &Location::root(), detail);
        }
        found
    }

    fn entries(&mut self, operation: JobOperation) -> Option<JobWork> {
        let options = match operation {
            JobOperation::Solve => self.batch_options::<Solve>(),
            JobOperation::Count => self.batch_options::<Count>(),
            JobOperation::Rate => self.batch_options::<Rate>(),
            JobOperation::Minimal => self.batch_options::<TestMinimal>(),
            JobOperation::Canonical => self.batch_options::<FindCanonical>(),
            JobOperation::Candidates => self.batch_options::<FindCandidates>(),
            JobOperation::ExactCoverCount => self.batch_options::<CoverCount>(),
            JobOperation::Generate | JobOperation::Solutions | JobOperation::ExactCoverSolutions => {
                return None;
            }
        };
        let entries = self.input(operation)?;
        Some(JobWork::Entries { operation, options, entries })
    }

    fn input(&mut self, operation: JobOperation) -> Option<JobEntries> {
        let location = Location::root().member(INPUT);
        let members = object(self.get(INPUT)?, &location, &[INLINE, UPLOAD], &mut self.faults)?;
        match members[..] {
            [(INLINE, json @ Json::Array(entries))] => {
                let line = |entry: &Json| entry.to_string() + "\n";
                match array_meaning(json) {
                    _ if operation == JobOperation::ExactCoverCount => {}
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
        let known: Vec<&str> = K::BATCH_OPTIONS.iter().map(|option| option.name).collect();
        let location = Location::root().member(OPTIONS);
        let mut query = Serializer::new(String::new());
        for (name, json) in self.options(&known) {
            let text = match json {
                Json::String(text) => text.clone(),
                other => other.to_string(),
            };
            query.append_pair(name, &text);
        }
        let query = query.finish();
        if let Err(refusal) = BatchOptions::from_query::<K>(&query) {
            self.append(refusal, &location, None);
        }
        query
    }

    /// Returns the members of `options`, which must be known.
    fn options(&mut self, known: &[&'static str]) -> Vec<(&'a str, &'a Json)> {
        let location = Location::root().member(OPTIONS);
        let options = self.get(OPTIONS);
        options.and_then(|options| object(options, &location, known, &mut self.faults)).unwrap_or_default()
    }

    /// Returns the members of a member, which must be an object.
    fn members_of(&mut self, name: &str, json: &'a Json) -> Option<&'a [(String, Json)]> {
        if let Json::Object(members) = json {
            return Some(members);
        }
        let detail = format!("must be an object, not {}", json.kind());
        self.fault(FaultCode::WrongType, &Location::root().member(name), detail);
        None
    }

    /// Returns all members of `options` but one, and that one.
    fn options_without(&mut self, name: &str) -> (Vec<(String, Json)>, Option<&'a Json>) {
        let members =
            self.get(OPTIONS).and_then(|options| self.members_of(OPTIONS, options)).unwrap_or_default();
        let named = members.iter().find(|(other, _)| other == name).map(|(_, json)| json);
        let others = members.iter().filter(|(other, _)| other != name).cloned().collect();
        (others, named.filter(|json| **json != Json::Null))
    }

    /// Refuses the limits of a question, because a job searches until it has all solutions or its `limit`; and `skip`, because
    /// its solutions have no order.
    fn refuse_limits(&mut self, parent: &str, members: &[(String, Json)]) {
        for (name, detail) in [
            (LIMITS, "a job has no limits of time or nodes"),
            (SKIP, "a job lists solutions in no order: it cannot skip the first ones"),
        ] {
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

    /// Returns the body of a question about one puzzle, and the maximum number of its solutions.
    fn one_puzzle<K: QuestionKind>(&mut self) -> Option<(String, Option<u64>)> {
        let (mut body, limit) = self.options_without(LIMIT);
        let limit = self.limit(OPTIONS, limit);
        self.refuse_limits(OPTIONS, &body);
        let puzzles = self.members.iter().filter(|(name, _)| puzzle_name(name).is_some());
        body.extend(puzzles.map(|(name, json)| ((*name).to_owned(), Json::clone(json))));
        let body = Json::Object(body).to_string();
        self.question::<K>(&body, OPTIONS, Some(PUZZLE))?;
        Some((body, limit))
    }

    /// Returns the body of a question about one exact cover problem, and the maximum number of its solutions.
    fn one_problem<K: QuestionKind>(&mut self) -> Option<(String, Option<u64>)> {
        let problem = self.get(PROBLEM)?;
        let members = self.members_of(PROBLEM, problem);
        self.refuse_limits(PROBLEM, members.unwrap_or_default());
        let limit = match self.options(&[LIMIT]).first() {
            Some((_, json)) => self.limit(OPTIONS, Some(*json)),
            None => {
                let own = members?.iter().find(|(name, _)| name == LIMIT).map(|(_, json)| json);
                // The question below reports its faults.
                own.and_then(|json| {
                    integer(json, &Location::root(), &(1..=COUNT_MAX), &mut Faults::default())
                })
            }
        };
        members?;
        let body = problem.to_string();
        self.question::<K>(&body, PROBLEM, None)?;
        Some((body, limit))
    }

    fn generate(&mut self, generated_max: u64) -> Option<JobWork> {
        let location = Location::root().member(OPTIONS);
        let (body, count) = self.options_without(COUNT);
        let count = match count {
            Some(json) => integer(json, &location.member(COUNT), &(1..=generated_max), &mut self.faults),
            None => {
                let detail = format!("`{COUNT}` is missing: the number of puzzles");
                self.fault(FaultCode::MissingField, &location, detail);
                None
            }
        };
        let body = Json::Object(body).to_string();
        let request = self.question::<Generate>(&body, OPTIONS, None)?;
        let seed = request.style.notation.has_seed().then_some(request.question.seed);
        Some(JobWork::Generate { body, count: count?, seed })
    }

    /// Reads a question whose members are those of the member `parent`, except `own`, which is a member of the request.
    fn question<K: QuestionKind>(
        &mut self,
        body: &str,
        parent: &str,
        own: Option<&str>,
    ) -> Option<RequestOf<K>> {
        match question_from_json::<K>(body.as_bytes(), "", ProblemBounds::MAX) {
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

/// Names of members, for people.
fn names(names: &[&str]) -> String {
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
            "2 faults, the first: /inptu: `inptu` is unknown: did you mean `input`? the object may have operation, input, puzzle, problem, options, ttl_s, priority"
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
            let JobWork::CountPuzzle { body, limit } = read(&body) else { panic!("a count") };
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
            let JobWork::CountProblem { limit, .. } = read(&body) else { panic!("a count") };
            assert_eq!(limit, expected, "{body}");
        }
        for (limit, expected) in
            [("", None), (r#""limit": "all""#, None), (r#""limit": 7000000"#, Some(7_000_000))]
        {
            let body = format!(r#"{{"operation": "solutions", "puzzle": "1...", "options": {{{limit}}}}}"#);
            let JobWork::ListPuzzle { body, limit } = read(&body) else { panic!("a list") };
            assert_eq!((&*body, limit), (r#"{"puzzle":"1..."}"#, expected));
            let problem = r#"{"primary": ["a"], "options": [["a"]], "limit": 5}"#;
            let body = format!(r#"{{"operation": "exact_cover_solutions", "problem": {problem}}}"#);
            let JobWork::ListProblem { limit, .. } = read(&body) else { panic!("a list") };
            assert_eq!(limit, Some(5));
        }
        for (seed, expected) in [("", None), (r#","seed": 7"#, Some(7))] {
            let body = format!(r#"{{"operation": "generate", "options": {{"size": 4, "count": 3{seed}}}}}"#);
            let JobWork::Generate { count, seed, .. } = read(&body) else { panic!("puzzles") };
            assert_eq!((count, seed), (3, expected));
        }
    }
}
