/** Keys, pointer and touch on the grid. */

import { COLOURS, visibleOf } from "./board.js";
import { ui } from "./elements.js";
import { isGap } from "./houses.js";
import { board, selection, settings, state } from "./state.js";
import { digitOf } from "./symbols.js";
import { digitCount } from "./variant.js";

/** @typedef {import("./grid-view.js").GridView} GridView */
/** @typedef {import("./state.js").Tool} Tool */

/** Milliseconds after which a touch is a long press. */
export const LONG_PRESS_MS = 450;

/** Keys of the tools, as in SudokuPad. @type {Readonly<Record<string, Tool>>} */
const toolKeys = { z: "digits", x: "corners", c: "marks", v: "colours" };

/** Keys that empty a cell. */
const EMPTY_KEYS = ["0", " ", "."];

/**
 * Writes a digit with a tool into the selected cells; 0 empties them. A digit of the puzzle itself moves the selection on.
 * @param {GridView} view
 * @param {number} digit
 * @param {Tool} [tool]
 */
export function type(view, digit, tool = state.parts.tool) {
  const cells = [...selection.cells];
  if (state.parts.isPaused) return;
  if (board.isPlaying) {
    if (digit === 0) board.erase(cells);
    else if (tool === "digits") board.write(cells, digit, settings.values.removesMarks);
    else board.toggle(tool, cells, digit, tool === "marks" ? view.shown : []);
  } else if (tool !== "digits" && digit !== 0) board.toggle("marks", cells, digit, view.shown);
  else {
    board.write(cells, digit);
    if (cells.length === 1) moveOn(1);
  }
}

/** @param {number} step */
function moveOn(step) {
  const { puzzle } = board;
  let next = selection.current + step;
  while (isGap(puzzle, next) && next >= 0 && next < puzzle.cells.length) next += step;
  if (next >= 0 && next < puzzle.cells.length) selection.select(next);
}

/** Empties the current cell of the puzzle, or the one before it if it is empty, as in a text. */
function eraseBack() {
  const index = selection.current;
  if (board.isPlaying || selection.cells.size > 1) return board.erase([...selection.cells]);
  const isEmpty = board.puzzle.cells[index] === 0 && board.puzzle.candidates[index]?.length === 0;
  if (isEmpty) moveOn(-1);
  board.erase([selection.current]);
}

/** Switches between digits and centre marks. */
function switchTool() {
  state.set({ tool: state.parts.tool === "digits" ? "marks" : "digits" });
}

/** Whether keys belong to another element: a text field, a list, a dialog or the button that ends a pause. */
function isElsewhere(/** @type {Event} */ { target }) {
  const { view, isPaused } = state.parts;
  if (view !== "sudoku" || isPaused || document.querySelector("dialog[open]") !== null) return true;
  return target instanceof Element && target.closest("input, textarea, select, pre, .scroll") !== null;
}

/**
 * Connects the keys of the page and the pointer with the grid.
 * @param {GridView} view
 * @param {() => void} hint Asks for more of a hint.
 */
export function connectGrid(view, hint) {
  document.addEventListener("keydown", (event) => {
    if (isElsewhere(event) || !(isCommand(event) || isMove(event, view) || isWriting(event, view) || isOther(event, hint))) return;
    event.preventDefault();
  });
  connectPointer(view);
}

/** @param {KeyboardEvent} event */
function isCommand({ key, ctrlKey, metaKey, shiftKey, altKey, target }) {
  if (!(ctrlKey || metaKey) || altKey) return false;
  switch (key.toLowerCase()) {
    case "z":
      if (shiftKey) board.redo();
      else board.undo();
      return true;
    case "y":
      board.redo();
      return true;
    case "a":
      if (!(target instanceof HTMLBodyElement || target instanceof HTMLTableCellElement)) return false;
      selection.replace(board.puzzle.cells.keys());
      return true;
    default:
      return false;
  }
}

/**
 * @param {KeyboardEvent} event
 * @param {GridView} view
 */
function isMove(event, view) {
  if (event.altKey) return false;
  const target = cellTowards(event);
  if (target === undefined) return false;
  const isEnd = event.key === "Home" || event.key === "End";
  if (event.shiftKey || ((event.ctrlKey || event.metaKey) && !isEnd)) selection.add(target);
  else selection.select(target);
  view.focus();
  return true;
}

/**
 * Returns the cell that a key moves to, past the gaps between several grids; the current one if there is none.
 * @param {KeyboardEvent} event
 */
function cellTowards(event) {
  let [place, target] = [selection.current, targetOf(event, selection.current)];
  while (target !== undefined && target !== place && isGap(board.puzzle, target)) [place, target] = [target, targetOf(event, target)];
  return target !== undefined && isGap(board.puzzle, target) ? selection.current : target;
}

/**
 * Returns the place that a key moves to.
 * @param {KeyboardEvent} event
 * @param {number} current
 */
function targetOf({ key, ctrlKey }, current) {
  const { size } = board.puzzle;
  const [row, column] = [Math.floor(current / size), current % size];
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

/**
 * Writes what a key says: with Shift a corner mark, with Ctrl a centre mark, with Alt or both a colour.
 * @param {KeyboardEvent} event
 * @param {GridView} view
 */
function isWriting(event, view) {
  const { key, code, shiftKey, ctrlKey, metaKey, altKey } = event;
  const hasControl = ctrlKey || metaKey;
  const isPlain = !hasControl && !altKey;
  const [, typed] = /^(?:Digit|Numpad)(\d)$/.exec(code) ?? [];
  const digit = typed !== undefined && (shiftKey || !isPlain) ? Number(typed) : isPlain ? digitOf(key) : 0;
  const tool = toolOf(event, typed !== undefined);
  if (digit > 0 && digit <= (tool === "colours" && board.isPlaying ? COLOURS : digitCount(board.puzzle))) {
    type(view, digit, tool);
    return true;
  }
  if (!isPlain) return false;
  if (key === "Delete") board.erase([...selection.cells]);
  else if (key === "Backspace") eraseBack();
  else if (EMPTY_KEYS.includes(key) && !(key === " " && isOnControl(event))) type(view, 0);
  else return false;
  return true;
}

/**
 * Returns the tool that the keys held with a digit choose.
 * @param {KeyboardEvent} event
 * @param {boolean} isNumber Whether the key is one of the numbers; letters have Shift for capitals.
 * @returns {Tool}
 */
function toolOf({ shiftKey, ctrlKey, metaKey, altKey }, isNumber) {
  const hasControl = ctrlKey || metaKey;
  if (altKey || (hasControl && shiftKey)) return "colours";
  if (hasControl) return "marks";
  return shiftKey && isNumber ? "corners" : state.parts.tool;
}

/**
 * @param {KeyboardEvent} event
 * @param {() => void} hint
 */
function isOther(event, hint) {
  const { key, altKey, ctrlKey, metaKey } = event;
  if (altKey || ctrlKey || metaKey) return false;
  const tool = toolKeys[key.toLowerCase()];
  if (tool !== undefined && digitOf(key) > digitCount(board.puzzle)) state.set({ tool });
  else if (key === "Enter" && !isOnControl(event)) switchTool();
  else if (key === "?" && board.isPlaying) hint();
  else if (key === "Escape") selection.select(selection.current);
  else return false;
  return true;
}

/** Whether a key works on a button or a link. */
function isOnControl(/** @type {Event} */ { target }) {
  return target instanceof Element && target.closest("button, a, summary, label") !== null;
}

/** @param {GridView} view */
function connectPointer(view) {
  let isDragging = false;
  /** @type {number | undefined} */
  let press;
  const end = () => {
    isDragging = false;
    clearTimeout(press);
  };
  ui.grid.addEventListener("pointerdown", (event) => {
    const index = view.indexOf(event.target);
    if (index === undefined || event.button !== 0) return;
    const before = selection.cells;
    if (event.ctrlKey || event.metaKey) selection.toggle(index);
    else if (event.shiftKey) selection.add(index);
    else selection.select(index);
    if (event.target instanceof Element) event.target.releasePointerCapture(event.pointerId);
    isDragging = true;
    if (event.pointerType !== "touch") return;
    press = window.setTimeout(() => selection.replace([...before, index]), LONG_PRESS_MS);
  });
  ui.grid.addEventListener("pointerover", (event) => {
    const index = view.indexOf(event.target);
    if (!isDragging || index === undefined || index === selection.current) return;
    clearTimeout(press);
    // A grid that scrolls under the finger selects one cell at a time.
    if (event.pointerType !== "touch" || !ui.board.classList.contains("scrolls")) selection.add(index);
  });
  document.addEventListener("pointerup", end);
  document.addEventListener("pointercancel", end);
  // The press has selected already; the browser would focus a cell that Ctrl removes from the selection.
  ui.grid.addEventListener("mousedown", (event) => {
    event.preventDefault();
    view.focus();
  });
  ui.grid.addEventListener("contextmenu", (event) => {
    if (isDragging) event.preventDefault();
  });
  ui.grid.addEventListener("dblclick", (event) => {
    const index = view.indexOf(event.target);
    const { cells } = visibleOf(board.position);
    const digit = index === undefined ? 0 : cells[index];
    if (digit) selection.replace([...cells.keys()].filter((other) => cells[other] === digit));
  });
  ui.grid.addEventListener("focusin", (event) => {
    const index = view.indexOf(event.target);
    if (index !== undefined && index !== selection.current) selection.select(index);
  });
}
