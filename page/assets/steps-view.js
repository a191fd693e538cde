/** The steps to the solution as a list, each drawn on the grid. */

import { ask, requests } from "./api.js";
import { startOf } from "./board.js";
import { ui } from "./elements.js";
import { applied, shownStep } from "./hints.js";
import { state } from "./state.js";
import { pathEnd, ratingText, shareText, stepPlace, stepSentence, stepTitle } from "./texts.js";

/** @typedef {import("./api.js").PathAnswer} PathAnswer */
/** @typedef {import("./api.js").Step} Step */
/** @typedef {import("./board.js").Position} Position */
/** @typedef {import("./board.js").Puzzle} Puzzle */

/** The steps that are shown, with the position before each, and the one after the last. */
let shown = { steps: /** @type {Step[]} */ ([]), positions: /** @type {Position[]} */ ([]), place: 0 };

/**
 * Shows the steps beside the grid, and the first of them on it.
 * @param {PathAnswer} answer
 * @param {Puzzle} puzzle
 */
export function openSteps(answer, puzzle) {
  const { steps } = answer;
  const positions = [startOf(puzzle, true)];
  for (const step of steps) positions.push(applied(step, /** @type {Position} */ (positions.at(-1))));
  shown = { steps, positions, place: 0 };
  ui.stepsList.replaceChildren(...steps.map(stepItem));
  ui.stepsShare.replaceChildren(...sharesOf(steps));
  ui.stepsRating.textContent = pathEnd(answer);
  ui.steps.hidden = false;
  document.body.classList.add("shows-steps");
  ui.stepsTitle.focus();
  void addRating(answer, puzzle);
  showStep(0);
}

/** Closes the list. The grid shows the board again. */
export function closeSteps() {
  if (ui.steps.hidden) return;
  ui.steps.hidden = true;
  document.body.classList.remove("shows-steps");
  state.set({ preview: undefined, overlay: {} });
}

/**
 * Adds the rating, which is another question.
 * @param {PathAnswer} answer
 * @param {Puzzle} puzzle
 */
async function addRating(answer, puzzle) {
  try {
    const rating = await ask(requests.rate(puzzle), new AbortController().signal, () => {});
    if (shown.steps === answer.steps) ui.stepsRating.textContent = `${ratingText(rating)}${pathEnd(answer)}`;
  } catch {
    // The steps are shown without it.
  }
}

/** @param {Step} step */
function stepItem(step, /** @type {number} */ place) {
  const button = document.createElement("button");
  button.type = "button";
  button.value = String(place);
  button.textContent = stepTitle(step);
  const item = document.createElement("li");
  item.append(button);
  return item;
}

/**
 * Returns a bar for each technique, the most frequent first.
 * @param {readonly Step[]} steps
 */
function sharesOf(steps) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { name } of steps) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([name, times]) => {
    const percent = Math.round((100 * times) / steps.length);
    const item = document.createElement("li");
    item.textContent = shareText(name, times, percent);
    item.style.setProperty("--share", `${percent}%`);
    return item;
  });
}

/**
 * Shows a step; after the last one, the grid to which the steps lead.
 * @param {number} place
 */
function showStep(place) {
  const { steps, positions } = shown;
  shown.place = Math.min(Math.max(place, 0), steps.length);
  const [step, preview] = [steps[shown.place], positions[shown.place]];
  if (preview === undefined) return;
  const text = step === undefined ? "" : `${step.name}: ${stepSentence(step)}`;
  ui.stepText.textContent = [stepPlace(shown.place, steps.length), text].filter(Boolean).join(". ");
  ui.stepBack.disabled = shown.place === 0;
  ui.stepOn.disabled = shown.place === steps.length;
  for (const button of ui.stepsList.querySelectorAll("button")) {
    const isShown = button.value === String(shown.place);
    if (isShown) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
    if (isShown) ui.stepsList.scrollTop = button.offsetTop - ui.stepsList.clientHeight / 2;
  }
  state.set({ preview, overlay: step === undefined ? {} : { step: shownStep(step, preview.puzzle) } });
}

ui.stepBack.addEventListener("click", () => showStep(shown.place - 1));
ui.stepOn.addEventListener("click", () => showStep(shown.place + 1));
ui.stepsClose.addEventListener("click", () => {
  closeSteps();
  ui.path.focus();
});
ui.stepsList.addEventListener("click", ({ target }) => {
  if (target instanceof HTMLButtonElement) showStep(Number(target.value));
});
