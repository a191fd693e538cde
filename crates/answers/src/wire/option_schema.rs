//! OpenAPI descriptions of requests, made from the table of request options.

use std::borrow::Cow;
use std::marker::PhantomData;

use quadrille_sudoku::Puzzle;
use serde::Serialize;
use serde_json::Value;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{
    AdditionalProperties, KnownFormat, ObjectBuilder, OneOfBuilder, SchemaFormat, SchemaType, Type,
};
use utoipa::openapi::{Ref, RefOr, Required, Schema};
use utoipa::{IntoParams, PartialSchema, ToSchema};

use super::answer_kind::BatchKind;
use super::check_entries::CheckEntries;
use super::cover_kind::{CoverCount, CoverEstimate, CoverSolutions, CoverSolve};
use super::cover_schema::{CoverText, cover_members};
use super::entry::{EntryId, ID_CHARACTERS_MAX};
use super::estimate_solutions::EstimateSolutions;
use super::find_candidates::FindCandidates;
use super::find_canonical::FindCanonical;
use super::find_conflicts::FindConflicts;
use super::generate::Generate;
use super::hint::FindHint;
use super::kind::{Count, QuestionKind, Solutions, Solve};
use super::number::ALL;
use super::path::FindPath;
use super::rate::Rate;
use super::render_step::RenderStep;
use super::request_option::{Member, NODES, RequestOption, TIME_MS, ValueType};
use super::schema::{Candidates, FormatName, Marks, PuzzleForms, PuzzleText, ShownCandidates};
use super::test_minimal::TestMinimal;
use super::wish::PuzzleWish;
use super::wish_schema::{
    ClueRange, DifficultyWish, IncludedParts, SymmetryName, TechniqueLists, clues_text, difficulty_text,
    include_text, techniques_text,
};
use crate::service::CoverProblem;

/// Query parameters of a question of kind `K`.
#[derive(Clone, Copy, Debug)]
pub struct QueryOptions<K>(PhantomData<K>);

/// Query parameters of a batch of kind `K`.
#[derive(Clone, Copy, Debug)]
pub struct BatchQueryOptions<K>(PhantomData<K>);

/// JSON request of kind `K`.
#[derive(Clone, Copy, Debug)]
pub struct JsonRequest<K>(PhantomData<K>);

/// JSON entry of a batch of kind `K`.
#[derive(Clone, Copy, Debug)]
pub(super) struct JsonEntry<K>(PhantomData<K>);

/// The member `limits` of a request.
#[derive(Clone, Copy, Debug)]
pub struct LimitsRequest;

/// Width and height of a box. Their product is the size of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BoxSize {
    /// Columns of a box.
    #[schema(minimum = 1, maximum = 36)]
    pub width: u64,
    /// Rows of a box.
    #[schema(minimum = 1, maximum = 36)]
    pub height: u64,
}

/// Query parameters of `/solve`.
pub type SolveParameters = QueryOptions<Solve>;
/// Query parameters of `/count`.
pub type CountParameters = QueryOptions<Count>;
/// Query parameters of `/solutions`.
pub type SolutionsParameters = QueryOptions<Solutions>;
/// Query parameters of `/solve/batch`.
pub type SolveBatchParameters = BatchQueryOptions<Solve>;
/// Query parameters of `/count/batch`.
pub type CountBatchParameters = BatchQueryOptions<Count>;
/// Query parameters of `/generate`.
pub type GenerateParameters = QueryOptions<Generate>;
/// JSON request of `/generate`.
pub type GenerateRequest = JsonRequest<Generate>;
/// Query parameters of `/candidates`.
pub type CandidatesParameters = QueryOptions<FindCandidates>;
/// Query parameters of `/candidates/batch`.
pub type CandidatesBatchParameters = BatchQueryOptions<FindCandidates>;
/// Query parameters of `/check`.
pub type CheckParameters = QueryOptions<CheckEntries>;
/// JSON request of `/check`.
pub type CheckRequest = JsonRequest<CheckEntries>;
/// Query parameters of `/canonical`.
pub type CanonicalParameters = QueryOptions<FindCanonical>;
/// Query parameters of `/canonical/batch`.
pub type CanonicalBatchParameters = BatchQueryOptions<FindCanonical>;
/// JSON request of `/canonical`.
pub type CanonicalRequest = JsonRequest<FindCanonical>;
/// Query parameters of `/estimate`.
pub type EstimateParameters = QueryOptions<EstimateSolutions>;
/// JSON request of `/estimate`.
pub type EstimateRequest = JsonRequest<EstimateSolutions>;
/// JSON request of `/candidates`.
pub type CandidatesRequest = JsonRequest<FindCandidates>;
/// Query parameters of `/minimal`.
pub type MinimalParameters = QueryOptions<TestMinimal>;
/// Query parameters of `/minimal/batch`.
pub type MinimalBatchParameters = BatchQueryOptions<TestMinimal>;
/// JSON request of `/minimal`.
pub type MinimalRequest = JsonRequest<TestMinimal>;
/// Query parameters of `/conflicts`.
pub type ConflictsParameters = QueryOptions<FindConflicts>;
/// JSON request of `/conflicts`.
pub type ConflictsRequest = JsonRequest<FindConflicts>;
/// Query parameters of `/rate`.
pub type RateParameters = QueryOptions<Rate>;
/// Query parameters of `/rate/batch`.
pub type RateBatchParameters = BatchQueryOptions<Rate>;
/// JSON request of `/rate`.
pub type RateRequest = JsonRequest<Rate>;
/// Query parameters of `/hint`.
pub type HintParameters = QueryOptions<FindHint>;
/// JSON request of `/hint`.
pub type HintRequest = JsonRequest<FindHint>;
/// Query parameters of `/path`.
pub type PathParameters = QueryOptions<FindPath>;
/// JSON request of `/path`.
pub type PathRequest = JsonRequest<FindPath>;
/// JSON request of `/solve`.
pub type SolveRequest = JsonRequest<Solve>;
/// JSON request of `/count`.
pub type CountRequest = JsonRequest<Count>;
/// JSON request of `/solutions`.
pub type SolutionsRequest = JsonRequest<Solutions>;

/// Query parameters of `/exact-cover/solve`.
pub type CoverSolveParameters = QueryOptions<CoverSolve>;
/// Query parameters of `/exact-cover/count`.
pub type CoverCountParameters = QueryOptions<CoverCount>;
/// Query parameters of `/exact-cover/solutions`.
pub type CoverSolutionsParameters = QueryOptions<CoverSolutions>;
/// Query parameters of `/exact-cover/estimate`.
pub type CoverEstimateParameters = QueryOptions<CoverEstimate>;
/// Query parameters of `/exact-cover/count/batch`.
pub type CoverCountBatchParameters = BatchQueryOptions<CoverCount>;
/// JSON request of `/exact-cover/solve`.
pub type CoverSolveRequest = JsonRequest<CoverSolve>;
/// JSON request of `/exact-cover/count`.
pub type CoverCountRequest = JsonRequest<CoverCount>;
/// JSON request of `/exact-cover/solutions`.
pub type CoverSolutionsRequest = JsonRequest<CoverSolutions>;
/// JSON request of `/exact-cover/estimate`.
pub type CoverEstimateRequest = JsonRequest<CoverEstimate>;

impl<K: QuestionKind> IntoParams for QueryOptions<K> {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        K::OPTIONS.iter().map(|option| parameter(option, &described(option))).collect()
    }
}

impl<K: BatchKind> IntoParams for BatchQueryOptions<K> {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let describe = |option: &RequestOption| match option.member {
            Member::None => described(option),
            Member::Request | Member::Limits => {
                format!("{} Entries may override it.", described(option))
            }
        };
        K::BATCH_OPTIONS.iter().map(|option| parameter(option, &describe(option))).collect()
    }
}

impl<K: QuestionKind<Subject: SubjectSchema>> ToSchema for JsonRequest<K> {
    fn name() -> Cow<'static, str> {
        format!("{}Request", K::NAME).into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        member_schemas::<K::Subject>(schemas);
    }
}

impl<K: QuestionKind<Subject: SubjectSchema>> PartialSchema for JsonRequest<K> {
    fn schema() -> RefOr<Schema> {
        let properties =
            request_options(K::OPTIONS).map(|option| (option.name, property(option, described(option))));
        request_object::<K::Subject>(properties)
            .description(Some(format!("JSON request of `{}`.", K::PATH)))
            .into()
    }
}

impl<K: BatchKind<Subject: SubjectSchema>> ToSchema for JsonEntry<K> {
    fn name() -> Cow<'static, str> {
        format!("{}Entry", K::NAME).into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        member_schemas::<K::Subject>(schemas);
    }
}

impl<K: BatchKind<Subject: SubjectSchema>> PartialSchema for JsonEntry<K> {
    fn schema() -> RefOr<Schema> {
        let properties = request_options(K::ENTRY_OPTIONS).map(|option| {
            let description = format!("{} By default that of the query.", option.meaning);
            (option.name, property(option, description))
        });
        let id =
            nullable(&EntryId::name(), "Name or number of the entry, which its result repeats.".to_owned());
        request_object::<K::Subject>(properties)
            .property("id", id)
            .additional_properties(Some(AdditionalProperties::<Schema>::FreeForm(true)))
            .description(Some(format!(
                "A request of `{}` with an optional `id`. Other members, such as those of data sets, are ignored and counted in the \
                 summary, unless they are misspelt options.",
                K::PATH
            )))
            .into()
    }
}

impl ToSchema for EntryId {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("EntryId")
    }
}

impl PartialSchema for EntryId {
    fn schema() -> RefOr<Schema> {
        let text = ObjectBuilder::new().schema_type(Type::String).max_length(Some(ID_CHARACTERS_MAX));
        let format = SchemaFormat::KnownFormat(KnownFormat::Int64);
        let number = ObjectBuilder::new().schema_type(Type::Integer).format(Some(format));
        OneOfBuilder::new()
            .item(text)
            .item(number)
            .description(Some("Name or number of an entry."))
            .examples([Value::from("sunday-17")])
            .into()
    }
}

impl ToSchema for LimitsRequest {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("LimitsRequest")
    }
}

impl PartialSchema for LimitsRequest {
    fn schema() -> RefOr<Schema> {
        let limits = [TIME_MS, NODES];
        let properties = limits.iter().map(|option| (option.name, property(option, described(option))));
        object(properties)
            .description(Some(
                "Limits of the work. A limit that is reached is not an error: `stopped_by` names it.",
            ))
            .into()
    }
}

/// The meaning and the default of an option.
pub(super) fn described(option: &RequestOption) -> String {
    format!("{} {}", option.meaning, option.default)
}

pub(super) fn parameter(option: &RequestOption, description: &str) -> Parameter {
    ParameterBuilder::new()
        .name(option.name)
        .parameter_in(ParameterIn::Query)
        .required(Required::False)
        .description(Some(description))
        .schema(Some(value(option)))
        .build()
}

/// The schema of the value of an option in a query or a form.
pub(super) fn value(option: &RequestOption) -> RefOr<Schema> {
    match option.value {
        ValueType::Integer { min, max } => integer(min, max).schema_type(Type::Integer).into(),
        ValueType::Limit { max } => limit(max).into(),
        ValueType::Box => ObjectBuilder::new().schema_type(Type::String).pattern(Some(BOX_PATTERN)).into(),
        ValueType::Boolean => RefOr::from(ObjectBuilder::new().schema_type(Type::Boolean)),
        ValueType::Format => Ref::from_schema_name(FormatName::name()).into(),
        ValueType::Layout => layout().schema_type(Type::String).into(),
        ValueType::Reveal => reveal().schema_type(Type::String).into(),
        ValueType::Clues => clues_text().into(),
        ValueType::Difficulty => difficulty_text().into(),
        ValueType::Symmetry => Ref::from_schema_name(SymmetryName::name()).into(),
        ValueType::Techniques => techniques_text().into(),
        ValueType::Include => include_text().into(),
        ValueType::Order => order().schema_type(Type::String).into(),
        // JSON, but no `contentMediaType`: Swagger UI takes such a string for a file.
        ValueType::Grid => Ref::from_schema_name(PuzzleText::name()).into(),
        ValueType::Candidates | ValueType::ShownCandidates | ValueType::Marks | ValueType::Step => {
            RefOr::from(ObjectBuilder::new().schema_type(Type::String))
        }
    }
}

/// The options that are members of a request themselves.
fn request_options(options: &'static [RequestOption]) -> impl Iterator<Item = &'static RequestOption> {
    options.iter().filter(|option| option.member == Member::Request)
}

/// The schema of a member, which may be null. Its description names the default: generators of clients make a member
/// with a `default` required.
fn property(option: &RequestOption, description: String) -> RefOr<Schema> {
    match option.value {
        ValueType::Integer { min, max } => integer(min, max)
            .schema_type(SchemaType::from_iter([Type::Integer, Type::Null]))
            .description(Some(description))
            .into(),
        ValueType::Limit { max } => {
            let null = ObjectBuilder::new().schema_type(Type::Null);
            limit(max).item(null).description(Some(description)).into()
        }
        ValueType::Box => nullable(&BoxSize::name(), description),
        ValueType::Boolean => ObjectBuilder::new()
            .schema_type(SchemaType::from_iter([Type::Boolean, Type::Null]))
            .description(Some(description))
            .into(),
        ValueType::Format => nullable(&FormatName::name(), description),
        ValueType::Layout => layout()
            .schema_type(SchemaType::from_iter([Type::String, Type::Null]))
            .description(Some(description))
            .into(),
        ValueType::Reveal => reveal()
            .schema_type(SchemaType::from_iter([Type::String, Type::Null]))
            .description(Some(description))
            .into(),
        ValueType::Clues => nullable(&ClueRange::name(), description),
        ValueType::Difficulty => nullable(&DifficultyWish::name(), description),
        ValueType::Symmetry => nullable(&SymmetryName::name(), description),
        ValueType::Techniques => nullable(&TechniqueLists::name(), description),
        ValueType::Include => nullable(&IncludedParts::name(), description),
        ValueType::Order => order()
            .schema_type(SchemaType::from_iter([Type::String, Type::Null]))
            .description(Some(description))
            .into(),
        ValueType::Candidates => nullable(&Candidates::name(), description),
        ValueType::ShownCandidates => nullable(&ShownCandidates::name(), description),
        ValueType::Grid => nullable(&PuzzleForms::name(), description),
        ValueType::Marks => nullable(&Marks::name(), description),
        ValueType::Step => nullable(&RenderStep::name(), description),
    }
}

fn layout() -> ObjectBuilder {
    ObjectBuilder::new().pattern(Some("^grid$"))
}

fn order() -> ObjectBuilder {
    ObjectBuilder::new().pattern(Some("^(fixed|random)$"))
}

fn reveal() -> ObjectBuilder {
    ObjectBuilder::new().pattern(Some("^(house|technique|all)$"))
}

fn integer(min: u64, max: u64) -> ObjectBuilder {
    let format = SchemaFormat::KnownFormat(KnownFormat::Int64);
    ObjectBuilder::new().format(Some(format)).minimum(Some(min)).maximum(Some(max))
}

fn limit(max: u64) -> OneOfBuilder {
    let all = ObjectBuilder::new().schema_type(Type::String).pattern(Some(format!("^{ALL}$")));
    OneOfBuilder::new().item(integer(1, max).schema_type(Type::Integer)).item(all)
}

fn nullable(schema: &str, description: String) -> RefOr<Schema> {
    let null = ObjectBuilder::new().schema_type(Type::Null);
    OneOfBuilder::new().item(reference(schema, description)).item(null).into()
}

pub(super) fn reference(schema: &str, description: String) -> Ref {
    let mut reference = Ref::from_schema_name(schema);
    reference.description = description;
    reference
}

/// Schema of a subject that may be text.
pub trait TextSchema: SubjectSchema {
    /// Schema of its text.
    type Text: ToSchema;
    /// What the text is, in a sentence.
    const TEXT: &'static str;
    /// What an array is, in a sentence, if it may be one.
    const ARRAY: Option<&'static str>;
}

/// Schema of the members of a request that hold its subject.
pub trait SubjectSchema {
    /// Adds the members to the object of a request.
    fn add_members(request: ObjectBuilder) -> ObjectBuilder;

    /// Adds the schemas to which the members refer.
    fn add_schemas(schemas: &mut Vec<(String, RefOr<Schema>)>);
}

impl TextSchema for Puzzle {
    type Text = PuzzleText;
    const TEXT: &'static str = "A puzzle in symbols.";
    const ARRAY: Option<&'static str> = Some("A puzzle as an array, in any form of `Puzzle`.");
}

impl SubjectSchema for Puzzle {
    fn add_members(request: ObjectBuilder) -> ObjectBuilder {
        let puzzle = reference(&PuzzleForms::name(), "The puzzle.".to_owned());
        request.property("puzzle", puzzle).required("puzzle")
    }

    fn add_schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        PuzzleForms::schemas(schemas);
        schemas.extend([
            (PuzzleForms::name().into_owned(), PuzzleForms::schema()),
            (BoxSize::name().into_owned(), BoxSize::schema()),
            (FormatName::name().into_owned(), FormatName::schema()),
            (Candidates::name().into_owned(), Candidates::schema()),
            (Marks::name().into_owned(), Marks::schema()),
        ]);
    }
}

impl TextSchema for CoverProblem {
    type Text = CoverText;
    const TEXT: &'static str = "A problem in Knuth's format.";
    const ARRAY: Option<&'static str> = None;
}

impl SubjectSchema for PuzzleWish {
    fn add_members(request: ObjectBuilder) -> ObjectBuilder {
        request
    }

    fn add_schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        PuzzleForms::schemas(schemas);
        schemas.extend([
            (PuzzleForms::name().into_owned(), PuzzleForms::schema()),
            (BoxSize::name().into_owned(), BoxSize::schema()),
            (ClueRange::name().into_owned(), ClueRange::schema()),
            (DifficultyWish::name().into_owned(), DifficultyWish::schema()),
            (TechniqueLists::name().into_owned(), TechniqueLists::schema()),
            (SymmetryName::name().into_owned(), SymmetryName::schema()),
            (IncludedParts::name().into_owned(), IncludedParts::schema()),
        ]);
    }
}

impl SubjectSchema for CoverProblem {
    fn add_members(request: ObjectBuilder) -> ObjectBuilder {
        cover_members().into_iter().fold(request, |request, (name, schema)| request.property(name, schema))
    }

    fn add_schemas(_: &mut Vec<(String, RefOr<Schema>)>) {}
}

/// An object with the members of every request and these.
fn request_object<S: SubjectSchema>(
    options: impl Iterator<Item = (&'static str, RefOr<Schema>)>,
) -> ObjectBuilder {
    S::add_members(object(options))
        .property("limits", nullable(&LimitsRequest::name(), "Limits of the work.".to_owned()))
}

/// An object without other members: a misspelt option must not be ignored.
pub(super) fn object(properties: impl Iterator<Item = (&'static str, RefOr<Schema>)>) -> ObjectBuilder {
    let object = ObjectBuilder::new().schema_type(Type::Object);
    properties
        .fold(object, |object, (name, schema)| object.property(name, schema))
        .additional_properties(Some(AdditionalProperties::<Schema>::FreeForm(false)))
}

/// Adds the schemas to which requests refer.
fn member_schemas<S: SubjectSchema>(schemas: &mut Vec<(String, RefOr<Schema>)>) {
    S::add_schemas(schemas);
    schemas.extend([
        (LimitsRequest::name().into_owned(), LimitsRequest::schema()),
        (EntryId::name().into_owned(), EntryId::schema()),
    ]);
}

const BOX_PATTERN: &str = "^[1-9][0-9]?x[1-9][0-9]?$";
