/** Connects the controls of the page with the board and the API. */

import { ApiError, ask, askWithProgress, convert, render, requests, setApiKey } from "./api.js";
import { Board, emptyPuzzle } from "./board.js";
import { examples } from "./examples.js";
import { GridView } from "./grid-view.js";
import { boxName, boxesOf, usualBox } from "./houses.js";
import { hashOf, puzzleOfHash } from "./shared-state.js";
import { curlOf, fetchOf } from "./snippets.js";
import { SIZE_MAX, SIZE_MIN, cellsOf, gridOf, indicesOf, labelOf, sizeOf } from "./symbols.js";
import { checked, counting, solved, tallied } from "./words.js";

/** @typedef {import("./api.js").Answer} Answer */
/** @typedef {import("./api.js").CountAnswer} CountAnswer */
/** @typedef {import("./grid-view.js").Marks} Marks */
/** @typedef {import("./words.js").Message} Message */
/** @typedef {"solve" | "check" | "count"} Action */

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
  candidates: button("candidates"),
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
};

const board = new Board(puzzleOfHash(location.hash) ?? emptyPuzzle(9));
const view = new GridView(ui.grid, board);

/** @type {Marks} */
let marks = {};
/** @type {Action} */
let lastAction = "solve";
/** @type {AbortController | undefined} */
let running;

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
    show({ tone: "bad", title: "This did not work", details: [error.message] });
  } else {
    show({ tone: "bad", title: "The service did not answer", details: [String(error)] });
  }
}

function showCode() {
  const language = document.querySelector('input[name="language"]:checked');
  const request = requests[lastAction](board.puzzle);
  const isCurl = language instanceof HTMLInputElement && language.value === "curl";
  ui.code.textContent = isCurl ? curlOf(request) : fetchOf(request);
}

/** @param {Marks} next */
function mark(next) {
  marks = next;
  view.marks = next;
}

// Actions.

/** @type {Record<Action, (answer: any) => Message>} */
const wordsOf = { solve: solved, check: checked, count: tallied };

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
  mark({});
  setRunning(action === "count");
  const request = requests[action](board.puzzle);
  try {
    const answer =
      action === "count"
        ? await askWithProgress(request, controller.signal, (progress) => show(counting(progress)))
        : await ask(request, controller.signal);
    ui.keyForm.hidden = true;
    show(wordsOf[action](answer));
    mark(marksOf(action, answer));
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
    board.set(await convert(text));
    note("Puzzle loaded", "Solve, check or count it.");
    view.focus();
  } catch (error) {
    showError(error);
  }
}

/** @param {File | undefined} file */
async function loadFile(file) {
  if (file !== undefined) await load(await file.text());
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
  history.replaceState(null, "", `${location.pathname}${location.search}${hashOf(board.puzzle)}`);
  showCode();
}

board.addEventListener("change", () => {
  running?.abort();
  mark({});
  update();
});

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
  try {
    const picture = await render({
      puzzle: gridOf(cells, size),
      box,
      candidates: ui.candidates.getAttribute("aria-pressed") === "true",
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

ui.candidates.addEventListener("click", () => {
  const shows = ui.candidates.getAttribute("aria-pressed") !== "true";
  ui.candidates.setAttribute("aria-pressed", String(shows));
  view.showsCandidates = shows;
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
  board.set({ size, box: usualBox(size), cells });
  note(example.title, "Solve, check or count it.");
});

ui.pad.addEventListener("click", (event) => {
  if (!(event.target instanceof HTMLButtonElement)) return;
  board.write(view.current, Number(event.target.value));
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
  if (isTyping(event) || text === "") return;
  event.preventDefault();
  void load(text);
});

document.addEventListener("keydown", (event) => {
  if (isTyping(event) || !(event.ctrlKey || event.metaKey)) return;
  const key = event.key.toLowerCase();
  if (key === "z" && !event.shiftKey) board.undo();
  else if (key === "y" || (key === "z" && event.shiftKey)) board.redo();
  else return;
  event.preventDefault();
});

ui.board.addEventListener("dragover", (event) => {
  event.preventDefault();
  ui.board.classList.add("dropping");
});
ui.board.addEventListener("dragleave", () => ui.board.classList.remove("dropping"));
ui.board.addEventListener("drop", (event) => {
  event.preventDefault();
  ui.board.classList.remove("dropping");
  void loadFile(event.dataTransfer?.files[0]);
});

window.addEventListener("hashchange", () => {
  const puzzle = puzzleOfHash(location.hash);
  if (puzzle !== undefined) board.set(puzzle);
});

update();
