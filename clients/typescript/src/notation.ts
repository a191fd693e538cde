import type { Grid, Puzzle, PuzzleCell } from "./schema.js";

/**
 * Type of the grids in an answer, which have the notation of the puzzle. An array of strings may be one string per row, or one
 * per cell, whose grids are numbers.
 */
export type GridOf<P extends Puzzle> = P extends string
  ? string
  : P extends string[]
    ? string[] | number[]
    : P extends (number | null)[]
      ? number[]
      : P extends (number | null)[][]
        ? number[][]
        : P extends string[][]
          ? string[][]
          : P extends PuzzleCell[][]
            ? number[][] | string[][]
            : never;

/** An answer whose grids have the notation of its puzzle. */
export type InNotation<Answer, P extends Puzzle> = {
  [Key in keyof Answer]: [Grid] extends [Answer[Key]]
    ? GridOf<P> | Exclude<Answer[Key], Grid>
    : [Grid[]] extends [Answer[Key]]
      ? GridOf<P>[] | Exclude<Answer[Key], Grid[]>
      : Answer[Key];
};
