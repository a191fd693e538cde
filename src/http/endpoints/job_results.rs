//! `GET /jobs/{id}/results`

use std::io::{self, Write};
use std::mem;
use std::ops::Range;
use std::vec;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use futures_util::{Stream, StreamExt, TryStreamExt, stream};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use quadrille_answers::service::{ClientId, Dispatcher, InputBudget, InputPermit};
use quadrille_answers::wire::StreamFormat;
use quadrille_jobs::{
    JobError, JobId, Jobs, ResultFormat, ResultIndex, ResultPart, RowReader, UnwrittenRows,
};

use crate::http::clients::ClientIdentity;
use crate::http::error::ApiError;
use crate::http::extract::{APPLICATION_JSON, CSV_UTF8, TEXT_UTF8, accepts_gzip, results_format};
use crate::http::job_view::{JobResults, JobView};
use crate::http::middleware::RESULTS;
use crate::http::openapi::{JobRefusals, OtherTypes, PartialResults};
use crate::http::state::BodyBounds;
use crate::http::stream::{NDJSON, UNBUFFERED};

/// Bytes that are read at once.
const READ_BYTES: u64 = 64 << 10;

/// Memory of a response: bytes that are read, bytes that are sent, and the encoder.
const RESPONSE_BYTES: usize = 512 << 10;

/// Memory of a response with rows: results, the entries of a piece, and their rows.
const ROWS_BYTES: usize = 2 << 20;

/// Memory of the place of the entries of a piece, as the database has it and as it is read.
const ENTRIES_BYTES: usize = 256;

/// Read the results of a job
///
/// The lines of the batch or of the generated puzzles, in the order of the input, without a summary: the job has the numbers. While the
/// job runs, those before the first puzzle without a result, and `Quadrille-Results` is `partial`. A job that failed or was cancelled has
/// the lines of the pieces that were done. The count of one puzzle or problem has no lines.
///
/// A list of solutions has the lines of `/solutions` or `/exact-cover/solutions` without `index`, in no particular order: all solutions,
/// each once, or as many as `limit`. While it runs, there may be none yet, even if the job has found some.
///
/// `Accept: text/plain` gets the lines of text of the batch, of `/generate` or of `/solutions`. The error of an entry names its line in the
/// input. Results that an older version of the service has written are lines of JSON in any case.
///
/// `Accept: text/csv` gets rows: the columns of an input that is a table, or `line`, `id` (of JSON) and `puzzle`; then columns of the answer,
/// with `answer_` before a name that a column before has; then `error` for entries that were refused. They have no parts: `Range` is ignored.
///
/// `Accept: application/json` gets one JSON document, streamed: the lines as `results`, and the job as `summary`. It has no parts, either.
///
/// `Range` reads a part, for example the lines that are new: bytes of a format never change their place. A part that does not exist yet gets 409.
#[utoipa::path(
    get,
    path = "/jobs/{id}/results",
    tag = "Jobs",
    params(
        ("id" = String, Path, description = "The id of the job."),
        ("range" = Option<String>, Header, description = "Bytes to read, such as `bytes=1000-`. Several ranges are ignored.")
    ),
    responses(
        (
            status = 200,
            description = "A line for each puzzle or solution.",
            headers(("quadrille-results" = String, description = "`complete` if the job has ended, else `partial`.")),
            content(
                (String = "application/x-ndjson", example = "{\"type\":\"result\",\"index\":0,\"line\":1,\"verdict\":\"none\",\"solution\":null,\"stopped_by\":null,\"conflicts\":[],\"format\":\"line\",\"limits\":{\"time_ms\":30000,\"nodes\":null}}\n"),
                (JobResults = "application/json", example = json!({"results": [{"type": "result", "index": 0, "line": 1, "verdict": "none", "solution": null, "stopped_by": null, "conflicts": [], "format": "line", "limits": {"time_ms": 30000, "nodes": null}}], "summary": JobView::example()})),
                (String = "text/plain", example = "none\n"),
                (String = "text/csv", example = "line,puzzle,verdict,solution,stopped_by,rules_not_read,warnings,error\n1,11..............,none,,,,,\n")
            )
        ),
        PartialResults,
        OtherTypes,
        JobRefusals
    )
)]
pub(in crate::http) async fn get_results(
    State(jobs): State<Jobs>,
    State(budget): State<InputBudget>,
    State(bounds): State<BodyBounds>,
    State(dispatcher): State<Dispatcher>,
    client: ClientIdentity,
    Path(id): Path<String>,
    request: HeaderMap,
) -> Result<Response, ApiError> {
    let id: JobId = id.parse()?;
    let index = jobs.results(id, client.key_name()).await?;
    if index.has_expired {
        return Err(ApiError::results_expired());
    }
    let format = results_format(&request, true)?;
    let (bytes, part_bytes) =
        if format == StreamFormat::Csv { (ROWS_BYTES, ENTRIES_BYTES) } else { (RESPONSE_BYTES, 0) };
    let memory = bytes + index.parts.capacity() * (size_of::<ResultPart>() + part_bytes);
    let permit = budget.reserve(client.id()?, memory, bounds.read).await?;
    // Before the head, so that results that cannot be read get a status. The job may have been removed or expired meanwhile.
    let failure = async |error: JobError| match jobs.results(id, client.key_name()).await {
        Ok(index) if index.has_expired => ApiError::results_expired(),
        Ok(_) => error.into(),
        Err(error) => error.into(),
    };
    if format == StreamFormat::Csv
        && let Some(mut rows) = jobs.rows(id, index.clone()).await?
    {
        if index.parts.is_empty() && !index.is_final {
            return Err(ApiError::results_pending());
        }
        let first = match rows.next().await {
            Ok(first) => first,
            Err(error) => return Err(failure(error).await),
        };
        let headers = results_headers(CSV_UTF8, index.is_final);
        let body = row_stream(id, first, rows, (permit, dispatcher.clone(), client.id()?));
        return Ok(rows_response(headers, body, &request, dispatcher, client.id()?));
    }
    // Some jobs have no rows.
    let format = if format == StreamFormat::Csv { results_format(&request, false)? } else { format };
    if format == StreamFormat::Json {
        if index.parts.is_empty() && !index.is_final {
            return Err(ApiError::results_pending());
        }
        let job = JobView::from(jobs.status(id, client.key_name()).await?);
        let headers = results_headers(APPLICATION_JSON, index.is_final);
        let length = index.parts.iter().map(|part| part.bytes(ResultFormat::Json)).sum();
        let mut reader = ResultReader::new(jobs.clone(), id, index, ResultFormat::Json, 0..length, permit);
        let first = match reader.next().await {
            Ok(first) => first,
            Err(error) => return Err(failure(error).await),
        };
        let lines = stream::iter(first.map(Ok)).chain(reader.into_stream());
        let body = json_document(lines, &job)?;
        return Ok(rows_response(headers, body, &request, dispatcher, client.id()?));
    }
    let (format, media_type) = match format {
        StreamFormat::Text if index.has_text() => (ResultFormat::Text, TEXT_UTF8),
        _ => (ResultFormat::Json, NDJSON),
    };
    let length = index.parts.iter().map(|part| part.bytes(format)).sum();
    let is_final = index.is_final;
    let mut headers = results_headers(media_type, is_final);
    headers.insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    let range = match Selection::from_headers(&request, length) {
        Selection::All if length == 0 && !is_final => return Err(ApiError::results_pending()),
        Selection::All => None,
        Selection::Range(range) => Some(range),
        Selection::Beyond if !is_final => return Err(ApiError::results_pending()),
        Selection::Beyond => {
            let headers = [(header::CONTENT_RANGE, format!("bytes */{length}"))];
            return Ok((headers, ApiError::range_not_satisfiable(length)).into_response());
        }
    };
    let is_compressed = range.is_none() && accepts_gzip(&request);
    let bytes = range.clone().unwrap_or(0..length);
    if let Some(Range { start, end }) = range {
        let total = if is_final { length.to_string() } else { "*".to_owned() };
        let value = HeaderValue::try_from(format!("bytes {start}-{}/{total}", end - 1));
        headers.insert(header::CONTENT_RANGE, value.map_err(|_| ApiError::internal())?);
    }
    let status = if headers.contains_key(header::CONTENT_RANGE) {
        StatusCode::PARTIAL_CONTENT
    } else {
        StatusCode::OK
    };
    let sent = bytes.end - bytes.start;
    let mut reader = ResultReader::new(jobs.clone(), id, index, format, bytes, permit);
    let first = match reader.next().await {
        Ok(first) => first,
        Err(error) => return Err(failure(error).await),
    };
    let body = stream::iter(first.map(Ok)).chain(reader.into_stream()).boxed();
    if is_compressed {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        return Ok(
            (status, headers, Body::from_stream(compressed(body, dispatcher, client.id()?))).into_response()
        );
    }
    headers.insert(header::CONTENT_LENGTH, sent.into());
    Ok((status, headers, Body::from_stream(body)).into_response())
}

/// Headers of all results.
fn results_headers(media_type: HeaderValue, is_final: bool) -> HeaderMap {
    HeaderMap::from_iter([
        (header::CONTENT_TYPE, media_type),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::VARY, HeaderValue::from_static("accept, accept-encoding, range")),
        (RESULTS, HeaderValue::from_static(if is_final { "complete" } else { "partial" })),
        UNBUFFERED,
    ])
}

/// Makes one JSON document of lines of JSON, and of the job as their summary.
fn json_document<S: Stream<Item = Result<Bytes, io::Error>> + Send>(
    lines: S,
    job: &JobView,
) -> Result<impl Stream<Item = Result<Bytes, io::Error>> + Send + use<S>, ApiError> {
    let summary = serde_json::to_string(job).map_err(|_| ApiError::internal())?;
    let head = Bytes::from_static(b"{\"results\":[");
    let end = Bytes::from(format!("],\"summary\":{summary}}}\n"));
    let mut elements = ListElements::default();
    let results = lines.map_ok(move |lines| elements.join(&lines));
    Ok(stream::iter([Ok(head)]).chain(results).chain(stream::iter([Ok(end)])))
}

/// Makes elements of a list of lines of JSON, whose blocks may end anywhere.
#[derive(Debug, Default)]
struct ListElements {
    has_line: bool,
    /// Whether the last block ended within a line.
    is_within: bool,
}

impl ListElements {
    /// Puts a comma before each line but the first.
    fn join(&mut self, block: &[u8]) -> Bytes {
        let mut joined = Vec::with_capacity(block.len() + block.len() / 64);
        for line in block.split_inclusive(|byte| *byte == b'\n') {
            if !self.is_within && mem::replace(&mut self.has_line, true) {
                joined.push(b',');
            }
            joined.extend_from_slice(line);
            self.is_within = !line.ends_with(b"\n");
        }
        joined.into()
    }
}

/// Makes the response with rows of a table, or another body without parts.
fn rows_response(
    mut headers: HeaderMap,
    body: impl Stream<Item = Result<Bytes, io::Error>> + Send + 'static,
    request: &HeaderMap,
    dispatcher: Dispatcher,
    client: ClientId,
) -> Response {
    if !accepts_gzip(request) {
        return (headers, Body::from_stream(body)).into_response();
    }
    headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    (headers, Body::from_stream(compressed(body.boxed(), dispatcher, client))).into_response()
}

/// Reads results, and writes them as rows on solver threads.
fn row_stream(
    id: JobId,
    first: Option<UnwrittenRows>,
    rows: RowReader,
    (permit, dispatcher, client): (InputPermit, Dispatcher, ClientId),
) -> impl Stream<Item = Result<Bytes, io::Error>> + Send {
    let later = stream::try_unfold((rows, permit), move |(mut rows, permit)| async move {
        let next = rows.next().await.map_err(|error| cut(&error, id))?;
        Ok(next.map(|next| (next, (rows, permit))))
    });
    stream::iter(first.map(Ok)).chain(later).and_then(move |rows| {
        let dispatcher = dispatcher.clone();
        async move {
            let written = dispatcher.compute_part(client, move || rows.write()).await;
            written.map(Bytes::from).map_err(io::Error::other)
        }
    })
}

/// Logs a failure after the head of a response, which cuts the body.
fn cut(error: &JobError, id: JobId) -> io::Error {
    tracing::warn!(%error, job = id.short(), "reading the results of a job failed");
    io::Error::other(error.to_string())
}

/// Part of the results that a request asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Selection {
    /// All that exist.
    All,
    /// These bytes, at least one.
    Range(Range<u64>),
    /// Bytes that do not exist.
    Beyond,
}

impl Selection {
    /// Reads the header `Range` (RFC 9110, section 14.2). Ignores what is no range of bytes, several ranges, and a range with a condition:
    /// results have no validators.
    fn from_headers(headers: &HeaderMap, length: u64) -> Self {
        let range = headers.get(header::RANGE).filter(|_| !headers.contains_key(header::IF_RANGE));
        let Some((first, last)) = range.and_then(|range| byte_range(range.to_str().ok()?)) else {
            return Self::All;
        };
        let range = match (first, last) {
            (Some(first), last) => first..last.map_or(length, |last| last.saturating_add(1).min(length)),
            (None, suffix) => length - suffix.unwrap_or(0).min(length)..length,
        };
        if range.is_empty() { Self::Beyond } else { Self::Range(range) }
    }
}

/// Reads one range of bytes: first and last byte, or the length of a suffix in the place of the last.
fn byte_range(text: &str) -> Option<(Option<u64>, Option<u64>)> {
    let (unit, range) = text.split_once('=')?;
    let (first, last) = range.trim_ascii().split_once('-')?;
    let number = |text: &str| match text {
        "" => Some(None),
        _ if text.bytes().all(|byte| byte.is_ascii_digit()) => text.parse().ok().map(Some),
        _ => None,
    };
    let (first, last) = (number(first)?, number(last)?);
    let is_valid = match (first, last) {
        (Some(first), Some(last)) => first <= last,
        (None, None) => false,
        _ => true,
    };
    (unit.eq_ignore_ascii_case("bytes") && is_valid).then_some((first, last))
}

/// Reads a range of the results, some bytes at a time.
struct ResultReader {
    jobs: Jobs,
    id: JobId,
    format: ResultFormat,
    parts: vec::IntoIter<ResultPart>,
    /// The current part, and what is to be read of it.
    current: Option<(ResultPart, Range<u64>)>,
    /// What is to be read, counted from the beginning of the next part.
    rest: Range<u64>,
    _permit: InputPermit,
}

impl ResultReader {
    fn new(
        jobs: Jobs,
        id: JobId,
        index: ResultIndex,
        format: ResultFormat,
        bytes: Range<u64>,
        permit: InputPermit,
    ) -> Self {
        Self { jobs, id, format, parts: index.parts.into_iter(), current: None, rest: bytes, _permit: permit }
    }

    /// Returns the next bytes to read, and their part.
    fn advance(&mut self) -> Option<(ResultPart, Range<u64>)> {
        while self.current.as_ref().is_none_or(|(_, range)| range.is_empty()) {
            if self.rest.is_empty() {
                return None;
            }
            let part = self.parts.next()?;
            let (Range { start, end }, bytes) = (self.rest.clone(), part.bytes(self.format));
            self.current = Some((part, start.min(bytes)..end.min(bytes)));
            self.rest = start.saturating_sub(bytes)..end.saturating_sub(bytes);
        }
        let (part, range) = self.current.as_mut()?;
        let end = range.end.min(range.start + READ_BYTES);
        let bytes = range.start..end;
        range.start = end;
        Some((*part, bytes))
    }

    /// Reads the next bytes; `None` at the end.
    async fn next(&mut self) -> Result<Option<Bytes>, JobError> {
        let Some((part, range)) = self.advance() else { return Ok(None) };
        self.jobs.read(self.id, part, self.format, range).await.map(Some)
    }

    fn into_stream(self) -> impl Stream<Item = Result<Bytes, io::Error>> + Send {
        stream::try_unfold(self, |mut reader| async move {
            let read = reader.next().await.map_err(|error| cut(&error, reader.id))?;
            Ok(read.map(|bytes| (bytes, reader)))
        })
    }
}

/// Encoder that writes to memory.
type Encoder = GzEncoder<Vec<u8>>;

/// Compresses a stream on solver threads, each block of it in turn.
fn compressed(
    blocks: impl Stream<Item = Result<Bytes, io::Error>> + Send + Unpin + 'static,
    dispatcher: Dispatcher,
    client: ClientId,
) -> impl Stream<Item = Result<Bytes, io::Error>> + Send {
    let encoder = Encoder::new(Vec::new(), Compression::fast());
    let state = Some((blocks, encoder, dispatcher));
    stream::try_unfold(state, move |state| async move {
        let Some((mut blocks, encoder, dispatcher)) = state else { return Ok(None) };
        let block = blocks.next().await.transpose()?;
        let compressed = dispatcher.compute_part(client, move || compress(encoder, block)).await;
        let (frame, encoder) = compressed.map_err(io::Error::other)??;
        Ok(Some((frame.into(), encoder.map(|encoder| (blocks, encoder, dispatcher)))))
    })
}

/// Returns the compressed bytes and, unless it was the last block, the encoder of the next one.
fn compress(mut encoder: Encoder, block: Option<Bytes>) -> io::Result<(Vec<u8>, Option<Encoder>)> {
    let Some(block) = block else { return Ok((encoder.finish()?, None)) };
    encoder.write_all(&block)?;
    Ok((mem::take(encoder.get_mut()), Some(encoder)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selection(range: &str, length: u64) -> Selection {
        let headers = HeaderMap::from_iter([(header::RANGE, range.parse().expect("a header value"))]);
        Selection::from_headers(&headers, length)
    }

    #[test]
    fn range_selects_bytes_that_exist() {
        for (range, expected) in [
            ("bytes=0-", Selection::Range(0..10)),
            ("bytes=2-4", Selection::Range(2..5)),
            ("bytes=9-100", Selection::Range(9..10)),
            ("bytes=-3", Selection::Range(7..10)),
            ("bytes=-30", Selection::Range(0..10)),
            ("bytes=-0", Selection::Beyond),
            ("bytes=10-", Selection::Beyond),
            ("bytes=10-12", Selection::Beyond),
            ("bytes=0-1,3-4", Selection::All),
            ("bytes=0-1,30-", Selection::All),
            ("bytes=4-2", Selection::All),
            ("Bytes= 2-4 ", Selection::Range(2..5)),
            ("bytes=2-18446744073709551615", Selection::Range(2..10)),
            ("bytes=2-18446744073709551616", Selection::All),
            ("bytes=x", Selection::All),
            ("bytes=-", Selection::All),
            ("bytes=+1-", Selection::All),
            ("lines=0-1", Selection::All),
        ] {
            assert_eq!(selection(range, 10), expected, "{range}");
        }
        assert_eq!(selection("bytes=0-", 0), Selection::Beyond);
        assert_eq!(Selection::from_headers(&HeaderMap::new(), 0), Selection::All);
    }

    #[test]
    fn lines_become_elements_wherever_blocks_end() {
        let lines = b"{\"a\":1}\n[2]\n3\n";
        for at in 0..=lines.len() {
            let mut elements = ListElements::default();
            let (first, second) = lines.split_at(at);
            let joined = [elements.join(first), elements.join(second)].concat();
            assert_eq!(joined, b"{\"a\":1}\n,[2]\n,3\n", "{at}");
        }
    }

    #[test]
    fn range_with_a_condition_is_ignored() {
        let text = HeaderValue::from_static;
        let headers =
            HeaderMap::from_iter([(header::RANGE, text("bytes=1-")), (header::IF_RANGE, text("\"x\""))]);
        assert_eq!(Selection::from_headers(&headers, 10), Selection::All);
    }
}
