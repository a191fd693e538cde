/** The texts of the page at `/`: all of them are in the file of a language, such as `texts-en.js`. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { message, turnTo } from "./checks.js";
import { TestPages } from "./service.js";

/** @typedef {import("playwright-core").Page} Page */

const ASSETS = new URL("../assets/", import.meta.url);

/** Names and words of code, the same in each language. */
const NAMES = /^(Quadrille( [\w.+-]+)?|OpenAPI|curl|fetch)$/;

const pages = new TestPages("#mode=edit");

/** Returns a module in place of `texts-en.js` that puts brackets around each text. */
async function markedTexts() {
  const names = Object.keys(await import(new URL("texts-en.js", ASSETS).href));
  return `
    import * as texts from "./unmarked-texts.js";
    function marked(value) {
      if (typeof value === "string") return value === "" ? "" : "[" + value + "]";
      if (typeof value === "function") return (...inputs) => marked(value(...inputs));
      if (Array.isArray(value)) return value.map(marked);
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, marked(member)]));
    }
    ${names.map((name) => `export const ${name} = marked(texts.${name});`).join("\n")}
  `;
}

/**
 * Puts brackets around the texts of hints, which the service writes.
 * @param {import("playwright-core").Route} route
 */
async function markHint(route) {
  const response = await route.fetch();
  const answer = await response.json();
  const { name, text } = answer.step;
  const step = { ...answer.step, ...(name && { name: `[${name}]` }), ...(text && { text: `[${text}]` }) };
  await route.fulfill({ response, json: { ...answer, step } });
}

/**
 * Returns the texts and labels of the page that have a word outside of brackets.
 * @param {Page} page
 */
async function unmarked(page) {
  const texts = await page.evaluate(() => {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node.parentElement?.closest("script, noscript, #code") === null) found.push(node.nodeValue ?? "");
    }
    for (const name of ["aria-label", "title", "placeholder", "alt"]) {
      for (const element of document.body.querySelectorAll(`[${name}]`)) found.push(element.getAttribute(name) ?? "");
    }
    return found;
  });
  return texts.map((text) => text.trim()).filter((text) => /\p{L}{2}/u.test(text.replaceAll(/\[.*\]/gs, "")) && !NAMES.test(text));
}

test("each view shows texts of the file of its language alone (smoke)", () =>
  pages.open(async (page) => {
    const module = await markedTexts();
    await page.route("**/hint", markHint);
    await page.route("**/page/texts-en.js", (route) => route.fulfill({ contentType: "text/javascript", body: module }));
    await page.route("**/page/unmarked-texts.js", async (route) =>
      route.fulfill({ response: await route.fetch({ url: `${pages.service.url}page/texts-en.js` }) }),
    );
    await page.reload();
    await message(page, "[Type a puzzle");
    assert.deepEqual(await unmarked(page), []);
    await page.selectOption("#example", "multiple");
    await page.click("#check");
    await message(page, "several solutions");
    assert.deepEqual(await unmarked(page), []);
    await page.selectOption("#example", "easy");
    await turnTo(page, "play");
    for (const title of ["Look at ", "Single", "Single", "Done"]) {
      await page.click("#hint");
      await message(page, title);
      assert.deepEqual(await unmarked(page), []);
    }
    await page.click("nav a[data-opens=cover]");
    await page.click("#solve");
    await message(page, "Solved");
    assert.deepEqual(await unmarked(page), []);
    await page.click("nav a[data-opens=job]");
    for (const kind of await page.locator("#job-kind option").evaluateAll((options) => options.map((option) => option.getAttribute("value") ?? ""))) {
      await page.selectOption("#job-kind", kind);
      assert.deepEqual(await unmarked(page), [], kind);
    }
    await page.selectOption("#job-kind", "generate");
    await page.fill("#job-count", "1");
    await page.click("#job-start");
    await message(page, "Done");
    assert.deepEqual(await unmarked(page), []);
  }));

test("every text of the page has a place, and every place a text (smoke)", async () => {
  const { labels } = await import(new URL("texts-en.js", ASSETS).href);
  const html = await readFile(new URL("index.html", ASSETS), "utf8");
  const names = new Set(Array.from(html.matchAll(/data-(?:text|label)="(\w+)"/g), ([, name = ""]) => name));
  assert.deepEqual([...names].filter((name) => !(name in labels)), []);
  assert.deepEqual(Object.keys(labels).filter((name) => !names.has(name)), []);
  // Texts that show before the modules run.
  for (const [, name = "", text] of html.matchAll(/data-text="(\w+)"[^>]*>([^<]+)</g)) assert.equal(text, labels[name]);
});

/**
 * Describes what a text file exports: kinds and names of values, without the texts.
 * @param {unknown} value
 * @returns {unknown}
 */
function shapeOf(value) {
  if (typeof value === "function") return `function of ${value.length}`;
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]));
}

test("each language has all texts, and none is empty (smoke)", async () => {
  const [english, german] = await Promise.all(["texts-en.js", "texts-de.js"].map((name) => import(new URL(name, ASSETS).href)));
  assert.deepEqual(shapeOf({ ...german }), shapeOf({ ...english }));
  const texts = JSON.stringify({ ...german, cellTexts: { ...german.cellTexts, flaws: {} } });
  assert.ok(!texts.includes('""'), texts);
});

/**
 * Returns the texts of an export with their places; of a function its source, without types and spaces.
 * @param {unknown} value
 * @param {string} [place]
 * @returns {[string, string][]}
 */
function textsOf(value, place = "") {
  if (typeof value === "string") return [[place, value]];
  if (typeof value === "function") return [[place, String(value).replaceAll(/\/\*.*?\*\/|\s/g, "")]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => textsOf(member, `${place}.${name}`));
}

/** Places of texts without words, or with words that both languages have. */
const SAME = [
  ".cellTexts.flaws.", ".exampleTexts.sixteen", ".exampleTexts.twenty-five", ".keyTexts.1.0", ".keyTexts.5.0", ".keyTexts.8.0",
  ".labels.pause", ".languageTexts.de", ".languageTexts.en", ".matrixTexts.option", ".newTexts.origin", ".stepTexts.share",
];

test("each German text is a translation (smoke)", async () => {
  const [english, german] = await Promise.all(["texts-en.js", "texts-de.js"].map((name) => import(new URL(name, ASSETS).href)));
  const translations = new Map(textsOf({ ...german, formats: {} }));
  const same = textsOf({ ...english, formats: {} }).filter(([place, text]) => translations.get(place) === text);
  assert.deepEqual(same.map(([place]) => place).toSorted(), SAME);
});
