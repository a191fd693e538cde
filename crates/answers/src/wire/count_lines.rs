//! Encoder of a count with progress: a line for each report.

use super::answer_kind::AnswerKind;
use super::kind::{AnswerOf, NotationOf};
use super::line_type::ResultType;
use super::result::ResponseBody;
use super::stream_format::json_line;
use super::stream_lines::{CountResultLine, ProgressLine};
use crate::service::QuestionEvent;

/// Encoder of the reports of a question of kind `K`, in the notation of its request.
#[derive(Clone, Debug)]
pub struct CountLines<K: AnswerKind> {
    notation: NotationOf<K>,
}

impl<K: AnswerKind> CountLines<K> {
    /// Makes an encoder.
    pub fn new(notation: NotationOf<K>) -> Self {
        Self { notation }
    }

    /// Returns the line of a report.
    pub fn line(&self, event: &QuestionEvent<AnswerOf<K>>) -> Vec<u8> {
        let mut page = Vec::new();
        match event {
            QuestionEvent::Progress(progress) => json_line(&ProgressLine::from(*progress), &mut page),
            QuestionEvent::Reply(reply) => {
                let result = K::result(reply, &self.notation);
                let response = ResponseBody::<_, K::Stats>::new(result, reply);
                json_line(&CountResultLine { r#type: ResultType::Result, response }, &mut page);
            }
        }
        page
    }
}
