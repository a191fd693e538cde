//! Messages of JSON-RPC, as the endpoint reads them before the protocol does.

use std::borrow::Cow;
use std::collections::BTreeMap;

use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::StatusCode;
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;

use super::tools::Tool;
use crate::http::extract::json;
use crate::http::runtime_work::PROTOCOL_BYTES_MAX;

/// Code of JSON-RPC for a message that is not JSON.
const PARSE_ERROR: i32 = -32700;

/// Code of JSON-RPC for a message that is no request, notification or response.
pub(super) const INVALID_REQUEST: i32 = -32600;

/// The arguments of the tool that a message calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Arguments {
    /// An object of JSON, for the route of the tool.
    pub(super) json: Bytes,
    /// Name of an argument that the tool does not have.
    pub(super) unknown: Option<&'static str>,
}

/// A message, in parts.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Message {
    /// Id of a request, as JSON.
    pub(super) id: Option<String>,
    pub(super) method: Option<String>,
    /// Id of the request that the message cancels, as JSON.
    pub(super) cancelled: Option<String>,
    /// The message for the protocol. Arguments that are an object are empty in it.
    pub(super) protocol: Bytes,
    pub(super) arguments: Option<Arguments>,
}

/// An error of JSON-RPC about a message whose id is not known.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ProtocolError {
    pub(super) code: i32,
    pub(super) message: String,
}

/// The members of a message that the endpoint reads itself.
#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    method: Option<Cow<'a, str>>,
    #[serde(borrow)]
    params: Option<&'a RawValue>,
}

/// Parameters of `notifications/cancelled`.
#[derive(Deserialize)]
struct Cancelled<'a> {
    #[serde(borrow, rename = "requestId")]
    request_id: &'a RawValue,
}

impl Message {
    /// Reads a message.
    ///
    /// # Errors
    /// [`ProtocolError`] if it is not JSON-RPC, or if it is too long without the arguments of its tool.
    pub(super) fn parse(message: &[u8]) -> Result<Self, ProtocolError> {
        let Envelope { id, method, params } = Envelope::parse(message)?;
        let params = params.map(RawValue::get);
        let cancelled = params
            .filter(|_| method.as_deref() == Some("notifications/cancelled"))
            .and_then(|params| serde_json::from_str::<Cancelled<'_>>(params).ok());
        let called = params.filter(|_| method.as_deref() == Some("tools/call")).and_then(Called::parse);
        let taken = called.and_then(|called| {
            let (protocol, json) = without(message, called.arguments.as_bytes())?;
            Some((protocol, Some(Arguments { json, unknown: called.unknown() })))
        });
        let (protocol, arguments) = taken.unwrap_or_else(|| (message.to_vec(), None));
        if protocol.len() > PROTOCOL_BYTES_MAX {
            let message = format!(
                "the message is too long: without the arguments of a tool, it may have {PROTOCOL_BYTES_MAX} bytes"
            );
            return Err(ProtocolError { code: INVALID_REQUEST, message });
        }
        Ok(Self {
            id: id.map(|id| id.get().to_owned()),
            method: method.map(Cow::into_owned),
            cancelled: cancelled.map(|cancelled| cancelled.request_id.get().to_owned()),
            protocol: protocol.into(),
            arguments,
        })
    }
}

impl<'a> Envelope<'a> {
    fn parse(message: &'a [u8]) -> Result<Self, ProtocolError> {
        match message.trim_ascii_start().first() {
            Some(b'{') => serde_json::from_slice(message).map_err(|error| ProtocolError {
                code: PARSE_ERROR,
                message: format!("the message is not valid JSON-RPC: {error}"),
            }),
            Some(b'[') => Err(ProtocolError {
                code: INVALID_REQUEST,
                message: "batches are not supported: send each message alone".to_owned(),
            }),
            _ => Err(ProtocolError {
                code: PARSE_ERROR,
                message: "the body must be a message of JSON-RPC: a JSON object".to_owned(),
            }),
        }
    }
}

/// Members of an object of JSON.
type MessageMembers<'a> = BTreeMap<Cow<'a, str>, &'a RawValue>;

/// A call of a tool, if its arguments are an object.
struct Called<'a> {
    tool: Option<&'static Tool>,
    arguments: &'a str,
}

impl<'a> Called<'a> {
    fn parse(params: &'a str) -> Option<Self> {
        let members: MessageMembers<'a> = serde_json::from_str(params).ok()?;
        let arguments = members.get("arguments")?.get();
        let name: Option<Cow<'_, str>> =
            members.get("name").and_then(|name| serde_json::from_str(name.get()).ok());
        let tool = name.and_then(|name| Tool::named(&name));
        arguments.starts_with('{').then_some(Self { tool, arguments })
    }

    /// Returns the name of an argument that the tool does not have.
    fn unknown(&self) -> Option<&'static str> {
        let without = self.tool?.doc.without;
        if without.is_empty() {
            return None;
        }
        let arguments: MessageMembers<'_> = serde_json::from_str(self.arguments).ok()?;
        without.iter().copied().find(|name| arguments.contains_key(*name))
    }
}

/// Returns a message with an empty object in the place of a part of it, and the part.
fn without(message: &[u8], part: &[u8]) -> Option<(Vec<u8>, Bytes)> {
    let begin = part.as_ptr().addr().checked_sub(message.as_ptr().addr())?;
    let (before, rest) = message.split_at_checked(begin)?;
    let after = rest.get(part.len()..)?;
    Some(([before, b"{}", after].concat(), Bytes::copy_from_slice(part)))
}

impl IntoResponse for ProtocolError {
    fn into_response(self) -> Response {
        let Self { code, message } = self;
        let body = json!({"jsonrpc": "2.0", "id": null, "error": {"code": code, "message": message}});
        (StatusCode::BAD_REQUEST, json(&body)).into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(message: &str) -> Message {
        Message::parse(message.as_bytes()).expect("a message")
    }

    #[test]
    fn arguments_of_a_tool_are_taken_out_of_its_message() {
        let call = parsed(
            r#"{"id":"a","params":{"name":"solve","arguments":{"puzzle":[[],{}]},"_meta":{}},"method":"tools/call"}"#,
        );
        let rest = r#"{"id":"a","params":{"name":"solve","arguments":{},"_meta":{}},"method":"tools/call"}"#;
        assert_eq!((&*call.protocol, call.id.as_deref()), (rest.as_bytes(), Some("\"a\"")));
        let json = r#"{"puzzle":[[],{}]}"#.into();
        assert_eq!(call.arguments, Some(Arguments { json, unknown: None }));
        let call = parsed(
            r#"{"id":1,"method":"tools/call","params":{"name":"generate","arguments":{"c\u006funt":2}}}"#,
        );
        assert_eq!(call.arguments.and_then(|arguments| arguments.unknown), Some("count"));
        for whole in [
            r#"{"id":1,"method":"tools/call","params":{"name":"solve","arguments":[1]}}"#,
            r#"{"id":1,"method":"tools/call","params":{"name":"solve"}}"#,
            r#"{"id":1,"method":"tools/list","params":{"arguments":{"a":1}}}"#,
            r#"{"method":"notifications/cancelled","params":{"requestId":7}}"#,
        ] {
            let message = parsed(whole);
            assert_eq!((&*message.protocol, message.arguments), (whole.as_bytes(), None));
        }
        let cancelled = parsed(r#"{"method":"notifications/cancelled","params":{"requestId":7}}"#).cancelled;
        assert_eq!(cancelled.as_deref(), Some("7"));
    }

    #[test]
    fn message_is_short_but_for_its_arguments() {
        let arrays = |count: usize| "[],".repeat(count) + "[]";
        for long in [
            format!(r#"{{"id":1,"method":"x","params":{{"a":[{}]}}}}"#, arrays(3000)),
            format!(r#"{{"id":1,"result":{{"a":[{}]}}}}"#, arrays(3000)),
            format!(
                r#"{{"id":1,"method":"tools/call","params":{{"name":"solve","arguments":[{}]}}}}"#,
                arrays(3000)
            ),
        ] {
            let refused = Message::parse(long.as_bytes()).expect_err("too long");
            assert_eq!(refused.code, INVALID_REQUEST);
        }
        let call = format!(
            r#"{{"id":1,"method":"tools/call","params":{{"name":"solve","arguments":{{"puzzle":[{}]}}}}}}"#,
            arrays(3000)
        );
        assert!(parsed(&call).protocol.len() < 100);
    }
}
