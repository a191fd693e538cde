/** Hints: the next step of a person, revealed little by little. */

import { hintFound } from "./analysis-words.js";
import { requests } from "./api.js";
import { visibleOf } from "./board.js";
import { boxesAround, cellsOfHouse, remainingOf } from "./houses.js";
import { indicesOf } from "./symbols.js";

/** @typedef {import("./api.js").PathAnswer} PathAnswer */
/** @typedef {import("./api.js").Step} Step */
/** @typedef {import("./api.js").StepCandidate} StepCandidate */
/** @typedef {import("./api.js").StepLinkEnd} StepLinkEnd */
/** @typedef {import("./board.js").Position} Position */
/** @typedef {import("./board.js").Puzzle} Puzzle */
/** @typedef {import("./grid-view.js").ShownStep} ShownStep */
/** @typedef {"house" | "technique" | "all"} Reveal */

/**
 * Returns the question for the next step.
 * @param {Reveal} reveal
 * @returns {import("./questions.js").Question<PathAnswer>}
 */
export function hintOf(reveal) {
  return {
    // The entries count as clues: a step from a wrong entry would mislead.
    request: (position) => requests.path(visibleOf(position)),
    overlay: ({ steps: [step] }, { puzzle }) => (step === undefined ? {} : { step: shownStep(step, reveal, puzzle) }),
    words: (answer, _, { puzzle }) => hintFound(answer, reveal, answer.steps.slice(0, 1).flatMap((step) => placesOf(step, puzzle))),
    ...(reveal === "all" && { apply: ({ steps: [step] }, position) => applied(step, position) }),
  };
}

/**
 * Returns the names of the houses of a step, or else of the boxes of its cells.
 * @param {Step} step
 * @param {Puzzle} puzzle
 */
function placesOf(step, puzzle) {
  return step.houses.length > 0 ? step.houses : boxesAround(indicesOf(step.cells, puzzle.size), puzzle);
}

/**
 * @param {Step} step
 * @param {Reveal} reveal
 * @param {Puzzle} puzzle
 * @returns {ShownStep}
 */
function shownStep(step, reveal, puzzle) {
  const isWhole = reveal === "all";
  const indices = (/** @type {string[]} */ names) => indicesOf(names, puzzle.size);
  const end = (/** @type {StepLinkEnd} */ { cells, digit }) => ({ digit, cells: indices(cells) });
  const cells = [...step.cells, ...step.fins, ...step.groups.flatMap((group) => group.cells)];
  return {
    houses: new Set(placesOf(step, puzzle).flatMap((name) => cellsOfHouse(name, puzzle))),
    cells: new Set(isWhole ? indices(cells) : []),
    placed: isWhole ? digitsOf(step.placements, puzzle.size) : new Map(),
    removed: isWhole ? digitsOf(step.eliminations, puzzle.size) : new Map(),
    links: isWhole ? step.links.map(({ from, to, strong }) => ({ from: end(from), to: end(to), isStrong: strong })) : [],
    showsCandidates: isWhole,
  };
}

/**
 * Returns the digits of each cell.
 * @param {readonly StepCandidate[]} candidates
 * @param {number} size
 */
function digitsOf(candidates, size) {
  /** @type {Map<number, number[]>} */
  const digits = new Map();
  for (const { cell, digit } of candidates) {
    for (const index of indicesOf([cell], size)) digits.set(index, [...(digits.get(index) ?? []), digit]);
  }
  return digits;
}

/**
 * Returns the position after a step: its digits as entries, the other candidates of its cells as marks.
 * @param {Step | undefined} step
 * @param {Position} position
 * @returns {Position}
 */
function applied(step, position) {
  if (step === undefined) return position;
  const { size } = position.puzzle;
  const remaining = remainingOf(visibleOf(position));
  let { entries, marks } = position;
  for (const [index, [digit = 0]] of digitsOf(step.placements, size)) entries = entries.with(index, digit);
  for (const [index, removed] of digitsOf(step.eliminations, size)) {
    marks = marks.with(index, (remaining[index] ?? []).filter((digit) => !removed.includes(digit)));
  }
  return { ...position, entries, marks };
}
