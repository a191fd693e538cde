//! Extractor of an upload.

use axum::body::BodyDataStream;
use axum::extract::{FromRef, FromRequest, Request};
use bytes::Bytes;
use futures_util::StreamExt;
use futures_util::stream::Fuse;
use http_body::Body as _;
use quadrille_answers::faults::ProblemCode;
use quadrille_answers::kinds::Solve;
use quadrille_answers::service::{InputBudget, InputPermit};
use quadrille_answers::wire::EntryForm;
use quadrille_jobs::{InputContent, JobError, Jobs, Upload};
use tokio::time::timeout;

use super::body::{broken, first_bytes};
use super::coding::Coding;
use super::file_form::open_file_form;
use super::media_type::{BodyType, UPLOAD_TYPES};
use crate::http::caller::{Caller, client_id};
use crate::http::error::ApiError;
use crate::http::state::{AppState, BodyBounds};

/// Bytes that must arrive within the idle time, unless the body ends.
const BLOCK_BYTES: usize = 64 << 10;

/// An upload whose first bytes have arrived.
pub(in crate::http) struct UploadBody {
    pub(in crate::http) client: String,
    pub(in crate::http) content: InputContent,
    first: Bytes,
    input: Fuse<BodyDataStream>,
    bounds: BodyBounds,
    /// Reservation of the memory of the upload and of the decoder.
    _memory: InputPermit,
}

impl FromRequest<AppState> for UploadBody {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &AppState) -> Result<Self, ApiError> {
        let (jobs, bounds) = (Jobs::from_ref(state), BodyBounds::from_ref(state));
        let request = open_file_form(request, &UPLOAD_TYPES, bounds.read).await?;
        let body_type = BodyType::from_headers(request.headers(), &UPLOAD_TYPES)?;
        let coding = Coding::from_headers(request.headers())?;
        if !jobs.is_on() {
            return Err(JobError::Off.into());
        }
        let (parts, body) = request.into_parts();
        let client = Caller::from_extensions(&parts.extensions)?.client.owner();
        let bytes_max = jobs.bounds().upload_bytes_max;
        if coding == Coding::Identity && body.size_hint().lower() > bytes_max {
            return Err(JobError::UploadTooLong(bytes_max).into());
        }
        let mut input = coding.decode(body).into_data_stream().fuse();
        // Before the reservation, so that a silent client takes no memory.
        let first = first_bytes(&mut input, bounds).await?;
        let content = content(body_type, &first)?;
        let memory = Upload::MEMORY_BYTES + coding.decoder_bytes(usize::MAX);
        let budget = InputBudget::from_ref(state);
        let permit = budget.reserve(client_id(&parts.extensions)?, memory, bounds.read).await?;
        Ok(Self { client, content, first, input, bounds, _memory: permit })
    }
}

/// Returns how the entries are written.
fn content(body_type: BodyType, first: &[u8]) -> Result<InputContent, ApiError> {
    if first.is_empty() {
        return Err(ApiError::new(ProblemCode::MalformedBody, "the body is empty"));
    }
    let form = match body_type {
        BodyType::Json | BodyType::Ndjson => EntryForm::Json,
        BodyType::Text | BodyType::Form => EntryForm::of_text::<Solve>(first),
        BodyType::Csv | BodyType::Xml => EntryForm::Text,
    };
    match form {
        EntryForm::Json => Ok(InputContent::Ndjson),
        EntryForm::Text | EntryForm::FileText | EntryForm::File => Ok(InputContent::Text),
        EntryForm::Element => {
            let detail =
                "an upload cannot be an array: send its elements as lines, without brackets and commas";
            Err(ApiError::new(ProblemCode::MalformedBody, detail))
        }
    }
}

impl UploadBody {
    /// Returns the next bytes; `None` at the end.
    pub(in crate::http) async fn next(&mut self) -> Result<Option<Bytes>, ApiError> {
        if !self.first.is_empty() {
            return Ok(Some(std::mem::take(&mut self.first)));
        }
        let Self { input, bounds, .. } = self;
        let read = async {
            let mut block = Vec::new();
            while block.len() < BLOCK_BYTES {
                let Some(frame) = input.next().await else { break };
                block.extend_from_slice(&frame.map_err(|error| broken(&error))?);
            }
            Ok::<_, ApiError>(block)
        };
        let stalled = |_| ApiError::body_stalled(BLOCK_BYTES, bounds.idle);
        let block = timeout(bounds.idle, read).await.map_err(stalled)??;
        Ok((!block.is_empty()).then(|| block.into()))
    }
}
