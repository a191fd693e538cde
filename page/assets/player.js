/** The progress of a player: the time, pauses, the end, and what the browser keeps of it. */

import { ui } from "./elements.js";
import { clashesOf, isFull } from "./houses.js";
import { show } from "./messages.js";
import { savedGame, saveGame } from "./saved-games.js";
import { board, settings, state } from "./state.js";
import { clashed, completed, filled, filledByReadRules } from "./texts.js";
import { Timer } from "./timer.js";
import { constraintsOf } from "./variant.js";

const timer = new Timer(ui.timer);

/** The puzzle that the timer is about. */
let timed = board.puzzle;

/**
 * Times of the puzzles before, to which Undo may return.
 * @type {WeakMap<import("./board.js").Puzzle, number>}
 */
const times = new WeakMap();

/** Whether the player has solved the puzzle. The service alone knows whether constraints hold. */
function isSolved() {
  const { cells } = board.visible;
  const isDone = board.isPlaying && board.hasEntries && isFull(board.puzzle, cells) && clashesOf(board.puzzle, cells).size === 0;
  return isDone && (constraintsOf(board.puzzle.variant).length === 0 || state.parts.overlay.isSolved === true);
}

/** Runs the timer from the first entry, and tells whether a full grid is a solution. */
export function followPlayer() {
  if (timed !== board.puzzle) {
    times.set(timed, timer.elapsed);
    timer.reset(board.hasProgress ? (times.get(board.puzzle) ?? savedGame(board.puzzle)?.elapsed) : 0);
  } else if (!board.hasProgress) timer.reset();
  timed = board.puzzle;
  if (state.parts.isPaused) state.set({ isPaused: false });
  drawTimer();
  const { cells } = board.visible;
  if (!isFull(board.puzzle, cells) || !board.isPlaying || !board.hasEntries) return;
  const clashing = clashesOf(board.puzzle, cells);
  const isPartial = board.puzzle.about.rules_not_read === true;
  show(clashing.size > 0 ? clashed(clashing.size) : !isSolved() ? filled() : isPartial ? filledByReadRules() : completed(timer.text));
  if (clashing.size > 0) state.set({ overlay: { clashing } });
}

/** Shows the timer and the pause. The time runs while the grid is shown. */
function drawTimer() {
  const { isPaused, view } = state.parts;
  document.body.classList.toggle("solved", isSolved());
  timer.run(view === "sudoku" && board.isPlaying && board.hasEntries && !isSolved() && !isPaused);
  ui.timer.classList.toggle("hidden", !settings.values.timer);
  ui.pause.disabled = !board.isPlaying || isSolved();
  ui.pause.setAttribute("aria-pressed", String(isPaused));
  ui.resume.hidden = !isPaused;
  ui.board.classList.toggle("is-paused", isPaused);
}

/**
 * Keeps the progress in the browser.
 * @param {string} hash The part of the address after `#`.
 */
export function keepProgress(hash) {
  if (board.isPlaying) saveGame(board.position, hash, timer.elapsed);
}

/** @param {boolean} isPaused */
function pause(isPaused) {
  state.set({ isPaused });
  if (isPaused) ui.resume.focus();
  else ui.pause.focus();
}

ui.pause.addEventListener("click", () => pause(!state.parts.isPaused));
ui.resume.addEventListener("click", () => pause(false));
settings.addEventListener("change", drawTimer);
state.addEventListener("change", drawTimer);
