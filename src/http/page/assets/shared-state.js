/** The puzzle or exact cover problem in the address of the page, to share it. */

import { puzzleOf, restrictionsOf } from "./board.js";
import { boxName, boxesOf, usualBox } from "./houses.js";
import { cellsOf, gridOf, sizeOf } from "./symbols.js";

/** @typedef {import("./board.js").Puzzle} Puzzle */

/**
 * Returns the part of the address after `#`; empty for an empty 9x9.
 * @param {Puzzle} puzzle
 */
export function hashOf(puzzle) {
  const { size, box, cells, candidates } = puzzle;
  const isUsual = boxName(box) === boxName(usualBox(size));
  const isRestricted = restrictionsOf(puzzle).length > 0;
  if (size === 9 && isUsual && !isRestricted && cells.every((digit) => digit === 0)) return "";
  const grid = gridOf(cells, size);
  const parameters = new URLSearchParams({ puzzle: typeof grid === "string" ? grid : cells.join(" ") });
  if (!isUsual) parameters.set("box", boxName(box));
  // Of the characters that are not escaped: dots between cells, hyphens between digits.
  if (isRestricted) parameters.set("candidates", candidates.map((digits) => digits.join("-")).join("."));
  return `#${parameters}`;
}

/**
 * Returns the puzzle of an address; nothing if it has none, or one of another page.
 * @param {string} hash
 * @returns {Puzzle | undefined}
 */
export function puzzleOfHash(hash) {
  const parameters = new URLSearchParams(hash.slice(1));
  const text = parameters.get("puzzle")?.trim() ?? "";
  const cells = text.includes(" ") ? text.split(/\s+/).map((word) => Number(word) || 0) : cellsOf(text);
  const size = sizeOf(cells.length);
  if (size === 0 || cells.some((digit) => !Number.isInteger(digit) || digit < 0 || digit > size)) return undefined;
  const name = parameters.get("box");
  const box = boxesOf(size).find((shape) => boxName(shape) === name) ?? usualBox(size);
  return { ...puzzleOf(size, box, cells), ...candidatesOfText(parameters.get("candidates") ?? "", size) };
}

/**
 * Returns the candidates of an address, if they fit a grid of this size.
 * @param {string} text
 * @param {number} size
 */
function candidatesOfText(text, size) {
  const candidates = text.split(".").map((digits) => (digits === "" ? [] : digits.split("-").map(Number)));
  const fits = candidates.flat().every((digit) => Number.isInteger(digit) && digit > 0 && digit <= size);
  return fits && candidates.length === size * size ? { candidates } : {};
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
