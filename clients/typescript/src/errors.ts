import type {
  BatchSummary,
  CountResponse,
  CoverSolutionsSummary,
  Fault,
  Problem,
  ProblemCode,
  SolutionsSummary,
} from "./schema.js";

/** Response with a status of 400 or more. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly status: number;
  /** Body of the response; undefined if something else than the service answered, such as a gateway. */
  readonly problem: Problem | undefined;
  /** Seconds to wait before another attempt, of statuses 429 and 503. */
  readonly retryAfter: number | undefined;

  constructor(response: Response, problem: Problem | undefined) {
    const faults = problem?.errors.map((fault) => `${fault.pointer ?? fault.parameter ?? ""} ${fault.detail}`.trim());
    super([problem?.detail ?? `HTTP status ${response.status}`, ...(faults ?? [])].join("\n"));
    this.status = response.status;
    this.problem = problem;
    const seconds = Number.parseInt(response.headers.get("retry-after") ?? "", 10);
    this.retryAfter = Number.isNaN(seconds) ? undefined : seconds;
  }

  /** Kind of the problem, such as `invalid_question`. */
  get code(): ProblemCode | undefined {
    return this.problem?.code;
  }

  /** Faults of the request, with their positions. */
  get errors(): Fault[] {
    return this.problem?.errors ?? [];
  }

  /** Reads the body of `response`. */
  static async from(response: Response): Promise<ProblemError> {
    const isProblem = response.headers.get("content-type")?.startsWith("application/problem+json") ?? false;
    return new ProblemError(response, isProblem ? ((await response.json()) as Problem) : undefined);
  }
}

/** Batch, or list of solutions, that the service did not complete. */
export class IncompleteError extends Error {
  override readonly name = "IncompleteError";

  /** `summary` is undefined if the connection was cut. */
  constructor(readonly summary: BatchSummary | SolutionsSummary | CoverSolutionsSummary | undefined) {
    super(`the response is incomplete: ${summary?.stopped_by ?? "the connection was cut"}`);
  }
}

/** Count that was read, though it is not complete: `at_least` of the answer has the number of solutions found. */
export class IncompleteCountError extends Error {
  override readonly name = "IncompleteCountError";

  constructor(readonly answer: Readonly<Record<string, unknown>>) {
    const reason = answer.stopped_by ?? answer.state;
    super(`at least ${answer.at_least} solutions, not all were counted: ${reason}. \`at_least\` has this number`);
  }
}

/** Search that reached a limit before it could prove or refute uniqueness. */
export class UndecidedError extends Error {
  override readonly name = "UndecidedError";

  constructor(readonly result: CountResponse) {
    super(`uniqueness is undecided: the search was stopped by ${result.stopped_by}`);
  }
}
