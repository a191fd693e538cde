/**
 * Draws the pictures of docs: `npm run screenshot`. They show the start, a game with marks, a hint with links for a new puzzle, a
 * killer, a phone, and dark colours.
 */

import { readFileSync } from "node:fs";
import { textOfObject } from "../assets/address-text.js";
import { Service, startBrowser } from "./service.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").BrowserContextOptions} BrowserContextOptions */

const DESK = { viewport: { width: 1120, height: 720 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const service = await Service.start();
const browser = await startBrowser();

/**
 * Draws a picture of the page.
 * @param {string} name
 * @param {string} hash
 * @param {BrowserContextOptions} options
 * @param {(page: Page) => Promise<void>} [act]
 * @param {string} [message] Text of the page that the picture waits for.
 */
async function draw(name, hash, options, act = async () => {}, message = "one solution") {
  const context = await browser.newContext({ serviceWorkers: "block", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await page.goto(`${service.url}${hash}`);
  await page.locator("#message", { hasText: message }).waitFor();
  await act(page);
  await page.screenshot({ path: new URL(`../../docs/${name}.png`, import.meta.url).pathname });
  await context.close();
}

/**
 * Takes hints until one has links.
 * @param {Page} page
 */
async function findLinks(page) {
  while ((await page.locator("#links path").count()) === 0) {
    const apply = page.locator("#next button[value=apply]");
    if (await apply.isVisible()) await apply.click();
    for (const next of ["Technique?", "Show step", "Do step"]) {
      await page.click("#hint");
      await page.locator("#hint", { hasText: next }).waitFor();
    }
  }
}

/**
 * Types marks, colours and digits.
 * @param {Page} page
 */
async function play(page) {
  const keys = ["Shift+Digit2", "Shift+Digit4", "ArrowRight", "ArrowRight", "Control+Digit2", "Control+Digit5", "Control+Digit6"];
  for (const key of [...keys, "ArrowDown", "Alt+Digit6", "ArrowDown", "Alt+Digit7", "Alt+Digit2"]) await page.keyboard.press(key);
  await page.locator("#grid td").nth(40).click();
}

/** Address of the killer of README.md, with some entries. */
async function killerHash() {
  const text = readFileSync(new URL("../../tests/inputs/g08_killer_forum_letters_and_sums.txt", import.meta.url), "utf8");
  const body = JSON.stringify({ puzzle: text, to: "json" });
  const headers = { "content-type": "application/json" };
  const converted = await (await fetch(`${service.url}convert`, { method: "POST", headers, body })).json();
  const { puzzle, constraints } = JSON.parse(converted.puzzle);
  const variant = textOfObject({ constraints });
  const entries = "67.......12..8........1........5....7...6.....5...............8....3...1......6.7";
  return `#${new URLSearchParams({ puzzle, variant, entries, mode: "play" })}`;
}

try {
  await draw("page", "#difficulty=hard&symmetry=rotate180&seed=1", DESK, findLinks);
  await draw("page-start", "#difficulty=medium&symmetry=rotate180&seed=20261128", DESK);
  await draw("page-play", "#difficulty=hard&symmetry=rotate180&seed=1", DESK, play);
  await draw("page-killer", await killerHash(), DESK, undefined, "Play this puzzle");
  await draw("page-phone", "#difficulty=hard&symmetry=rotate180&seed=1", PHONE, findLinks);
  await draw("page-dark", "#difficulty=hard&symmetry=rotate180&seed=1", { ...DESK, colorScheme: "dark" }, findLinks);
} finally {
  await browser.close();
  await service.stop();
}
