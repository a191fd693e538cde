"""Checks the text of generated clients that are not compiled here: C#, Kotlin and Swift.

    text.py folder    # with the clients in `csharp`, `kotlin` and `swift6`
"""

import re
import sys
from collections import Counter
from pathlib import Path

# For each generator: the files of its models, a member, and members of `SolveRequest`.
GENERATORS = {
    "csharp": (
        "**/Model/*.cs",
        r"^        public (?!override|static)\S.* (\w+) \{ get",
        ["public string Puzzle {", "public Dictionary<string, List<int>>? Candidates {"],
    ),
    "kotlin": (
        "**/models/*.kt",
        r"^    val (\w+):",
        ["val puzzle: kotlin.String,", "val candidates: kotlin.collections.Map<kotlin.String, kotlin.collections.List<kotlin.Int>>? ="],
    ),
    "swift6": (
        "**/Models/*.swift",
        r"^    public var (\w+):",
        ["public var puzzle: String\n", "public var candidates: [String: [Int]]?\n"],
    ),
}

# Schemas that are no types of their own: text, and maps.
PLAIN = ["Puzzle", "Grid", "EntryId", "Candidates", "Marks"]


def faults(name, folder):
    """Yields a line for each fault of a client."""
    pattern, member, expected = GENERATORS[name]
    models = {path.stem: path.read_text(encoding="utf-8") for path in (folder / name).glob(pattern)}
    if len(models) < 100:
        yield f"only {len(models)} models"
    for model, text in models.items():
        counts = Counter(re.findall(member, text, re.MULTILINE))
        yield from (f"{model} has {other} {count} times" for other, count in counts.items() if count > 1)
    yield from (f"{plain} is a type" for plain in PLAIN if plain in models)
    yield from (f"a union: {model}" for model in models if re.search("OneOf|AnyOf", model))
    request = models.get("SolveRequest", "")
    yield from (f"SolveRequest has no `{line.strip()}`" for line in expected if line not in request)


def main():
    folder = Path(sys.argv[1])
    found = [f"{name}: {fault}" for name in GENERATORS for fault in faults(name, folder)]
    if found:
        sys.exit("\n".join(found))
    print(f"the text of the clients is right: {', '.join(GENERATORS)}")


if __name__ == "__main__":
    main()
