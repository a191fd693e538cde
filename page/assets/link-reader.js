/** Reads addresses of the page. What is cut, changed or unknown is a fault: nothing of such an address is shown. */

import { aboutOfText } from "./about.js";
import { CHECK, checksumOf } from "./address-text.js";
import { COLOURS, emptyPuzzle, puzzleOf, startOf } from "./board.js";
import { boxName, boxesOf, usualBox } from "./houses.js";
import { levels, symmetries, wishOf } from "./new-puzzle.js";
import { digitOf, sizeOf } from "./symbols.js";
import { fitsGrids, variantOfText } from "./variant.js";

/** @typedef {import("./api.js").Wish} Wish */
/** @typedef {import("./board.js").Position} Position */
/** @typedef {{ count: number, wish: Wish, perPage: number, hasSolutions: boolean }} Book */

/**
 * What an address shows: an exact cover problem, empty for the one of before; a job, without an id the form for a new one; or a puzzle, the wish
 * that it came from or that it is to be made of, or neither.
 * @typedef {{ view: "cover", problem: string } | { view: "job", id: string } | { view: "sudoku", position?: Position, wish?: Wish }} Link
 */

/** Names of the parameters of each view. The first one names the view. */
const NAMES = {
  cover: ["cover", CHECK],
  job: ["job", CHECK],
  sudoku: [
    "puzzle", "box", "variant", "about", "candidates", "entries", "marks", "corners", "colours", "mode", "difficulty", "symmetry", "seed", CHECK,
  ],
};

/** Names of the parameters of a book. */
const BOOK_NAMES = ["print", "difficulty", "symmetry", "seed", "per_page", "solutions", CHECK];

/** Symbols of empty cells. */
const EMPTY = [".", "0", "_", "-", "*"];

/** The most puzzles of a book. */
export const BOOK_MAX = 1000;

/** An address that cannot be read as a whole. */
export class LinkError extends Error {
  /**
   * @param {"changed" | "unread" | "misplaced"} reason
   * @param {string} [part] Name of the parameter.
   */
  constructor(reason, part = "") {
    super(`${reason} ${part}`);
    this.reason = reason;
    this.part = part;
  }
}

/**
 * Reads an address.
 * @param {string} hash The part after `#`, with it.
 * @returns {Link}
 */
export function readLink(hash) {
  const parameters = parametersOf(hash.slice(1));
  const [job, problem] = [parameters.get("job"), parameters.get("cover")];
  if (job !== null) {
    expectNames(parameters, NAMES.job);
    return { view: "job", id: job };
  }
  if (problem !== null) {
    expectNames(parameters, NAMES.cover);
    return { view: "cover", problem };
  }
  expectNames(parameters, NAMES.sudoku);
  const [position, wish] = [positionOf(parameters), wishOfParameters(parameters)];
  return { view: "sudoku", ...(position && { position }), ...(wish && { wish }) };
}

/**
 * Returns the book that a query asks for; nothing if it asks for none.
 * @param {string} query Such as `?print=100&difficulty=hard&seed=7&per_page=4&solutions=false`.
 * @returns {Book | undefined}
 */
export function bookOfQuery(query) {
  const [, ...views] = BOOK_NAMES;
  const parameters = new URLSearchParams(query);
  if (!parameters.has("print")) {
    const misplaced = [...Object.values(NAMES).flat(), ...views].find((name) => parameters.has(name));
    // Other parameters, such as those that trackers add, have no meaning here.
    if (misplaced !== undefined) throw new LinkError("misplaced", misplaced);
    return undefined;
  }
  const given = parametersOf(query.slice(1));
  expectNames(given, BOOK_NAMES);
  const wish = wishOfParameters(given) ?? wishOf("easy", "none");
  return {
    count: wholeOf(given, "print", BOOK_MAX, 1) ?? 1,
    wish,
    perPage: Number(choiceOf(given, "per_page", ["1", "2", "4", "6"]) ?? 4),
    hasSolutions: choiceOf(given, "solutions", ["true", "false"]) !== "false",
  };
}

/**
 * Reads parameters, each of which occurs once. Their checksum fits, if there is one: old links and those made by hand have none.
 * @param {string} text
 */
function parametersOf(text) {
  try {
    decodeURIComponent(text);
  } catch {
    throw new LinkError("changed");
  }
  const parameters = new URLSearchParams(text);
  const check = parameters.get(CHECK);
  if (check !== null && check !== checksumOf(parameters)) throw new LinkError("changed");
  for (const name of parameters.keys()) {
    if (parameters.getAll(name).length > 1) throw new LinkError("unread", name);
  }
  return parameters;
}

/**
 * @param {URLSearchParams} parameters
 * @param {readonly string[]} names
 */
function expectNames(parameters, names) {
  const unknown = [...parameters.keys()].find((name) => !names.includes(name));
  if (unknown !== undefined) throw new LinkError("unread", unknown);
}

/**
 * Reads a parameter; nothing without it.
 * @template T
 * @param {URLSearchParams} parameters
 * @param {string} name
 * @param {(text: string) => T | undefined} read
 * @returns {T | undefined}
 */
function valueOf(parameters, name, read) {
  const text = parameters.get(name);
  if (text === null) return undefined;
  const value = read(text);
  if (value === undefined) throw new LinkError("unread", name);
  return value;
}

/**
 * @param {URLSearchParams} parameters
 * @param {string} name
 * @param {readonly string[]} choices
 */
function choiceOf(parameters, name, choices) {
  return valueOf(parameters, name, (text) => choices.find((choice) => choice === text));
}

/**
 * @param {URLSearchParams} parameters
 * @param {string} name
 * @param {number} max
 * @param {number} [min]
 */
function wholeOf(parameters, name, max, min = 0) {
  return valueOf(parameters, name, (text) => {
    const number = /^\d{1,16}$/.test(text) ? Number(text) : -1;
    return number >= min && number <= max ? number : undefined;
  });
}

/**
 * Returns the puzzle of an address with its progress; nothing if there is none.
 * @param {URLSearchParams} parameters
 * @returns {Position | undefined}
 */
function positionOf(parameters) {
  const mode = choiceOf(parameters, "mode", ["play", "edit"]);
  const cells = valueOf(parameters, "puzzle", (text) => cellsOfText(text.trim()));
  if (cells === undefined) {
    const [part] = NAMES.sudoku.slice(0, NAMES.sudoku.indexOf("mode")).filter((name) => parameters.has(name));
    if (part !== undefined) throw new LinkError("unread", part);
    return mode === "edit" ? startOf(emptyPuzzle(9), false) : undefined;
  }
  const size = sizeOf(cells.length);
  const variant = valueOf(parameters, "variant", variantOfText);
  const sizes = variant?.grids === undefined ? [size] : Array.from({ length: size }, (_, index) => index + 1);
  const boxOf = (/** @type {string} */ name) => sizes.flatMap(boxesOf).find((shape) => boxName(shape) === name);
  const box = valueOf(parameters, "box", boxOf) ?? usualBox(size);
  const puzzle = puzzleOf(size, box, cells, variant, valueOf(parameters, "about", aboutOfText));
  if (!fitsGrids(puzzle)) throw new LinkError("unread", "variant");
  const lists = (/** @type {string} */ name, max = size) => valueOf(parameters, name, (text) => listsOfText(text, cells.length, max));
  const start = startOf({ ...puzzle, candidates: lists("candidates") ?? puzzle.candidates }, mode === "play");
  return {
    ...start,
    entries: valueOf(parameters, "entries", (text) => entriesOfText(text.trim(), cells)) ?? start.entries,
    marks: lists("marks") ?? start.marks,
    corners: lists("corners") ?? start.corners,
    colours: lists("colours", COLOURS) ?? start.colours,
  };
}

/**
 * Returns the wish of an address: the one that its puzzle came from, or that of a 9x9 to make. Nothing if it has none.
 * @param {URLSearchParams} parameters
 * @returns {Wish | undefined}
 */
function wishOfParameters(parameters) {
  const level = choiceOf(parameters, "difficulty", levels);
  const symmetry = choiceOf(parameters, "symmetry", symmetries);
  const seed = wholeOf(parameters, "seed", Number.MAX_SAFE_INTEGER);
  if (level !== undefined) return wishOf(level, symmetry ?? "none", seed);
  const part = symmetry !== undefined ? "symmetry" : seed !== undefined ? "seed" : undefined;
  if (part === undefined) return undefined;
  // A book without a level is easy; a puzzle without one is none.
  if (!parameters.has("print")) throw new LinkError("unread", part);
  return wishOf("easy", symmetry ?? "none", seed);
}

/**
 * Returns the cells of a grid of one of the sizes that the page shows; nothing for another text.
 * @param {string} text A symbol for each cell, or numbers with blanks between them.
 * @returns {number[] | undefined}
 */
function cellsOfText(text) {
  const symbols = text.includes(" ") ? text.split(/\s+/) : Array.from(text);
  const size = sizeOf(symbols.length);
  const cells = symbols.map((symbol) => (EMPTY.includes(symbol) ? 0 : /^\d+$/.test(symbol) ? Number(symbol) : digitOf(symbol) || -1));
  return size > 0 && cells.every((digit) => digit >= 0 && digit <= size) ? cells : undefined;
}

/**
 * Returns the entries of an address, if they fit the clues.
 * @param {string} text
 * @param {readonly number[]} clues
 */
function entriesOfText(text, clues) {
  const entries = cellsOfText(text);
  const fits = entries?.length === clues.length && entries.every((digit, cell) => digit === 0 || clues[cell] === 0 || clues[cell] === digit);
  return fits ? entries.map((digit, cell) => (clues[cell] === 0 ? digit : 0)) : undefined;
}

/**
 * Returns the lists of an address, one for each cell.
 * @param {string} text
 * @param {number} count Number of cells.
 * @param {number} max Largest value.
 */
function listsOfText(text, count, max) {
  const lists = text.split(".").map((values) => (values === "" ? [] : values.split("-").map(Number)));
  const isValid = lists.flat().every((value) => Number.isInteger(value) && value > 0 && value <= max);
  return isValid && lists.length === count ? lists : undefined;
}

/**
 * Returns the part after `#` of an address with a puzzle, perhaps in several lines; nothing if a text is no address of a page like this one.
 * @param {string} text
 */
export function linkInText(text) {
  if (!/^\s*<?https?:/i.test(text) || text.split("://").length > 2) return undefined;
  const [, hash] = /^[^#]*(#(?:.*&)?puzzle=[^>]*)>?$/.exec(text.replaceAll(/\s/g, "")) ?? [];
  return hash;
}
