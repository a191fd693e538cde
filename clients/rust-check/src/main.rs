//! Calls the service at `QUADRILLE_URL` by a client that openapi-generator has made from openapi.yaml.

use std::env;
use std::error::Error;
use std::sync::Arc;

use generated::apis;
use generated::apis::batches_api::{BatchesApi, BatchesApiClient, SolveBatchParams};
use generated::apis::configuration::Configuration;
use generated::apis::jobs_api::{CreateJobParams, GetJobParams, JobsApi, JobsApiClient};
use generated::apis::puzzles_api::{CountParams, PuzzlesApi, PuzzlesApiClient, SolveParams};
use generated::models::job::State;
use generated::models::{
    CountRequest, Grid, JobOperation, JobRequest, Problem, ProblemCode, Puzzle, SolveBatchResult,
    SolveElement, SolveEntry, SolveRequest, Verdict,
};
use reqwest::header::{ACCEPT, HeaderMap, HeaderValue};

const UNIQUE: &str = "1.....3..4.....2";
const SOLUTION: &str = "1324423124133142";
const MULTIPLE: &str = "1.....3..4......";
const EMPTY: &str = "................";

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    // Without it, a batch is answered as NDJSON, which generated code cannot read.
    let headers = HeaderMap::from_iter([(ACCEPT, HeaderValue::from_static("application/json"))]);
    let configuration = Arc::new(Configuration {
        base_path: env::var("QUADRILLE_URL")?,
        client: reqwest::Client::builder().default_headers(headers).build()?,
        ..Configuration::default()
    });
    let puzzles = PuzzlesApiClient::new(Arc::clone(&configuration));
    let batches = BatchesApiClient::new(Arc::clone(&configuration));
    let jobs = JobsApiClient::new(configuration);

    let request = SolveRequest::new(text(UNIQUE));
    let solved = puzzles.solve(SolveParams::builder().solve_request(request).build()).await?;
    assert_eq!(solved.verdict, Verdict::Unique);
    assert_eq!(solved.solution.as_deref(), Some(&Grid::Text(SOLUTION.to_owned())));

    let request = CountRequest::new(text(MULTIPLE));
    let counted = puzzles.count(CountParams::builder().count_request(request).build()).await?;
    assert_eq!((counted.verdict, counted.count), (Verdict::Multiple, 2));

    let request = SolveRequest::new(text("12.4"));
    let rejected = puzzles.solve(SolveParams::builder().solve_request(request).build()).await;
    let Err(apis::Error::ResponseError(response)) = rejected else {
        return Err(format!("expected a problem, got {rejected:?}").into());
    };
    // `entity` has the body, too, but always as that of the first status of the document.
    let problem: Problem = serde_json::from_str(&response.content)?;
    assert_eq!((response.status.as_u16(), problem.status), (422, 422));
    assert_eq!(problem.code, ProblemCode::InvalidQuestion);
    assert_eq!(problem.errors[0].pointer.as_deref(), Some("/puzzle"));

    let elements = vec![
        SolveElement::PuzzleText(UNIQUE.to_owned()),
        SolveElement::SolveEntry(SolveEntry::new(text(MULTIPLE))),
        SolveElement::PuzzleText("12.4".to_owned()),
    ];
    let batch = batches.solve_batch(SolveBatchParams::builder().solve_element(elements).build()).await?;
    assert_eq!((batch.summary.unique, batch.summary.multiple, batch.summary.errors), (1, 1, 1));
    assert!(matches!(batch.results[2], SolveBatchResult::ErrorLine(_)), "{:?}", batch.results[2]);

    let request = JobRequest { puzzle: Some(Some(Box::new(text(EMPTY)))), ..JobRequest::new(JobOperation::Count) };
    let mut job = jobs.create_job(CreateJobParams::builder().job_request(request).build()).await?;
    while job.ended_ms.is_none() {
        job = jobs.get_job(GetJobParams::builder().id(job.id).build()).await?;
    }
    assert_eq!((job.state, job.count.as_deref()), (State::Succeeded, Some("288")));

    println!("the generated Rust client works");
    Ok(())
}

fn text(puzzle: &str) -> Puzzle {
    Puzzle::Text(puzzle.to_owned())
}
