//! Calls of tools, and reads of resources: requests to the routes of the service.

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use http::request::Parts;
use http::{HeaderValue, Method, StatusCode, Uri, header};
use http_body_util::BodyExt;
use quadrille_answers::faults::{Fault, FaultCode, Location, Refusal};
use quadrille_answers::service::{ClientId, Dispatcher};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorData, Implementation,
    ListResourcesResult, ListToolsResult, PaginatedRequestParams, ReadResourceRequestParams,
    ReadResourceResponse, ReadResourceResult, ResourceContents, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::Value;
use tower::ServiceExt;

use super::message::Arguments;
use super::resources::{List, resources};
use super::tools::{INSTRUCTIONS, Tool, names, tools};
use crate::http::caller::{Caller, client_id};
use crate::http::error::ApiError;
use crate::http::extract::{APPLICATION_JSON, AnswerText, WithText};
use crate::http::runtime_work::SHORT_ANSWER;
use crate::http::state::WholeDocument;
use crate::version::VERSION;

/// Longest answer whose JSON is also text, for hosts that show models no structured content.
const JSON_TEXT_MAX: usize = 4096;

/// Members of an answer that are left out of its text.
const NOT_IN_TEXT: [&str; 2] = ["stats", "limits"];

/// The tools and resources of a service.
#[derive(Clone, Debug)]
pub struct Tools {
    routes: Router,
    dispatcher: Dispatcher,
    whole_document: WholeDocument,
}

/// Answer of a route.
struct RouteAnswer {
    status: StatusCode,
    json: Vec<u8>,
    text: Option<AnswerText>,
}

impl Tools {
    pub(in crate::http) fn new(
        routes: Router,
        dispatcher: Dispatcher,
        whole_document: WholeDocument,
    ) -> Self {
        Self { routes, dispatcher, whole_document }
    }

    /// Asks a route. The request has the client and the reservation of the message, if there is one.
    async fn ask(
        &self,
        method: Method,
        path: &'static str,
        body: Vec<u8>,
        message: Option<&Parts>,
    ) -> Result<RouteAnswer, ErrorData> {
        let mut request = Request::new(Body::from(body));
        *request.method_mut() = method;
        *request.uri_mut() = Uri::from_static(path);
        for name in [header::CONTENT_TYPE, header::ACCEPT] {
            request.headers_mut().insert(name, APPLICATION_JSON);
        }
        request.headers_mut().insert(header::HOST, HeaderValue::from_static("localhost"));
        request
            .extensions_mut()
            .extend(message.map(|message| message.extensions.clone()).unwrap_or_default());
        request.extensions_mut().insert(WithText);
        let caller = Caller::from_extensions(request.extensions()).ok().cloned();
        let Ok(mut response) = self.routes.clone().oneshot(request).await;
        let (status, text) = (response.status(), response.extensions_mut().remove());
        let json = match (response.extensions_mut().remove::<ApiError>(), caller) {
            (Some(error), Some(caller)) => {
                serde_json::to_vec(&error.into_problem(status, caller.id.as_str()))
            }
            _ => Ok(response.into_body().collect().await.map_err(internal)?.to_bytes().into()),
        };
        Ok(RouteAnswer { status, json: json.map_err(internal)?, text })
    }

    async fn call(
        &self,
        request: CallToolRequestParams,
        message: Option<&Parts>,
    ) -> Result<CallToolResult, ErrorData> {
        let Some(tool) = Tool::named(&request.name) else {
            return Err(ErrorData::invalid_params(format!("no such tool: the tools are {}", names()), None));
        };
        let (body, unknown) = match message.and_then(|message| message.extensions.get::<Arguments>()) {
            Some(Arguments { json, unknown }) => (json.to_vec(), *unknown),
            None => {
                let arguments = request.arguments.unwrap_or_default();
                let unknown = tool.doc.without.iter().copied().find(|name| arguments.contains_key(*name));
                (serde_json::to_vec(&arguments).map_err(internal)?, unknown)
            }
        };
        if let Some(name) = unknown {
            return refused(unknown_argument(name), message).map_err(internal);
        }
        let answer = self.ask(Method::POST, tool.path, body, message).await?;
        if answer.json.len() <= SHORT_ANSWER {
            return answer.into_result().map_err(internal);
        }
        let client = message.and_then(|message| client_id(&message.extensions).ok());
        let written =
            self.dispatcher.compute_part(client.unwrap_or(ClientId::SHARED), || answer.into_result());
        written.await.map_err(internal)?.map_err(internal)
    }

    async fn read(&self, uri: String, message: Option<&Parts>) -> Result<ReadResourceResult, ErrorData> {
        let list = List::at(&uri).ok_or_else(|| ErrorData::resource_not_found("no such resource", None))?;
        let answer = self.ask(Method::GET, list.path, Vec::new(), message).await?;
        let text = String::from_utf8(answer.json).map_err(internal)?;
        let contents = ResourceContents::text(text, uri).with_mime_type("application/json");
        Ok(ReadResourceResult::new(vec![contents]))
    }
}

impl RouteAnswer {
    /// Makes the result of a tool.
    fn into_result(self) -> serde_json::Result<CallToolResult> {
        if !self.status.is_success() {
            return Ok(CallToolResult::error(vec![json_text(&self.json)]));
        }
        let json: Value = serde_json::from_slice(&self.json)?;
        let mut result = CallToolResult::success(content(&json, self.text)?);
        result.structured_content = Some(json);
        Ok(result)
    }
}

/// Returns the texts of an answer: its text, and its JSON unless it is long.
fn content(json: &Value, text: Option<AnswerText>) -> serde_json::Result<Vec<ContentBlock>> {
    let mut short = json.clone();
    if let Value::Object(members) = &mut short {
        members.retain(|name, _| !NOT_IN_TEXT.contains(&name.as_str()));
    }
    let short = serde_json::to_string(&short)?;
    let short = (text.is_none() || short.len() <= JSON_TEXT_MAX).then_some(short);
    Ok(text.map(|AnswerText(text)| text).into_iter().chain(short).map(ContentBlock::text).collect())
}

fn json_text(json: &[u8]) -> ContentBlock {
    ContentBlock::text(String::from_utf8_lossy(json))
}

fn unknown_argument(name: &str) -> ApiError {
    let detail = format!("/{name}: a tool has no `{name}`: call it for each answer");
    let fault = Fault::new(FaultCode::UnknownField, detail).at(&Location::Pointer(format!("/{name}").into()));
    Refusal::from(fault).into()
}

/// Returns the result of a tool that refuses a call itself.
fn refused(error: ApiError, message: Option<&Parts>) -> serde_json::Result<CallToolResult> {
    let caller = message.and_then(|message| Caller::from_extensions(&message.extensions).ok());
    let id = caller.map_or("", |caller| caller.id.as_str());
    let status = error.status();
    let json = serde_json::to_vec(&error.into_problem(status, id))?;
    Ok(CallToolResult::error(vec![json_text(&json)]))
}

fn internal(error: impl std::error::Error) -> ErrorData {
    tracing::error!(%error, "a tool failed");
    ErrorData::internal_error("internal error; the service has logged the cause", None)
}

/// Runs work until the client cancels its request.
async fn unless_cancelled<T>(
    context: &RequestContext<RoleServer>,
    work: impl Future<Output = Result<T, ErrorData>>,
) -> Result<T, ErrorData> {
    tokio::select! {
        biased;
        () = context.ct.cancelled() => Err(ErrorData::internal_error("the client has cancelled the request", None)),
        done = work => done,
    }
}

impl ServerHandler for Tools {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().enable_resources().build();
        let program = Implementation::new(env!("CARGO_PKG_NAME"), VERSION).with_title("Quadrille");
        ServerConfig::new(capabilities).with_server_info(program).with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = tools(&self.dispatcher, self.whole_document).await;
        tools
            .map(ListToolsResult::with_all_items)
            .map_err(|error| ErrorData::internal_error(error.detail, None))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let called = self.call(request, context.extensions.get());
        unless_cancelled(&context, called).await.map(CallToolResponse::Complete)
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(resources()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        self.read(request.uri, context.extensions.get()).await.map(ReadResourceResponse::Complete)
    }
}
