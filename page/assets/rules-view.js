/** The further rules of the puzzle: their picture under the digits, and their text below the grid. */

import { ApiError, listDistinctTypes, puzzleBody, render } from "./api.js";
import { isUnnamed, unnamed } from "./about.js";
import { emptyPuzzle } from "./board.js";
import { ui } from "./elements.js";
import { showError } from "./messages.js";
import { board, shownPosition, state } from "./state.js";
import { refuseText } from "./refusal.js";
import { constraintText, nameText, regionsText, rulesHelp, unreadText } from "./texts.js";
import { classic, constraintsOf, distinctTypes, isClassic } from "./variant.js";

/** @typedef {import("./board.js").Puzzle} Puzzle */

/** Path of the thick lines in a picture of the service; the path before it has the thin ones. The first line is the upper edge. */
const THICK_LINES = 'path[stroke-width="3"][d^="M0 0h"]';

/** Width of the grid in the path of its thick lines. */
const UPPER_EDGE = /^M0 0h(\d+)/;

/** Margin of a picture without clues beside the grid. */
const PLAIN_MARGIN = 4;

/** Buttons of human techniques. */
const HUMAN_BUTTONS = /** @type {const} */ (["hint", "path", "rate"]);

/** The variant whose picture is drawn or asked for. */
let drawn = classic;

/** What is said beside the puzzle. */
let said = unnamed;

/**
 * Shows the title and the author of the puzzle, its rules in prose, and what was not read of it.
 * @param {import("./about.js").About} about
 */
function showAbout(about) {
  if (about === said) return;
  said = about;
  ui.puzzleName.textContent = nameText(about);
  ui.rulesProse.textContent = about.rules ?? "";
  ui.rulesUnread.textContent = unreadText(about);
}

/** Shows the rules of the puzzle. */
function showRules() {
  const { puzzle } = shownPosition();
  const { variant, about } = puzzle;
  const hasRules = !isClassic(variant);
  showAbout(about);
  ui.rules.hidden = !hasRules && isUnnamed(about);
  ui.rulesHelp.textContent = hasRules ? rulesHelp(board.isPlaying) : "";
  for (const name of HUMAN_BUTTONS) ui[name].disabled = state.parts.isRefused;
  // The rules are about the cells of this grid.
  ui.size.disabled = hasRules && variant.grids === undefined;
  ui.box.disabled = hasRules;
  const constraints = constraintsOf(variant);
  ui.rulesDetails.hidden = constraints.length === 0;
  ui.removeRules.hidden = variant.grids !== undefined && constraints.length === 0 && isUnnamed(about);
  if (variant === drawn) return;
  drawn = variant;
  ui.rulesText.textContent = regionsText(variant);
  ui.rulesList.replaceChildren(
    ...constraints.map((constraint) => {
      const item = document.createElement("li");
      item.textContent = constraintText(Object(constraint));
      return item;
    }),
  );
  showPicture([], 0);
  if (hasRules) void draw(puzzle);
}

/** Asks the service once in which constraints equal digits are marked. */
async function learnDistinctTypes() {
  if (distinctTypes.size > 0) return;
  for (const name of await listDistinctTypes()) distinctTypes.add(name);
  state.set({});
}

/**
 * Draws the rules by the service, which finds their faults. The grid of the page has the digits and lines.
 * @param {Puzzle} puzzle
 */
async function draw({ size, box, variant }) {
  try {
    await learnDistinctTypes();
    const blob = await render(puzzleBody(emptyPuzzle(size, box, variant)));
    const picture = new DOMParser().parseFromString(await blob.text(), "image/svg+xml").documentElement;
    if (variant !== drawn) return;
    const description = picture.querySelector("desc")?.textContent ?? "";
    ui.rulesText.replaceChildren(regionsText(variant), ...(description === "" ? [] : [" ", english(description)]));
    const { width, room } = lengthsOf(picture);
    showPicture(layersOf(picture, width, room), (room / width) * size);
  } catch (error) {
    if (variant !== drawn) return;
    // Rules with a fault are of an address, and the puzzle goes with them.
    if (error instanceof ApiError && error.status === 422) return refuseText(error);
    // The next change of the page tries again.
    drawn = classic;
    showError(error, false);
  }
}

/**
 * Shows the picture of the rules.
 * @param {readonly Element[]} layers
 * @param {number} room Width of the room for clues on each side of the grid, in cells.
 */
function showPicture(layers, room) {
  ui.drawing.replaceChildren(...layers);
  ui.board.style.setProperty("--room", String(room));
}

/**
 * Returns a text of the service, which is English in each language of the page.
 * @param {string} text
 */
function english(text) {
  const element = document.createElement("span");
  element.lang = "en";
  element.textContent = text;
  return element;
}

/**
 * Returns the width of the grid of a picture, and of the room for clues on each side of it.
 * @param {HTMLElement} picture
 */
function lengthsOf(picture) {
  const [, width = ""] = UPPER_EDGE.exec(picture.querySelector(THICK_LINES)?.getAttribute("d") ?? "") ?? [];
  const [left = "", , all = ""] = (picture.getAttribute("viewBox") ?? "").split(" ");
  // The upper edge of several grids has gaps.
  const inner = Number(all) + 2 * Number(left);
  return { width: Math.max(Number(width), inner), room: -Number(left) - PLAIN_MARGIN };
}

/**
 * Returns the shapes below and above the lines of a picture, each as a picture that is cut to the grid and the room beside it.
 * @param {HTMLElement} picture
 * @param {number} width
 * @param {number} room
 */
function layersOf(picture, width, room) {
  const lines = picture.querySelector(THICK_LINES);
  const omitted = [...picture.querySelectorAll("title, desc"), picture.querySelector("rect"), lines?.previousElementSibling, lines];
  const parts = [...picture.children];
  const shapes = parts.map((part, index) => ({ part, layer: index < parts.indexOf(lines ?? picture) ? "below" : "above" }));
  return ["below", "above"].map((name) => {
    const layer = /** @type {Element} */ (document.importNode(picture, false));
    layer.removeAttribute("role");
    layer.setAttribute("class", name);
    layer.setAttribute("viewBox", `${-room} ${-room} ${width + 2 * room} ${width + 2 * room}`);
    layer.setAttribute("preserveAspectRatio", "none");
    layer.append(...shapes.filter((shape) => shape.layer === name && !omitted.includes(shape.part)).map(({ part }) => part));
    return layer;
  });
}

board.addEventListener("change", showRules);
state.addEventListener("change", showRules);
ui.removeRules.addEventListener("click", () => board.removeRules());
