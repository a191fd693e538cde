/** The puzzle on the page and the progress of its player, with their history. */

import { boxName, usualBox } from "./houses.js";

/** @typedef {import("./houses.js").Box} Box */

/**
 * Puzzle as its setter made it.
 * @typedef {object} Puzzle
 * @property {number} size
 * @property {Box} box
 * @property {readonly number[]} cells Clues; 0 is an empty cell.
 * @property {readonly (readonly number[])[]} candidates Allowed digits of each cell, ascending; an empty list allows all.
 */

/**
 * State of the board.
 * @typedef {object} Position
 * @property {Puzzle} puzzle
 * @property {readonly number[]} entries Digits of the player; 0 in clues and in empty cells.
 * @property {readonly (readonly number[])[]} marks Pencil marks of the player, ascending.
 * @property {boolean} isPlaying Whether digits are entries of the player, and clues fixed.
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

/**
 * Returns a puzzle without entries.
 * @param {Puzzle} puzzle
 * @param {boolean} isPlaying
 * @returns {Position}
 */
export function startOf(puzzle, isPlaying) {
  return { puzzle, entries: puzzle.cells.map(() => 0), marks: puzzle.cells.map(() => []), isPlaying };
}

/**
 * Returns the cells whose entry differs from a solution.
 * @param {Position} position
 * @param {readonly number[]} solution
 */
export function differencesFrom({ entries }, solution) {
  return new Set(entries.flatMap((digit, index) => (digit !== 0 && digit !== solution[index] ? [index] : [])));
}

/**
 * Returns the puzzle as the grid shows it: while it is played, with the entries and marks of the player.
 * @param {Position} position
 * @returns {Puzzle}
 */
export function visibleOf({ puzzle, entries, marks, isPlaying }) {
  if (!isPlaying) return puzzle;
  return {
    ...puzzle,
    cells: puzzle.cells.map((clue, index) => clue || (entries[index] ?? 0)),
    candidates: puzzle.candidates.map((digits, index) => {
      const own = marks[index] ?? [];
      return own.length > 0 ? own : digits;
    }),
  };
}

/** Board that can be edited and played, undone and redone. Sends `change` after each change. */
export class Board extends EventTarget {
  /** @type {Position[]} */
  #past = [];
  /** @type {Position[]} */
  #future = [];
  /** The position after the last change, in the mode of that change. */
  #changed;
  #isPlaying;

  /** @param {Position} position */
  constructor(position) {
    super();
    this.#changed = position;
    this.#isPlaying = position.isPlaying;
  }

  get position() {
    return { ...this.#changed, isPlaying: this.#isPlaying };
  }

  get puzzle() {
    return this.#changed.puzzle;
  }

  get isPlaying() {
    return this.#isPlaying;
  }

  get hasEntries() {
    return this.#changed.entries.some((digit) => digit !== 0);
  }

  /** The puzzle as the grid shows it. */
  get visible() {
    return visibleOf(this.position);
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  /**
   * Replaces the position.
   * @param {Position} position
   */
  open(position) {
    if (isEqual(position, this.position)) return;
    this.#past.push(this.position);
    this.#future = [];
    this.#show(position);
  }

  /**
   * Replaces the puzzle and removes the entries and marks of the player.
   * @param {Puzzle} puzzle
   */
  set(puzzle) {
    this.open(startOf(puzzle, this.isPlaying));
  }

  /**
   * Switches between playing and editing. Undo skips it, and returns to the mode of the change that it undoes.
   * @param {boolean} isPlaying
   */
  play(isPlaying) {
    if (isPlaying === this.#isPlaying) return;
    this.#isPlaying = isPlaying;
    this.dispatchEvent(new Event("change"));
  }

  /** Removes the entries and marks of the player, or the whole puzzle while it is edited. */
  clear() {
    const { puzzle, isPlaying } = this.position;
    this.open(startOf(isPlaying ? puzzle : emptyPuzzle(puzzle.size, puzzle.box), isPlaying));
  }

  /**
   * Returns whether a cell is a clue that the player cannot change.
   * @param {number} index
   */
  isFixed(index) {
    return this.isPlaying && this.puzzle.cells[index] !== 0;
  }

  /**
   * Writes a digit into a cell; 0 removes the digit or, from an empty cell, the candidates.
   * @param {number} index
   * @param {number} digit
   */
  write(index, digit) {
    const { position } = this;
    const { puzzle, entries, isPlaying } = position;
    if (this.isFixed(index)) return;
    if (digit === 0 && this.visible.cells[index] === 0) this.allow(index, []);
    else if (isPlaying) this.open({ ...position, entries: entries.with(index, digit) });
    else {
      const cells = puzzle.cells.with(index, digit);
      this.open({ ...position, puzzle: { ...puzzle, cells }, entries: entries.with(index, 0) });
    }
  }

  /**
   * Sets the candidates of a cell: the marks of the player or, in the puzzle, the digits that it allows. None allow all.
   * @param {number} index
   * @param {readonly number[]} digits
   */
  allow(index, digits) {
    const { position } = this;
    const { puzzle, marks, isPlaying } = position;
    if (this.isFixed(index)) return;
    const sorted = digits.toSorted((one, other) => one - other);
    if (isPlaying) this.open({ ...position, marks: marks.with(index, sorted) });
    else this.open({ ...position, puzzle: { ...puzzle, candidates: puzzle.candidates.with(index, sorted) } });
  }

  undo() {
    const before = this.#past.pop();
    if (before === undefined) return;
    this.#future.push(this.#changed);
    this.#show(before);
  }

  redo() {
    const after = this.#future.pop();
    if (after === undefined) return;
    this.#past.push(this.#changed);
    this.#show(after);
  }

  /** @param {Position} position */
  #show(position) {
    this.#changed = position;
    this.#isPlaying = position.isPlaying;
    this.dispatchEvent(new Event("change"));
  }
}

/**
 * @param {Position} one
 * @param {Position} other
 */
function isEqual(one, other) {
  return (
    one.isPlaying === other.isPlaying &&
    boxName(one.puzzle.box) === boxName(other.puzzle.box) &&
    one.puzzle.size === other.puzzle.size &&
    one.puzzle.cells.join() === other.puzzle.cells.join() &&
    one.entries.join() === other.entries.join() &&
    one.puzzle.candidates.join(";") === other.puzzle.candidates.join(";") &&
    one.marks.join(";") === other.marks.join(";")
  );
}
