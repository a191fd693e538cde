//! The request, and the values of its fields.

use utoipa::ToSchema;
use utoipa::openapi::schema::{AdditionalProperties, KnownFormat, ObjectBuilder, SchemaFormat, Type};
use utoipa::openapi::{RefOr, Schema};

use crate::faults::{Faults, Location};
use crate::kinds::job::operation::JobOperation;
use crate::wire::json::Json;
use crate::wire::puzzle::input::PuzzleInput;
use crate::wire::puzzle::values::{JsonShape, Unread};
use crate::wire::request::number::integer;
use crate::wire::request::{
    COUNT_MAX, Components, Fields, Given, OptionValue, Positive, fields_component, or_fault, wrong_type,
};

/// Request for a job.
#[derive(Clone, Debug, Default, Fields)]
pub struct JobRequest {
    /// What to compute.
    #[required]
    pub operation: Given<JobOperation>,
    /// Puzzles. Not with `puzzle` or `problem`.
    pub input: Given<Unread<JobEntries>>,
    /// Puzzle whose solutions are counted, listed, or proved to be all, in any form of `/count`.
    pub puzzle: PuzzleInput,
    /// Exact cover problem whose solutions are counted, listed, or proved to be all, as a JSON body of the endpoint, such as
    /// `/exact-cover/count`, without `limits`.
    pub problem: Given<JsonObject>,
    /// Options of the operation: with `input`, those in the query of the batch; with `puzzle`, the members of a body of
    /// the endpoint, such as `/count`, without `limits`; with `problem`, `limit`; for `generate`, the members of its body, and `count`. `limit` of a
    /// count or list of one puzzle or problem may be `"all"`, its default.
    pub options: Given<JsonObject>,
    /// Seconds for which the job and its results are kept after its end.
    pub ttl_s: Given<Positive<COUNT_MAX>>,
    /// Order among the jobs of the client: those with 1 begin before those with 0, and those with -1 after them. Clients take turns
    /// whatever the priorities are.
    /// By default 0.
    pub priority: Given<JobPriority>,
}

impl JobRequest {
    /// Adds its schema. Returns the name.
    pub fn add_schema(components: &mut Components) -> String {
        fields_component::<Self>(components);
        Self::NAME.to_owned()
    }
}

/// Entries of a job.
#[derive(Clone, Debug, PartialEq, Eq, ToSchema)]
#[schema(rename_all = "snake_case")]
pub enum JobEntries {
    /// In the request: strings, or objects as a batch has them.
    // As lines, once the request is read.
    #[schema(value_type = Vec<serde_json::Value>)]
    Inline(String),
    /// In an upload with this id.
    Upload(String),
}

/// Any object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonObject(pub(super) Vec<(String, Json)>);

/// Order among the jobs of a client, from -1 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JobPriority(pub(super) i64);

impl JsonShape for JobEntries {
    fn names_digits(_: &Json) -> bool {
        false
    }

    const WORDS: &'static str = "an object";

    fn parse(_: &str) -> Option<Json> {
        None
    }
}

impl OptionValue for JsonObject {
    fn from_json(json: Json, location: &Location, faults: &mut Faults) -> Option<Self> {
        match json {
            Json::Object(members) => Some(Self(members)),
            other => or_fault(None, location, faults, || wrong_type(&other, "an object")),
        }
    }

    fn schema(_: &mut Components) -> RefOr<Schema> {
        let object = ObjectBuilder::new().schema_type(Type::Object);
        object.additional_properties(Some(AdditionalProperties::<Schema>::FreeForm(true))).into()
    }
}

impl OptionValue for JobPriority {
    fn from_json(json: Json, location: &Location, faults: &mut Faults) -> Option<Self> {
        integer(&json, location, &(-1..=1), faults).map(Self)
    }

    fn schema(_: &mut Components) -> RefOr<Schema> {
        let format = SchemaFormat::KnownFormat(KnownFormat::Int64);
        let integer = ObjectBuilder::new().schema_type(Type::Integer).format(Some(format));
        integer.minimum(Some(-1)).maximum(Some(1)).into()
    }
}
