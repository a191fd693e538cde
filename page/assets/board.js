/** The puzzle on the page and the progress of its player, with their history. */

import { isUnnamed, unnamed } from "./about.js";
import { boxName, isGap, peersOf, usualBox } from "./houses.js";
import { classic, isClassic } from "./variant.js";

/** @typedef {import("./about.js").About} About */
/** @typedef {import("./houses.js").Box} Box */
/** @typedef {import("./variant.js").Variant} Variant */
/** @typedef {"marks" | "corners" | "colours"} Kind Kind of a list that the player keeps for each cell. */

/** Number of colours for cells. */
export const COLOURS = 9;

/**
 * Puzzle as its setter made it.
 * @typedef {object} Puzzle
 * @property {number} size
 * @property {Box} box
 * @property {readonly number[]} cells Clues; 0 is an empty cell.
 * @property {readonly (readonly number[])[]} candidates Allowed digits of each cell, ascending; an empty list allows all.
 * @property {Variant} variant Further rules.
 * @property {About} about What the link or the file says beside it.
 */

/**
 * State of the board.
 * @typedef {object} Position
 * @property {Puzzle} puzzle
 * @property {readonly number[]} entries Digits of the player; 0 in clues and in empty cells.
 * @property {readonly (readonly number[])[]} marks Centre marks: the candidates of the player, ascending.
 * @property {readonly (readonly number[])[]} corners Corner marks of the player, ascending.
 * @property {readonly (readonly number[])[]} colours Colours of the player, by number from 1, ascending.
 * @property {boolean} isPlaying Whether digits are entries of the player, and clues fixed.
 */

/**
 * Returns an empty puzzle.
 * @param {number} size
 * @param {Box} [box]
 * @param {Variant} [variant]
 * @param {About} [about]
 * @returns {Puzzle}
 */
export function emptyPuzzle(size, box = usualBox(size), variant = classic, about = unnamed) {
  return puzzleOf(size, box, new Array(size * size).fill(0), variant, about);
}

/**
 * Returns a puzzle of clues and further rules alone.
 * @param {number} size
 * @param {Box} box
 * @param {readonly number[]} cells
 * @param {Variant} [variant]
 * @param {About} [about]
 * @returns {Puzzle}
 */
export function puzzleOf(size, box, cells, variant = classic, about = unnamed) {
  return { size, box, cells, candidates: cells.map(() => []), variant, about };
}

/**
 * Returns the empty cells that do not allow all digits, with the digits that they allow.
 * @param {Puzzle} puzzle
 */
export function restrictionsOf({ cells, candidates }) {
  return candidates.flatMap((digits, index) => (digits.length === 0 || cells[index] !== 0 ? [] : [{ index, digits }]));
}

/**
 * Returns whether a puzzle has clues or further rules.
 * @param {Puzzle} puzzle
 */
export function isGiven({ cells, variant }) {
  return cells.some((digit) => digit !== 0) || !isClassic(variant);
}

/**
 * Returns a puzzle without entries.
 * @param {Puzzle} puzzle
 * @param {boolean} isPlaying
 * @returns {Position}
 */
export function startOf(puzzle, isPlaying) {
  const none = puzzle.cells.map(() => []);
  return { puzzle, entries: puzzle.cells.map(() => 0), marks: none, corners: none, colours: none, isPlaying };
}

/**
 * Returns whether the player has written anything.
 * @param {Position} position
 */
export function hasProgress({ entries, marks, corners, colours }) {
  return entries.some((digit) => digit !== 0) || [marks, corners, colours].some((lists) => lists.some(({ length }) => length > 0));
}

/**
 * Returns the first empty cell; the first cell if there is none.
 * @param {Position} position
 */
export function firstEmpty(position) {
  const { puzzle } = position;
  return Math.max(visibleOf(position).cells.findIndex((digit, index) => digit === 0 && !isGap(puzzle, index)), 0);
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

  get hasProgress() {
    return hasProgress(this.#changed);
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
   * Replaces the position. Undo returns to the position before, unless that is an empty grid.
   * @param {Position} position
   */
  open(position) {
    const before = this.position;
    if (isEqual(position, before)) return;
    if (position.puzzle === before.puzzle || hasContent(before)) this.#past.push(before);
    this.#future = [];
    this.#show(position);
  }

  /**
   * Replaces the position and forgets the ones before.
   * @param {Position} position
   */
  start(position) {
    this.#past = [];
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

  /** Removes the entries and marks of the player, or all clues and candidates while the puzzle is edited. */
  clear() {
    const { puzzle, isPlaying } = this.position;
    this.open(startOf(isPlaying ? puzzle : emptyPuzzle(puzzle.size, puzzle.box, puzzle.variant, puzzle.about), isPlaying));
  }

  /** Removes the further rules of the puzzle but its grids, and what the link says of them. */
  removeRules() {
    const { grids } = this.puzzle.variant;
    const variant = grids === undefined ? classic : { grids };
    this.open({ ...this.position, puzzle: { ...this.puzzle, variant, about: unnamed } });
  }

  /**
   * Returns whether a cell is a clue that the player cannot change.
   * @param {number} index
   */
  isFixed(index) {
    return this.isPlaying && this.puzzle.cells[index] !== 0;
  }

  /**
   * Writes a digit into cells. If all of them have it and the puzzle is played, removes it.
   * @param {readonly number[]} cells
   * @param {number} digit
   * @param {boolean} [removesMarks] Whether cells that see a new entry lose their marks of it.
   */
  write(cells, digit, removesMarks = false) {
    const { position } = this;
    const { puzzle, entries, isPlaying } = position;
    const free = cells.filter((index) => !this.isFixed(index) && !isGap(puzzle, index));
    const written = isPlaying && free.every((index) => entries[index] === digit) ? 0 : digit;
    if (free.length === 0) return;
    if (isPlaying) {
      const next = { ...position, entries: replaced(entries, free, () => written) };
      this.open(removesMarks && written !== 0 ? withoutMarks(next, free, written) : next);
    } else {
      const changed = { ...puzzle, cells: replaced(puzzle.cells, free, () => written) };
      this.open({ ...position, puzzle: changed, entries: replaced(entries, free, () => 0) });
    }
  }

  /**
   * Adds a mark or colour to cells without a digit, or removes it if all of them have it. A digit hides no colour.
   * @param {Kind} kind
   * @param {readonly number[]} cells
   * @param {number} value
   * @param {readonly (readonly number[])[]} [shown] Lists that the grid shows instead of empty ones.
   */
  toggle(kind, cells, value, shown = []) {
    const { position } = this;
    const { cells: digits } = this.visible;
    cells = cells.filter((index) => !isGap(position.puzzle, index));
    const isMark = kind !== "colours";
    if (!position.isPlaying && isMark) return this.#allow(cells.filter((index) => digits[index] === 0), value, shown);
    const open = isMark ? cells.filter((index) => digits[index] === 0) : cells;
    if (open.length > 0) this.open({ ...position, [kind]: toggled(position[kind], open, value, shown) });
  }

  /**
   * Adds a digit to the candidates of empty cells of the puzzle, or removes it.
   * @param {readonly number[]} cells
   * @param {number} digit
   * @param {readonly (readonly number[])[]} shown
   */
  #allow(cells, digit, shown) {
    const { position } = this;
    const candidates = toggled(position.puzzle.candidates, cells, digit, shown);
    if (cells.length > 0) this.open({ ...position, puzzle: { ...position.puzzle, candidates } });
  }

  /**
   * Removes the digits of cells; without digits their marks; without marks their colours.
   * @param {readonly number[]} cells
   */
  erase(cells) {
    const { position } = this;
    const { puzzle, isPlaying } = position;
    const free = cells.filter((index) => !this.isFixed(index));
    const has = (/** @type {readonly (readonly number[])[]} */ lists) => free.some((index) => (lists[index] ?? []).length > 0);
    const none = (/** @type {readonly (readonly number[])[]} */ lists) => replaced(lists, free, () => []);
    if (free.some((index) => this.visible.cells[index] !== 0)) {
      if (isPlaying) this.open({ ...position, entries: replaced(position.entries, free, () => 0) });
      else this.open({ ...position, puzzle: { ...puzzle, cells: replaced(puzzle.cells, free, () => 0) } });
    } else if (!isPlaying) this.open({ ...position, puzzle: { ...puzzle, candidates: none(puzzle.candidates) } });
    else if (has(position.marks) || has(position.corners)) {
      this.open({ ...position, marks: none(position.marks), corners: none(position.corners) });
    } else this.open({ ...position, colours: replaced(position.colours, cells, () => []) });
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
 * Returns a list with other values for some indices.
 * @template T
 * @param {readonly T[]} list
 * @param {readonly number[]} indices
 * @param {(before: T) => T} value
 */
function replaced(list, indices, value) {
  const changed = list.slice();
  for (const index of indices) changed[index] = value(/** @type {T} */ (list[index]));
  return changed;
}

/**
 * Returns lists in which some cells have a value more, or less if all of them have it.
 * @param {readonly (readonly number[])[]} lists
 * @param {readonly number[]} cells
 * @param {number} value
 * @param {readonly (readonly number[])[]} shown
 */
function toggled(lists, cells, value, shown) {
  const before = (/** @type {number} */ index) => (lists[index]?.length ? lists[index] : (shown[index] ?? []));
  const removes = cells.every((index) => before(index).includes(value));
  const changed = lists.slice();
  for (const index of cells) {
    const others = before(index).filter((other) => other !== value);
    changed[index] = removes ? others : [...others, value].toSorted((one, other) => one - other);
  }
  return changed;
}

/**
 * Returns a position in which the cells that see some cells have no marks of a digit.
 * @param {Position} position
 * @param {readonly number[]} cells
 * @param {number} digit
 * @returns {Position}
 */
export function withoutMarks(position, cells, digit) {
  const seen = peersOf(position.puzzle);
  const peers = [...new Set(cells.flatMap((index) => [...(seen[index] ?? [])]))];
  const without = (/** @type {readonly number[]} */ digits) => digits.filter((other) => other !== digit);
  return { ...position, marks: replaced(position.marks, peers, without), corners: replaced(position.corners, peers, without) };
}

/**
 * Returns whether a position has clues, further rules, words, candidates or progress.
 * @param {Position} position
 */
function hasContent(position) {
  const { puzzle } = position;
  return isGiven(puzzle) || !isUnnamed(puzzle.about) || restrictionsOf(puzzle).length > 0 || hasProgress(position);
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
    JSON.stringify(one.puzzle.variant) === JSON.stringify(other.puzzle.variant) &&
    JSON.stringify(one.puzzle.about) === JSON.stringify(other.puzzle.about) &&
    one.entries.join() === other.entries.join() &&
    one.puzzle.candidates.join(";") === other.puzzle.candidates.join(";") &&
    one.marks.join(";") === other.marks.join(";") &&
    one.corners.join(";") === other.corners.join(";") &&
    one.colours.join(";") === other.colours.join(";")
  );
}
