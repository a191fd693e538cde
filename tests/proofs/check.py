"""Checks proofs of the program by `dratify`, formulas by `formula.py`, and that mutations of proofs are rejected.

    check.py PROGRAM
"""

import itertools
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from dratify import check_proof, parse_dimacs

PROGRAM = sys.argv[1]
FORMULA = Path(__file__).with_name("formula.py")

INKALA = "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.."
ESCARGOT = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."

# Puzzles with their claims: one, several and no solutions, other sizes.
PUZZLES = [
    (INKALA, "unique"),
    (ESCARGOT, "unique"),
    (INKALA.replace("97..", "9..."), "1000"),
    (INKALA.replace("..53", "2.53", 1), "none"),
    ("1.....3..4......", "3"),
    ("12....34........", "none"),
    ("1......2......3......4......5......6", "1000"),
]

# Constraints of an empty 4x4, whose solutions are counted.
CONSTRAINTS = [
    [{"type": "thermometer", "cells": ["r1c1", "r1c2", "r1c3"]}, {"type": "anti_king"}],
    [{"type": "diagonals"}, {"type": "difference", "cells": ["r2c1", "r1c1"], "value": 2}],
    [{"type": "palindrome", "cells": ["r1c1", "r2c2", "r3c3"]}, {"type": "even", "cells": ["r1c2"]}],
    [{"type": "anti_knight"}, {"type": "odd", "cells": ["r1c1", "r4c3"]}],
    [{"type": "non_consecutive"}, {"type": "ratio", "cells": ["r1c1", "r2c1"], "value": 2}],
    [{"type": "whisper", "cells": ["r1c1", "r2c2", "r3c3"], "difference": 2}],
    [{"type": "extra_region", "cells": ["r4c4", "r1c1", "r3c3", "r2c2"]}],
    [{"type": "cage", "cells": ["r1c2", "r2c1"], "sum": 5}, {"type": "cage", "cells": ["r3c4", "r2c3", "r1c2"]}],
    [{"type": "slow_thermometer", "cells": ["r1c1", "r2c2", "r3c2"]}, {"type": "greater_than", "cells": ["r4c4", "r1c3"]}],
    [{"type": "negative", "of": [{"difference": 2}, {"sum": 7}]}, {"type": "sum_pair", "cells": ["r1c2", "r1c1"], "value": 7}],
    [{"type": "negative", "of": [{"ratio": 3}]}, {"type": "difference", "cells": ["r4c4", "r3c4"]}, {"type": "ratio", "cells": ["r1c1", "r1c2"]}],
    [{"type": "pair", "cells": ["r2c1", "r1c2", "r1c2", "r4c3"], "allowed": [[1, 2], [2, 2], [2, 4], [1, 4]], "scope": "all"}],
    [{"type": "pair", "cells": ["r4c3", "r1c2", "r2c1"], "allowed": [[4, 2], [3, 2], [2, 1], [2, 3]]}],
    [{"type": "clone", "cells": ["r1c1", "r4c4"], "copies": [["r3c3", "r2c2"], ["r3c4", "r1c2"]]}],
    [{"type": "disjoint_groups"}, {"type": "diagonals", "which": ["anti"]}],
    [{"type": "whisper", "cells": ["r1c1", "r2c2", "r2c3"]}],
    [{"type": "renban", "cells": ["r3c1", "r1c2", "r2c4"]}, {"type": "renban", "cells": ["r4c4", "r1c3"]}],
    [{"type": "renban", "cells": ["r1c1"]}, {"type": "renban", "cells": ["r4c4", "r1c3", "r2c1", "r3c2"]}, {"type": "even", "cells": ["r1c1"]}],
    [{"type": "quadruple", "cells": ["r2c2", "r2c3", "r3c3", "r3c2"], "digits": [4, 1, 4]}, {"type": "quadruple", "cells": ["r1c1", "r1c2"], "digits": [3]}],
    [{"type": "contain_at_least", "cells": ["r1c1", "r3c2", "r4c4"], "digits": [2, 2]}, {"type": "contain_exactly", "cells": ["r4c1", "r1c3", "r3c4", "r2c2"], "digits": [1, 3, 1]}],
    [{"type": "contain_exactly", "cells": ["r4c1", "r1c3"], "digits": [1, 1]}, {"type": "anti_taxicab"}],
    [{"type": "between_line", "cells": ["r4c4", "r2c3", "r1c2", "r1c1"]}, {"type": "between_line", "cells": ["r3c1", "r3c2"]}],
    [{"type": "lockout", "cells": ["r1c1", "r2c3", "r1c2", "r2c3", "r4c4"], "difference": 1}, {"type": "maximum", "cells": ["r2c2", "r2c3", "r4c1"]}],
    [{"type": "minimum", "cells": ["r4c4", "r1c2"]}, {"type": "parity_line", "cells": ["r4c1", "r3c2", "r2c2"]}],
    [{"type": "nabner", "cells": ["r4c1", "r1c2"]}, {"type": "entropic", "cells": ["r1c1", "r2c2", "r2c3", "r1c1"]}],
    [{"type": "modular", "cells": ["r1c1", "r2c2", "r2c3", "r3c3"]}, {"type": "modular", "cells": ["r4c1", "r4c2", "r3c3"], "modulus": 2}],
    [{"type": "indexer", "axis": "row", "cells": ["r2c3", "r1c1"]}, {"type": "indexer", "axis": "box", "cells": ["r4c4", "r3c4"]}],
    [{"type": "indexer", "axis": "column", "cells": ["r2c3", "r1c1", "r4c2"]}, {"type": "equality_cage", "cells": ["r4c4", "r2c3", "r1c1", "r3c2"]}],
    [{"type": "same_values", "groups": [["r1c1", "r2c2", "r3c3"], ["r4c2", "r1c3", "r2c4"], ["r2c2", "r3c4", "r1c1"]]}],
    [{"type": "same_values", "groups": [["r1c1", "r4c2"], ["r2c2", "r2c4"], ["r1c1", "r4c2"], ["r4c2", "r1c1"]]}],
    [{"type": "global_entropy"}],
    [{"type": "global_modular"}],
    [{"type": "rellik", "cells": ["r3c1", "r1c2", "r2c3"], "sum": 5}, {"type": "rellik", "cells": ["r4c4"], "sum": 2}],
    # Tables of one, two, three and four cells. No list has some of the digits.
    [{"type": "table", "cells": ["r2c2"], "allowed": [[3], [1]]}, {"type": "table", "cells": ["r4c1", "r1c3"], "allowed": [[2, 4], [1, 4]]}],
    [{"type": "table", "cells": ["r3c3", "r1c1", "r2c4"], "allowed": [[2, 4, 1], [1, 2, 3], [1, 2, 2]]}],
    [{"type": "table", "cells": ["r1c1", "r1c2", "r1c3", "r1c4"], "allowed": [[1, 2, 3, 4], [2, 1, 3, 4], [4, 3, 2, 1]]}],
    # Lines of one, two and more cells, and lines without any word.
    [{"type": "sandwich", "line": "r2", "sum": 5}, {"type": "sandwich", "cells": ["r4c4", "r1c3", "r2c1"], "sum": 2}],
    [{"type": "x_sum", "line": "c3", "from": "bottom", "sum": 6}, {"type": "table", "cells": ["r3c3", "r1c1", "r2c4"], "allowed": [[2, 4, 1], [1, 2, 3], [1, 2, 2]]}],
    [{"type": "skyscraper", "line": "r1", "from": "left", "count": 2}, {"type": "skyscraper", "line": "r1", "from": "right", "count": 3}],
    [{"type": "numbered_room", "line": "r4", "from": "right", "digit": 2}, {"type": "hidden_skyscraper", "line": "c1", "from": "top", "digit": 1}],
    [{"type": "sum_line", "cells": ["r1c1", "r1c2", "r2c3", "r3c4", "r1c1"], "sum": 4}, {"type": "sum_line", "cells": ["r4c1", "r4c2"], "sum": 5}],
    [{"type": "product", "cells": ["r1c1", "r2c2", "r3c4"], "product": 12}, {"type": "product", "cells": ["r4c4"], "product": 3}],
    [{"type": "regex", "cells": ["r1c1", "r1c2", "r2c3", "r2c4"], "pattern": "[^1-2]?(4|12|21){1,3}.*"}, {"type": "regex", "cells": ["r4c4", "r3c3"], "pattern": "[12]+"}],
    [{"type": "automaton", "cells": ["r1c1", "r1c2", "r2c3", "r3c3"], "start": 1, "accept": [0, 2], "transitions": [
        {"from": 1, "digits": [1, 3], "to": 1}, {"from": 1, "digits": [3, 4], "to": 0}, {"from": 0, "digits": [1, 2], "to": 2}, {"from": 0, "digits": [2], "to": 1},
    ]}],
    [{"type": "look_and_say", "cells": ["r1c1", "r2c2", "r3c3", "r4c4"], "clue": "2103"}],
    [{"type": "lunchbox", "cells": ["r1c2", "r2c1", "r3c3", "r4c4"], "sum": 3}, {"type": "lunchbox", "cells": ["r1c1", "r4c3"], "sum": 0}],
    [{"type": "count_distinct", "control": ["r1c1"], "cells": ["r1c1", "r2c3", "r3c2", "r4c4"]}],
    [{"type": "counting_circles", "cells": ["r1c1", "r2c3", "r3c2", "r4c4", "r4c1"]}],
    # Alternatives: pairs, groups, sums, lines, tables and cells in lists, and lists that no digits meet.
    [{"type": "or", "any": [[{"type": "cage", "cells": ["r1c1", "r2c2", "r3c3"], "sum": 6}], [{"type": "thermometer", "cells": ["r1c1", "r1c2", "r2c3"]}, {"type": "even", "cells": ["r1c1"]}]]}],
    [{"type": "or", "any": [[{"type": "sandwich", "line": "r2", "sum": 5}], [{"type": "quadruple", "cells": ["r2c2", "r2c3", "r3c3", "r3c2"], "digits": [1, 2]}], [{"type": "odd", "cells": ["r1c1", "r2c2"]}]]}, {"type": "regex", "cells": ["r4c1", "r4c2", "r4c3"], "pattern": "1.*"}],
    [{"type": "or", "any": [[{"type": "lunchbox", "cells": ["r4c4", "r1c2"], "sum": 1}], [{"type": "negative", "of": [{"difference": 1}]}, {"type": "difference", "cells": ["r1c1", "r1c2"]}], [{"type": "table", "cells": ["r3c3", "r1c1", "r2c4"], "allowed": [[2, 4, 1], [1, 2, 3], [1, 2, 2]]}]]}],
    [{"type": "or", "any": [[{"type": "renban", "cells": ["r1c1", "r2c2", "r2c3"]}], [{"type": "anti_king"}, {"type": "arrow", "circle": ["r2c2"], "cells": ["r3c3", "r1c1"]}]]}, {"type": "or", "any": [[{"type": "between_line", "cells": ["r4c4", "r2c3", "r1c1"]}]]}],
    # Sums of which two, one and no cells are left.
    [{"type": "sum", "cells": ["r1c1", "r2c2", "r1c1", "r4c4"], "sum": 2, "coefficients": [3, 2, -3, -1]}],
    [{"type": "sum", "cells": ["r2c2", "r1c1", "r1c1"], "sum": 6, "coefficients": [2, 1, -1]}],
    [{"type": "sum", "cells": ["r2c2", "r2c2", "r1c3"], "sum": 0, "coefficients": [1, -1, 0]}],
]

# Constraints without a solution, of which some forbid all digits of a cell.
CONTRADICTIONS = [
    (16, [{"type": "sum", "cells": ["r2c2", "r2c2", "r3c3"], "sum": 1, "coefficients": [1, -1, 0]}]),
    (16, [{"type": "cage", "cells": ["r4c4", "r1c2", "r2c3", "r3c1", "r2c1"]}]),
    (16, [{"type": "lunchbox", "cells": ["r4c4", "r1c2"], "sum": 1}, {"type": "numbered_room", "cells": ["r4c4", "r1c2", "r2c2"], "digit": 9}]),
    (16, [{"type": "thermometer", "cells": ["r1c1", "r2c1", "r3c1", "r4c1", "r4c2"]}]),
    (16, [{"type": "between_line", "cells": ["r2c2", "r3c2", "r2c2"]}, {"type": "nabner", "cells": ["r1c1", "r2c3", "r1c4", "r3c1", "r4c4"]}]),
    (16, [{"type": "or", "any": [[{"type": "cage", "cells": ["r4c4", "r1c2", "r2c3", "r3c1", "r2c1"]}], [{"type": "product", "cells": ["r1c1", "r2c2", "r3c4"], "product": 5}]]}]),
    (81, [{"type": "windoku"}, {"type": "anti_king"}, {"type": "disjoint_groups"}, {"type": "diagonals", "which": ["main"]}]),
]

# Regions as symbols, as rows of symbols and as lists of cells, in an order of their own.
REGIONS = [
    "bbbabaaaccddccdd",
    ["4444", "3333", "2222", "1111"],
    [["r4c1", "r4c2", "r4c3", "r3c1"], ["r1c2", "r1c1", "r2c2", "r2c1"], ["r1c3", "r1c4", "r2c3", "r2c4"], ["r3c2", "r3c3", "r3c4", "r4c4"]],
]

# Constraints with sums, which only OPB has.
SUMS = [
    (16, [{"type": "cage", "cells": ["r2c1", "r1c1", "r1c2"], "sum": 8}, {"type": "anti_king"}]),
    (16, [{"type": "arrow", "circle": ["r2c2"], "cells": ["r3c3", "r1c1"]}, {"type": "cage", "cells": ["r4c1", "r3c1"], "sum": 5}]),
    (81, [{"type": "cage", "cells": ["r3c4", "r3c3", "r2c3"], "sum": 12}, {"type": "anti_knight"}]),
    (81, [{"type": "arrow", "circle": ["r2c1", "r1c2"], "cells": ["r1c1", "r9c9", "r1c1"]}, {"type": "windoku"}]),
    (16, [{"type": "little_killer", "from": "r3c1", "direction": "up_right", "sum": 7}, {"type": "zipper", "cells": ["r4c1", "r4c2", "r3c3", "r2c4"]}]),
    (81, [{"type": "region_sum_line", "cells": ["r3c3", "r3c4", "r4c4", "r4c3", "r5c2", "r4c1"]}, {"type": "double_arrow", "cells": ["r1c1", "r2c2", "r2c3", "r1c1"]}]),
    (36, [{"type": "equal_sums", "groups": [["r1c1", "r2c2"], ["r4c4", "r3c3", "r1c1"], ["r6c6"]]}, {"type": "zipper", "cells": ["r6c1", "r5c1", "r4c1", "r3c2", "r2c3"]}]),
    (81, [{"type": "entropic", "cells": ["r1c1", "r2c2", "r3c3", "r4c4"]}, {"type": "global_entropy"}, {"type": "equality_cage", "cells": ["r1c2", "r4c4"]}, {"type": "little_killer", "cells": ["r1c9", "r2c8", "r3c7"], "sum": 12}]),
    (36, [{"type": "indexer", "axis": "box", "cells": ["r2c3"]}, {"type": "anti_taxicab"}, {"type": "rellik", "cells": ["r1c6", "r2c5", "r3c4"], "sum": 8}, {"type": "double_arrow", "cells": ["r5c5", "r6c6", "r5c4"]}]),
    (36, [{"type": "sum", "cells": ["r1c4", "r1c3", "r1c4", "r2c2", "r6c6"], "sum": 9, "coefficients": [2, 1, 1, -2, 0]}]),
]

COLOURS = """p q r | x y
p q x y:A
p r x:A y
p x:B
q x:A
r y:B
"""


def run(*arguments):
    """Returns what the program prints."""
    return subprocess.run([PROGRAM, *arguments], check=True, capture_output=True, text=True).stdout


def answer(*arguments):
    """Returns the answer of the program to one question."""
    return json.loads(run(*arguments, "--format", "json").splitlines()[0])


def expect_stated(written, kind, subject, others, forms=("dimacs", "opb")):
    """Expects the formats of a formula to be as the rules alone say; `written` is what the program writes."""
    for form in forms:
        command = [sys.executable, FORMULA, kind, form, subject, *others]
        text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        expect(text == run(*written, "--to", form), f"the formula of {subject} in {form}")


def is_accepted(formula, proof):
    """Whether `dratify` accepts a proof."""
    result = check_proof(parse_dimacs(formula), proof)
    return result.ok and result.reached_empty


def expect(is_true, what):
    """Ends with an error unless it is true."""
    if not is_true:
        sys.exit(f"failed: {what}")


def solutions_of(proved):
    """Returns the solutions that the formula of a proof excludes."""
    return proved.get("solutions") or [proved["solution"]] * (proved["solution"] is not None)


def puzzle(line, claim, constraints=()):
    """Checks a proof about a puzzle, and returns formula and proof."""
    rules = json.dumps(constraints)
    options = ["--time-ms", "60000", "--constraints", rules]
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, "F.cnf"), Path(folder, "P.drup")]
        arguments = ["--claim", claim, "--formula", files[0], "--proof", files[1]]
        proved = answer("prove", *arguments, *options, line)
        formula, proof = [file.read_text(encoding="utf-8") for file in files]
    exclude = [value for value in ["--exclude", ",".join(solutions_of(proved))] if solutions_of(proved)]
    expect(run("formula", *exclude, *options, line) == formula, f"both formulas of {line}, {claim}")
    expect_stated(["formula", *exclude, *options, line], "sudoku", line, [rules, *solutions_of(proved)])
    expect(is_accepted(formula, proof), f"the proof about {line}, {claim}")
    return formula, proof


def cover(text, claim):
    """Checks a proof about an exact cover problem."""
    with tempfile.NamedTemporaryFile("w", suffix=".dlx") as file:
        file.write(text)
        file.flush()
        proved = answer("cover", "prove", "--claim", claim, file.name)
        solutions = [[option["option"] for option in solution] for solution in solutions_of(proved)]
        exclude = [value for value in ["--exclude", json.dumps(solutions)] if solutions]
        formula = run("cover", "formula", *exclude, file.name)
        names = [",".join(map(str, solution)) for solution in solutions]
        expect_stated(["cover", "formula", *exclude, file.name], "cover", file.name, names)
    expect(is_accepted(formula, proved["proof"]["text"]), f"the proof about a problem, {claim}")


def queens(size):
    """Returns the problem of as many queens as rows, in Knuth's format."""
    squares = list(itertools.product(range(size), range(size)))
    names = [f"{kind}{k}" for kind in "rc" for k in range(size)]
    diagonals = [f"{kind}{k}" for kind in "ud" for k in range(2 * size - 1)]
    options = [f"r{row} c{column} u{row + column} d{row - column + size - 1}" for row, column in squares]
    return "\n".join([" ".join([*names, "|", *diagonals]), *options]) + "\n"


def dominoes():
    """Returns the problem of dominoes on a board of 6 x 6 without two opposite corners, which has no solution."""
    board = set(itertools.product(range(6), range(6))) - {(0, 0), (5, 5)}
    pairs = [
        ((row, column), other)
        for row, column in sorted(board)
        for other in [(row, column + 1), (row + 1, column)]
        if other in board
    ]
    names = " ".join(f"s{row}{column}" for row, column in sorted(board))
    options = [" ".join(f"s{row}{column}" for row, column in pair) for pair in pairs]
    return "\n".join([names, *options]) + "\n"


def flipped(line):
    """Returns a clause with its first literal negated."""
    first, *rest = line.split()
    return " ".join([str(-int(first)), *rest]) + "\n"


def mutations(formula, proof, other):
    """Returns formulas and proofs that must be rejected, by name."""
    lines = proof.splitlines(keepends=True)
    third = len(lines) // 3
    head, *clauses = formula.splitlines(keepends=True)
    yield "empty clause alone", formula, "0\n"
    yield "middle third cut", formula, "".join(lines[:third] + lines[2 * third :])
    yield "first half cut", formula, "".join(lines[len(lines) // 2 :])
    yield "proof of another puzzle", formula, other
    yield "solution not excluded", "".join([head, *clauses[:-1]]), proof
    yield "another grid excluded", "".join([head, *clauses[:-1], flipped(clauses[-1])]), proof
    yield "end cut off", formula, "".join(lines[:-1])
    yield "last clauses first", formula, "".join(lines[-3:] + lines[:-3])
    yield "unit that does not follow", formula, "1 0\n" + proof
    yield "flipped literals", formula, "".join([*map(flipped, lines[:-1]), lines[-1]])


def main():
    """Checks all kinds of claims, and mutations of one proof."""
    proofs = [puzzle(line, claim) for line, claim in PUZZLES]
    for size, clues in [("16", "110"), ("25", "330")]:
        puzzle(run("generate", "--size", size, "--seed", "1", "--clues", clues).split()[0], "unique")
    for constraints in CONSTRAINTS:
        puzzle("." * 16, "1000", constraints)
    for cells, constraints in SUMS:
        line, rules = "." * cells, json.dumps(constraints)
        expect_stated(["formula", "--constraints", rules, line], "sudoku", line, [rules], ["opb"])
    for cells, constraints in CONTRADICTIONS:
        line, rules = "." * cells, json.dumps(constraints)
        expect_stated(["formula", "--constraints", rules, line], "sudoku", line, [rules])
    for regions in REGIONS:
        line, rules = "." * 16, json.dumps({"regions": regions})
        written = regions if isinstance(regions, str) else json.dumps(regions)
        expect_stated(["formula", "--regions", written, line], "sudoku", line, [rules])
    for text, claim in [(queens(6), "4"), (queens(5), "10"), (queens(3), "none"), (dominoes(), "none"), (COLOURS, "unique")]:
        cover(text, claim)
    (formula, proof), (_, other) = proofs[:2]
    for name, changed, cut in mutations(formula, proof, other):
        expect(not is_accepted(changed, cut), f"rejection: {name}")


main()
