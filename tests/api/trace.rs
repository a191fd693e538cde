//! Trace context of a response.

use crate::harness::Call;

const PARENT: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

#[tokio::test]
async fn response_continues_trace() {
    let reply = Call::get("/livez").header("traceparent", PARENT).send().await;
    let own = reply.header("traceparent");
    assert_eq!((&own[..36], &own[52..]), (&PARENT[..36], "-01"), "{own}");
    assert_ne!(own[36..52], PARENT[36..52], "the span is our own");
}

#[tokio::test]
async fn invalid_traceparent_starts_new_trace() {
    for parent in ["", "00-nothing", &PARENT.to_uppercase(), &format!("{PARENT}-more")] {
        let reply = Call::get("/livez").header("traceparent", parent).send().await;
        let own = reply.header("traceparent");
        assert_eq!(own.len(), PARENT.len(), "{own}");
        assert_ne!(own[..36], PARENT[..36]);
    }
    let two = Call::get("/livez").header("traceparent", PARENT).header("traceparent", PARENT).send().await;
    assert_ne!(two.header("traceparent")[..36], PARENT[..36]);
}

#[tokio::test]
async fn request_without_traceparent_has_no_trace() {
    assert_eq!(Call::get("/livez").header("tracestate", "a=b").send().await.header("traceparent"), "");
}
