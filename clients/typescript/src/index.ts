/** Client of Quadrille, generated from its OpenAPI document, with methods for the common calls. */

export { Client, type BatchOptions, type CallOptions, type ClientOptions } from "./client.js";
export { IncompleteError, ProblemError, UndecidedError } from "./errors.js";
export type * from "./schema.js";
