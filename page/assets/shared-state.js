/** The puzzle with its progress, the exact cover problem or the job, as an address of the page, to share it. `link-reader.js` reads it. */

import { isUnnamed, textOfAbout } from "./about.js";
import { withChecksum } from "./address-text.js";
import { hasProgress, isGiven, restrictionsOf } from "./board.js";
import { boxName, usualBox } from "./houses.js";
import { gridOf } from "./symbols.js";
import { isClassic, textOfVariant } from "./variant.js";

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
  const { size, box, cells, candidates, variant, about } = puzzle;
  const isUsual = boxName(box) === boxName(usualBox(size));
  const isRestricted = restrictionsOf(puzzle).length > 0;
  const isEmpty = !isGiven(puzzle) && !isRestricted && isUnnamed(about) && !hasProgress(position);
  if (size === 9 && isUsual && isEmpty) return isPlaying ? "" : EDIT_HASH;
  const parameters = new URLSearchParams({ puzzle: textOfCells(cells, size) });
  if (!isUsual) parameters.set("box", boxName(box));
  if (!isClassic(variant)) parameters.set("variant", textOfVariant(variant));
  if (!isUnnamed(about)) parameters.set("about", textOfAbout(about));
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
  return `#${withChecksum(parameters)}`;
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
 * Returns candidates in characters that addresses do not escape: dots between cells, hyphens between digits.
 * @param {readonly (readonly number[])[]} candidates
 */
function textOfCandidates(candidates) {
  return candidates.map((digits) => digits.join("-")).join(".");
}

/**
 * Returns the part of the address after `#` of an exact cover problem.
 * @param {string} text
 */
export function coverHashOf(text) {
  return `#${withChecksum(new URLSearchParams({ cover: text }))}`;
}

/**
 * Returns the part of the address after `#` of a job; without an id, that of the form for a new one.
 * @param {string} id
 */
export function jobHashOf(id) {
  return id === "" ? "#job" : `#${new URLSearchParams({ job: id })}`;
}
