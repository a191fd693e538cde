//! Encoder of a count with progress: a line for each report.

use crate::service::QuestionEvent;
use crate::wire::answer_kind::AnswerKind;
use crate::wire::joined::Joined;
use crate::wire::question::{AnswerOf, NotationOf};
use crate::wire::result::ResponseBody;
use crate::wire::stream::format::json_line;
use crate::wire::stream::line_type::ResultType;
use crate::wire::stream::lines::{CountHead, ProgressLine};

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
                let rest = ResponseBody::<_, K::Stats>::from((result, &**reply));
                json_line(&Joined { first: CountHead { r#type: ResultType::Result }, rest }, &mut page);
            }
        }
        page
    }
}
