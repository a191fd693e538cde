/** Connects the controls of the page with the board and the API. */

import { ApiError, ask, askWithProgress, candidatesBody, convert, render, requests, setApiKey } from "./api.js";
import { Board, emptyPuzzle, puzzleOf } from "./board.js";
import { CoverView } from "./cover-view.js";
import { examples } from "./examples.js";
import { GridView } from "./grid-view.js";
import { boxName, boxesOf, usualBox } from "./houses.js";
import { MatrixView } from "./matrix-view.js";
import { coverOfHash, hashOf, puzzleOfHash } from "./shared-state.js";
import { curlOf, fetchOf } from "./snippets.js";
import { SIZE_MAX, SIZE_MIN, cellsOf, gridOf, indicesOf, labelOf, sizeOf } from "./symbols.js";
import { checked, counting, coverSolved, coverTallied, solved, tallied, warningText } from "./words.js";

/** @typedef {import("./api.js").Answer} Answer */
/** @typedef {import("./api.js").CountAnswer} CountAnswer */
/** @typedef {import("./api.js").CoverAnswer} CoverAnswer */
/** @typedef {import("./grid-view.js").Marks} Marks */
/** @typedef {import("./words.js").Message} Message */
/** @typedef {"solve" | "check" | "count"} Action */
/** @typedef {"sudoku" | "cover"} ViewName */

/** The most faults that a message lists. */
const FAULTS_MAX = 20;

/** The most characters after the `#` of an address. Mail and chat programs cut longer links. */
const HASH_MAX = 32_768;

/**
 * Returns the element of an id.
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
function element(id, type) {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`no ${type.name} with the id ${id}`);
  return found;
}

/** @param {string} id */
const button = (id) => element(id, HTMLButtonElement);

const ui = {
  board: element("board", HTMLDivElement),
  grid: element("grid", HTMLTableElement),
  pad: element("pad", HTMLDivElement),
  example: element("example", HTMLSelectElement),
  size: element("size", HTMLSelectElement),
  box: element("box", HTMLSelectElement),
  undo: button("undo"),
  redo: button("redo"),
  clear: button("clear"),
  typeCandidates: button("type-candidates"),
  showCandidates: button("show-candidates"),
  mode: element("mode", HTMLParagraphElement),
  paste: button("paste"),
  open: button("open"),
  file: element("file", HTMLInputElement),
  link: button("link"),
  picture: button("picture"),
  print: button("print"),
  solve: button("solve"),
  check: button("check"),
  count: button("count"),
  stop: button("stop"),
  message: element("message", HTMLDivElement),
  progress: element("progress", HTMLProgressElement),
  keyForm: element("key-form", HTMLFormElement),
  key: element("key", HTMLInputElement),
  code: element("code", HTMLPreElement),
  copyCode: button("copy-code"),
  pasteDialog: element("paste-dialog", HTMLDialogElement),
  pasteText: element("paste-text", HTMLTextAreaElement),
  coverText: element("cover-text", HTMLTextAreaElement),
  coverDrop: element("cover-drop", HTMLDivElement),
  coverExample: element("cover-example", HTMLSelectElement),
  matrix: element("matrix", HTMLTableElement),
  matrixNote: element("matrix-note", HTMLParagraphElement),
};

const board = new Board(puzzleOfHash(location.hash) ?? emptyPuzzle(9));
const view = new GridView(ui.grid, board);
const cover = new CoverView(ui.coverText, ui.coverExample, new MatrixView(ui.matrix, ui.matrixNote));

/** @type {Marks} */
let marks = {};
/** @type {Action} */
let lastAction = "solve";
/** @type {AbortController | undefined} */
let running;
/** @type {ViewName} */
let shown = "sudoku";

// Messages and code.

/** @param {Message} message */
function show({ tone, title, details }) {
  ui.message.className = `message ${tone}`;
  const lines = [title, ...details].map((text, index) => {
    const line = document.createElement("p");
    line.textContent = text;
    line.classList.toggle("title", index === 0);
    return line;
  });
  ui.message.replaceChildren(...lines);
}

/**
 * @param {string} title
 * @param {...string} details
 */
function note(title, ...details) {
  show({ tone: "open", title, details });
}

/** @param {unknown} error */
function showError(error) {
  if (error instanceof ApiError) {
    ui.keyForm.hidden = error.status !== 401;
    if (error.status === 401) ui.key.focus();
    const rest = error.details.length - FAULTS_MAX;
    const details = [...error.details.slice(0, FAULTS_MAX), ...(rest > 0 ? [`Other faults: ${rest}.`] : [])];
    show({ tone: "bad", title: "This did not work", details });
    if (shown === "cover" && (error.status === 400 || error.status === 422)) cover.reject();
  } else {
    show({ tone: "bad", title: "The service did not answer", details: [String(error)] });
  }
}

function showCode() {
  const language = document.querySelector('input[name="language"]:checked');
  const request = requestOf(lastAction);
  const isCurl = language instanceof HTMLInputElement && language.value === "curl";
  ui.code.textContent = isCurl ? curlOf(request) : fetchOf(request);
}

/** @param {Marks} next */
function mark(next) {
  marks = next;
  view.marks = next;
}

// Actions.

/** @type {Record<ViewName, Record<Action, (answer: any) => Message>>} */
const wordsOf = {
  sudoku: { solve: solved, check: checked, count: tallied },
  cover: { solve: coverSolved, check: coverSolved, count: coverTallied },
};

/** @param {Action} action */
function requestOf(action) {
  return shown === "cover" ? cover.request(action === "count" ? "count" : "solve") : requests[action](board.puzzle);
}

/** Removes the marks of the last answer. */
function unmark() {
  if (shown === "cover") cover.clear();
  else mark({});
}

/**
 * Runs an action: sends its request, then shows the answer in words and in the grid.
 * @param {Action} action
 */
async function run(action) {
  running?.abort();
  const controller = new AbortController();
  running = controller;
  lastAction = action;
  showCode();
  unmark();
  setRunning(action === "count");
  const request = requestOf(action);
  try {
    const answer =
      action === "count"
        ? await askWithProgress(request, controller.signal, (progress) => show(counting(progress)))
        : await ask(request, controller.signal);
    ui.keyForm.hidden = true;
    show(wordsOf[shown][action](answer));
    if (shown === "cover") cover.mark(/** @type {CoverAnswer} */ (answer));
    else mark(marksOf(action, /** @type {Answer | CountAnswer} */ (answer)));
  } catch (error) {
    if (!controller.signal.aborted) showError(error);
  } finally {
    if (running === controller) {
      running = undefined;
      setRunning(false);
    }
  }
}

/** @param {boolean} isCounting */
function setRunning(isCounting) {
  if (!isCounting && document.activeElement === ui.stop) ui.count.focus();
  ui.progress.hidden = !isCounting;
  ui.stop.hidden = !isCounting;
  ui.count.hidden = isCounting;
  if (isCounting && document.activeElement === document.body) ui.stop.focus();
}

/** Ends a running count. The service notices that the connection is closed. */
function stop() {
  if (running === undefined) return;
  const [title] = ui.message.querySelectorAll(".title");
  const found = title?.textContent?.replace(" so far", "") ?? "";
  running.abort();
  note("Stopped", /^\d/.test(found) ? `It had found ${found}.` : "It had found nothing yet.");
}

/**
 * @param {Action} action
 * @param {Answer | CountAnswer} answer
 * @returns {Marks}
 */
function marksOf(action, answer) {
  const { size } = board.puzzle;
  const clashing = new Set(answer.conflicts.flatMap(({ cells }) => indicesOf(cells, size)));
  if (action === "solve") {
    return answer.solution === null ? { clashing } : { clashing, solution: cellsOf(answer.solution) };
  }
  const { witnesses, differing_cells } = /** @type {CountAnswer} */ (answer);
  const [first, second] = witnesses;
  if (action === "check" && first !== undefined && second !== undefined) {
    const differing = new Set(indicesOf(differing_cells, size));
    return { clashing, solution: cellsOf(first), other: cellsOf(second), differing };
  }
  return { clashing };
}

// The puzzle.

/**
 * Reads a text in any notation, by the service.
 * @param {string} text
 */
async function load(text) {
  if (text.trim() === "") return;
  try {
    const { puzzle, warnings } = await convert(text);
    board.set(puzzle);
    note("Puzzle loaded", "Solve, check or count it.", ...warnings.map(warningText));
    view.focus();
  } catch (error) {
    showError(error);
  }
}

/** @param {File | undefined} file */
async function loadFile(file) {
  if (file === undefined) return;
  const text = await file.text();
  if (shown === "cover") cover.load(text);
  else await load(text);
}

/**
 * @param {HTMLSelectElement} select
 * @param {readonly { value: string, text: string }[]} options
 * @param {string} selected
 */
function fill(select, options, selected) {
  select.replaceChildren(...options.map(({ value, text }) => new Option(text, value, false, value === selected)));
}

function drawPad() {
  const { size } = board.puzzle;
  const digits = Array.from({ length: size }, (_, value) => value + 1);
  const buttons = [...digits, 0].map((digit) => {
    const pad = document.createElement("button");
    pad.type = "button";
    pad.value = String(digit);
    pad.textContent = digit === 0 ? "⌫" : labelOf(digit, size);
    if (digit === 0) pad.setAttribute("aria-label", "Clear cell");
    return pad;
  });
  ui.pad.replaceChildren(...buttons);
}

/** Shows the controls and the address of the current puzzle. */
function update() {
  const { size, box } = board.puzzle;
  const sizes = Array.from({ length: SIZE_MAX - SIZE_MIN + 1 }, (_, index) => index + SIZE_MIN);
  fill(ui.size, sizes.map((value) => ({ value: String(value), text: `${value}x${value}` })), String(size));
  const names = boxesOf(size).map(boxName);
  fill(ui.box, names.map((name) => ({ value: name, text: name })), boxName(box));
  if (ui.pad.childElementCount !== size + 1) drawPad();
  ui.undo.disabled = !board.canUndo;
  ui.redo.disabled = !board.canRedo;
  share();
  showCode();
}

board.addEventListener("change", () => {
  running?.abort();
  mark({});
  update();
});

// The view.

/** Writes the problem into the address, if it fits. */
function share() {
  const hash = shown === "cover" ? cover.hash : hashOf(board.puzzle);
  const fits = hash.length <= HASH_MAX;
  const short = fits ? hash : shown === "cover" ? "#cover" : "";
  history.replaceState(null, "", `${location.pathname}${location.search}${short}`);
  ui.link.disabled = !fits;
  ui.link.title = fits ? "" : "The problem is too large for a link";
}

/** Shows the view that the address names, with its problem. */
function openAddress() {
  running?.abort();
  const next = coverOfHash(location.hash) === undefined ? "sudoku" : "cover";
  const isOther = next !== shown;
  shown = next;
  if (shown === "cover") {
    cover.open(location.hash);
  } else {
    const puzzle = puzzleOfHash(location.hash);
    if (puzzle !== undefined) board.set(puzzle);
  }
  if (isOther) {
    lastAction = "solve";
    showView();
  }
  update();
}

/** @type {Record<ViewName, [string, string]>} */
const welcomes = {
  sudoku: [
    "Type a puzzle, paste one, or choose an example.",
    "Solve fills the grid. Check tells whether there is exactly one solution. Count finds all of them.",
  ],
  cover: [
    "Type an exact cover problem, or choose an example.",
    "Solve finds a solution and tells whether it is the only one. Count finds all of them.",
  ],
};

/** Shows the elements of the current view alone. */
function showView() {
  for (const part of document.querySelectorAll("[data-view]")) {
    if (part instanceof HTMLElement) part.hidden = part.dataset["view"] !== shown;
  }
  for (const link of document.querySelectorAll("[data-opens]")) {
    if (!(link instanceof HTMLElement)) continue;
    if (link.dataset["opens"] === shown) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  note(...welcomes[shown]);
}

cover.addEventListener("input", () => {
  running?.abort();
  cover.clear();
  showCode();
});
cover.addEventListener("change", share);

// Copying.

/**
 * Copies a text, or tells that the browser does not allow it.
 * @param {HTMLButtonElement} source
 * @param {string} text
 */
async function copy(source, text) {
  const label = source.textContent;
  try {
    await navigator.clipboard.writeText(text);
    source.textContent = "Copied";
  } catch {
    source.textContent = "Not allowed";
  }
  setTimeout(() => {
    source.textContent = label;
  }, 1500);
}

async function savePicture() {
  const { size, box, cells } = board.puzzle;
  const { solution, other } = marks;
  const candidates = candidatesBody(board.puzzle) ?? isPressed(ui.showCandidates);
  try {
    const picture = await render({
      puzzle: gridOf(cells, size),
      box,
      candidates,
      ...(solution === undefined ? {} : { solution: gridOf(solution, size) }),
      ...(other === undefined ? {} : { other: gridOf(other, size) }),
    });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(picture);
    link.download = "sudoku.svg";
    link.click();
    URL.revokeObjectURL(link.href);
  } catch (error) {
    showError(error);
  }
}

// Controls.

for (const action of /** @type {Action[]} */ (["solve", "check", "count"])) {
  ui[action].addEventListener("click", () => void run(action));
}
ui.stop.addEventListener("click", stop);
ui.undo.addEventListener("click", () => board.undo());
ui.redo.addEventListener("click", () => board.redo());
ui.clear.addEventListener("click", () => board.set(emptyPuzzle(board.puzzle.size, board.puzzle.box)));
ui.print.addEventListener("click", () => print());
ui.link.addEventListener("click", () => void copy(ui.link, location.href));
ui.picture.addEventListener("click", () => void savePicture());
ui.copyCode.addEventListener("click", () => void copy(ui.copyCode, ui.code.textContent ?? ""));

/** @param {HTMLButtonElement} toggle */
function isPressed(toggle) {
  return toggle.getAttribute("aria-pressed") === "true";
}

/**
 * Presses or releases a toggle. Returns whether it is pressed.
 * @param {HTMLButtonElement} toggle
 */
function press(toggle) {
  toggle.setAttribute("aria-pressed", String(!isPressed(toggle)));
  return isPressed(toggle);
}

/** Switches between typing digits and typing candidates. */
function switchMode() {
  view.typesCandidates = press(ui.typeCandidates);
  ui.mode.textContent = view.typesCandidates ? "You type candidates" : "You type digits";
  ui.pad.setAttribute("aria-label", view.typesCandidates ? "Candidates" : "Digits");
}

ui.typeCandidates.addEventListener("click", switchMode);
ui.showCandidates.addEventListener("click", () => {
  view.showsRemaining = press(ui.showCandidates);
});
ui.grid.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  switchMode();
});

ui.size.addEventListener("change", () => board.set(emptyPuzzle(Number(ui.size.value))));
ui.box.addEventListener("change", () => {
  const box = boxesOf(board.puzzle.size).find((shape) => boxName(shape) === ui.box.value);
  if (box !== undefined) board.set({ ...board.puzzle, box });
});

ui.example.append(...examples.map(({ name, title }) => new Option(title, name)));
ui.example.addEventListener("change", () => {
  const example = examples.find(({ name }) => name === ui.example.value);
  ui.example.value = "";
  if (example === undefined) return;
  const cells = cellsOf(example.puzzle);
  const size = sizeOf(cells.length);
  board.set(puzzleOf(size, usualBox(size), cells));
  note(example.title, "Solve, check or count it.");
});

ui.pad.addEventListener("click", (event) => {
  if (!(event.target instanceof HTMLButtonElement)) return;
  view.type(Number(event.target.value));
});

for (const input of document.querySelectorAll('input[name="language"]')) {
  input.addEventListener("change", showCode);
}

ui.keyForm.addEventListener("submit", (event) => {
  event.preventDefault();
  setApiKey(ui.key.value);
  void run(lastAction);
});

ui.paste.addEventListener("click", () => {
  ui.pasteText.value = "";
  ui.pasteDialog.showModal();
});
ui.pasteDialog.addEventListener("close", () => {
  if (ui.pasteDialog.returnValue === "use") void load(ui.pasteText.value);
});

ui.open.addEventListener("click", () => ui.file.click());
ui.file.addEventListener("change", () => {
  void loadFile(ui.file.files?.[0]);
  ui.file.value = "";
});

/** @param {Event} event */
function isTyping({ target }) {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

document.addEventListener("paste", (event) => {
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (shown !== "sudoku" || isTyping(event) || text === "") return;
  event.preventDefault();
  void load(text);
});

document.addEventListener("keydown", (event) => {
  if (shown !== "sudoku" || isTyping(event) || !(event.ctrlKey || event.metaKey)) return;
  const key = event.key.toLowerCase();
  if (key === "z" && !event.shiftKey) board.undo();
  else if (key === "y" || (key === "z" && event.shiftKey)) board.redo();
  else return;
  event.preventDefault();
});

for (const target of [ui.board, ui.coverDrop]) {
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

window.addEventListener("hashchange", openAddress);

if (coverOfHash(location.hash) === undefined) update();
else openAddress();
