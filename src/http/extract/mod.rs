//! Typed extractors. A request that they reject never reaches its handler.

mod accept_encoding;
mod accept_language;
mod batch;
mod body;
mod coding;
mod conditional;
mod conversion;
mod file_form;
mod form;
mod generation;
mod job;
mod media_type;
#[cfg(feature = "mcp")]
mod message;
mod own_page;
mod picture;
mod quality_list;
mod question;
mod read_ahead;
mod upload;
mod whole_body;

pub(super) use accept_encoding::accepts_gzip;
pub(super) use accept_language::preferred_language;
pub(super) use batch::BatchBody;
pub(super) use conditional::{Conditional, entity_tag, uncacheable};
pub(super) use conversion::ConversionBody;
pub(super) use form::{
    APPLICATION_JSON, CSV_UTF8, CountFormat, IndexFormat, PreferredStream, ResponseFormat, TEXT_UTF8,
    results_format,
};
#[cfg(feature = "mcp")]
pub(super) use form::{AnswerText, WithText};
pub(super) use form::{json, warning_header};
pub(super) use generation::{Generation, GenerationBody, GenerationQuery, PuzzleCount};
pub(super) use job::JobBody;
#[cfg(feature = "mcp")]
pub(super) use message::MessageBody;
pub(super) use own_page::OwnPage;
pub(super) use picture::{Image, PictureBody, PictureQuery};
pub(super) use question::{QuestionBody, QuestionQuery};
pub(super) use upload::UploadBody;
