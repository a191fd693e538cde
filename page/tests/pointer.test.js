/** Pointer and touch on the page at `/`, in a browser. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, assertAccessible, cell, label, message, turnTo } from "./checks.js";
import { TestPages } from "./service.js";

/** @typedef {import("playwright-core").Page} Page */

const SMALL = "1.....3..4.....2";
const EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

const pages = new TestPages(`#puzzle=${SMALL}&mode=play`);

/** Phones, upright and on their side. */
const phones = [PHONE, { ...PHONE, viewport: { width: 844, height: 390 }, colorScheme: /** @type {const} */ ("dark") }];

/**
 * Returns the indices of the selected cells.
 * @param {Page} page
 */
function selected(page) {
  return page.locator("#grid td.selected").evaluateAll((cells) => {
    const all = [...document.querySelectorAll("#grid td")];
    return cells.map((each) => all.indexOf(each));
  });
}

/**
 * Returns the centre of a cell.
 * @param {Page} page
 * @param {number} index
 */
async function centre(page, index) {
  const box = await cell(page, index).boundingBox();
  if (box === null) throw new Error(`cell ${index} is not shown`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * Moves the mouse to a cell.
 * @param {Page} page
 * @param {number} index
 */
async function moveTo(page, index) {
  const { x, y } = await centre(page, index);
  await page.mouse.move(x, y);
}

/**
 * Returns a function that sends touch events of a finger, as the browser makes them.
 * @param {Page} page
 */
async function fingerOf(page) {
  const session = await page.context().newCDPSession(page);
  return (
    /** @type {"touchStart" | "touchMove" | "touchEnd"} */ type,
    /** @type {{ x: number, y: number } | undefined} */ point = undefined,
  ) => session.send("Input.dispatchTouchEvent", { type, touchPoints: point === undefined ? [] : [point] });
}

test("drag, Ctrl, Shift and double click select several cells (smoke)", () =>
  pages.open(async (page) => {
    await moveTo(page, 1);
    await page.mouse.down();
    for (const index of [2, 3, 7]) await moveTo(page, index);
    await page.mouse.up();
    await moveTo(page, 11);
    assert.deepEqual(await selected(page), [1, 2, 3, 7]);
    await cell(page, 2).click({ modifiers: ["Control"] });
    await cell(page, 8).click({ modifiers: ["Shift"] });
    assert.deepEqual(await selected(page), [1, 3, 7, 8]);
    await page.keyboard.press("Control+Digit2");
    assert.equal(await label(page, 8), "row 3, column 1: empty, candidates 2");
    await cell(page, 12).click();
    await page.keyboard.press("3");
    await cell(page, 12).dblclick();
    assert.deepEqual(await selected(page), [6, 12]);
  }));

test("row, column, box and equal digits are tinted, and settings turn it off", () =>
  pages.open(async (page) => {
    await cell(page, 6).click();
    assert.equal(await page.locator("#grid td.peer").count(), 7);
    await cell(page, 12).click();
    await page.keyboard.press("3");
    assert.equal(await page.locator("#grid td.equal").count(), 2);
    await page.click("#open-settings");
    for (const name of ["houses", "equals"]) await page.click(`#switches input[name=${name}]`);
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("#grid td.peer, #grid td.equal").count(), 0);
    await page.reload();
    assert.equal(await page.locator("#grid td.peer, #grid td.equal").count(), 0);
  }));

test("keys of the pad count the cells that lack their digit", () =>
  pages.open(async (page) => {
    const key = page.locator('#pad button[value="3"]');
    assert.equal(await key.getAttribute("aria-label"), "3, 3 left");
    await key.click();
    assert.equal(await key.getAttribute("aria-label"), "3, 2 left");
    for (const index of [8, 15]) {
      await cell(page, index).click();
      await key.click();
    }
    await cell(page, 12).click();
    await key.click();
    await page.locator('#pad button[value="3"].done').waitFor();
  }));

test("grid, pad and message fit on the screen of a phone, and keys are large enough", async () => {
  for (const phone of phones) {
    await pages.open(async (page) => {
      const { width, height } = phone.viewport;
      await page.locator("#hint").tap();
      await message(page, "Look at ");
      for (const id of ["grid", "tools", "pad", "undo", "hint", "message"]) {
        const box = await page.locator(`#${id}`).boundingBox();
        assert.ok(box !== null && box.x >= 0 && box.x + box.width <= width, `${id} ${JSON.stringify(box)}`);
        assert.ok(box.y >= 0 && box.y + Math.min(box.height, 60) <= height, `${id} ${JSON.stringify(box)}`);
      }
      const grid = await page.locator("#grid").boundingBox();
      assert.ok(grid !== null && grid.y + grid.height <= height && grid.height >= Math.min(width, height) - 30, JSON.stringify(grid));
      const buttons = await page.locator("#pad button, #tools button:visible, .actions button:visible").evaluateAll((elements) =>
        elements.map((element) => ({ text: element.textContent, box: element.getBoundingClientRect().toJSON() })),
      );
      for (const { text, box } of buttons) assert.ok(box.width >= 44 && box.height >= 44, `${text} ${JSON.stringify(box)}`);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
      await assertAccessible(page);
    }, { ...phone, path: `#puzzle=${EASY}&mode=play` });
  }
});

test("pad of a large grid and all controls stay on a phone on its side", () =>
  pages.open(async (page) => {
    await page.selectOption("#example", "sixteen");
    for (const id of ["pad", "box", "solve"]) {
      const box = await page.locator(`#${id}`).boundingBox();
      assert.ok(box !== null && box.height >= 44 && box.x + box.width <= 844 && box.y + box.height <= 390, `${id} ${JSON.stringify(box)}`);
    }
  }, { ...PHONE, viewport: { width: 844, height: 390 }, path: "#mode=edit" }));

test("grid that is larger than a phone held upright leaves pad and message on the screen", () =>
  pages.open(async (page) => {
    await page.locator("#grid td").nth(624).waitFor({ state: "attached" });
    assert.ok(await page.locator("#scroll-note").isVisible());
    await page.locator("#mistakes").tap();
    for (const id of ["pad", "undo", "message"]) {
      const box = await page.locator(`#${id}`).boundingBox();
      assert.ok(box !== null && box.height >= 44 && box.y + box.height <= 844, `${id} ${JSON.stringify(box)}`);
    }
    await cell(page, 624).tap();
    assert.deepEqual(await selected(page), [624]);
  }, { ...PHONE, path: `#puzzle=${"1".padEnd(625, ".")}&mode=play` }));

test("tablet held upright shows grid, pad and answer", () =>
  pages.open(async (page) => {
    await page.locator("#hint").tap();
    await message(page, "Look at ");
    for (const id of ["grid", "pad", "undo", "message", "next"]) {
      const box = await page.locator(`#${id}`).boundingBox();
      assert.ok(box !== null && box.y + box.height <= 1180, `${id} ${JSON.stringify(box)}`);
    }
    const rows = await page.locator("#pad button").evaluateAll((keys) => keys.map((key) => key.getBoundingClientRect().y));
    assert.equal(new Set(rows).size, 1);
  }, { ...PHONE, viewport: { width: 820, height: 1180 }, path: `#puzzle=${EASY}&mode=play` }));

test("long press on a key writes a centre mark, and on a cell selects it, too (smoke)", () =>
  pages.open(async (page) => {
    await page.clock.install();
    await page.reload();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    const touch = await fingerOf(page);
    const key = await page.locator('#pad button[value="3"]').boundingBox();
    const point = { x: (key?.x ?? 0) + 10, y: (key?.y ?? 0) + 10 };
    await touch("touchStart", point);
    await page.clock.runFor(500);
    await touch("touchEnd");
    assert.equal(await label(page, 1), "row 1, column 2: empty, candidates 3");
    await touch("touchStart", await centre(page, 2));
    await page.clock.runFor(500);
    await touch("touchEnd");
    assert.deepEqual(await selected(page), [1, 2]);
    await touch("touchStart", await centre(page, 4));
    for (const index of [5, 8]) await touch("touchMove", await centre(page, index));
    await touch("touchEnd");
    assert.deepEqual(await selected(page), [4, 5, 8]);
  }, PHONE));

test("grid that is wider than the screen says so", () =>
  pages.open(async (page) => {
    await turnTo(page, "edit");
    await page.selectOption("#example", "twenty-five");
    await page.locator("#scroll-note").waitFor();
    await page.locator("#board.more-right").waitFor();
    await page.locator("#board").evaluate((board) => board.scrollTo(1000, 0));
    await page.locator("#board.more-left:not(.more-right)").waitFor();
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
    await page.selectOption("#example", "easy");
    await page.locator("#scroll-note").waitFor({ state: "hidden" });
  }, PHONE));

test("desk shows grid, pad, undo and answer without scrolling", () =>
  pages.open(async (page) => {
    for (const id of ["grid", "pad", "undo", "hint", "message", "share"]) {
      const box = await page.locator(`#${id}`).boundingBox();
      assert.ok(box !== null && box.y + box.height <= 800, `${id} ${JSON.stringify(box)}`);
    }
    const place = async () => Object.values((await page.locator("#grid").boundingBox()) ?? {}).map(Math.round);
    const before = await place();
    await page.evaluate(() => {
      location.hash = "#difficulty=easy&seed=123456789012345";
    });
    await message(page, "New puzzle: easy");
    assert.deepEqual(await place(), before);
  }, { viewport: { width: 1280, height: 800 } }));
