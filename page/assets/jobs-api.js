/** Calls of the API for jobs, with the types of its answers. */

import { ApiError, addressOf, errorOf, faultOf, keyHeaders, linesOf, send } from "./api.js";

/** @typedef {import("./api.js").Body} Body */
/** @typedef {"queued" | "running" | "cancelling" | "succeeded" | "failed" | "cancelled" | "expired"} JobState */
/** @typedef {"none" | "unique" | "multiple" | "solvable" | "unknown" | "answered" | "errors"} Tally */

/**
 * A job. Times are milliseconds since 1970.
 * @typedef {object} Job
 * @property {string} id
 * @property {string} operation
 * @property {JobState} state
 * @property {number} revision
 * @property {number} created_ms
 * @property {number | null} started_ms
 * @property {number | null} ended_ms
 * @property {number} expires_ms
 * @property {{ total: number, done: number, leased: number, failed: number }} pieces
 * @property {{ total: number | null, done: number }} puzzles
 * @property {Record<Tally, number>} verdicts
 * @property {string | null} count Digits of the number of solutions; null unless the job counts those of one problem.
 * @property {boolean | null} complete Whether `count` is the number of all solutions; null without a count.
 * @property {number} fraction
 * @property {number | null} eta_s
 * @property {{ code: string, detail: string } | null} error
 */

/**
 * @typedef {object} Watcher
 * @property {(job: Job) => void} changed Receives the job, each time it has changed.
 * @property {(seconds: number) => void} lost Receives the time until the next attempt, after the connection broke.
 */

/** The service sends a heartbeat each 15 seconds: a stream that is silent for so many milliseconds is broken. */
const SILENCE_MS = 40_000;

/** Time between two requests for the state of a job without a stream of events, in milliseconds. */
const POLL_MS = 2000;

/** Longest time between two attempts to connect, in milliseconds. The first one is `POLL_MS`. */
const WAIT_MS_MAX = 30_000;

/** Largest count of solutions of each puzzle of a file. */
export const JOB_COUNT_MAX = 1_000_000;

/** Returns a new key for `Idempotency-Key`. `crypto.randomUUID` would need HTTPS. */
export function newRequestKey() {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(16).padStart(8, "0")).join("");
}

/** @param {JobState} state */
export function hasEnded(state) {
  return state !== "queued" && state !== "running" && state !== "cancelling";
}

/**
 * Returns the request for a job.
 * @param {Body} work
 * @returns {import("./api.js").ApiRequest}
 */
export function jobRequest(work) {
  return { path: "jobs", accept: "application/json", contentType: "application/json", body: JSON.stringify(work) };
}

/**
 * Creates a job. The same key and the same work get the same job.
 * @param {Body} work
 * @param {string} key
 * @returns {Promise<Job>}
 */
export async function createJob(work, key) {
  const { path, accept, contentType, body } = jobRequest(work);
  const headers = { "content-type": contentType, accept, "idempotency-key": key };
  const response = await send(path, { method: "POST", headers, body });
  return response.json();
}

/**
 * @param {string} id
 * @param {AbortSignal} [signal]
 * @returns {Promise<Job>}
 */
async function jobOf(id, signal) {
  const response = await send(pathOf(id), { signal: signal ?? null });
  return response.json();
}

/**
 * Cancels a job, unless it has just ended: then the same call would remove it with its results.
 * @param {string} id
 * @returns {Promise<Job>}
 */
export async function cancelJob(id) {
  const job = await jobOf(id);
  if (hasEnded(job.state)) return job;
  const response = await send(pathOf(id), { method: "DELETE" });
  return response.status === 204 ? job : response.json();
}

/**
 * Removes a job that has ended, with its results.
 * @param {string} id
 */
export async function removeJob(id) {
  await send(pathOf(id), { method: "DELETE" });
}

/**
 * Returns the address of the results, for a download without an API key.
 * @param {string} id
 */
export function resultsAddress(id) {
  return addressOf(`${pathOf(id)}/results`);
}

/**
 * @param {string} id
 * @returns {Promise<Blob>}
 */
export async function resultsOf(id) {
  const response = await send(`${pathOf(id)}/results`);
  return response.blob();
}

/** @param {string} id */
function pathOf(id) {
  return `jobs/${encodeURIComponent(id)}`;
}

/**
 * Uploads a file of puzzles and returns its id. Not by `fetch`, which does not tell how much is sent.
 * @param {File} file
 * @param {AbortSignal} signal
 * @param {(fraction: number) => void} report
 * @returns {Promise<string>}
 */
export function upload(file, signal, report) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const { contentType, coding } = typeOf(file.name);
    request.open("POST", addressOf("uploads"));
    const headers = { "content-type": contentType, ...(coding && { "content-encoding": coding }), ...keyHeaders() };
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    const fail = () => reject(faultOf(request.status, "upload_cut"));
    request.upload.onprogress = ({ loaded, total }) => report(total === 0 ? 0 : loaded / total);
    request.onerror = fail;
    request.onabort = fail;
    request.onload = () => {
      try {
        const answer = JSON.parse(request.responseText);
        if (request.status === 201) resolve(answer.id);
        else reject(errorOf(request.status, request.statusText, answer));
      } catch {
        reject(errorOf(request.status, request.statusText, {}));
      }
    };
    signal.addEventListener("abort", () => request.abort());
    request.send(file);
  });
}

/**
 * Returns the media type and the compression of a file.
 * @param {string} name
 */
function typeOf(name) {
  const [, inner = "", ending] = /^(.*?)(?:\.(gz|zst))?$/i.exec(name) ?? [];
  const codings = /** @type {const} */ ({ gz: "gzip", zst: "zstd" });
  const coding = codings[/** @type {keyof typeof codings} */ (ending?.toLowerCase())];
  if (/\.(ndjson|jsonl)$/i.test(inner)) return { contentType: "application/x-ndjson", coding };
  if (/\.csv$/i.test(inner)) return { contentType: "text/csv", coding };
  if (/\.(xml|opensudoku)$/i.test(inner)) return { contentType: "application/xml", coding };
  return { contentType: "text/plain", coding };
}

/**
 * Reports a job until it has ended. After each break of the stream it asks for the state, then for the events after the last
 * one: if a service or a gateway has no streams, it polls. Throws if there is no such job.
 * @param {string} id
 * @param {AbortSignal} signal
 * @param {Watcher} watcher
 */
export async function followJob(id, signal, { changed, lost }) {
  let last = "";
  let wait = POLL_MS;
  while (!signal.aborted) {
    try {
      for await (const event of eventsOf(id, last, signal)) {
        last = event.id || last;
        changed(event.job);
        if (hasEnded(event.job.state)) return;
      }
    } catch {
      // The request for the state fails, too, if the cause remains.
    }
    try {
      const job = await jobOf(id, signal);
      changed(job);
      if (hasEnded(job.state)) return;
      wait = POLL_MS;
    } catch (error) {
      if (signal.aborted) return;
      if (isFinal(error)) throw error;
      lost(wait / 1000);
      wait = Math.min(2 * wait, WAIT_MS_MAX);
    }
    await passed(wait, signal);
  }
}

/**
 * Returns whether a repeated request would fail, too.
 * @param {unknown} error
 */
function isFinal(error) {
  return error instanceof ApiError && [401, 403, 404, 410].includes(error.status);
}

/**
 * Waits until the time has passed, or the signal ends it.
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 */
function passed(milliseconds, signal) {
  return new Promise((resolve) => {
    const timeout = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timeout);
      resolve(undefined);
    });
  });
}

/**
 * Yields the events of a job after the last one. By `fetch`, which sends an API key; `EventSource` cannot.
 * @param {string} id
 * @param {string} last Id of the last event; empty for all.
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<{ id: string, job: Job }>}
 */
async function* eventsOf(id, last, signal) {
  const silent = new AbortController();
  const headers = { accept: "text/event-stream", ...(last && { "last-event-id": last }) };
  let timeout = setTimeout(() => silent.abort(), SILENCE_MS);
  /** @type {Record<string, string>} */
  let fields = {};
  try {
    const response = await send(`${pathOf(id)}/events`, { headers, signal: AbortSignal.any([signal, silent.signal]) });
    for await (const line of linesOf(response)) {
      clearTimeout(timeout);
      timeout = setTimeout(() => silent.abort(), SILENCE_MS);
      const [, name, value = ""] = /^(\w+): ?(.*)$/.exec(line) ?? [];
      if (name !== undefined) fields[name] = value;
      if (line !== "") continue;
      const { id: eventId = "", data } = fields;
      fields = {};
      if (data !== undefined) yield { id: eventId, job: JSON.parse(data) };
    }
  } finally {
    clearTimeout(timeout);
    silent.abort();
  }
}
