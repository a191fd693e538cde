import { IncompleteCountError } from "./errors.js";

/** Answer with a `count`. Unless the count is `complete`, reading it throws `IncompleteCountError`, and `at_least` has the number found. */
export type Counted<Answer> = Answer & {
  at_least?: Answer extends { count: infer Count } ? NonNullable<Count> : never;
};

/** Prototype of answers whose count is a lower bound. */
const lowerBound = {
  get count(): never {
    throw new IncompleteCountError(this as unknown as Readonly<Record<string, unknown>>);
  },
};

/** Returns an answer so that a lower bound is not read as the number of all solutions. */
export function counted<Answer>(answer: Answer): Counted<Answer> {
  const { complete, count } = answer as { count?: unknown; complete?: unknown };
  if (complete !== false || count === undefined) return answer as Counted<Answer>;
  const { count: _, ...others } = answer as { count?: unknown };
  return Object.assign(Object.create(lowerBound), others, { at_least: count });
}
