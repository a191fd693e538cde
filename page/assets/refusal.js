/** What the page could not read: the grid of before goes with it, so that no button answers about another puzzle. */

import { forgetAnswer } from "./asking.js";
import { emptyPuzzle, startOf } from "./board.js";
import { show, showError } from "./messages.js";
import { board, state } from "./state.js";
import { damagedLink } from "./texts.js";

/**
 * Tells that a text or a file could not be read.
 * @param {unknown} error
 */
export function refuseText(error) {
  empty(board.isPlaying);
  showError(error);
}

/**
 * Tells that an address is damaged.
 * @param {import("./link-reader.js").LinkError} error
 */
export function refuseLink(error) {
  state.set({ view: "sudoku" });
  empty(false);
  show(damagedLink(error));
}

/**
 * Empties the grid, which Undo brings back.
 * @param {boolean} isPlaying
 */
function empty(isPlaying) {
  forgetAnswer();
  board.open(startOf(emptyPuzzle(9), isPlaying));
  state.set({ isRefused: true, isPaused: false });
}
