import type { Client as Core } from "openapi-fetch";
import { type BatchOptions, type Batches, type CallOptions } from "./batch.js";
import { type Counted, counted } from "./counts.js";
import type {
  CoverCountBatchResult,
  CoverCountEntry,
  CoverCountRequest,
  CoverCountResponse,
  CoverEstimateRequest,
  CoverEstimateResponse,
  CoverFormulaRequest,
  CoverFormulaResponse,
  CoverProveRequest,
  CoverProveResponse,
  CoverSolution,
  CoverSolutionsRequest,
  CoverSolveRequest,
  CoverSolveResponse,
  LimitsRequest,
  paths,
} from "./schema.js";
import { AS_TEXT, proofOf } from "./proofs.js";
import { solutionsOf } from "./solutions.js";

/** Exact cover problem: Knuth's text, named items with options, or a 0/1 matrix. */
export type CoverProblem = string | Pick<CoverSolveRequest, "primary" | "secondary" | "options" | "matrix">;

type Options<Request> = Omit<Request, "primary" | "secondary" | "options" | "matrix"> & CallOptions;

/** Questions about exact cover problems. */
export class ExactCover {
  readonly #core: Core<paths>;
  readonly #batches: Batches;

  constructor(core: Core<paths>, batches: Batches) {
    this.#core = core;
    this.#batches = batches;
  }

  /** Returns a solution and the verdict. */
  async solve(problem: CoverProblem, options: Options<CoverSolveRequest> = {}): Promise<CoverSolveResponse> {
    const { data } = await this.#core.POST("/exact-cover/solve", init(problem, options));
    return data as CoverSolveResponse;
  }

  /** Counts the solutions, up to `limit` (default 2). Reading `count` throws `IncompleteCountError` unless these are all. */
  async count(problem: CoverProblem, options: Options<CoverCountRequest> = {}): Promise<Counted<CoverCountResponse>> {
    const { data } = await this.#core.POST("/exact-cover/count", init(problem, options));
    return counted(data as CoverCountResponse);
  }

  /** Yields the solutions, up to `limit` (default 100). Throws `IncompleteError` if another limit ends the search. */
  solutions(
    problem: CoverProblem,
    options: Options<CoverSolutionsRequest> = {},
  ): AsyncGenerator<CoverSolution, void, undefined> {
    return solutionsOf<CoverSolution>(this.#core, "/exact-cover/solutions", init(problem, options));
  }

  /** Estimates the number of solutions and the size of the search tree by random probes. */
  async estimate(
    problem: CoverProblem,
    options: Options<CoverEstimateRequest> = {},
  ): Promise<CoverEstimateResponse> {
    const { data } = await this.#core.POST("/exact-cover/estimate", init(problem, options));
    return data as CoverEstimateResponse;
  }

  /** Proves the number of solutions: that there is none, that the solution is the only one, or a count as `claim`. */
  async prove(problem: CoverProblem, options: Options<CoverProveRequest> = {}): Promise<CoverProveResponse> {
    const { data } = await this.#core.POST("/exact-cover/prove", init(problem, options));
    return data as CoverProveResponse;
  }

  /** The proof of `prove` alone, which may be longer than an answer of `prove` has it; null if there is none. */
  async proof(problem: CoverProblem, options: Options<CoverProveRequest> = {}): Promise<string | null> {
    const { headers, parseAs } = AS_TEXT;
    const { data } = await this.#core.POST("/exact-cover/prove", { ...init(problem, options, headers), parseAs });
    return proofOf(data);
  }

  /** Writes the formula that proofs are about; `exclude` has the options of each solution of the proof. */
  async formula(
    problem: CoverProblem,
    options: Options<CoverFormulaRequest> = {},
  ): Promise<CoverFormulaResponse> {
    const { data } = await this.#core.POST("/exact-cover/formula", init(problem, options));
    return data as CoverFormulaResponse;
  }

  /** Counts the solutions of a sequence of problems. Yields one result per entry, in order; an invalid entry yields an error. */
  countBatch(
    entries: Iterable<CoverProblem | CoverCountEntry> | AsyncIterable<CoverProblem | CoverCountEntry>,
    options: BatchOptions<"/exact-cover/count/batch"> = {},
  ): AsyncGenerator<Counted<CoverCountBatchResult>, void, undefined> {
    return this.#batches.send<Counted<CoverCountBatchResult>>("/exact-cover/count/batch", entries, options, (entry) => entry);
  }
}

/** Returns the options of a fetch: a text travels as it is, with the options of the request in the query. */
function init(
  problem: CoverProblem,
  { signal, ...options }: CallOptions & { limits?: LimitsRequest | null },
  headers: Record<string, string> = {},
) {
  const cancel = signal === undefined ? {} : { signal };
  if (typeof problem !== "string") return { body: { ...problem, ...options }, headers, ...cancel };
  const { limits, ...others } = options;
  const query = Object.fromEntries(Object.entries({ ...others, ...limits }).map(([name, value]) => [name, queryValue(value)]));
  return {
    params: { query: query as Record<string, number> },
    headers: { ...headers, "content-type": "text/plain" },
    body: problem as never,
    bodySerializer: (text: unknown) => text as string,
    ...cancel,
  };
}

/** Returns an option as queries have it: a list or an object as JSON. */
function queryValue(value: unknown): unknown {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
}
