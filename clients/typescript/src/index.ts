/** Client of Quadrille, generated from its OpenAPI document, with methods for the common calls. */

export type { BatchOptions, CallOptions } from "./batch.js";
export { Client, type ClientOptions, type GenerateOptions } from "./client.js";
export type { Counted } from "./counts.js";
export { IncompleteCountError, IncompleteError, ProblemError, UndecidedError } from "./errors.js";
export type { CoverProblem, ExactCover } from "./exact_cover.js";
export type { JobReference, Jobs, SubmitOptions } from "./jobs.js";
export type { GridOf, InNotation } from "./notation.js";
export type { Clues, Difficulty } from "./ranges.js";
export type * from "./schema.js";
