/** Draws docs/page.png: `npm run screenshot`. It shows a hint with links for a new puzzle. */

import { Service, startBrowser } from "./service.js";

const service = await Service.start();
const browser = await startBrowser();
try {
  const page = await browser.newPage({ viewport: { width: 1120, height: 760 } });
  page.setDefaultTimeout(120_000);
  await page.goto(`${service.url}#difficulty=expert&symmetry=rotate180&seed=1`);
  await page.locator("#message .title", { hasText: "New puzzle" }).waitFor();
  while ((await page.locator("#links path").count()) === 0) {
    const apply = page.locator("#next button[value=apply]");
    if (await apply.isVisible()) await apply.click();
    await page.click("#hint");
    await page.click("#next button[value=hintAll]");
    await apply.waitFor();
  }
  await page.screenshot({ path: new URL("../../docs/page.png", import.meta.url).pathname });
} finally {
  await browser.close();
  await service.stop();
}
