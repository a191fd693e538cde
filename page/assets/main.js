/** Connects the controls of the page with the state, the views and the service. */

import { firstHash, openAddress, readOrRefuse, reload, share, showView } from "./address.js";
import { ApiError, convert, setApiKey } from "./api.js";
import { abort, apply, cancelMaking, focusGrid, forgetAnswer, lastRequest, repeat, run, saveProofFile, showMoreOfHint, stop } from "./asking.js";
import { emptyPuzzle, firstEmpty, puzzleOf } from "./board.js";
import { connectDialogs, makeAnother } from "./dialogs.js";
import { fillLabels, ui } from "./elements.js";
import { examples } from "./examples.js";
import { connectGrid } from "./grid-input.js";
import { GridView } from "./grid-view.js";
import { boxName, boxesOf, usualBox } from "./houses.js";
import { note } from "./messages.js";
import { originOf } from "./new-puzzle.js";
import { cover, job } from "./other-views.js";
import { PadView } from "./pad-view.js";
import { followPlayer } from "./player.js";
import { linkInText } from "./link-reader.js";
import { refuseText } from "./refusal.js";
import "./rules-view.js";
import { unfinishedGame } from "./saved-games.js";
import { copy } from "./share-dialog.js";
import { printBookOfAddress, isBook, readBook } from "./sheets.js";
import { curlOf, fetchOf } from "./snippets.js";
import { board, selection, state } from "./state.js";
import { SIZE_MAX, SIZE_MIN, cellsOf, sizeOf } from "./symbols.js";
import { exampleTexts, labels, notes, originText, warningText, welcomes } from "./texts.js";
import { digitCount } from "./variant.js";

/** @typedef {import("./questions.js").QuestionName} QuestionName */
/** @typedef {"edit" | "play"} Mode */

fillLabels();

const view = new GridView(ui.grid, ui.links);
new PadView(view);

// The controls follow the state.

/** @returns {Mode} */
function modeOf() {
  return board.isPlaying ? "play" : "edit";
}

/** Shows the elements of the current view and mode alone. */
function showParts() {
  const { view: shown } = state.parts;
  document.body.dataset["shows"] = shown;
  for (const part of document.querySelectorAll("[data-view], [data-mode]")) {
    if (!(part instanceof HTMLElement)) continue;
    const { view: ofViews = shown, mode = modeOf() } = part.dataset;
    part.hidden = !ofViews.split(" ").includes(shown) || (shown === "sudoku" && mode !== modeOf());
  }
  ui.codeSection.hidden = shown === "job" && job.isOpen;
  for (const link of document.querySelectorAll("[data-opens]")) {
    if (!(link instanceof HTMLElement)) continue;
    if (link.dataset["opens"] === (shown === "sudoku" ? modeOf() : shown)) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

/**
 * @param {HTMLSelectElement} select
 * @param {readonly { value: string, text: string }[]} options
 * @param {string} selected
 */
function fill(select, options, selected) {
  if (select.value === selected && select.options.length === options.length) return;
  select.replaceChildren(...options.map(({ value, text }) => new Option(text, value, false, value === selected)));
}

/** Shows the size and the origin of the puzzle. */
function showPuzzle() {
  const { size, box } = board.puzzle;
  const sizes = Array.from({ length: SIZE_MAX - SIZE_MIN + 1 }, (_, index) => index + SIZE_MIN);
  fill(ui.size, sizes.map((value) => ({ value: String(value), text: `${value}x${value}` })), String(size));
  const names = boxesOf(digitCount(board.puzzle)).map(boxName);
  fill(ui.box, names.map((name) => ({ value: name, text: name })), boxName(box));
  const origin = originOf(board.puzzle);
  ui.origin.textContent = origin === undefined ? "" : originText(origin);
}

function showCode() {
  const language = document.querySelector('input[name="language"]:checked');
  const request = state.parts.view === "job" ? job.request : lastRequest();
  const isCurl = language instanceof HTMLInputElement && language.value === "curl";
  ui.code.textContent = isCurl ? curlOf(request) : fetchOf(request);
}

/** Marks the sides on which a grid that is wider than its frame has hidden cells. */
function showOverflow() {
  const { scrollWidth, clientWidth, scrollLeft } = ui.board;
  const scrolls = scrollWidth > clientWidth + 1;
  ui.board.classList.toggle("scrolls", scrolls);
  ui.board.classList.toggle("more-left", scrolls && scrollLeft > 1);
  ui.board.classList.toggle("more-right", scrolls && scrollLeft + clientWidth < scrollWidth - 1);
  ui.scrollNote.hidden = !scrolls || state.parts.view !== "sudoku";
}

/** Buttons of questions about the puzzle. `rules-view.js` has those of human techniques. */
const QUESTION_BUTTONS = /** @type {const} */ (["solve", "check", "count", "mistakes", "candidates", "redundant", "solution"]);

state.addEventListener("change", () => {
  const { view: shown, isRefused } = state.parts;
  showParts();
  for (const name of QUESTION_BUTTONS) ui[name].disabled = isRefused && shown === "sudoku";
  ui.undo.disabled = !board.canUndo;
  ui.redo.disabled = !board.canRedo;
  ui.showCandidates.setAttribute("aria-pressed", String(state.parts.showsRemaining));
  showCode();
});

/** The puzzle whose first empty cell has been selected. */
let begun = board.puzzle;

board.addEventListener("change", () => {
  const isOther = board.puzzle.size !== begun.size || (board.isPlaying && board.puzzle !== begun);
  begun = board.puzzle;
  if (state.parts.isRefused) state.set({ isRefused: false });
  if (isOther) selection.select(firstEmpty(board.position));
  forgetAnswer();
  followPlayer();
  showPuzzle();
  showOverflow();
  share();
});

cover.addEventListener("input", () => {
  forgetAnswer();
  cover.clear();
  showCode();
});
cover.addEventListener("change", share);
job.addEventListener("change", () => {
  if (state.parts.view === "job") showCode();
});

// Puzzles from elsewhere.

/** Text that was not read for want of an API key. @type {string | undefined} */
let unread;

/**
 * Reads a text in any notation, by the service; an address of the page by itself.
 * @param {string} text
 */
async function load(text) {
  unread = undefined;
  if (text.trim() === "") return;
  const link = linkInText(text);
  if (link !== undefined) return openAddress(link);
  try {
    const { puzzle, warnings } = await convert(text);
    board.set(puzzle);
    ui.keyForm.hidden = true;
    note(notes.loaded, board.isPlaying ? welcomes.play[1] : notes.editHelp, ...warnings.map(warningText));
    focusGrid();
  } catch (error) {
    refuseText(error);
    if (error instanceof ApiError && error.status === 401) unread = text;
  }
}

/** @param {File | undefined} file */
async function loadFile(file) {
  if (file === undefined) return;
  if (state.parts.view === "job") return job.form.take(file);
  const text = await file.text();
  if (state.parts.view === "cover") cover.load(text);
  else await load(text);
}

// Controls.

/** Opens the view of jobs and starts the one of its form. */
function startJob() {
  history.pushState(null, "", "#job");
  openAddress();
  void job.start();
}

ui.next.addEventListener("click", ({ target }) => {
  if (!(target instanceof HTMLButtonElement)) return;
  switch (target.value) {
    case "apply":
      return apply();
    case "cancel":
      return cancelMaking();
    case "generate":
      return makeAnother();
    case "formulaFile":
    case "proofFile":
      return void saveProofFile(target.value);
    case "resume":
      location.hash = unfinishedGame(board.puzzle)?.hash ?? "";
      return;
    case "job":
      job.form.choose(state.parts.view === "cover" ? "problem" : "puzzle");
      return startJob();
    case "jobOfPuzzles":
      job.form.wish(ui.levels.dataset["last"] ?? "medium", ui.symmetry.value, 100);
      return startJob();
    default:
      void run(/** @type {QuestionName} */ (target.value));
  }
});

for (const name of /** @type {const} */ (["solve", "check", "count", "mistakes", "candidates", "redundant", "rate", "path"])) {
  ui[name].addEventListener("click", () => void run(name));
}
ui.solution.addEventListener("click", () => void run("solve"));
ui.hint.addEventListener("click", showMoreOfHint);
ui.stop.addEventListener("click", stop);
ui.undo.addEventListener("click", () => board.undo());
ui.redo.addEventListener("click", () => board.redo());
ui.clear.addEventListener("click", () => board.clear());
ui.restart.addEventListener("click", () => {
  board.clear();
  note(...welcomes.play);
  focusGrid();
});
ui.showCandidates.addEventListener("click", () => state.set({ showsRemaining: !state.parts.showsRemaining }));
ui.coverLink.addEventListener("click", () => void copyFrom(ui.coverLink, location.href));
ui.copyCode.addEventListener("click", () => void copyFrom(ui.copyCode, ui.code.textContent ?? ""));

/**
 * Copies a text, and tells on the button whether the browser allowed it.
 * @param {HTMLButtonElement} source
 * @param {string} text
 */
async function copyFrom(source, text) {
  const label = labels[/** @type {keyof typeof labels} */ (source.dataset["text"])];
  await copy(text, (told) => (source.textContent = told));
  setTimeout(() => {
    source.textContent = label;
  }, 1500);
}

for (const link of document.querySelectorAll("[data-opens]")) {
  if (!(link instanceof HTMLAnchorElement)) continue;
  link.addEventListener("click", (event) => {
    const opened = link.dataset["opens"];
    // The other views have an address of their own.
    if (opened !== "play" && opened !== "edit") return;
    event.preventDefault();
    abort();
    job.close();
    const isOther = state.parts.view !== "sudoku";
    if (isOther) history.pushState(null, "", "#");
    if (isOther) state.set({ view: "sudoku" });
    board.play(opened === "play");
    showView("sudoku");
    showPuzzle();
    share();
  });
}

ui.size.addEventListener("change", () => board.set(emptyPuzzle(Number(ui.size.value))));
ui.box.addEventListener("change", () => {
  const box = boxesOf(board.puzzle.size).find((shape) => boxName(shape) === ui.box.value);
  if (box !== undefined) board.set({ ...board.puzzle, box });
});

ui.example.append(...examples.map(({ name }) => new Option(exampleTexts[name], name)));
ui.example.addEventListener("change", () => {
  const example = examples.find(({ name }) => name === ui.example.value);
  ui.example.value = "";
  if (example === undefined) return;
  const cells = cellsOf(example.puzzle);
  const size = sizeOf(cells.length);
  board.set(puzzleOf(size, usualBox(size), cells, example.variant));
  note(exampleTexts[example.name], notes.editHelp);
});

for (const input of document.querySelectorAll('input[name="language"]')) {
  input.addEventListener("change", showCode);
}

ui.keyForm.addEventListener("submit", (event) => {
  event.preventDefault();
  setApiKey(ui.key.value);
  if (isBook()) void printBookOfAddress();
  else if (state.parts.view === "job") job.retry();
  else if (unread !== undefined) void load(unread);
  else repeat();
});

ui.open.addEventListener("click", () => ui.file.click());
ui.file.addEventListener("change", () => {
  void loadFile(ui.file.files?.[0]);
  ui.file.value = "";
});

document.addEventListener("paste", (event) => {
  const text = event.clipboardData?.getData("text/plain") ?? "";
  const { target } = event;
  const isTyping = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  if (state.parts.view !== "sudoku" || isTyping || text === "") return;
  event.preventDefault();
  void load(text);
});

for (const target of /** @type {HTMLElement[]} */ ([ui.board, ui.coverDrop, ui.jobForm])) {
  target.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    target.classList.add("dropping");
  });
  target.addEventListener("dragleave", () => target.classList.remove("dropping"));
  target.addEventListener("drop", (event) => {
    target.classList.remove("dropping");
    const [file] = event.dataTransfer?.files ?? [];
    if (file === undefined) return;
    event.preventDefault();
    void loadFile(file);
  });
}

connectDialogs(load, reload);
connectGrid(view, showMoreOfHint);
ui.board.addEventListener("scroll", showOverflow);
new ResizeObserver(showOverflow).observe(ui.board);

window.addEventListener("hashchange", () => openAddress());
document.addEventListener("visibilitychange", share);
window.addEventListener("pagehide", share);

showParts();
readOrRefuse(() => {
  try {
    readBook();
  } catch (error) {
    // The message is about the query, which no change of the page takes away.
    history.replaceState(null, "", location.pathname);
    throw error;
  }
  if (isBook()) void printBookOfAddress();
  else openAddress(firstHash());
});
if ("serviceWorker" in navigator && !isBook()) {
  // Without it, the page needs the connection; nothing else changes.
  navigator.serviceWorker.register("page/offline.js", { scope: "./" }).catch(() => {});
}
