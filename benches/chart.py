"""Draws `docs/performance.svg` from the first table of "External puzzles" in `benches/README.md`.

    python3 benches/chart.py            # writes the file
    python3 benches/chart.py --check    # fails if the file is out of date

Needs the standard library only. The bars are logarithmic, because the solvers differ by three orders of magnitude.
"""

import math
import re
import sys
from html import escape
from pathlib import Path

HERE = Path(__file__).parent
CHART = HERE.parent / "docs" / "performance.svg"

WIDTH = 760
LABELS = 190
VALUES = 70
BAR, GAP = 13, 12
TOP, BOTTOM = 74, 46
# Microseconds at both ends of the axis, as powers of ten.
AXIS = (-1, 4)
CLASSES = ("a", "b", "c")
STYLE = """
svg { background: #fff; font: 12px system-ui, sans-serif }
text { fill: #24292f } .small { font-size: 11px; fill: #57606a } .title { font-size: 15px; font-weight: 600 }
.grid { stroke: #d0d7de } .a { fill: #0969da } .b { fill: #bf8700 } .c { fill: #8c959f }
@media (prefers-color-scheme: dark) {
  svg { background: #0d1117 }
  text { fill: #e6edf3 } .small { fill: #9198a1 }
  .grid { stroke: #30363d } .a { fill: #4493f8 } .b { fill: #d29922 } .c { fill: #6e7681 }
}
"""


def plain(cell):
    """Text of a cell, without code marks."""
    return cell.strip().replace("`", "")


def table(text):
    """Names of the solvers, and each set of puzzles with their times in microseconds."""
    section = text.split("\n## External puzzles\n", 1)[1]
    header, _, *rows = re.search(r"(?:^\|.*\|\n)+", section, re.MULTILINE).group(0).splitlines()
    names = [plain(cell) for cell in header.strip("|").split("|")]
    columns = [column for column, name in enumerate(names) if column > 0 and name != "ratio"]
    sets = []
    for row in rows:
        cells = [plain(cell) for cell in row.strip("|").split("|")]
        sets.append((cells[0], [float(cells[column].replace(",", "")) for column in columns]))
    return [names[column] for column in columns], sets


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
        "Machine, versions and commands: benches/README.md</text>"
    )
    for number, (label, times) in enumerate(sets):
        y = TOP + group * number
        kind, _, detail = label.partition(" (")
        middle = y + BAR * len(times) / 2
        lines.append(f'<text x="{LABELS - 10}" y="{middle}" text-anchor="end">{escape(kind)}</text>')
        detail = escape(detail.rstrip(")"))
        lines.append(f'<text class="small" x="{LABELS - 10}" y="{middle + 13}" text-anchor="end">{detail}</text>')
        for row, (style, time) in enumerate(zip(CLASSES, times, strict=True)):
            top, end = y + BAR * row, x_of(time)
            width = round(end - LABELS, 1)
            lines.append(f'<rect class="{style}" x="{LABELS}" y="{top}" width="{width}" height="{BAR - 2}"/>')
            lines.append(f'<text class="small" x="{end + 5}" y="{top + 9}">{time_text(time)}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def main():
    document = chart(*table((HERE / "README.md").read_text(encoding="utf-8")))
    if sys.argv[1:] == ["--check"]:
        if CHART.read_text(encoding="utf-8") != document:
            sys.exit(f"{CHART} is not what benches/chart.py draws: run it")
    elif sys.argv[1:]:
        sys.exit(__doc__)
    else:
        CHART.write_text(document, encoding="utf-8")


if __name__ == "__main__":
    main()
