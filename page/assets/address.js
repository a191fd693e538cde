/** The address of the page: what it shows, and what the page writes into it. */

import { abort, begin, make, resetQuestion } from "./asking.js";
import { rememberWish } from "./dialogs.js";
import { isGiven } from "./board.js";
import { ui } from "./elements.js";
import { LinkError, readLink } from "./link-reader.js";
import { note } from "./messages.js";
import { dailyWish, originOf, setOrigin } from "./new-puzzle.js";
import { cover, job } from "./other-views.js";
import { keepProgress } from "./player.js";
import { refuseLink } from "./refusal.js";
import { withSavedProgress } from "./saved-games.js";
import { hashOf } from "./shared-state.js";
import { board, state } from "./state.js";
import { welcomes } from "./texts.js";

/** @typedef {import("./state.js").ViewName} ViewName */

/** The most characters after the `#` of an address. Mail and chat programs cut longer links. */
const HASH_MAX = 32_768;

/** Level of the puzzle that the page begins with. */
const FIRST_LEVEL = "medium";

/** Key of the storage of a tab: what the page shows, while it is loaded again. */
const RELOAD_KEY = "quadrille.reload";

/** The part of the address after `#`. */
function currentHash() {
  switch (state.parts.view) {
    case "cover":
      return cover.hash;
    case "job":
      return job.hash;
    default:
      return hashOf(board.position, originOf(board.puzzle));
  }
}

/** Writes the puzzle or the problem into the address, if it fits, and keeps the progress in the browser. */
export function share() {
  const hash = currentHash();
  const fits = hash.length <= HASH_MAX;
  const short = fits ? hash : state.parts.view === "cover" ? "#cover" : "";
  try {
    history.replaceState(null, "", `${location.pathname}${location.search}${short}`);
  } catch {
    // Safari refuses more than some hundred changes in a short time. The next change, or leaving the page, writes the address.
  }
  ui.link.disabled = !fits;
  ui.coverLink.disabled = !fits;
  if (state.parts.view === "sudoku" && fits) keepProgress(hash);
}

/**
 * Shows a view with its first message; jobs have their own.
 * @param {ViewName} view
 */
export function showView(view) {
  if (view !== state.parts.view) resetQuestion();
  state.set({ view, isPaused: false });
  if (view !== "job") note(...welcomes[view === "cover" ? "cover" : board.isPlaying ? "play" : "edit"]);
}

/** Loads the page again. It then shows the same, also what is too large for the address. */
export function reload() {
  try {
    sessionStorage.setItem(RELOAD_KEY, currentHash());
  } catch {
    // Without storage, the address holds it, if it fits.
  }
  location.reload();
}

/** Returns what the page showed before it was loaded again; without that, the part of the address after `#`. */
export function firstHash() {
  try {
    const kept = sessionStorage.getItem(RELOAD_KEY);
    sessionStorage.removeItem(RELOAD_KEY);
    return kept ?? location.hash;
  } catch {
    return location.hash;
  }
}

/**
 * Shows the view that the address names, with its problem; nothing of a damaged one.
 * @param {string} [hash] The part of the address after `#`.
 */
export function openAddress(hash = location.hash) {
  abort();
  job.close();
  readOrRefuse(() => {
    const link = readLink(hash);
    if (link.view !== state.parts.view) showView(link.view);
    if (link.view === "cover") cover.open(link.problem);
    if (link.view === "job") job.open(link.id);
    if (link.view === "sudoku") openPuzzle(link);
    else share();
  });
}

/**
 * Reads an address, or tells that it is damaged.
 * @param {() => void} read
 */
export function readOrRefuse(read) {
  try {
    read();
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    refuseLink(error);
    share();
  }
}

/**
 * Shows the puzzle of an address, or makes the one that it wishes. The page without an address begins with today's puzzle.
 * @param {{ position?: import("./board.js").Position, wish?: import("./api.js").Wish }} link
 */
function openPuzzle({ position, wish }) {
  if (wish !== undefined) rememberWish(wish);
  if (position === undefined) {
    if (wish !== undefined) make(wish);
    else if (!isGiven(board.puzzle)) void begin(dailyWish(FIRST_LEVEL));
    else share();
    return;
  }
  if (wish !== undefined) setOrigin(position.puzzle, wish);
  const opened = withSavedProgress(position);
  if (isGiven(board.puzzle)) board.open(opened);
  else board.start(opened);
  note(...welcomes[opened.isPlaying ? "play" : "edit"]);
}
