/** Checks of the page, for all tests. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

/** @typedef {import("playwright-core").Page} Page */

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/**
 * Waits for a message with this title.
 * @param {Page} page
 * @param {string | RegExp} title
 */
export async function message(page, title) {
  await page.locator("#message .title", { hasText: title }).waitFor();
}

/**
 * Switches to playing or to editing.
 * @param {Page} page
 * @param {"play" | "edit"} mode
 */
export async function turnTo(page, mode) {
  await page.click(`nav a[data-opens=${mode}]`);
}

/**
 * Returns whether the puzzle is played.
 * @param {Page} page
 */
export async function isPlaying(page) {
  return (await page.getAttribute("nav a[data-opens=play]", "aria-current")) === "page";
}

/**
 * @param {Page} page
 * @param {number} index
 */
export function cell(page, index) {
  return page.locator("#grid td").nth(index);
}

/**
 * Returns the description of a cell.
 * @param {Page} page
 * @param {number} index
 */
export function label(page, index) {
  return cell(page, index).getAttribute("aria-label");
}

/**
 * Returns the name of the element that has the focus: its id, or else its tag.
 * @param {Page} page
 */
export function focused(page) {
  return page.evaluate(() => document.activeElement?.id || document.activeElement?.tagName);
}

/**
 * Makes a new puzzle by the dialog.
 * @param {Page} page
 * @param {string} level
 * @param {{ symmetry?: string, box?: string }} [choices]
 */
export async function makeNew(page, level, { symmetry = "none", box } = {}) {
  await page.click("#new-puzzle");
  await page.selectOption("#symmetry", symmetry);
  if (box !== undefined) await page.selectOption("#new-box", box);
  await page.click(`#levels button[value=${level}]`);
}

/**
 * Returns the digits of the grid, with `.` for empty cells.
 * @param {Page} page
 */
export async function digits(page) {
  const texts = await page.locator("#grid td").allTextContents();
  return texts.map((text) => text || ".").join("");
}

/**
 * Replaces a long text at once. `fill` inserts it line by line, with an event for each.
 * @param {Page} page
 * @param {string} selector
 * @param {string} text
 */
export async function replaceText(page, selector, text) {
  await page.locator(selector).evaluate((area, replaced) => {
    if (area instanceof HTMLTextAreaElement) area.value = replaced;
    for (const type of ["input", "change"]) area.dispatchEvent(new Event(type, { bubbles: true }));
  }, text);
}

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Fails if axe finds a violation.
 * @param {Page} page
 * @param {Record<string, unknown>} [options] Options of `axe.run`.
 */
export async function assertAccessible(page, options = {}) {
  // Playwright evaluates in a world of its own, which the policy of the page does not restrict.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe);
  const violations = await page.evaluate(async (given) => {
    // Descriptions of the rules that are kept take most of the time of a run.
    // @ts-expect-error: the script above defines it.
    const results = await globalThis.axe.run(document, { resultTypes: ["violations"], ...given });
    return results.violations.map((/** @type {any} */ { id, nodes }) => `${id}: ${nodes[0].html}`);
  }, options);
  assert.deepEqual(violations, []);
}

/**
 * Fails if axe finds a violation in light colours, or a lack of contrast in dark ones.
 * @param {Page} page
 * @param {Record<string, unknown>} [options] Options of `axe.run`.
 */
export async function assertAccessibleInBothSchemes(page, options = {}) {
  await assertAccessible(page, options);
  await turnScheme(page, "dark");
  await assertAccessible(page, { runOnly: ["color-contrast"] });
  await turnScheme(page, "light");
}

/**
 * Turns the page to a colour scheme. The script of `/docs`, which has a class for dark colours, learns of it some frames later.
 * @param {Page} page
 * @param {"light" | "dark"} colorScheme
 */
export async function turnScheme(page, colorScheme) {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction(
    (isDark) => document.querySelector(".swagger-ui") === null || document.documentElement.classList.contains("dark-mode") === isDark,
    colorScheme === "dark",
  );
}
