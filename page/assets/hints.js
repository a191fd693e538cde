/** Hints: the next step of a person, revealed little by little. */

import { hintFound } from "./texts.js";
import { requests } from "./api.js";
import { visibleOf, withoutMarks } from "./board.js";
import { cellsOfHouse, remainingOf } from "./houses.js";
import { indicesOf } from "./symbols.js";

/** @typedef {import("./api.js").HintAnswer} HintAnswer */
/** @typedef {import("./api.js").HintStep} HintStep */
/** @typedef {import("./api.js").Reveal} Reveal */
/** @typedef {import("./api.js").StepCandidate} StepCandidate */
/** @typedef {import("./api.js").StepLinkEnd} StepLinkEnd */
/** @typedef {import("./board.js").Position} Position */
/** @typedef {import("./board.js").Puzzle} Puzzle */
/** @typedef {import("./grid-view.js").ShownStep} ShownStep */

/**
 * Returns the question for the next step.
 * @param {Reveal} reveal
 * @returns {import("./questions.js").Question<HintAnswer>}
 */
export function hintOf(reveal) {
  return {
    request: (position) => requests.hint(position, reveal),
    overlay: ({ step, mistakes }, { puzzle }) => ({
      wrong: new Set(indicesOf(mistakes, puzzle.size)),
      ...(step && { step: shownStep(step, puzzle) }),
    }),
    words: (answer, _, position) => hintFound(answer, reveal, position),
    ...(reveal === "all" && { apply: ({ step }, position) => applied(step, position) }),
  };
}

/**
 * Returns a step as the grid shows it.
 * @param {HintStep} step
 * @param {Puzzle} puzzle
 * @returns {ShownStep}
 */
export function shownStep(step, puzzle) {
  const { houses, cells = [], fins = [], groups = [], digits = [], links = [], placements = [], eliminations = [] } = step;
  const indices = (/** @type {string[]} */ names) => indicesOf(names, puzzle.size);
  const end = (/** @type {StepLinkEnd} */ { cells: ends, digit }) => ({ digit, cells: indices(ends) });
  const bases = [{ cells: [...cells, ...fins], digits }, ...groups];
  return {
    bases: new Map(bases.flatMap((base) => indices(base.cells).map((index) => [index, base.digits]))),
    targets: new Set(indices([...placements, ...eliminations].map(({ cell }) => cell))),
    houses: new Set(houses.flatMap((name) => cellsOfHouse(name, puzzle))),
    cells: new Set(indices([...cells, ...fins, ...groups.flatMap((group) => group.cells)])),
    placed: digitsOf(placements, puzzle.size),
    removed: digitsOf(eliminations, puzzle.size),
    links: links.map(({ from, to, strong }) => ({ from: end(from), to: end(to), isStrong: strong })),
    showsCandidates: step.text !== undefined,
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
 * @param {HintStep | null} step
 * @param {Position} position
 * @returns {Position}
 */
export function applied(step, position) {
  if (step === null) return position;
  const { size } = position.puzzle;
  const remaining = remainingOf(visibleOf(position));
  let next = position;
  for (const [index, removed] of digitsOf(step.eliminations ?? [], size)) {
    const left = (remaining[index] ?? []).filter((digit) => !removed.includes(digit));
    next = { ...next, marks: next.marks.with(index, left) };
  }
  for (const [index, [digit = 0]] of digitsOf(step.placements ?? [], size)) {
    next = withoutMarks({ ...next, entries: next.entries.with(index, digit) }, [index], digit);
  }
  return next;
}
