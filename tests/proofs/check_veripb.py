"""Checks proofs of the program by `veripb`: puzzles with and without sums, in both versions of the proof format.

    check_veripb.py PROGRAM VERIPB
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAM, VERIPB = sys.argv[1:]

HARD = "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.."

# A solution, of which the cages of a killer and the sums of arrows are made.
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def name(row, column):
    """Returns the name of a cell."""
    return f"r{row + 1}c{column + 1}"


def killer():
    """Returns cages of three cells, row by row."""
    for row in range(9):
        for column in range(0, 9, 3):
            cells = [(row, column), (row, column + 1), (row, column + 2)]
            total = sum(int(SOLUTION[9 * r + c]) for r, c in cells)
            yield {"type": "cage", "cells": [name(*cell) for cell in cells], "sum": total}


ARROWS = [
    {"type": "arrow", "circle": ["r1c1"], "cells": ["r1c2", "r2c3"]},
    {"type": "arrow", "circle": ["r4c4"], "cells": ["r4c3", "r3c2"]},
]

# Puzzles, their constraints and claims.
CASES = [
    (HARD, [], "unique"),
    (HARD.replace("..53", "2.53", 1), [], "none"),
    ("." * 27 + SOLUTION[27:], list(killer()), "unique"),
    (SOLUTION[:30] + "." * 51, [*killer(), {"type": "cage", "cells": ["r9c9", "r8c8"], "sum": 3}], "none"),
    ("1...............", [{"type": "cage", "cells": ["r1c2", "r1c3"], "sum": 5}], "1000"),
    ("................", ARROWS, "1000"),
    ("1...............", [{"type": "renban", "cells": ["r2c1", "r1c3", "r3c2"]}, {"type": "cage", "cells": ["r2c2", "r3c3", "r4c4"], "sum": 8}], "1000"),
    ("1...............", [{"type": "quadruple", "cells": ["r1c2", "r1c3", "r2c2", "r2c3"], "digits": [1, 4]}, {"type": "lockout", "cells": ["r2c1", "r3c2", "r4c4"], "difference": 1}], "1000"),
    ("................", [{"type": "same_values", "groups": [["r1c1", "r2c3", "r3c2"], ["r4c4", "r3c3", "r1c2"]]}, {"type": "rellik", "cells": ["r1c1", "r2c2", "r3c3"], "sum": 5}], "1000"),
    ("1...............", [{"type": "skyscraper", "line": "r2", "from": "left", "count": 2}, {"type": "cage", "cells": ["r2c2", "r3c3", "r4c4"], "sum": 8}], "1000"),
    ("1...............", [{"type": "thermometer", "cells": ["r2c1", "r2c2", "r3c3"]}], "1000"),
]


def run(*arguments):
    """Returns what a program prints."""
    return subprocess.run(arguments, check=True, capture_output=True, text=True).stdout


def check(folder, line, constraints, claim, proof_format):
    """Checks a proof, and that the empty proof is rejected."""
    options = ["--time-ms", "60000", "--constraints", json.dumps(constraints)]
    lines = run(PROGRAM, "prove", "--claim", claim, "--proof", proof_format, "--format", "json", *options, line)
    proved = json.loads(lines.splitlines()[0])
    solutions = proved.get("solutions") or [proved["solution"]] * (proved["solution"] is not None)
    exclude = ["--exclude", ",".join(solutions)] if solutions else []
    formula, proof = folder / "formula.opb", folder / "proof.pbp"
    formula.write_text(run(PROGRAM, "formula", "--to", "opb", *exclude, *options, line), encoding="utf-8")
    text = proved["proof"]["text"]
    proof.write_text(text, encoding="utf-8")
    if "s VERIFIED UNSATISFIABLE" not in run(VERIPB, formula, proof):
        sys.exit(f"failed: {line}, {constraints}, {claim}, {proof_format}")
    head, *_, output, conclusion, end = text.splitlines(keepends=True)
    proof.write_text("".join([head, "rup >= 1 ;\n", output, conclusion, end]), encoding="utf-8")
    result = subprocess.run([VERIPB, formula, proof], check=False, capture_output=True, text=True)
    return result.returncode != 0 or "s VERIFIED UNSATISFIABLE" not in result.stdout


def main():
    """Checks all cases."""
    rejected = 0
    with tempfile.TemporaryDirectory() as folder:
        for line, constraints, claim in CASES:
            for proof_format in ("veripb", "veripb3"):
                rejected += check(Path(folder), line, constraints, claim, proof_format)
    # Some of the small ones need no clause but the empty one.
    if rejected < 4:
        sys.exit(f"failed: only {rejected} proofs without their clauses are rejected")


main()
