//! Kinds of question in the OpenAPI document: their parameters and bodies, and their answers.

use quadrille_answers::kinds::{CoverText, JobRequest, KindVisitor, Solve, visit_kinds};
use quadrille_answers::wire::{
    BatchKind, EndpointKind, ListKind, PuzzleBody, PuzzleLines, PuzzleParameter, PuzzleText, RequestKind,
    RequestSubject, add_form, add_json_entry, add_json_request, batch_parameters, query_parameters,
    whole_query_parameters,
};
use serde_json::json;
use utoipa::IntoParams as _;
use utoipa::openapi::path::{Operation, Parameter, ParameterIn};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::schema::{
    AdditionalProperties, ArrayBuilder, KnownFormat, ObjectBuilder, SchemaFormat, SchemaType, Type,
};
use utoipa::openapi::{Components, Content, OpenApi, Ref, RefOr, Required, Schema};

use super::answers::{
    add_answer, add_batch_answers, add_generated, add_list, add_progress, add_result, ndjson, one_of,
};
use super::parts::{JSON, NDJSON, TEXT, add_schemas, added, component};

const FORM: &str = "application/x-www-form-urlencoded";
const FILE_FORM: &str = "multipart/form-data";

/// Adds the parameters, bodies and answers of all kinds of question to their operations.
pub(super) fn add_kinds(document: &mut OpenApi) {
    visit_kinds(&mut KindDocs(document));
    add_generated(document);
    add_job(document);
    add_upload(document);
}

struct KindDocs<'a>(&'a mut OpenApi);

impl KindVisitor for KindDocs<'_> {
    fn endpoint<K: RequestKind>(&mut self) {
        add_request::<K>(self.0);
    }

    fn answered<K: EndpointKind>(&mut self) {
        self.endpoint::<K>();
        add_answer::<K>(self.0);
        if K::SUBJECT.is_puzzle() {
            add_result::<K>(self.0);
        }
    }

    fn counted<K: EndpointKind>(&mut self) {
        self.answered::<K>();
        add_progress::<K>(self.0);
    }

    fn listed<K: ListKind>(&mut self) {
        self.endpoint::<K>();
        add_list::<K>(self.0);
    }

    fn batch<K: BatchKind>(&mut self) {
        add_batch::<K>(self.0);
    }
}

/// A request for a job.
fn add_job(document: &mut OpenApi) {
    let components = document.components.get_or_insert_default();
    let mut content = added(components, JobRequest::add_schema);
    content.example = Some(json!({"operation": "solve", "input": {"inline": ["1.....3..4.....2"]}}));
    let post = document.paths.paths.get_mut("/jobs").and_then(|path| path.post.as_mut());
    let Some(post) = post else { return };
    post.request_body = Some(RefOr::T(body("What to compute.").content(JSON, content).build()));
}

/// The input of a job.
fn add_upload(document: &mut OpenApi) {
    let components = document.components.get_or_insert_default();
    let mut lines = component::<PuzzleLines>(components);
    lines.example = Some("1.....3..4.....2\n................\n".into());
    let mut values = ndjson(&add_element::<Solve>(components));
    values.example = Some("{\"puzzle\":\"1.....3..4.....2\",\"id\":1}\n".into());
    let body = body(UPLOAD).content(TEXT, lines).content(NDJSON, values).content(FILE_FORM, file_form());
    let post = document.paths.paths.get_mut("/uploads").and_then(|path| path.post.as_mut());
    let Some(post) = post else { return };
    post.request_body = Some(RefOr::T(body.build()));
}

/// Adds the body and the parameters of a request.
fn add_request<K: RequestKind>(document: &mut OpenApi) {
    let components = document.components.get_or_insert_default();
    let json = added(components, add_json_request::<K>);
    let body = match K::SUBJECT {
        RequestSubject::Puzzle => {
            body("A puzzle.")
                .content(JSON, json)
                .content(TEXT, component::<PuzzleBody>(components))
                .content(FORM, added(components, add_form::<K>))
                .content(FILE_FORM, file_form())
        }
        RequestSubject::CoverProblem => {
            body("A problem as JSON (`primary`, `secondary` and `options`, or `matrix`), or as text in Knuth's format.")
                .content(JSON, json)
                .content(TEXT, component::<CoverText>(components))
                .content(FILE_FORM, file_form())
        }
        RequestSubject::Generated => body("What the puzzle must be like, as JSON or as a form.")
            .required(Some(Required::False))
            .content(JSON, json)
            .content(FORM, added(components, add_form::<K>)),
    };
    let Some(path) = document.paths.paths.get_mut(K::PATH) else { return };
    if let Some(post) = &mut path.post {
        post.request_body = Some(RefOr::T(body.build()));
        add_parameters(post, query_parameters::<K>());
    }
    if let Some(get) = &mut path.get {
        if K::SUBJECT.is_puzzle() {
            add_parameters(get, PuzzleParameter::into_params(|| Some(ParameterIn::Query)));
        }
        add_parameters(get, whole_query_parameters::<K>());
    }
}

/// Adds the body, the parameters and the answers of a batch.
fn add_batch<K: BatchKind>(document: &mut OpenApi) {
    let components = document.components.get_or_insert_default();
    let element = add_element::<K>(components);
    let description = match K::SUBJECT {
        RequestSubject::Puzzle if K::PATH == Solve::PATH => PUZZLES,
        RequestSubject::Puzzle => "The puzzles, as for `/solve/batch`.",
        RequestSubject::CoverProblem | RequestSubject::Generated => PROBLEMS,
    };
    let body = body(description)
        .content(NDJSON, ndjson(&element))
        .content(JSON, elements(&element))
        .content(FILE_FORM, file_form());
    let body =
        if K::SUBJECT.is_puzzle() { body.content(TEXT, component::<PuzzleLines>(components)) } else { body };
    add_batch_answers::<K>(document);
    let path = document.paths.paths.get_mut(&format!("{}/batch", K::PATH));
    let Some(post) = path.and_then(|path| path.post.as_mut()) else { return };
    post.request_body = Some(RefOr::T(body.build()));
    add_parameters(post, batch_parameters::<K>());
}

/// Adds a line or an array element of a batch. Returns its name.
fn add_element<K: BatchKind>(components: &mut Components) -> String {
    let entry = add_schemas(components, add_json_entry::<K>);
    let request = (&*entry, "A request.");
    let description = format!("A line or an array element in a request of `{}/batch`.", K::PATH);
    let element = if K::SUBJECT.is_puzzle() {
        component::<PuzzleText>(components);
        let array = ArrayBuilder::new()
            .items(ObjectBuilder::new().schema_type(SchemaType::AnyValue))
            .title(Some("PuzzleArray"))
            .min_items(Some(1))
            .description(Some("A puzzle as an array, in any form of `Puzzle`."));
        one_of(&description, &[request, ("PuzzleText", "A puzzle in symbols.")]).item(array)
    } else {
        component::<CoverText>(components);
        one_of(&description, &[request, ("CoverText", "A problem in Knuth's format.")])
    };
    let name = format!("{}Element", K::NAME);
    components.schemas.insert(name.clone(), element.into());
    name
}

fn elements(element: &str) -> Content {
    Content::new(Some(Schema::from(ArrayBuilder::new().items(Ref::from_schema_name(element)))))
}

/// A form with one file, which is read as the body would be.
fn file_form() -> Content {
    let file = ObjectBuilder::new()
        .schema_type(Type::String)
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Binary)))
        .description(Some(
            "The only field, with any name: text, or JSON in a file. Options belong in the query.",
        ));
    let form = ObjectBuilder::new()
        .schema_type(Type::Object)
        .property("file", file)
        .required("file")
        .additional_properties(Some(AdditionalProperties::FreeForm(false)))
        .examples([json!({"file": "1.....3..4.....2"})]);
    Content::new(Some(Schema::from(form)))
}

fn body(description: &str) -> RequestBodyBuilder {
    RequestBodyBuilder::new().description(Some(description)).required(Some(Required::True))
}

fn add_parameters(operation: &mut Operation, parameters: Vec<Parameter>) {
    operation.parameters.get_or_insert_default().extend(parameters.into_iter().map(RefOr::T));
}

const PUZZLES: &str = "The puzzles: `application/x-ndjson`, one JSON request per line, with an optional `id`, or a puzzle as a string or an array; or text, one puzzle per line or as a drawn grid whose lines begin with a border; or a JSON array of requests and puzzles, or of the cells of one puzzle, which the service reads completely before the first answer, up to the size of any other body (262,144 bytes by default).";

const PROBLEMS: &str = "The problems: `application/x-ndjson`, one JSON request or string per line, also as `text/plain`; or a JSON array of them, up to the size of any other body (262,144 bytes by default).";

const UPLOAD: &str = "Lines: a puzzle in each, in any notation of a batch, or a JSON value. Also `text/csv`, `application/xml` and forms.";
