/** Exact cover problems as they are typed: Knuth's text, JSON, or rows of 0 and 1. */

/** @typedef {{ name: string, isPrimary: boolean }} Item */

/**
 * A problem to draw.
 * @typedef {object} CoverProblem
 * @property {Item[]} items Primary items first.
 * @property {ReadonlyMap<string, string>[]} options The colour of each item of an option; empty if it has none.
 */

/** @typedef {{ contentType: string, body: string }} Content */

/**
 * Options in order, or by name.
 * @typedef {unknown[][] | Record<string, unknown[]>} Lists
 */

/**
 * Returns the request body of a typed problem. The service reads Knuth's text and JSON as they are.
 * @param {string} text
 * @returns {Content}
 */
export function contentOf(text) {
  const rows = rowsOf(text);
  if (rows !== undefined) return { contentType: "application/json", body: JSON.stringify({ matrix: rows }) };
  const start = text.trimStart();
  if (start.startsWith("[")) return { contentType: "application/json", body: `{"${memberOf(text)}": ${text.trim()}}` };
  return start.startsWith("{")
    ? { contentType: "application/json", body: text }
    : { contentType: "text/plain", body: text };
}

/**
 * Returns the problem of a request body; nothing if it has no options. Faults are left to the service.
 * @param {Content} content
 * @returns {CoverProblem | undefined}
 */
export function problemOf({ contentType, body }) {
  const problem = contentType === "text/plain" ? problemOfText(body) : problemOfJson(body);
  return problem === undefined || problem.options.length === 0 ? undefined : problem;
}

/**
 * Returns the problem of a request body as JSON. Throws if it is JSON that cannot be read.
 * @param {Content} content
 * @returns {unknown}
 */
export function jsonOf({ contentType, body }) {
  if (contentType !== "text/plain") return JSON.parse(body);
  const { items, options } = problemOfText(body);
  const names = (/** @type {boolean} */ primary) => items.filter(({ isPrimary }) => isPrimary === primary).map(({ name }) => name);
  const entries = options.map((option) => Array.from(option, ([name, colour]) => (colour === "" ? name : `${name}:${colour}`)));
  return { primary: names(true), secondary: names(false), options: entries };
}

/**
 * Returns the rows of a 0/1 matrix with three columns or more; nothing if the text is another. Two columns would be
 * ambiguous: `0 1` may also be the names of Knuth's first line, which cannot repeat.
 * @param {string} text
 * @returns {number[][] | undefined}
 */
function rowsOf(text) {
  const lines = text.split("\n").map((line) => line.trim()).filter((line) => line !== "");
  const isMatrix = lines.length > 0 && lines.every((line) => /^[01]([ \t,]*[01]){2,}$/.test(line));
  return isMatrix ? lines.map((line) => Array.from(line.replaceAll(/[ \t,]/g, ""), Number)) : undefined;
}

/**
 * Returns the member of a request that has an array: rows of 0 and 1, or options.
 * @param {string} text
 */
function memberOf(text) {
  try {
    const cells = /** @type {unknown[]} */ (JSON.parse(text)).flat();
    return cells.every((cell) => cell === 0 || cell === 1 || typeof cell === "boolean") ? "matrix" : "options";
  } catch {
    return "options";
  }
}

/** @param {string} text */
function problemOfText(text) {
  const lines = text.split("\n").map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("|"));
  const [names = "", ...options] = lines;
  const [primary = "", secondary = ""] = names.split("|");
  return problemOfNames(wordsOf(primary), wordsOf(secondary), options.map(wordsOf));
}

/** @param {string} text */
function wordsOf(text) {
  return text.split(/\s+/).filter((word) => word !== "");
}

/** @param {string} body */
function problemOfJson(body) {
  try {
    /**
     * @type {{ matrix?: unknown[][], primary?: unknown[], universe?: unknown[], secondary?: unknown[], options?: Lists, subsets?: Lists }}
     */
    const { matrix, universe, primary = universe, secondary, subsets = [], options = subsets } = JSON.parse(body);
    const others = (secondary ?? []).map(String);
    if (matrix !== undefined) {
      const columns = (matrix[0] ?? []).map((_, column) => String(column + 1));
      const rows = matrix.map((row) => columns.filter((_, column) => Number(row[column]) === 1));
      return problemOfNames(columns.filter((name) => !others.includes(name)), others, rows);
    }
    const entries = Object.values(options ?? []).map((option) => option.map(String));
    const found = [...new Set(entries.flat().map((entry) => entryOf(entry)[0]))].filter((name) => !others.includes(name));
    return problemOfNames(primary?.map(String) ?? found, others, entries);
  } catch {
    return undefined;
  }
}

/**
 * @param {string[]} primary
 * @param {string[]} secondary
 * @param {string[][]} options
 * @returns {CoverProblem}
 */
function problemOfNames(primary, secondary, options) {
  const items = [
    ...primary.map((name) => ({ name, isPrimary: true })),
    ...secondary.map((name) => ({ name, isPrimary: false })),
  ];
  return { items, options: options.map((option) => new Map(option.map(entryOf))) };
}

/**
 * Returns the item and the colour of an entry of an option.
 * @param {string} entry
 * @returns {[string, string]}
 */
function entryOf(entry) {
  const [name = "", colour = ""] = entry.split(":");
  return [name, colour];
}
