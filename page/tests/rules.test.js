/** Puzzles with constraints and regions on the page at `/`, in a browser. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { textOfObject } from "../assets/address-text.js";
import { PHONE, assertAccessible, assertAccessibleInBothSchemes, cell, digits, message, turnTo } from "./checks.js";
import { TestPages } from "./service.js";

/** @typedef {import("playwright-core").Page} Page */

/** A 4x4 with one solution, and that solution. */
const KILLER = {
  puzzle: "1...............",
  constraints: [
    { type: "cage", cells: ["r1c2", "r1c3"], sum: 5 },
    { type: "cage", cells: ["r2c4", "r3c4"], sum: 5 },
    { type: "thermometer", cells: ["r3c2", "r3c1", "r4c2", "r4c1"] },
  ],
};
const SOLUTION = "1234341221434321";

/** A 4x4 whose first region lacks the 4 in r3c1. */
const JIGSAW = { puzzle: "12343...........", regions: ["1122", "1322", "1334", "3444"] };

/** Clues on all four sides of a 9x9, in the order of the picture: from above to below. A black dot is before them. */
const OUTSIDE = {
  puzzle: ".".repeat(81),
  constraints: [
    { type: "skyscraper", line: "c2", from: "top", count: 4 },
    { type: "sandwich", line: "r3", sum: 35 },
    { type: "numbered_room", line: "r3", from: "right", digit: 7 },
    { type: "x_sum", line: "r9", from: "left", sum: 15 },
    { type: "hidden_skyscraper", line: "c9", from: "bottom", digit: 3 },
    { type: "ratio", cells: ["r5c5", "r5c6"], value: 2 },
  ],
};
const OUTSIDE_TEXTS = ["4", "35", "7", "15", "3"];

/** The clues beside the grid. Signs between cells are bold. */
const CLUES = "#drawing .above > text:not([font-weight])";

const pages = new TestPages("#mode=edit");

/**
 * Pastes a text into the dialog.
 * @param {Page} page
 * @param {unknown} value
 */
async function paste(page, value) {
  await page.click("#paste");
  await page.fill("#paste-text", JSON.stringify(value));
  await page.click("#paste-dialog button[value=use]");
}

/**
 * Pastes the killer and waits for its picture.
 * @param {Page} page
 */
async function openKiller(page) {
  await paste(page, KILLER);
  await message(page, "Puzzle loaded");
  await page.locator("#drawing path").first().waitFor({ state: "attached" });
}

/**
 * Returns the types of constraints, as the service lists them.
 * @param {Page} page
 * @returns {Promise<{ name: string, distinct: boolean, example: Record<string, unknown> }[]>}
 */
async function typesOf(page) {
  return (await (await page.request.get(`${pages.service.url}constraints`)).json()).constraints;
}

/**
 * Types a digit into a cell.
 * @param {Page} page
 * @param {number} index
 * @param {string | undefined} digit
 */
async function enter(page, index, digit = "") {
  await cell(page, index).click();
  await page.keyboard.press(digit);
}

test("pasted constraints are drawn, sent and kept in the address (smoke)", () =>
  pages.open(async (page) => {
    await openKiller(page);
    assert.equal(await page.locator("#drawing").innerText(), "5\n5");
    assert.equal(await page.locator("#drawing circle").count(), 1);
    // The page draws digits, lines and ground itself.
    assert.equal(await page.locator("#drawing rect, #drawing path[stroke-width='3']").count(), 0);
    assert.match((await page.textContent("#rules-text")) ?? "", /cage \(2\), thermometer \(1\)/);
    assert.equal(await page.locator("#rules-list li").first().textContent(), "Cage: cells r1c2, r1c3; sum 5");
    await page.click("#check");
    await message(page, "exactly one solution");
    const names = await page.locator("#next button").evaluateAll((buttons) => buttons.map((button) => button.getAttribute("value")));
    assert.deepEqual(names, ["rate", "path", "redundant", "prove"]);
    assert.match((await page.textContent("#code")) ?? "", /"constraints":\[\{"type":"cage"/);
    await page.reload();
    await page.locator("#drawing circle").waitFor({ state: "attached" });
    await page.click("#solve");
    await message(page, "Solved");
    assert.equal(await digits(page), SOLUTION);
    await assertAccessibleInBothSchemes(page);
  }));

test("the picture covers the grid", () =>
  pages.open(async (page) => {
    await openKiller(page);
    const [grid, bulb, first] = await Promise.all(
      [page.locator("#grid"), page.locator("#drawing circle"), cell(page, 9)].map((part) => part.boundingBox()),
    );
    const middle = (/** @type {typeof grid} */ box) => [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
    const apart = Math.hypot(...middle(bulb).map((place, axis) => place - (middle(first)[axis] ?? 0)));
    assert.ok(apart < (grid?.width ?? 0) / 50, `${apart} of ${grid?.width}`);
  }));

/**
 * Pastes a puzzle with clues beside the grid, and waits for its picture.
 * @param {Page} page
 */
async function openOutside(page) {
  await paste(page, OUTSIDE);
  await page.locator(CLUES).nth(4).waitFor({ state: "attached" });
}

/**
 * Fails unless each clue beside the grid is inside of the frame, outside of the grid, and in the row or column of its end.
 * @param {Page} page
 */
async function assertBesideGrid(page) {
  assert.deepEqual(await page.locator(CLUES).allTextContents(), OUTSIDE_TEXTS);
  const boxesOf = (/** @type {string} */ selector) =>
    page.locator(selector).evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().toJSON()));
  const [[frame], [grid], clues, cells] = [await boxesOf("#board"), await boxesOf("#grid"), await boxesOf(CLUES), await boxesOf("#grid td")];
  const isInside = (/** @type {number} */ place, /** @type {number} */ start, /** @type {number} */ end) => start <= place && place <= end;
  for (const [index, [end, isRow]] of /** @type {const} */ ([[1, false], [18, true], [26, true], [72, true], [80, false]]).entries()) {
    const [clue, at] = [clues[index], cells[end]];
    const text = `${index}: ${JSON.stringify({ clue, frame, grid })}`;
    assert.ok(isInside(clue.left, frame.left, clue.right) && isInside(clue.right, clue.left, frame.right), text);
    assert.ok(isInside(clue.top, frame.top, clue.bottom) && isInside(clue.bottom, clue.top, frame.bottom), text);
    const [x, y] = [(clue.left + clue.right) / 2, (clue.top + clue.bottom) / 2];
    if (isRow) assert.ok((clue.right <= grid.left || grid.right <= clue.left) && isInside(y, at.top, at.bottom), text);
    else assert.ok((clue.bottom <= grid.top || grid.bottom <= clue.top) && isInside(x, at.left, at.right), text);
  }
}

/** @param {Page} page */
function selected(page) {
  return page.locator("#grid td").evaluateAll((cells) => cells.flatMap((td, index) => (td.classList.contains("selected") ? [index] : [])));
}

test("clues outside have room beside the grid, and pointer and keys reach the cells (smoke)", () =>
  pages.open(async (page) => {
    const width = async () => (await page.locator("#grid").boundingBox())?.width ?? 0;
    const full = await width();
    await openOutside(page);
    await assertBesideGrid(page);
    await cell(page, 0).click({ position: { x: 3, y: 3 } });
    assert.deepEqual(await selected(page), [0]);
    const grid = await page.locator("#grid").boundingBox();
    // The room beside a row selects nothing.
    await page.mouse.click((grid?.x ?? 0) - 8, (grid?.y ?? 0) + (grid?.height ?? 0) / 2);
    assert.deepEqual(await selected(page), [0]);
    await page.mouse.click((grid?.x ?? 0) + (grid?.width ?? 0) - 4, (grid?.y ?? 0) + (grid?.height ?? 0) - 4);
    assert.deepEqual(await selected(page), [80]);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("5");
    assert.equal((await digits(page)).indexOf("5"), 71);
    await assertAccessibleInBothSchemes(page);
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      await page.emulateMedia({ colorScheme });
      const colours = await page.locator(CLUES).evaluateAll((clues) => clues.map((clue) => getComputedStyle(clue).fill));
      // In the dark, a filter inverts it.
      assert.deepEqual(new Set(colours), new Set(["rgb(20, 23, 28)"]), colorScheme);
    }
    await page.emulateMedia({ media: "print" });
    await assertBesideGrid(page);
    await page.emulateMedia({ media: "screen" });
    await page.click("#remove-rules");
    assert.equal(await width(), full);
  }));

test("clues outside fit on a phone, upright and on its side", async () => {
  for (const viewport of [PHONE.viewport, { width: 320, height: 640 }, { width: 844, height: 390 }]) {
    await pages.open(async (page) => {
      await openOutside(page);
      await assertBesideGrid(page);
      const frame = await page.locator("#board").boundingBox();
      assert.ok(frame !== null && frame.x >= 0 && frame.x + frame.width <= viewport.width, JSON.stringify(frame));
      assert.equal(await page.locator("#board.scrolls").count(), 0);
      for (const id of viewport.height < 700 && viewport.width < 700 ? ["pad"] : ["pad", "message"]) {
        const box = await page.locator(`#${id}`).boundingBox();
        assert.ok(box !== null && box.x + box.width <= viewport.width && box.y + Math.min(box.height, 60) <= viewport.height, `${id} ${JSON.stringify(box)}`);
      }
      await cell(page, 72).tap();
      assert.deepEqual(await selected(page), [72]);
    }, { ...PHONE, viewport });
  }
});

test("links of a step are over the cells of a grid with room beside it", () =>
  pages.open(async (page) => {
    await openOutside(page);
    const [grid, links] = await Promise.all(["#grid", "#links"].map((name) => page.locator(name).boundingBox()));
    for (const side of /** @type {const} */ (["x", "y", "width", "height"])) {
      assert.ok(Math.abs((grid?.[side] ?? 0) - (links?.[side] ?? 99)) <= 2, JSON.stringify({ grid, links }));
    }
  }));

test("a killer is played: check finds a wrong entry, then the solution (smoke)", () =>
  pages.open(async (page) => {
    await openKiller(page);
    await turnTo(page, "play");
    for (const name of ["hint", "path"]) assert.ok(await page.locator(`#${name}`).isEnabled(), name);
    await page.keyboard.press("?");
    await message(page, "Look at");
    await enter(page, 1, "4");
    await page.click("#mistakes");
    await message(page, "There is a mistake");
    assert.equal(await page.locator("#grid td.wrong").count(), 1);
    // A digit twice in a cage that crosses boxes is marked at once.
    await enter(page, 2, "4");
    assert.equal(await page.locator("#grid td.clash").count(), 2);
    await page.click("#undo");
    await page.click("#undo");
    for (const [index, digit] of Array.from(SOLUTION).entries()) if (index > 0) await enter(page, index, digit);
    await message(page, "The grid is full");
    assert.ok(!(await page.locator("body.solved").count()));
    await page.click("#next button[value=mistakes]");
    await message(page, "Solved");
    assert.equal(await page.locator("body.solved").count(), 1);
    await assertAccessible(page);
  }));

test("undo and a reload keep the rules, and a button removes them", () =>
  pages.open(async (page) => {
    await openKiller(page);
    await turnTo(page, "play");
    await enter(page, 1, "2");
    await page.reload();
    await page.locator("#drawing circle").waitFor({ state: "attached" });
    assert.equal(await digits(page), "12..............");
    await turnTo(page, "edit");
    assert.ok(await page.locator("#size").isDisabled());
    assert.match((await page.textContent("#rules-help")) ?? "", /^You change the digits here; the rules stay/);
    await page.click("#clear");
    assert.equal(await digits(page), "................");
    assert.equal(await page.locator("#drawing circle").count(), 1);
    await page.click("#remove-rules");
    assert.ok(await page.locator("#rules").isHidden());
    assert.equal(await page.locator("#drawing *").count(), 0);
    assert.doesNotMatch(page.url(), /variant/);
    assert.ok(await page.locator("#size").isEnabled());
    await page.click("#undo");
    await page.locator("#drawing circle").waitFor({ state: "attached" });
    await page.selectOption("#example", "easy");
    assert.ok(await page.locator("#rules").isHidden());
  }));

test("regions are borders and houses, and have hints (smoke)", () =>
  pages.open(async (page) => {
    await paste(page, JIGSAW);
    await message(page, "Puzzle loaded");
    const edges = await page.locator("#grid td").evaluateAll((cells) => cells.map((td) => td.getAttribute("data-edges")));
    assert.deepEqual(edges.slice(0, 8), ["top left", "top", "top left", "top", "left", "top left", "left", ""]);
    assert.equal(await page.textContent("#rules-text"), "Each region with thick lines has every digit once.");
    await turnTo(page, "play");
    await page.click("#hint");
    await message(page, "Look at region 1");
    assert.deepEqual(
      await page.locator("#grid td").evaluateAll((cells) => cells.flatMap((td, index) => (td.classList.contains("house") ? [index] : []))),
      [0, 1, 4, 8],
    );
    await enter(page, 8, "3");
    assert.equal(await page.locator("#grid td.clash").count(), 2);
  }));

test("faults of constraints are told, and contradicting ones named", () =>
  pages.open(async (page) => {
    await paste(page, { puzzle: KILLER.puzzle, constraints: [{ type: "cage", cells: ["r1c1", "r9c9"] }] });
    await message(page, "This did not work");
    assert.match((await page.textContent("#message")) ?? "", /r1c1 to r4c4.*\(\/constraints\/0\/cells\/1\)/);
    assert.equal(await page.locator("#grid td").count(), 81);
    const [one, other] = [{ type: "cage", cells: ["r1c3", "r1c4"], sum: 3 }, { type: "even", cells: ["r1c3", "r1c4"] }];
    await paste(page, { puzzle: ".".repeat(16), constraints: [one, other] });
    await message(page, "Puzzle loaded");
    await page.click("#solve");
    await message(page, "no solution");
    await page.click("#next button[value=contradiction]");
    await message(page, "2 constraints contradict each other");
    assert.equal(await page.locator("#grid td.contradicting").count(), 2);
  }));

test("a link with constraints or regions is played like pasted JSON", () =>
  pages.open(async (page) => {
    const response = await page.request.post(`${pages.service.url}convert?to=fpuzzles`, { data: { ...KILLER, regions: JIGSAW.regions } });
    const { puzzle } = await response.json();
    await page.click("#paste");
    await page.fill("#paste-text", puzzle);
    await page.click("#paste-dialog button[value=use]");
    await message(page, "Puzzle loaded");
    assert.equal(await digits(page), KILLER.puzzle);
    await page.locator("#drawing circle").waitFor({ state: "attached" });
    assert.equal(await page.locator("#drawing").innerText(), "5\n5");
    const edges = await page.locator("#grid td").evaluateAll((cells) => cells.map((td) => td.getAttribute("data-edges")));
    assert.deepEqual(edges.slice(4, 8), ["left", "top left", "left", ""]);
  }));

for (const [locale, names] of /** @type {const} */ ([["en", "English"], ["de", "German"]])) {
  test(`all types of constraints are drawn and listed: ${names}`, () =>
    pages.open(async (page) => {
      const types = await typesOf(page);
      await paste(page, { puzzle: OUTSIDE.puzzle, constraints: types.map(({ example }) => example) });
      await page.locator(CLUES).first().waitFor({ state: "attached" });
      const texts = await page.locator("#rules-list li").allTextContents();
      assert.equal(texts.length, types.length);
      for (const [index, { name, example }] of types.entries()) {
        const text = texts[index] ?? "";
        const english = name.replaceAll("_", " ").replace(/^./, (letter) => letter.toUpperCase());
        if (locale === "en") assert.ok(text.startsWith(english), text);
        // German nouns have capitals.
        else assert.match(text, /^\p{Lu}/u, name);
        const words = locale === "en" ? [] : Object.keys(example).filter((member) => member !== "type");
        for (const word of words) assert.doesNotMatch(text, new RegExp(`[:;] ${word} `), text);
      }
    }, { locale }));
}

test("a link with clues outside lists them in words, and in German on a German page", async () => {
  const indexer = { type: "indexer", axis: "column", cells: ["r1c1", "r2c1"] };
  const alternatives = { type: "or", any: [[{ type: "even", cells: ["r1c1"] }, { type: "anti_king" }], [{ type: "odd", cells: ["r2c2"] }]] };
  const variant = textOfObject({ constraints: [...OUTSIDE.constraints, indexer, alternatives] });
  const listed = {
    en: [
      "Skyscraper: line c2; from top; count 4",
      "Indexer: axis column; cells r1c1, r2c1",
      "Or: any (Even: cells r1c1) + (Anti king) / (Odd: cells r2c2)",
    ],
    de: [
      "Wolkenkratzer: Reihe c2; von oben; Anzahl 4",
      "Platzanzeiger: Achse Spalte; Zellen r1c1, r2c1",
      "Oder: eines von (Gerade: Zellen r1c1) + (Königsabstand) / (Ungerade: Zellen r2c2)",
    ],
  };
  for (const [locale, texts] of Object.entries(listed)) {
    await pages.open(async (page) => {
      await page.locator(CLUES).nth(4).waitFor({ state: "attached" });
      const items = await page.locator("#rules-list li").allTextContents();
      assert.deepEqual([items[0], ...items.slice(-2)], texts);
    }, { locale, path: `#puzzle=${OUTSIDE.puzzle}&variant=${variant}&mode=play` });
  }
});

test("links with each type that f-puzzles has are opened", () =>
  pages.open(async (page) => {
    const types = await typesOf(page);
    const data = { puzzle: OUTSIDE.puzzle, constraints: types.map(({ example }) => example) };
    const refusal = await page.request.post(`${pages.service.url}convert?to=fpuzzles`, { data });
    const [, unwritten = ""] = /these types: ([\w, ]+)/.exec((await refusal.json()).detail) ?? [];
    const constraints = types.filter(({ name }) => !unwritten.split(", ").includes(name)).map(({ example }) => example);
    const response = await page.request.post(`${pages.service.url}convert?to=fpuzzles`, { data: { ...data, constraints } });
    await page.click("#paste");
    await page.fill("#paste-text", (await response.json()).puzzle);
    await page.click("#paste-dialog button[value=use]");
    await message(page, "Puzzle loaded");
    await page.locator(CLUES).first().waitFor({ state: "attached" });
    const texts = await page.locator("#rules-list li").allTextContents();
    for (const name of ["Sandwich", "Skyscraper", "X sum", "Renban", "Little killer", "Quadruple", "Nabner", "Indexer", "Zipper"]) {
      assert.ok(texts.some((text) => text.startsWith(`${name}: `)), `${name}: ${texts.join("\n")}`);
    }
  }));

test("equal digits are marked in each type whose cells have no digit twice", () =>
  pages.open(async (page) => {
    const types = (await typesOf(page)).filter(({ distinct }) => distinct);
    // A digit for each type, in the first row and, outside of its column and box, in the fifth.
    const rows = [1, 5].map((row) => types.map((_, index) => ({ column: row === 1 ? index : (index + 4) % 9, digit: index + 1 })));
    const lines = rows.map((row) => Array.from({ length: 9 }, (_, column) => row.find((cell) => cell.column === column)?.digit ?? ".").join(""));
    const [first = "", fifth = ""] = lines;
    const puzzle = [first, ".".repeat(27), fifth, ".".repeat(36)].join("");
    const constraints = types.map(({ name, example }, index) => {
      const empty = ["r3c1", "r3c2", "r3c3", "r7c4", "r7c5", "r7c6", "r8c7"];
      const cells = [`r1c${index + 1}`, `r5c${((index + 4) % 9) + 1}`, ...(name === "extra_region" ? empty : [])];
      return { ...example, cells };
    });
    await paste(page, { puzzle, constraints });
    await message(page, "Puzzle loaded");
    await page.locator("#grid td.clash").nth(2 * types.length - 1).waitFor();
    assert.equal(await page.locator("#grid td.clash").count(), 2 * types.length);
    await page.click("#remove-rules");
    assert.equal(await page.locator("#grid td.clash").count(), 0);
  }));

test("a link with a constraint that the service does not know is refused with its name", () =>
  pages.open(async (page) => {
    const object = { size: 9, grid: Array.from({ length: 9 }, () => Array.from({ length: 9 }, () => ({}))), chaosline: [{ lines: [["R1C2", "R2C3"]] }] };
    await page.click("#paste");
    await page.fill("#paste-text", JSON.stringify(object));
    await page.click("#paste-dialog button[value=use]");
    await message(page, "This did not work");
    assert.match((await page.textContent("#message")) ?? "", /chaosline/i);
  }));

test("the killer among the examples has one solution", () =>
  pages.open(async (page) => {
    await page.selectOption("#example", "killer");
    await page.click("#check");
    await message(page, "exactly one solution");
  }));

/** Two 4x4 grids that share a box, with one solution, and that solution. */
const PAIR = {
  puzzle: ["1.4.  ", ".4..  ", "..1.2.", "......", "  .2.3", "  ...."],
  grids: [{ row: 1, column: 1 }, { row: 3, column: 3 }],
};

test("several grids are drawn with gaps, written in, and kept in the address", () =>
  pages.open(async (page) => {
    await paste(page, PAIR);
    await message(page, "Puzzle loaded");
    assert.equal(await page.locator("#grid td").count(), 36);
    assert.equal(await page.locator("#grid td[data-gap]").count(), 8);
    assert.equal(await page.locator("#pad button").count(), 5);
    await page.reload();
    assert.equal(await page.locator("#grid td[data-gap]").count(), 8);
    // An arrow does not lead into a gap, and nothing is written into one.
    await cell(page, 3).click();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("2");
    assert.equal(await cell(page, 4).textContent(), "");
    await page.keyboard.press("Control+z");
    await page.click("#check");
    await message(page, "exactly one solution");
    await page.click("#solve");
    await message(page, "Solved");
    assert.equal((await digits(page)).replaceAll(".", "").length, 28);
    await assertAccessible(page);
  }));
