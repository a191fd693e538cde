//! Shapes of requests and responses: JSON, text, NDJSON and problem bodies.
//!
//! [`question_from_json`], [`question_from_text`], [`question_from_form`] and [`question_from_query`] read a [`QuestionRequest`]: a valid question
//! with the [`Notation`] of its puzzle. Anything else is a [`Refusal`] with all its faults. [`SolveResponse`] and
//! [`CountResponse`] are the bodies of responses, [`SolveResult`] and [`CountResult`] their cacheable parts.
//!
//! Batches are read and written by [`LineCodec`], with [`read_entry`] for each entry of a [`Chunk`]; [`SolutionLines`]
//! writes the lines of `/solutions`.
//!
//! A kind of question is a type, such as [`Solve`] or [`FindCandidates`]: a [`QuestionKind`] with its options, an [`AnswerKind`] with
//! its result as JSON and as text, and a [`BatchKind`] if batches can hold it.
//!
//! This module knows serde and the HTTP contract. It uses no axum, no files and no async code.

mod analysis_result;
mod answer_kind;
mod batch_lines;
mod batch_schema;
mod body_start;
mod candidates;
mod cell;
mod check_entries;
mod chunk;
mod convert;
mod count_lines;
mod cover;
mod cover_kind;
mod cover_result;
mod cover_schema;
mod entry;
mod estimate_result;
mod estimate_solutions;
mod fault;
mod find_candidates;
mod find_canonical;
mod find_conflicts;
mod form_body;
mod form_schema;
mod generate;
mod generate_lines;
mod hint;
mod job;
mod json;
mod kept;
mod kind;
mod line_codec;
mod line_schema;
mod line_type;
mod list_text;
mod notation;
mod number;
mod object;
mod option_schema;
mod options;
mod other_lines;
mod path;
mod played;
mod problem;
mod problem_page;
mod puzzle;
mod puzzle_array;
mod puzzle_member;
mod puzzle_rating;
mod puzzle_subject;
mod query;
mod question;
mod rate;
mod render;
mod render_step;
mod request_option;
mod result;
mod schema;
mod solution_lines;
mod step;
mod stream_format;
mod stream_lines;
mod subject;
mod test_minimal;
mod text_fault;
mod wish;
mod wish_fault;
mod wish_schema;
mod wish_values;

pub use analysis_result::{AnalysisResult, CommonMembers, NotationMembers};
pub use answer_kind::{AnswerKind, BatchKind};
pub use batch_lines::{BatchLine, BatchStop, BatchSummary, ErrorLine, ResultHead, SummaryLine};
pub use batch_schema::{
    BatchAnswer, BatchDocument, BatchElement, BatchResult, BatchSchema, CandidatesBatchDocument,
    CandidatesBatchLines, CandidatesElement, CandidatesElementLines, CanonicalBatchDocument,
    CanonicalBatchLines, CanonicalElement, CanonicalElementLines, CountBatchDocument, CountBatchLines,
    CountElement, CountElementLines, CoverCountBatchDocument, CoverCountBatchLines, CoverCountElement,
    CoverCountElementLines, MinimalBatchDocument, MinimalBatchLines, MinimalElement, MinimalElementLines,
    RateBatchDocument, RateBatchLines, RateElement, RateElementLines, ResponseLine, SolveBatchDocument,
    SolveBatchLines, SolveElement, SolveElementLines,
};
pub use body_start::{is_json, is_json_in_file, is_json_lines, is_json_value, json_start};
pub use check_entries::{CheckEntries, CheckFindings, CheckResponse, CheckResult};
pub use chunk::{Chunk, EntryText};
pub use convert::{
    Conversion, ConvertParameters, ConvertRequest, FormatEntry, FormatList, conversion_from_file,
    conversion_from_form, conversion_from_json, conversion_from_text,
};
pub use count_lines::CountLines;
pub use cover_kind::{CoverCount, CoverEstimate, CoverSolutions, CoverSolve};
pub use cover_result::{
    AboutProblem, ChosenOption, CoverCountResponse, CoverCountResult, CoverSolution, CoverSolutionsSummary,
    CoverSolveResponse, CoverSolveResult, CoverSummary, CoverWorkStats, EngineKind, SkippedOptions,
};
pub use cover_schema::CoverText;
pub use entry::{
    ArrayCursor, BLANK_BYTES_MAX, BatchOptions, Entry, EntryForm, EntryId, EntryOf, RefusedEntry,
    line_too_long, read_entry, replace_by_usual_line,
};
pub use estimate_result::{CoverEstimateResponse, EstimateNumbers, EstimateStats};
pub use estimate_solutions::{EstimateResponse, EstimateResult, EstimateSolutions};
pub use fault::{Fault, FaultCode, Faults, Refusal};
pub use find_candidates::{CandidatesFindings, CandidatesResponse, CandidatesResult, FindCandidates};
pub use find_canonical::{
    CanonicalFindings, CanonicalResponse, CanonicalResult, FindCanonical, Transformation,
};
pub use find_conflicts::{ConflictsFindings, ConflictsResponse, ConflictsResult, FindConflicts};
pub use form_body::question_from_form;
pub use form_schema::{
    CandidatesForm, CanonicalForm, CheckForm, ConflictsForm, ConvertForm, CountForm, EstimateForm, Form,
    GenerateForm, HintForm, MinimalForm, PathForm, RateForm, RenderForm, SolutionsForm, SolveForm,
};
pub use generate::{Generate, GenerateResponse, GenerateResult};
pub use generate_lines::{
    GenerateBody, GenerateDocument, GenerateDocumentLine, GenerateLine, GenerateLines, GenerateQueryBody,
    GenerateStreamLine, GenerateStreamLines,
};
pub use hint::{FindHint, HintFindings, HintResponse, HintResult, HintStep};
pub use job::{JobEntries, JobOperation, JobQuestion, JobRequest, JobWork, job_from_json};
pub use kept::Kept;
pub use kind::{AnswerOf, Count, NotationOf, QuestionKind, Solutions, Solve};
pub use line_codec::{EntryBounds, EntryContext, LineCodec, SummaryCodec};
pub use line_schema::{
    CountStreamLine, CountStreamLines, CoverCountResultLine, CoverCountStreamLine, CoverCountStreamLines,
    CoverSolutionLine, CoverSolutionsDocument, CoverSolutionsStreamLine, CoverSolutionsStreamLines,
    CoverSolutionsSummaryLine, Ndjson, PuzzleLines, SolutionsDocument, SolutionsStreamLine,
    SolutionsStreamLines,
};
pub use notation::{GridShape, Notation, TextNotation, Warning};
pub use object::meant;
pub use option_schema::{
    BoxSize, CandidatesBatchParameters, CandidatesParameters, CandidatesRequest, CanonicalBatchParameters,
    CanonicalParameters, CanonicalRequest, CheckParameters, CheckRequest, ConflictsParameters,
    ConflictsRequest, CountBatchParameters, CountParameters, CountRequest, CoverCountBatchParameters,
    CoverCountParameters, CoverCountRequest, CoverEstimateParameters, CoverEstimateRequest,
    CoverSolutionsParameters, CoverSolutionsRequest, CoverSolveParameters, CoverSolveRequest,
    EstimateParameters, EstimateRequest, GenerateParameters, GenerateRequest, HintParameters, HintRequest,
    LimitsRequest, MinimalBatchParameters, MinimalParameters, MinimalRequest, PathParameters, PathRequest,
    RateBatchParameters, RateParameters, RateRequest, SolutionsParameters, SolutionsRequest,
    SolveBatchParameters, SolveParameters, SolveRequest, SubjectSchema, TextSchema,
};
pub use options::{SolutionOrder, has_grid_layout};
pub use other_lines::OtherLines;
pub use path::{FindPath, PathEnd, PathFindings, PathResponse, PathResult};
pub use problem::{Problem, ProblemCode};
pub use problem_page::ProblemPage;
pub use puzzle::is_puzzle_text;
pub use puzzle_rating::{PuzzleRating, TechniqueCounts};
pub use quadrille_exact_cover::ProblemBounds;
pub use query::{PuzzleParameter, question_from_query, with_default_format};
pub use question::{QuestionRequest, RequestOf, ResultStyle, question_from_json, question_from_text};
pub use rate::{Rate, RateFindings, RateResponse, RateResult};
pub use render::{
    DrawnPuzzle, RenderParameters, RenderRequest, SolutionParameters, svg_from_form, svg_from_json,
    svg_from_query, svg_from_text,
};
pub use render_step::RenderStep;
pub use request_option::{COUNT_MAX, RequestOption};
pub use result::{
    AnalysisStats, CountResponse, CountResult, EffectiveLimits, HouseConflict, ReplyStats, ResponseBody,
    SolveResponse, SolveResult, StoppedBy, VerdictKind, Work, WorkStats,
};
pub use schema::{PuzzleBody, PuzzleForms, PuzzleText};
pub use solution_lines::{SolutionLines, write_solution_line};
pub use step::{LevelName, StepEntry, TechniqueEntry, TechniqueList};
pub use stream_format::StreamFormat;
pub use stream_lines::{
    CountResultLine, LinePart, ProgressLine, SolutionLine, SolutionsSummary, SolutionsSummaryLine,
};
pub use subject::{AnswerNotation, ListedSubject, RequestSubject, SolutionNotation};
pub use test_minimal::{MinimalFindings, MinimalResponse, MinimalResult, TestMinimal};
pub use wish::{PuzzleWish, WishStyle};
