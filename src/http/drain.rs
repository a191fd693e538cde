//! The layer that reads what a refused client is still sending.
//!
//! Most clients write their whole body before they read anything. If the connection were closed under such a
//! client because its body is too large or goes nowhere, the reset would destroy the refusal on its way.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::Body;
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use bytes::Bytes;
use http::{HeaderValue, StatusCode, header};
use http_body::{Body as _, Frame, SizeHint};
use http_body_util::BodyExt;

/// How much is read of a body that nobody wants.
const DRAIN_BYTES_MAX: usize = 4 << 20;

/// How long it may take to arrive.
const DRAIN_TIME_MAX: Duration = Duration::from_secs(1);

/// Reads and drops what the handler left of the body, within bounds, before the response goes out.
pub(super) async fn drain_unread(request: Request, next: Next) -> Response {
    if request.body().is_end_stream() {
        return next.run(request).await;
    }
    // A client that waits for "100 Continue" sends nothing unless the body is asked for.
    let waits = request.headers().contains_key(header::EXPECT);
    let (parts, body) = request.into_parts();
    let kept = LentBody(Arc::new(Mutex::new(Lent { body, touched: false, ended: false })));
    let mut response = next.run(Request::from_parts(parts, Body::new(kept.clone()))).await;
    let (touched, ended) = kept.with(|lent| (lent.touched, lent.ended));
    let timed_out = response.status() == StatusCode::REQUEST_TIMEOUT;
    if ended || (waits && !touched) || timed_out {
        return response;
    }
    let drained = tokio::time::timeout(DRAIN_TIME_MAX, drain(kept)).await.unwrap_or(false);
    if !drained {
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    response
}

/// Whether the body came to its end.
async fn drain(mut body: LentBody) -> bool {
    let mut bytes = 0;
    while let Some(frame) = body.frame().await {
        let Ok(frame) = frame else { return false };
        bytes += frame.data_ref().map_or(0, Bytes::len);
        if bytes > DRAIN_BYTES_MAX {
            return false;
        }
    }
    true
}

/// A body lent to the handler, of which the layer keeps hold.
#[derive(Clone)]
struct LentBody(Arc<Mutex<Lent>>);

struct Lent {
    body: Body,
    /// Whether anyone asked for the body.
    touched: bool,
    ended: bool,
}

impl LentBody {
    fn with<T>(&self, use_it: impl FnOnce(&mut Lent) -> T) -> T {
        use_it(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl http_body::Body for LentBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        self.with(|lent| {
            lent.touched = true;
            let polled = Pin::new(&mut lent.body).poll_frame(context);
            lent.ended = matches!(polled, Poll::Ready(None | Some(Err(_)))) || lent.body.is_end_stream();
            polled
        })
    }

    fn is_end_stream(&self) -> bool {
        self.with(|lent| lent.body.is_end_stream())
    }

    fn size_hint(&self) -> SizeHint {
        self.with(|lent| lent.body.size_hint())
    }
}
