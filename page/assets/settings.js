/** The settings of the player, kept in the browser. */

/** @typedef {"system" | "light" | "dark"} Theme */
/** @typedef {"auto" | "en" | "de"} Language `auto` follows the browser. */

/**
 * Settings with their defaults.
 * @typedef {object} Values
 * @property {boolean} conflicts Whether equal digits in a house are marked at once.
 * @property {boolean} houses Whether row, column and box of the selected cell are tinted.
 * @property {boolean} equals Whether digits equal to the selected one are tinted.
 * @property {boolean} timer Whether the time is shown.
 * @property {boolean} removesMarks Whether a digit removes the marks that it excludes.
 * @property {boolean} fixedMarks Whether centre marks have a fixed place for each digit.
 * @property {Theme} theme
 * @property {Language} language
 */

/** @type {Values} */
const defaults = {
  conflicts: true,
  houses: true,
  equals: true,
  timer: true,
  removesMarks: true,
  fixedMarks: false,
  theme: "system",
  language: "auto",
};

/** Names of the settings that are on or off. */
export const switches = /** @type {const} */ (["conflicts", "houses", "equals", "timer", "removesMarks", "fixedMarks"]);

/** @type {readonly Theme[]} */
export const themes = ["system", "light", "dark"];

/** @type {readonly Language[]} */
export const languages = ["auto", "en", "de"];

/** Key of the storage. theme.js and language.js read it, too. */
const KEY = "quadrille.settings";

/** Settings. Sends `change` after each change. */
export class Settings extends EventTarget {
  #values;

  constructor() {
    super();
    this.#values = { ...defaults, ...stored(KEY, {}) };
  }

  /** @returns {Readonly<Values>} */
  get values() {
    return this.#values;
  }

  /** @param {Partial<Values>} changes */
  set(changes) {
    this.#values = { ...this.#values, ...changes };
    store(KEY, this.#values);
    this.dispatchEvent(new Event("change"));
  }
}

/**
 * Returns a stored value; the given one if there is none, or the browser stores nothing.
 * @template T
 * @param {string} key
 * @param {T} missing
 * @returns {T}
 */
export function stored(key, missing) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? missing;
  } catch {
    return missing;
  }
}

/**
 * Stores a value, if the browser allows it.
 * @param {string} key
 * @param {unknown} value
 */
export function store(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage, the page forgets it.
  }
}
