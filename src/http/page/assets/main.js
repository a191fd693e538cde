/** Connects the controls of the page with the board and the API. */

import { ApiError, ask, candidatesBody, convert, render, setApiKey } from "./api.js";
import { Board, emptyPuzzle, puzzleOf, startOf } from "./board.js";
import { CoverView } from "./cover-view.js";
import { ui } from "./elements.js";
import { examples } from "./examples.js";
import { GridView } from "./grid-view.js";
import { boxName, boxesOf, clashesOf, usualBox } from "./houses.js";
import { JobView } from "./job-view.js";
import { MatrixView } from "./matrix-view.js";
import { note, show, showError } from "./messages.js";
import { levels, originOf, setOrigin, setWish, symmetries, wishOf } from "./new-puzzle.js";
import { questions } from "./questions.js";
import { coverOfHash, hashOf, jobOfHash, positionOfHash, wishOfAddress } from "./shared-state.js";
import { bookOfQuery, openPrintDialog, printBook } from "./sheets.js";
import { curlOf, fetchOf } from "./snippets.js";
import { SIZE_MAX, SIZE_MIN, cellsOf, gridOf, labelOf, sizeOf } from "./symbols.js";
import { Timer } from "./timer.js";
import { capital, clashed, completed, counting, coverSolved, coverTallied, warningText } from "./words.js";

/** @typedef {import("./board.js").Puzzle} Puzzle */
/** @typedef {import("./grid-view.js").Overlay} Overlay */
/** @typedef {import("./words.js").Message} Message */
/** @typedef {import("./questions.js").QuestionName} QuestionName */
/** @typedef {"sudoku" | "cover" | "job"} ViewName */
/** @typedef {"edit" | "play"} Mode */

/** The most characters after the `#` of an address. Mail and chat programs cut longer links. */
const HASH_MAX = 32_768;

const PLAY_HELP = "The clues are fixed. Type digits and candidates; the time runs from your first digit.";

const board = new Board(positionOfHash(location.hash) ?? startOf(emptyPuzzle(9), false));
const view = new GridView(ui.grid, ui.links, board);
const cover = new CoverView(ui.coverText, ui.coverExample, new MatrixView(ui.matrix, ui.matrixNote));
const job = new JobView({ puzzle: () => board.puzzle, problem: () => cover.content });

const timer = new Timer(ui.timer);

/** @type {Overlay} */
let overlay = {};
/** @type {QuestionName} */
let lastQuestion = "solve";
/**
 * Position that the last answer proposes.
 * @type {import("./board.js").Position | undefined}
 */
let proposed;
/** @type {AbortController | undefined} */
let running;
/** @type {ViewName} */
let shown = "sudoku";

// Code.

function showCode() {
  const language = document.querySelector('input[name="language"]:checked');
  const request = lastRequest();
  const isCurl = language instanceof HTMLInputElement && language.value === "curl";
  ui.code.textContent = isCurl ? curlOf(request) : fetchOf(request);
}

/** @param {Overlay} next */
function lay(next) {
  overlay = next;
  view.overlay = next;
}

// Questions.

/** @type {Record<"solve" | "count", (answer: any) => Message>} */
const coverWords = { solve: coverSolved, count: coverTallied };

/** The last question; in the other view, Solve or Count. */
function coverQuestion() {
  return lastQuestion === "count" ? "count" : "solve";
}

function lastRequest() {
  switch (shown) {
    case "cover":
      return cover.request(coverQuestion());
    case "job":
      return job.request;
    default:
      return questions[lastQuestion].request(board.position);
  }
}

/** Removes the last answer from the grid. */
function unlay() {
  if (shown === "cover") cover.clear();
  else lay({});
}

/**
 * Asks a question, then shows the answer in words and in the grid.
 * @param {QuestionName} name
 */
async function run(name) {
  running?.abort();
  const controller = new AbortController();
  running = controller;
  lastQuestion = name;
  showCode();
  unlay();
  setRunning(true);
  try {
    const answer = await ask(lastRequest(), controller.signal, (progress) => show(counting(progress)));
    ui.keyForm.hidden = true;
    showAnswer(answer);
  } catch (error) {
    if (!controller.signal.aborted) {
      showError(error);
      if (shown === "cover" && error instanceof ApiError && (error.status === 400 || error.status === 422)) cover.reject();
    }
  } finally {
    if (running === controller) {
      running = undefined;
      setRunning(false);
    }
  }
}

/** @param {any} answer Answer to the last question. */
function showAnswer(answer) {
  if (shown === "cover") {
    cover.mark(answer);
    show(coverWords[coverQuestion()](answer));
  } else {
    const question = questions[lastQuestion];
    const { position } = board;
    if (question.change !== undefined) board.open(question.change(answer, position));
    proposed = question.apply?.(answer, position);
    lay(question.overlay(answer, position));
    show(question.words(answer, overlay, position));
    if (lastQuestion === "generate") view.focus();
  }
}

/** Does the step that the last answer proposes. */
function apply() {
  if (proposed === undefined) return;
  board.open(proposed);
  view.focus();
  if (!board.visible.cells.includes(0)) return;
  show({ tone: "open", title: "Done", details: ["Undo takes the step back."], next: ["hintHouse"] });
}

/** @param {boolean} isRunning */
function setRunning(isRunning) {
  const isCounting = isRunning && lastQuestion === "count";
  const isMaking = isRunning && lastQuestion === "generate";
  ui.newPuzzle.textContent = isMaking ? "Cancel" : "New puzzle";
  if (!isCounting && document.activeElement === ui.stop) ui.count.focus();
  ui.progress.hidden = !isRunning;
  ui.stop.hidden = !isCounting;
  ui.count.hidden = isCounting;
  if (isCounting && document.activeElement === document.body) ui.stop.focus();
}

/** Asks for a hint, for more of it, or does its step. */
function showMoreOfHint() {
  const more = Array.from(ui.next.querySelectorAll("button")).find(({ value }) => value === "apply" || value.startsWith("hint"));
  (more ?? ui.hint).click();
}

/** Makes a puzzle with the level and the symmetry of the controls and the size of the board, or cancels that. */
function makePuzzle() {
  if (running !== undefined && lastQuestion === "generate") {
    running.abort();
    note("Cancelled", "No puzzle was made.");
    return;
  }
  make(wishOf(ui.level.value, ui.symmetry.value, undefined, board.puzzle.box));
}

/** @param {import("./api.js").Wish} wish */
function make(wish) {
  setWish(wish);
  note(`Making a puzzle: ${wish.level}`, "Cancel ends it.");
  void run("generate");
}

/** Ends a running count. The service notices that the connection is closed. */
function stop() {
  if (running === undefined) return;
  const [title] = ui.message.querySelectorAll(".title");
  const found = title?.textContent?.replace(" so far", "") ?? "";
  running.abort();
  const details = [/^\d/.test(found) ? `It had found ${found}.` : "It had found nothing yet."];
  show({ tone: "open", title: "Stopped", details, next: shown === "sudoku" ? ["estimate", "job"] : ["job"] });
}

/** Opens the view of jobs and starts the one of its form. */
function startJob() {
  history.pushState(null, "", "#job");
  openAddress();
  void job.start();
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
    note("Puzzle loaded", board.isPlaying ? PLAY_HELP : "Solve, check or count it.", ...warnings.map(warningText));
    view.focus();
  } catch (error) {
    showError(error);
  }
}

/** @param {File | undefined} file */
async function loadFile(file) {
  if (file === undefined) return;
  if (shown === "job") return job.form.take(file);
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
  showParts();
  const origin = originOf(board.puzzle);
  ui.origin.textContent = origin === undefined ? "" : `${capital(origin.level)}, seed ${origin.seed}`;
  ui.undo.disabled = !board.canUndo;
  ui.redo.disabled = !board.canRedo;
  share();
  showCode();
}

board.addEventListener("change", () => {
  running?.abort();
  proposed = undefined;
  ui.next.replaceChildren();
  lay({});
  followPlayer();
  update();
});

// The player.

/** @type {Puzzle} */
let timed = board.puzzle;

/** Runs the timer from the first entry, and tells whether a full grid is a solution. */
function followPlayer() {
  if (timed !== board.puzzle || !board.hasEntries) timer.reset();
  timed = board.puzzle;
  const { visible } = board;
  const isFull = visible.cells.every((digit) => digit !== 0);
  const clashing = isFull && board.isPlaying ? clashesOf(board.puzzle, visible.cells) : new Set();
  const isSolved = isFull && clashing.size === 0;
  timer.run(board.isPlaying && board.hasEntries && !isSolved);
  if (!isFull || !board.isPlaying || !board.hasEntries) return;
  show(isSolved ? completed(timer.text) : clashed(clashing.size));
  lay({ clashing });
}

// The view.

/** The part of the address after `#`. */
function currentHash() {
  switch (shown) {
    case "cover":
      return cover.hash;
    case "job":
      return job.hash;
    default:
      return hashOf(board.position, originOf(board.puzzle));
  }
}

/** Writes the problem into the address, if it fits. */
function share() {
  const hash = currentHash();
  const fits = hash.length <= HASH_MAX;
  const short = fits ? hash : shown === "cover" ? "#cover" : "";
  history.replaceState({ elapsed: timer.elapsed }, "", `${location.pathname}${location.search}${short}`);
  ui.link.disabled = !fits;
  ui.link.title = fits ? "" : "The problem is too large for a link";
}

/** Shows the view that the address names, with its problem. */
function openAddress() {
  running?.abort();
  const next = viewOf(location.hash);
  const isOther = next !== shown;
  shown = next;
  if (shown === "cover") cover.open(location.hash);
  if (shown === "sudoku") openPuzzle(location.hash);
  if (isOther) {
    lastQuestion = "solve";
    showView();
  }
  job.close();
  if (shown === "job") job.open(jobOfHash(location.hash) ?? "");
  update();
}

/**
 * @param {string} hash
 * @returns {ViewName}
 */
function viewOf(hash) {
  if (jobOfHash(hash) !== undefined) return "job";
  return coverOfHash(hash) === undefined ? "sudoku" : "cover";
}

/**
 * Shows the puzzle of an address, or makes the one that it wishes.
 * @param {string} hash
 */
function openPuzzle(hash) {
  const [position, wish] = [positionOfHash(hash), wishOfAddress(hash)];
  if (wish !== undefined) {
    ui.level.value = wish.level;
    ui.symmetry.value = wish.symmetry;
  }
  if (position === undefined) {
    if (wish !== undefined) make(wish);
    return;
  }
  if (wish !== undefined) setOrigin(position.puzzle, wish);
  board.open(position);
}

/** The book that the address asks for, until it is printed. */
let book = bookOfQuery(location.search);

/** Makes and prints the book of the address. */
async function openBook() {
  if (book === undefined) return;
  const { count } = book;
  ui.progress.hidden = false;
  try {
    await printBook(book, (made) => note(`${made} of ${count} puzzles`, "The book is printed when all are made."));
    book = undefined;
    ui.keyForm.hidden = true;
    note(`${count} puzzles`, "Print the page to print the book again.");
  } catch (error) {
    showError(error);
  } finally {
    ui.progress.hidden = true;
  }
}

/** @type {Record<"cover" | Mode, [string, string]>} */
const welcomes = {
  edit: [
    "Type a puzzle, paste one, or choose an example.",
    "Solve fills the grid. Check tells whether there is exactly one solution. Count finds all of them.",
  ],
  play: ["Play this puzzle", PLAY_HELP],
  cover: [
    "Type an exact cover problem, or choose an example.",
    "Solve finds a solution and tells whether it is the only one. Count finds all of them.",
  ],
};

/** @returns {Mode} */
function modeOf() {
  return board.isPlaying ? "play" : "edit";
}

/** Shows the elements of the current view and mode alone. */
function showParts() {
  for (const part of document.querySelectorAll("[data-view], [data-mode]")) {
    if (!(part instanceof HTMLElement)) continue;
    const { view: ofViews = shown, mode = modeOf() } = part.dataset;
    part.hidden = !ofViews.split(" ").includes(shown) || (shown === "sudoku" && mode !== modeOf());
  }
  ui.codeSection.hidden = shown === "job" && job.isOpen;
  ui.playing.checked = board.isPlaying;
  ui.editing.checked = !board.isPlaying;
  ui.clear.textContent = board.isPlaying ? "Clear entries" : "Clear";
}

/** Marks the link of the current view, and shows its first message; jobs have their own. */
function showView() {
  for (const link of document.querySelectorAll("[data-opens]")) {
    if (!(link instanceof HTMLElement)) continue;
    if (link.dataset["opens"] === shown) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  if (shown !== "job") note(...welcomes[shown === "cover" ? "cover" : modeOf()]);
}

cover.addEventListener("input", () => {
  running?.abort();
  cover.clear();
  showCode();
});
cover.addEventListener("change", share);
job.addEventListener("change", () => {
  if (shown === "job") showCode();
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
  const { solution = board.hasEntries && board.isPlaying ? board.position.entries : undefined, other } = overlay;
  const candidates = candidatesBody(board.visible) ?? isPressed(ui.showCandidates);
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

for (const name of /** @type {const} */ (["solve", "check", "count", "mistakes", "candidates", "redundant", "rate"])) {
  ui[name].addEventListener("click", () => void run(name));
}
ui.next.addEventListener("click", ({ target }) => {
  if (!(target instanceof HTMLButtonElement)) return;
  if (target.value === "apply") apply();
  else if (target.value === "generate") makePuzzle();
  else if (target.value === "job") {
    job.form.choose(shown === "cover" ? "problem" : "puzzle");
    startJob();
  } else if (target.value === "jobOfPuzzles") {
    job.form.wish(ui.level.value, ui.symmetry.value, 100);
    startJob();
  } else void run(/** @type {QuestionName} */ (target.value));
});
ui.hint.addEventListener("click", () => void run("hintHouse"));
ui.stop.addEventListener("click", stop);
ui.newPuzzle.addEventListener("click", makePuzzle);
ui.undo.addEventListener("click", () => board.undo());
ui.redo.addEventListener("click", () => board.redo());
ui.clear.addEventListener("click", () => board.clear());
ui.print.addEventListener("click", () => print());
ui.printMany.addEventListener("click", () => {
  const { puzzle } = board;
  const grid = gridOf(puzzle.cells, puzzle.size);
  openPrintDialog(typeof grid === "string" ? grid : "");
});
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

for (const input of [ui.editing, ui.playing]) {
  input.addEventListener("change", () => {
    board.play(ui.playing.checked);
    note(...welcomes[modeOf()]);
  });
}

/** Switches between typing digits and typing candidates. */
function switchTyping() {
  view.typesCandidates = press(ui.typeCandidates);
  ui.typing.textContent = view.typesCandidates ? "You type candidates" : "You type digits";
  ui.pad.setAttribute("aria-label", view.typesCandidates ? "Candidates" : "Digits");
}

ui.typeCandidates.addEventListener("click", switchTyping);
ui.showCandidates.addEventListener("click", () => {
  view.showsRemaining = press(ui.showCandidates);
});
ui.grid.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "Enter") switchTyping();
  else if (event.key === "?" && board.isPlaying) showMoreOfHint();
  else return;
  event.preventDefault();
});

ui.size.addEventListener("change", () => board.set(emptyPuzzle(Number(ui.size.value))));
ui.box.addEventListener("change", () => {
  const box = boxesOf(board.puzzle.size).find((shape) => boxName(shape) === ui.box.value);
  if (box !== undefined) board.set({ ...board.puzzle, box });
});

ui.level.append(...levels.map((level) => new Option(capital(level), level)));
ui.symmetry.append(...Object.entries(symmetries).map(([name, title]) => new Option(title, name)));

ui.example.append(...examples.map(({ name, title }) => new Option(title, name)));
ui.example.addEventListener("change", () => {
  const example = examples.find(({ name }) => name === ui.example.value);
  ui.example.value = "";
  if (example === undefined) return;
  const cells = cellsOf(example.puzzle);
  const size = sizeOf(cells.length);
  board.set(puzzleOf(size, usualBox(size), cells));
  note(example.title, board.isPlaying ? PLAY_HELP : "Solve, check or count it, or play it.");
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
  if (book !== undefined) void openBook();
  else if (shown === "job") job.retry();
  else void run(lastQuestion);
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

window.addEventListener("hashchange", openAddress);

document.addEventListener("visibilitychange", share);

timer.reset(history.state?.elapsed);
if (viewOf(location.hash) === "sudoku") openPuzzle(location.hash);
else openAddress();
if (shown === "sudoku") {
  update();
  if (board.isPlaying) note(...welcomes.play);
}
void openBook();
