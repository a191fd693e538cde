/** Asks the service a question, and shows its answer in words and in the grid. */

import { ApiError, ask, formulaFile, proofFile, proofSubjectOf } from "./api.js";
import { startOf } from "./board.js";
import { ui } from "./elements.js";
import { fallback } from "./examples.js";
import { isFull } from "./houses.js";
import { note, show, showError } from "./messages.js";
import { setWish } from "./new-puzzle.js";
import { cover } from "./other-views.js";
import { questions } from "./questions.js";
import { savedGame, unfinishedGame, withSavedProgress } from "./saved-games.js";
import { saveFile } from "./share-dialog.js";
import { board, state } from "./state.js";
import { closeSteps, openSteps } from "./steps-view.js";
import { byReadRules, counting, coverProved, coverSolved, coverTallied, hintTexts, labels, learnTechniqueNames, makingText, notes, stoppedText, substituted } from "./texts.js";

/** @typedef {import("./api.js").Wish} Wish */
/** @typedef {import("./texts.js").Message} Message */
/** @typedef {import("./texts.js").NextName} NextName */
/** @typedef {import("./questions.js").QuestionName} QuestionName */
/** @typedef {"hintHouse" | "hintTechnique" | "hintAll" | "apply"} HintLevel */
/** @typedef {"formulaFile" | "proofFile"} ProofFile */

/** @type {QuestionName} */
let lastQuestion = "solve";
/**
 * Position that the last answer proposes.
 * @type {import("./board.js").Position | undefined}
 */
let proposed;
/**
 * A proof, what it is about, and the beginning of the names of its files.
 * @typedef {object} Proved
 * @property {import("./api.js").Formula | null} formula
 * @property {import("./api.js").Proof | null} proof
 * @property {import("./api.js").Grid | number[] | null} solution
 * @property {import("./api.js").ProofSubject} subject
 * @property {string} name
 */

/** The last answer, if it is a proof. @type {Proved | undefined} */
let proved;
/** @type {AbortController | undefined} */
let running;
/** Whether the page gets the puzzle that it begins with. */
let isBeginning = false;
/** Number of solutions that a running count has found. */
let found = 0;
/** The puzzle that the page began with could not be had. @type {Wish | undefined} */
let missed;

/** What the next press of Hint reveals. @type {HintLevel} */
let nextHint = "hintHouse";

/** @type {Readonly<Record<HintLevel, HintLevel>>} */
const hintLevels = { hintHouse: "hintTechnique", hintTechnique: "hintAll", hintAll: "apply", apply: "hintHouse" };

/** @type {Record<"solve" | "count" | "prove", (answer: any) => Message>} */
const coverWords = { solve: coverSolved, count: coverTallied, prove: coverProved };

/** The last question; in the view of exact cover problems, Solve, Count or Proof. */
function coverQuestion() {
  return lastQuestion === "count" || lastQuestion === "prove" ? lastQuestion : "solve";
}

/** The request of the last question about the puzzle or the problem. */
export function lastRequest() {
  return state.parts.view === "cover" ? cover.request(coverQuestion()) : questions[lastQuestion].request(board.position);
}

/** Ends a running question. */
export function abort() {
  running?.abort();
}

/** Forgets the last answer: the board has changed. */
export function forgetAnswer() {
  abort();
  proposed = undefined;
  proved = undefined;
  setHint("hintHouse");
  closeSteps();
  ui.next.replaceChildren();
  state.set({ overlay: {}, preview: undefined });
}

/** Begins with the first question of a view. */
export function resetQuestion() {
  lastQuestion = "solve";
}

/** @param {HintLevel} level */
function setHint(level) {
  nextHint = level;
  ui.hint.textContent = hintTexts[level];
}

/**
 * Asks a question, then shows the answer.
 * @param {QuestionName} name
 */
export async function run(name) {
  if (state.parts.isRefused && state.parts.view === "sudoku" && name !== "generate") return;
  abort();
  const controller = new AbortController();
  running = controller;
  isBeginning = false;
  lastQuestion = name;
  found = 0;
  closeSteps();
  if (state.parts.view === "cover") cover.clear();
  state.set({ overlay: {}, preview: undefined, isPaused: false });
  setRunning(true);
  try {
    const answer = await ask(lastRequest(), controller.signal, (progress) => {
      found = progress.count;
      show(counting(progress));
    });
    if (name === "rate") await learnTechniqueNames();
    ui.keyForm.hidden = true;
    if (!controller.signal.aborted) showAnswer(answer);
  } catch (error) {
    const { instead } = questions[name];
    if (!controller.signal.aborted) {
      if (instead !== undefined && isNotRepresentable(error)) return await run(instead);
      showError(error);
      if (state.parts.view === "cover" && error instanceof ApiError && (error.status === 400 || error.status === 422)) cover.reject();
    }
  } finally {
    if (running === controller) {
      running = undefined;
      setRunning(false);
    }
  }
}

/**
 * Returns whether the page offers a question about a position; proofs not while it is played.
 * @param {NextName} name
 * @param {import("./board.js").Position} position
 */
function isOffered(name, { isPlaying }) {
  return !(isPlaying && name === "prove");
}

/** @param {unknown} error */
function isNotRepresentable(error) {
  return error instanceof ApiError && error.faults.some(({ code }) => code === "not_representable");
}

/** @param {any} answer Answer to the last question. */
function showAnswer(answer) {
  if (state.parts.view === "cover") {
    cover.mark(answer);
    if (coverQuestion() === "prove") {
      const { formula, proof, solution } = /** @type {import("./api.js").CoverProveAnswer} */ (answer);
      const options = solution?.map(({ option }) => option) ?? null;
      proved = { formula, proof, solution: options, subject: cover.proofSubject, name: "cover" };
    }
    show(coverWords[coverQuestion()](answer));
    return;
  }
  const question = questions[lastQuestion];
  const { position } = board;
  if (question.change !== undefined) board.open(withSavedProgress(question.change(answer, position)));
  proposed = question.apply?.(answer, position);
  const isProof = lastQuestion === "prove" || lastQuestion === "proveSums";
  proved = isProof ? { ...answer, subject: proofSubjectOf(position.puzzle), name: "sudoku" } : undefined;
  const overlay = question.overlay(answer, position);
  state.set({ overlay });
  const message = question.words(answer, overlay, position);
  const isPartial = position.puzzle.about.rules_not_read === true && lastQuestion !== "generate";
  const said = isPartial ? byReadRules(message, answer) : message;
  show({ ...said, next: message.next?.filter((name) => isOffered(name, position)) ?? [] });
  if (isHint(lastQuestion)) setHint(answer.step ? hintLevels[lastQuestion] : "hintHouse");
  if (lastQuestion === "path" && answer.steps.length > 0) openSteps(answer, position.puzzle);
  if (lastQuestion === "generate" && !document.querySelector("dialog[open]")) focusGrid();
}

/**
 * @param {QuestionName} name
 * @returns {name is "hintHouse" | "hintTechnique" | "hintAll"}
 */
function isHint(name) {
  return name.startsWith("hint");
}

/** Focuses the current cell. */
export function focusGrid() {
  const cell = ui.grid.querySelector('td[tabindex="0"]');
  if (cell instanceof HTMLElement) cell.focus();
}

/** Asks for a hint, for more of it, or does its step. */
export function showMoreOfHint() {
  if (state.parts.isRefused) return;
  if (nextHint === "apply") apply();
  else void run(nextHint);
}

/** Does the step that the last answer proposes. */
export function apply() {
  if (proposed === undefined) return;
  board.open(proposed);
  focusGrid();
  const [title = "", help = ""] = notes.stepDone;
  if (!isFull(board.puzzle, board.visible.cells)) show({ tone: "open", title, details: [help], next: ["hintHouse"] });
}

/** Endings of the names of files, by their format. */
const fileEndings = { dimacs: "cnf", opb: "opb", drup: "drup", veripb: "pbp" };

/**
 * Saves a file of the last proof.
 * @param {ProofFile} name
 */
export async function saveProofFile(name) {
  if (!proved?.formula || !proved.proof) return;
  const { formula, proof, solution, subject } = proved;
  const beginning = proved.name;
  try {
    const isFormula = name === "formulaFile";
    const file = await (isFormula ? formulaFile(subject, formula, solution) : proofFile(subject, proof));
    saveFile(`${beginning}.${fileEndings[(isFormula ? formula : proof).format]}`, file);
  } catch (error) {
    showError(error);
  }
}

/** @param {boolean} isRunning */
function setRunning(isRunning) {
  const isCounting = isRunning && lastQuestion === "count";
  const isMaking = isRunning && lastQuestion === "generate";
  ui.newPuzzle.textContent = isMaking ? labels.cancel : labels.newPuzzle;
  if (!isCounting && document.activeElement === ui.stop) ui.count.focus();
  ui.progress.hidden = !isRunning;
  ui.stop.hidden = !isCounting;
  ui.count.classList.toggle("counting", isCounting);
  if (isCounting && document.activeElement === document.body) ui.stop.focus();
}

/** Whether a puzzle is being made that the player has asked for. */
export function isMaking() {
  return running !== undefined && lastQuestion === "generate" && !isBeginning;
}

/** Ends the making of a puzzle. */
export function cancelMaking() {
  abort();
  const [title = "", ...details] = notes.cancelled;
  note(title, ...details);
}

/** @param {Wish} wish */
export function make(wish) {
  setWish(wish);
  show({ tone: "open", title: makingText(wish.level), details: [], next: ["cancel"] });
  void run("generate");
}

/**
 * Begins with the puzzle of a wish, and forgets the board before. Without the service, with one of the page.
 * @param {Wish} wish
 */
export async function begin(wish) {
  setWish(wish);
  lastQuestion = "generate";
  note(notes.loading);
  const { generate } = questions;
  const before = board.position;
  missed = undefined;
  abort();
  const controller = new AbortController();
  running = controller;
  isBeginning = true;
  // The player or the address may open another puzzle in the meantime.
  const isLate = () => controller.signal.aborted || board.puzzle !== before.puzzle;
  try {
    const answer = await ask(generate.request(before), controller.signal, () => {});
    if (isLate()) return;
    const position = generate.change?.(answer, before) ?? before;
    board.start(withSavedProgress(position));
    const message = generate.words(answer, {}, board.position);
    const isUnfinished = savedGame(board.puzzle) === undefined && unfinishedGame(board.puzzle) !== undefined;
    show({ ...message, next: [...(message.next ?? []), ...(isUnfinished ? /** @type {const} */ (["resume"]) : [])] });
  } catch (error) {
    if (isLate()) return;
    missed = wish;
    board.start(withSavedProgress(startOf(fallback, true)));
    if (error instanceof ApiError) showError(error, false);
    else show(substituted());
  } finally {
    if (running === controller) {
      running = undefined;
      isBeginning = false;
    }
  }
}

/** Asks again what failed for want of a key. */
export function repeat() {
  if (missed !== undefined) void begin(missed);
  else void run(lastQuestion);
}

/** Ends a running count. The service notices that the connection is closed. */
export function stop() {
  if (running === undefined) return;
  abort();
  const next = state.parts.view === "sudoku" ? /** @type {const} */ (["estimate", "job"]) : /** @type {const} */ (["job"]);
  show({ tone: "open", title: notes.stopped, details: [stoppedText(found)], next: [...next] });
}
