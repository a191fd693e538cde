//! `GET /jobs/{id}/events`

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, StreamExt, stream};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use quadrille_answers::service::{Dispatcher, Permit};
use quadrille_jobs::{JobId, JobState, JobStatus, Jobs};
use tokio::sync::watch;

use crate::http::clients::ClientIdentity;
use crate::http::error::ApiError;
use crate::http::job_view::JobView;
use crate::http::middleware::LAST_EVENT_ID;
use crate::http::openapi::{EventsEnded, JobRefusals};
use crate::http::stream::UNBUFFERED;

/// Time between two comments on an idle stream, so that no gateway closes it.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// Time after which a client connects again.
const RETRY: Duration = Duration::from_secs(1);

/// Watch a job
///
/// Server-sent events. The data of each is the job, its id is the revision of the job. `state` when the state has changed and at the
/// beginning, `progress` at other changes, at most two a second, and `end` when the job has ended, as the last one. Comments keep the
/// connection alive.
///
/// A client that connects again sends `Last-Event-ID`, and gets no event up to this revision again. The stream ends without `end` if
/// the service shuts down or the job was removed.
#[utoipa::path(
    get,
    path = "/jobs/{id}/events",
    tag = "Jobs",
    params(
        ("id" = String, Path, description = "The id of the job."),
        ("last-event-id" = Option<String>, Header, description = "Id of the last event that the client has received.")
    ),
    responses(
        (status = 200, description = "The events.", content((String = "text/event-stream", example = "event: end\nid: 30\ndata: {\"id\":\"5f0c6a1e8e6b4f7c9a2d3b4c5d6e7f80\",\"state\":\"succeeded\"}\n\n"))),
        EventsEnded,
        JobRefusals
    )
)]
pub(in crate::http) async fn watch_job(
    State(jobs): State<Jobs>,
    State(dispatcher): State<Dispatcher>,
    client: ClientIdentity,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let id: JobId = id.parse()?;
    let (status, later) = jobs.watch(id, client.key_name()).await?;
    let received = last_event_id(&headers);
    if status.state.has_ended() && received == Some(status.revision) {
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    let permit = dispatcher.event_stream_permit(client.id()?)?;
    let watched = WatchedJob { later, sent: None, is_first: true, _permit: permit };
    let events = watched.events(status, received).take_until(dispatcher.closed()).map(Ok::<_, Infallible>);
    let heartbeat = KeepAlive::new().interval(HEARTBEAT).text("heartbeat");
    let headers = [(header::CACHE_CONTROL, HeaderValue::from_static("no-store")), UNBUFFERED];
    Ok((headers, Sse::new(events).keep_alive(heartbeat)).into_response())
}

/// Returns the revision that the client has received; `None` without a number.
fn last_event_id(headers: &HeaderMap) -> Option<u64> {
    headers.get(LAST_EVENT_ID)?.to_str().ok()?.parse().ok()
}

/// A job whose changes are sent to a client.
struct WatchedJob {
    later: watch::Receiver<JobStatus>,
    /// Revision and state of the last event; the state is unknown if the client has received it from an earlier stream.
    sent: Option<(u64, Option<JobState>)>,
    is_first: bool,
    _permit: Permit,
}

impl WatchedJob {
    /// Returns the events from this status on.
    fn events(mut self, status: JobStatus, received: Option<u64>) -> impl Stream<Item = Event> {
        // A number of another job means nothing.
        self.sent = received.filter(|received| *received <= status.revision).map(|received| (received, None));
        stream::unfold(Some((self, Some(status))), |watched| async move {
            let (mut watched, mut status) = watched?;
            loop {
                let job = match status.take() {
                    Some(status) => status,
                    None => {
                        watched.later.changed().await.ok()?;
                        watched.later.borrow_and_update().clone()
                    }
                };
                if let Some(event) = watched.event(&job) {
                    let next = (!job.state.has_ended()).then_some((watched, None));
                    return Some((event, next));
                }
            }
        })
    }

    /// Returns the event of a status; `None` if the client has it.
    fn event(&mut self, job: &JobStatus) -> Option<Event> {
        let has_changed = match self.sent {
            Some((revision, _)) if revision >= job.revision && !job.state.has_ended() => return None,
            Some((_, Some(state))) => state != job.state,
            _ => true,
        };
        let name = match has_changed {
            _ if job.state.has_ended() => "end",
            true => "state",
            false => "progress",
        };
        self.sent = Some((job.revision, Some(job.state)));
        let data = serde_json::to_string(&JobView::from(job.clone())).ok()?;
        let event = Event::default().event(name).id(job.revision.to_string()).data(data);
        Some(if std::mem::take(&mut self.is_first) { event.retry(RETRY) } else { event })
    }
}
