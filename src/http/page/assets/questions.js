/** Questions that the page asks about a puzzle, and their answers in words and in the grid. */

import { candidatesFound } from "./analysis-words.js";
import { requests } from "./api.js";
import { differencesFrom } from "./board.js";
import { cellsOf, indicesOf } from "./symbols.js";
import { checked, solved, tallied } from "./words.js";

/** @typedef {import("./api.js").Answer} Answer */
/** @typedef {import("./api.js").ApiRequest} ApiRequest */
/** @typedef {import("./api.js").CandidatesAnswer} CandidatesAnswer */
/** @typedef {import("./api.js").Conflict} Conflict */
/** @typedef {import("./api.js").CountAnswer} CountAnswer */
/** @typedef {import("./board.js").Position} Position */
/** @typedef {import("./grid-view.js").Overlay} Overlay */
/** @typedef {import("./words.js").Message} Message */

/**
 * @template A Answer of the service.
 * @typedef {object} Question
 * @property {(position: Position) => ApiRequest} request
 * @property {(answer: A, position: Position) => Overlay} overlay
 * @property {(answer: A, overlay: Overlay, position: Position) => Message} words
 */

/** @typedef {"solve" | "check" | "count" | "candidates"} QuestionName */

/** @type {Question<Answer>} */
const solve = {
  request: ({ puzzle }) => requests.solve(puzzle),
  overlay: (answer, position) => {
    const clashing = clashingOf(answer, position);
    if (answer.solution === null) return { clashing };
    const solution = cellsOf(answer.solution);
    const isOnly = answer.verdict === "unique";
    return { clashing, solution, ...(isOnly && { wrong: differencesFrom(position, solution) }) };
  },
  words: (answer, { wrong }) => solved(answer, wrong?.size ?? 0),
};

/** @type {Question<CountAnswer>} */
const check = {
  request: ({ puzzle }) => requests.check(puzzle),
  overlay: (answer, position) => {
    const clashing = clashingOf(answer, position);
    const [first, second] = answer.witnesses;
    if (first === undefined || second === undefined) return { clashing };
    const differing = new Set(indicesOf(answer.differing_cells, position.puzzle.size));
    return { clashing, solution: cellsOf(first), other: cellsOf(second), differing };
  },
  words: checked,
};

/** @type {Question<CountAnswer>} */
const count = {
  request: ({ puzzle }) => requests.count(puzzle),
  overlay: (answer, position) => ({ clashing: clashingOf(answer, position) }),
  words: tallied,
};

/** @type {Question<CandidatesAnswer>} */
const candidates = {
  request: ({ puzzle }) => requests.candidates(puzzle),
  overlay: (answer, position) => ({
    clashing: clashingOf(answer, position),
    possible: answer.candidates.flat(),
    undecided: answer.undecided?.flat() ?? [],
  }),
  words: (answer, _, { puzzle }) => candidatesFound(answer, puzzle.cells),
};

/** @type {Record<QuestionName, Question<any>>} */
export const questions = { solve, check, count, candidates };

/**
 * @param {{ conflicts: Conflict[] }} answer
 * @param {Position} position
 */
function clashingOf({ conflicts }, { puzzle }) {
  return new Set(conflicts.flatMap(({ cells }) => indicesOf(cells, puzzle.size)));
}
