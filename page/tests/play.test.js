/** The page at `/` as a player uses it, in a browser. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, assertAccessible, assertAccessibleInBothSchemes, digits, isPlaying, label, message, turnTo } from "./checks.js";
import { TestPages } from "./service.js";

/** @typedef {import("playwright-core").Page} Page */

/** A 4x4 with one solution, and that solution. */
const SMALL = "1.....3..4.....2";
const SMALL_SOLUTION = "1324423124133142";

/** The address of the page with this puzzle, to be played. */
const SMALL_GAME = `#puzzle=${SMALL}&mode=play`;

const pages = new TestPages(SMALL_GAME);

/**
 * Types digits into empty cells.
 * @param {Page} page
 * @param {Record<number, string>} entries A digit for each index of a cell.
 */
async function enter(page, entries) {
  for (const [index, digit] of Object.entries(entries)) await page.locator("#grid td").nth(Number(index)).press(digit);
}

/**
 * Types the solution into all empty cells, except those of the given indices.
 * @param {Page} page
 * @param {readonly number[]} [without]
 */
async function fillIn(page, without = []) {
  const entries = Array.from(SMALL_SOLUTION, (digit, index) => [index, digit]);
  await enter(page, Object.fromEntries(entries.filter(([index]) => SMALL[Number(index)] === "." && !without.includes(Number(index)))));
}

test("clues are fixed while entries are typed, and can be edited before (smoke)", () =>
  pages.open(async (page) => {
    await enter(page, { 0: "2", 1: "3", 2: "4" });
    assert.equal(await digits(page), "134...3..4.....2");
    assert.equal(await label(page, 0), "row 1, column 1: clue 1");
    assert.equal(await label(page, 1), "row 1, column 2: entry 3");
    assert.equal(await page.locator("#grid td[aria-readonly=true]").count(), 4);
    await page.locator("#grid td").nth(2).press("Delete");
    await page.locator("#grid td").nth(0).press("Delete");
    assert.equal(await digits(page), "13....3..4.....2");
    await turnTo(page, "edit");
    assert.equal(await digits(page), SMALL);
    await enter(page, { 0: "2" });
    assert.equal(await digits(page), "2.....3..4.....2");
    await turnTo(page, "play");
    assert.equal(await digits(page), "23....3..4.....2");
  }));

test("entries and marks are undone in the mode in which they were made", () =>
  pages.open(async (page) => {
    await enter(page, { 1: "3" });
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.keyboard.type("24");
    assert.equal(await label(page, 2), "row 1, column 3: empty, candidates 2 4");
    await turnTo(page, "edit");
    assert.equal(await label(page, 2), "row 1, column 3: empty");
    for (let step = 0; step < 2; step += 1) await page.click("#undo");
    assert.ok(await isPlaying(page));
    assert.equal(await label(page, 2), "row 1, column 3: empty");
    await page.click("#undo");
    assert.equal(await digits(page), SMALL);
    for (let step = 0; step < 3; step += 1) await page.click("#redo");
    assert.equal(await label(page, 1), "row 1, column 2: entry 3");
    assert.equal(await label(page, 2), "row 1, column 3: empty, candidates 2 4");
    await page.click("#restart");
    assert.equal(await digits(page), SMALL);
    await page.click("#undo");
    assert.equal(await label(page, 2), "row 1, column 3: empty, candidates 2 4");
  }));

test("address holds mode, entries and marks (smoke)", () =>
  pages.open(async (page) => {
    await enter(page, { 1: "3" });
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.keyboard.type("24");
    // The page knows its address before the test does.
    const hash = await page.evaluate(() => location.hash);
    assert.equal(
      hash.replace(/check=\w+&/, ""),
      `#puzzle=${SMALL}&entries=.3..............&marks=..2-4.............&mode=play`,
    );
    await page.reload();
    assert.ok(await isPlaying(page));
    assert.equal(await label(page, 1), "row 1, column 2: entry 3");
    assert.equal(await label(page, 2), "row 1, column 3: empty, candidates 2 4");
    await turnTo(page, "edit");
    await page.selectOption("#example", "easy");
    assert.ok(!page.url().includes("entries"));
  }));

test("large grid keeps entries in its address", () =>
  pages.open(async (page) => {
    await turnTo(page, "edit");
    await page.selectOption("#size", "36");
    await page.locator("#grid td").first().press("7");
    await turnTo(page, "play");
    await page.locator("#grid td").nth(1).click();
    await page.click('#pad button[value="36"]');
    await page.reload();
    assert.equal(await label(page, 0), "row 1, column 1: clue 7");
    assert.equal(await label(page, 1), "row 1, column 2: entry 36");
  }));

test("requests are about the clues, and wrong entries show both digits", () =>
  pages.open(async (page) => {
    await enter(page, { 1: "2", 2: "2" });
    await page.click("#solution");
    await message(page, "Solved: this is the only solution");
    await page.locator("#message", { hasText: "One of your entries is wrong" }).waitFor();
    assert.ok(((await page.locator("#code").textContent()) ?? "").includes(`"puzzle":"${SMALL}"`));
    assert.equal(await label(page, 1), "row 1, column 2: wrong, entry and solution 2 3");
    assert.equal(await label(page, 2), "row 1, column 3: repeated entry 2");
    assert.equal(await page.locator("#grid td[aria-invalid=true]").count(), 2);
    await assertAccessible(page);
    await page.locator("#grid td").nth(1).press("3");
    assert.equal(await digits(page), "132...3..4.....2");
  }));

test("marks of the player restrict what is shown, not what is asked", () =>
  pages.open(async (page) => {
    await page.click("#show-candidates");
    assert.equal(await label(page, 1), "row 1, column 2: empty, candidates 2 3");
    await page.click("#tools button[value=marks]");
    await enter(page, { 1: "2" });
    assert.equal(await label(page, 1), "row 1, column 2: empty, candidates 3");
    await page.click("#tools button[value=digits]");
    await enter(page, { 3: "4" });
    assert.equal(await label(page, 2), "row 1, column 3: empty, candidates 2");
    await page.click("#solution");
    await message(page, "Solved: this is the only solution");
    assert.ok(!((await page.locator("#code").textContent()) ?? "").includes("candidates"));
  }));

test("mistakes of entries and marks are marked and told (smoke)", () =>
  pages.open(async (page) => {
    await enter(page, { 1: "3" });
    await page.click("#mistakes");
    await message(page, "No mistakes so far");
    await enter(page, { 3: "2" });
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.keyboard.type("24");
    await page.click("#mistakes");
    await message(page, "There is a mistake");
    await page.locator("#message", { hasText: "The digit in r1c4 is wrong." }).waitFor();
    await page.locator("#message", { hasText: "The centre marks in r2c4 lack the right digit" }).waitFor();
    assert.equal(await label(page, 3), "row 1, column 4: wrong, entry 2");
    assert.equal(await label(page, 7), "row 2, column 4: wrong, empty, candidates 2 4, excluded 2");
    assert.equal(await page.locator("#grid td.wrong[aria-invalid=true]").count(), 2);
    const code = (await page.locator("#code").textContent()) ?? "";
    assert.ok(code.includes('"entries":".3.2............","marks":{"r2c4":[2,4]}'), code);
    await assertAccessible(page);
    await page.click("#tools button[value=digits]");
    await enter(page, { 3: "4" });
    assert.equal(await page.locator("#grid td.wrong").count(), 0);
  }));

test("entries that no solution has together are marked", () =>
  pages.open(async (page) => {
    await turnTo(page, "edit");
    await page.locator("#grid td").nth(15).press("Delete");
    await turnTo(page, "play");
    await enter(page, { 8: "2", 11: "2" });
    await page.click("#mistakes");
    await message(page, "There is a mistake");
    await page.locator("#message", { hasText: "no solution has them all" }).waitFor();
    assert.equal(await label(page, 8), "row 3, column 1: contradicting entry 2");
    assert.equal(await page.locator("#grid td.contradicting").count(), 2);
    await assertAccessible(page);
  }));

test("full grid is solved or shows its clashes, without a request", () =>
  pages.open(async (page) => {
    await page.context().setOffline(true);
    await fillIn(page, [1]);
    await enter(page, { 1: "2" });
    await message(page, "The grid is full, but it is not a solution");
    assert.equal(await page.locator("#grid td[aria-invalid=true]").count(), 3);
    await enter(page, { 1: "3" });
    await message(page, "You solved it in 0:0");
    assert.equal(await page.locator("#grid td[aria-invalid=true]").count(), 0);
    await assertAccessible(page);
    await page.context().setOffline(false);
  }));

test("timer runs from the first entry while the page is visible, until the puzzle is solved", () =>
  pages.open(async (page) => {
    const time = () => page.locator("#timer").textContent();
    /** @param {"visible" | "hidden"} state */
    const turn = (state) =>
      page.evaluate((value) => {
        Object.defineProperty(document, "visibilityState", { value, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      }, state);
    await page.clock.install();
    await page.reload();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await page.clock.runFor(5000);
    assert.equal(await time(), "0:00");
    await enter(page, { 1: "3" });
    await page.clock.runFor(65_000);
    assert.equal(await time(), "1:05");
    await turn("hidden");
    await page.clock.runFor(600_000);
    await turn("visible");
    await page.clock.runFor(5000);
    assert.equal(await time(), "1:10");
    await turnTo(page, "edit");
    await page.clock.runFor(5000);
    await turnTo(page, "play");
    assert.equal(await time(), "1:10");
    await fillIn(page, [1]);
    await page.clock.runFor(5000);
    await message(page, "You solved it in 1:10");
    assert.equal(await time(), "1:10");
    await page.click("#restart");
    assert.equal(await time(), "0:00");
  }));

test("reload keeps the time of the last entry", () =>
  pages.open(async (page) => {
    await page.clock.install();
    await page.reload();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await enter(page, { 1: "3" });
    await page.clock.runFor(65_000);
    await enter(page, { 2: "2" });
    await page.reload();
    assert.equal(await page.locator("#timer").textContent(), "1:05");
  }));

test("phone and both colour schemes play", () =>
  pages.open(async (page) => {
    await page.locator("#grid td").nth(1).tap();
    await page.locator('#pad button[value="3"]').tap();
    await page.locator("#grid td").nth(2).tap();
    await page.locator("#tools button[value=marks]").tap();
    await page.locator('#pad button[value="2"]').tap();
    assert.equal(await label(page, 1), "row 1, column 2: entry 3");
    assert.equal(await label(page, 2), "row 1, column 3: empty, candidates 2");
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
    await assertAccessibleInBothSchemes(page);
  }, PHONE));
