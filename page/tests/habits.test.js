/** Habits of players on the page at `/`, in a browser: begin, marks, pauses, steps, sharing, no connection. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { assertAccessible, cell, digits, isPlaying, label, makeNew, message, turnTo } from "./checks.js";
import { TestPages } from "./service.js";

/** @typedef {import("playwright-core").Page} Page */

const SMALL = "1.....3..4.....2";
const SMALL_SOLUTION = "1324423124133142";
const GAME = `#puzzle=${SMALL}&mode=play`;

const pages = new TestPages(GAME);

/**
 * Types the rest of the solution, except for the given indices.
 * @param {Page} page
 * @param {readonly number[]} [without]
 */
async function fillIn(page, without = []) {
  for (const [index, digit] of Array.from(SMALL_SOLUTION).entries()) {
    if (SMALL[index] === "." && !without.includes(index)) await cell(page, index).press(digit);
  }
}

test("page opens with the puzzle of today, to play, which a cache may keep (smoke)", () =>
  pages.open(async (page) => {
    await page.goto("about:blank");
    const [request] = await Promise.all([page.waitForRequest(/\/generate\?/), page.goto(pages.service.url)]);
    await message(page, /^Puzzle of .*: medium$/);
    const url = new URL(request.url());
    const now = new Date();
    const date = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("");
    assert.equal(url.searchParams.get("seed"), date);
    assert.equal(request.method(), "GET");
    assert.match((await (await request.response())?.headerValue("cache-control")) ?? "", /max-age=\d+/);
    assert.ok(await isPlaying(page));
    assert.equal((await digits(page)).length, 81);
    assert.equal(await page.locator("#undo").isEnabled(), false);
    assert.equal(await page.locator("#grid td.current").textContent(), "");
    await page.getByText("Solves, counts and proves any Sudoku, and explains every step.").first().waitFor();
    assert.equal(await page.locator("#solve").isVisible(), false);
    await assertAccessible(page);
  }, { path: "" }));

test("daily puzzle has a date and a level", () =>
  pages.open(async (page) => {
    await page.click("#new-puzzle");
    await page.fill("#daily-date", "2026-01-31");
    await page.selectOption("#daily-level", "easy");
    await assertAccessible(page);
    await page.click("#daily");
    await message(page, "Puzzle of Jan 31, 2026: easy");
    assert.equal(await page.locator("#origin").textContent(), "Easy, Jan 31, 2026");
    assert.ok(page.url().includes("seed=20260131"));
  }));

test("equal digits are marked at once, unless the setting is off", () =>
  pages.open(async (page) => {
    await cell(page, 1).press("1");
    assert.equal(await page.locator("#grid td.clash[aria-invalid=true]").count(), 2);
    await assertAccessible(page);
    await page.click("#open-settings");
    await page.click("#switches input[name=conflicts]");
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("#grid td.clash").count(), 0);
  }));

test("digit removes the marks that it excludes, and one undo brings them back (smoke)", () =>
  pages.open(async (page) => {
    await cell(page, 2).click();
    for (const key of ["Control+Digit2", "Control+Digit4", "Shift+Digit2"]) await page.keyboard.press(key);
    await cell(page, 3).press("2");
    assert.equal(await label(page, 2), "row 1, column 3: empty, candidates 4");
    await page.keyboard.press("Control+z");
    assert.equal(await label(page, 2), "row 1, column 3: empty, candidates 2 4, corner marks 2");
    await page.click("#open-settings");
    await page.click("#switches input[name=removesMarks]");
    await page.keyboard.press("Escape");
    await cell(page, 3).press("2");
    assert.equal(await label(page, 2), "row 1, column 3: empty, candidates 2 4, corner marks 2, excluded 2");
    assert.equal(await page.locator("#grid i.excluded").count(), 2);
    // They stay in sight among the remaining candidates.
    await page.click("#show-candidates");
    assert.equal(await label(page, 2), "row 1, column 3: empty, candidates 2 4, corner marks 2, excluded 2");
  }));

test("marks and colours are in the link", () =>
  pages.open(async (page) => {
    await cell(page, 2).click();
    for (const key of ["Control+Digit4", "Shift+Digit2", "Alt+Digit3"]) await page.keyboard.press(key);
    const other = await page.context().newPage();
    await other.goto(page.url());
    assert.equal(await label(other, 2), "row 1, column 3: empty, candidates 4, corner marks 2, purple");
  }));

test("each press of Hint reveals more, and the last one does the step", () =>
  pages.open(async (page) => {
    const hint = page.locator("#hint");
    assert.equal(await hint.textContent(), "Hint");
    await hint.click();
    await message(page, "Look at ");
    await hint.click();
    await page.locator("#message", { hasText: "The step is in" }).waitFor();
    await hint.click();
    await page.locator("#message", { hasText: /so r\dc\d is \d/ }).waitFor();
    assert.ok((await page.locator("#grid i.base").count()) > 0);
    await hint.click();
    await message(page, "Done");
    assert.equal(await page.locator("#grid td.entry").count(), 1);
    assert.equal(await hint.textContent(), "Hint");
  }));

test("pause hides the grid and stops the time (smoke)", () =>
  pages.open(async (page) => {
    await page.clock.install();
    await page.reload();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await cell(page, 1).press("3");
    await page.clock.runFor(5000);
    await page.click("#pause");
    await page.clock.runFor(60_000);
    assert.equal(await page.locator("#timer").textContent(), "0:05");
    assert.equal(await cell(page, 0).locator("span").isVisible(), false);
    await page.keyboard.press("4");
    assert.equal(await label(page, 1), "row 1, column 2: entry 3");
    await page.click("#continue");
    await page.clock.runFor(3000);
    assert.equal(await page.locator("#timer").textContent(), "0:08");
    // The time goes on after a reload.
    await page.reload();
    await page.clock.runFor(4000);
    assert.equal(await page.locator("#timer").textContent(), "0:12");
  }));

test("keys do nothing while the grid is hidden, and the time stands still in other views", () =>
  pages.open(async (page) => {
    await page.clock.install();
    await page.reload();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await cell(page, 1).press("3");
    await page.click("#pause");
    for (const key of ["Delete", "Control+z"]) await page.keyboard.press(key);
    assert.equal(await label(page, 1), "row 1, column 2: entry 3");
    assert.equal(await page.getAttribute("#pause", "aria-pressed"), "true");
    await page.keyboard.press("Enter");
    await page.clock.runFor(5000);
    await page.click("nav a[data-opens=cover]");
    await page.locator("#cover-text").waitFor();
    await page.clock.runFor(60_000);
    await turnTo(page, "play");
    await page.clock.runFor(2000);
    assert.equal(await page.locator("#timer").textContent(), "0:07");
  }));

test("undo of a new puzzle brings back the time of the one before", () =>
  pages.open(async (page) => {
    await page.clock.install();
    await page.reload();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await cell(page, 1).press("3");
    await page.clock.runFor(65_000);
    await makeNew(page, "easy");
    await message(page, "New puzzle: easy");
    assert.equal(await page.locator("#timer").textContent(), "0:00");
    await page.click("#undo");
    assert.equal(await page.locator("#timer").textContent(), "1:05");
  }));

test("solved puzzle is celebrated, and restart empties it", () =>
  pages.open(async (page) => {
    await fillIn(page);
    await message(page, "You solved it in");
    await page.locator("body.solved").waitFor({ state: "attached" });
    await page.click("#restart");
    assert.equal(await digits(page), SMALL);
    assert.equal(await page.locator("body.solved").count(), 0);
    await page.click("#undo");
    assert.equal(await digits(page), SMALL_SOLUTION);
  }));

test("unfinished puzzle is continued later (smoke)", () =>
  pages.open(async (page) => {
    await cell(page, 1).press("3");
    await page.goto("about:blank");
    await page.goto(pages.service.url);
    await message(page, /^Puzzle of /);
    await page.getByRole("button", { name: "Continue your last puzzle" }).click();
    await page.locator("#grid td").nth(16).waitFor({ state: "detached" });
    assert.equal(await digits(page), "13....3..4.....2");
    await page.goto("about:blank");
    await page.goto(`${pages.service.url}${GAME}`);
    assert.equal(await digits(page), "13....3..4.....2");
  }));

test("all steps are listed, and each is drawn on the grid", () =>
  pages.open(async (page) => {
    await cell(page, 1).press("2");
    await page.click("#path");
    await page.locator("#steps-title").waitFor();
    await page.locator("#steps-rating", { hasText: "Easy, score 102. 12 steps" }).waitFor();
    await page.locator("#steps-share li", { hasText: "Full House: 8 (67 %)" }).waitFor();
    assert.equal(await page.locator("#steps-list li").count(), 12);
    await page.locator("#step-text", { hasText: "Step 1 of 12. Hidden Single: Box 1 has only one place for 3" }).waitFor();
    assert.equal(await digits(page).then((text) => text.includes("2")), true);
    await assertAccessible(page);
    await page.locator("#steps-list button").nth(5).click();
    await page.locator("#step-text", { hasText: "Step 6 of 12" }).waitFor();
    assert.equal(await page.locator("#grid td.entry").count(), 5);
    await page.click("#step-back");
    assert.equal(await page.locator("#grid td.entry").count(), 4);
    for (let step = 4; step < 12; step += 1) await page.click("#step-on");
    assert.equal(await digits(page), SMALL_SOLUTION);
    assert.equal(await page.locator("#step-on").isEnabled(), false);
    await page.click("#steps-close");
    assert.equal(await label(page, 1), "row 1, column 2: entry 2");
    assert.equal(await page.locator("#pad").isVisible(), true);
  }));

test("puzzle is saved as PNG, and opened in SudokuPad", () =>
  pages.open(async (page) => {
    await page.click("#share");
    await page.locator("#sudokupad[href^='https://sudokupad.app/']").waitFor();
    await assertAccessible(page);
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("#picture-png")]);
    assert.equal(download.suggestedFilename(), "sudoku.png");
    const png = await readFile((await download.path()) ?? "");
    assert.equal(png.subarray(1, 4).toString(), "PNG");
    assert.equal(png.readUInt32BE(16), 1600);
    await page.locator("#share-status", { hasText: "Saved" }).waitFor();
  }));

test("spreadsheet cells are pasted", () =>
  pages.open(async (page) => {
    const rows = ["1\t\t\t", "\t\t3\t", "\t4\t\t", "\t\t\t2"].join("\n");
    await page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      document.dispatchEvent(new ClipboardEvent("paste", { clipboardData }));
    }, rows);
    await message(page, "Puzzle loaded");
    assert.equal(await digits(page), SMALL);
  }));

test("faults are told in plain words, and equal ones once", () =>
  pages.open(async (page) => {
    const paste = (/** @type {string} */ text) =>
      page.evaluate((pasted) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", pasted);
        document.dispatchEvent(new ClipboardEvent("paste", { clipboardData }));
      }, text);
    await paste("!".repeat(81));
    await page.locator("#message", { hasText: /neither a digit nor an empty cell.* \d+ times/ }).waitFor();
    assert.ok((await page.locator("#message p").count()) <= 3);
    await paste(`${SMALL}\n1...............\n`);
    await page.locator("#message", { hasText: "These are several puzzles." }).waitFor();
    const text = (await page.locator("#message").textContent()) ?? "";
    assert.ok(!/batch|curl|body|JSON/.test(text), text);
  }));

test("theme is chosen, and stays", () =>
  pages.open(async (page) => {
    const colour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await colour();
    await page.click("#open-settings");
    await page.selectOption("#theme", "dark");
    await page.keyboard.press("Escape");
    const dark = await colour();
    assert.notEqual(dark, light);
    await assertAccessible(page);
    await page.reload();
    assert.equal(await colour(), dark);
  }));

test("page works without a connection after the first visit (smoke)", () =>
  pages.open(async (page) => {
    await message(page, /^Puzzle of /);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    // The first visit is before the worker; from now on it keeps the puzzle of the day.
    await page.goto("about:blank");
    await page.goto(pages.service.url);
    await message(page, /^Puzzle of /);
    await page.waitForFunction(async () => (await (await caches.open("quadrille-puzzles")).keys()).length > 0);
    const puzzle = await digits(page);
    await page.goto("about:blank");
    await page.context().setOffline(true);
    await page.goto(pages.service.url);
    await message(page, /^Puzzle of /);
    assert.equal(await digits(page), puzzle);
    await page.click("#hint");
    await message(page, "No connection to the service");
    await page.evaluate(() => localStorage.clear());
    await page.context().setOffline(false);
  }, { path: "", serviceWorkers: "allow" }));

test("without the service, a puzzle of the page is played", () =>
  pages.open(async (page) => {
    await page.route("**/generate?*", (route) => route.abort());
    await page.goto("about:blank");
    await page.goto(pages.service.url);
    await message(page, "No puzzle of today without the service");
    assert.equal((await digits(page)).length, 81);
  }));

test("manifest and icons make the page installable", () =>
  pages.open(async (page) => {
    const session = await page.context().newCDPSession(page);
    const { errors, url } = await session.send("Page.getAppManifest");
    assert.deepEqual(errors, []);
    const manifest = await (await fetch(url)).json();
    for (const { src, type } of manifest.icons) {
      const response = await fetch(new URL(src, url));
      assert.equal(response.headers.get("content-type"), type);
    }
  }));

test("other views have no part of the game", () =>
  pages.open(async (page) => {
    for (const [name, id] of /** @type {const} */ ([["cover", "cover-text"], ["job", "job-form"]])) {
      await page.click(`nav a[data-opens=${name}]`);
      await page.locator(`#${id}`).waitFor();
      for (const hidden of ["grid", "pad", "tools", "undo", "share", "hint"]) {
        assert.equal(await page.locator(`#${hidden}`).isVisible(), false, `${name} ${hidden}`);
      }
      await assertAccessible(page);
    }
    await turnTo(page, "play");
    assert.equal(await digits(page), SMALL);
    await makeNew(page, "easy");
    await message(page, "New puzzle: easy");
  }));
