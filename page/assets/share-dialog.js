/** The dialog to share a puzzle: link, print, pictures, SudokuPad. */

import { ApiError, candidatesBody, puzzleBody, render, sudokupadAddress } from "./api.js";
import { ui } from "./elements.js";
import { openPrintDialog } from "./sheets.js";
import { board, state } from "./state.js";
import { gridOf } from "./symbols.js";
import { faultSentences, notes } from "./texts.js";
import { isClassic } from "./variant.js";

/** Side of a PNG in pixels. */
const PNG_SIDE = 1600;

/** @param {string} text */
function report(text) {
  ui.shareStatus.textContent = text;
}

/** @param {unknown} error */
function fail(error) {
  report(error instanceof ApiError ? faultSentences(error.faults).join(" ") : notes.offline);
}

/**
 * Copies a text, and tells whether the browser allowed it.
 * @param {string} text
 * @param {(told: string) => void} tell
 */
export async function copy(text, tell) {
  try {
    await navigator.clipboard.writeText(text);
    tell(notes.copied);
  } catch {
    tell(notes.notAllowed);
  }
}

/**
 * Saves a file as a download.
 * @param {string} name
 * @param {Blob} content
 */
export function saveFile(name, content) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Draws the grid as it is shown. @returns {Promise<Blob>} */
function draw() {
  const { size } = board.puzzle;
  const { overlay, showsRemaining } = state.parts;
  const { solution = board.hasEntries && board.isPlaying ? board.position.entries : undefined, other } = overlay;
  return render({
    ...puzzleBody(board.puzzle),
    candidates: candidatesBody(board.visible) ?? showsRemaining,
    ...(solution === undefined ? {} : { solution: gridOf(solution, size) }),
    ...(other === undefined ? {} : { other: gridOf(other, size) }),
  });
}

/**
 * Draws an SVG on a canvas, with a white ground.
 * @param {Blob} svg
 * @returns {Promise<Blob>}
 */
async function asPng(svg) {
  // Some browsers draw a picture on a canvas only if it names its size.
  const sized = (await svg.text()).replace("<svg ", `<svg width="${PNG_SIDE}" height="${PNG_SIDE}" `);
  const address = URL.createObjectURL(new Blob([sized], { type: svg.type }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [PNG_SIDE, PNG_SIDE];
    const context = canvas.getContext("2d");
    if (context === null) throw new Error("no canvas");
    context.fillStyle = "#fff";
    context.fillRect(0, 0, PNG_SIDE, PNG_SIDE);
    context.drawImage(image, 0, 0, PNG_SIDE, PNG_SIDE);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((png) => (png === null ? reject(new Error("no picture")) : resolve(png)), "image/png");
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}

/**
 * @param {string} name
 * @param {() => Promise<Blob>} make
 */
async function save(name, make) {
  try {
    saveFile(name, await make());
    report(notes.saved);
  } catch (error) {
    fail(error);
  }
}

/** Opens the dialog, and asks for the address of the puzzle in SudokuPad. */
async function openShare() {
  report("");
  ui.sudokupad.removeAttribute("href");
  ui.shareDialog.showModal();
  try {
    ui.sudokupad.href = await sudokupadAddress(board.puzzle);
  } catch (error) {
    if (error instanceof ApiError) report(notes.noSudokupad);
    else fail(error);
  }
}

/** Prints the puzzle, or opens the dialog for several, without this dialog on the paper. */
function closeAnd(/** @type {() => void} */ print) {
  ui.shareDialog.close();
  print();
}

ui.share.addEventListener("click", () => void openShare());
ui.link.addEventListener("click", () => void copy(location.href, report));
ui.pictureSvg.addEventListener("click", () => void save("sudoku.svg", draw));
ui.picturePng.addEventListener("click", () => void save("sudoku.png", async () => asPng(await draw())));
ui.print.addEventListener("click", () => closeAnd(() => print()));
ui.printMany.addEventListener("click", () => {
  const { cells, size, variant, about } = board.puzzle;
  const grid = gridOf(cells, size);
  // A line has no further rules, and none that were not read.
  const isWhole = isClassic(variant) && about.rules_not_read !== true;
  closeAnd(() => openPrintDialog(typeof grid === "string" && isWhole ? grid : ""));
});
