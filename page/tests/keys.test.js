/** The keyboard on the page at `/`, in a browser. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, cell, digits, focused, label, turnTo } from "./checks.js";
import { TestPages } from "./service.js";

/** @typedef {import("playwright-core").Page} Page */

const SMALL = "1.....3..4.....2";
const EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

const pages = new TestPages(`#puzzle=${SMALL}&mode=play`);

/**
 * Presses keys, one after the other.
 * @param {Page} page
 * @param {...string} keys
 */
async function press(page, ...keys) {
  for (const key of keys) await page.keyboard.press(key);
}

/**
 * Returns the indices of the selected cells.
 * @param {Page} page
 */
function selected(page) {
  return page.locator("#grid td").evaluateAll((cells) =>
    cells.flatMap((each, index) => (each.getAttribute("aria-selected") === "true" ? [index] : [])),
  );
}

test("page begins with an empty cell, and keys work before any click (smoke)", () =>
  pages.open(async (page) => {
    assert.deepEqual(await selected(page), [1]);
    await press(page, "3", "ArrowRight", "2");
    assert.equal(await digits(page), "132...3..4.....2");
  }));

test("keys reach the selected cell whatever button has the focus", () =>
  pages.open(async (page) => {
    for (const button of ["#tools button[value=digits]", "#show-candidates", "#hint", "#mistakes"]) {
      await page.click('#pad button[value="0"]');
      await page.click(button, { force: true });
      assert.deepEqual(await selected(page), [1], button);
      await page.keyboard.press("3");
      assert.equal(await label(page, 1), "row 1, column 2: entry 3", button);
    }
    await page.focus("#hint");
    await press(page, "ArrowDown", "2");
    assert.equal(await focused(page), "TD");
    assert.equal(await label(page, 5), "row 2, column 2: entry 2");
    await page.focus("#tools button[value=corners]");
    await page.keyboard.press("Space");
    assert.equal(await page.getAttribute("#tools button[value=corners]", "aria-pressed"), "true");
    assert.equal(await label(page, 5), "row 2, column 2: entry 2");
  }));

test("Shift, Ctrl and Alt write corner marks, centre marks and colours (smoke)", () =>
  pages.open(async (page) => {
    await press(page, "Shift+Digit2", "Shift+Digit3", "Control+Digit4", "Control+Digit2", "Alt+Digit7", "Control+Shift+Digit1");
    assert.equal(await label(page, 1), "row 1, column 2: empty, candidates 2 4, corner marks 2 3, excluded 4, grey and blue");
    assert.equal(await page.locator("#grid .corners").count(), 1);
    await assertAccessible(page);
    await page.keyboard.press("Delete");
    assert.equal(await label(page, 1), "row 1, column 2: empty, grey and blue");
    await page.keyboard.press("Delete");
    assert.equal(await label(page, 1), "row 1, column 2: empty");
    for (let step = 0; step < 8; step += 1) await page.keyboard.press("Control+z");
    assert.equal(await label(page, 1), "row 1, column 2: empty");
    for (let step = 0; step < 6; step += 1) await page.keyboard.press("Control+y");
    assert.match((await label(page, 1)) ?? "", /candidates 2 4, corner marks 2 3, excluded 4, grey and blue$/);
  }));

test("Z, X, C and V choose what a digit writes, and Enter switches to centre marks", () =>
  pages.open(async (page) => {
    await press(page, "x", "2", "c", "3", "v", "4");
    assert.equal(await label(page, 1), "row 1, column 2: empty, candidates 3, corner marks 2, orange");
    assert.equal(await page.getAttribute("#pad", "aria-label"), "Colours");
    await press(page, "z", "3", "ArrowRight", "Enter", "2", "Enter");
    assert.equal(await label(page, 1), "row 1, column 2: entry 3, orange");
    assert.equal(await label(page, 2), "row 1, column 3: empty, candidates 2");
    assert.equal(await page.getAttribute("#tools button[value=digits]", "aria-pressed"), "true");
  }));

test("Shift and Ctrl with arrows select several cells, which one key fills (smoke)", () =>
  pages.open(async (page) => {
    await press(page, "Shift+ArrowRight", "Control+ArrowDown");
    assert.deepEqual(await selected(page), [1, 2, 6]);
    await page.keyboard.press("Control+Digit2");
    assert.equal(await label(page, 1), "row 1, column 2: empty, candidates 2");
    assert.equal(await label(page, 2), "row 1, column 3: empty, candidates 2");
    await page.keyboard.press("Escape");
    assert.deepEqual(await selected(page), [6]);
    await page.keyboard.press("Control+a");
    assert.equal((await selected(page)).length, 16);
    await page.keyboard.press("Delete");
    assert.equal(await label(page, 2), "row 1, column 3: empty");
  }));

test("newspaper puzzle is typed as a run of digits", () =>
  pages.open(async (page) => {
    await turnTo(page, "edit");
    await page.selectOption("#size", "9");
    await cell(page, 0).click();
    const empty = ["0", " ", "."];
    for (const [index, symbol] of Array.from(EASY).entries()) {
      await page.keyboard.press(symbol === "." ? (empty[index % 3] ?? ".") : symbol);
    }
    assert.equal(await digits(page), EASY);
    await press(page, "Backspace", "Backspace");
    assert.equal(await digits(page), `${EASY.slice(0, 79)}..`);
    await press(page, "7", "9");
    assert.equal(await digits(page), EASY);
  }));

test("letters are digits of a large grid, not tools", () =>
  pages.open(async (page) => {
    await turnTo(page, "edit");
    await page.selectOption("#size", "16");
    await cell(page, 0).click();
    await press(page, "c", "G", "x");
    assert.equal(await cell(page, 0).textContent(), "C");
    assert.equal(await cell(page, 1).textContent(), "G");
    assert.equal(await cell(page, 2).textContent(), "");
  }));

test("keys in a dialog or a list do not reach the grid", () =>
  pages.open(async (page) => {
    await page.keyboard.press("Tab");
    await page.click("#new-puzzle");
    await page.keyboard.press("3");
    await page.keyboard.press("Escape");
    assert.equal(await digits(page), SMALL);
    await page.click("#open-keys");
    await assertAccessible(page);
    await page.click("#keys-dialog button");
    await page.click("#open-settings");
    await assertAccessible(page);
  }));
