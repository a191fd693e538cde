//! `/jobs`.

use axum::http::Method;
use quadrille::server::App;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::harness::{Call, Reply, app, config};

/// A 4x4 with a unique solution.
const UNIQUE: &str = "1.....3..4.....2";

/// Service with jobs in a folder.
struct Service {
    app: App,
    _folder: TempDir,
}

impl Service {
    fn new() -> Self {
        Self::with_keys(&[])
    }

    fn with_keys(keys: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("temporary directory");
        let mut config = config();
        config.jobs.database = format!("sqlite:{}", folder.path().join("jobs.db").display());
        config.jobs.store = format!("file:{}", folder.path().join("objects").display());
        config.jobs.threads = 2;
        let entry = |key: &&str| format!("{key}:{}", quadrille::auth::fingerprint(key));
        config.clients.api_keys = keys.iter().map(entry).collect();
        Self { app: App::new(&config).expect("the app is built"), _folder: folder }
    }

    async fn send(&self, call: Call) -> Reply {
        call.to(&self.app).await
    }

    async fn create(&self, body: Value) -> String {
        let reply = self.send(Call::json("/jobs", body.to_string())).await;
        assert_eq!(reply.status, 202, "{}", reply.body);
        reply.json()["id"].as_str().expect("an id").to_owned()
    }

    /// Waits until the job has ended.
    async fn ended(&self, id: &str) -> Value {
        let mut changes = self.app.jobs.changes();
        loop {
            let job = self.send(Call::get(&format!("/jobs/{id}"))).await.json();
            if !job["ended_ms"].is_null() {
                return job;
            }
            changes.changed().await.expect("jobs");
        }
    }
}

async fn refusal(body: Value) -> (u16, String) {
    let reply = Service::new().send(Call::json("/jobs", body.to_string())).await;
    (reply.status.as_u16(), reply.json()["detail"].as_str().expect("a detail").to_owned())
}

#[tokio::test]
async fn entries_are_answered_as_in_a_batch() {
    let service = Service::new();
    let entries = json!([UNIQUE, {"puzzle": "................", "id": "empty"}, "no puzzle"]);
    let request = json!({"operation": "solve", "input": {"inline": entries}, "options": {"limit": 2}});
    let created = service.send(Call::json("/jobs", request.to_string())).await;
    let id = created.json()["id"].as_str().expect("an id").to_owned();
    assert_eq!((created.status.as_u16(), created.header("location")), (202, &*format!("jobs/{id}")));
    assert_eq!(created.header("retry-after"), "1");
    let job = service.ended(&id).await;
    assert_eq!(
        (&job["state"], &job["error"], &job["count"]),
        (&json!("succeeded"), &Value::Null, &Value::Null)
    );
    assert_eq!(job["puzzles"], json!({"done": 3, "total": 3}));
    assert_eq!((&job["verdicts"]["unique"], &job["verdicts"]["errors"]), (&json!(1), &json!(1)));
    let results = service.send(Call::get(&format!("/jobs/{id}/results"))).await;
    assert_eq!(results.header("content-type"), "application/x-ndjson");
    let lines: Vec<Value> =
        results.body.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((lines.len(), &lines[0]["solution"]), (3, &json!("1324423124133142")));
    assert_eq!((&lines[1]["verdict"], &lines[1]["id"]), (&json!("multiple"), &json!("empty")));
    assert_eq!((&lines[2]["type"], &lines[2]["index"]), (&json!("error"), &json!(2)));
    let path = format!("/v1/jobs/{id}");
    assert_eq!(service.send(Call::new(Method::DELETE, &path)).await.status, 204);
    assert_eq!(service.send(Call::get(&path)).await.status, 404);
}

#[tokio::test]
async fn count_of_one_subject_is_a_decimal_string() {
    let service = Service::new();
    let cover = json!({"primary": ["a"], "options": [["a"], ["a"], ["a"]]});
    for (request, count) in [
        (json!({"operation": "count", "puzzle": "................"}), "288"),
        (json!({"operation": "count", "puzzle": "................", "options": {"limit": "all"}}), "288"),
        (json!({"operation": "count", "puzzle": "................", "options": {"limit": 100}}), "100"),
        (json!({"operation": "exact_cover_count", "problem": cover}), "3"),
    ] {
        let id = service.create(request).await;
        let job = service.ended(&id).await;
        assert_eq!((&job["state"], &job["count"]), (&json!("succeeded"), &json!(count)));
        let results = service.send(Call::get(&format!("/jobs/{id}/results"))).await;
        assert_eq!((results.status.as_u16(), &*results.body), (200, ""));
    }
}

#[tokio::test]
async fn puzzles_are_generated_from_the_seed() {
    let service = Service::new();
    let options = json!({"size": 4, "seed": 7, "count": 3});
    let id = service.create(json!({"operation": "generate", "options": options})).await;
    assert_eq!(service.ended(&id).await["verdicts"]["unique"], 3);
    let results = service.send(Call::get(&format!("/jobs/{id}/results"))).await;
    let last: Value = serde_json::from_str(results.body.lines().last().expect("a line")).expect("JSON");
    let alone = Call::json("/generate", json!({"size": 4, "seed": 9}).to_string()).send().await.json();
    assert_eq!((&last["seed"], &last["puzzle"]), (&json!(9), &alone["puzzle"]));
}

#[tokio::test]
async fn running_job_has_no_results_and_is_cancelled() {
    let service = Service::new();
    let id = service.create(json!({"operation": "count", "puzzle": ".".repeat(81)})).await;
    let pending = service.send(Call::get(&format!("/jobs/{id}/results"))).await;
    assert_eq!((pending.status.as_u16(), &pending.json()["code"]), (409, &json!("results_pending")));
    assert_eq!(pending.header("retry-after"), "1");
    let cancelled = service.send(Call::new(Method::DELETE, &format!("/jobs/{id}"))).await;
    assert_eq!(cancelled.status, 202);
    assert_eq!(service.ended(&id).await["state"], "cancelled");
}

#[tokio::test]
async fn repeated_request_gets_the_same_job() {
    let service = Service::new();
    let create = async |puzzle: &str| {
        let body = json!({"operation": "solve", "input": {"inline": [puzzle]}}).to_string();
        service.send(Call::json("/jobs", body).header("idempotency-key", "k")).await
    };
    let [first, second] = [create(UNIQUE).await.json(), create(UNIQUE).await.json()];
    assert_eq!(first["id"], second["id"]);
    assert_eq!(create("................").await.status, 422);
}

#[tokio::test]
async fn jobs_belong_to_the_key() {
    let service = Service::with_keys(&["alice", "bob"]);
    let body = json!({"operation": "solve", "input": {"inline": [UNIQUE]}}).to_string();
    let created = service.send(Call::json("/jobs", body).header("x-api-key", "alice")).await;
    assert_eq!(created.status, 202, "{}", created.body);
    let id = created.json()["id"].as_str().expect("an id").to_owned();
    for (path, method) in [(format!("/jobs/{id}"), Method::GET), (format!("/jobs/{id}"), Method::DELETE)] {
        let of_bob = service.send(Call::new(method, &path).header("x-api-key", "bob")).await;
        assert_eq!(of_bob.status, 404);
    }
    for (key, jobs) in [("alice", 1), ("bob", 0)] {
        let list = service.send(Call::get("/jobs").header("x-api-key", key)).await.json();
        assert_eq!(list["jobs"].as_array().map(Vec::len), Some(jobs));
    }
    let unknown = service.send(Call::get("/jobs?state=gone").header("x-api-key", "bob")).await;
    assert_eq!(unknown.status, 422);
    assert_eq!(service.send(Call::get(&format!("/jobs/{id}"))).await.status, 401);
}

#[tokio::test]
async fn list_needs_keys_and_jobs_need_a_database() {
    let service = Service::new();
    assert_eq!(service.send(Call::get("/jobs")).await.status, 404);
    let body = json!({"operation": "solve", "input": {"inline": [UNIQUE]}}).to_string();
    let off = Call::json("/jobs", body).to(&app()).await;
    assert_eq!((off.status.as_u16(), &off.json()["code"]), (404, &json!("not_found")));
}

#[tokio::test]
async fn invalid_request_is_refused() {
    let inline = json!({"inline": [UNIQUE]});
    for (body, status, detail) in [
        (json!({"operation": "solve"}), 422, "exactly one of `input`, `puzzle` and `problem`"),
        (json!({"operation": "sovle", "input": inline}), 422, "unknown variant `sovle`"),
        (json!({"operation": "solve", "inptu": inline}), 422, "unknown field `inptu`"),
        (json!({"operation": "solve", "input": inline, "options": {"limti": 2}}), 422, "limti"),
        (json!({"operation": "solve", "input": inline, "options": {"limits": {}}}), 422, "`options.limits`"),
        (json!({"operation": "solve", "puzzle": UNIQUE}), 422, "`puzzle` is for the operation `count`"),
        (json!({"operation": "count", "puzzle": "1!.............."}), 422, "r1c2: `!`"),
        (json!({"operation": "count", "puzzle": UNIQUE, "options": {"limit": 0}}), 422, "`options.limit`"),
        (json!({"operation": "generate", "options": {}}), 422, "`options.count`"),
        (json!({"operation": "generate", "input": inline}), 422, "`generate` has no input"),
    ] {
        let (found, text) = refusal(body).await;
        assert_eq!(found, status, "{text}");
        assert!(text.contains(detail), "{text}");
    }
    let broken = Service::new().send(Call::json("/jobs", "{")).await;
    assert_eq!((broken.status.as_u16(), &broken.json()["code"]), (400, &json!("malformed_body")));
}
