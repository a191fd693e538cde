/** New puzzles of a level. */

import { requests } from "./api.js";
import { puzzleOf, startOf } from "./board.js";
import { usualBox } from "./houses.js";
import { cellsOf } from "./symbols.js";
import { made, symmetryTexts } from "./texts.js";

/** @typedef {import("./api.js").GenerateAnswer} GenerateAnswer */
/** @typedef {import("./api.js").Wish} Wish */
/** @typedef {import("./board.js").Puzzle} Puzzle */

/** @type {readonly import("./api.js").Level[]} */
export const levels = ["easy", "medium", "hard", "expert", "extreme"];

/** Names of the symmetries of the API. */
export const symmetries = Object.keys(symmetryTexts);

/** Largest seed that the page draws, short enough for a link. */
const SEED_MAX = 999_999_999;

/**
 * The wish that each new puzzle came from, by its cells.
 * @type {Map<string, Wish>}
 */
const origins = new Map();

/** @type {Wish} */
let current = wishOf("medium", "none");

/**
 * Returns a wish for a puzzle with boxes of the given shape.
 * @param {string} level
 * @param {string} symmetry
 * @param {number} [seed] By default a random one.
 * @param {import("./houses.js").Box} [box]
 * @returns {Wish}
 */
export function wishOf(level, symmetry, seed = randomSeed(), box = usualBox(9)) {
  return {
    level: levels.find((name) => name === level) ?? "medium",
    symmetry: symmetries.includes(symmetry) ? symmetry : "none",
    seed,
    box,
  };
}

/**
 * Returns the wish for the puzzle of a day: its date is the seed.
 * @param {string} level
 * @param {string} [date] Such as `2026-11-28`, by default today.
 */
export function dailyWish(level, date = today()) {
  return wishOf(level, "rotate180", Number(date.replaceAll("-", "")));
}

/** Returns the date of today where the player is, such as `2026-11-28`. */
export function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

function randomSeed() {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return random % (SEED_MAX + 1);
}

/**
 * Sets the wish of the next question.
 * @param {Wish} wish
 */
export function setWish(wish) {
  current = wish;
}

/**
 * Remembers that a puzzle came from a wish.
 * @param {Puzzle} puzzle
 * @param {Wish} wish
 */
export function setOrigin({ cells }, wish) {
  origins.set(cells.join(), wish);
}

/**
 * Returns the wish that a puzzle came from.
 * @param {Puzzle} puzzle
 */
export function originOf({ cells }) {
  return origins.get(cells.join());
}

/** @type {import("./questions.js").Question<GenerateAnswer>} */
export const generate = {
  request: () => requests.generate(current),
  change: (answer, position) => {
    if (answer.puzzle === null) return position;
    const cells = cellsOf(answer.puzzle);
    const puzzle = puzzleOf(Math.sqrt(cells.length), current.box, cells);
    setOrigin(puzzle, current);
    return startOf(puzzle, true);
  },
  overlay: () => ({}),
  words: (answer) => made(answer, current),
};
