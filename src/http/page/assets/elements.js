/** The elements of the page that its modules use. */

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

/** The controls of the page. */
export const ui = {
  editing: element("editing", HTMLInputElement),
  playing: element("playing", HTMLInputElement),
  timer: paragraph("timer"),
  board: element("board", HTMLDivElement),
  grid: element("grid", HTMLTableElement),
  links: svg("links"),
  pad: element("pad", HTMLDivElement),
  example: element("example", HTMLSelectElement),
  level: element("level", HTMLSelectElement),
  symmetry: element("symmetry", HTMLSelectElement),
  newPuzzle: button("new-puzzle"),
  origin: paragraph("origin"),
  size: element("size", HTMLSelectElement),
  box: element("box", HTMLSelectElement),
  undo: button("undo"),
  redo: button("redo"),
  clear: button("clear"),
  typeCandidates: button("type-candidates"),
  showCandidates: button("show-candidates"),
  typing: paragraph("typing"),
  paste: button("paste"),
  open: button("open"),
  file: element("file", HTMLInputElement),
  link: button("link"),
  picture: button("picture"),
  print: button("print"),
  printMany: button("print-many"),
  solve: button("solve"),
  check: button("check"),
  count: button("count"),
  stop: button("stop"),
  candidates: button("candidates"),
  redundant: button("redundant"),
  rate: button("rate"),
  hint: button("hint"),
  mistakes: button("mistakes"),
  message: element("message", HTMLDivElement),
  next: element("next", HTMLDivElement),
  progress: element("progress", HTMLProgressElement),
  keyForm: element("key-form", HTMLFormElement),
  key: element("key", HTMLInputElement),
  code: element("code", HTMLPreElement),
  copyCode: button("copy-code"),
  pasteDialog: element("paste-dialog", HTMLDialogElement),
  pasteText: element("paste-text", HTMLTextAreaElement),
  printDialog: element("print-dialog", HTMLDialogElement),
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
  codeSection: element("code-section", HTMLElement),
};
