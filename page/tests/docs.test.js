/** The documentation at `/docs`, in a browser. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessibleInBothSchemes, turnScheme } from "./checks.js";
import { TestPages } from "./service.js";

const pages = new TestPages("docs/");

/** Rules that the structure of Swagger UI breaks: its own elements, which a style sheet cannot mend. */
const FOREIGN = ["heading-order", "nested-interactive", "select-name"];

test("documentation begins with solve, is accessible in light and dark, and leads back", () =>
  pages.open(async (page) => {
    await page.locator(".opblock").first().waitFor();
    assert.match(await page.title(), /^Quadrille/);
    assert.equal(await page.locator(".topbar").count(), 0);
    const first = page.locator(".opblock").first();
    assert.equal(await first.locator(".opblock-summary-path").getAttribute("data-path"), "/solve");
    const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    assert.equal(await scheme(), "light");
    await assertAccessibleInBothSchemes(page, { rules: Object.fromEntries(FOREIGN.map((rule) => [rule, { enabled: false }])) });
    await turnScheme(page, "dark");
    assert.equal(await scheme(), "dark");
    await page.getByRole("link", { name: "Back to Quadrille" }).click();
    await page.locator("#grid td").first().waitFor();
  }));
