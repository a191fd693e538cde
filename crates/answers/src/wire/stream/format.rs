//! Formats of streams, and their frame around the results.

use serde::Serialize;

use crate::wire::stream::line_type::SummaryType;

/// Format of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamFormat {
    /// The text of single responses, one per line.
    Text,
    /// One JSON object a line, and a summary as the last.
    Ndjson,
    /// One JSON object with `results` and `summary`.
    Json,
    /// Rows of a table, of batches alone: the columns of the input, and columns of the answer.
    Csv,
}

impl StreamFormat {
    /// Whether the end of a stream says whether it is complete.
    pub fn has_summary(self) -> bool {
        matches!(self, Self::Ndjson | Self::Json)
    }

    /// Appends a result as JSON, on a line of its own.
    pub(crate) fn write_result<T: Serialize>(self, index: u64, result: &T, page: &mut Vec<u8>) {
        if self == Self::Json {
            page.extend_from_slice(if index == 0 { b"{\"results\":[\n" } else { b"," });
        }
        json_line(result, page);
    }

    /// Returns the end of a stream after this number of results: the last line, or the end of the JSON object. Text and rows have none.
    pub(crate) fn summary<S: Serialize>(self, results: u64, summary: S) -> Vec<u8> {
        let mut page = Vec::new();
        match self {
            Self::Text | Self::Csv => {}
            Self::Ndjson => json_line(&SummaryLine { r#type: SummaryType::Summary, summary }, &mut page),
            Self::Json => {
                page.extend_from_slice(if results == 0 { b"{\"results\":[" } else { b"" });
                page.extend_from_slice(b"],\"summary\":");
                json_line(&summary, &mut page);
                page.pop();
                page.extend_from_slice(b"}\n");
            }
        }
        page
    }
}

/// The last line of a stream. Without it the stream is incomplete.
#[derive(Serialize)]
struct SummaryLine<S> {
    r#type: SummaryType,
    summary: S,
}

#[cfg(feature = "runtime")]
fn log(error: &serde_json::Error) {
    tracing::error!(%error, "failed to write a line as JSON");
}

/// Without a runtime, there is no log.
#[cfg(not(feature = "runtime"))]
fn log(_: &serde_json::Error) {}

/// Appends a value as a line of JSON. A failure is a bug: it leaves `null`, so that lines keep their number.
pub(crate) fn json_line<T: Serialize>(line: &T, page: &mut Vec<u8>) {
    let start = page.len();
    if let Err(error) = serde_json::to_writer(&mut *page, line) {
        log(&error);
        page.truncate(start);
        page.extend_from_slice(b"null");
    }
    page.push(b'\n');
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn stream(format: StreamFormat, results: u64) -> String {
        let mut page = Vec::new();
        for index in 0..results {
            format.write_result(index, &index, &mut page);
        }
        page.extend(format.summary(results, results));
        String::from_utf8(page).expect("text")
    }

    #[test]
    fn json_stream_is_one_value_for_any_number_of_results() {
        for results in 0..4 {
            let value: Value = serde_json::from_str(&stream(StreamFormat::Json, results)).expect("JSON");
            let all: Vec<u64> = (0..results).collect();
            assert_eq!(value, json!({ "results": all, "summary": results }));
        }
    }

    #[test]
    fn ndjson_ends_with_the_summary() {
        assert_eq!(stream(StreamFormat::Ndjson, 2), "0\n1\n{\"type\":\"summary\",\"summary\":2}\n");
        assert!(StreamFormat::Text.summary(0, 0).is_empty());
    }
}
