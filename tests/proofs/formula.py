"""Writes the formula of a puzzle or of an exact cover problem, from the rules of docs/proofs.md alone.

    formula.py sudoku dimacs|opb PUZZLE CONSTRAINTS [SOLUTION ...]      CONSTRAINTS: as JSON, such as []
    formula.py cover dimacs|opb FILE [OPTIONS ...]      OPTIONS: the options of a solution, from 1, such as 1,4,7

Constraints are those of `meaning`. PUZZLE and SOLUTION are lines of digits and letters, row by row, with `.` for an empty cell. FILE is in Knuth's format.
"""

import itertools
import json
import sys


def cell(name):
    """Returns row and column of a cell such as r3c7."""
    row, column = name[1:].split("c")
    return int(row), int(column)


def moves(n, steps):
    """Returns the pairs of cells that are one of these steps apart."""
    for row, column, (down, right) in itertools.product(range(1, n + 1), range(1, n + 1), steps):
        if row + down <= n and 1 <= column + right <= n:
            yield (row, column), (row + down, column + right)


def meaning(n, rule):
    """Returns what a constraint says: groups without repetition, pairs with a test, sums, and cells with a test."""
    kind = rule["type"]
    cells = [cell(name) for name in rule.get("cells", [])]
    neighbours = list(itertools.pairwise(cells))
    groups, pairs, sums, ones = [], [], [], []
    if kind in ("cage", "extra_region"):
        groups.append(cells)
        if rule.get("sum"):
            sums.append(([(1, place) for place in cells], rule["sum"]))
    elif kind == "diagonals":
        groups.append([(k, k) for k in range(1, n + 1)])
        groups.append([(k, n + 1 - k) for k in range(1, n + 1)])
    elif kind == "anti_knight":
        pairs = [(*pair, lambda a, b: a != b) for pair in moves(n, [(1, 2), (1, -2), (2, 1), (2, -1)])]
    elif kind == "anti_king":
        pairs = [(*pair, lambda a, b: a != b) for pair in moves(n, [(1, 1), (1, -1), (1, 0), (0, 1)])]
    elif kind == "non_consecutive":
        pairs = [(*pair, lambda a, b: abs(a - b) != 1) for pair in moves(n, [(0, 1), (1, 0)])]
    elif kind == "even":
        ones = [(place, lambda a: a % 2 == 0) for place in cells]
    elif kind == "odd":
        ones = [(place, lambda a: a % 2 == 1) for place in cells]
    elif kind == "thermometer":
        pairs = [(*pair, lambda a, b: a < b) for pair in neighbours]
    elif kind == "whisper":
        pairs = [(*pair, lambda a, b: abs(a - b) >= rule["difference"]) for pair in neighbours]
    elif kind == "difference":
        pairs = [(*cells, lambda a, b: abs(a - b) == rule["value"])]
    elif kind == "ratio":
        pairs = [(*cells, lambda a, b: rule["value"] in (a / b, b / a))]
    elif kind == "palindrome":
        pairs = [(*pair, lambda a, b: a == b) for pair in zip(cells[: len(cells) // 2], reversed(cells))]
    elif kind == "arrow":
        [circle] = map(cell, rule["circle"])
        sums.append(([(1, circle), *((-1, place) for place in cells)], 0))
    else:
        raise ValueError(kind)
    return groups, pairs, sums, ones


def related(n, rules):
    """Returns the forbidden digits of pairs of cells by all rules, and groups and sums of more cells."""
    groups, pairs, sums, ones = [], [], [], []
    for rule in rules:
        of_rule = meaning(n, rule)
        for found, further in zip((groups, pairs, sums, ones), of_rule):
            found.extend(further)
    pairs += [(*group, lambda a, b: a != b) for group in groups if len(group) == 2]
    groups = [sorted(group) for group in groups if len(group) > 2]
    for terms, total in [(terms, total) for terms, total in sums if len(terms) == 2]:
        (first, one), (second, other) = terms
        pairs.append((one, other, lambda a, b, x=first, y=second, t=total: x * a + y * b == t))
    forbidden = {}
    for one, other, test in pairs:
        for a, b in itertools.product(range(1, n + 1), repeat=2):
            if not test(a, b):
                pair = ((one, other), (a, b)) if one < other else ((other, one), (b, a))
                forbidden.setdefault(pair[0], set()).add(pair[1])
    sums = [(terms, total) for terms, total in sums if len(terms) > 2]
    return groups, forbidden, sums, ones


def sudoku(line, rules, solutions):
    """Returns the number of variables and the constraints of a puzzle with the usual boxes."""
    n = round(len(line) ** 0.5)
    height = max(h for h in range(1, n + 1) if n % h == 0 and h * h <= n)
    width = n // height
    digits = range(1, n + 1)
    lines = range(1, n + 1)
    value = {c: k for k, c in enumerate("123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", 1)}

    def variable(row, column, digit):
        return ((row - 1) * n + column - 1) * n + digit

    groups, forbidden, sums, ones = related(n, json.loads(rules))
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
    houses += boxes
    houses += [group for group in groups if not any(set(group) <= set(house) for house in houses)]
    for house, digit in itertools.product(houses, digits):
        kind = "one" if len(house) == n else "most"
        constraints.append((kind, [variable(row, column, digit) for row, column in house]))
    for (one, other), pairs in sorted(forbidden.items()):
        constraints += [("clause", [-variable(*one, a), -variable(*other, b)]) for a, b in sorted(pairs)]
    for terms, total in sums:
        terms = sorted(terms, key=lambda term: term[1])
        terms = [(factor * digit, variable(*place, digit)) for factor, place in terms for digit in digits]
        constraints.append(("sum", (terms, total)))
    for row, column, digit in itertools.product(lines, lines, digits):
        if not all(test(digit) for place, test in ones if place == (row, column)):
            constraints.append(("clause", [-variable(row, column, digit)]))
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
        if kind == "sum":
            terms, total = literals
            yield " ".join([*(f"{factor:+d} x{variable}" for factor, variable in terms), "=", str(total), ";"])
            continue
        factor = -1 if kind == "most" else 1
        relation = "=" if kind == "one" else ">="
        total = factor - sum(factor for literal in literals if literal < 0)
        terms = [f"{factor if literal > 0 else -factor:+d} x{abs(literal)}" for literal in literals]
        yield " ".join([*terms, relation, str(total), ";"])


def main():
    """Writes the formula of the command line."""
    kind, form, subject, *others = sys.argv[1:]
    if kind == "cover":
        with open(subject, encoding="utf-8") as file:
            formula = cover(file.read(), others)
    else:
        formula = sudoku(subject, others[0], others[1:])
    for line in {"dimacs": dimacs, "opb": opb}[form](*formula):
        print(line)


main()
