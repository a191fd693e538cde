/** The puzzle on the page, with its history. */

import { boxName, usualBox } from "./houses.js";

/** @typedef {import("./houses.js").Box} Box */

/**
 * State of the puzzle. 0 is an empty cell.
 * @typedef {{ size: number, box: Box, cells: readonly number[] }} Puzzle
 */

/**
 * Returns an empty puzzle.
 * @param {number} size
 * @param {Box} [box]
 * @returns {Puzzle}
 */
export function emptyPuzzle(size, box = usualBox(size)) {
  return { size, box, cells: new Array(size * size).fill(0) };
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
   * Writes a digit into a cell; 0 clears it.
   * @param {number} index
   * @param {number} digit
   */
  write(index, digit) {
    const cells = this.#puzzle.cells.with(index, digit);
    this.set({ ...this.#puzzle, cells });
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
    one.cells.every((digit, index) => digit === other.cells[index])
  );
}
