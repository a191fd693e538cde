/** Messages beside the grid. */

import { ApiError } from "./api.js";
import { ui } from "./elements.js";

/** @typedef {import("./words.js").Message} Message */

/** The most faults that a message lists. */
const FAULTS_MAX = 20;

/** @param {Message} message */
export function show({ tone, title, details }) {
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
