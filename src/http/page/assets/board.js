/** The puzzle on the page, with its history. */

import { boxName, usualBox } from "./houses.js";

/** @typedef {import("./houses.js").Box} Box */

/**
 * State of the puzzle.
 * @typedef {object} Puzzle
 * @property {number} size
 * @property {Box} box
 * @property {readonly number[]} cells Clues; 0 is an empty cell.
 * @property {readonly (readonly number[])[]} candidates Allowed digits of each cell, ascending; an empty list allows all.
 */

/**
 * Returns an empty puzzle.
 * @param {number} size
 * @param {Box} [box]
 * @returns {Puzzle}
 */
export function emptyPuzzle(size, box = usualBox(size)) {
  return puzzleOf(size, box, new Array(size * size).fill(0));
}

/**
 * Returns a puzzle of clues alone.
 * @param {number} size
 * @param {Box} box
 * @param {readonly number[]} cells
 * @returns {Puzzle}
 */
export function puzzleOf(size, box, cells) {
  return { size, box, cells, candidates: cells.map(() => []) };
}

/**
 * Returns the empty cells that do not allow all digits, with the digits that they allow.
 * @param {Puzzle} puzzle
 */
export function restrictionsOf({ cells, candidates }) {
  return candidates.flatMap((digits, index) => (digits.length === 0 || cells[index] !== 0 ? [] : [{ index, digits }]));
}

/** Puzzle that can be edited, undone and redone. Sends `change` after each change. */
export class Board extends EventTarget {
  /** @type {Puzzle[]} */
  #past = [];
  /** @type {Puzzle[]} */
  #future = [];
  #puzzle;

  /** @param {Puzzle} puzzle */
  constructor(puzzle) {
    super();
    this.#puzzle = puzzle;
  }

  get puzzle() {
    return this.#puzzle;
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  /**
   * Replaces the puzzle.
   * @param {Puzzle} puzzle
   */
  set(puzzle) {
    if (isEqual(puzzle, this.#puzzle)) return;
    this.#past.push(this.#puzzle);
    this.#future = [];
    this.#show(puzzle);
  }

  /**
   * Writes a digit into a cell; 0 removes the digit or, from an empty cell, the candidates.
   * @param {number} index
   * @param {number} digit
   */
  write(index, digit) {
    const { cells } = this.#puzzle;
    if (digit === 0 && cells[index] === 0) this.allow(index, []);
    else this.set({ ...this.#puzzle, cells: cells.with(index, digit) });
  }

  /**
   * Sets the digits that a cell allows; none to allow all.
   * @param {number} index
   * @param {readonly number[]} digits
   */
  allow(index, digits) {
    const sorted = digits.toSorted((one, other) => one - other);
    this.set({ ...this.#puzzle, candidates: this.#puzzle.candidates.with(index, sorted) });
  }

  undo() {
    const before = this.#past.pop();
    if (before === undefined) return;
    this.#future.push(this.#puzzle);
    this.#show(before);
  }

  redo() {
    const after = this.#future.pop();
    if (after === undefined) return;
    this.#past.push(this.#puzzle);
    this.#show(after);
  }

  /** @param {Puzzle} puzzle */
  #show(puzzle) {
    this.#puzzle = puzzle;
    this.dispatchEvent(new Event("change"));
  }
}

/**
 * @param {Puzzle} one
 * @param {Puzzle} other
 */
function isEqual(one, other) {
  return (
    boxName(one.box) === boxName(other.box) &&
    one.cells.length === other.cells.length &&
    one.cells.every((digit, index) => digit === other.cells[index]) &&
    one.candidates.every((digits, index) => digits.join() === other.candidates[index]?.join())
  );
}
