/** The same calls for a terminal and for a program. */

import { addressOf, hasApiKey } from "./api.js";

/** @typedef {import("./api.js").ApiRequest} ApiRequest */

/**
 * Returns the call as a command of a shell.
 * @param {ApiRequest} request
 */
export function curlOf({ path, accept, body }) {
  const streams = accept === "application/x-ndjson";
  const options = [
    "-H 'content-type: application/json'",
    ...(streams ? [`-H 'accept: ${accept}'`] : []),
    ...(hasApiKey() ? ['-H "authorization: Bearer $QUADRILLE_KEY"'] : []),
    `-d '${JSON.stringify(body)}'`,
  ];
  return [`curl ${streams ? "-N " : ""}${addressOf(path)}`, ...options].join(" \\\n  ");
}

/**
 * Returns the call as JavaScript.
 * @param {ApiRequest} request
 */
export function fetchOf({ path, accept, body }) {
  const streams = accept === "application/x-ndjson";
  const headers = [
    '    "content-type": "application/json",',
    ...(streams ? [`    accept: "${accept}",`] : []),
    ...(hasApiKey() ? ["    authorization: `Bearer ${key}`,"] : []),
  ];
  const read = streams
    ? [
        "const lines = response.body.pipeThrough(new TextDecoderStream());",
        "for await (const text of lines) console.log(text);",
      ]
    : ["console.log(await response.json());"];
  return [
    `const response = await fetch("${addressOf(path)}", {`,
    '  method: "POST",',
    "  headers: {",
    ...headers,
    "  },",
    `  body: JSON.stringify(${JSON.stringify(body)}),`,
    "});",
    ...read,
  ].join("\n");
}
