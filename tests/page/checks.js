/** Checks of the page, for all tests. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

/** @typedef {import("playwright-core").Page} Page */

export const PHONE = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };

/**
 * Waits for a message with this title.
 * @param {Page} page
 * @param {string} title
 */
export async function message(page, title) {
  await page.locator("#message .title", { hasText: title }).waitFor();
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
 * Fails if axe finds a violation.
 * @param {Page} page
 */
export async function assertAccessible(page) {
  const source = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  // Playwright evaluates in a world of its own, which the policy of the page does not restrict.
  await page.evaluate(source);
  const violations = await page.evaluate(async () => {
    // @ts-expect-error: the script above defines it.
    const results = await globalThis.axe.run(document);
    return results.violations.map((/** @type {any} */ { id, nodes }) => `${id}: ${nodes[0].html}`);
  });
  assert.deepEqual(violations, []);
}
