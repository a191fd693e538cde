import type { Client as Core } from "openapi-fetch";
import { counted } from "./counts.js";
import { IncompleteError } from "./errors.js";
import type { BatchSummary, paths } from "./schema.js";

/** Maximum size of a request, or of a part of one; it ends at the first that is reached. */
const PART_ENTRIES = 1000;
const PART_CHARACTERS = 65_536;

export interface CallOptions {
  /** Cancels the request; the service then ends the search. */
  signal?: AbortSignal;
}

export type BatchPath =
  | "/solve/batch"
  | "/count/batch"
  | "/candidates/batch"
  | "/minimal/batch"
  | "/canonical/batch"
  | "/shuffle/batch"
  | "/rate/batch"
  | "/exact-cover/count/batch";

/** Options of all entries that do not name them. */
export type BatchOptions<Path extends BatchPath> = CallOptions &
  NonNullable<paths[Path]["post"]["parameters"]["query"]>;

/** Members that the results of all batches have. */
export interface BatchResult {
  type: "result" | "error";
  index: number;
  line?: number;
}

interface BatchRequest {
  body: string | ReadableStream<Uint8Array>;
  /** Index of its first entry in the batch. */
  first: number;
}

/** Sends batches to the service. */
export class Batches {
  readonly #core: Core<paths>;
  readonly #fullDuplex: boolean;

  /** With `fullDuplex`, a batch is one request; otherwise a sequence of requests. */
  constructor(core: Core<paths>, fullDuplex: boolean) {
    this.#core = core;
    this.#fullDuplex = fullDuplex;
  }

  /** Sends the entries, each encoded as a JSON value. Yields one result per entry, in order. */
  async *send<R extends BatchResult>(
    path: BatchPath,
    entries: Iterable<unknown> | AsyncIterable<unknown>,
    { signal, ...query }: BatchOptions<BatchPath>,
    encode: (entry: unknown) => unknown,
  ): AsyncGenerator<R, void, undefined> {
    const upload = new Upload(entries, signal, encode);
    try {
      for await (const { body, first } of this.#fullDuplex ? [upload.stream()] : upload.requests()) {
        const { data } = await this.#core.POST(path, {
          params: { query },
          headers: { "content-type": "application/x-ndjson", accept: "application/x-ndjson" },
          body: body as never,
          bodySerializer: (ndjson: unknown) => ndjson,
          parseAs: "stream",
          signal: upload.signal,
          // `fetch` asks for it if the body is a stream.
          ...{ duplex: "half" },
        });
        for await (const part of results<R>(data as ReadableStream<Uint8Array>, first)) {
          // Faster than `yield* part`, which waits for each result once more.
          for (const result of part) yield result;
        }
      }
    } catch (error) {
      throw upload.signal.aborted ? upload.signal.reason : error;
    } finally {
      upload.close();
    }
  }
}

/** Entries of a batch on their way to the service. */
class Upload {
  readonly #source: Iterator<unknown> | AsyncIterator<unknown>;
  readonly #isAsync: boolean;
  readonly #controller = new AbortController();
  readonly #signal: AbortSignal | undefined;
  readonly #encode: (entry: unknown) => unknown;
  readonly #abort = () => this.#controller.abort(this.#signal?.reason);
  /** The pending call of the source. */
  #next: Promise<IteratorResult<unknown>> | undefined;
  #entries = 0;
  #ended = false;

  constructor(
    entries: Iterable<unknown> | AsyncIterable<unknown>,
    signal: AbortSignal | undefined,
    encode: (entry: unknown) => unknown,
  ) {
    signal?.throwIfAborted();
    this.#isAsync = Symbol.asyncIterator in entries;
    this.#source = Symbol.asyncIterator in entries ? entries[Symbol.asyncIterator]() : entries[Symbol.iterator]();
    this.#signal = signal;
    this.#encode = encode;
    signal?.addEventListener("abort", this.#abort);
  }

  /** Aborted with the caller's reason if the caller cancels, or with the error if the source throws one. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The whole batch as one request, whose body is sent while the response arrives. */
  stream(): BatchRequest {
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        const part = await this.#part();
        if (part === "") return controller.close();
        controller.enqueue(encoder.encode(part));
        // Lets the runtime read the response before it asks for more.
        await tick();
      },
    });
    return { body, first: 0 };
  }

  /** The batch as a sequence of requests. */
  async *requests(): AsyncGenerator<BatchRequest> {
    for (;;) {
      const first = this.#entries;
      const body = await this.#part();
      if (body === "") return;
      yield { body, first };
    }
  }

  /** Ends the request and the source. */
  close(): void {
    this.#signal?.removeEventListener("abort", this.#abort);
    this.#controller.abort();
    if (!this.#ended) Promise.resolve(this.#source.return?.()).catch(() => {});
  }

  /** Waits for an entry. Returns it and those that are ready after it, as NDJSON; "" at the end. */
  async #part(): Promise<string> {
    let part = "";
    let pause: Promise<void> | undefined;
    try {
      for (let taken = 0; taken < PART_ENTRIES && part.length < PART_CHARACTERS && !this.#ended; taken += 1) {
        let next: IteratorResult<unknown> | void;
        if (this.#isAsync) {
          this.#next ??= this.#ask();
          next = await (pause === undefined ? this.#next : Promise.race([this.#next, pause]));
          if (!next) break;
          this.#next = undefined;
        } else {
          // A promise per entry would cost more than its JSON.
          this.signal.throwIfAborted();
          next = (this.#source as Iterator<unknown>).next();
        }
        if (next.done) {
          this.#ended = true;
        } else {
          part += `${JSON.stringify(this.#encode(next.value))}\n`;
          this.#entries += 1;
          if (this.#isAsync) pause ??= tick();
        }
      }
    } catch (error) {
      this.#controller.abort(error);
      throw error;
    }
    return part;
  }

  /** Asks the source for the next entry. Rejects if `signal` is aborted. */
  #ask(): Promise<IteratorResult<unknown>> {
    const next = new Promise<IteratorResult<unknown>>((resolve, reject) => {
      this.signal.throwIfAborted();
      const abort = () => reject(this.signal.reason);
      this.signal.addEventListener("abort", abort);
      Promise.resolve(this.#source.next())
        .then(resolve, reject)
        .finally(() => this.signal.removeEventListener("abort", abort));
    });
    // It may reject while nothing waits for it.
    next.catch(() => {});
    return next;
  }
}

/** Yields the results in the NDJSON response to entries of a batch, as they arrive. `first` is the index of the first entry. */
export async function* results<R extends BatchResult>(
  body: ReadableStream<Uint8Array>,
  first: number,
): AsyncGenerator<R[], void, undefined> {
  let summary: BatchSummary | undefined;
  for await (const texts of lines(body)) {
    const part: R[] = [];
    for (const text of texts) {
      const line = JSON.parse(text) as R | { type: "summary"; summary: BatchSummary };
      if (line.type === "summary") {
        summary = line.summary;
      } else {
        line.index += first;
        if (line.line !== undefined) line.line += first;
        part.push(counted(line));
      }
    }
    yield part;
  }
  if (summary === undefined || summary.stopped_by !== undefined) throw new IncompleteError(summary);
}

/**
 * Yields the complete lines of each part of a body that arrives. Text after the last line feed is dropped. Leaving the loop
 * closes the connection.
 */
export async function* lines(body: ReadableStream<Uint8Array>): AsyncGenerator<string[], void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const parts = (rest + decoder.decode(value, { stream: true })).split("\n");
      rest = parts.pop() ?? "";
      yield parts;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** Waits for the events that are due. */
function tick(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
