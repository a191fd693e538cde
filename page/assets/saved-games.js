/** The progress in the last puzzles, kept in the browser. */

import { hasProgress, visibleOf } from "./board.js";
import { isFull as hasAllDigits } from "./houses.js";
import { stored, store } from "./settings.js";
import { isClassic } from "./variant.js";

/** @typedef {import("./board.js").Position} Position */

/**
 * Progress in a puzzle.
 * @typedef {Pick<Position, "entries" | "marks" | "corners" | "colours">} Progress
 */

/** @typedef {Progress & { puzzle: string, hash: string, elapsed: number, isFull: boolean }} SavedGame */

const KEY = "quadrille.games";

/** The most puzzles that are kept. */
const GAMES_MAX = 20;

/** @returns {SavedGame[]} The latest first. */
function games() {
  const found = stored(KEY, /** @type {SavedGame[]} */ ([]));
  return Array.isArray(found) ? found : [];
}

/**
 * Returns the name of a puzzle among the saved ones.
 * @param {import("./board.js").Puzzle} puzzle
 */
function nameOf({ cells, box, candidates, variant }) {
  const rules = isClassic(variant) ? [] : [JSON.stringify(variant)];
  return [box.width, cells.join(""), candidates.join(";").replaceAll(/;+$/g, ""), ...rules].join(" ");
}

/**
 * Saves the progress in a puzzle; without any, forgets it.
 * @param {Position} position
 * @param {string} hash The part of the address after `#`.
 * @param {number} elapsed Milliseconds.
 */
export function saveGame(position, hash, elapsed) {
  const { entries, marks, corners, colours } = position;
  const puzzle = nameOf(position.puzzle);
  const before = games();
  const others = before.filter((game) => game.puzzle !== puzzle);
  if (!hasProgress(position) && others.length === before.length) return;
  const isFull = hasAllDigits(position.puzzle, visibleOf(position).cells);
  const own = hasProgress(position) ? [{ puzzle, hash, elapsed, isFull, entries, marks, corners, colours }] : [];
  store(KEY, [...own, ...others].slice(0, GAMES_MAX));
}

/**
 * Returns the saved progress in a puzzle.
 * @param {import("./board.js").Puzzle} puzzle
 * @returns {SavedGame | undefined}
 */
export function savedGame(puzzle) {
  const name = nameOf(puzzle);
  return games().find((game) => game.puzzle === name);
}

/**
 * Returns a position with the saved progress in its puzzle, if it has none itself.
 * @param {Position} position
 * @returns {Position}
 */
export function withSavedProgress(position) {
  const game = hasProgress(position) || !position.isPlaying ? undefined : savedGame(position.puzzle);
  if (game === undefined) return position;
  const { entries, marks, corners, colours } = game;
  return { ...position, entries, marks, corners, colours };
}

/**
 * Returns the last puzzle that is not full, if it is another one.
 * @param {import("./board.js").Puzzle} puzzle
 */
export function unfinishedGame(puzzle) {
  const [last] = games();
  return last === undefined || last.isFull || last.puzzle === nameOf(puzzle) ? undefined : last;
}
