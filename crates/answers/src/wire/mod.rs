//! Shapes of requests and responses: JSON, text and NDJSON, with their schemas.
//!
//! [`read_json`], [`read_text`], [`read_form`] and [`read_parameters`] read a request of a [`RequestKind`], such as a
//! [`QuestionRequest`]: a valid question with the [`Notation`] of its puzzle. Anything else is a
//! [`Refusal`](crate::faults::Refusal) with all its faults. Requests are [structs](request) that derive their readers and their
//! documentation. A [`ResponseBody`] is the body of a response, with a result as its cacheable part.
//!
//! Batches are read and written by [`LineCodec`], with [`read_entry`] for each entry of a [`Chunk`]; [`SolutionLines`]
//! writes the lines of `/solutions`.
//!
//! A kind of question is a type in [`kinds`](crate::kinds): a [`QuestionKind`] with its request, an [`AnswerKind`] with its result as
//! JSON and as text, and a [`BatchKind`] if batches can hold it.
//!
//! This module knows serde and the HTTP contract. It uses no axum, no files and no async code.

pub(crate) mod answer_kind;
pub(crate) mod batch;
pub(crate) mod body_start;
pub(crate) mod box_size;
pub(crate) mod document;
pub(crate) mod examples;
pub(crate) mod joined;
pub(crate) mod json;
pub(crate) mod puzzle;
pub(crate) mod puzzle_subject;
pub(crate) mod question;
pub mod request;
pub(crate) mod result;
pub(crate) mod schema;
pub(crate) mod small_request;
pub(crate) mod stream;
pub(crate) mod subject;

pub use answer_kind::{
    AnswerKind, BatchDoc, BatchKind, EndpointDoc, EndpointKind, FileOption, ListKind, QueryDoc,
    write_text_answer,
};
pub use batch::array_cursor::ArrayCursor;
pub use batch::chunk::{Chunk, EntryText};
pub use batch::entry::{Entry, EntryForm, EntryOf, read_entry, replace_by_usual_line};
pub use batch::entry_id::EntryId;
pub use batch::kept::Kept;
pub use batch::line_codec::{EntryBounds, EntryContext, LineCodec, SummaryCodec};
pub use batch::lines::{BatchLine, BatchStop, BatchSummary, ErrorLine, ResultHead};
pub use batch::options::BatchOptions;
pub use batch::other_lines::OtherLines;
pub use batch::refused_entry::{BLANK_BYTES_MAX, RefusedEntry, line_too_long};
pub use batch::table::{AnswerTable, InputTable};
pub use batch::table_header::TableHeader;
pub use body_start::{is_json, is_json_in_file, is_json_lines, is_json_value, json_start};
pub use box_size::BoxSize;
pub use document::{
    add_form, add_json_entry, add_json_request, batch_parameters, query_parameters, whole_query_parameters,
};
pub use examples::Examples;
pub use joined::Joined;
pub use json::Json;
pub use puzzle::constraint_list::{ConstraintMember, ConstraintTypeEntry, ConstraintTypeList};
pub use puzzle::constraint_schema::{ConstraintList, Regions};
pub use puzzle::input::{Context, PuzzleParameter};
pub use puzzle::notation::{GridNotation, GridShape, Notation, Remarks, TextNotation, Warning};
pub use puzzle::options::has_grid_layout;
pub use puzzle::read::is_puzzle_text;
#[cfg(feature = "runtime")]
pub(crate) use puzzle::rule_names::rule_in_words;
pub use puzzle::schema::{
    Candidates, Marks, PuzzleBody, PuzzleForms, PuzzleLines, PuzzleText, ShownCandidates,
};
pub use puzzle::usual_lines::UsualLines;
pub use quadrille_exact_cover::ProblemBounds;
pub use quadrille_sudoku::techniques::Language;
pub use question::{
    AnswerOf, LanguageOf, LimitsRequest, NotationOf, QuestionKind, QuestionRequest, RequestKind, RequestOf,
    RequestSubject, ResultStyle, read_form, read_json, read_parameters, read_text, with_default_format,
};
pub use request::object::meant;
pub use request::{COUNT_MAX, unknown_parameter};
pub use result::{
    AnalysisResult, AnalysisStats, CommonMembers, ConflictMembers, ConstraintConflict, CountFindings,
    DifferingCells, EffectiveLimits, HouseConflict, NotationMembers, PuzzleConflict, PuzzleMembers,
    ReplyStats, ResponseBody, SeedMember, SolveFindings, StopMember, StoppedBy, VerdictKind, Work, WorkStats,
};
pub use small_request::{SMALL_REQUEST_BYTES_MAX, is_small_request};
pub use stream::count_lines::CountLines;
pub use stream::format::StreamFormat;
pub use stream::line_type::{ResultType, SummaryType};
pub use stream::lines::{CountHead, ListedSolutions, ProgressLine, SolutionLine};
pub use stream::solution_lines::{SolutionLines, write_solution_line};
pub use subject::{AnswerNotation, ListedSubject, SolutionNotation};
