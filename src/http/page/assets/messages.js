/** Messages beside the grid. */

import { ApiError } from "./api.js";
import { ui } from "./elements.js";

/** @typedef {import("./words.js").Message} Message */
/** @typedef {import("./words.js").NextName} NextName */

/** The most faults that a message lists. */
const FAULTS_MAX = 20;

/**
 * Text of the button that asks a question after another, or applies its answer.
 * @type {Partial<Record<NextName, string>>}
 */
const nextTexts = {
  candidates: "Show the candidates of all solutions",
  redundant: "Find redundant clues",
  reduce: "Remove redundant clues",
  rate: "Rate its difficulty",
  hintHouse: "Next hint",
  hintTechnique: "Tell the technique",
  hintAll: "Show the step",
  apply: "Do this step",
  estimate: "Estimate the number of solutions",
  mistakes: "Check my entries",
  contradiction: "Show clues that contradict each other",
  generate: "New puzzle",
  job: "Count all solutions as a job",
  jobOfPuzzles: "Make 100 of them as a job",
};

/** @param {Message} message */
export function show({ tone, title, details, next = [] }) {
  ui.message.className = `message ${tone}`;
  const lines = [title, ...details].map((text, index) => {
    const line = document.createElement("p");
    line.textContent = text;
    line.classList.toggle("title", index === 0);
    return line;
  });
  const hadFocus = ui.next.contains(document.activeElement);
  ui.message.replaceChildren(...lines);
  ui.next.replaceChildren(...next.map(nextButton));
  if (hadFocus) ui.message.focus();
}

/** @param {NextName} name */
function nextButton(name) {
  const button = document.createElement("button");
  button.type = "button";
  button.value = name;
  button.textContent = nextTexts[name] ?? name;
  return button;
}

/**
 * @param {string} title
 * @param {...string} details
 */
export function note(title, ...details) {
  show({ tone: "open", title, details });
}

/**
 * Shows an error, and asks for an API key if it is missing.
 * @param {unknown} error
 */
export function showError(error) {
  if (error instanceof ApiError) {
    ui.keyForm.hidden = error.status !== 401;
    if (error.status === 401) ui.key.focus();
    const rest = error.details.length - FAULTS_MAX;
    const details = [...error.details.slice(0, FAULTS_MAX), ...(rest > 0 ? [`Other faults: ${rest}.`] : [])];
    show({ tone: "bad", title: "This did not work", details });
  } else {
    show({ tone: "bad", title: "The service did not answer", details: [String(error)] });
  }
}
