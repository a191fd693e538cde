"""Writes the formula of a puzzle or of an exact cover problem, from the rules of docs/proofs.md alone.

    formula.py sudoku dimacs|opb PUZZLE [SOLUTION ...]
    formula.py cover dimacs|opb FILE [OPTIONS ...]      OPTIONS: the options of a solution, from 1, such as 1,4,7

PUZZLE and SOLUTION are lines of digits and letters, row by row, with `.` for an empty cell. FILE is in Knuth's format.
"""

import itertools
import sys


def sudoku(line, solutions):
    """Returns the number of variables and the constraints of a puzzle with the usual boxes."""
    n = round(len(line) ** 0.5)
    height = max(h for h in range(1, n + 1) if n % h == 0 and h * h <= n)
    width = n // height
    digits = range(1, n + 1)
    lines = range(1, n + 1)
    value = {c: k for k, c in enumerate("123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", 1)}

    def variable(row, column, digit):
        return ((row - 1) * n + column - 1) * n + digit

    constraints = []
    for row, column in itertools.product(lines, lines):
        constraints.append(("one", [variable(row, column, digit) for digit in digits]))
    boxes = [
        [(top + row, left + column) for row in range(1, height + 1) for column in range(1, width + 1)]
        for top in range(0, n, height)
        for left in range(0, n, width)
    ]
    houses = [[(row, column) for column in lines] for row in lines]
    houses += [[(row, column) for row in lines] for column in lines]
    for house, digit in itertools.product(houses + boxes, digits):
        constraints.append(("one", [variable(row, column, digit) for row, column in house]))
    for at, symbol in enumerate(line.upper()):
        if symbol in value:
            constraints.append(("clause", [at * n + value[symbol]]))
    for solution in solutions:
        constraints.append(("clause", [-(at * n + value[c]) for at, c in enumerate(solution.upper())]))
    return n**3, constraints


def cover(text, solutions):
    """Returns the number of variables and the constraints of an exact cover problem."""
    lines = [line.split() for line in text.splitlines() if line.strip() and not line.startswith("|")]
    names, options = lines[0], lines[1:]
    primary = names[: names.index("|")] if "|" in names else names
    secondary = names[len(primary) + 1 :]
    entries = [[tuple((entry + ":").split(":")[:2]) for entry in option] for option in options]
    # An option without primary items is skipped.
    entries = [option if any(item in primary for item, _ in option) else [] for option in entries]
    colours = {item: [] for item in secondary}
    plain = {item: [] for item in primary + secondary}
    for number, option in enumerate(entries, 1):
        for item, colour in option:
            if not colour:
                plain[item].append(number)
            elif colour not in colours[item]:
                colours[item].append(colour)
    pairs = [(item, colour) for item in secondary for colour in colours[item]]
    variable = {pair: len(options) + k for k, pair in enumerate(pairs, 1)}
    constraints = [("one", plain[item]) for item in primary]
    for item in secondary:
        literals = plain[item] + [variable[item, colour] for colour in colours[item]]
        if len(literals) > 1:
            constraints.append(("most", literals))
    for number, option in enumerate(entries, 1):
        constraints += [("clause", [-number, variable[pair]]) for pair in option if pair[1]]
    for number, option in enumerate(entries, 1):
        if not option:
            constraints.append(("clause", [-number]))
    for solution in solutions:
        constraints.append(("clause", [-int(option) for option in solution.split(",")]))
    return len(options) + len(pairs), constraints


def dimacs(variables, constraints):
    """Returns the lines of the formula as clauses."""
    clauses = []
    for kind, literals in constraints:
        if kind in ("one", "clause"):
            clauses.append(literals)
        if kind in ("one", "most"):
            clauses += [[-first, -second] for first, second in itertools.combinations(literals, 2)]
    yield f"p cnf {variables} {len(clauses)}"
    for clause in clauses:
        yield " ".join(map(str, [*clause, 0]))


def opb(variables, constraints):
    """Returns the lines of the formula as pseudo-Boolean constraints."""
    yield f"* #variable= {variables} #constraint= {len(constraints)}"
    for kind, literals in constraints:
        factor = -1 if kind == "most" else 1
        relation = "=" if kind == "one" else ">="
        total = factor - sum(factor for literal in literals if literal < 0)
        terms = [f"{factor if literal > 0 else -factor:+d} x{abs(literal)}" for literal in literals]
        yield " ".join([*terms, relation, str(total), ";"])


def main():
    """Writes the formula of the command line."""
    kind, form, subject, *solutions = sys.argv[1:]
    if kind == "cover":
        with open(subject, encoding="utf-8") as file:
            subject = file.read()
    formula = {"sudoku": sudoku, "cover": cover}[kind](subject, solutions)
    for line in {"dimacs": dimacs, "opb": opb}[form](*formula):
        print(line)


main()
