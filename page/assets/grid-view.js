/** The grid: a table that shows the board, the selection and the last answer. */

import { visibleOf } from "./board.js";
import { drawCell } from "./cell-view.js";
import { clashesOf, isGap, peersOf, regionsOf, remainingOf, takenOf } from "./houses.js";
import { drawLinks } from "./links-view.js";
import { selection, settings, shownPosition, state } from "./state.js";
import { digitCount } from "./variant.js";

/** @typedef {import("./cell-view.js").Content} Content */
/** @typedef {import("./board.js").Position} Position */

/**
 * Step of a human technique; each set has cells, each map digits of cells.
 * @typedef {object} ShownStep
 * @property {ReadonlySet<number>} houses
 * @property {ReadonlySet<number>} cells
 * @property {ReadonlyMap<number, readonly number[]>} bases Digits of the pattern in its cells.
 * @property {ReadonlySet<number>} targets Cells in which the step places or removes digits.
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
 * @property {boolean} [isSolved] Whether the service has found that the entries solve the puzzle.
 */

/** View of the board. */
export class GridView {
  #table;
  #picture;
  /** @type {HTMLTableCellElement[]} */
  #cells = [];
  /** Region of each cell, as drawn. @type {readonly number[]} */
  #regions = [];
  /** Contents of each cell as drawn last: only changed cells are drawn again. @type {string[]} */
  #drawn = [];
  /** Classes of the selection that each cell has. @type {string[]} */
  #marked = [];
  /** @type {readonly (readonly number[])[]} */
  #shown = [];

  /**
   * @param {HTMLTableElement} table
   * @param {SVGSVGElement} picture Picture of links, over the table.
   */
  constructor(table, picture) {
    this.#table = table;
    this.#picture = picture;
    state.addEventListener("change", () => this.draw());
    settings.addEventListener("change", () => this.draw());
    selection.addEventListener("change", () => this.#drawSelection());
    this.draw();
  }

  /** The candidates that each empty cell shows. */
  get shown() {
    return this.#shown;
  }

  /**
   * Returns the index of the cell that contains a node; nothing if none does.
   * @param {EventTarget | null} target
   */
  indexOf(target) {
    const cell = target instanceof Element ? target.closest("td") : null;
    const index = cell === null ? -1 : this.#cells.indexOf(cell);
    return index < 0 || isGap(shownPosition().puzzle, index) ? undefined : index;
  }

  /** Focuses the current cell. */
  focus() {
    this.#cells[selection.current]?.focus();
  }

  /** Shows the current state. */
  draw() {
    const position = shownPosition();
    const { size } = position.puzzle;
    const [regions, digits] = [regionsOf(position.puzzle), digitCount(position.puzzle)];
    if (regions !== this.#regions) this.#build(position.puzzle);
    const contents = this.#contentsOf(position);
    this.#table.classList.toggle("playing", position.isPlaying);
    this.#cells.forEach((cell, index) => {
      const content = contents[index];
      const drawn = JSON.stringify(content);
      if (content === undefined || drawn === this.#drawn[index]) return;
      this.#drawn[index] = drawn;
      this.#marked[index] = "";
      drawCell(cell, index, content, size, digits);
    });
    drawLinks(this.#picture, state.parts.overlay.step?.links ?? [], size, digits);
    this.#drawSelection();
  }

  /** @param {import("./board.js").Puzzle} puzzle */
  #build(puzzle) {
    const { size } = puzzle;
    const regions = regionsOf(puzzle);
    this.#regions = regions;
    this.#cells = [];
    this.#drawn = [];
    this.#marked = [];
    const { style } = this.#table.parentElement ?? this.#table;
    style.setProperty("--size", String(size));
    style.setProperty("--across", String(Math.ceil(Math.sqrt(digitCount(puzzle)))));
    const rows = Array.from({ length: size }, (_, row) => {
      const line = document.createElement("tr");
      for (let column = 0; column < size; column += 1) {
        const cell = document.createElement("td");
        cell.setAttribute("role", "gridcell");
        cell.tabIndex = -1;
        const index = row * size + column;
        const hasTop = regions[index] !== (row === 0 && isGap(puzzle, index) ? -1 : regions[index - size]);
        const hasLeft = column === 0 ? !isGap(puzzle, index) : regions[index] !== regions[index - 1];
        if (isGap(puzzle, index)) cell.dataset["gap"] = "";
        cell.dataset["edges"] = [hasTop && "top", hasLeft && "left"].filter(Boolean).join(" ");
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

  /** Highlights the selected cells, their houses, and equal digits. */
  #drawSelection() {
    const { puzzle, ...rest } = shownPosition();
    const { houses, equals } = settings.values;
    const { cells } = visibleOf({ puzzle, ...rest });
    const isTinted = state.parts.preview === undefined && state.parts.overlay.step === undefined;
    const seen = houses && isTinted && selection.cells.size === 1 ? peersOf(puzzle)[selection.current] : undefined;
    const digit = equals && isTinted ? (cells[selection.current] ?? 0) : 0;
    this.#cells.forEach((cell, index) => {
      const isSelected = selection.has(index);
      const isCurrent = index === selection.current;
      const isEqual = digit !== 0 && cells[index] === digit;
      const marked = [isSelected && "selected", isCurrent && "current", isEqual && "equal", seen?.has(index) && "peer"];
      const classes = marked.filter((name) => typeof name === "string");
      const key = classes.join(" ");
      if (key === this.#marked[index]) return;
      cell.classList.remove("selected", "current", "equal", "peer");
      cell.classList.add(...classes);
      cell.setAttribute("aria-selected", String(isSelected));
      cell.tabIndex = isCurrent ? 0 : -1;
      this.#marked[index] = key;
    });
  }

  /**
   * Returns the content of each cell.
   * @param {Position} position
   * @returns {Content[]}
   */
  #contentsOf(position) {
    const { overlay, showsRemaining } = state.parts;
    const { step, possible, undecided = [] } = overlay;
    const { puzzle, isPlaying } = position;
    const visible = visibleOf(position);
    const isPlaced = showsRemaining || step?.showsCandidates || false;
    const taken = takenOf(visible);
    const own = visible.candidates;
    const remaining = isPlaced ? remainingOf({ ...visible, candidates: own.map(() => []) }) : [];
    this.#shown = own.map((digits, index) => (digits.length > 0 || !isPlaced ? digits : (remaining[index] ?? [])));
    const clashing = settings.values.conflicts ? clashesOf(puzzle, visible.cells) : new Set();
    return visible.cells.map((digit, index) => {
      const clue = puzzle.cells[index] ?? 0;
      const entry = clue === 0 ? digit : 0;
      const { solved, both } = solvedOf(overlay, index, clue, entry);
      const isEmpty = clue === 0 && entry === 0 && solved === 0;
      const found = [...(possible?.[index] ?? []), ...(undecided[index] ?? [])];
      const listed = possible === undefined ? (this.#shown[index] ?? []) : found;
      const candidates = isEmpty ? listed : [];
      const hasOwn = isPlaying && possible === undefined && (own[index] ?? []).length > 0;
      const isCentred = candidates.length > 0 && !isPlaced && hasOwn && !settings.values.fixedMarks;
      const corners = isEmpty && isPlaying && possible === undefined ? (position.corners[index] ?? []) : [];
      const marks = [...(hasOwn ? candidates : []), ...corners];
      const excluded = marks.filter((mark) => taken[index]?.has(mark));
      const flaw = flawOf(overlay, clashing, index);
      const shape = { clue, entry, solved, both, candidates, isCentred, corners, excluded, flaw };
      return {
        ...shape,
        undecided: isEmpty ? (undecided[index] ?? []) : [],
        placed: isEmpty ? (step?.placed.get(index) ?? []) : [],
        removed: isEmpty ? (step?.removed.get(index) ?? []) : [],
        bases: isEmpty ? (step?.bases.get(index) ?? []) : [],
        colours: isPlaying ? (position.colours[index] ?? []) : [],
        isFixed: isPlaying && clue !== 0,
        isInvalid: flaw !== "" && flaw !== "redundant",
        classes: classesOf(shape, step, index),
      };
    });
  }
}

/**
 * Returns the digit of a solution in a cell, and two digits if solutions or the entry differ.
 * @param {Overlay} overlay
 * @param {number} index
 * @param {number} clue
 * @param {number} entry
 */
function solvedOf({ solution, other, differing, possible, undecided = [] }, index, clue, entry) {
  const open = undecided[index] ?? [];
  const [only = 0, ...others] = [...(possible?.[index] ?? []), ...open];
  const sure = others.length === 0 && open.length === 0 && entry === 0 ? only : 0;
  const solved = clue === 0 ? (solution?.[index] ?? sure) : 0;
  const differs = entry === 0 ? solved !== 0 && (differing?.has(index) ?? false) : solved !== 0 && solved !== entry;
  return { solved, both: !differs ? [] : entry === 0 ? [solved, other?.[index] ?? 0] : [entry, solved] };
}

/**
 * @param {Overlay} overlay
 * @param {ReadonlySet<unknown>} clashing Cells with equal digits.
 * @param {number} index
 * @returns {Content["flaw"]}
 */
function flawOf(overlay, clashing, index) {
  if (overlay.wrong?.has(index)) return "wrong";
  if (overlay.contradicting?.has(index)) return "contradicting";
  if (overlay.clashing?.has(index) || clashing.has(index)) return "clashing";
  return overlay.redundant?.has(index) ? "redundant" : "";
}

/**
 * @param {Pick<Content, "entry" | "solved" | "both" | "candidates" | "isCentred" | "corners" | "flaw">} content
 * @param {ShownStep | undefined} step
 * @param {number} index
 */
function classesOf({ entry, solved, both, candidates, isCentred, corners, flaw }, step, index) {
  const isMarked = isCentred || (corners.length > 0 && candidates.length === 0);
  const classes = {
    entry: entry !== 0 && both.length === 0,
    solution: entry === 0 && solved !== 0 && both.length === 0,
    differs: both.length > 0,
    candidates: candidates.length > 0 && !isMarked,
    marks: isMarked,
    clash: flaw === "clashing",
    house: step?.houses.has(index) ?? false,
    pattern: step?.cells.has(index) ?? false,
    target: (step?.targets.has(index) ?? false) && !step?.cells.has(index),
    [flaw]: flaw !== "" && flaw !== "clashing",
  };
  return Object.keys(classes).filter((name) => classes[/** @type {keyof typeof classes} */ (name)]).join(" ");
}
