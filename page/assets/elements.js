/** The elements of the page that its modules use. */

import { labels } from "./texts.js";

/**
 * Returns the element of an id.
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
function element(id, type) {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`no ${type.name} with the id ${id}`);
  return found;
}

/** @param {string} id */
const button = (id) => element(id, HTMLButtonElement);

/**
 * @param {string} id
 * @returns {SVGSVGElement}
 */
function svg(id) {
  const found = document.getElementById(id);
  if (!(found instanceof SVGSVGElement)) throw new Error(`no picture with the id ${id}`);
  return found;
}

/** @param {string} id */
const paragraph = (id) => element(id, HTMLParagraphElement);

/** @param {string} id */
const dialog = (id) => element(id, HTMLDialogElement);

/** @param {string} id */
const select = (id) => element(id, HTMLSelectElement);

/** @param {string} id */
const division = (id) => element(id, HTMLDivElement);

/** The controls of the page. */
export const ui = {
  openKeys: button("open-keys"),
  openSettings: button("open-settings"),
  newPuzzle: button("new-puzzle"),
  origin: paragraph("origin"),
  timer: paragraph("timer"),
  pause: button("pause"),
  resume: button("continue"),
  example: select("example"),
  size: select("size"),
  box: select("box"),
  board: division("board"),
  grid: element("grid", HTMLTableElement),
  drawing: division("drawing"),
  links: svg("links"),
  scrollNote: paragraph("scroll-note"),
  rules: element("rules", HTMLElement),
  puzzleName: paragraph("puzzle-name"),
  rulesUnread: paragraph("rules-unread"),
  rulesProse: paragraph("rules-prose"),
  rulesText: paragraph("rules-text"),
  rulesDetails: element("rules-details", HTMLDetailsElement),
  rulesList: element("rules-list", HTMLUListElement),
  rulesHelp: paragraph("rules-help"),
  removeRules: button("remove-rules"),
  tools: division("tools"),
  pad: division("pad"),
  undo: button("undo"),
  redo: button("redo"),
  hint: button("hint"),
  mistakes: button("mistakes"),
  solve: button("solve"),
  check: button("check"),
  count: button("count"),
  stop: button("stop"),
  card: division("card"),
  message: division("message"),
  next: division("next"),
  progress: element("progress", HTMLProgressElement),
  keyForm: element("key-form", HTMLFormElement),
  key: element("key", HTMLInputElement),
  steps: element("steps", HTMLElement),
  stepsTitle: element("steps-title", HTMLHeadingElement),
  stepsRating: paragraph("steps-rating"),
  stepsShare: element("steps-share", HTMLUListElement),
  stepsList: element("steps-list", HTMLOListElement),
  stepsClose: button("steps-close"),
  stepText: paragraph("step-text"),
  stepBack: button("step-back"),
  stepOn: button("step-on"),
  showCandidates: button("show-candidates"),
  path: button("path"),
  restart: button("restart"),
  solution: button("solution"),
  candidates: button("candidates"),
  redundant: button("redundant"),
  rate: button("rate"),
  clear: button("clear"),
  paste: button("paste"),
  open: button("open"),
  file: element("file", HTMLInputElement),
  share: button("share"),
  coverLink: button("cover-link"),
  codeSection: element("code-section", HTMLDetailsElement),
  code: element("code", HTMLPreElement),
  copyCode: button("copy-code"),
  newDialog: dialog("new-dialog"),
  daily: button("daily"),
  dailyDate: element("daily-date", HTMLInputElement),
  dailyLevel: select("daily-level"),
  levels: division("levels"),
  newBox: select("new-box"),
  symmetry: select("symmetry"),
  shareDialog: dialog("share-dialog"),
  shareStatus: paragraph("share-status"),
  link: button("link"),
  print: button("print"),
  printMany: button("print-many"),
  pictureSvg: button("picture-svg"),
  picturePng: button("picture-png"),
  sudokupad: element("sudokupad", HTMLAnchorElement),
  settingsDialog: dialog("settings-dialog"),
  switches: division("switches"),
  theme: select("theme"),
  language: select("language"),
  keysDialog: dialog("keys-dialog"),
  keysList: element("keys-list", HTMLDListElement),
  pasteDialog: dialog("paste-dialog"),
  pasteText: element("paste-text", HTMLTextAreaElement),
  printDialog: dialog("print-dialog"),
  sheetsText: element("sheets-text", HTMLTextAreaElement),
  sheetsCount: element("sheets-count", HTMLInputElement),
  sheetsLevel: element("sheets-level", HTMLSelectElement),
  sheetsMake: button("sheets-make"),
  sheetsPerPage: element("sheets-per-page", HTMLSelectElement),
  sheetsSolutions: element("sheets-solutions", HTMLInputElement),
  sheetsStatus: paragraph("sheets-status"),
  sheets: element("sheets", HTMLDivElement),
  coverText: element("cover-text", HTMLTextAreaElement),
  coverDrop: element("cover-drop", HTMLDivElement),
  coverExample: element("cover-example", HTMLSelectElement),
  matrix: element("matrix", HTMLTableElement),
  matrixNote: paragraph("matrix-note"),
  jobForm: element("job-form", HTMLFormElement),
  jobKind: element("job-kind", HTMLSelectElement),
  jobHelp: paragraph("job-help"),
  jobWish: element("job-wish", HTMLDivElement),
  jobCount: element("job-count", HTMLInputElement),
  jobLevel: element("job-level", HTMLSelectElement),
  jobSymmetry: element("job-symmetry", HTMLSelectElement),
  jobFilePart: element("job-file-part", HTMLDivElement),
  jobFile: element("job-file", HTMLInputElement),
  jobStart: button("job-start"),
  jobCard: element("job-card", HTMLElement),
  jobTitle: element("job-title", HTMLHeadingElement),
  jobProgress: element("job-progress", HTMLProgressElement),
  jobLeft: paragraph("job-left"),
  jobSum: paragraph("job-sum"),
  jobFacts: element("job-facts", HTMLDListElement),
  jobConnection: paragraph("job-connection"),
  jobCancel: button("job-cancel"),
  jobDownload: element("job-download", HTMLAnchorElement),
  jobRemove: button("job-remove"),
  jobs: element("jobs", HTMLUListElement),
  jobsTitle: element("jobs-title", HTMLHeadingElement),
};

/** Writes the texts and labels of the controls. */
export function fillLabels() {
  const names = Object.entries(labels);
  for (const [name, text] of names) {
    for (const target of document.querySelectorAll(`[data-text="${name}"]`)) target.textContent = text;
    for (const target of document.querySelectorAll(`[data-label="${name}"]`)) {
      target.setAttribute("aria-label", text);
      if (target instanceof HTMLButtonElement) target.title = text;
    }
  }
  document.documentElement.classList.remove("untranslated");
}
