//! Explanation of each kind of problem, for its page.

use serde::Serialize;
use utoipa::ToSchema;

use crate::faults::problem::ProblemCode;

/// A kind of problem: its cause, an example and its remedy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ProblemPage {
    /// The code, as in problem bodies.
    pub code: ProblemCode,
    /// Title of the kind of problem.
    pub title: &'static str,
    /// The status of a response with this problem.
    #[schema(minimum = 400, maximum = 599)]
    pub status: u16,
    /// When the problem occurs.
    pub cause: &'static str,
    /// A request that gets this problem, or a part of it.
    pub example: &'static str,
    /// How to avoid the problem, or what to do after it.
    pub remedy: &'static str,
}

impl ProblemPage {
    /// Returns the page of a problem code; `None` if there is no such code.
    pub fn find(code: &str) -> Option<Self> {
        ProblemCode::ALL.into_iter().find(|known| known.as_str() == code).map(Self::from)
    }
}

impl From<ProblemCode> for ProblemPage {
    fn from(code: ProblemCode) -> Self {
        let [cause, example, remedy] = explanation(code);
        Self { code, title: code.title(), status: code.status(), cause, example, remedy }
    }
}

/// Returns the cause, an example and the remedy.
fn explanation(code: ProblemCode) -> [&'static str; 3] {
    match code {
        ProblemCode::MalformedBody => [
            "The body is empty, not UTF-8, or declared as JSON and not valid JSON.",
            r#"curl SERVICE/solve -d '{"puzzle": 12'"#,
            "`errors` has the reason and its byte offset. Let a JSON library write the body.",
        ],
        ProblemCode::BadRequest => [
            "The request is not valid HTTP/1.1, has an invalid header or `Host`, or one twice that may occur once; or its body ended early.",
            "curl SERVICE/solve -d 1... -H 'x-request-timeout-ms: soon'",
            "`detail` names the header or the part of the request.",
        ],
        ProblemCode::Unauthorized => [
            "The operator requires API keys, and the request has no valid key.",
            "curl SERVICE/solve -d 1...",
            "Send the key as `Authorization: Bearer KEY` or `X-Api-Key: KEY`. Ask the operator for a key if yours has expired.",
        ],
        ProblemCode::ForbiddenOrigin => [
            "A page of another origin would create or remove a job or an upload.",
            "curl SERVICE/uploads -H 'content-type: text/plain' -H 'origin: https://other.example' -d 1...",
            "Programs send no `Origin`. The operator lists the origin of your page in `server.cors_origins`, or serves the page and the service under one host.",
        ],
        ProblemCode::NotFound => [
            "The service has nothing at this path.",
            "curl SERVICE/sovle -d 1...",
            "`GET /` lists all paths. Paths other than `/docs/` have no slash at their end.",
        ],
        ProblemCode::MethodNotAllowed => [
            "The path exists, but not for this method.",
            "curl -X PUT SERVICE/solve -d 1...",
            "Use a method of the `Allow` header.",
        ],
        ProblemCode::NotAcceptable => [
            "The header `Accept` names no type that the response can have.",
            "curl SERVICE/solve -d 1... -H 'accept: text/csv'",
            "Ask for a type that `detail` lists, or send no `Accept`: most responses are JSON by default.",
        ],
        ProblemCode::HeadTooLarge => [
            "The request line and the headers have more than 64 lines or 16 KiB.",
            "GET /solve?puzzle= with 20,000 characters",
            "Send fewer headers, such as cookies, and send long puzzles in the body of a POST.",
        ],
        ProblemCode::RequestTimeout => [
            "The body did not arrive in time, by default 10 seconds.",
            "POST /solve with Content-Length: 100 and 50 bytes of body",
            "Send the body at once, and check that Content-Length is its length. Retry on a new connection.",
        ],
        ProblemCode::BodyTooLarge => [
            "The body exceeds the maximum, by default 262,144 bytes, also after decompression.",
            "POST /solve/batch with a JSON array of 10,000 puzzles",
            "Send many puzzles as lines (`application/x-ndjson` or `text/plain`): a batch of lines has no maximum. \
             A client that writes more than 64 MiB before it reads sees a reset connection instead of this problem.",
        ],
        ProblemCode::UnsupportedMediaType => [
            "The content type of the body is not supported, missing or repeated.",
            "curl SERVICE/solve -F puzzle=1...",
            "`detail` names the content type that arrived; the `Accept-Post` header lists the supported ones.",
        ],
        ProblemCode::UnsupportedContentEncoding => [
            "The body has a content encoding that is not supported.",
            "curl SERVICE/solve -d 1... -H 'content-encoding: br'",
            "Use an encoding of the `Accept-Encoding` header of the response, or none.",
        ],
        ProblemCode::InvalidQuestion => [
            "The body or the query has invalid values, such as an unknown option or a puzzle that is no grid.",
            r#"curl SERVICE/solve -d '{"puzzle": "1..", "limti": 2}'"#,
            "Correct each fault in `errors`, which lists up to 20 with their locations, such as `curl SERVICE/solve -d '{\"puzzle\": \"1.....3..4.....2\", \"limit\": 2}'`. The same request fails again.",
        ],
        ProblemCode::ResultsPending => [
            "The requested results of the job do not exist yet. Its first piece is not done, or the range begins after them.",
            "curl SERVICE/jobs/ID/results, at once after POST /jobs",
            "Ask again after the seconds in `Retry-After`. The job is at `/jobs/ID`; `/jobs/ID/events` tells when it changes.",
        ],
        ProblemCode::JobNotRetryable => [
            "The job has not failed, or none of its pieces has. The sum of its counts exceeds 128 bits. Or another version of the service began it.",
            "curl -X POST SERVICE/jobs/ID/retry, while the job runs",
            "`/jobs/ID` has the state. A job that runs needs no retry; one that was cancelled, or cannot be retried, must be created again.",
        ],
        ProblemCode::ResultsExpired => [
            "The results of the job were removed at the time in `expires_ms`.",
            "curl SERVICE/jobs/ID/results, a day after the end of the job",
            "Create the job again, with a longer `ttl_s` if the operator allows it, and read the results earlier.",
        ],
        ProblemCode::RangeNotSatisfiable => [
            "The header `Range` asks for bytes after the end of the results.",
            "curl SERVICE/jobs/ID/results -H 'range: bytes=1000000000-'",
            "`Content-Range` has the length of the results. Without `Range`, the response has all of them.",
        ],
        ProblemCode::MisdirectedRequest => [
            "`Host` is no name of the service. On a loopback address it must be a loopback name or address, or one that the operator has listed: other names may belong to a page that points to this machine (DNS rebinding).",
            "curl SERVICE/solve -d 1... -H 'host: other.example'",
            "Send the request to `localhost` or `127.0.0.1`. The operator lists further names in `http.hosts`.",
        ],
        ProblemCode::RateLimited => [
            "The client has sent more requests than its rate limit allows.",
            "100 requests at once with a burst of 60",
            "Wait for the seconds in `Retry-After`. `RateLimit` shows the remaining requests. A batch counts as one request.",
        ],
        ProblemCode::ShareExceeded => [
            "The client uses its whole share of connections, streams, hard questions or bytes of bodies.",
            "13 batches at once of 16 that the service runs",
            "Wait for your own requests to end, and send fewer at once.",
        ],
        ProblemCode::Overloaded => [
            "The queue, streams or memory for bodies are full, or the database or the store of jobs fails.",
            "more hard questions at once than the queue holds",
            "Retry after the seconds in `Retry-After`, with a growing pause.",
        ],
        ProblemCode::JobsUnavailable => [
            "The service cannot open the database of jobs. Its file cannot be created, or belongs to a newer version.",
            "POST /jobs to a container with a read-only file system and no volume",
            "The operator mounts a folder that is writable and names a file in it by `jobs.database`, or turns jobs off. Batches still work.",
        ],
        ProblemCode::ShuttingDown => [
            "This instance is shutting down.",
            "GET /readyz after SIGTERM",
            "Retry: another instance or the restarted service answers.",
        ],
        ProblemCode::StorageFull => [
            "The inputs and results of the client exceed the maximum, by default 10 GiB.",
            "POST /jobs with an input, after many jobs with long results",
            "Delete jobs whose results you have read, or wait for their end: `DELETE /jobs/ID`.",
        ],
        ProblemCode::Internal => [
            "A bug of the service.",
            "a panic in a request",
            "The log of the service has the cause under the request id at the end of `instance`. Report both.",
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_a_page() {
        for (index, code) in ProblemCode::ALL.into_iter().enumerate() {
            assert_eq!(ProblemCode::ALL.iter().position(|other| *other == code), Some(index));
            let page = ProblemPage::find(code.as_str()).expect("a page");
            assert_eq!((page.code, page.status), (code, code.status()));
            assert_eq!(code.page(), format!("/problems/{}", code.as_str()));
        }
        assert_eq!(ProblemPage::find("no_such_code"), None);
    }
}
