/** Writes the examples of README.md to test/examples, where the tests compile and run them. */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";

rmSync("test/examples", { recursive: true, force: true });
mkdirSync("test/examples");
for (const [index, match] of [...readFileSync("README.md", "utf8").matchAll(/^```ts\n(.*?)^```/gms)].entries()) {
  const code = match[1].replaceAll('"http://localhost:8080"', 'process.env["QUADRILLE_URL"]!');
  writeFileSync(`test/examples/readme_${index}.ts`, code);
}
