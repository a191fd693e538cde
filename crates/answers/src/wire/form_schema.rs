//! OpenAPI schemas of forms. The fields have the names and the values of query parameters.

use std::borrow::Cow;
use std::marker::PhantomData;

use utoipa::openapi::schema::ObjectBuilder;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::check_entries::CheckEntries;
use super::estimate_solutions::EstimateSolutions;
use super::find_candidates::FindCandidates;
use super::find_canonical::FindCanonical;
use super::find_conflicts::FindConflicts;
use super::generate::Generate;
use super::hint::FindHint;
use super::kind::{Count, QuestionKind, Solutions, Solve};
use super::option_schema::{described, object, reference, value};
use super::path::FindPath;
use super::rate::Rate;
use super::request_option::{CONVERT, RENDER, RequestOption};
use super::schema::{FormatName, PuzzleText};
use super::subject::RequestSubject as _;
use super::test_minimal::TestMinimal;
use super::wish_schema::SymmetryName;

/// Form of kind `K`.
#[derive(Clone, Copy, Debug)]
pub struct Form<K>(PhantomData<K>);

/// Form of `/render`.
#[derive(Clone, Copy, Debug)]
pub struct RenderForm;

/// Form of `/convert`.
#[derive(Clone, Copy, Debug)]
pub struct ConvertForm;

/// Form of `/solve`.
pub type SolveForm = Form<Solve>;
/// Form of `/count`.
pub type CountForm = Form<Count>;
/// Form of `/generate`.
pub type GenerateForm = Form<Generate>;
/// Form of `/candidates`.
pub type CandidatesForm = Form<FindCandidates>;
/// Form of `/minimal`.
pub type MinimalForm = Form<TestMinimal>;
/// Form of `/conflicts`.
pub type ConflictsForm = Form<FindConflicts>;
/// Form of `/rate`.
pub type RateForm = Form<Rate>;
/// Form of `/hint`.
pub type HintForm = Form<FindHint>;
/// Form of `/path`.
pub type PathForm = Form<FindPath>;
/// Form of `/check`.
pub type CheckForm = Form<CheckEntries>;
/// Form of `/canonical`.
pub type CanonicalForm = Form<FindCanonical>;
/// Form of `/estimate`.
pub type EstimateForm = Form<EstimateSolutions>;
/// Form of `/solutions`.
pub type SolutionsForm = Form<Solutions>;

impl<K: QuestionKind> ToSchema for Form<K> {
    fn name() -> Cow<'static, str> {
        format!("{}Form", K::NAME).into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        field_schemas(schemas);
    }
}

impl<K: QuestionKind> PartialSchema for Form<K> {
    fn schema() -> RefOr<Schema> {
        let form = form(K::PATH, K::OPTIONS);
        if K::Subject::MEMBERS.is_empty() { form.into() } else { with_puzzle(form).into() }
    }
}

impl ToSchema for RenderForm {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("RenderForm")
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        field_schemas(schemas);
    }
}

impl PartialSchema for RenderForm {
    fn schema() -> RefOr<Schema> {
        let grid = |description: &str| reference(&PuzzleText::name(), description.to_owned());
        with_puzzle(form("/render", RENDER))
            .property("solution", grid("Digits for the empty cells, all or some of them."))
            .property("other", grid("A second solution."))
            .into()
    }
}

impl ToSchema for ConvertForm {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("ConvertForm")
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        field_schemas(schemas);
    }
}

impl PartialSchema for ConvertForm {
    fn schema() -> RefOr<Schema> {
        with_puzzle(form("/convert", CONVERT)).into()
    }
}

/// A form with these options.
fn form(path: &str, options: &[RequestOption]) -> ObjectBuilder {
    object(options.iter().map(|option| (option.name, field(option)))).description(Some(format!(
        "Form of `{path}`. The fields have the names and values of query parameters."
    )))
}

/// Adds a puzzle to a form.
fn with_puzzle(form: ObjectBuilder) -> ObjectBuilder {
    form.property("puzzle", reference(&PuzzleText::name(), "The puzzle.".to_owned())).required("puzzle")
}

/// The schema of the value of an option, with a description.
fn field(option: &RequestOption) -> RefOr<Schema> {
    match value(option) {
        RefOr::Ref(mut schema) => {
            schema.description = described(option);
            schema.into()
        }
        RefOr::T(Schema::Object(mut schema)) => {
            schema.description = Some(described(option));
            schema.into()
        }
        RefOr::T(schema) => schema.into(),
    }
}

/// Adds the schemas to which forms refer.
fn field_schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
    schemas.extend([
        (PuzzleText::name().into_owned(), PuzzleText::schema()),
        (FormatName::name().into_owned(), FormatName::schema()),
        (SymmetryName::name().into_owned(), SymmetryName::schema()),
    ]);
}
