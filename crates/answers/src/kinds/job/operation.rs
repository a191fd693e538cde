//! Operations of jobs, which are made of the list of kinds.

use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};

use crate::faults::{Fault, FaultCode, Faults, Location};
use crate::kinds::job_kind::{JobDoc, JobForm, JobKind, operation_name};
use crate::kinds::{BatchOperation, KindVisitor, visit_kinds};
use crate::wire::json::Json;
use crate::wire::question::RequestSubject;
use crate::wire::request::object::{meant, shown};
use crate::wire::request::{Components, OptionValue, component, or_fault, wrong_type};
use crate::wire::schema::schema;

/// Operation of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobOperation {
    /// A question about each entry of a batch, or the question of the same kind about one puzzle or problem.
    Batch(BatchOperation),
    /// The question of the kind with this form and subject.
    One(JobForm, RequestSubject),
}

/// Job of a kind that is about one puzzle or problem, or about none.
#[derive(Clone, Debug)]
pub struct OneJob {
    /// Name of the operation.
    pub name: String,
    /// Its description.
    pub doc: JobDoc,
    /// Kind of its subject.
    pub subject: RequestSubject,
}

struct OneJobs(Vec<OneJob>);

impl KindVisitor for OneJobs {
    fn job<K: JobKind>(&mut self) {
        self.0.push(OneJob { name: operation_name(K::PATH), doc: K::JOB, subject: K::SUBJECT });
    }
}

impl OneJob {
    /// Returns all of them, in the order of the list.
    fn all() -> Vec<Self> {
        let mut jobs = OneJobs(Vec::new());
        visit_kinds(&mut jobs);
        jobs.0
    }

    /// Returns the job with this form and subject.
    pub fn find(form: JobForm, subject: RequestSubject) -> Option<Self> {
        Self::all().into_iter().find(|job| (job.doc.form, job.subject) == (form, subject))
    }
}

impl JobOperation {
    /// Returns all operations with their names, in the order of the document.
    pub fn all() -> impl Iterator<Item = (String, Self)> {
        let batches = BatchOperation::ALL.iter().map(|&batch| (batch.name(), Self::Batch(batch)));
        let mut others = OneJob::all();
        others.retain(|job| BatchOperation::named(&job.name).is_none());
        others.sort_by_key(|job| job.doc.form);
        batches.chain(others.into_iter().map(|job| (job.name, Self::One(job.doc.form, job.subject))))
    }

    /// What the operation is about if it is no batch; `None` if it is always one.
    pub(super) fn subject_of_one(self) -> Option<RequestSubject> {
        match self {
            Self::Batch(batch) => {
                OneJob::all().into_iter().find(|job| job.name == batch.name()).map(|job| job.subject)
            }
            Self::One(_, subject) => Some(subject),
        }
    }

    /// Whether it is the operation of a kind about one puzzle or problem, or about none.
    pub fn is<K: JobKind>(self) -> bool {
        match self {
            Self::Batch(batch) => batch.name() == operation_name(K::PATH),
            Self::One(form, subject) => (form, subject) == (K::JOB.form, K::SUBJECT),
        }
    }

    pub(super) fn names() -> Vec<String> {
        Self::all().map(|(name, _)| name).collect()
    }
}

schema!(JobOperation, {
    let names = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(Self::names()));
    names.description(Some("Operation of a job."))
});

impl OptionValue for JobOperation {
    fn from_json(json: Json, location: &Location, faults: &mut Faults) -> Option<Self> {
        match &json {
            Json::String(name) => Self::from_text(name, location, faults),
            _ => or_fault(None, location, faults, || wrong_type(&json, "a string")),
        }
    }

    fn from_text(name: &str, location: &Location, faults: &mut Faults) -> Option<Self> {
        let found = Self::all().find(|(known, _)| *known == name);
        or_fault(found.map(|(_, operation)| operation), location, faults, || {
            let names = Self::names();
            let known: Vec<&str> = names.iter().map(String::as_str).collect();
            let meant = meant(name, &known).map(|name| format!("did you mean `{name}`? "));
            let (meant, name, names) = (meant.unwrap_or_default(), shown(name), names.join(", "));
            let detail = format!("{name} is unknown: {meant}it must be one of {names}");
            Fault::new(FaultCode::OutOfRange, detail)
        })
    }

    fn schema(components: &mut Components) -> RefOr<Schema> {
        component::<Self>(components)
    }
}
