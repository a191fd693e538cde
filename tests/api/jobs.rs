//! `/jobs` and `/uploads`.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::fs;
use std::io::{Read, Write};
use std::net::SocketAddr;
use std::path::Path;

use axum::body::{Body, Bytes};
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Method};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use futures_util::{StreamExt, stream};
use http_body_util::BodyExt;
use quadrille::config::Config;
use quadrille::server::App;
use quadrille::shutdown::StopSignal;
use quadrille::version::VERSION;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::harness::{
    Call, Reply, TestServer, app, assert_metrics, config, get_request, metrics_text, within_timeout,
};

/// Idempotency key as `uuidgen` prints it.
const KEY: &str = "8e03978e-40d5-43e8-bc93-6894a57f9324";

/// A 4x4 with a unique solution.
const UNIQUE: &str = "1.....3..4.....2";

/// Service with jobs in a folder.
struct Service {
    app: App,
    folder: TempDir,
}

/// Configuration of a service with jobs in this folder.
fn config_in(folder: &Path) -> Config {
    let mut config = config();
    config.jobs.database = format!("sqlite:{}", folder.join("jobs.db").display());
    config.jobs.store = format!("file:{}", folder.join("objects").display());
    config.jobs.threads = 2;
    config
}

impl Service {
    fn new() -> Self {
        Self::with_keys(&[])
    }

    fn with_keys(keys: &[&str]) -> Self {
        let entry = |key: &&str| format!("{key}:{}", quadrille::auth::fingerprint(key));
        Self::with(|config| config.clients.api_keys = keys.iter().map(entry).collect())
    }

    fn with(change: impl FnOnce(&mut Config)) -> Self {
        let folder = tempfile::tempdir().expect("temporary directory");
        let mut config = config_in(folder.path());
        change(&mut config);
        Self { app: App::new(&config).expect("the app is built"), folder }
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
        self.until(id, |job| !job["ended_ms"].is_null()).await
    }

    /// Waits until the job satisfies a condition.
    async fn until(&self, id: &str, is_met: impl Fn(&Value) -> bool) -> Value {
        let mut changes = self.app.jobs.changes();
        loop {
            let job = self.send(Call::get(&format!("/jobs/{id}"))).await.json();
            if is_met(&job) {
                return job;
            }
            changes.changed().await.expect("jobs");
        }
    }

    /// Uploads a text, and returns its id.
    async fn upload(&self, text: impl Into<Body>) -> String {
        let reply = self.send(Call::text("/uploads", text)).await;
        assert_eq!(reply.status, 201, "{}", reply.body);
        reply.json()["id"].as_str().expect("an id").to_owned()
    }

    /// Returns the results of a job with these headers.
    async fn results(&self, id: &str, headers: &[(&str, &str)]) -> Reply {
        let call = Call::get(&format!("/jobs/{id}/results"));
        self.send(headers.iter().fold(call, |call, (name, value)| call.header(name, value))).await
    }

    /// Waits until the store holds nothing of an upload.
    async fn without_uploads(&self) {
        let uploads = self.folder.path().join("objects/uploads");
        let is_empty = || fs::read_dir(&uploads).map_or(true, |mut entries| entries.next().is_none());
        within_timeout(async {
            while !is_empty() {
                tokio::task::yield_now().await;
            }
        })
        .await;
    }

    /// Creates a job whose first entries are done, and whose last piece runs until it is cancelled.
    async fn half_done(&self) -> String {
        let lines = format!("{UNIQUE}\n").repeat(4096) + &".".repeat(81);
        let upload = self.upload(lines).await;
        let options = json!({"limit": 9_007_199_254_740_991_u64, "time_ms": 3_600_000});
        let input = json!({"upload": upload});
        let id = self.create(json!({"operation": "count", "input": input, "options": options})).await;
        // On a busy machine they may be several pieces.
        self.until(&id, |job| job["puzzles"]["done"] == 4096).await;
        id
    }

    async fn cancel(&self, id: &str) -> Value {
        assert_eq!(self.send(Call::new(Method::DELETE, &format!("/jobs/{id}"))).await.status, 202);
        self.ended(id).await
    }
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
    let document = service.results(&id, &[("accept", "application/json")]).await;
    assert_eq!(document.header("content-type"), "application/json");
    assert_eq!(document.json(), json!({"results": lines, "summary": job}));
    let path = format!("/v1/jobs/{id}");
    assert_eq!(service.send(Call::new(Method::DELETE, &path)).await.status, 204);
    assert_eq!(service.send(Call::get(&path)).await.status, 404);
}

#[tokio::test]
async fn times_of_pieces_and_classes_of_clients_are_measured() {
    let (open, keyed) = (Service::new(), Service::with_keys(&["alice"]));
    let body = || json!({"operation": "rate", "input": {"inline": [UNIQUE]}}).to_string();
    for _ in 0..2 {
        let created = open.send(Call::json("/jobs", body()).header("idempotency-key", KEY)).await.json();
        open.ended(created["id"].as_str().expect("an id")).await;
    }
    assert_metrics(
        &metrics_text(&open.app),
        &[
            r#"quadrille_job_piece_seconds_count{work="entries"} 2"#,
            "quadrille_job_first_claim_wait_seconds_count 1",
            "quadrille_job_claim_seconds_count 2",
            r#"quadrille_jobs_created_total{client="anonymous"} 1"#,
            r#"quadrille_jobs_created_total{client="key"} 0"#,
        ],
    );
    assert_eq!(keyed.send(Call::json("/jobs", body()).header("x-api-key", "alice")).await.status, 202);
    assert_metrics(&metrics_text(&keyed.app), &[r#"quadrille_jobs_created_total{client="key"} 1"#]);
}

#[tokio::test]
async fn operators_see_and_pause_the_queue_of_all_clients() {
    let service = Service::new();
    let admin = App { router: service.app.admin_router.clone(), ..service.app.clone() };
    let get = async |path: &str| Call::get(path).to(&admin).await;
    let post = async |path: &str| Call::new(Method::POST, path).to(&admin).await;
    let empty = json!({"paused": false, "jobs": [], "next": null});
    assert_eq!((get("/jobs").await.json(), get("/workers").await.json()), (empty, json!({"workers": []})));
    for _ in 0..2 {
        assert_eq!(post("/jobs/pause").await.json(), json!({"paused": true}));
    }
    assert_metrics(&metrics_text(&service.app), &["quadrille_jobs_paused 1"]);
    let body = json!({"operation": "solve", "input": {"inline": [UNIQUE]}});
    let ids = [service.create(body.clone()).await, service.create(body).await];
    let reply = get("/jobs?limit=1&state=queued").await;
    let list = reply.json();
    assert_eq!(
        (&list["paused"], &list["jobs"][0]["state"], &list["jobs"][0]["operation"]),
        (&json!(true), &json!("queued"), &json!("solve"))
    );
    let next = list["next"].as_str().expect("a place");
    let others = get(&format!("/jobs?after={next}")).await;
    assert_eq!(
        (others.json()["jobs"].as_array().map(Vec::len), &others.json()["next"]),
        (Some(1), &Value::Null)
    );
    let shown =
        [&list, &others.json()].map(|list| list["jobs"][0]["job"].as_str().expect("digits").to_owned());
    assert!(ids.iter().all(|id| shown.contains(&id[..12].to_owned())), "{shown:?}");
    assert!(ids.iter().all(|id| !reply.body.contains(id) && !others.body.contains(id)));

    assert_eq!(post("/jobs/resume").await.json(), json!({"paused": false}));
    for id in &ids {
        assert_eq!(service.ended(id).await["state"], "succeeded");
    }
    let workers = get("/workers").await.json();
    let worker = &workers["workers"][0];
    assert!(worker["version"].as_str().is_some_and(|version| version.starts_with(VERSION)), "{worker}");
    assert!(worker["name"].as_str().is_some_and(|name| name.len() == 8), "{worker}");

    for query in ["state=gone", "limit=0", "limit=1001", "after=x", "page=1"] {
        assert_eq!(get(&format!("/jobs?{query}")).await.status, 422, "{query}");
    }
    let foreign = Call::new(Method::POST, "/jobs/pause").header("origin", "http://evil.example");
    assert_eq!(foreign.to(&admin).await.status, 403);
    let refused = get("/jobs/pause").await;
    assert_eq!((refused.status.as_u16(), refused.header("allow")), (405, "POST"));
    let public = service.send(Call::new(Method::POST, "/jobs/pause")).await;
    assert_eq!(public.status, 405);
    assert_eq!(service.send(Call::get("/workers")).await.status, 404);
}

#[tokio::test]
async fn count_of_one_subject_is_a_decimal_string() {
    let service = Service::new();
    let cover = json!({"primary": ["a"], "options": [["a"], ["a"], ["a"]]});
    for (request, count, is_complete) in [
        (json!({"operation": "count", "puzzle": "................"}), "288", true),
        (
            json!({"operation": "count", "puzzle": "................", "options": {"limit": "all"}}),
            "288",
            true,
        ),
        (
            json!({"operation": "count", "puzzle": "................", "options": {"limit": 100}}),
            "100",
            false,
        ),
        (json!({"operation": "exact_cover_count", "problem": cover}), "3", true),
    ] {
        let id = service.create(request).await;
        let job = service.ended(&id).await;
        assert_eq!((&job["state"], &job["count"]), (&json!("succeeded"), &json!(count)));
        assert_eq!(job["complete"], is_complete, "{count}");
        let results = service.send(Call::get(&format!("/jobs/{id}/results"))).await;
        assert_eq!((results.status.as_u16(), &*results.body), (200, ""));
    }
}

#[tokio::test]
async fn solutions_of_one_subject_are_listed_once() {
    let service = Service::new();
    let cover = json!({"primary": ["a"], "options": [["a"], ["a"], ["a"]]});
    for (request, count, is_complete) in [
        (json!({"operation": "solutions", "puzzle": "................"}), 288, true),
        (json!({"operation": "solutions", "puzzle": UNIQUE, "options": {"limit": "all"}}), 1, true),
        (
            json!({"operation": "solutions", "puzzle": "................", "options": {"limit": 100}}),
            100,
            false,
        ),
        (json!({"operation": "exact_cover_solutions", "problem": cover}), 3, true),
        (json!({"operation": "exact_cover_solutions", "problem": cover, "options": {"limit": 2}}), 2, false),
    ] {
        let id = service.create(request).await;
        let job = service.ended(&id).await;
        assert_eq!((&job["state"], &job["count"]), (&json!("succeeded"), &json!(count.to_string())));
        assert_eq!(job["complete"], is_complete, "{count}");
        let results = service.send(Call::get(&format!("/jobs/{id}/results"))).await;
        let lines: BTreeSet<&str> = results.body.lines().collect();
        assert_eq!((results.status.as_u16(), lines.len(), results.body.lines().count()), (200, count, count));
        for line in lines {
            let line: Value = serde_json::from_str(line).expect("JSON");
            assert_eq!((&line["type"], line["solution"].is_null()), (&json!("result"), false));
        }
    }
}

#[tokio::test]
async fn proof_of_one_subject_is_the_result() {
    let service = Service::new();
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let cover = json!({"primary": ["a", "b"], "options": [["a", "b"], ["a"]], "claim": "none"});
    let count = json!({"claim": {"count": 9}, "proof": "veripb"});
    for (path, request, body) in [
        ("/prove", json!({"operation": "prove", "puzzle": hard}), json!({"puzzle": hard})),
        (
            "/prove",
            json!({"operation": "prove", "puzzle": "1.....3..4......", "options": count}),
            json!({"puzzle": "1.....3..4......", "claim": {"count": 9}, "proof": "veripb"}),
        ),
        (
            "/prove",
            json!({"operation": "prove", "puzzle": "................"}),
            json!({"puzzle": "................"}),
        ),
        ("/exact-cover/prove", json!({"operation": "exact_cover_prove", "problem": cover}), cover),
    ] {
        let id = service.create(request).await;
        let job = service.ended(&id).await;
        assert_eq!((&job["state"], &job["puzzles"]["done"]), (&json!("succeeded"), &json!(1)), "{job}");
        let mut answer = service.send(Call::json(path, body.to_string())).await.json();
        let members = answer.as_object_mut().expect("an object");
        members.retain(|name, _| !["stats", "limits"].contains(&name.as_str()));
        members.insert("type".to_owned(), json!("result"));
        assert_eq!(job["verdicts"][answer["verdict"].as_str().expect("a verdict")], 1, "{job}");
        assert_eq!(service.results(&id, &[]).await.json(), answer);
        let text = service.send(Call::json(path, body.to_string()).header("accept", "text/plain")).await.body;
        let results = service.results(&id, &[("accept", "text/plain")]).await;
        assert_eq!((results.status.as_u16(), &results.body), (200, &text));
        let part = service.results(&id, &[("accept", "text/plain"), ("range", "bytes=1-")]).await;
        assert_eq!((part.status.as_u16(), &*part.body), (206, &text[1..]));
        let rows = service.results(&id, &[("accept", "text/csv")]).await;
        assert!(rows.body.starts_with("verdict,claim,lines,"), "{}", rows.body);
    }
}

#[tokio::test]
async fn proof_that_is_too_long_is_given_up() {
    let service = Service::with(|config| config.jobs.proof_bytes_max = 1024);
    let id = service
        .create(
            json!({"operation": "prove", "puzzle": ".".repeat(81), "options": {"claim": {"count": 1000}}}),
        )
        .await;
    // Found in any case: the empty grid has more solutions.
    assert_eq!(service.ended(&id).await["verdicts"]["multiple"], 1);
    let count = json!({"claim": {"count": 288}});
    let id =
        service.create(json!({"operation": "prove", "puzzle": "................", "options": count})).await;
    assert_eq!(service.ended(&id).await["state"], "succeeded");
    let result = service.results(&id, &[]).await.json();
    assert_eq!((&result["proof"], &result["stopped_by"]), (&Value::Null, &json!("proof_bytes")), "{result}");
    for (body, expected) in [
        (json!({"operation": "prove"}), "the operation needs `puzzle`"),
        (
            json!({"operation": "prove", "puzzle": UNIQUE, "options": {"limits": {}}}),
            "no limits of time or nodes",
        ),
        (json!({"operation": "prove", "puzzle": UNIQUE, "options": {"limit": 3}}), "`limit` is unknown"),
        (
            json!({"operation": "exact_cover_prove", "problem": {}, "options": {"claim": "none"}}),
            "`claim` is unknown",
        ),
    ] {
        let refused = service.send(Call::json("/jobs", body.to_string())).await;
        assert_eq!(refused.status, 422);
        assert!(refused.body.contains(expected), "{}", refused.body);
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
async fn results_are_rows_if_the_client_prefers_them() {
    let service = Service::new();
    let upload = service.upload(format!("id;quiz\n7;{UNIQUE}\n8;1..\n")).await;
    let id = service.create(json!({"operation": "rate", "input": {"upload": upload}})).await;
    service.ended(&id).await;
    let rows = service.results(&id, &[("accept", "text/csv, */*;q=0.1"), ("range", "bytes=5-")]).await;
    assert_eq!((rows.status.as_u16(), rows.header("content-type")), (200, "text/csv; charset=utf-8"));
    assert_eq!(rows.header("quadrille-results"), "complete");
    let lines: Vec<&str> = rows.body.lines().collect();
    assert_eq!(
        lines[0],
        "id,quiz,verdict,score,level,hardest,singles_suffice,se_estimate,stopped_by,rules_not_read,warnings,error"
    );
    assert!(lines[1].starts_with(&format!("7,{UNIQUE},unique,")), "{}", rows.body);
    assert!(lines[2].starts_with("8,1..,,,,,,,,,,") && lines.len() == 3, "{}", rows.body);

    let entries = json!([{"puzzle": UNIQUE, "id": "a"}]);
    let id = service.create(json!({"operation": "count", "input": {"inline": entries}})).await;
    service.ended(&id).await;
    let rows = service.results(&id, &[("accept", "text/csv")]).await;
    assert!(
        rows.body.starts_with(
            "line,id,puzzle,verdict,count,complete,solution,stopped_by,rules_not_read,warnings,error\n1,a,"
        ),
        "{}",
        rows.body
    );

    // A count of one puzzle has no rows.
    let id = service.create(json!({"operation": "count", "puzzle": UNIQUE})).await;
    service.ended(&id).await;
    let refused = service.results(&id, &[("accept", "text/csv")]).await;
    assert_eq!(refused.status, 406);
    assert!(
        refused.json()["detail"]
            .to_string()
            .contains("it can be application/x-ndjson, application/json, text/plain\"")
    );
    let results = service.results(&id, &[("accept", "text/csv, */*;q=0.1")]).await;
    assert_eq!((results.header("content-type"), &*results.body), ("application/x-ndjson", ""));
}

#[tokio::test]
async fn rules_of_columns_and_of_options_hold_for_all_entries_of_a_job() {
    let service = Service::new();
    let jigsaw = "...3.1.....4..21,1111223322334444\n";
    let upload = service.upload(format!("quiz,regions\n{}", jigsaw.repeat(300))).await;
    let id = service.create(json!({"operation": "solve", "input": {"upload": upload}})).await;
    service.ended(&id).await;
    let rows = service.results(&id, &[("accept", "text/plain")]).await;
    assert_eq!(rows.body, "1243413223143421\n".repeat(300));

    let empty = "................";
    let entries = json!([empty, {"puzzle": empty, "constraints": [{"type": "diagonals"}]}, {"puzzle": empty, "boxes": true}]);
    let options = json!({"constraints": [{"type": "anti_knight"}, {"type": "diagonals"}], "limit": 1000});
    let count = |options: Value| {
        let entries = entries.clone();
        let service = &service;
        async move {
            let body = json!({"operation": "count", "input": {"inline": entries}, "options": options});
            let id = service.create(body).await;
            service.ended(&id).await;
            service.results(&id, &[("accept", "text/plain")]).await.body
        }
    };
    let joined = count(options).await;
    let lines: Vec<&str> = joined.lines().collect();
    assert!(lines[0] == lines[1] && lines[0] == lines[2], "{joined}");
    let refused = count(json!({"boxes": false, "limit": 1000})).await;
    assert!(refused.lines().nth(2).is_some_and(|line| line.contains("different `boxes`")), "{refused}");
    let body = json!({"operation": "solve", "input": {"inline": [empty]}, "cages": [{"cells": ["r1c1"]}]});
    let refused = service.send(Call::json("/jobs", body.to_string())).await.json();
    assert_eq!(refused["errors"][0]["code"], "constraint_unsupported", "{refused}");
}

#[tokio::test]
async fn rows_of_a_cancelled_job_are_the_rows_of_its_results() {
    let service = Service::new();
    let id = service.half_done().await;
    let partial = service.results(&id, &[("accept", "text/csv")]).await;
    assert_eq!(partial.header("quadrille-results"), "partial");
    service.cancel(&id).await;
    let rows = service.results(&id, &[("accept", "text/csv"), ("accept-encoding", "identity")]).await;
    assert_eq!((rows.body.lines().count(), rows.body == partial.body), (4097, true));
    assert_eq!(rows.body.lines().last().and_then(|row| row.split(',').next()), Some("4096"));
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
        service.send(Call::json("/jobs", body).header("idempotency-key", KEY)).await
    };
    let [first, second] = [create(UNIQUE).await.json(), create(UNIQUE).await.json()];
    assert_eq!(first["id"], second["id"]);
    assert_eq!(create("................").await.status, 422);
}

#[tokio::test]
async fn idempotency_key_that_is_easy_to_guess_needs_an_api_key() {
    let body = json!({"operation": "solve", "input": {"inline": [UNIQUE]}}).to_string();
    let (open, keyed) = (Service::new(), Service::with_keys(&["alice"]));
    for (key, open_status, keyed_status) in [
        ("", 400, 400),
        ("grids-1", 400, 202),
        ("123456789012345", 400, 202),
        ("1234567890123456", 202, 202),
        (KEY, 202, 202),
        (&"k".repeat(255), 202, 202),
        (&"k".repeat(256), 400, 400),
    ] {
        let call = || Call::json("/jobs", body.clone()).header("idempotency-key", key);
        let refused = open.send(call()).await;
        assert_eq!(refused.status, open_status, "{key}: {}", refused.body);
        assert_eq!(refused.body.contains("Idempotency-Key must have 16 to 255"), open_status == 400);
        let created = keyed.send(call().header("x-api-key", "alice")).await;
        assert_eq!(created.status, keyed_status, "{key}: {}", created.body);
    }
}

#[tokio::test]
async fn two_idempotency_keys_are_refused() {
    let service = Service::new();
    let body = json!({"operation": "solve", "input": {"inline": [UNIQUE]}}).to_string();
    for other in [KEY, "0b0f4d0e-3c0a-4d5e-9d59-0d8f6f1b6f6e"] {
        let call = Call::json("/jobs", body.clone()).header("idempotency-key", KEY);
        let refused = service.send(call.header("idempotency-key", other)).await;
        assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (400, &json!("bad_request")));
        assert!(refused.body.contains("more than one idempotency-key header"), "{}", refused.body);
    }
}

#[tokio::test]
async fn page_of_another_origin_changes_nothing() {
    let service = Service::with(|config| config.server.cors_origins = vec!["https://a.example".into()]);
    let id = service.create(json!({"operation": "count", "puzzle": ".".repeat(81)})).await;
    let body = json!({"operation": "solve", "input": {"inline": [UNIQUE]}}).to_string();
    let calls = || {
        [
            Call::text("/uploads", UNIQUE),
            Call::text("/v1/uploads", UNIQUE),
            Call::json("/jobs", body.clone()),
            Call::new(Method::POST, &format!("/jobs/{id}/retry")),
            Call::new(Method::DELETE, &format!("/jobs/{id}")),
        ]
    };
    for headers in [
        &[("origin", "https://evil.example")][..],
        &[("origin", "https://evil.example"), ("sec-fetch-site", "cross-site")],
        &[("origin", "null")],
        &[("origin", "http://localhost:3000"), ("sec-fetch-site", "same-site")],
        &[("sec-fetch-site", "cross-site")],
    ] {
        for call in calls() {
            let call = headers.iter().fold(call, |call, (name, value)| call.header(name, value));
            let refused = service.send(call).await;
            assert_eq!(
                (refused.status.as_u16(), &refused.json()["code"]),
                (403, &json!("forbidden_origin")),
                "{headers:?}"
            );
        }
        let call = Call::text("/solve", UNIQUE);
        let call = headers.iter().fold(call, |call, (name, value)| call.header(name, value));
        assert_eq!(service.send(call).await.status, 200, "a question has no effect");
    }
    let job = service.send(Call::get(&format!("/jobs/{id}"))).await.json();
    assert_ne!(job["state"], "cancelled");
    for headers in [
        &[][..],
        &[("origin", "http://localhost")],
        &[("origin", "https://localhost")],
        &[("origin", "https://a.example"), ("sec-fetch-site", "cross-site")],
        &[("origin", "https://sudoku.example"), ("sec-fetch-site", "same-origin")],
    ] {
        for call in calls() {
            let call = headers.iter().fold(call, |call, (name, value)| call.header(name, value));
            let answered = service.send(call).await;
            assert_ne!(answered.status, 403, "{headers:?}");
        }
    }
}

#[tokio::test]
async fn jobs_belong_to_the_key() {
    let service = Service::with_keys(&["alice", "bob"]);
    let body = json!({"operation": "solve", "input": {"inline": [UNIQUE]}}).to_string();
    let created = service.send(Call::json("/jobs", body).header("x-api-key", "alice")).await;
    assert_eq!(created.status, 202, "{}", created.body);
    let id = created.json()["id"].as_str().expect("an id").to_owned();
    for (path, method) in [
        (format!("/jobs/{id}"), Method::GET),
        (format!("/jobs/{id}"), Method::DELETE),
        (format!("/jobs/{id}/retry"), Method::POST),
    ] {
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

/// Peer of a connection from this address.
fn peer(address: &str) -> ConnectInfo<SocketAddr> {
    ConnectInfo(SocketAddr::new(address.parse().expect("an address"), 4711))
}

#[tokio::test]
async fn addresses_of_an_ipv6_network_share_the_bounds_on_jobs() {
    let service = Service::with(|config| config.jobs.jobs_max = 1);
    let body = json!({"operation": "solve", "input": {"inline": [UNIQUE]}}).to_string();
    for (address, status) in [
        ("2001:db8:0:1::1", 202),
        ("2001:db8:0:1:ffff::2", 429),
        ("2001:db8:0:2::1", 202),
        ("192.0.2.1", 202),
        ("::ffff:192.0.2.1", 429),
        ("192.0.2.2", 202),
    ] {
        let created = service.send(Call::json("/jobs", body.clone()).extension(peer(address))).await;
        assert_eq!(created.status, status, "{address}: {}", created.body);
    }
}

#[tokio::test]
async fn addresses_of_an_ipv6_network_share_the_bound_on_stored_bytes() {
    let service = Service::with(|config| config.jobs.stored_bytes_max = 1024);
    let puzzles = format!("{UNIQUE}\n").repeat(40);
    for (address, status) in [("2001:db8::1", 201), ("2001:db8::2", 507), ("2001:db8:1::1", 201)] {
        let call = Call::text("/uploads", puzzles.clone()).extension(peer(address));
        let created = service.send(call).await;
        assert_eq!(created.status, status, "{address}: {}", created.body);
    }
}

/// Cuts the last byte of the lines of JSON of each piece of a job in the store, and the lines of text after it.
fn cut_results(service: &Service, id: &str) {
    let folder = service.folder.path().join("objects/jobs").join(id);
    let mut cut = 0;
    for entry in fs::read_dir(folder).expect("a folder") {
        let entry = entry.expect("an entry");
        if entry.file_name().to_string_lossy().starts_with(|first: char| first.is_ascii_digit()) {
            let lines = fs::read_to_string(entry.path()).expect("lines");
            let json: usize =
                lines.split_inclusive('\n').filter(|line| line.starts_with('{')).map(str::len).sum();
            fs::write(entry.path(), &lines[..json - 1]).expect("cut");
            cut += 1;
        }
    }
    assert_ne!(cut, 0);
}

#[tokio::test]
async fn results_that_are_lost_get_a_problem() {
    let service = Service::new();
    for is_removed in [true, false] {
        let id = service.create(json!({"operation": "solutions", "puzzle": "................"})).await;
        service.ended(&id).await;
        if is_removed {
            let folder = service.folder.path().join("objects/jobs").join(&id);
            fs::remove_dir_all(folder).expect("removed");
        } else {
            cut_results(&service, &id);
        }
        for headers in [&[][..], &[("accept-encoding", "gzip")], &[("range", "bytes=-10")]] {
            let lost = service.results(&id, headers).await;
            assert_eq!(
                (lost.status.as_u16(), &lost.json()["code"]),
                (500, &json!("internal")),
                "{headers:?}"
            );
            assert_eq!(lost.header("content-encoding"), "");
            let folder = service.folder.path().display().to_string();
            assert!(!lost.body.contains(&folder) && !lost.body.contains(&id), "{}", lost.body);
        }
    }
}

#[tokio::test]
async fn results_that_lost_their_end_are_aborted() {
    let service = Service::new();
    // The answer is longer than what is read before the response begins.
    let empty = json!({"puzzle": vec![vec![0; 36]; 36]});
    let job = json!({"operation": "candidates", "input": {"inline": [empty]}, "options": {"nodes": 1}});
    let id = service.create(job).await;
    assert_eq!(service.ended(&id).await["state"], "succeeded");
    cut_results(&service, &id);
    for coding in ["identity", "gzip"] {
        let call = Call::get(&format!("/jobs/{id}/results")).header("accept-encoding", coding);
        let response = call.begin(&service.app).await;
        assert_eq!(response.status(), 200, "{coding}");
        assert!(response.into_body().collect().await.is_err(), "{coding}");
    }
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
async fn invalid_request_lists_all_faults() {
    let service = Service::new();
    let body = json!({
        "operation": "count",
        "inptu": {},
        "puzzle": "1!..............",
        "options": {"limit": 0, "limits": {"nodse": 1}},
        "ttl_s": 0
    });
    let refused = service.send(Call::json("/jobs", body.to_string())).await;
    assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (422, &json!("invalid_question")));
    let problem = refused.json();
    let faults = problem["errors"].as_array().expect("faults");
    let mut pointers: Vec<&str> = faults.iter().filter_map(|fault| fault["pointer"].as_str()).collect();
    pointers.sort_unstable();
    assert_eq!(
        pointers,
        ["/inptu", "/options/limit", "/options/limits", "/options/limits/nodse", "/puzzle", "/ttl_s"]
    );
    assert!(refused.body.contains("did you mean `input`?"), "{}", refused.body);
    for (body, detail) in [
        (json!({"operation": "sovle"}), "did you mean `solve`?"),
        (json!({"operation": "solve", "puzzle": UNIQUE, "input": {"inline": []}}), "no `puzzle`"),
        (json!({"operation": "generate", "options": {}}), "`count` is missing"),
    ] {
        let refused = service.send(Call::json("/jobs", body.to_string())).await;
        assert_eq!(refused.status, 422);
        assert!(refused.body.contains(detail), "{}", refused.body);
    }
    let broken = service.send(Call::json("/jobs", "{")).await;
    assert_eq!((broken.status.as_u16(), &broken.json()["code"]), (400, &json!("malformed_body")));
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text).expect("written");
    encoder.finish().expect("compressed")
}

/// Body that sends `first`, and then these bytes until the service stops reading.
fn endless(first: &'static str, more: &'static [u8]) -> Body {
    let frame = |bytes: &'static [u8]| Ok::<_, Infallible>(Bytes::from_static(bytes));
    Body::from_stream(stream::iter([frame(first.as_bytes())]).chain(stream::repeat_with(move || frame(more))))
}

#[tokio::test]
async fn upload_of_any_form_is_the_input_of_a_job() {
    let service = Service::new();
    let lines = format!("{UNIQUE}\n................\n# comment\nno puzzle\n");
    let values = format!("{{\"puzzle\":\"{UNIQUE}\"}}\n\"................\"\n7\n");
    let csv = format!("id,puzzle\n1,{UNIQUE}\n2,................\n3,x\n");
    let zstd = zstd::encode_all(lines.as_bytes(), 1).expect("compressed");
    for (content_type, coding, body, content) in [
        ("text/plain", "identity", lines.clone().into_bytes(), "text"),
        ("text/plain", "gzip", gzip(lines.as_bytes()), "text"),
        ("application/x-www-form-urlencoded", "zstd", zstd, "text"),
        ("text/plain", "identity", values.clone().into_bytes(), "ndjson"),
        ("application/x-ndjson", "gzip", gzip(values.as_bytes()), "ndjson"),
        ("text/csv", "identity", csv.into_bytes(), "text"),
    ] {
        let call = Call::new(Method::POST, "/v1/uploads").header("content-type", content_type);
        let created = service.send(call.header("content-encoding", coding).body(body)).await;
        assert_eq!(created.status, 201, "{}", created.body);
        let upload = created.json();
        let id = upload["id"].as_str().expect("an id");
        assert_eq!(
            (created.header("location"), &upload["content"]),
            (&*format!("uploads/{id}"), &json!(content))
        );
        assert_eq!(service.send(Call::get(&format!("/uploads/{id}"))).await.json(), upload);
        let input = json!({"operation": "solve", "input": {"upload": id}});
        let job = service.ended(&service.create(input).await).await;
        let verdicts = &job["verdicts"];
        assert_eq!(
            [&verdicts["unique"], &verdicts["multiple"], &verdicts["errors"]],
            [&json!(1), &json!(1), &json!(1)],
            "{content_type}: {job}"
        );
    }
}

#[tokio::test]
async fn upload_of_problems_is_read_as_json() {
    let service = Service::new();
    let upload = service.upload("{\"primary\": [\"a\"], \"options\": [[\"a\"], [\"a\"]]}\n").await;
    let request = json!({"operation": "exact_cover_count", "input": {"upload": upload}});
    let id = service.create(request).await;
    assert_eq!(service.ended(&id).await["verdicts"]["multiple"], 1);
    assert_eq!(service.results(&id, &[]).await.lines()[0]["count"], 2);
}

#[tokio::test]
async fn hostile_upload_is_refused_and_leaves_nothing() {
    let service = Service::with(|config| {
        config.jobs.upload_bytes_max = 1 << 20;
        config.jobs.stored_bytes_max = 1 << 20;
        config.http.body_idle_timeout_ms = 50;
        config.http.body_read_timeout_ms = 50;
    });
    let line = UNIQUE.as_bytes();
    let silent = || stream::pending::<Result<Bytes, Infallible>>();
    let unfinished = stream::iter([Ok(Bytes::from_static(line))]).chain(silent());
    let cut = stream::iter([Ok(Bytes::from_static(line)), Err(std::io::Error::other("gone"))]);
    let bomb = gzip(&vec![b'.'; 64 << 20]);
    let text = |body| Call::text("/uploads", body);
    for (call, status, code) in [
        (text(endless(UNIQUE, &[b'.'; 4096])), 413, "body_too_large"),
        (text(Body::from(vec![b'.'; (1 << 20) + 1])), 413, "body_too_large"),
        (text(Body::from(bomb)).header("content-encoding", "gzip"), 413, "body_too_large"),
        (text(Body::from_stream(unfinished)), 408, "request_timeout"),
        (text(Body::from_stream(silent())), 408, "request_timeout"),
        (text(Body::from_stream(cut)), 400, "bad_request"),
        (text(Body::from("no gzip")).header("content-encoding", "gzip"), 400, "bad_request"),
        (text(Body::empty()), 400, "malformed_body"),
        (text(Body::from("[\"1...\"]")), 400, "malformed_body"),
        (Call::json("/uploads", "[]"), 415, "unsupported_media_type"),
        (text(Body::from(UNIQUE)).header("content-encoding", "br"), 415, "unsupported_content_encoding"),
    ] {
        let refused = service.send(call).await;
        assert_eq!(
            (refused.status.as_u16(), &refused.json()["code"]),
            (status, &json!(code)),
            "{}",
            refused.body
        );
    }
    service.without_uploads().await;
    service.upload(vec![b'.'; 1 << 19]).await;
    let full = service.send(text(Body::from(vec![b'.'; (1 << 19) + 1]))).await;
    assert_eq!((full.status.as_u16(), &full.json()["code"]), (507, &json!("storage_full")));
    assert_eq!(service.app.input_budget.reserved(), 0);
}

#[tokio::test]
async fn jobs_store_no_more_than_the_client_may() {
    let bytes_max = 1 << 20;
    let service = Service::with(|config| config.jobs.stored_bytes_max = bytes_max);
    let upload = service.upload("1\n".repeat(100_000)).await;
    let reader = json!({"operation": "rate", "input": {"upload": upload}});
    let list = json!({"operation": "solutions", "puzzle": ".".repeat(81)});
    let mut ids = Vec::new();
    for request in [&reader, &reader, &reader, &list, &list] {
        ids.push(service.create(request.clone()).await);
    }
    for id in &ids {
        let job = service.ended(id).await;
        assert_eq!(
            (&job["state"], &job["error"]["code"]),
            (&json!("failed"), &json!("stored_bytes")),
            "{job}"
        );
        let detail = job["error"]["detail"].as_str().expect("a detail");
        assert!(detail.contains("1048576 bytes, the maximum (jobs.stored_bytes_max)"), "{detail}");
    }
    let stored = bytes_below(&service.folder.path().join("objects"));
    assert!(stored <= bytes_max, "{stored} bytes");
}

#[tokio::test]
async fn nothing_is_written_to_a_disk_that_is_nearly_full() {
    let folder = tempfile::tempdir().expect("temporary directory");
    let mut config = config_in(folder.path());
    let request = json!({"operation": "count", "puzzle": ".".repeat(16)});
    let id = {
        let mut config = config.clone();
        config.jobs.worker = false;
        let app = App::new(&config).expect("the app is built");
        let created = Call::json("/jobs", request.to_string()).to(&app).await;
        created.json()["id"].as_str().expect("an id").to_owned()
    };
    config.jobs.free_bytes_min = 1 << 50;
    let app = App::new(&config).expect("the app is built");
    app.jobs.start().await;
    for call in [Call::json("/jobs", request.to_string()), Call::text("/uploads", UNIQUE)] {
        let refused = call.to(&app).await;
        assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (507, &json!("storage_full")));
        assert!(refused.body.contains("(jobs.free_bytes_min)"), "{}", refused.body);
    }
    assert_eq!(Call::get(&format!("/jobs/{id}")).to(&app).await.json()["state"], "queued");
    assert_eq!(app.jobs.meters().claimed.get(), 0);
    app.jobs.drain().await;
    config.jobs.free_bytes_min = 0;
    let app = App::new(&config).expect("the app is built");
    app.jobs.start().await;
    let service = Service { app, folder };
    assert_eq!(service.ended(&id).await["count"], "288");
}

/// Length of all files in a folder.
fn bytes_below(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries
        .map(
            |path| {
                if path.is_dir() {
                    bytes_below(&path)
                } else {
                    fs::metadata(path).map_or(0, |file| file.len())
                }
            },
        )
        .sum()
}

#[tokio::test]
async fn uploads_belong_to_the_key() {
    let service = Service::with_keys(&["alice", "bob"]);
    let upload = service.send(Call::text("/uploads", UNIQUE).header("x-api-key", "alice")).await.json();
    let request = json!({"operation": "solve", "input": {"upload": upload["id"]}}).to_string();
    for (key, created, shown) in [("bob", 404, 404), ("alice", 202, 200)] {
        let reply = service.send(Call::json("/jobs", request.clone()).header("x-api-key", key)).await;
        assert_eq!(reply.status, created, "{}", reply.body);
        let path = format!("/uploads/{}", upload["id"].as_str().expect("an id"));
        assert_eq!(service.send(Call::get(&path).header("x-api-key", key)).await.status, shown);
    }
    let unknown = json!({"operation": "solve", "input": {"upload": "x"}}).to_string();
    assert_eq!(service.send(Call::json("/jobs", unknown).header("x-api-key", "bob")).await.status, 404);
}

#[tokio::test]
async fn results_are_read_in_ranges_and_compressed() {
    let service = Service::new();
    let input = json!({"inline": [UNIQUE, "................", "x"]});
    let id = service.create(json!({"operation": "solve", "input": input})).await;
    service.ended(&id).await;
    let whole = service.results(&id, &[]).await;
    let length = whole.body.len();
    assert_eq!(
        ["accept-ranges", "quadrille-results", "cache-control"].map(|name| whole.header(name)),
        ["bytes", "complete", "no-store"]
    );
    assert_eq!(whole.header("content-length"), length.to_string());
    for (range, first, last) in
        [("bytes=0-0", 0, 0), ("bytes=10-", 10, length - 1), ("bytes=-7", length - 7, length - 1)]
    {
        let part = service.results(&id, &[("range", range), ("accept-encoding", "gzip")]).await;
        assert_eq!((part.status.as_u16(), &*part.body), (206, &whole.body[first..=last]));
        assert_eq!(part.header("content-range"), format!("bytes {first}-{last}/{length}"));
        assert_eq!(part.header("content-encoding"), "");
    }
    let beyond = service.results(&id, &[("range", &format!("bytes={length}-"))]).await;
    assert_eq!((beyond.status.as_u16(), &beyond.json()["code"]), (416, &json!("range_not_satisfiable")));
    assert_eq!(beyond.header("content-range"), format!("bytes */{length}"));
    let call = Call::get(&format!("/jobs/{id}/results")).header("accept-encoding", "gzip");
    let response = call.begin(&service.app).await;
    assert_eq!(response.headers()["content-encoding"], "gzip");
    let bytes = response.into_body().collect().await.expect("complete").to_bytes();
    let mut text = String::new();
    GzDecoder::new(&*bytes).read_to_string(&mut text).expect("gzip");
    assert_eq!(text, whole.body);
    assert_eq!(service.app.input_budget.reserved(), 0);
}

/// Lines of text in an order of their own.
fn sorted(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines
}

#[tokio::test]
async fn results_as_text_are_the_text_of_the_batch() {
    const TEXT: (&str, &str) = ("accept", "text/plain");
    let service = Service::new();
    let rows = json!([[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]]);
    let puzzles = json!([
        UNIQUE,
        "1.....3..4......",
        "11..............",
        // The digits begin with 0.
        "0.....2..30....1",
        "1...\n..3.\n.4..\n...2\n",
        {"puzzle": rows, "source": "a\tb", "id": 7},
    ]);
    let limits = json!([UNIQUE, {"puzzle": UNIQUE, "limit": 2}, {"puzzle": UNIQUE, "limit": 1}]);
    let problems = json!([{"primary": ["a"], "options": [["a"], ["a"]]}, {"primary": ["a"], "options": []}]);
    for (operation, options, entries) in [
        ("solve", json!({}), &puzzles),
        ("solve", json!({"limit": 2, "keep": true}), &puzzles),
        ("solve", json!({}), &limits),
        ("count", json!({"limit": 5}), &puzzles),
        ("rate", json!({"keep": true}), &puzzles),
        ("minimal", json!({}), &puzzles),
        ("minimal", json!({"reduce": true}), &puzzles),
        ("canonical", json!({}), &puzzles),
        ("shuffle", json!({"seed": 7}), &puzzles),
        ("candidates", json!({"counts": 3}), &puzzles),
        ("candidates", json!({"nodes": 1}), &puzzles),
        ("exact_cover_count", json!({}), &problems),
    ] {
        let query = options.as_object().expect("an object").iter();
        let query: Vec<String> = query.map(|(name, value)| format!("{name}={value}")).collect();
        let path = operation.replace("exact_cover_", "exact-cover/");
        let batch = Call::json(&format!("/{path}/batch?{}", query.join("&")), entries.to_string());
        let batch = service.send(batch.header(TEXT.0, TEXT.1)).await;
        assert!(!batch.body.contains("error"), "{}", batch.body);
        let request = json!({"operation": operation, "input": {"inline": entries}, "options": options});
        let id = service.create(request).await;
        service.ended(&id).await;
        let text = service.results(&id, &[TEXT]).await;
        assert_eq!((&*text.body, text.header("content-type")), (&*batch.body, "text/plain; charset=utf-8"));
        assert_eq!(service.results(&id, &[]).await.lines().len(), text.body.lines().count());
    }

    let generate = json!({"operation": "generate", "options": {"count": 20, "size": 4, "seed": 7}});
    let id = service.create(generate).await;
    service.ended(&id).await;
    let stream = Call::get("/generate?count=20&size=4&seed=7").header(TEXT.0, TEXT.1);
    let text = service.results(&id, &[TEXT]).await;
    assert_eq!(text.body, service.send(stream).await.body);
    let middle = service.results(&id, &[TEXT, ("range", "bytes=17-33")]).await;
    assert_eq!((middle.status.as_u16(), &*middle.body), (206, &text.body[17..34]));
    assert_eq!(middle.header("content-range"), format!("bytes 17-33/{}", text.body.len()));

    for (request, list) in [
        (
            json!({"operation": "solutions", "puzzle": "1..............."}),
            Call::text("/solutions?limit=100", "1..............."),
        ),
        (
            json!({"operation": "exact_cover_solutions", "problem": problems[0]}),
            Call::json("/exact-cover/solutions", problems[0].to_string()),
        ),
    ] {
        let id = service.create(request).await;
        service.ended(&id).await;
        let text = service.results(&id, &[TEXT]).await;
        let list = service.send(list.header(TEXT.0, TEXT.1)).await;
        assert_eq!(sorted(&text.body), sorted(&list.body));
    }
}

#[tokio::test]
async fn error_of_an_entry_as_text_names_its_line() {
    let service = Service::new();
    let upload = service.upload(format!("{UNIQUE}\n\n1..\n")).await;
    let id = service.create(json!({"operation": "count", "input": {"upload": upload}})).await;
    service.ended(&id).await;
    let text = service.results(&id, &[("accept", "text/plain")]).await;
    let lines: Vec<&str> = text.body.lines().collect();
    assert!(matches!(lines[..], ["unique 1", error] if error.starts_with("error: line 3: ")), "{lines:?}");
}

#[tokio::test]
async fn running_job_has_the_results_of_its_first_pieces() {
    let service = Service::new();
    let id = service.half_done().await;
    let partial = service.results(&id, &[]).await;
    assert_eq!((partial.status.as_u16(), partial.header("quadrille-results")), (200, "partial"));
    assert_eq!(partial.lines().len(), 4096);
    let length = partial.body.len();
    let part = service.results(&id, &[("range", "bytes=0-9")]).await;
    assert_eq!((part.status.as_u16(), part.header("content-range")), (206, "bytes 0-9/*"));
    let rest = format!("bytes={length}-");
    let pending = service.results(&id, &[("range", &rest)]).await;
    assert_eq!((pending.status.as_u16(), pending.header("retry-after")), (409, "1"));
    service.cancel(&id).await;
    let complete = service.results(&id, &[]).await;
    assert_eq!(complete.header("quadrille-results"), "complete");
    assert!(complete.body.starts_with(&partial.body));
}

/// Names and ids of the events, and the job of the last one.
fn events(text: &str) -> (Vec<(String, u64)>, Value) {
    let mut last = Value::Null;
    let event = |block: &str| {
        let field = |name: &str| block.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
        last = serde_json::from_str(field("data")?).expect("JSON");
        let id = field("id").expect("an id").parse().expect("a revision");
        assert_eq!(last["revision"], id);
        Some((field("event").expect("a name").to_owned(), id))
    };
    let events = text.split("\n\n").filter_map(event).collect();
    (events, last)
}

#[tokio::test]
async fn events_lead_to_the_end_and_are_not_repeated() {
    let service = Service::new();
    let id = service.half_done().await;
    let path = format!("/jobs/{id}/events");
    let response = Call::get(&path).begin(&service.app).await;
    let value = |headers: &HeaderMap, name: &str| headers[name].to_str().expect("text").to_owned();
    assert_eq!(
        ["content-type", "cache-control", "x-accel-buffering"].map(|name| value(response.headers(), name)),
        ["text/event-stream", "no-store", "no"]
    );
    let cancel = service.send(Call::new(Method::DELETE, &format!("/jobs/{id}")));
    let (reply, cancelled) = tokio::join!(Reply::of(response), cancel);
    assert_eq!(cancelled.status, 202);
    assert!(reply.body.contains("retry: 1000"), "{}", reply.body);
    let (all, job) = events(&reply.body);
    assert_eq!((&*all[0].0, &*all.last().expect("events").0), ("state", "end"));
    assert!(all.is_sorted_by_key(|(_, revision)| *revision), "{all:?}");
    assert_eq!(job, service.send(Call::get(&format!("/jobs/{id}"))).await.json());
    let last = all.last().expect("events").1;
    let resumed = service.send(Call::get(&path).header("last-event-id", &(last - 1).to_string())).await;
    assert_eq!(events(&resumed.body).0, [("end".to_owned(), last)]);
    let ended = service.send(Call::get(&path).header("last-event-id", &last.to_string())).await;
    assert_eq!((ended.status.as_u16(), &*ended.body), (204, ""));
    let other = service.send(Call::get(&path).header("last-event-id", "of another job")).await;
    assert_eq!(events(&other.body).0, [("end".to_owned(), last)]);
}

#[tokio::test]
async fn received_event_is_not_sent_again_while_the_job_runs() {
    let service = Service::new();
    let id = service.half_done().await;
    let revision = service.send(Call::get(&format!("/jobs/{id}"))).await.json()["revision"].to_string();
    let call = Call::get(&format!("/jobs/{id}/events")).header("last-event-id", &revision);
    let resumed = call.begin(&service.app).await;
    let (reply, _) = tokio::join!(Reply::of(resumed), service.cancel(&id));
    let (all, job) = events(&reply.body);
    assert!(all.iter().all(|(_, id)| id.to_string() != revision), "{all:?}");
    assert_eq!(job["state"], "cancelled");
}

#[tokio::test]
async fn retried_job_has_a_new_revision_and_a_new_end() {
    let service = Service::new();
    let id = service.half_done().await;
    let retry = async || service.send(Call::new(Method::POST, &format!("/v1/jobs/{id}/retry"))).await;
    let refused = retry().await;
    assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (409, &json!("job_not_retryable")));
    service.cancel(&id).await;
    assert_eq!(retry().await.status, 409);

    // Two options for each of 130 items: the count exceeds 128 bits.
    let items: Vec<String> = (0..130).map(|item| format!("i{item}")).collect();
    let options: Vec<[&String; 1]> = items.iter().flat_map(|item| [[item], [item]]).collect();
    let problem = json!({"primary": items, "options": options});
    let id = service.create(json!({"operation": "exact_cover_count", "problem": problem})).await;
    let failed = service.ended(&id).await;
    assert_eq!((&failed["state"], &failed["pieces"]["failed"]), (&json!("failed"), &json!(1)));
    let (path, revision) = (format!("/jobs/{id}/events"), failed["revision"].as_u64().expect("a number"));
    let watch = || Call::get(&path).header("last-event-id", &revision.to_string());
    assert_eq!(service.send(watch()).await.status, 204);
    let retried = service.send(Call::new(Method::POST, &format!("/jobs/{id}/retry"))).await;
    assert_eq!(retried.status, 202, "{}", retried.body);
    let job = retried.json();
    assert!(job["revision"].as_u64() > Some(revision), "{job}");
    // It may have failed again.
    let (all, job) = events(&service.send(watch()).await.body);
    assert!(all.iter().all(|(_, id)| *id > revision), "{all:?}");
    assert_eq!((&*all.last().expect("events").0, &job["state"]), ("end", &json!("failed")));
}

#[tokio::test]
async fn event_streams_are_bounded_for_all_and_for_each_client() {
    for (streams_max, status, code) in
        [(1, 503, "overloaded"), (2, 429, "share_exceeded"), (0, 503, "overloaded")]
    {
        let service = Service::with(|config| config.jobs.event_streams_max = streams_max);
        let id = service.half_done().await;
        let watch = || Call::get(&format!("/jobs/{id}/events"));
        let open = watch().begin(&service.app).await;
        if streams_max > 0 {
            assert_eq!(open.status(), 200);
        }
        let refused = service.send(watch()).await;
        assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (status, &json!(code)));
        assert_eq!(refused.header("retry-after"), "1");
        drop(open);
        assert_eq!(watch().begin(&service.app).await.status(), if streams_max > 0 { 200 } else { 503 });
        service.cancel(&id).await;
    }
}

#[tokio::test]
async fn events_end_at_shutdown() {
    let folder = tempfile::tempdir().expect("temporary directory");
    let mut config = config_in(folder.path());
    config.shutdown.pre_drain_ms = 0;
    let mut server = TestServer::start(&config);
    let service = Service { app: server.app.clone(), folder };
    let id = service.half_done().await;
    let path = format!("/jobs/{id}/events");
    let mut connection = server.connect().await;
    let request = get_request(&path);
    within_timeout(async {
        use tokio::io::{AsyncReadExt, AsyncWriteExt};

        connection.write_all(&request).await.expect("written");
        let mut begun = vec![0; 1024];
        let mut text = String::new();
        while !text.contains("event: state") {
            let read = connection.read(&mut begun).await.expect("events");
            assert_ne!(read, 0, "the stream ended: {text}");
            text += &String::from_utf8_lossy(&begun[..read]);
        }
        server.stop(StopSignal::Terminate);
        let mut rest = String::new();
        connection.read_to_string(&mut rest).await.expect("the stream ends");
        assert!(!rest.contains("event: end"), "{rest}");
    })
    .await;
    server.ended().await;
}

#[tokio::test]
async fn expired_jobs_have_no_results() {
    let service = Service::new();
    let input = json!({"inline": [UNIQUE]});
    let id = service.create(json!({"operation": "solve", "input": input, "ttl_s": 1})).await;
    let count = service.create(json!({"operation": "count", "puzzle": UNIQUE, "ttl_s": 1})).await;
    service.until(&id, |job| job["state"] == "expired").await;
    let expired = service.results(&id, &[]).await;
    assert_eq!((expired.status.as_u16(), &expired.json()["code"]), (410, &json!("results_expired")));
    let (all, _) = events(&service.send(Call::get(&format!("/jobs/{id}/events"))).await.body);
    assert_eq!(all.len(), 1);
    let expired = service.until(&count, |job| job["state"] == "expired").await;
    assert_eq!(expired["count"], Value::Null);
}

#[tokio::test]
async fn more_puzzles_than_a_job_can_generate_are_refused() {
    let service = Service::with(|config| config.jobs.pieces_max = 10);
    let call = |count: u64| {
        let body = json!({"operation": "generate", "options": {"size": 4, "count": count}});
        Call::json("/jobs", body.to_string())
    };
    let refused = service.send(call(161)).await;
    assert_eq!(refused.status, 422);
    assert_eq!(refused.json()["errors"][0]["pointer"], "/options/count");
    assert_eq!(service.send(call(160)).await.status, 202);
}

#[tokio::test]
async fn unavailable_database_refuses_jobs_and_uploads() {
    let service = Service::with(|config| config.jobs.database = "sqlite:/proc/missing/jobs.db".to_owned());
    let body = json!({"operation": "solve", "input": {"inline": [UNIQUE]}}).to_string();
    for call in [Call::json("/jobs", body), Call::text("/uploads", UNIQUE)] {
        let refused = service.send(call).await;
        assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (503, &json!("jobs_unavailable")));
        assert!(refused.json()["detail"].as_str().is_some_and(|detail| detail.contains("jobs.database")));
        // Another attempt does not help.
        assert!(!refused.headers.contains_key("retry-after"));
    }
    assert_eq!(service.send(Call::get("/livez")).await.status, 200);
    let off = app();
    // Without jobs, the page has no tab for them.
    service.app.jobs.start().await;
    let page = async |app: &App| Call::get("/").header("accept", "text/html").to(app).await.body;
    let (without, with) = (page(&service.app).await, page(&Service::new().app).await);
    assert_eq!(
        [&without, &page(&off).await, &with].map(|page| page.contains(r#"data-opens="job""#)),
        [false, false, true]
    );
    let id = "5f0c6a1e8e6b4f7c9a2d3b4c5d6e7f80";
    for path in ["", "/results", "/events"] {
        assert_eq!(Call::get(&format!("/jobs/{id}{path}")).to(&off).await.status, 404);
    }
    assert_eq!(Call::text("/uploads", UNIQUE).to(&off).await.status, 404);
    assert_eq!(Call::get(&format!("/uploads/{id}")).to(&off).await.status, 404);
}

#[tokio::test]
async fn store_that_cannot_write_refuses_jobs_until_it_can() {
    let service = Service::new();
    let call = || {
        let body = json!({"operation": "solve", "input": {"inline": [UNIQUE]}}).to_string();
        [Call::json("/jobs", body), Call::text("/uploads", UNIQUE)]
    };
    for created in call() {
        assert!(service.send(created).await.status.is_success());
    }
    let (objects, away) = (service.folder.path().join("objects"), service.folder.path().join("away"));
    fs::rename(&objects, &away).expect("renamed");
    fs::write(&objects, "no folder").expect("written");
    for call in call() {
        let refused = service.send(call).await;
        assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (503, &json!("overloaded")));
    }
    fs::remove_file(&objects).expect("removed");
    fs::rename(&away, &objects).expect("renamed");
    for created in call() {
        assert!(service.send(created).await.status.is_success());
    }
}

#[tokio::test]
async fn count_exceeds_64_bits() {
    let service = Service::new();
    let items: Vec<String> = (0..70).map(|item| format!("i{item}")).collect();
    let options: Vec<[&String; 1]> = items.iter().flat_map(|item| [[item], [item]]).collect();
    let problem = json!({"primary": items, "options": options});
    let id = service.create(json!({"operation": "exact_cover_count", "problem": problem})).await;
    let job = service.ended(&id).await;
    assert_eq!((&job["state"], &job["count"]), (&json!("succeeded"), &json!("1180591620717411303424")));
}
