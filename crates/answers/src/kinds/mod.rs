//! Kinds of question, a folder for each.
//!
//! A folder has the request, the question with its search, the answer as JSON and as a line of text, and what the kind is besides: a command,
//! a batch, a tool, a job. [`visit_kinds`] and [`BatchOperation`] list the kinds; routes, commands, batches, jobs, tools, and most of
//! the OpenAPI document are made from this list.

pub(crate) mod candidates;
pub(crate) mod canonical;
pub(crate) mod check;
pub(crate) mod command_kind;
pub(crate) mod conflicts;
pub(crate) mod convert;
pub(crate) mod count;
pub(crate) mod cover;
pub(crate) mod drawing;
pub(crate) mod estimate;
pub(crate) mod formula;
pub(crate) mod generate;
pub(crate) mod guesses;
pub(crate) mod hint;
pub(crate) mod job;
pub(crate) mod job_kind;
mod list;
pub(crate) mod minimal;
pub(crate) mod path;
pub(crate) mod prove;
pub(crate) mod puzzle_kind;
pub(crate) mod rate;
pub(crate) mod render;
pub(crate) mod score;
pub(crate) mod shuffle;
pub(crate) mod solutions;
pub(crate) mod solve;
pub(crate) mod step;
pub(crate) mod step_question;
pub(crate) mod subset;
mod technique_list;
#[cfg(test)]
mod tests;
pub(crate) mod tool_kind;

pub use candidates::{CandidateQuestion, CandidatesFindings, CandidatesOptions, FindCandidates};
pub use canonical::{CanonicalFindings, CanonicalQuestion, FindCanonical, Transformation};
pub use check::{CheckEntries, CheckFindings, CheckQuestion};
pub use command_kind::{CommandDoc, CommandKind, Tally};
pub use conflicts::{ConflictQuestion, ConflictsFindings, FindConflicts};
pub use convert::{
    Conversion, ConversionFormat, Convert, ConvertRequest, FormatEntry, FormatList, conversion_from_file,
};
pub use count::{Count, CountOptions};
pub use cover::result::{
    AboutProblem, ChosenOption, CoverSolution, CoverWorkStats, EngineKind, SkippedOptions,
};
pub use cover::schema::CoverText;
pub use cover::{
    CoverCount, CoverCountOptions, CoverEstimate, CoverKind, CoverRequest, CoverSolutions,
    CoverSolutionsOptions, CoverSolve, CoverSolveOptions,
};
pub use drawing::pictured_solution;
pub use estimate::numbers::{EstimateNumbers, EstimateStats};
pub use estimate::{EstimateOptions, EstimateQuestion, EstimateSolutions};
pub use formula::{CoverWriteFormula, FormulaFindings, WriteFormula, WriteFormulaOptions};
pub use generate::lines::GenerateLines;
pub use generate::set::{SetError, SetRow, read_set};
pub use generate::{Generate, GenerateQuestion, GenerateRequest, GenerateResult, WishStyle};
pub use guesses::{CountGuesses, GuessesFindings, GuessesQuestion};
pub use hint::{FindHint, HintFindings, HintOptions, HintStep};
pub use job::{
    JobEntries, JobOperation, JobQuestion, JobRequest, JobWork, OneJob, OneQuestion, job_from_json,
};
pub use job_kind::{JobDoc, JobForm, JobKind, operation_name};
pub use list::{BatchOperation, BatchVisitor, KindVisitor, visit_kinds};
pub use minimal::{MinimalFindings, MinimalOptions, MinimalQuestion, TestMinimal};
pub use path::{FindPath, PathEnd, PathFindings};
pub use prove::{
    CoverProve, GivenUp, ProofBounds, ProofQuestion, Provable, Prove, ProveFindings, ProveOptions, Proved,
    write_proof,
};
pub use puzzle_kind::{AskedPuzzle, NoOptions, PuzzleKind, PuzzleRequest};
pub use rate::puzzle_rating::{PuzzleRating, TechniqueCounts};
pub use rate::{Rate, RateFindings, RateOptions, SeEstimateFindings};
pub use render::step::RenderStep;
pub use render::{DrawnPuzzle, ImageFormat, Render, RenderFormat, RenderRequest, drawn_from_file};
pub use score::{Score, ScoreFindings, ScoreOptions, ScoreQuestion};
pub use shuffle::{Shuffle, ShuffleFindings, ShuffleOptions, ShuffleQuestion, ShuffleSearch};
pub use solutions::{Solutions, SolutionsOptions};
pub use solve::{Solve, SolveOptions};
pub use step::{LevelName, StepEntry};
pub use step_question::StepQuestion;
pub use subset::{
    ChooseSubset, SubsetAnswer, SubsetFindings, SubsetOptions, SubsetParts, SubsetQuestion, SubsetSearch,
};
pub use technique_list::{TechniqueEntry, TechniqueList, TechniqueQuery};
pub use tool_kind::{ToolDoc, ToolKind};
