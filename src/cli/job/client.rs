//! Client of the endpoints of jobs.

use std::error::Error;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use bytes::Bytes;
use http::request::Builder;
use http::{HeaderValue, Method, Request, Response, StatusCode, header};
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use quadrille_jobs::JobId;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::time::timeout;

use super::arguments::ServiceArguments;
use super::call::{CallError, CallRefusal};
use super::report::JobReport;
use crate::cli::service_address::ServiceAddress;

/// Time limit for a connection, and for the next bytes of a response.
const IDLE_MAX: Duration = Duration::from_secs(60);

/// Body of a request.
pub(super) type RequestBody = UnsyncBoxBody<Bytes, Box<dyn Error + Send + Sync>>;

/// Client of a service, with a connection for each call.
pub(super) struct Client {
    address: ServiceAddress,
    /// The URL as given, for messages.
    url: String,
    authorization: Option<HeaderValue>,
    /// Path of the version of the API; empty for the admin listener.
    version: &'static str,
}

impl Client {
    /// Makes a client.
    ///
    /// # Errors
    /// If the URL or the key is invalid.
    pub(super) fn new(arguments: &ServiceArguments) -> Result<Self> {
        let bearer = |key: &String| HeaderValue::from_str(&format!("Bearer {key}"));
        let authorization = arguments.key.as_ref().map(bearer).transpose();
        let authorization = authorization.context("the API key has characters that no header may have")?;
        Ok(Self {
            address: ServiceAddress::of_url(&arguments.url)?,
            url: arguments.url.clone(),
            authorization,
            version: "/v1",
        })
    }

    /// Makes a client of an admin listener.
    ///
    /// # Errors
    /// If the URL is invalid.
    pub(super) fn admin(url: &str) -> Result<Self> {
        let address = ServiceAddress::of_url(url)?;
        Ok(Self { address, url: url.to_owned(), authorization: None, version: "" })
    }

    /// Returns a job.
    pub(super) async fn job(&self, id: JobId) -> Result<JobReport, CallError> {
        self.get(&format!("/jobs/{id}")).await
    }

    /// Creates a job, or returns the job of an earlier request with the same key.
    pub(super) async fn create(&self, request: &Value, key: &str) -> Result<JobReport, CallError> {
        let builder =
            Request::builder().method(Method::POST).header(header::CONTENT_TYPE, "application/json");
        let builder = builder.header("idempotency-key", key);
        let response = self.send(builder, "/jobs", full(request.to_string().into())).await?;
        self.read(response).await
    }

    /// Cancels a job, or removes one that has ended. Returns the status of the response.
    pub(super) async fn delete(&self, id: JobId) -> Result<StatusCode, CallError> {
        let response = self
            .send(Request::builder().method(Method::DELETE), &format!("/jobs/{id}"), full(Bytes::new()))
            .await?;
        Ok(response.status())
    }

    /// Runs the failed pieces of a job again.
    pub(super) async fn retry(&self, id: JobId) -> Result<JobReport, CallError> {
        let response = self.post(&format!("/jobs/{id}/retry")).await?;
        self.read(response).await
    }

    /// Sends a request with an effect, and without a body.
    pub(super) async fn post(&self, path: &str) -> Result<Response<Incoming>, CallError> {
        self.send(Request::builder().method(Method::POST), path, full(Bytes::new())).await
    }

    /// Returns the JSON at a path.
    pub(super) async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, CallError> {
        let response = self.send(Request::builder(), path, full(Bytes::new())).await?;
        self.read(response).await
    }

    /// Sends a request to a path. The response has a status of success.
    pub(super) async fn send(
        &self,
        request: Builder,
        path: &str,
        body: RequestBody,
    ) -> Result<Response<Incoming>, CallError> {
        let prefix = self.address.path().trim_end_matches('/');
        let path = format!("{prefix}{}{path}", self.version);
        let mut request = request.uri(path).header(header::HOST, self.address.host());
        if let Some(key) = &self.authorization {
            request = request.header(header::AUTHORIZATION, key);
        }
        let request = request.body(body).map_err(|error| self.failed(error))?;
        let connected = timeout(IDLE_MAX, self.address.connect()).await;
        let connected = connected.unwrap_or_else(|_| Err(anyhow!("no connection within {IDLE_MAX:?}")));
        let unreachable = |cause| CallError::Unreachable { url: self.url.clone(), cause };
        let mut connection = connected.map_err(unreachable)?;
        let response = connection.send_request(request).await.map_err(|error| self.interrupted(error))?;
        if response.status().is_success() { Ok(response) } else { Err(self.refusal(response).await) }
    }

    /// Returns the next bytes of a body; `None` at the end.
    pub(super) async fn next(&self, body: &mut Incoming) -> Result<Option<Bytes>, CallError> {
        loop {
            let frame = timeout(IDLE_MAX, body.frame()).await.map_err(|error| self.interrupted(error))?;
            let Some(frame) = frame.transpose().map_err(|error| self.interrupted(error))? else {
                return Ok(None);
            };
            if let Ok(bytes) = frame.into_data() {
                return Ok(Some(bytes));
            }
        }
    }

    /// Reads a JSON body.
    pub(super) async fn read<T: DeserializeOwned>(
        &self,
        response: Response<Incoming>,
    ) -> Result<T, CallError> {
        let body = self.read_bytes(response).await?;
        serde_json::from_slice(&body).map_err(|error| self.failed(error))
    }

    async fn read_bytes(&self, response: Response<Incoming>) -> Result<Vec<u8>, CallError> {
        let mut body = response.into_body();
        let mut read = Vec::new();
        while let Some(bytes) = self.next(&mut body).await? {
            read.extend_from_slice(&bytes);
        }
        Ok(read)
    }

    async fn refusal(&self, response: Response<Incoming>) -> CallError {
        let status = response.status();
        let seconds = response.headers().get(header::RETRY_AFTER).and_then(|value| value.to_str().ok());
        let retry_after = seconds.and_then(|seconds| seconds.parse().ok()).map(Duration::from_secs);
        match self.read_bytes(response).await {
            Ok(body) => CallError::Refused(CallRefusal {
                url: self.url.clone(),
                status,
                had_key: self.authorization.is_some(),
                retry_after,
                problem: serde_json::from_slice(&body).ok(),
            }),
            Err(error) => error,
        }
    }

    fn failed(&self, cause: impl Into<anyhow::Error>) -> CallError {
        CallError::Failed { url: self.url.clone(), cause: cause.into() }
    }

    fn interrupted(&self, cause: impl Into<anyhow::Error>) -> CallError {
        CallError::Interrupted { url: self.url.clone(), cause: cause.into() }
    }
}

/// Returns a body of these bytes.
pub(super) fn full(bytes: Bytes) -> RequestBody {
    Full::new(bytes).map_err(|never| match never {}).boxed_unsync()
}
