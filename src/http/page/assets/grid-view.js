/** The grid: a table whose cells can be focused, moved between and typed into. */

import { remainingOf } from "./houses.js";
import { drawLinks } from "./links-view.js";
import { digitOf, labelOf } from "./symbols.js";

/** @typedef {import("./board.js").Board} Board */

/**
 * Step of a human technique; each set has cells, each map digits of cells.
 * @typedef {object} ShownStep
 * @property {ReadonlySet<number>} houses
 * @property {ReadonlySet<number>} cells
 * @property {ReadonlyMap<number, readonly number[]>} placed
 * @property {ReadonlyMap<number, readonly number[]>} removed
 * @property {readonly import("./links-view.js").Link[]} links
 * @property {boolean} showsCandidates Whether empty cells show the candidates from which the step follows.
 */

/**
 * Content that an answer adds to the grid.
 * @typedef {object} Overlay
 * @property {readonly number[]} [solution] Cells of a solution.
 * @property {readonly number[]} [other] Cells of another solution.
 * @property {ReadonlySet<number>} [differing] Cells in which the two differ.
 * @property {ReadonlySet<number>} [clashing] Cells of conflicts.
 * @property {readonly (readonly number[])[]} [possible] Digits of each cell that occur in a solution.
 * @property {readonly (readonly number[])[]} [undecided] Digits of each cell that may occur in a solution.
 * @property {ReadonlySet<number>} [redundant] Clues that are not needed.
 * @property {ReadonlySet<number>} [contradicting] Clues or entries that contradict each other.
 * @property {ReadonlySet<number>} [wrong] Entries of the player that are mistakes.
 * @property {ShownStep} [step]
 */

/**
 * Content of a cell; 0 is no digit.
 * @typedef {object} Content
 * @property {number} clue
 * @property {number} entry
 * @property {number} solved Digit of a solution.
 * @property {readonly number[]} both Two digits, if the cell shows both.
 * @property {readonly number[]} candidates Candidates, if the cell lists them.
 * @property {readonly number[]} undecided Those of them that a search has not decided.
 * @property {boolean} isWrong
 */

/** View of a board. */
export class GridView {
  #table;
  #picture;
  #board;
  /** @type {HTMLTableCellElement[]} */
  #cells = [];
  #shape = "";
  #current = 0;
  /** @type {Overlay} */
  #overlay = {};
  #showsRemaining = false;
  /** @type {readonly (readonly number[])[]} */
  #shown = [];

  /** Whether typed digits are candidates. */
  typesCandidates = false;

  /**
   * @param {HTMLTableElement} table
   * @param {SVGSVGElement} picture Picture of links, over the table.
   * @param {Board} board
   */
  constructor(table, picture, board) {
    this.#table = table;
    this.#picture = picture;
    this.#board = board;
    table.addEventListener("keydown", (event) => this.#onKey(event));
    table.addEventListener("focusin", (event) => this.#onFocus(event));
    this.draw();
  }

  /**
   * Sets whether empty cells show all digits that no clue excludes, or their own candidates alone.
   * @param {boolean} shows
   */
  set showsRemaining(shows) {
    this.#showsRemaining = shows;
    this.draw();
  }

  /** @param {Overlay} overlay */
  set overlay(overlay) {
    this.#overlay = overlay;
    drawLinks(this.#picture, overlay.step?.links ?? [], this.#board.puzzle.size);
    this.draw();
  }

  /**
   * Types a digit into the current cell; 0 clears it.
   * @param {number} digit
   */
  type(digit) {
    const { cells } = this.#board.visible;
    if (!this.typesCandidates || digit === 0) {
      this.#board.write(this.#current, digit);
    } else if (cells[this.#current] === 0) {
      const shown = this.#shown[this.#current] ?? [];
      const others = shown.filter((candidate) => candidate !== digit);
      this.#board.allow(this.#current, others.length === shown.length ? [...shown, digit] : others);
    }
  }

  /** Focuses the current cell. */
  focus() {
    this.#cells[this.#current]?.focus();
  }

  /** Shows the current state of the board. */
  draw() {
    const { puzzle } = this.#board;
    const shape = `${puzzle.size} ${puzzle.box.width}`;
    if (shape !== this.#shape) this.#build(shape);
    const { visible } = this.#board;
    this.#shown = this.#showsRemaining || this.#overlay.step?.showsCandidates ? remainingOf(visible) : visible.candidates;
    this.#table.classList.toggle("playing", this.#board.isPlaying);
    this.#cells.forEach((cell, index) => this.#drawCell(cell, index));
  }

  /** @param {string} shape */
  #build(shape) {
    const { size, box } = this.#board.puzzle;
    this.#shape = shape;
    this.#current = Math.min(this.#current, size * size - 1);
    this.#cells = [];
    this.#table.style.setProperty("--size", String(size));
    this.#table.style.setProperty("--across", String(Math.ceil(Math.sqrt(size))));
    const rows = Array.from({ length: size }, (_, row) => {
      const line = document.createElement("tr");
      for (let column = 0; column < size; column += 1) {
        const cell = document.createElement("td");
        cell.setAttribute("role", "gridcell");
        cell.tabIndex = this.#cells.length === this.#current ? 0 : -1;
        cell.classList.toggle("box-left", column % box.width === 0);
        cell.classList.toggle("box-top", row % box.height === 0);
        cell.append(document.createElement("span"));
        this.#cells.push(cell);
        line.append(cell);
      }
      return line;
    });
    const body = document.createElement("tbody");
    body.append(...rows);
    this.#table.replaceChildren(body);
  }

  /**
   * @param {number} index
   * @returns {Content}
   */
  #contentOf(index) {
    const { solution, other, differing, possible, undecided = [], wrong } = this.#overlay;
    const clue = this.#board.puzzle.cells[index] ?? 0;
    const entry = clue === 0 ? (this.#board.visible.cells[index] ?? 0) : 0;
    const open = undecided[index] ?? [];
    const found = [...(possible?.[index] ?? []), ...open];
    const sure = found.length === 1 && open.length === 0 && entry === 0 ? (found[0] ?? 0) : 0;
    const solved = clue === 0 ? (solution?.[index] ?? sure) : 0;
    const differs = entry === 0 ? solved !== 0 && (differing?.has(index) ?? false) : solved !== 0 && solved !== entry;
    const both = !differs ? [] : entry === 0 ? [solved, other?.[index] ?? 0] : [entry, solved];
    const isEmpty = clue === 0 && entry === 0 && solved === 0;
    const candidates = !isEmpty ? [] : possible === undefined ? (this.#shown[index] ?? []) : found;
    return { clue, entry, solved, both, candidates, undecided: open, isWrong: wrong?.has(index) ?? false };
  }

  /**
   * @param {HTMLTableCellElement} cell
   * @param {number} index
   */
  #drawCell(cell, index) {
    const span = cell.firstElementChild;
    if (!span) return;
    const { size } = this.#board.puzzle;
    const content = this.#contentOf(index);
    const { clue, entry, solved, both, candidates, undecided, isWrong } = content;
    const isContradicting = this.#overlay.contradicting?.has(index) ?? false;
    const { step } = this.#overlay;
    const isInvalid = isWrong || isContradicting || (this.#overlay.clashing?.has(index) ?? false);
    cell.classList.toggle("entry", entry !== 0 && both.length === 0);
    cell.classList.toggle("solution", entry === 0 && solved !== 0 && both.length === 0);
    cell.classList.toggle("differs", both.length > 0);
    cell.classList.toggle("clash", this.#overlay.clashing?.has(index) ?? false);
    cell.classList.toggle("wrong", isWrong);
    cell.classList.toggle("contradicting", isContradicting);
    cell.classList.toggle("redundant", this.#overlay.redundant?.has(index) ?? false);
    cell.classList.toggle("candidates", candidates.length > 0);
    cell.classList.toggle("house", step?.houses.has(index) ?? false);
    cell.classList.toggle("pattern", step?.cells.has(index) ?? false);
    if (both.length > 0) {
      span.replaceChildren(...spaced("b", both.map((digit) => labelOf(digit, size))));
    } else if (candidates.length > 0) {
      const digits = Array.from({ length: size }, (_, value) => value + 1);
      span.replaceChildren(...spaced("i", digits.map((digit) => (candidates.includes(digit) ? labelOf(digit, size) : ""))));
      for (const digit of undecided) span.children[digit - 1]?.classList.add("undecided");
      for (const digit of step?.placed.get(index) ?? []) span.children[digit - 1]?.classList.add("placed");
      for (const digit of step?.removed.get(index) ?? []) span.children[digit - 1]?.classList.add("removed");
    } else {
      const digit = clue || entry || solved;
      span.textContent = digit === 0 ? "" : labelOf(digit, size);
    }
    cell.setAttribute("aria-label", this.#describe(index, content));
    toggleAttribute(cell, "aria-invalid", isInvalid);
    toggleAttribute(cell, "aria-readonly", this.#board.isFixed(index));
  }

  /**
   * @param {number} index
   * @param {Content} content
   */
  #describe(index, { clue, entry, solved, both, candidates, undecided, isWrong }) {
    const { size } = this.#board.puzzle;
    const { step } = this.#overlay;
    /** @param {readonly number[]} digits */
    const labels = (digits) => digits.map((digit) => labelOf(digit, size)).join(" ");
    const place = `row ${Math.floor(index / size) + 1}, column ${(index % size) + 1}`;
    const { contradicting, redundant } = this.#overlay;
    const contradicts = contradicting?.has(index) ? "contradicting " : "";
    const kind = redundant?.has(index) ? "redundant " : contradicts;
    if (clue !== 0) return `${place}: ${kind}${this.#board.isPlaying || kind ? "clue " : ""}${labels([clue])}`;
    const mistake = isWrong ? "wrong, " : contradicts;
    if (entry !== 0 && both.length > 0) return `${place}: ${mistake}entry and solution ${labels(both)}`;
    if (entry !== 0) return `${place}: ${mistake}entry ${labels([entry])}`;
    if (both.length > 0) return `${place}: differs, ${labels(both)}`;
    if (solved !== 0) return `${place}: solved, ${labels([solved])}`;
    if (candidates.length === 0) return `${place}: empty`;
    const open = undecided.length > 0 ? `, undecided ${labels(undecided)}` : "";
    const [placed = [], removed = []] = [step?.placed.get(index), step?.removed.get(index)];
    const places = placed.length > 0 ? `, hint: ${labels(placed)} is right` : "";
    const removes = removed.length > 0 ? `, hint: not ${labels(removed)}` : "";
    return `${place}: ${mistake}empty, candidates ${labels(candidates.toSorted((one, other) => one - other))}${open}${places}${removes}`;
  }

  /** @param {FocusEvent} event */
  #onFocus(event) {
    const index = this.#cells.findIndex((cell) => cell === event.target);
    if (index >= 0) this.#moveTo(index, false);
  }

  /**
   * @param {number} index
   * @param {boolean} focuses
   */
  #moveTo(index, focuses = true) {
    const before = this.#cells[this.#current];
    if (before !== undefined) before.tabIndex = -1;
    this.#current = index;
    const cell = this.#cells[index];
    if (cell === undefined) return;
    cell.tabIndex = 0;
    if (focuses) cell.focus();
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.altKey || event.metaKey) return;
    const target = this.#targetOf(event);
    if (target !== undefined) {
      this.#moveTo(target);
      event.preventDefault();
      return;
    }
    if (event.ctrlKey) return;
    const digit = this.#digitOf(event.key);
    if (digit === undefined) return;
    this.type(digit);
    event.preventDefault();
  }

  /**
   * Returns the digit that a key writes: 0 to clear the cell.
   * @param {string} key
   */
  #digitOf(key) {
    if (["Backspace", "Delete", " ", ".", "0"].includes(key)) return 0;
    const digit = digitOf(key);
    return digit > 0 && digit <= this.#board.puzzle.size ? digit : undefined;
  }

  /**
   * Returns the cell that a key moves to.
   * @param {KeyboardEvent} event
   */
  #targetOf({ key, ctrlKey }) {
    const { size } = this.#board.puzzle;
    const [row, column] = [Math.floor(this.#current / size), this.#current % size];
    const last = size - 1;
    switch (key) {
      case "ArrowUp":
        return Math.max(row - 1, 0) * size + column;
      case "ArrowDown":
        return Math.min(row + 1, last) * size + column;
      case "ArrowLeft":
        return row * size + Math.max(column - 1, 0);
      case "ArrowRight":
        return row * size + Math.min(column + 1, last);
      case "Home":
        return ctrlKey ? 0 : row * size;
      case "End":
        return ctrlKey ? size * size - 1 : row * size + last;
      default:
        return undefined;
    }
  }
}

/**
 * Returns an element for each text, with spaces between them.
 * @param {string} name
 * @param {readonly string[]} texts
 */
function spaced(name, texts) {
  return texts.flatMap((text) => {
    const element = document.createElement(name);
    element.textContent = text;
    return [element, " "];
  });
}

/**
 * Sets an attribute to `true`, or removes it.
 * @param {Element} element
 * @param {string} name
 * @param {boolean} isSet
 */
function toggleAttribute(element, name, isSet) {
  if (isSet) element.setAttribute(name, "true");
  else element.removeAttribute(name);
}
