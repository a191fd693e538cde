/** The documentation at `/docs`, in a browser. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible } from "./checks.js";
import { TestPages } from "./service.js";

const pages = new TestPages("docs/");

test("documentation begins with solve, and leads back", () =>
  pages.open(async (page) => {
    await page.locator(".opblock").first().waitFor();
    assert.match(await page.title(), /^Quadrille/);
    assert.equal(await page.locator(".topbar").count(), 0);
    const first = page.locator(".opblock").first();
    assert.equal(await first.locator(".opblock-summary-path").getAttribute("data-path"), "/solve");
    await page.getByRole("link", { name: "Back to Quadrille" }).click();
    await page.locator("#grid td").first().waitFor();
  }));

test("documentation is accessible, light and dark", async () => {
  /** @type {string[]} */
  const colours = [];
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    await pages.open(async (page) => {
      await page.locator(".opblock").first().waitFor();
      colours.push(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme));
      // The structure of Swagger UI.
      await assertAccessible(page, ["heading-order", "nested-interactive", "select-name"]);
    }, { colorScheme });
  }
  assert.deepEqual(colours, ["light", "dark"]);
});
