/** The puzzle with its progress, the exact cover problem or the job, in the address of the page, to share it. */

import { COLOURS, emptyPuzzle, hasProgress, isGiven, puzzleOf, restrictionsOf, startOf } from "./board.js";
import { boxName, boxesOf, usualBox } from "./houses.js";
import { levels, wishOf } from "./new-puzzle.js";
import { cellsOf, gridOf, sizeOf } from "./symbols.js";
import { isClassic, textOfVariant, variantOfText } from "./variant.js";

/** @typedef {import("./api.js").Wish} Wish */
/** @typedef {import("./board.js").Position} Position */

/** The part of the address after `#` for an empty 9x9 to type a puzzle into. */
const EDIT_HASH = "#mode=edit";

/**
 * Returns the part of the address after `#`.
 * @param {Position} position
 * @param {Wish} [origin] The wish that the puzzle came from.
 */
export function hashOf(position, origin) {
  const { puzzle, entries, marks, corners, colours, isPlaying } = position;
  const { size, box, cells, candidates, variant } = puzzle;
  const isUsual = boxName(box) === boxName(usualBox(size));
  const isRestricted = restrictionsOf(puzzle).length > 0;
  const isEmpty = !isGiven(puzzle) && !isRestricted && !hasProgress(position);
  if (size === 9 && isUsual && isEmpty) return isPlaying ? "" : EDIT_HASH;
  const parameters = new URLSearchParams({ puzzle: textOfCells(cells, size) });
  if (!isUsual) parameters.set("box", boxName(box));
  if (!isClassic(variant)) parameters.set("variant", textOfVariant(variant));
  if (isRestricted) parameters.set("candidates", textOfCandidates(candidates));
  if (entries.some((digit) => digit !== 0)) parameters.set("entries", textOfCells(entries, size));
  for (const [name, lists] of Object.entries({ marks, corners, colours })) {
    if (lists.some(({ length }) => length > 0)) parameters.set(name, textOfCandidates(lists));
  }
  if (isPlaying) parameters.set("mode", "play");
  if (origin !== undefined) {
    const { level: difficulty, symmetry, seed } = origin;
    for (const [name, value] of Object.entries({ difficulty, symmetry, seed })) {
      if (value !== "none") parameters.set(name, String(value));
    }
  }
  return `#${parameters}`;
}

/**
 * Returns the position of an address; nothing if it has no puzzle, or one of another page.
 * @param {string} hash
 * @returns {Position | undefined}
 */
export function positionOfHash(hash) {
  const parameters = new URLSearchParams(hash.slice(1));
  const cells = cellsOf((parameters.get("puzzle") ?? "").trim());
  const size = sizeOf(cells.length);
  if (hash === EDIT_HASH) return startOf(emptyPuzzle(9), false);
  if (size === 0 || !fits(cells, size)) return undefined;
  const name = parameters.get("box");
  const box = boxesOf(size).find((shape) => boxName(shape) === name) ?? usualBox(size);
  const puzzle = puzzleOf(size, box, cells, variantOfText(parameters.get("variant") ?? ""));
  const start = startOf(puzzle, parameters.get("mode") === "play");
  const entries = cellsOf((parameters.get("entries") ?? "").trim());
  return {
    puzzle: { ...puzzle, candidates: candidatesOfText(parameters.get("candidates") ?? "", size) ?? puzzle.candidates },
    entries: entries.length === cells.length && fits(entries, size) ? withoutClues(entries, cells) : start.entries,
    marks: candidatesOfText(parameters.get("marks") ?? "", size) ?? start.marks,
    corners: candidatesOfText(parameters.get("corners") ?? "", size) ?? start.corners,
    colours: candidatesOfText(parameters.get("colours") ?? "", size, COLOURS) ?? start.colours,
    isPlaying: start.isPlaying,
  };
}

/**
 * Returns the wish of the part of an address after `#` or `?`: the one that its puzzle came from, or that of a 9x9 to make.
 * Nothing if it has no level.
 * @param {string} part
 * @returns {Wish | undefined}
 */
export function wishOfAddress(part) {
  const parameters = new URLSearchParams(part.slice(1));
  const level = parameters.get("difficulty") ?? "";
  const seed = parameters.get("seed") ?? "";
  if (!levels.some((known) => known === level)) return undefined;
  return wishOf(level, parameters.get("symmetry") ?? "none", /^\d{1,15}$/.test(seed) ? Number(seed) : undefined);
}

/**
 * @param {readonly number[]} cells
 * @param {number} size
 */
function textOfCells(cells, size) {
  const grid = gridOf(cells, size);
  return typeof grid === "string" ? grid : cells.join(" ");
}

/**
 * @param {readonly number[]} cells
 * @param {number} size
 */
function fits(cells, size) {
  return cells.every((digit) => Number.isInteger(digit) && digit >= 0 && digit <= size);
}

/**
 * @param {readonly number[]} entries
 * @param {readonly number[]} clues
 */
function withoutClues(entries, clues) {
  return entries.map((digit, index) => (clues[index] === 0 ? digit : 0));
}

/**
 * Returns candidates in characters that addresses do not escape: dots between cells, hyphens between digits.
 * @param {readonly (readonly number[])[]} candidates
 */
function textOfCandidates(candidates) {
  return candidates.map((digits) => digits.join("-")).join(".");
}

/**
 * Returns the candidates of an address, if they fit a grid of this size.
 * @param {string} text
 * @param {number} size
 * @param {number} [max] Largest value.
 */
function candidatesOfText(text, size, max = size) {
  const candidates = text.split(".").map((digits) => (digits === "" ? [] : digits.split("-").map(Number)));
  const isValid = candidates.flat().every((digit) => Number.isInteger(digit) && digit > 0 && digit <= max);
  return isValid && candidates.length === size * size ? candidates : undefined;
}

/**
 * Returns the part of the address after `#` of an exact cover problem.
 * @param {string} text
 */
export function coverHashOf(text) {
  return `#${new URLSearchParams({ cover: text })}`;
}

/**
 * Returns the exact cover problem of an address: empty if it names the view alone, nothing if it is of another view.
 * @param {string} hash
 * @returns {string | undefined}
 */
export function coverOfHash(hash) {
  return new URLSearchParams(hash.slice(1)).get("cover") ?? undefined;
}

/**
 * Returns the part of the address after `#` of a job; without an id, that of the form for a new one.
 * @param {string} id
 */
export function jobHashOf(id) {
  return id === "" ? "#job" : `#${new URLSearchParams({ job: id })}`;
}

/**
 * Returns the id of the job of an address: empty if it names the view alone, nothing if it is of another view.
 * @param {string} hash
 * @returns {string | undefined}
 */
export function jobOfHash(hash) {
  return new URLSearchParams(hash.slice(1)).get("job") ?? undefined;
}
