//! OpenAPI schemas of batches, for each kind of question.

use std::borrow::Cow;
use std::marker::PhantomData;

use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, OneOfBuilder, SchemaType, Type};
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::answer_kind::{AnswerKind, BatchKind};
use super::batch_lines::{BatchLine, BatchSummary, ErrorLine, SummaryLine};
use super::cover_kind::CoverCount;
use super::find_candidates::FindCandidates;
use super::find_canonical::FindCanonical;
use super::kind::{Count, Solve};
use super::line_schema::Ndjson;
use super::option_schema::{JsonEntry, TextSchema, reference};
use super::rate::Rate;
use super::test_minimal::TestMinimal;

/// A line or an array element in a request of a batch of kind `K`.
#[derive(Clone, Copy, Debug)]
pub struct BatchElement<K>(PhantomData<K>);

/// A line of the response to a batch of kind `K`.
#[derive(Clone, Copy, Debug)]
pub struct ResponseLine<K>(PhantomData<K>);

/// A result or an error of a batch of kind `K`.
#[derive(Clone, Copy, Debug)]
pub struct BatchResult<K>(PhantomData<K>);

/// The response to a batch of kind `K` as one JSON document.
#[derive(Clone, Copy, Debug)]
pub struct BatchDocument<K>(PhantomData<K>);

/// The result of an entry of a batch of kind `K`.
pub type BatchAnswer<K> = BatchLine<'static, <K as AnswerKind>::Result, <K as AnswerKind>::Stats>;

/// The types of a kind, with schemas.
pub trait BatchSchema: BatchKind<Subject: TextSchema, Result: ToSchema, Stats: ToSchema> {}

impl<K: BatchKind<Subject: TextSchema, Result: ToSchema, Stats: ToSchema>> BatchSchema for K {}

/// An element of `/solve/batch`.
pub type SolveElement = BatchElement<Solve>;
/// The request of `/solve/batch`.
pub type SolveElementLines = Ndjson<SolveElement>;
/// The response of `/solve/batch`.
pub type SolveBatchLines = Ndjson<ResponseLine<Solve>>;
/// The response of `/solve/batch` as one JSON document.
pub type SolveBatchDocument = BatchDocument<Solve>;

/// An element of `/count/batch`.
pub type CountElement = BatchElement<Count>;
/// The request of `/count/batch`.
pub type CountElementLines = Ndjson<CountElement>;
/// The response of `/count/batch`.
pub type CountBatchLines = Ndjson<ResponseLine<Count>>;
/// The response of `/count/batch` as one JSON document.
pub type CountBatchDocument = BatchDocument<Count>;

/// An element of `/candidates/batch`.
pub type CandidatesElement = BatchElement<FindCandidates>;
/// The request of `/candidates/batch`.
pub type CandidatesElementLines = Ndjson<CandidatesElement>;
/// The response of `/candidates/batch`.
pub type CandidatesBatchLines = Ndjson<ResponseLine<FindCandidates>>;
/// The response of `/candidates/batch` as one JSON document.
pub type CandidatesBatchDocument = BatchDocument<FindCandidates>;

/// An element of `/minimal/batch`.
pub type MinimalElement = BatchElement<TestMinimal>;
/// The request of `/minimal/batch`.
pub type MinimalElementLines = Ndjson<MinimalElement>;
/// The response of `/minimal/batch`.
pub type MinimalBatchLines = Ndjson<ResponseLine<TestMinimal>>;
/// The response of `/minimal/batch` as one JSON document.
pub type MinimalBatchDocument = BatchDocument<TestMinimal>;

/// An element of `/rate/batch`.
pub type RateElement = BatchElement<Rate>;
/// The request of `/rate/batch`.
pub type RateElementLines = Ndjson<RateElement>;
/// The response of `/rate/batch`.
pub type RateBatchLines = Ndjson<ResponseLine<Rate>>;
/// The response of `/rate/batch` as one JSON document.
pub type RateBatchDocument = BatchDocument<Rate>;

/// An element of `/canonical/batch`.
pub type CanonicalElement = BatchElement<FindCanonical>;
/// The request of `/canonical/batch`.
pub type CanonicalElementLines = Ndjson<CanonicalElement>;
/// The response of `/canonical/batch`.
pub type CanonicalBatchLines = Ndjson<ResponseLine<FindCanonical>>;
/// The response of `/canonical/batch` as one JSON document.
pub type CanonicalBatchDocument = BatchDocument<FindCanonical>;

/// An element of `/exact-cover/count/batch`.
pub type CoverCountElement = BatchElement<CoverCount>;
/// The request of `/exact-cover/count/batch`.
pub type CoverCountElementLines = Ndjson<CoverCountElement>;
/// The response of `/exact-cover/count/batch`.
pub type CoverCountBatchLines = Ndjson<ResponseLine<CoverCount>>;
/// The response of `/exact-cover/count/batch` as one JSON document.
pub type CoverCountBatchDocument = BatchDocument<CoverCount>;

impl<K: BatchSchema> ToSchema for BatchElement<K> {
    fn name() -> Cow<'static, str> {
        format!("{}Element", K::NAME).into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        add::<JsonEntry<K>>(schemas);
        add::<<K::Subject as TextSchema>::Text>(schemas);
    }
}

impl<K: BatchSchema> PartialSchema for BatchElement<K> {
    fn schema() -> RefOr<Schema> {
        let text = <K::Subject as TextSchema>::Text::name();
        let alternatives = [(JsonEntry::<K>::name(), "A request."), (text, <K::Subject as TextSchema>::TEXT)];
        let description = format!("A line or an array element in a request of `{}/batch`.", K::PATH);
        let array = <K::Subject as TextSchema>::ARRAY.map(|description| {
            let values = ArrayBuilder::new().items(ObjectBuilder::new().schema_type(SchemaType::AnyValue));
            values.title(Some("PuzzleArray")).min_items(Some(1)).description(Some(description))
        });
        let element = one_of(alternatives, description);
        array.into_iter().fold(element, OneOfBuilder::item).into()
    }
}

impl<K: BatchSchema> ToSchema for ResponseLine<K> {
    fn name() -> Cow<'static, str> {
        format!("{}BatchLine", K::NAME).into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        add::<BatchAnswer<K>>(schemas);
        add::<ErrorLine<'static>>(schemas);
        add::<SummaryLine>(schemas);
    }
}

impl<K: BatchSchema> PartialSchema for ResponseLine<K> {
    fn schema() -> RefOr<Schema> {
        let [answer, error] = results::<K>();
        let summary = (SummaryLine::name(), "The last line.");
        one_of([answer, error, summary], format!("A line of the response of `{}/batch`.", K::PATH)).into()
    }
}

impl<K: BatchSchema> ToSchema for BatchResult<K> {
    fn name() -> Cow<'static, str> {
        format!("{}BatchResult", K::NAME).into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        add::<BatchAnswer<K>>(schemas);
        add::<ErrorLine<'static>>(schemas);
    }
}

impl<K: BatchSchema> PartialSchema for BatchResult<K> {
    fn schema() -> RefOr<Schema> {
        one_of(results::<K>(), format!("A result or an error of `{}/batch`.", K::PATH)).into()
    }
}

impl<K: BatchSchema> ToSchema for BatchDocument<K> {
    fn name() -> Cow<'static, str> {
        format!("{}BatchDocument", K::NAME).into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        add::<BatchResult<K>>(schemas);
        add::<BatchSummary>(schemas);
    }
}

impl<K: BatchSchema> PartialSchema for BatchDocument<K> {
    fn schema() -> RefOr<Schema> {
        let results = ArrayBuilder::new()
            .items(Ref::from_schema_name(BatchResult::<K>::name()))
            .description(Some("A result or an error for each entry, in their order."));
        let summary = reference(&BatchSummary::name(), "Number of entries by result.".to_owned());
        ObjectBuilder::new()
            .schema_type(Type::Object)
            .property("results", results)
            .property("summary", summary)
            .required("results")
            .required("summary")
            .description(Some(format!("The response of `{}/batch` as one JSON document.", K::PATH)))
            .into()
    }
}

/// Names of the schemas of a result and of an error, with descriptions.
fn results<K: BatchSchema>() -> [(Cow<'static, str>, &'static str); 2] {
    [(BatchAnswer::<K>::name(), "A result."), (ErrorLine::name(), "An invalid entry.")]
}

fn one_of<const N: usize>(
    alternatives: [(Cow<'static, str>, &'static str); N],
    description: String,
) -> OneOfBuilder {
    let one_of = alternatives.into_iter().fold(OneOfBuilder::new(), |one_of, (name, description)| {
        one_of.item(reference(&name, description.to_owned()))
    });
    one_of.description(Some(description))
}

/// Adds a schema and those to which it refers.
fn add<T: ToSchema>(schemas: &mut Vec<(String, RefOr<Schema>)>) {
    schemas.push((T::name().into_owned(), T::schema()));
    T::schemas(schemas);
}
