import createClient, { type Client as Core } from "openapi-fetch";
import { type BatchOptions, Batches, type CallOptions, results } from "./batch.js";
import { type Counted, counted } from "./counts.js";
import { ProblemError, UndecidedError } from "./errors.js";
import { ExactCover } from "./exact_cover.js";
import { Jobs } from "./jobs.js";
import type {
  CandidatesBatchResult,
  CandidatesEntry,
  CandidatesRequest,
  CandidatesResponse,
  CanonicalBatchResult,
  CanonicalEntry,
  CanonicalRequest,
  CanonicalResponse,
  CheckRequest,
  CheckResponse,
  ConflictsRequest,
  ConflictsResponse,
  Conversion,
  ConvertRequest,
  CountBatchResult,
  CountEntry,
  CountRequest,
  CountResponse,
  EstimateRequest,
  EstimateResponse,
  FormulaRequest,
  FormulaResponse,
  GenerateDocumentLine,
  GenerateRequest,
  GenerateResponse,
  HintRequest,
  HintResponse,
  MinimalBatchResult,
  MinimalEntry,
  MinimalRequest,
  MinimalResponse,
  PathRequest,
  PathResponse,
  ProveRequest,
  ProveResponse,
  Puzzle,
  RateBatchResult,
  RateEntry,
  RateRequest,
  RateResponse,
  RenderRequest,
  ShuffleBatchResult,
  ShuffleEntry,
  ShuffleRequest,
  ShuffleResponse,
  SolutionsRequest,
  SolveBatchResult,
  SolveEntry,
  SolveRequest,
  SolveResponse,
  paths,
} from "./schema.js";
import type { GridOf, InNotation } from "./notation.js";
import { AS_TEXT, proofOf } from "./proofs.js";
import type { Clues, Difficulty } from "./ranges.js";
import { solutionsOf } from "./solutions.js";

export interface ClientOptions {
  /** Sent with every request, as `Authorization: Bearer`. */
  apiKey?: string;
  /** Used instead of the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
  /**
   * Whether `fetch` returns the response while it still sends the request. A batch is then one request; otherwise a
   * sequence of requests. By default true in Node, false elsewhere: no browser does it.
   */
  fullDuplex?: boolean;
}

type Options<Request> = Omit<Request, "puzzle"> & CallOptions;
type Entries<Entry, P extends Puzzle = Puzzle> =
  | Iterable<P | (Entry & { puzzle: P })>
  | AsyncIterable<P | (Entry & { puzzle: P })>;

/** Options of a generated puzzle. */
export type GenerateOptions = Omit<GenerateRequest, "clues" | "count" | "difficulty"> &
  CallOptions & {
    /** Number of clues: `24`, `"24..28"`, `"24.."`, `"..28"` or `{ min: 24, max: 28 }`. */
    clues?: Clues | null;
    /** Levels or scores of the rating: `"hard"`, `"medium..hard"`, `"300..500"`, `{ min: 300, max: 500 }`. */
    difficulty?: Difficulty | null;
  };

/** Client of the service at a base URL. Methods throw `ProblemError` if the service rejects a request. */
export class Client {
  /** Typed access to every endpoint, by `openapi-fetch`: `client.api.GET("/version")`. */
  readonly api: Core<paths>;
  /** Questions about exact cover problems. */
  readonly exactCover: ExactCover;
  /** Long work that needs no connection. */
  readonly jobs: Jobs;
  readonly #v1: Core<paths>;
  readonly #batches: Batches;

  constructor(baseUrl: string, options: ClientOptions = {}) {
    const root = baseUrl.replace(/\/+$/, "");
    const headers = options.apiKey === undefined ? {} : { authorization: `Bearer ${options.apiKey}` };
    const fetch = options.fetch ?? ((request: Request) => globalThis.fetch(request));
    this.api = createClient<paths>({ baseUrl: root, headers, fetch });
    this.#v1 = createClient<paths>({ baseUrl: `${root}/v1`, headers, fetch });
    for (const core of [this.api, this.#v1]) {
      core.use({
        async onResponse({ response }) {
          if (response.status >= 400) throw await ProblemError.from(response);
        },
      });
    }
    this.#batches = new Batches(this.#v1, options.fullDuplex ?? runsInNode());
    this.exactCover = new ExactCover(this.#v1, this.#batches);
    this.jobs = new Jobs(this.#v1);
  }

  /** Returns a solution and the verdict. */
  async solve<P extends Puzzle>(
    puzzle: P,
    { signal, ...options }: Options<SolveRequest> = {},
  ): Promise<InNotation<SolveResponse, P>> {
    const { data } = await this.#v1.POST("/solve", { body: { ...options, puzzle }, ...init(signal) });
    return data as InNotation<SolveResponse, P>;
  }

  /** Counts the solutions, up to `limit` (default 2). Reading `count` throws `IncompleteCountError` unless these are all. */
  async count<P extends Puzzle>(
    puzzle: P,
    { signal, ...options }: Options<CountRequest> = {},
  ): Promise<Counted<InNotation<CountResponse, P>>> {
    const { data } = await this.#v1.POST("/count", { body: { ...options, puzzle }, ...init(signal) });
    return counted(data as InNotation<CountResponse, P>);
  }

  /** Returns whether the puzzle has exactly one solution. Throws `UndecidedError` if a limit is reached before. */
  async isUnique(puzzle: Puzzle, options: Omit<Options<CountRequest>, "limit"> = {}): Promise<boolean> {
    const result = await this.count<Puzzle>(puzzle, { ...options, limit: 2 });
    if (result.verdict === "unknown" || result.verdict === "solvable") throw new UndecidedError(result);
    return result.verdict === "unique";
  }

  /** Yields the solutions, up to `limit` (default 100). Throws `IncompleteError` if another limit ends the search. */
  solutions<P extends Puzzle>(
    puzzle: P,
    { signal, ...options }: Options<SolutionsRequest> = {},
  ): AsyncGenerator<GridOf<P>, void, undefined> {
    return solutionsOf<GridOf<P>>(this.#v1, "/solutions", { body: { ...options, puzzle }, ...init(signal) });
  }

  /** Solves a sequence of any length. Yields one result per entry, in order; an invalid entry yields an error. */
  solveBatch<P extends Puzzle>(
    entries: Entries<SolveEntry, P>,
    options: BatchOptions<"/solve/batch"> = {},
  ): AsyncGenerator<InNotation<SolveBatchResult, P>, void, undefined> {
    return this.#batches.send<InNotation<SolveBatchResult, P>>("/solve/batch", entries, options, entryOf);
  }

  /** Counts the solutions of a sequence of puzzles, like `solveBatch`. */
  countBatch<P extends Puzzle>(
    entries: Entries<CountEntry, P>,
    options: BatchOptions<"/count/batch"> = {},
  ): AsyncGenerator<Counted<InNotation<CountBatchResult, P>>, void, undefined> {
    return this.#batches.send<Counted<InNotation<CountBatchResult, P>>>("/count/batch", entries, options, entryOf);
  }

  /** Finds the digits of each cell that occur in solutions, with `counts` in how many. */
  async candidates(
    puzzle: Puzzle,
    { signal, ...options }: Options<CandidatesRequest> = {},
  ): Promise<CandidatesResponse> {
    const { data } = await this.#v1.POST("/candidates", { body: { ...options, puzzle }, ...init(signal) });
    return data as CandidatesResponse;
  }

  /** Finds the candidates of a sequence of puzzles, like `solveBatch`. */
  candidatesBatch(
    entries: Entries<CandidatesEntry>,
    options: BatchOptions<"/candidates/batch"> = {},
  ): AsyncGenerator<CandidatesBatchResult, void, undefined> {
    return this.#batches.send<CandidatesBatchResult>("/candidates/batch", entries, options, entryOf);
  }

  /** Finds the redundant clues, with `reduce` also a minimal puzzle. */
  async minimal<P extends Puzzle>(
    puzzle: P,
    { signal, ...options }: Options<MinimalRequest> = {},
  ): Promise<InNotation<MinimalResponse, P>> {
    const { data } = await this.#v1.POST("/minimal", { body: { ...options, puzzle }, ...init(signal) });
    return data as InNotation<MinimalResponse, P>;
  }

  /** Finds the redundant clues of a sequence of puzzles, like `solveBatch`. */
  minimalBatch<P extends Puzzle>(
    entries: Entries<MinimalEntry, P>,
    options: BatchOptions<"/minimal/batch"> = {},
  ): AsyncGenerator<InNotation<MinimalBatchResult, P>, void, undefined> {
    return this.#batches.send<InNotation<MinimalBatchResult, P>>("/minimal/batch", entries, options, entryOf);
  }

  /** Finds a minimal set of clues without a solution. */
  async conflicts(
    puzzle: Puzzle,
    { signal, ...options }: Options<ConflictsRequest> = {},
  ): Promise<ConflictsResponse> {
    const { data } = await this.#v1.POST("/conflicts", { body: { ...options, puzzle }, ...init(signal) });
    return data as ConflictsResponse;
  }

  /** Finds the mistakes among `entries` and `marks` of a player. */
  async check(puzzle: Puzzle, { signal, ...options }: Options<CheckRequest> = {}): Promise<CheckResponse> {
    const { data } = await this.#v1.POST("/check", { body: { ...options, puzzle }, ...init(signal) });
    return data as CheckResponse;
  }

  /** Estimates the number of solutions by random probes. */
  async estimate(puzzle: Puzzle, { signal, ...options }: Options<EstimateRequest> = {}): Promise<EstimateResponse> {
    const { data } = await this.#v1.POST("/estimate", { body: { ...options, puzzle }, ...init(signal) });
    return data as EstimateResponse;
  }

  /** Proves the number of solutions: that there is none, that the solution is the only one, or a count as `claim`. */
  async prove<P extends Puzzle>(
    puzzle: P,
    { signal, ...options }: Options<ProveRequest> = {},
  ): Promise<InNotation<ProveResponse, P>> {
    const { data } = await this.#v1.POST("/prove", { body: { ...options, puzzle }, ...init(signal) });
    return data as InNotation<ProveResponse, P>;
  }

  /** The proof of `prove` alone, which may be longer than an answer of `prove` has it; null if there is none. */
  async proof(puzzle: Puzzle, { signal, ...options }: Options<ProveRequest> = {}): Promise<string | null> {
    const { data } = await this.#v1.POST("/prove", { body: { ...options, puzzle }, ...AS_TEXT, ...init(signal) });
    return proofOf(data);
  }

  /** Writes the formula that proofs are about; `exclude` has the solutions of the proof. */
  async formula(puzzle: Puzzle, { signal, ...options }: Options<FormulaRequest> = {}): Promise<FormulaResponse> {
    const { data } = await this.#v1.POST("/formula", { body: { ...options, puzzle }, ...init(signal) });
    return data as FormulaResponse;
  }

  /** Finds the canonical forms of the puzzle and of its solution. */
  async canonical(
    puzzle: Puzzle,
    { signal, ...options }: Options<CanonicalRequest> = {},
  ): Promise<CanonicalResponse> {
    const { data } = await this.#v1.POST("/canonical", { body: { ...options, puzzle }, ...init(signal) });
    return data as CanonicalResponse;
  }

  /** Finds the canonical forms of a sequence of puzzles, like `solveBatch`. */
  canonicalBatch(
    entries: Entries<CanonicalEntry>,
    options: BatchOptions<"/canonical/batch"> = {},
  ): AsyncGenerator<CanonicalBatchResult, void, undefined> {
    return this.#batches.send<CanonicalBatchResult>("/canonical/batch", entries, options, entryOf);
  }

  /** Applies a random symmetry to the puzzle. The same puzzle and `seed` give the same result. */
  async shuffle<P extends Puzzle>(
    puzzle: P,
    { signal, ...options }: Options<ShuffleRequest> = {},
  ): Promise<InNotation<ShuffleResponse, P>> {
    const { data } = await this.#v1.POST("/shuffle", { body: { ...options, puzzle }, ...init(signal) });
    return data as InNotation<ShuffleResponse, P>;
  }

  /** Applies a random symmetry to each of a sequence of puzzles, like `solveBatch`. */
  shuffleBatch<P extends Puzzle>(
    entries: Entries<ShuffleEntry, P>,
    options: BatchOptions<"/shuffle/batch"> = {},
  ): AsyncGenerator<InNotation<ShuffleBatchResult, P>, void, undefined> {
    return this.#batches.send<InNotation<ShuffleBatchResult, P>>("/shuffle/batch", entries, options, entryOf);
  }

  /** Rates the difficulty of the puzzle for people. */
  async rate(puzzle: Puzzle, { signal, ...options }: Options<RateRequest> = {}): Promise<RateResponse> {
    const { data } = await this.#v1.POST("/rate", { body: { ...options, puzzle }, ...init(signal) });
    return data as RateResponse;
  }

  /** Rates a sequence of puzzles, like `solveBatch`. */
  rateBatch(
    entries: Entries<RateEntry>,
    options: BatchOptions<"/rate/batch"> = {},
  ): AsyncGenerator<RateBatchResult, void, undefined> {
    return this.#batches.send<RateBatchResult>("/rate/batch", entries, options, entryOf);
  }

  /** Finds the next step after `entries` and `marks` of a player. */
  async hint(puzzle: Puzzle, { signal, ...options }: Options<HintRequest> = {}): Promise<HintResponse> {
    const { data } = await this.#v1.POST("/hint", { body: { ...options, puzzle }, ...init(signal) });
    return data as HintResponse;
  }

  /** Finds the steps to the solution, with explanations. */
  async path(puzzle: Puzzle, { signal, ...options }: Options<PathRequest> = {}): Promise<PathResponse> {
    const { data } = await this.#v1.POST("/path", { body: { ...options, puzzle }, ...init(signal) });
    return data as PathResponse;
  }

  /** Generates a random puzzle with one solution. Its `puzzle` is null if no attempt has succeeded. */
  async generate({ signal, ...options }: GenerateOptions = {}): Promise<GenerateResponse> {
    const { data } = await this.#v1.POST("/generate", { body: options, ...init(signal) });
    return data as GenerateResponse;
  }

  /** Generates `count` puzzles, whose seeds ascend from `seed`. Throws `IncompleteError` if the service stops before. */
  async *generateMany(
    count: number,
    { signal, ...options }: GenerateOptions = {},
  ): AsyncGenerator<GenerateDocumentLine, void, undefined> {
    const { data } = await this.#v1.POST("/generate", {
      body: { ...options, count },
      headers: { accept: "application/x-ndjson" },
      parseAs: "stream",
      ...init(signal),
    });
    for await (const part of results<GenerateDocumentLine>(data as unknown as ReadableStream<Uint8Array>, 0)) yield* part;
  }

  /** Draws the puzzle as SVG. */
  async render(puzzle: Puzzle, { signal, ...options }: Options<RenderRequest> = {}): Promise<string> {
    const { data } = await this.#v1.POST("/render", {
      body: { ...options, puzzle },
      parseAs: "text",
      ...init(signal),
    });
    return data as string;
  }

  /** Writes the puzzle in another text format. */
  async convert(puzzle: Puzzle, { signal, ...options }: Options<ConvertRequest> = {}): Promise<Conversion> {
    const { data } = await this.#v1.POST("/convert", { body: { ...options, puzzle }, ...init(signal) });
    return data as Conversion;
  }
}

/** Returns the entry of a puzzle, which may be one already. */
function entryOf(value: unknown): unknown {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : { puzzle: value };
}

function init(signal: AbortSignal | undefined): CallOptions {
  return signal === undefined ? {} : { signal };
}

function runsInNode(): boolean {
  const { process } = globalThis as { process?: { versions?: Record<string, string> } };
  const versions = process?.versions ?? {};
  return "node" in versions && !("bun" in versions) && !("deno" in versions);
}
