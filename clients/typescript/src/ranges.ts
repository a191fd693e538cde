import type { Level } from "./schema.js";

type NumberRange = `${number}` | `${number}..` | `..${number}` | `${number}..${number}`;

/** A level alone is a range, too. */
type LevelRange =
  | Level
  | `${Level}..`
  | `..${Level}`
  | `easy..${Level}`
  | `medium..${Exclude<Level, "easy">}`
  | `hard..${Exclude<Level, "easy" | "medium">}`
  | "expert..expert"
  | "expert..extreme"
  | "extreme..extreme";

interface Bounds {
  min?: number | null;
  max?: number | null;
}

/** Levels or scores of a rating, in ascending order. */
export type Difficulty = number | LevelRange | NumberRange | Bounds;

/** Number of clues, or a range of it. */
export type Clues = number | NumberRange | Bounds;
