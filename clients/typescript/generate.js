/** Writes the types of openapi.yaml to src/schema.ts, and copies the licenses. */

import { copyFileSync, writeFileSync } from "node:fs";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";

const document = new URL("../../openapi.yaml", import.meta.url);
const types = await openapiTS(document, {
  defaultNonNullable: false,
  rootTypes: true,
  rootTypesNoSchemaPrefix: true,
  transform,
});
writeFileSync("src/schema.ts", astToString(types));
for (const license of ["LICENSE-APACHE", "LICENSE-MIT"]) {
  copyFileSync(new URL(`../../${license}`, import.meta.url), license);
}

/** Returns the type of a string whose pattern is a list of words, such as `^(en|de)$`: these words. */
function transform({ type, pattern }) {
  const words = /^\^\(?(\w+(?:\|\w+)*)\)?\$$/.exec(pattern ?? "")?.[1]?.split("|");
  if (words === undefined) return undefined;
  const { factory } = ts;
  const literals = words.map((word) => factory.createLiteralTypeNode(factory.createStringLiteral(word)));
  if (Array.isArray(type) && type.includes("null")) literals.push(factory.createLiteralTypeNode(factory.createNull()));
  return factory.createUnionTypeNode(literals);
}
