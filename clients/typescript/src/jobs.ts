import type { Client as Core } from "openapi-fetch";
import { type CallOptions, lines } from "./batch.js";
import { type Counted, counted } from "./counts.js";
import { ProblemError } from "./errors.js";
import type { Job, JobOperation, JobRequest, paths, Upload } from "./schema.js";

/** Maximum number of attempts of a call without progress. */
const ATTEMPTS_MAX = 10;

const DELAY_MS_MAX = 10_000;
const PAUSE_MS_MAX = 2_000;

/** Job, or its id. */
export type JobReference = string | Pick<Job, "id">;

/** Members of the request for a job. */
export type SubmitOptions = Omit<JobRequest, "operation"> &
  CallOptions & {
    /** A request with the same key, by default a random one, gets the same job. */
    idempotencyKey?: string;
  };

/** Long work that needs no connection. */
export class Jobs {
  readonly #core: Core<paths>;

  constructor(core: Core<paths>) {
    this.#core = core;
  }

  /** Uploads the entries of a job, as the body of a batch: repeatedly usable until it expires. Only Node takes a stream. */
  async upload(
    content: string | Blob | Uint8Array | ReadableStream<Uint8Array>,
    { contentType = "text/plain", signal }: CallOptions & { contentType?: string } = {},
  ): Promise<Upload> {
    const { data } = await this.#core.POST("/uploads", {
      headers: { "content-type": contentType },
      body: content as never,
      bodySerializer: (body: unknown) => body as BodyInit,
      ...init(signal),
      // `fetch` asks for it if the body is a stream.
      ...{ duplex: "half" },
    });
    return data as Upload;
  }

  /** Creates a job. */
  async submit(
    operation: JobOperation,
    { idempotencyKey = randomKey(), signal, ...request }: SubmitOptions = {},
  ): Promise<Counted<Job>> {
    const headers = { "idempotency-key": idempotencyKey };
    const attempts = new Attempts(signal);
    for (;;) {
      try {
        const { data } = await this.#core.POST("/jobs", {
          params: { header: headers },
          body: { ...request, operation },
          ...init(signal),
        });
        return counted(data as Job);
      } catch (error) {
        if (error instanceof ProblemError) throw error;
        await attempts.after(error);
      }
    }
  }

  /** Returns the state and the progress of a job. */
  async get(job: JobReference, { signal }: CallOptions = {}): Promise<Counted<Job>> {
    const { data } = await this.#core.GET("/jobs/{id}", { ...path(job), ...init(signal) });
    return counted(data as Job);
  }

  /** Yields the jobs of the API key, the latest first. Without API keys, the service has no list. */
  async *list({ signal, ...query }: CallOptions & { state?: Job["state"] } = {}): AsyncGenerator<Counted<Job>, void, undefined> {
    for (let after: string | undefined; ; ) {
      const page = { ...query, ...(after !== undefined && { after }) };
      const { data } = await this.#core.GET("/jobs", { params: { query: page }, ...init(signal) });
      const jobs = data?.jobs ?? [];
      yield* jobs.map(counted);
      after = jobs.at(-1)?.id;
      if (after === undefined) return;
    }
  }

  /** Waits for the end of a job, also across a restart of the service. The result has its `state`. */
  async wait(job: JobReference, { signal }: CallOptions = {}): Promise<Counted<Job>> {
    const attempts = new Attempts(signal);
    for (let pause = 50; ; ) {
      try {
        const status = await this.get(job, init(signal));
        if (status.ended_ms !== null) return status;
        attempts.reset();
        await sleep(pause, signal);
        pause = Math.min(1.5 * pause, PAUSE_MS_MAX);
      } catch (error) {
        await attempts.after(error);
      }
    }
  }

  /**
   * Waits for the end of a job and yields its results, in the order of the input. Continues after a broken connection.
   * `Result` is the type of the results: that of the batch, `GenerateDocumentLine`, or `{ solution }` for a list of solutions,
   * which is in no order. The count of one puzzle or problem has no results: it is in the job.
   */
  async *results<Result>(
    job: JobReference,
    { signal }: CallOptions = {},
  ): AsyncGenerator<Result, void, undefined> {
    await this.wait(job, init(signal));
    const attempts = new Attempts(signal);
    const encoder = new TextEncoder();
    for (let received = 0; ; ) {
      try {
        const { data, response } = await this.#core.GET("/jobs/{id}/results", {
          ...path(job),
          headers: { accept: "application/x-ndjson", ...(received === 0 ? {} : { range: `bytes=${received}-` }) },
          parseAs: "stream",
          ...init(signal),
        });
        // A gateway may ignore the range.
        let position = response.status === 206 ? received : 0;
        for await (const texts of lines(data as unknown as ReadableStream<Uint8Array>)) {
          for (const line of texts) {
            position += encoder.encode(line).length + 1;
            if (position <= received) continue;
            received = position;
            attempts.reset();
            yield counted(JSON.parse(line)) as Result;
          }
        }
        return;
      } catch (error) {
        if (error instanceof ProblemError && error.status === 416) return;
        await attempts.after(error);
      }
    }
  }

  /** Cancels a job, which keeps its results so far. A job that has ended is removed. */
  async cancel(job: JobReference, { signal }: CallOptions = {}): Promise<void> {
    await this.#core.DELETE("/jobs/{id}", { ...path(job), ...init(signal) });
  }

  /** Runs the failed pieces of a failed job again; the others keep their results. Resolves with the job. */
  async retry(job: JobReference, { signal }: CallOptions = {}): Promise<Counted<Job>> {
    const { data } = await this.#core.POST("/jobs/{id}/retry", { ...path(job), ...init(signal) });
    return counted(data as Job);
  }
}

/** Attempts of a call that may be repeated. */
class Attempts {
  readonly #signal: AbortSignal | undefined;
  #failures = 0;

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
  }

  /** Forgets the failures, after progress. */
  reset(): void {
    this.#failures = 0;
  }

  /** Waits for the time of another attempt. Throws the error if that would fail, too, or there were too many attempts. */
  async after(error: unknown): Promise<void> {
    const isProblem = error instanceof ProblemError;
    // Failures of the connection are those of `fetch`.
    const mayPass = isProblem ? [429, 502, 503, 504].includes(error.status) : error instanceof TypeError;
    if (!mayPass || this.#failures >= ATTEMPTS_MAX || this.#signal?.aborted) throw error;
    const asked = isProblem && error.retryAfter !== undefined ? 1000 * error.retryAfter : undefined;
    const delay = asked ?? 200 * 2 ** this.#failures;
    this.#failures += 1;
    await sleep(Math.min(delay, DELAY_MS_MAX), this.#signal);
  }
}

function path(job: JobReference) {
  return { params: { path: { id: typeof job === "string" ? job : job.id } } };
}

function init(signal: AbortSignal | undefined): CallOptions {
  return signal === undefined ? {} : { signal };
}

/** Returns a key that no other request has. `crypto.randomUUID` needs HTTPS in browsers. */
function randomKey(): string {
  return Array.from({ length: 3 }, () => Math.random().toString(36).slice(2)).join("");
}

/** Waits for this time. Rejects if `signal` is aborted. */
function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", abort);
  });
}
