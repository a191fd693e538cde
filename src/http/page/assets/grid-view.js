/** The grid: a table whose cells can be focused, moved between and typed into. */

import { remainingOf } from "./houses.js";
import { digitOf, labelOf } from "./symbols.js";

/** @typedef {import("./board.js").Board} Board */

/**
 * What an answer adds to the puzzle.
 * @typedef {object} Marks
 * @property {readonly number[]} [solution] Cells of a solution.
 * @property {readonly number[]} [other] Cells of another solution.
 * @property {ReadonlySet<number>} [differing] Cells in which the two differ.
 * @property {ReadonlySet<number>} [clashing] Cells of conflicts.
 */

/** View of a board. */
export class GridView {
  #table;
  #board;
  /** @type {HTMLTableCellElement[]} */
  #cells = [];
  #shape = "";
  #current = 0;
  /** @type {Marks} */
  #marks = {};
  #showsRemaining = false;
  /** @type {readonly (readonly number[])[]} */
  #shown = [];

  /** Whether typed digits are candidates. */
  typesCandidates = false;

  /**
   * @param {HTMLTableElement} table
   * @param {Board} board
   */
  constructor(table, board) {
    this.#table = table;
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

  /** @param {Marks} marks */
  set marks(marks) {
    this.#marks = marks;
    this.draw();
  }

  /**
   * Types a digit into the current cell; 0 clears it.
   * @param {number} digit
   */
  type(digit) {
    const { cells } = this.#board.puzzle;
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
    this.#shown = this.#showsRemaining ? remainingOf(puzzle) : puzzle.candidates;
    this.#cells.forEach((_, index) => this.#drawCell(index, this.#shown[index] ?? []));
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
   * @param {readonly number[]} candidates
   */
  #drawCell(index, candidates) {
    const cell = this.#cells[index];
    const content = cell?.firstElementChild;
    if (cell === undefined || !content) return;
    const { size, cells } = this.#board.puzzle;
    const { solution, other, differing, clashing } = this.#marks;
    const clue = cells[index] ?? 0;
    const solved = clue === 0 ? (solution?.[index] ?? 0) : 0;
    const differs = clue === 0 && (differing?.has(index) ?? false);
    const lists = clue === 0 && solved === 0 && candidates.length > 0;
    cell.classList.toggle("solution", solved !== 0 && !differs);
    cell.classList.toggle("differs", differs);
    cell.classList.toggle("clash", clashing?.has(index) ?? false);
    cell.classList.toggle("candidates", lists);
    /** @param {number} digit */
    const label = (digit) => (digit === 0 ? "" : labelOf(digit, size));
    const both = [label(solved), label(other?.[index] ?? 0)];
    if (differs) {
      content.replaceChildren(...spaced("b", both));
    } else if (lists) {
      const digits = Array.from({ length: size }, (_, value) => value + 1);
      const texts = digits.map((digit) => (candidates.includes(digit) ? label(digit) : ""));
      content.replaceChildren(...spaced("i", texts));
    } else {
      content.textContent = label(clue || solved);
    }
    cell.setAttribute("aria-label", this.#describe(index, { clue, solved, differs, both, candidates }));
    if (clashing?.has(index)) cell.setAttribute("aria-invalid", "true");
    else cell.removeAttribute("aria-invalid");
  }

  /**
   * @param {number} index
   * @param {{ clue: number, solved: number, differs: boolean, both: string[], candidates: readonly number[] }} content
   */
  #describe(index, { clue, solved, differs, both, candidates }) {
    const { size } = this.#board.puzzle;
    const place = `row ${Math.floor(index / size) + 1}, column ${(index % size) + 1}`;
    if (clue !== 0) return `${place}: ${labelOf(clue, size)}`;
    if (differs) return `${place}: differs, ${both.join(" ")}`;
    if (solved !== 0) return `${place}: solved, ${labelOf(solved, size)}`;
    const digits = candidates.map((digit) => labelOf(digit, size));
    return digits.length > 0 ? `${place}: empty, candidates ${digits.join(" ")}` : `${place}: empty`;
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
