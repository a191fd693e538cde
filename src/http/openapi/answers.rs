//! Answers in the OpenAPI document: the contents of responses with status 200, for each kind of question.

use quadrille_answers::kinds::Generate;
use quadrille_answers::wire::{
    AnswerKind, AnswerTable, BatchKind, BatchLine, BatchSummary, CommonMembers, CountHead, ErrorLine,
    InputTable, Joined, ListKind, ListedSubject, NotationMembers, NotationOf, ProgressLine, PuzzleMembers,
    RequestKind, ResponseBody, ResultType, SolutionLine, SolutionNotation, SummaryType,
};
use utoipa::ToSchema;
use utoipa::openapi::extensions::Extensions;
use utoipa::openapi::path::Operation;
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, OneOfBuilder, Type};
use utoipa::openapi::{Components, Content, HeaderBuilder, OpenApi, Ref, RefOr, Schema};

use super::parts::{CSV, JSON, NDJSON, TEXT, add_components, component};

/// Headers of answers, with descriptions.
const WARNINGS: [(&str, &str); 2] = [
    (
        "quadrille-warnings",
        "Names of the `warnings`, with commas between them, of an answer that is text; absent if there are none.",
    ),
    ("quadrille-not-read", "`not_read` in words, of an answer that is text; absent if there is none."),
];

const UNBUFFERED: (&str, &str) = ("x-accel-buffering", "`no`: gateways must not buffer the response.");

const CACHED: [(&str, &str); 2] = [
    ("etag", "Entity tag of this answer; absent if the answer is not cacheable."),
    ("cache-control", "How long, and by which caches, the answer may be stored."),
];

/// Adds the answer to `POST`, as JSON and as text.
pub(super) fn add_answer<K: AnswerKind>(document: &mut OpenApi) {
    let components = document.components.get_or_insert_default();
    let contents = [(JSON, content(&response::<K>(components))), (TEXT, text())];
    let Some(path) = document.paths.paths.get_mut(K::PATH) else { return };
    extend(&mut path.post, contents, WARNINGS);
}

/// Adds the answer to `GET`, without the work and the limits.
pub(super) fn add_result<K: AnswerKind>(document: &mut OpenApi) {
    let components = document.components.get_or_insert_default();
    // Results have these members, which are described once.
    add_object::<CommonMembers>(
        components,
        "CommonMembers",
        "How a search ended, and about the puzzle.",
        None,
    );
    add_object::<PuzzleMembers>(
        components,
        "PuzzleMembers",
        "Conflicts of a puzzle, and its notation.",
        None,
    );
    component::<NotationMembers>(components);
    let name = format!("{}Result", K::NAME);
    let description = format!("The response of `GET {}`.", K::PATH);
    add_object::<K::Result>(components, &name, &description, None);
    let Some(path) = document.paths.paths.get_mut(K::PATH) else { return };
    extend(&mut path.get, [(JSON, content(&name)), (TEXT, text())], WARNINGS.into_iter().chain(CACHED));
}

/// Adds the stream of a count with progress.
pub(super) fn add_progress<K: AnswerKind>(document: &mut OpenApi) {
    let components = document.components.get_or_insert_default();
    component::<ProgressLine>(components);
    component::<ResultType>(components);
    let result = format!("{}ResultLine", K::NAME);
    let description = "The last line of a count. Without it the stream is incomplete.";
    add_object::<Joined<CountHead, ResponseBody<K::Result, K::Stats>>>(
        components,
        &result,
        description,
        Some("stats"),
    );
    let line = format!("{}StreamLine", K::NAME);
    let alternatives = [("ProgressLine", "Progress of the search."), (&result, "The last line.")];
    let description = format!("A line of the response of `{}` with progress.", K::PATH);
    components.schemas.insert(line.clone(), one_of(&description, &alternatives).into());
    let Some(path) = document.paths.paths.get_mut(K::PATH) else { return };
    extend(&mut path.post, [(NDJSON, ndjson(&line))], []);
}

/// Adds a list of solutions.
pub(super) fn add_list<K: ListKind>(document: &mut OpenApi) {
    type Shape<K> = <NotationOf<K> as SolutionNotation>::Shape;
    let components = document.components.get_or_insert_default();
    component::<ResultType>(components);
    component::<Shape<K>>(components);
    let solution = format!("{}Line", K::NAME.trim_end_matches('s'));
    add_object::<SolutionLine<Shape<K>>>(components, &solution, "One solution.", None);
    let summary = format!("{}Summary", K::NAME);
    let description = "Number of solutions listed, and whether there are others.";
    add_object::<<K::Subject as ListedSubject>::Summary>(components, &summary, description, Some("stats"));
    let end = format!("{summary}Line");
    let summary = (summary.as_str(), "The result of the search.");
    let description = "The last line of a list of solutions. Without it the stream is incomplete.";
    add_summary_line(components, &end, description, summary);
    let line = format!("{}StreamLine", K::NAME);
    let description = format!("A line of the response of `{}`.", K::PATH);
    components.schemas.insert(
        line.clone(),
        one_of(&description, &[(&solution, "A solution."), (&end, "The last line.")]).into(),
    );
    let list = format!("{}Document", K::NAME);
    let description = format!("The response of `{}` as one JSON document.", K::PATH);
    add_document(components, &list, &description, (&solution, "The solutions."), summary);
    let contents = [(JSON, content(&list)), (NDJSON, ndjson(&line)), (TEXT, text())];
    let Some(path) = document.paths.paths.get_mut(K::PATH) else { return };
    extend(&mut path.post, contents, [UNBUFFERED]);
}

/// Adds the answers to a batch.
pub(super) fn add_batch_answers<K: BatchKind>(document: &mut OpenApi) {
    let components = document.components.get_or_insert_default();
    let answer = batch_answer::<K>(components);
    let [result, line, list] = ["Result", "Line", "Document"].map(|part| format!("{}Batch{part}", K::NAME));
    let [answer, error] =
        [(answer.as_str(), "The result of a batch entry."), ("ErrorLine", "An invalid entry of a batch.")];
    let path = format!("{}/batch", K::PATH);
    let description = format!("A result or an error of `{path}`.");
    components.schemas.insert(result.clone(), one_of(&description, &[answer, error]).into());
    let description = format!("A line of the response of `{path}`.");
    components.schemas.insert(
        line.clone(),
        one_of(&description, &[answer, error, ("SummaryLine", "The last line.")]).into(),
    );
    let description = format!("The response of `{path}` as one JSON document.");
    let results = (result.as_str(), "A result or an error for each entry, in their order.");
    let summary = ("BatchSummary", "Number of entries of a batch, by result.");
    add_document(components, &list, &description, results, summary);
    let contents = [(JSON, content(&list)), (NDJSON, ndjson(&line)), (TEXT, text()), (CSV, rows::<K>())];
    let Some(path) = document.paths.paths.get_mut(&path) else { return };
    extend(&mut path.post, contents, [UNBUFFERED]);
}

/// Adds generated puzzles: one of them, or a stream.
pub(super) fn add_generated(document: &mut OpenApi) {
    let components = document.components.get_or_insert_default();
    let response = response::<Generate>(components);
    component::<<Generate as AnswerKind>::Result>(components);
    let answer = batch_answer::<Generate>(components);
    let puzzle = (answer.as_str(), "A puzzle, or a search that found none.");
    let failure = ("ErrorLine", "A failure of the service.");
    let description = "A puzzle of a document of generated puzzles.";
    components
        .schemas
        .insert("GenerateDocumentLine".to_owned(), one_of(description, &[puzzle, failure]).into());
    let lines = [puzzle, failure, ("SummaryLine", "The last line.")];
    components.schemas.insert(
        "GenerateStreamLine".to_owned(),
        one_of("A line of a stream of generated puzzles.", &lines).into(),
    );
    let results = ("GenerateDocumentLine", "The puzzles, in the order of their seeds.");
    let summary = ("BatchSummary", "Number of puzzles: `unique` with a puzzle, `unknown` without.");
    let description = "A stream of generated puzzles as one JSON document.";
    add_document(components, "GenerateDocument", description, results, summary);
    let many = ("GenerateDocument", "With `count`.");
    for (name, method, one) in
        [("GenerateBody", "POST", response.as_str()), ("GenerateQueryBody", "GET", "GenerateResult")]
    {
        let description =
            format!("The JSON body of responses to `{method} /generate`: a puzzle, or a stream.");
        components
            .schemas
            .insert(name.to_owned(), one_of(&description, &[(one, "Without `count`."), many]).into());
    }
    let Some(path) = document.paths.paths.get_mut(Generate::PATH) else { return };
    let contents = |body| [(JSON, content(body)), (NDJSON, ndjson("GenerateStreamLine")), (TEXT, text())];
    let unbuffered = ("x-accel-buffering", "`no` for a stream: gateways must not buffer the response.");
    extend(&mut path.post, contents("GenerateBody"), [unbuffered]);
    extend(&mut path.get, contents("GenerateQueryBody"), CACHED.into_iter().chain([unbuffered]));
}

/// Adds the response of a kind with its work. Returns its name.
fn response<K: AnswerKind>(components: &mut Components) -> String {
    component::<K::Stats>(components);
    let name = format!("{}Response", K::NAME);
    let description = "The result, its work and the limits.";
    // Only batches omit `stats`.
    add_object::<ResponseBody<K::Result, K::Stats>>(components, &name, description, Some("stats"));
    name
}

/// Adds the line of a batch or a stream with a result, and its other lines. Returns the name of the first.
fn batch_answer<K: AnswerKind>(components: &mut Components) -> String {
    component::<K::Stats>(components);
    component::<ErrorLine<'static>>(components);
    component::<BatchSummary>(components);
    let summary = ("BatchSummary", "Number of entries of a batch, by result.");
    let description = "The last line of a batch. Without it the stream is incomplete.";
    add_summary_line(components, "SummaryLine", description, summary);
    let name = format!("{}BatchAnswer", K::NAME);
    let description = "The result of a batch entry. Results have the order of the entries.";
    add_object::<BatchLine<'static, K::Result, K::Stats>>(components, &name, description, None);
    name
}

/// Adds a component for a type, with this description and one more required member.
fn add_object<T: ToSchema>(
    components: &mut Components,
    name: &str,
    description: &str,
    required: Option<&str>,
) {
    add_components::<T>(components);
    let mut schema = T::schema();
    if let RefOr::T(Schema::Object(object)) = &mut schema {
        object.description = Some(description.to_owned());
        object.required.extend(required.map(str::to_owned));
    }
    components.schemas.insert(name.to_owned(), schema);
}

/// Adds the last line of a stream.
fn add_summary_line(components: &mut Components, name: &str, description: &str, summary: (&str, &str)) {
    component::<SummaryType>(components);
    let line = ObjectBuilder::new()
        .schema_type(Type::Object)
        .property("type", described(("SummaryType", "Type of the line.")))
        .required("type")
        .property("summary", described(summary))
        .required("summary")
        .description(Some(description));
    components.schemas.insert(name.to_owned(), line.into());
}

/// Adds a stream as one JSON document: results that refer to a component, and a summary.
fn add_document(
    components: &mut Components,
    name: &str,
    description: &str,
    (result, results): (&str, &str),
    summary: (&str, &str),
) {
    let results = ArrayBuilder::new().items(Ref::from_schema_name(result)).description(Some(results));
    let document = ObjectBuilder::new()
        .schema_type(Type::Object)
        .property("results", results)
        .required("results")
        .property("summary", described(summary))
        .required("summary")
        .description(Some(description));
    components.schemas.insert(name.to_owned(), document.into());
}

/// A schema that is one of these components, which have descriptions.
pub(super) fn one_of(description: &str, alternatives: &[(&str, &str)]) -> OneOfBuilder {
    let alternatives = alternatives.iter().map(|&alternative| described(alternative));
    alternatives.fold(OneOfBuilder::new(), OneOfBuilder::item).description(Some(description))
}

/// A reference to a component, with a description.
fn described((schema, description): (&str, &str)) -> Ref {
    let mut reference = Ref::from_schema_name(schema);
    reference.description = description.to_owned();
    reference
}

fn content(schema: &str) -> Content {
    Content::new(Some(Ref::from_schema_name(schema)))
}

fn text() -> Content {
    Content::new(Some(Schema::from(ObjectBuilder::new().schema_type(Type::String))))
}

/// Rows of a batch, with their header as the example.
fn rows<K: BatchKind>() -> Content {
    let mut header = Vec::new();
    AnswerTable::new(Some(&InputTable::default()), K::COLUMNS).write_header(&mut header);
    let mut content = text();
    content.example = Some(String::from_utf8_lossy(&header).into());
    content
}

/// NDJSON as a string, which generators of clients can handle. `contentSchema` describes its lines as an array.
pub(super) fn ndjson(line: &str) -> Content {
    let lines = ArrayBuilder::new().items(Ref::from_schema_name(line)).build();
    // The builder of extensions would add `x-` to the name.
    let keywords = serde_json::to_value(lines).ok().map(|lines| ("contentSchema", lines));
    let schema = ObjectBuilder::new()
        .schema_type(Type::String)
        .content_media_type(NDJSON)
        .extensions(Some(Extensions::from_iter(keywords)))
        .description(Some(format!("A line for each value. Each is a `{line}`.")));
    Content::new(Some(Schema::from(schema)))
}

/// Adds contents and headers to the response with status 200.
fn extend<const N: usize>(
    operation: &mut Option<Operation>,
    contents: [(&str, Content); N],
    headers: impl IntoIterator<Item = (&'static str, &'static str)>,
) {
    let responses = operation.as_mut().map(|operation| &mut operation.responses.responses);
    let Some(RefOr::T(response)) = responses.and_then(|responses| responses.get_mut("200")) else { return };
    response.content.extend(contents.map(|(media_type, content)| (media_type.to_owned(), content.into())));
    for (name, description) in headers {
        let text = ObjectBuilder::new().schema_type(Type::String).build();
        let header = HeaderBuilder::new().schema(Some(text)).description(Some(description)).build();
        response.headers.insert(name.to_owned(), header.into());
    }
}
