//! What requests may cost the threads of the runtime, which serve all connections. Everything else takes a turn on a solver thread.
//!
//! `quadrille docs` writes them into `README.md`. `tests/runtime_work.rs` counts the work of each endpoint.

use quadrille_answers::wire::{BLANK_BYTES_MAX, SMALL_REQUEST_BYTES_MAX};

/// Longest answer that is encoded at once, and that needs no reservation: a connection may write it ahead.
pub(super) const SHORT_ANSWER: usize = 16 << 10;

/// Bytes of a stream that are decoded before other tasks run.
pub(super) const DECODED_AT_ONCE: usize = 64 << 10;

/// Longest message of a language model that is taken apart at once. The route of its tool reads the arguments.
pub(super) const SHORT_MESSAGE: usize = 1 << 10;

/// Maximum length of a message without the arguments of its tool. The protocol parses it on a thread of the runtime, and copies each of
/// its values several times: this length takes up to a millisecond.
pub(super) const PROTOCOL_BYTES_MAX: usize = 8 << 10;

/// Work on the threads of the runtime, and its bound.
pub fn runtime_work() -> Vec<[String; 2]> {
    let kib = |bytes: usize| format!("{} KiB", bytes >> 10);
    let (small, short, decoded) = (kib(SMALL_REQUEST_BYTES_MAX), kib(SHORT_ANSWER), kib(DECODED_AT_ONCE));
    let (message, protocol) = (kib(SHORT_MESSAGE), kib(PROTOCOL_BYTES_MAX));
    let blank = BLANK_BYTES_MAX >> 20;
    let rows = [
        (
            "small questions, and options of batches, are read: [what is small](#small-requests)",
            format!("{small} of body and query together"),
        ),
        (
            "the rules of small grids without constraints are applied",
            "9x9; before a question needs a solver thread".to_owned(),
        ),
        ("forms with a file are cut", "frames of 16 KiB; other tasks run between them".to_owned()),
        ("compressed batches and uploads are decoded", format!("{decoded}; then other tasks run")),
        (
            "batches are split into entries, which solver threads read",
            format!(
                "128 KiB without a full chunk; the next block is read on a solver thread, in turn. A batch ends after {blank} MiB \
                 without an entry"
            ),
        ),
        (
            "batches are held in memory before they are needed",
            "256 KiB at a time; the share of the client".to_owned(),
        ),
        ("answers are encoded as JSON or text", format!("of small questions, up to {short}")),
        (
            "results of jobs are sent",
            "blocks of 64 KiB, compressed on solver threads, in turn; 512 KiB reserved for each response"
                .to_owned(),
        ),
        (
            "jobs, uploads and their events are read from the database",
            "threads of their own; two reads a second for each watched job, `jobs.event_streams_max`"
                .to_owned(),
        ),
        (
            "messages of `/mcp` are taken apart",
            format!("{message}; longer ones on a solver thread, in turn"),
        ),
        (
            "messages of `/mcp` are parsed by the protocol",
            format!("{protocol}, and the arguments of the tool beside them, which its endpoint reads"),
        ),
        (
            "`/`, `/page/...`, `/docs`, `/openapi.yaml`, `/openapi.json`, `/problems/...`, `/formats`, `/techniques`, `/version` are sent",
            "files in memory, compressed once for all; the rate limit. A solver thread makes a document when a client first asks for it".to_owned(),
        ),
        ("`/livez`, `/readyz` are answered", "a few bytes".to_owned()),
    ];
    rows.map(|(work, bound): (&str, String)| [work.to_owned(), bound]).into()
}
