"""Draws `docs/performance.svg`, and writes the table of `docs/performance.md`, from `benches/results/9x9.csv`.

    python3 benches/chart.py            # writes both
    python3 benches/chart.py --check    # fails if one is out of date

Needs the standard library only. The bars are logarithmic, because the solvers differ by three orders of magnitude.
"""

import csv
import math
import sys
from html import escape
from pathlib import Path

HERE = Path(__file__).parent
RESULTS = HERE / "results" / "9x9.csv"
CHART = HERE.parent / "docs" / "performance.svg"
PAGE = HERE.parent / "docs" / "performance.md"

# Comments around the table of the page.
TABLE = ("<!-- benches/results/9x9.csv -->\n", "<!-- end -->\n")

WIDTH = 760
LABELS = 190
VALUES = 70
BAR, GAP = 13, 14
TOP, BOTTOM = 74, 46
# Microseconds at both ends of the axis, as powers of ten.
AXIS = (-1, 4)
CLASSES = ("a", "b", "c", "d")
STYLE = """
svg { background: #fff; font: 12px system-ui, sans-serif }
text { fill: #24292f } .small { font-size: 11px; fill: #57606a } .title { font-size: 15px; font-weight: 600 }
.grid { stroke: #d0d7de } .a { fill: #0969da } .b { fill: #1a7f37 } .c { fill: #bf8700 } .d { fill: #8c959f }
@media (prefers-color-scheme: dark) {
  svg { background: #0d1117 }
  text { fill: #e6edf3 } .small { fill: #9198a1 }
  .grid { stroke: #30363d } .a { fill: #4493f8 } .b { fill: #3fb950 } .c { fill: #d29922 } .d { fill: #6e7681 }
}
"""


def results():
    """Names of the solvers, and each set of puzzles with its size and their times in microseconds."""
    lines = [line for line in RESULTS.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    (_, _, *names), *rows = csv.reader(lines)
    return names, [(name, int(puzzles), [float(time) for time in times]) for name, puzzles, *times in rows]


def table(names, sets):
    """The table as Markdown."""
    lines = ["| µs per puzzle | " + " | ".join(names) + " |", "|---" * (len(names) + 1) + "|"]
    for name, _, times in sets:
        lines.append(f"| {name} | " + " | ".join(f"{time:,.0f}" if time >= 100 else f"{time:g}" for time in times) + " |")
    return "\n".join(lines) + "\n"


def page(names, sets):
    """The page with the table."""
    start, end = TABLE
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(start)
    _, _, after = rest.partition(end)
    return before + start + table(names, sets) + end + after


def x_of(microseconds):
    """Position on the axis."""
    low, high = AXIS
    share = (math.log10(microseconds) - low) / (high - low)
    return round(LABELS + share * (WIDTH - LABELS - VALUES), 1)


def time_text(microseconds):
    """Time with its unit, with the digits of the table."""
    return f"{microseconds:,.0f} µs" if microseconds >= 100 else f"{microseconds:g} µs"


def tick_text(power):
    """Label of a power of ten of a microsecond."""
    return f"{10**power:g} µs" if power < 3 else f"{10 ** (power - 3):g} ms"


def chart(names, sets):
    """The SVG document."""
    group = BAR * len(names) + GAP
    height = TOP + group * len(sets) + BOTTOM
    title = "Time to prove a 9x9 unique, or to find its second solution"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" aria-labelledby="title">',
        f'<title id="title">{title}</title>',
        f"<style>{STYLE}</style>",
        f'<text class="title" x="16" y="28">{title}</text>',
    ]
    left = 16
    for name, style in zip(names, CLASSES, strict=True):
        lines.append(f'<rect class="{style}" x="{left}" y="43" width="12" height="12"/>')
        lines.append(f'<text x="{left + 18}" y="53">{escape(name)}</text>')
        left += 42 + 7 * len(name)
    bottom = height - BOTTOM
    for power in range(AXIS[0], AXIS[1] + 1):
        x = x_of(10**power)
        lines.append(f'<path class="grid" d="M{x} {TOP - 6}V{bottom}"/>')
        lines.append(f'<text class="small" x="{x}" y="{bottom + 16}" text-anchor="middle">{tick_text(power)}</text>')
    lines.append(
        f'<text class="small" x="16" y="{height - 8}">Mean per puzzle, one thread, logarithmic; shorter is faster. '
        "Machine, versions and commands: docs/performance.md</text>"
    )
    for number, (label, _, times) in enumerate(sets):
        y = TOP + group * number
        middle = y + BAR * len(times) / 2 + 4
        lines.append(f'<text x="{LABELS - 10}" y="{middle}" text-anchor="end">{escape(label)}</text>')
        for row, (style, time) in enumerate(zip(CLASSES, times, strict=True)):
            top, end = y + BAR * row, x_of(time)
            width = round(end - LABELS, 1)
            lines.append(f'<rect class="{style}" x="{LABELS}" y="{top}" width="{width}" height="{BAR - 2}"/>')
            lines.append(f'<text class="small" x="{end + 5}" y="{top + 9}">{time_text(time)}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def main():
    names, sets = results()
    documents = {CHART: chart(names, sets), PAGE: page(names, sets)}
    if sys.argv[1:] == ["--check"]:
        for path, document in documents.items():
            if path.read_text(encoding="utf-8") != document:
                sys.exit(f"{path} is not what benches/chart.py writes: run it")
    elif sys.argv[1:]:
        sys.exit(__doc__)
    else:
        for path, document in documents.items():
            path.write_text(document, encoding="utf-8")


if __name__ == "__main__":
    main()
