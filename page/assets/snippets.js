/** The same calls for a terminal and for a program. */

import { addressOf, hasApiKey } from "./api.js";

/** @typedef {import("./api.js").ApiRequest} ApiRequest */

/**
 * Returns the call as a command of a shell.
 * @param {ApiRequest} request
 */
export function curlOf({ path, accept, contentType, body }) {
  const streams = accept === "application/x-ndjson";
  const options = [
    ...(body === "" ? [] : [`-H 'content-type: ${contentType}'`]),
    ...(streams ? [`-H 'accept: ${accept}'`] : []),
    ...(hasApiKey() ? ['-H "authorization: Bearer $QUADRILLE_KEY"'] : []),
    ...(body === "" ? [] : [`--data-raw '${body.replaceAll("'", "'\\''")}'`]),
  ];
  const address = path.includes("?") ? `'${addressOf(path)}'` : addressOf(path);
  return [`curl ${streams ? "-N " : ""}${address}`, ...options].join(" \\\n  ");
}

/**
 * Returns the call as JavaScript.
 * @param {ApiRequest} request
 */
export function fetchOf({ path, accept, contentType, body }) {
  if (body === "") return fetchOfQuery(path);
  const streams = accept === "application/x-ndjson";
  const headers = [
    `    "content-type": "${contentType}",`,
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
    `  body: ${contentType === "application/json" ? `JSON.stringify(${body})` : templateOf(body)},`,
    "});",
    ...read,
  ].join("\n");
}

/** @param {string} path */
function fetchOfQuery(path) {
  const headers = hasApiKey() ? ", { headers: { authorization: `Bearer ${key}` } }" : "";
  return `const response = await fetch("${addressOf(path)}"${headers});\nconsole.log(await response.json());`;
}

/**
 * Returns a text as a template literal.
 * @param {string} text
 */
function templateOf(text) {
  return `\`${text.replaceAll(/[\\`]|\$(?=\{)/g, "\\$&")}\``;
}
