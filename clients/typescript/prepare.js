// Prepares the build, after `npm install` and before `npm pack`: the licenses, and what a linked folder lacks.

import { execSync } from "node:child_process";
import { copyFileSync, existsSync } from "node:fs";

for (const license of ["LICENSE-APACHE", "LICENSE-MIT"]) {
  copyFileSync(`../../${license}`, license);
}
// `npm install FOLDER` in another project links this folder, without its dependencies.
if (!existsSync("node_modules/typescript")) {
  execSync("npm ci --ignore-scripts --no-audit --no-fund", { stdio: "inherit" });
}
