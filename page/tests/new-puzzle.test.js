/** New puzzles and books of them on the page at `/`, in a browser. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, assertAccessible, digits, focused, isPlaying, makeNew, message, turnTo } from "./checks.js";
import { TestPages, printToPdf } from "./service.js";

/** @typedef {import("playwright-core").Page} Page */

const pages = new TestPages();

/** @param {Page} page */
function hashOf(page) {
  return new URLSearchParams(new URL(page.url()).hash.slice(1));
}

/**
 * Returns the number of pages of a PDF file.
 * @param {Buffer} pdf
 */
function pageCount(pdf) {
  return pdf.toString("latin1").match(/\/Type \/Page\b(?!s)/g)?.length;
}

test("new puzzle is played, and its link makes it again (smoke)", () =>
  pages.open(async (page) => {
    await makeNew(page, "easy", { symmetry: "rotate180" });
    await message(page, "New puzzle: easy");
    assert.ok(await isPlaying(page));
    const puzzle = await digits(page);
    const isClue = Array.from(puzzle, (digit) => digit !== ".");
    assert.equal(isClue.length, 81);
    assert.ok(isClue.includes(true));
    assert.deepEqual(isClue.toReversed(), isClue);
    const { puzzle: shared, difficulty, seed, symmetry } = Object.fromEntries(hashOf(page));
    assert.deepEqual([shared, difficulty, symmetry], [puzzle, "easy", "rotate180"]);
    assert.equal(await page.locator("#origin").textContent(), `Easy, seed ${seed}`);
    await assertAccessible(page);
    await page.reload();
    assert.equal(await digits(page), puzzle);
    assert.equal(await page.locator("#origin").textContent(), `Easy, seed ${seed}`);
    await page.goto("about:blank");
    await page.goto(`${pages.service.url}#difficulty=easy&symmetry=rotate180&seed=${seed}`);
    await message(page, "New puzzle: easy");
    assert.equal(await digits(page), puzzle);
  }));

test("new puzzle is undone to the puzzle before it, and an edited one has no level", () =>
  pages.open(async (page) => {
    await message(page, /^Puzzle of /);
    const first = await digits(page);
    await makeNew(page, "easy");
    await message(page, "New puzzle: easy");
    const puzzle = await digits(page);
    await page.click("#undo");
    assert.equal(await digits(page), first);
    assert.equal(await page.locator("#undo").isEnabled(), false);
    await page.click("#redo");
    assert.equal(await digits(page), puzzle);
    assert.match((await page.locator("#origin").textContent()) ?? "", /^Easy, seed \d+$/);
    await turnTo(page, "edit");
    await page.locator("#grid td").nth(puzzle.search(/\d/)).press("Delete");
    assert.equal(await page.locator("#origin").textContent(), "");
    assert.equal(hashOf(page).get("difficulty"), null);
  }));

test("new puzzle has the chosen size, and the shape of the board is offered", () =>
  pages.open(async (page) => {
    await page.selectOption("#size", "6");
    await page.selectOption("#box", "2x3");
    await turnTo(page, "play");
    await page.click("#new-puzzle");
    assert.equal(await page.inputValue("#new-box"), "2x3");
    await page.locator("#levels button[value=easy]").press("Enter");
    await message(page, "New puzzle: easy");
    assert.equal((await digits(page)).length, 36);
    assert.equal(hashOf(page).get("box"), "2x3");
    assert.equal(await focused(page), "TD");
    await makeNew(page, "easy", { box: "2x2" });
    await page.locator("#grid td").nth(16).waitFor({ state: "detached" });
    assert.equal((await digits(page)).length, 16);
  }, { path: "#mode=edit" }));

test("making a puzzle is cancelled, and may find none", async () => {
  for (const options of [{}, PHONE]) {
    await pages.open(async (page) => {
      await message(page, /^Puzzle of /);
      /** @type {() => void} */
      let answer = () => {};
      const asked = new Promise((resolve) => {
        answer = () => resolve(undefined);
      });
      await page.route("**/generate?*", async (route) => {
        answer();
        await page.waitForEvent("requestfailed");
        await route.abort();
      });
      await makeNew(page, "easy");
      await asked;
      assert.equal(await page.locator("#new-puzzle").textContent(), "Cancel");
      await assertAccessible(page);
      await page.click("#new-puzzle");
      await message(page, "Cancelled");
      assert.equal(await page.locator("#new-puzzle").textContent(), "New puzzle");
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await page.route("**/generate?*", async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), puzzle: null, clues: null, attempts: 7 } });
      });
      await makeNew(page, "easy", { symmetry: "full" });
      await message(page, "No puzzle found");
      await page.locator("#message", { hasText: "7 attempts found no easy puzzle with this symmetry." }).waitFor();
      await page.unrouteAll();
      await page.locator("#next button[value=generate]").waitFor();
      await makeNew(page, "easy");
      await message(page, "New puzzle: easy");
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
    }, options);
  }
});

test("print dialog adds new puzzles", () =>
  pages.open(async (page) => {
    await turnTo(page, "edit");
    await page.click("#clear");
    await page.click("#share");
    await page.click("#print-many");
    await page.fill("#sheets-count", "3");
    await page.click("#sheets-make");
    await page.locator("#sheets-status", { hasText: "3 puzzles added" }).waitFor();
    await page.click("#sheets-make");
    await page.locator("#sheets-text").evaluate(
      (area) => new Promise((resolve) => {
        const check = () => (area instanceof HTMLTextAreaElement && area.value.split("\n").length > 8 ? resolve(undefined) : requestAnimationFrame(check));
        check();
      }),
    );
    const lines = (await page.inputValue("#sheets-text")).trim().split("\n");
    assert.deepEqual(lines.map((line) => (line.startsWith("# Easy, seed ") ? "#" : line.length)), ["#", 81, 81, 81, "#", 81, 81, 81]);
    assert.equal(new Set(lines).size, 8);
    await assertAccessible(page);
    await page.fill("#sheets-count", "0");
    await page.click("#sheets-make");
    assert.equal(await page.locator("#sheets-count:invalid").count(), 1);
  }));

test("book of an address has headings, page numbers and solutions (smoke)", () =>
  pages.open(
    async (page) => {
      await page.locator("body.prints-sheets").waitFor({ state: "attached" });
      const header = async (/** @type {number} */ index) => (await page.locator("#sheets header").nth(index).allInnerTexts()).join().trim();
      await page.emulateMedia({ media: "print" });
      assert.match(await header(0), /^Easy, seed 7\s*1$/);
      assert.match(await header(1), /^Easy, seed 7\s*2$/);
      assert.match(await header(2), /^Solutions\s*3$/);
      const captions = await page.locator("#sheets figcaption").allTextContents();
      assert.match(captions[0] ?? "", /^1: easy, score \d+$/);
      assert.match(captions[6] ?? "", /^7: easy, score \d+$/);
      assert.deepEqual([captions[7], captions[13]], ["Solution of 1", "Solution of 7"]);
      assert.equal(await page.locator("#sheets .page").nth(2).locator("td:empty").count(), 0);
      await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
      assert.equal(await page.locator("#sheets").isVisible(), true);
    },
    { path: "?print=7&difficulty=easy&seed=7&per_page=6" },
  ));

test("browser without a window prints a book of 100 puzzles", async () => {
  const pdf = await printToPdf(`${pages.service.url}?print=100&difficulty=easy&seed=7`);
  assert.equal(pageCount(pdf), 25 + 9);
});
