/** The state of the page, in one place. Views draw it after each change; controls change it. */

import { Board, emptyPuzzle, startOf } from "./board.js";
import { Selection } from "./selection.js";
import { Settings } from "./settings.js";

/** @typedef {import("./grid-view.js").Overlay} Overlay */
/** @typedef {"sudoku" | "cover" | "job"} ViewName */
/** @typedef {"digits" | "corners" | "marks" | "colours"} Tool What a digit key writes. */

/**
 * Parts of the state that have no class of their own.
 * @typedef {object} Parts
 * @property {ViewName} view
 * @property {Tool} tool
 * @property {Overlay} overlay What the last answer adds to the grid.
 * @property {boolean} showsRemaining Whether empty cells show all digits that no other cell excludes.
 * @property {boolean} isPaused
 * @property {boolean} isRefused Whether the grid is empty because the page could not read a puzzle: there is nothing to answer about.
 * @property {import("./board.js").Position | undefined} preview Position that the grid shows instead of the board.
 */

/** The puzzle, and the progress of its player. */
export const board = new Board(startOf(emptyPuzzle(9), true));

export const selection = new Selection();

export const settings = new Settings();

/** State of the page. Sends `change` after each change. */
class State extends EventTarget {
  /** @type {Parts} */
  #parts = { view: "sudoku", tool: "digits", overlay: {}, showsRemaining: false, isPaused: false, isRefused: false, preview: undefined };

  /** @returns {Readonly<Parts>} */
  get parts() {
    return this.#parts;
  }

  /** @param {Partial<Parts>} changes */
  set(changes) {
    this.#parts = { ...this.#parts, ...changes };
    this.dispatchEvent(new Event("change"));
  }
}

export const state = new State();

/** The position that the grid shows. */
export function shownPosition() {
  return state.parts.preview ?? board.position;
}
