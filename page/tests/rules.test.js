/** Puzzles with constraints and regions on the page at `/`, in a browser. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, assertAccessibleInBothSchemes, cell, digits, message, turnTo } from "./checks.js";
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
    assert.deepEqual(names, ["redundant", "prove"]);
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

test("a killer is played: check finds a wrong entry, then the solution (smoke)", () =>
  pages.open(async (page) => {
    await openKiller(page);
    await turnTo(page, "play");
    for (const name of ["hint", "path"]) assert.ok(await page.locator(`#${name}`).isDisabled(), name);
    assert.match((await page.textContent("#rules-help")) ?? "", /^Hints, steps and ratings/);
    await enter(page, 1, "4");
    await page.keyboard.press("?");
    await message(page, "No hint");
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
