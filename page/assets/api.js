/** Calls of the public API, with the types of its answers. */

import { aboutOf } from "./about.js";
import { objectOfJson } from "./address-text.js";
import { puzzleOf, restrictionsOf } from "./board.js";
import { boxName, usualBox } from "./houses.js";
import { SIZE_MIN, cellName, cellsOf, gridOf, indicesOf } from "./symbols.js";
import { hasOwnRegions, offsetsOf, variantOf, variantOfJson } from "./variant.js";

/** @typedef {import("./board.js").Position} Position */
/** @typedef {import("./board.js").Puzzle} Puzzle */
/** @typedef {import("./cover-problem.js").Content} Content */
/** @typedef {import("./symbols.js").Grid} Grid */

/** @typedef {"none" | "unique" | "multiple" | "solvable" | "unknown"} Verdict */
/** @typedef {{ house: string, digit: number, cells: string[] }} HouseConflict */
/** @typedef {{ constraint: string, type: string, cells: string[] }} ConstraintConflict */
/** @typedef {HouseConflict | ConstraintConflict} Conflict */
/** @typedef {{ nodes: number, queue_us: number, solve_us: number }} Stats */

/**
 * The members that all answers have.
 * @typedef {object} SearchAnswer
 * @property {Verdict} verdict
 * @property {"solution_limit" | "time_limit" | "node_limit" | "proof_bytes" | "proof_work" | "shutdown" | null} stopped_by
 * @property {Stats} [stats]
 * @property {{ time_ms: number, nodes: number | null }} limits
 */

/** @typedef {SearchAnswer & { solution: Grid | null, conflicts: Conflict[] }} Answer */
/** @typedef {Answer & { count: number, complete: boolean, witnesses: Grid[], differing_cells: string[] }} CountAnswer */
/** @typedef {SearchAnswer & { candidates: number[][][], undecided?: number[][][], conflicts: Conflict[] }} CandidatesAnswer */
/** @typedef {SearchAnswer & { is_minimal: boolean | null, redundant: string[], undecided?: string[], puzzle?: Grid | null }} MinimalAnswer */
/** @typedef {SearchAnswer & { clues: string[], constraints?: string[], minimal: boolean | null }} ConflictsAnswer */
/** @typedef {"easy" | "medium" | "hard" | "expert" | "extreme"} Level */
/** @typedef {Answer & { score: number | null, level: Level | null, hardest: string | null, steps: Record<string, number> | null, singles_suffice: boolean | null, se_estimate?: { value: number, low: number, high: number } }} RateAnswer */
/** @typedef {{ cell: string, digit: number }} StepCandidate */
/** @typedef {{ cells: string[], digit: number }} StepLinkEnd */

/**
 * Step of a solving technique.
 * @typedef {object} Step
 * @property {string} name Name of the technique.
 * @property {string} text
 * @property {string[]} houses
 * @property {string[]} covers
 * @property {string[]} cells
 * @property {string[]} fins
 * @property {number[]} digits
 * @property {{ cells: string[], digits: number[] }[]} groups
 * @property {{ from: StepLinkEnd, to: StepLinkEnd, strong: boolean }[]} links
 * @property {StepCandidate[]} placements
 * @property {StepCandidate[]} eliminations
 */

/** @typedef {SearchAnswer & { end: "solved" | "stuck" | "contradiction" | null, steps: Step[], conflicts: Conflict[] }} PathAnswer */
/** @typedef {Partial<Step> & { houses: string[] }} HintStep A step, as far as it is revealed. */
/** @typedef {"house" | "technique" | "all"} Reveal */
/** @typedef {SearchAnswer & { step: HintStep | null, mistakes: string[], conflicts: Conflict[] }} HintAnswer */
/** @typedef {{ level: Level, symmetry: string, seed: number, box: import("./houses.js").Box }} Wish A puzzle to make. */
/** @typedef {{ score: number, level: Level }} Rating */
/** @typedef {SearchAnswer & { puzzle: string | null, seed: number, clues: number | null, rating?: Rating, attempts: number }} GenerateAnswer */
/** @typedef {SearchAnswer & { mean: number | null, standard_error: number | null, interval: [number | null, number | null] | null, probes: number }} EstimateAnswer */
/** @typedef {Answer & { solved: boolean, solvable: boolean | null, wrong: string[], wrong_marks: string[], contradicting: string[] }} MistakesAnswer */
/** @typedef {{ format: "dimacs" | "opb", bytes: number }} Formula */
/** @typedef {{ format: "drup" | "veripb", lines: number, bytes: number, text: string | null }} Proof A long one has no text. */
/** @typedef {SearchAnswer & { solution: Grid | null, formula: Formula | null, proof: Proof | null }} ProveAnswer */
/** @typedef {SearchAnswer & { solution: CoverSolution | null, formula: Formula | null, proof: Proof | null }} CoverProveAnswer */
/** @typedef {{ option: number, items: string[] }[]} CoverSolution */
/** @typedef {SearchAnswer & { solution: CoverSolution | null, skipped_options?: number[], skipped_options_omitted?: number }} CoverAnswer */
/** @typedef {CoverAnswer & { count: number, complete: boolean, witnesses: CoverSolution[] }} CoverCountAnswer */
/** @typedef {{ type: "progress", count: number, nodes: number, elapsed_ms: number }} Progress */
/** @typedef {Record<string, unknown>} Body */
/**
 * A fault with its place: a cell, a line and a column, or a pointer; in a list of puzzles, the number of the puzzle.
 * @typedef {{ code: string, detail: string, cell?: string, line?: number, column?: number, pointer?: string, puzzle?: number }} Fault
 */
/** @typedef {"answer_cut" | "upload_cut" | "size_not_drawn" | "no_puzzle_found"} OwnCode Fault that the page finds itself. */
/** @typedef {import("./about.js").About & { puzzle: string, size: number, box: import("./houses.js").Box, warnings?: string[] }} Conversion */

/**
 * A request of an action: everything that `fetch` and `curl` need. Without a body, it is a `GET`.
 * @typedef {{ path: string, accept: string, contentType: string, body: string }} ApiRequest
 */

/** The largest `limit` of `/count`. */
const COUNT_MAX = Number.MAX_SAFE_INTEGER;

/** Time for a count, in milliseconds. The operator may set a shorter one. */
const COUNT_TIME_MS = 300_000;

/** Time for a new puzzle, in milliseconds. The operator may set a shorter one. */
const MAKE_TIME_MS = 60_000;

/** Warnings about a puzzle that may have rules beside the ones that were read. */
const PARTIAL = ["decorations_ignored", "solution_differs"];

/** A response that is a problem (RFC 9457). */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {readonly Fault[]} faults
   */
  constructor(status, faults) {
    super(faults.map(({ detail }) => detail).join("; "));
    this.status = status;
    this.faults = faults;
  }
}

/** @type {string | undefined} */
let apiKey;

/**
 * Sets the API key of all further calls.
 * @param {string} key
 */
export function setApiKey(key) {
  apiKey = key;
}

/** Whether calls have an API key. */
export function hasApiKey() {
  return apiKey !== undefined;
}

/**
 * Returns a puzzle as requests have it, with its boxes and candidates if they are not the usual ones, and its further rules.
 * @param {Puzzle} puzzle
 */
export function puzzleBody(puzzle) {
  const { size, box, cells, variant } = puzzle;
  const usual = boxName(box) === boxName(usualBox(size)) || hasOwnRegions(variant);
  const candidates = candidatesBody(puzzle);
  return { puzzle: gridOf(cells, size), ...(usual ? {} : { box }), ...(candidates && { candidates }), ...variant };
}

/**
 * @param {Puzzle} puzzle
 * @param {Body} [options]
 */
function puzzleContent(puzzle, options) {
  return { contentType: "application/json", body: JSON.stringify({ ...puzzleBody(puzzle), ...options }) };
}

/**
 * Returns the candidates of a puzzle as requests have them; nothing if all empty cells allow all digits.
 * @param {Puzzle} puzzle
 */
export function candidatesBody(puzzle) {
  const restrictions = restrictionsOf(puzzle);
  if (restrictions.length === 0) return undefined;
  return Object.fromEntries(restrictions.map(({ index, digits }) => [cellName(index, puzzle.size), digits]));
}

/**
 * Returns the entries and marks of a player as requests have them.
 * @param {Position} position
 */
function progressBody({ puzzle: { size }, entries, marks }) {
  const marked = marks.flatMap((digits, index) => (digits.length > 0 ? [[cellName(index, size), digits]] : []));
  return { entries: gridOf(entries, size), ...(marked.length > 0 && { marks: Object.fromEntries(marked) }) };
}

/**
 * @param {string} path
 * @param {(puzzle: Puzzle) => Body} [options]
 */
function questionOf(path, options = () => ({})) {
  return (/** @type {Puzzle} */ puzzle) => ({ path, accept: "application/json", ...puzzleContent(puzzle, options(puzzle)) });
}

/**
 * Returns the options of a wish.
 * @param {Wish} wish
 * @returns {Body}
 */
export function wishBody({ level, symmetry, seed, box }) {
  const isClassic = boxName(box) === "3x3";
  return {
    difficulty: level,
    ...(symmetry !== "none" && { symmetry }),
    seed,
    ...(!isClassic && { box }),
    limits: { time_ms: MAKE_TIME_MS },
  };
}

/** Returns the language of the page, which sentences of the service have, too. */
function language() {
  return document.documentElement.lang;
}

/** Requests of questions about a puzzle. */
export const requests = {
  solve: questionOf("solve"),
  check: questionOf("count"),
  count: (/** @type {Puzzle} */ puzzle) => ({
    path: "count",
    accept: "application/x-ndjson",
    ...puzzleContent(puzzle, { limit: COUNT_MAX, limits: { time_ms: COUNT_TIME_MS } }),
  }),
  candidates: questionOf("candidates"),
  redundant: questionOf("minimal"),
  reduce: questionOf("minimal", () => ({ reduce: true })),
  contradiction: questionOf("conflicts"),
  estimate: questionOf("estimate"),
  mistakes: (/** @type {Position} */ position) => ({
    path: "check",
    accept: "application/json",
    ...puzzleContent(position.puzzle, progressBody(position)),
  }),
  rate: questionOf("rate"),
  hint: (/** @type {Position} */ position, /** @type {Reveal} */ reveal) => ({
    path: "hint",
    accept: "application/json",
    ...puzzleContent(position.puzzle, { ...progressBody(position), reveal, lang: language() }),
  }),
  path: questionOf("path", () => ({ lang: language() })),
  prove: questionOf("prove"),
  proveSums: questionOf("prove", () => ({ proof: "veripb" })),
  generate: (/** @type {Wish} */ wish) => ({ path: `generate?${wishQuery(wish)}`, accept: "application/json", contentType: "", body: "" }),
};

/**
 * Returns a wish as a query. The same wish has the same query, so that its answer can be cached.
 * @param {Wish} wish
 */
function wishQuery({ level, symmetry, seed, box }) {
  const isClassic = boxName(box) === "3x3";
  return new URLSearchParams({
    difficulty: level,
    ...(symmetry !== "none" && { symmetry }),
    ...(!isClassic && { size: String(box.width * box.height), box: boxName(box) }),
    seed: String(seed),
    include: "rating",
    time_ms: String(MAKE_TIME_MS),
  });
}

/** @type {Readonly<Record<"solve" | "count" | "prove", (content: Content) => ApiRequest>>} */
export const coverRequests = {
  prove: (content) => ({ path: "exact-cover/prove", accept: "application/json", ...content }),
  solve: (content) => ({ path: "exact-cover/solve", accept: "application/json", ...content }),
  count: (content) => ({
    path: `exact-cover/count?limit=${COUNT_MAX}&time_ms=${COUNT_TIME_MS}`,
    accept: "application/x-ndjson",
    ...content,
  }),
};

/**
 * Returns the address of a path of the service, which may be behind a prefix.
 * @param {string} path
 */
export function addressOf(path) {
  return new URL(path, document.baseURI).href;
}

/** Returns the headers of a call that has an API key. */
export function keyHeaders() {
  /** @type {Record<string, string>} */
  const headers = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  return headers;
}

/**
 * Sends a request. Throws if the response is a problem.
 * @param {string} path
 * @param {RequestInit & { headers?: Record<string, string> }} [options]
 */
export async function send(path, { headers, ...options } = {}) {
  const response = await fetch(addressOf(path), { ...options, headers: { ...headers, ...keyHeaders() } });
  if (!response.ok) throw await problemOf(response);
  return response;
}

/**
 * Returns the types of constraints whose `cells` have no digit twice.
 * @returns {Promise<string[]>}
 */
export async function listDistinctTypes() {
  /** @type {{ constraints: { name: string, distinct: boolean }[] }} */
  const { constraints } = await (await send("constraints")).json();
  return constraints.filter(({ distinct }) => distinct).map(({ name }) => name);
}

/**
 * @param {string} path
 * @param {string} accept
 * @param {string} contentType
 * @param {string} body Empty for a `GET`.
 * @param {AbortSignal} [signal]
 */
function post(path, accept, contentType, body, signal) {
  if (body === "") return send(path, { headers: { accept }, signal: signal ?? null });
  return send(path, { method: "POST", headers: { "content-type": contentType, accept }, body, signal: signal ?? null });
}

/**
 * Returns the names of the techniques in a language, by their identifiers.
 * @param {string} language
 * @returns {Promise<Map<string, string>>}
 */
export async function listTechniqueNames(language) {
  /** @type {{ techniques: { technique: string, name: string }[] }} */
  const { techniques } = await (await send(`techniques?lang=${language}`)).json();
  return new Map(techniques.map(({ technique, name }) => [technique, name]));
}

/**
 * Reads the body of a problem.
 * @param {Response} response
 */
async function problemOf(response) {
  return errorOf(response.status, response.statusText, await response.json().catch(() => ({})));
}

/**
 * Returns the error of a problem, in which each fault has its own sentence.
 * @param {number} status
 * @param {string} statusText
 * @param {{ code?: string, detail?: string, errors?: Fault[] }} problem
 */
export function errorOf(status, statusText, { code = "", detail, errors = [] }) {
  return new ApiError(status, errors.length > 0 ? errors : [{ code, detail: detail ?? statusText }]);
}

/**
 * Returns the error of a fault that the page finds itself.
 * @param {number} status
 * @param {OwnCode} code
 */
export function faultOf(status, code) {
  return new ApiError(status, [{ code, detail: "" }]);
}

/**
 * Sends a request. Its answer is one JSON document, or the last line of a stream that reports progress before.
 * @param {ApiRequest} request
 * @param {AbortSignal} signal
 * @param {(progress: Progress) => void} report
 * @returns {Promise<any>} The answer, of a type that depends on the path.
 */
export async function ask({ path, accept, contentType, body }, signal, report) {
  const response = await post(path, accept, contentType, body, signal);
  if (accept !== "application/x-ndjson") return response.json();
  for await (const line of linesOf(response)) {
    const value = JSON.parse(line);
    if (value.type === "result") return value;
    if (value.type === "progress") report(value);
  }
  throw faultOf(response.status, "answer_cut");
}

/**
 * Yields the complete lines of a body as they arrive.
 * @param {Response} response
 */
export async function* linesOf(response) {
  if (response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (buffer + value).split("\n");
    buffer = lines.pop() ?? "";
    yield* lines;
  }
}

/**
 * Sends JSON and returns the values of the lines of the answer, without the summary. Not by `fetch`: a browser whose clock
 * stops while requests are under way (`--virtual-time-budget`) could go on before the script has read the answer.
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 * @param {(lines: number) => void} [report] Receives the number of lines so far.
 * @returns {Promise<any[]>}
 */
function postForLines(path, body, signal, report) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", addressOf(path));
    request.setRequestHeader("content-type", "application/json");
    request.setRequestHeader("accept", "application/x-ndjson");
    for (const [name, value] of Object.entries(keyHeaders())) request.setRequestHeader(name, value);
    const lines = () => request.responseText.split("\n").slice(0, -1);
    const fail = () => reject(faultOf(request.status, "answer_cut"));
    request.onprogress = () => request.status === 200 && report?.(lines().length);
    request.onerror = fail;
    request.onabort = fail;
    request.onload = () => {
      try {
        if (request.status !== 200) throw errorOf(request.status, request.statusText, JSON.parse(request.responseText));
        const values = lines().map((line) => JSON.parse(line));
        const failed = values.find(({ type }) => type === "error");
        if (failed !== undefined) throw new ApiError(failed.error.status, [{ ...failed.error, puzzle: failed.index + 1 }]);
        if (values.pop()?.type === "summary") resolve(values);
        else fail();
      } catch (error) {
        reject(error);
      }
    };
    signal?.addEventListener("abort", () => request.abort());
    request.send(JSON.stringify(body));
  });
}

/**
 * Solves puzzles that are lines of symbols. Throws if one of them is not a puzzle.
 * @param {readonly string[]} puzzles
 * @returns {Promise<Answer[]>}
 */
export function solveAll(puzzles) {
  return postForLines("solve/batch", puzzles);
}

/**
 * Rates puzzles that are lines of symbols.
 * @param {readonly string[]} puzzles
 * @returns {Promise<RateAnswer[]>}
 */
export function rateAll(puzzles) {
  return postForLines("rate/batch", puzzles);
}

/**
 * Makes puzzles, each a line of symbols. The seed of the first is that of the wish, the next ones follow it; a seed without a
 * puzzle is passed over. Throws if none of them has one.
 * @param {Wish} wish
 * @param {number} count
 * @param {AbortSignal} [signal]
 * @param {(made: number) => void} [report] Receives the number of puzzles so far.
 */
export async function makePuzzles(wish, count, signal, report) {
  /** @type {string[]} */
  const puzzles = [];
  for (let { seed } = wish; puzzles.length < count; ) {
    const [before, missing] = [puzzles.length, count - puzzles.length];
    const body = { ...wishBody({ ...wish, seed }), count: missing };
    const answers = await postForLines("generate", body, signal, (lines) => report?.(Math.min(before + lines, count)));
    puzzles.push(...answers.flatMap(({ puzzle }) => puzzle ?? []));
    seed += missing;
    if (puzzles.length === before) throw faultOf(200, "no_puzzle_found");
  }
  return puzzles;
}

/**
 * Draws a puzzle as SVG.
 * @param {Body} body
 * @returns {Promise<Blob>}
 */
export async function render(body) {
  const response = await post("render", "image/svg+xml", "application/json", JSON.stringify(body));
  return response.blob();
}

/**
 * Puzzle or problem of a proof: its request with these options.
 * @typedef {(path: "prove" | "formula", options: Body) => { path: string } & Content} ProofSubject
 */

/**
 * @param {Puzzle} puzzle
 * @returns {ProofSubject}
 */
export function proofSubjectOf(puzzle) {
  return (path, options) => ({ path, ...puzzleContent(puzzle, options) });
}

/**
 * Writes the formula that a proof is about.
 * @param {ProofSubject} subject
 * @param {Formula} formula
 * @param {Grid | number[] | null} solution
 * @returns {Promise<Blob>}
 */
export async function formulaFile(subject, { format }, solution) {
  const { path, contentType, body } = subject("formula", { to: format, ...(solution !== null && { exclude: [solution] }) });
  const response = await post(path, "text/plain", contentType, body);
  return response.blob();
}

/**
 * Returns a proof. One without a text is found again.
 * @param {ProofSubject} subject
 * @param {Proof} proof
 * @returns {Promise<Blob>}
 */
export async function proofFile(subject, { format, text, bytes }) {
  if (text !== null) return new Blob([text], { type: "text/plain" });
  const { path, contentType, body } = subject("prove", { proof: format });
  const response = await post(path, "text/plain", contentType, body);
  const file = await response.blob();
  // A search that a limit ends this time has a verdict, and no proof.
  if (file.size !== bytes) throw faultOf(response.status, "answer_cut");
  return file;
}

/**
 * Returns the address of a puzzle in SudokuPad.
 * @param {Puzzle} puzzle
 * @returns {Promise<string>}
 */
export async function sudokupadAddress(puzzle) {
  const response = await post("convert?to=sudokupad", "application/json", "application/json", JSON.stringify(puzzleBody(puzzle)));
  return (await response.json()).puzzle;
}

/**
 * Reads a puzzle in any notation, or a JSON object with constraints or regions. Throws if these do not fit the puzzle.
 * @param {string} text
 * @returns {Promise<{ puzzle: Puzzle, warnings: string[] }>}
 */
export async function convert(text) {
  const isArray = text.trimStart().startsWith("[") && !/^\s*\[puzzle\]/i.test(text);
  const isJson = isArray || variantOfJson(text) !== undefined || objectOfJson(text)?.["grids"] !== undefined;
  const body = isArray ? `{"puzzle":${text}}` : text;
  const response = await post("convert?to=json", "application/json", isJson ? "application/json" : "text/plain", body);
  /** @type {Conversion} */
  const { puzzle, size, box, warnings = [], ...others } = await response.json();
  if (size < SIZE_MIN) throw faultOf(response.status, "size_not_drawn");
  const record = JSON.parse(puzzle);
  if (record.grids !== undefined && sideOf(record, size) ** 2 !== cellsOf(record.puzzle).length) throw faultOf(response.status, "size_not_drawn");
  const isPartial = warnings.some((warning) => PARTIAL.includes(warning));
  const about = aboutOf({ ...record, ...others, ...(isPartial && { rules_not_read: true }) });
  return { puzzle: { ...readRecord(record, size, box), about }, warnings };
}

/**
 * Returns the number of rows of several grids, with the gaps between them. The page draws them if there are as many columns.
 * @param {Record<string, unknown>} record
 * @param {number} digits
 */
function sideOf(record, digits) {
  return Math.max(...offsetsOf(variantOf(record)).map(({ down }) => down + digits));
}

/**
 * Reads the members of a request: a line or rows of numbers, the digits of restricted cells by their names, and the rules.
 * @param {Record<string, unknown> & { puzzle: Grid, candidates?: Record<string, number[]> }} record
 * @param {number} digitsMax
 * @param {import("./houses.js").Box} box
 * @returns {Puzzle}
 */
function readRecord({ puzzle, candidates = {}, ...others }, digitsMax, box) {
  const size = sideOf(others, digitsMax);
  const cells = cellsOf(puzzle);
  const names = Object.keys(candidates);
  const restricted = indicesOf(names, size);
  const digits = cells.map((_, cell) => candidates[names[restricted.indexOf(cell)] ?? ""] ?? []);
  return { ...puzzleOf(size, box, cells, variantOf(others)), candidates: digits };
}
