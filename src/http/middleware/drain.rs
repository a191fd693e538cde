//! The layer that reads what a refused client is still sending.
//!
//! Most clients write their whole body before they read anything. If the connection were closed under such a
//! client because its body is too large or goes nowhere, the reset would destroy the refusal on its way. A client
//! that announces to wait for `100 Continue` is taken at its word: nothing is read, and the connection is closed.

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
use tokio::time::timeout;

/// How much is read of a body that nobody wants.
const DRAIN_BYTES_MAX: usize = 4 << 20;

/// How long it may take to arrive.
const DRAIN_TIME_MAX: Duration = Duration::from_secs(1);

/// Reads and drops what the handler left of the body, within bounds, before the response goes out.
pub(super) async fn drain_unread(request: Request, next: Next) -> Response {
    if request.body().is_end_stream() {
        return next.run(request).await;
    }
    let waits = request.headers().get(header::EXPECT).is_some_and(|expected| expected == "100-continue");
    let (parts, body) = request.into_parts();
    let kept = LentBody(Arc::new(Mutex::new(Lent { body, touched: false, ended: false })));
    let mut response = next.run(Request::from_parts(parts, Body::new(kept.clone()))).await;
    let (touched, ended) = kept.with(|lent| (lent.touched, lent.ended));
    // Whoever still holds the body reads it while the response is on its way.
    let still_read = Arc::strong_count(&kept.0) > 1;
    if ended || still_read {
        return response;
    }
    let worth_waiting = response.status() != StatusCode::REQUEST_TIMEOUT && (touched || !waits);
    if !(worth_waiting && timeout(DRAIN_TIME_MAX, drain(kept)).await.unwrap_or(false)) {
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

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;
    use axum::routing::post;
    use axum::{Router, middleware};
    use tower::ServiceExt;

    use super::*;

    #[tokio::test]
    async fn a_handler_that_streams_its_body_back_keeps_it() {
        let echo = post(async |body: Body| Response::new(body));
        let service = Router::new().route("/", echo).layer(middleware::from_fn(drain_unread));
        let request = Request::post("/").body(Body::from("one line\n")).expect("a request");
        let response = service.oneshot(request).await.expect("the router never fails");
        assert!(!response.headers().contains_key(header::CONNECTION));
        let echoed = to_bytes(response.into_body(), 100).await.expect("a body");
        assert_eq!(&echoed[..], b"one line\n");
    }
}
