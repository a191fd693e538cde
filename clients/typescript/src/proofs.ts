/** Options of a fetch whose response is text. */
export const AS_TEXT = { headers: { accept: "text/plain" }, parseAs: "text" } as const;

const VERDICTS = ["none", "unique", "multiple", "solvable", "unknown"];

/** Returns the proof, unless the text is the verdict of an answer without one. */
export function proofOf(data: unknown): string | null {
  const text = data as string;
  return VERDICTS.includes(text.trim()) ? null : text;
}
