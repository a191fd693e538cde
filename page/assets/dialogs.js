/** The dialogs for a new puzzle, the settings, the keys and pasted text. */

import { abort, cancelMaking, isMaking, make } from "./asking.js";
import { ui } from "./elements.js";
import { boxName, boxesOf, usualBox } from "./houses.js";
import { dailyWish, levels, symmetries, today, wishOf } from "./new-puzzle.js";
import { languages, switches, themes } from "./settings.js";
import { board, settings } from "./state.js";
import { keyTexts, languageTexts, levelTexts, switchTexts, symmetryTexts, themeTexts } from "./texts.js";

/** Sizes of new puzzles. Larger ones take too long. */
const SIZES = [4, 6, 8, 9, 10, 12, 15, 16];

/** Boxes of new puzzles: the usual ones, and the one of the board. */
function boxesToMake() {
  const own = board.puzzle.box;
  const usual = SIZES.map((size) => usualBox(size)).filter((box) => box.width * box.height !== board.puzzle.size);
  return [own, ...usual].toSorted((one, other) => one.width * one.height - other.width * other.height);
}

/** Opens the dialog for a new puzzle. */
function chooseNew() {
  if (isMaking()) return cancelMaking();
  ui.dailyDate.value = today();
  ui.dailyDate.max = today();
  ui.newBox.replaceChildren(
    ...boxesToMake().map((box) => {
      const size = box.width * box.height;
      const isUsual = boxName(box) === boxName(usualBox(size));
      const text = isUsual ? `${size}x${size}` : `${size}x${size} (${boxName(box)})`;
      return new Option(text, boxName(box), false, boxName(box) === boxName(board.puzzle.box));
    }),
  );
  ui.newDialog.showModal();
}

/**
 * Makes a puzzle of a level, with the choices of the dialog.
 * @param {string} level
 */
function makeChosen(level) {
  const [width = 3, height = 3] = ui.newBox.value.split("x").map(Number);
  const box = boxesOf(width * height).find((shape) => shape.width === width);
  ui.newDialog.close();
  makeAndRemember(wishOf(level, ui.symmetry.value, undefined, box));
}

/** Makes the daily puzzle of the dialog. */
function makeDaily() {
  if (!ui.dailyDate.reportValidity()) return;
  ui.newDialog.close();
  makeAndRemember(dailyWish(ui.dailyLevel.value, ui.dailyDate.value));
}

/** @param {import("./api.js").Wish} wish */
function makeAndRemember(wish) {
  rememberWish(wish);
  make(wish);
}

/** Makes another puzzle like the last one. */
export function makeAnother() {
  const level = ui.levels.dataset["last"] ?? "medium";
  make(wishOf(level, ui.symmetry.value, undefined, board.puzzle.box));
}

/**
 * Remembers the level and symmetry of the last wish, for the next one.
 * @param {import("./api.js").Wish} wish
 */
export function rememberWish({ level, symmetry }) {
  ui.levels.dataset["last"] = level;
  ui.symmetry.value = symmetry;
  ui.dailyLevel.value = level;
}

function fillNew() {
  ui.levels.append(
    ...levels.map((level) => {
      const button = document.createElement("button");
      button.type = "button";
      button.value = level;
      button.textContent = levelTexts[level];
      return button;
    }),
  );
  ui.dailyLevel.append(...levels.map((level) => new Option(levelTexts[level], level, level === "medium", level === "medium")));
  ui.symmetry.append(...symmetries.map((name) => new Option(symmetryTexts[/** @type {keyof typeof symmetryTexts} */ (name)], name)));
}

function fillSettings() {
  ui.switches.append(
    ...switches.map((name) => {
      const [label, input] = [document.createElement("label"), document.createElement("input")];
      input.type = "checkbox";
      input.name = name;
      input.checked = settings.values[name];
      label.append(input, switchTexts[name]);
      return label;
    }),
  );
  ui.theme.append(...themes.map((theme) => new Option(themeTexts[theme], theme)));
  ui.theme.value = settings.values.theme;
  ui.language.append(...languages.map(languageOption));
  ui.language.value = settings.values.language;
}

/** @param {import("./settings.js").Language} language */
function languageOption(language) {
  const option = new Option(languageTexts[language], language);
  if (language !== "auto") option.lang = language;
  return option;
}

function fillKeys() {
  ui.keysList.append(
    ...keyTexts.flatMap(([key, text]) => {
      const [term, description] = [document.createElement("dt"), document.createElement("dd")];
      term.textContent = key;
      description.textContent = text;
      return [term, description];
    }),
  );
}

/**
 * Fills the dialogs and connects their controls.
 * @param {(text: string) => Promise<void>} load Reads a pasted puzzle.
 * @param {() => void} reload Loads the page again, in the language of the settings.
 */
export function connectDialogs(load, reload) {
  fillNew();
  fillSettings();
  fillKeys();
  ui.newPuzzle.addEventListener("click", chooseNew);
  ui.levels.addEventListener("click", ({ target }) => {
    if (target instanceof HTMLButtonElement) makeChosen(target.value);
  });
  ui.daily.addEventListener("click", makeDaily);
  ui.openKeys.addEventListener("click", () => ui.keysDialog.showModal());
  ui.openSettings.addEventListener("click", () => ui.settingsDialog.showModal());
  ui.switches.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement) settings.set({ [target.name]: target.checked });
  });
  ui.theme.addEventListener("change", () => {
    const theme = themes.find((name) => name === ui.theme.value) ?? "system";
    settings.set({ theme });
    if (theme === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
  });
  ui.language.addEventListener("change", () => {
    settings.set({ language: languages.find((name) => name === ui.language.value) ?? "auto" });
    reload();
  });
  ui.paste.addEventListener("click", () => {
    abort();
    ui.pasteText.value = "";
    ui.pasteDialog.showModal();
  });
  ui.pasteDialog.addEventListener("close", () => {
    if (ui.pasteDialog.returnValue === "use") void load(ui.pasteText.value);
  });
}
