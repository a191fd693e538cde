/** The views beside the Sudoku: exact cover problems and jobs. */

import { CoverView } from "./cover-view.js";
import { ui } from "./elements.js";
import { JobView } from "./job-view.js";
import { MatrixView } from "./matrix-view.js";
import { board } from "./state.js";

export const cover = new CoverView(ui.coverText, ui.coverExample, new MatrixView(ui.matrix, ui.matrixNote));

export const job = new JobView({ puzzle: () => board.puzzle, problem: () => cover.content });
