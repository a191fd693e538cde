/** Messages beside the grid. */

import { ApiError } from "./api.js";
import { ui } from "./elements.js";
import { faultSentences, nextTexts, notes } from "./texts.js";

/** @typedef {import("./texts.js").Message} Message */
/** @typedef {import("./texts.js").NextName} NextName */

/** @param {Message} message */
export function show({ tone, title, details, next = [] }) {
  ui.card.className = `card ${tone}`;
  const lines = [title, ...details].map((text, index) => {
    const line = document.createElement("p");
    line.textContent = text;
    line.classList.toggle("title", index === 0);
    return line;
  });
  const hadFocus = ui.next.contains(document.activeElement);
  ui.message.replaceChildren(...lines);
  ui.next.replaceChildren(...next.map(nextButton));
  ui.card.scrollTop = 0;
  if (hadFocus) ui.message.focus();
}

/** @param {NextName} name */
function nextButton(name) {
  const button = document.createElement("button");
  button.type = "button";
  button.value = name;
  button.textContent = nextTexts[name];
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
 * @param {boolean} [takesFocus] Whether the field of the key takes the focus.
 */
export function showError(error, takesFocus = true) {
  if (error instanceof ApiError) {
    ui.keyForm.hidden = error.status !== 401;
    if (error.status === 401 && takesFocus) ui.key.focus();
    show({ tone: "bad", title: notes.failure, details: faultSentences(error.faults) });
  } else {
    show({ tone: "bad", title: notes.offline, details: [notes.offlineHelp] });
  }
}
