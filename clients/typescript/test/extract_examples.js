/** Writes the examples of README.md and of the cookbook to test/examples, where the tests compile and run them. */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";

rmSync("test/examples", { recursive: true, force: true });
mkdirSync("test/examples");
for (const [name, file] of [["readme", "README.md"], ["cookbook", "../../docs/cookbook.md"]]) {
  for (const [index, match] of [...readFileSync(file, "utf8").matchAll(/^```ts\n(.*?)^```/gms)].entries()) {
    const code = match[1].replaceAll('"http://localhost:8080"', 'process.env["QUADRILLE_URL"]!');
    writeFileSync(`test/examples/${name}_${index}.ts`, code);
  }
}
