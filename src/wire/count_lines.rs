//! Encoder of `/count` with progress: a line for each report.

use super::lines::{CountResultLine, ProgressLine};
use super::notation::Notation;
use super::result::{CountResponse, CountResult, ResponseBody};
use super::stream_format::json_line;
use crate::service::QuestionEvent;

/// Encoder of the reports of a count, in the notation of its puzzle.
#[derive(Clone, Copy, Debug)]
pub struct CountLines {
    notation: Notation,
}

impl CountLines {
    /// Makes an encoder.
    pub fn new(notation: Notation) -> Self {
        Self { notation }
    }

    /// Returns the line of a report.
    pub fn line(self, event: &QuestionEvent) -> Vec<u8> {
        let mut page = Vec::new();
        match event {
            QuestionEvent::Progress(progress) => json_line(&ProgressLine::from(*progress), &mut page),
            QuestionEvent::Reply(reply) => {
                let response: CountResponse =
                    ResponseBody::new(CountResult::new(&reply.answer, self.notation), reply);
                json_line(&CountResultLine::from(response), &mut page);
            }
        }
        page
    }
}
