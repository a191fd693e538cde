//! Measures the service without solving: `POST /solve` with the same connections and middleware. It parses the puzzle and
//! answers `unknown`.
//!
//! ```sh
//! cargo run --profile dist --example baseline -- [--listen 127.0.0.1:8081]
//! ```
//!
//! Settings come from the environment, as for the service. `benches/README.md` describes the comparison.

use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;
use axum::body::Bytes;
use axum::extract::RawQuery;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use clap::Parser;
use quadrille::config::{Config, Overrides};
use quadrille::http::{HostSettings, admin_router};
use quadrille::server::{App, Listeners, run, runtime};
use quadrille::shutdown::ShutdownSignals;
use quadrille::telemetry;
use quadrille::transport::Listener;
use quadrille_answers::kinds::Solve;
use quadrille_answers::service::{Limits, Reply};
use quadrille_answers::wire::{AnswerKind as _, ProblemBounds, ResponseBody, WorkStats, read_json};
use quadrille_sudoku::{Answer, Stats, StopReason};

/// Serves `POST /solve` without solving
#[derive(Debug, Parser)]
struct Arguments {
    /// Address and port to listen on
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8081")]
    listen: SocketAddr,
}

/// Parses the question, and answers without a search.
async fn answer(RawQuery(query): RawQuery, body: Bytes) -> Response {
    let Ok(request) = read_json::<Solve>(&body, query.as_deref().unwrap_or_default(), ProblemBounds::MAX)
    else {
        return StatusCode::UNPROCESSABLE_ENTITY.into_response();
    };
    let reply = Reply {
        interruption: None,
        answer: Answer::unknown(StopReason::Interrupted, Stats::default()),
        limits: Limits { time: Duration::from_secs(5), nodes: None, threads: NonZeroUsize::MIN },
        queued: Duration::ZERO,
        solving: Duration::ZERO,
    };
    let result = Solve::result(&reply, &request.style.notation);
    match serde_json::to_vec(&ResponseBody::<_, WorkStats>::from((result, &reply))) {
        Ok(json) => ([(header::CONTENT_TYPE, "application/json")], json).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

fn serve(listen: SocketAddr) -> anyhow::Result<()> {
    let config = Config::load(&Overrides::default())?;
    let _telemetry = telemetry::init(&config.log, &config.telemetry)?;
    let app = App::new(&config)?;
    let routes = [("/solve", post(answer))];
    let router =
        admin_router(&app.dispatcher, &app.jobs, app.metrics.clone(), HostSettings::default(), routes);
    runtime(&config)?.block_on(async {
        let mut signals = ShutdownSignals::listen()?;
        let public = Listener::tcp(listen).with_context(|| format!("cannot listen on {listen}"))?;
        run(Listeners { public, admin: None }, App { router, ..app }, &config, signals.next()).await;
        Ok(())
    })
}

fn main() -> ExitCode {
    match serve(Arguments::parse().listen) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("baseline: {error:#}");
            ExitCode::FAILURE
        }
    }
}
