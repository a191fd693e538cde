/** Questions that the page asks about a puzzle, and their answers in words and in the grid. */

import { requests } from "./api.js";
import { differencesFrom, startOf } from "./board.js";
import { hintOf } from "./hints.js";
import { generate } from "./new-puzzle.js";
import { cellsOf, indicesOf } from "./symbols.js";
import { cellNamesOf, constraintAt } from "./variant.js";
import {
  candidatesFound, checked, contradictionFound, estimated, mistakesFound, pathFound, proved, rated, reduced, redundantFound, solved, tallied,
} from "./texts.js";

/** @typedef {import("./api.js").Answer} Answer */
/** @typedef {import("./api.js").ApiRequest} ApiRequest */
/** @typedef {import("./api.js").CandidatesAnswer} CandidatesAnswer */
/** @typedef {import("./api.js").Conflict} Conflict */
/** @typedef {import("./api.js").ConflictsAnswer} ConflictsAnswer */
/** @typedef {import("./api.js").CountAnswer} CountAnswer */
/** @typedef {import("./api.js").EstimateAnswer} EstimateAnswer */
/** @typedef {import("./api.js").MinimalAnswer} MinimalAnswer */
/** @typedef {import("./api.js").MistakesAnswer} MistakesAnswer */
/** @typedef {import("./api.js").PathAnswer} PathAnswer */
/** @typedef {import("./api.js").ProveAnswer} ProveAnswer */
/** @typedef {import("./api.js").RateAnswer} RateAnswer */
/** @typedef {import("./api.js").Verdict} Verdict */
/** @typedef {import("./board.js").Position} Position */
/** @typedef {import("./grid-view.js").Overlay} Overlay */
/** @typedef {import("./symbols.js").Grid} Grid */
/** @typedef {import("./texts.js").Message} Message */

/**
 * @template A Answer of the service.
 * @typedef {object} Question
 * @property {(position: Position) => ApiRequest} request
 * @property {QuestionName} [instead] Question about puzzles that this one cannot represent.
 * @property {(answer: A, position: Position) => Position} [change] Returns the position that the answer makes.
 * @property {(answer: A, position: Position) => Position} [apply] Returns the position that the answer proposes.
 * @property {(answer: A, position: Position) => Overlay} overlay
 * @property {(answer: A, overlay: Overlay, position: Position) => Message} words
 */

/** @typedef {"hintHouse" | "hintTechnique" | "hintAll"} HintName */
/** @typedef {"solve" | "check" | "count" | "candidates" | "redundant" | "reduce" | "contradiction" | "estimate" | "mistakes" | "rate" | "path" | "prove" | "proveSums" | "generate" | HintName} QuestionName */

/** @type {Question<Answer>} */
const solve = {
  request: ({ puzzle }) => requests.solve(puzzle),
  overlay: (answer, position) => ({ clashing: clashingOf(answer, position), ...solutionOf(answer, position) }),
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

/** @type {Question<MinimalAnswer>} */
const redundant = {
  request: ({ puzzle }) => requests.redundant(puzzle),
  overlay: (answer, { puzzle }) => ({ redundant: new Set(indicesOf(answer.redundant, puzzle.size)) }),
  words: redundantFound,
};

/** @type {Question<MinimalAnswer>} */
const reduce = {
  request: ({ puzzle }) => requests.reduce(puzzle),
  change: (answer, position) => {
    if (!answer.puzzle) return position;
    return startOf({ ...position.puzzle, cells: cellsOf(answer.puzzle) }, position.isPlaying);
  },
  overlay: () => ({}),
  words: (answer, _, { puzzle }) => reduced(answer, puzzle.cells),
};

/** @type {Question<ConflictsAnswer>} */
const contradiction = {
  request: ({ puzzle }) => requests.contradiction(puzzle),
  overlay: ({ clues, constraints = [] }, { puzzle }) => {
    const constrained = constraints.flatMap((pointer) => cellNamesOf(constraintAt(pointer, puzzle.variant)));
    return { contradicting: new Set(indicesOf([...clues, ...constrained], puzzle.size)) };
  },
  words: (answer, _, { puzzle }) => contradictionFound(answer, puzzle.variant),
};

/** @type {Question<EstimateAnswer>} */
const estimate = {
  request: ({ puzzle }) => requests.estimate(puzzle),
  overlay: () => ({}),
  words: estimated,
};

/** @type {Question<MistakesAnswer>} */
const mistakes = {
  request: requests.mistakes,
  overlay: (answer, { puzzle }) => ({
    wrong: new Set(indicesOf([...answer.wrong, ...answer.wrong_marks], puzzle.size)),
    contradicting: new Set(indicesOf(answer.contradicting, puzzle.size)),
    isSolved: answer.solved,
  }),
  words: (answer, _, { puzzle }) => mistakesFound(answer, puzzle.variant),
};

/** @type {Question<RateAnswer>} */
const rate = {
  request: ({ puzzle }) => requests.rate(puzzle),
  overlay: (answer, position) => ({ clashing: clashingOf(answer, position) }),
  words: rated,
};

/** @type {Question<PathAnswer>} */
const path = {
  request: ({ puzzle }) => requests.path(puzzle),
  overlay: (answer, position) => ({ clashing: clashingOf(answer, position) }),
  words: pathFound,
};

/** @type {Question<ProveAnswer>} */
const prove = {
  request: ({ puzzle }) => requests.prove(puzzle),
  instead: "proveSums",
  overlay: solutionOf,
  words: proved,
};

/** @type {Question<ProveAnswer>} */
const proveSums = { request: ({ puzzle }) => requests.proveSums(puzzle), overlay: solutionOf, words: proved };

/** @type {Record<QuestionName, Question<any>>} */
export const questions = {
  solve,
  check,
  count,
  candidates,
  redundant,
  reduce,
  contradiction,
  estimate,
  mistakes,
  rate,
  path,
  prove,
  proveSums,
  generate,
  hintHouse: hintOf("house"),
  hintTechnique: hintOf("technique"),
  hintAll: hintOf("all"),
};

/**
 * Returns the solution of an answer. If it is the only one, entries that differ are wrong.
 * @param {{ solution: Grid | null, verdict: Verdict }} answer
 * @param {Position} position
 */
function solutionOf({ solution, verdict }, position) {
  if (solution === null) return {};
  const cells = cellsOf(solution);
  return { solution: cells, ...(verdict === "unique" && { wrong: differencesFrom(position, cells) }) };
}

/**
 * @param {{ conflicts: Conflict[] }} answer
 * @param {Position} position
 */
function clashingOf({ conflicts }, { puzzle }) {
  return new Set(conflicts.flatMap(({ cells }) => indicesOf(cells, puzzle.size)));
}
