import type { Client as Core } from "openapi-fetch";
import { lines } from "./batch.js";
import { IncompleteError } from "./errors.js";
import type { CoverSolutionsSummary, paths, SolutionsSummary } from "./schema.js";

type Line<Solution> =
  | { type: "result"; solution: Solution }
  | { type: "summary"; summary: SolutionsSummary | CoverSolutionsSummary };

/** Yields the solutions of an NDJSON response. Throws `IncompleteError` if the search ended before it had found all of them. */
export async function* solutionsOf<Solution>(
  core: Core<paths>,
  path: "/solutions" | "/exact-cover/solutions",
  { headers, ...init }: { headers?: Record<string, string>; body: unknown },
): AsyncGenerator<Solution, void, undefined> {
  const { data } = await core.POST(path, {
    ...(init as { body: never }),
    headers: { ...headers, accept: "application/x-ndjson" },
    parseAs: "stream",
  });
  for await (const texts of lines(data as ReadableStream<Uint8Array>)) {
    for (const text of texts) {
      const line = JSON.parse(text) as Line<Solution>;
      if (line.type === "result") {
        yield line.solution;
      } else if (line.summary.stopped_by === null || line.summary.stopped_by === "solution_limit") {
        return;
      } else {
        throw new IncompleteError(line.summary);
      }
    }
  }
  throw new IncompleteError(undefined);
}
