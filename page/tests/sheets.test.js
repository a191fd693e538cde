/** Several puzzles that the page at `/` prints, in a browser. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible } from "./checks.js";
import { TestPages } from "./service.js";

/** @typedef {import("playwright-core").Page} Page */

const EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SMALL = "1.....3..4.....2";
const SMALL_SOLUTION = "1324423124133142";

const pages = new TestPages("#mode=edit");

/**
 * Prints the lines of the dialog, and waits until the browser is asked to print.
 * @param {Page} page
 * @param {string[]} lines
 * @param {{ perPage?: string, hasSolutions?: boolean }} [options]
 */
async function print(page, lines, { perPage = "4", hasSolutions = true } = {}) {
  await page.evaluate(() => {
    document.body.classList.remove("prints-sheets");
    document.body.removeAttribute("data-printed");
    window.print = () => document.body.setAttribute("data-printed", "");
  });
  await page.click("#share");
  await page.click("#print-many");
  await page.fill("#sheets-text", lines.join("\n"));
  await page.selectOption("#sheets-per-page", perPage);
  await page.setChecked("#sheets-solutions", hasSolutions);
  await page.click("#print-dialog button[value=print]");
  await page.locator("body[data-printed]").waitFor();
}

/**
 * @param {Page} page
 * @param {number} index
 */
async function sheet(page, index) {
  const figure = page.locator("#sheets figure").nth(index);
  const cells = await figure.locator("td").allTextContents();
  return [await figure.locator("figcaption").textContent(), cells.map((digit) => digit || ".").join("")];
}

test("puzzles are printed on pages, and their solutions after them (smoke)", () =>
  pages.open(async (page) => {
    await print(page, [SMALL, "", EASY, "11..............", "................", EASY]);
    assert.equal(await page.locator("#sheets .page").count(), 3);
    assert.deepEqual(await sheet(page, 0), ["1: easy, score 102", SMALL]);
    assert.deepEqual(await sheet(page, 1), ["2: easy, score 284", EASY]);
    assert.deepEqual(await sheet(page, 5), ["Solution of 1", SMALL_SOLUTION]);
    assert.deepEqual(await sheet(page, 7), ["3 has no solution", "11.............."]);
    assert.equal((await sheet(page, 8))[0], "One of several solutions of 4");
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.locator("#grid").isVisible(), false);
    assert.equal(await page.locator("#sheets").isVisible(), true);
    await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
    assert.equal(await page.locator("#grid").isVisible(), true);
    assert.equal(await page.locator("#sheets").isVisible(), false);
  }));

test("heading begins a page, and pages have numbers", () =>
  pages.open(async (page) => {
    await print(page, [SMALL, "# <b>Large</b>", EASY, EASY, "#", "# Small", SMALL], { hasSolutions: false });
    const headers = await page.locator("#sheets header").all();
    const texts = await Promise.all(headers.map(async (header) => header.locator("> *").allTextContents()));
    assert.deepEqual(texts, [["", "1"], ["<b>Large</b>", "2"], ["Small", "3"]]);
    assert.deepEqual((await sheet(page, 3))[0], "4: easy, score 102");
  }));

test("each number of puzzles per page fits its paper", () =>
  pages.open(async (page) => {
    for (const [perPage, count] of /** @type {const} */ ([["1", 12], ["2", 6], ["4", 3], ["6", 2]])) {
      await print(page, ["# A heading", ...new Array(12).fill(EASY)], { perPage });
      for (const format of ["A4", "Letter"]) {
        await page.evaluate(() => document.body.classList.add("prints-sheets"));
        const pdf = (await page.pdf({ format })).toString("latin1");
        assert.equal(pdf.match(/\/Type \/Page\b(?!s)/g)?.length, count + 1, `${perPage} ${format}`);
      }
    }
  }));

test("solutions are left out on request, and faults are shown with their lines", () =>
  pages.open(async (page) => {
    await page.selectOption("#example", "easy");
    await page.click("#share");
    await page.click("#print-many");
    assert.equal(await page.inputValue("#sheets-text"), EASY);
    await assertAccessible(page);
    await page.fill("#sheets-text", `${EASY}\n12x`);
    await page.click("#print-dialog button[value=print]");
    await page.locator("#sheets-status", { hasText: "Line 2 is not a puzzle" }).waitFor();
    await page.click("#print-dialog button[value=cancel]");
    await print(page, [EASY], { hasSolutions: false });
    assert.equal(await page.locator("#sheets figure").count(), 1);
  }));
