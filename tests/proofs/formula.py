"""Writes the formula of a puzzle or of an exact cover problem, from the rules of docs/proofs.md alone.

    formula.py sudoku dimacs|opb PUZZLE RULES [SOLUTION ...]      RULES: constraints as JSON, such as []
    formula.py cover dimacs|opb FILE [OPTIONS ...]      OPTIONS: the options of a solution, from 1, such as 1,4,7

RULES may also be an object with the members `constraints` and `regions`, as a request has them. PUZZLE and SOLUTION are lines of digits and
letters, row by row, with `.` for an empty cell. FILE is in Knuth's format.
"""

import itertools
import json
import operator
import re
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


def box_shape(n):
    """Returns width and height of the usual boxes."""
    height = max(h for h in range(1, n + 1) if n % h == 0 and h * h <= n)
    return n // height, height


def boxes(n):
    """Returns the cells of the usual boxes."""
    width, height = box_shape(n)
    return [
        [(top + row, left + column) for row in range(1, height + 1) for column in range(1, width + 1)]
        for top in range(0, n, height)
        for left in range(0, n, width)
    ]


def windows(n):
    """Returns the cells of the windows of a windoku."""
    width, height = box_shape(n)
    for top, left in itertools.product(range(2, n + 1 - height, height + 1), range(2, n + 1 - width, width + 1)):
        yield list(itertools.product(range(top, top + height), range(left, left + width)))


def different(a, b):
    """Whether two digits differ."""
    return a != b


def never(_):
    """No digit is allowed."""
    return False


def measure(name, value):
    """Returns a test of two digits."""
    return {
        "difference": lambda a, b: abs(a - b) == value,
        "ratio": lambda a, b: a == value * b or b == value * a,
        "sum": lambda a, b: a + b == value,
    }[name]


def unexplained(pair, relation, rules):
    """Whether there is no sign between two cells that exempts them from a negative relation."""
    signs = ["sum_pair"] if relation == "sum" else ["difference", "ratio"]
    return not any(rule["type"] in signs and sorted(map(cell, rule["cells"])) == sorted(pair) for rule in rules)


def beside(n, place):
    """Returns the cells that share a side with a cell."""
    row, column = place
    near = [(row, column + 1), (row, column - 1), (row + 1, column), (row - 1, column)]
    return [(r, c) for r, c in near if 1 <= r <= n and 1 <= c <= n]


def diagonal(n, rule):
    """Returns the cells of a little killer."""
    if "cells" in rule:
        return [cell(name) for name in rule["cells"]]
    down, right = (1 if word in ("down", "right") else -1 for word in rule["direction"].split("_"))
    row, column = cell(rule["from"])
    found = []
    while 1 <= row <= n and 1 <= column <= n:
        found.append((row, column))
        row, column = row + down, column + right
    return found


def among(line, count):
    """Returns each two cells among so many neighbours of a line, which is a loop if it ends in its first cell."""
    is_loop = line[0] == line[-1]
    length = len(line) - 1 if is_loop else len(line)
    for at in range(length):
        for other in range(at + 1, at + count):
            if is_loop or other < length:
                yield line[at], line[other % length]


def third(n, digit):
    """Returns the third of the digits in which a digit is. The low and the high third are equal."""
    low = (n + 1) // 3
    return (digit > low) + (digit > n - low)


def squares(n):
    """Returns the cells of each square of two rows and two columns."""
    for row, column in itertools.product(range(1, n), repeat=2):
        yield [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)]


def tally(n, cells, demands):
    """Returns the clauses of cells of which so many, or more, have one of some digits, for each of the demands."""
    digits = set(range(1, n + 1))
    stated = [(found, cells, len(cells) + 1 - count) for found, count in demands if count > 0]
    clauses = []
    for found, cells, count in stated:
        for chosen in itertools.combinations(cells, count):
            if len(digits - found) == 1:
                clauses.append([(-1, place, *(digits - found)) for place in chosen])
    for found, cells, count in stated:
        for chosen in itertools.combinations(cells, count):
            if len(digits - found) > 1:
                clauses.append([(1, place, digit) for place in chosen for digit in sorted(found)])
    return clauses


def contained(n, rule):
    """Returns the clauses of cells that contain listed digits."""
    cells = [cell(name) for name in rule["cells"]]
    demands = []
    for digit in sorted(set(rule["digits"])):
        count = rule["digits"].count(digit)
        demands.append(({digit}, count))
        if rule["type"] == "contain_exactly":
            demands.append((set(range(1, n + 1)) - {digit}, len(cells) - count))
    return tally(n, cells, demands)


def same_counts(n, one, other, most):
    """Returns the clauses of two groups with the same digits, of which none is more often in the first one than `most`."""
    clauses = []
    for digit, count in itertools.product(range(1, n + 1), range(1, most + 1)):
        for chosen, places in itertools.product(
            itertools.combinations(one, count), itertools.combinations(other, len(other) + 1 - count)
        ):
            clauses.append([(-1, place, digit) for place in chosen] + [(1, place, digit) for place in places])
    return clauses


def excluded(n, cells, rest, chosen=()):
    """Returns the clauses of different digits that do not add up to a sum."""
    for digit in range(chosen[-1][2] + 1 if chosen else 1, min(n, rest) + 1):
        for place in cells:
            if all(place != used for _, used, _ in chosen):
                further = (*chosen, (-1, place, digit))
                if digit == rest:
                    yield list(further)
                else:
                    yield from excluded(n, cells, rest - digit, further)


def equal(groups):
    """Returns the sums of groups with the same sum."""
    shortest = min(range(len(groups)), key=lambda at: len(groups[at]))
    for at, cells in enumerate(groups):
        if at != shortest:
            yield [*((1, place) for place in cells), *((-1, place) for place in groups[shortest])], 0


def ranged(cells, difference, is_allowed):
    """Returns pairs, cells and lists of cells with a test for a line whose ends span a range."""
    first, last, others = cells[0], cells[-1], sorted(set(cells[1:-1]))
    pairs = [(first, last, lambda a, b: abs(a - b) >= difference)]
    if others and (first == last or first in others or last in others):
        return pairs, [(first, never)], []

    def test(a, b, digit):
        return abs(a - b) < difference or is_allowed(min(a, b), max(a, b), digit)

    return pairs, [], [([first, last, place], test) for place in others]


def meaning(n, rule, rules, regions):
    """Returns the parts of a constraint: groups without repetition, pairs with a test, sums, cells with a test, and lists of cells with a
    test or lists of clauses."""
def seen(n, rule):
    """Returns the cells of a constraint, or the row or column that it is about, in the order in which they are looked at."""
    if "cells" in rule:
        return [cell(name) for name in rule["cells"]]
    number = int(rule["line"][1:])
    line = [(number, k) if rule["line"][0] == "r" else (k, number) for k in range(1, n + 1)]
    return line[::-1] if rule.get("from") in ("right", "bottom") else line


def inner(digits, one, other):
    """Returns the sum between the first places of two digits."""
    first, last = sorted((digits.index(one), digits.index(other)))
    return sum(digits[first + 1 : last])


def is_cut(digits, total):
    """Whether digits are cut into pieces of this sum."""
    return not digits or any(sum(digits[:k]) == total and is_cut(digits[k:], total) for k in range(1, len(digits) + 1))


def product_of(digits):
    """Returns the product of digits."""
    return digits[0] * product_of(digits[1:]) if digits else 1


def accepts(rule, digits):
    """Whether digits lead an automaton from its start to an accepted state."""
    states = {rule.get("start", 0)}
    for digit in digits:
        states = {step["to"] for step in rule["transitions"] if step["from"] in states and digit in step["digits"]}
    return not states.isdisjoint(rule["accept"])


def in_house(n, cells):
    """Whether a row, a column or a usual box has all cells."""
    return any(len({place[k] for place in cells}) == 1 for k in (0, 1)) or any(set(cells) <= set(box) for box in boxes(n))


def words_of(n, rule, cells):
    """Returns the lists of cells of a constraint, each with a test of their digits in order."""
    kind, value = rule["type"], rule.get("sum", 10)
    symbols = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    tests = {
        "automaton": lambda *d: accepts(rule, d),
        "sandwich": lambda *d: n > 1 and d.count(1) == d.count(n) == 1 and inner(d, 1, n) == value,
        "x_sum": lambda *d: d[0] <= len(d) and sum(d[: d[0]]) == value,
        "skyscraper": lambda *d: len(set(itertools.accumulate(d, max))) == rule["count"],
        "numbered_room": lambda *d: d[0] <= len(d) and d[d[0] - 1] == rule["digit"],
        "hidden_skyscraper": lambda *d: next((b for a, b in itertools.pairwise(d) if b < a), 0) == rule["digit"],
        "sum_line": lambda *d: is_cut(d, value),
        "product": lambda *d: product_of(d) == rule["product"],
        "regex": lambda *d: re.fullmatch(rule["pattern"], "".join(symbols[a] for a in d)) is not None,
        "lunchbox": lambda *d: inner(d, min(d), max(d)) == value,
        "count_distinct": lambda *d: len(set(d[:-1])) == d[-1],
    }
    if kind == "sandwich" and in_house(n, cells):
        ends = (1, n)
        counts = [k for k in range(n) if any(sum(d) == value for d in itertools.combinations(range(2, n), k))]
        between = lambda *d: [k for k, a in enumerate(d) if a in ends]
        return [(cells, tests[kind]), (cells, lambda *d: len(p := between(*d)) == 2 and p[1] - p[0] - 1 in counts)]
    if kind == "x_sum" and in_house(n, cells):
        firsts = [k for k in range(1, n + 1) if any(sum(d) == value for d in itertools.combinations(range(1, n + 1), k))]
        return [(cells, lambda *d: d[0] in firsts and tests[kind](*d))]
    if kind == "counting_circles":
        return [(cells, lambda *d, a=a: d.count(a) in (0, a)) for a in range(1, n + 1)]
    if kind == "look_and_say":
        clue = [int(symbol) for symbol in str(rule["clue"])]
        pairs = zip(clue[::2], clue[1::2])
        return [(cells, lambda *d, k=k, a=a: d.count(a) == k) for k, a in pairs]
    if kind == "count_distinct":
        cells = [*cells, *map(cell, rule["control"])]
    return [(cells, tests[kind])] if kind in tests else []


def meaning(n, rule, rules, regions):
    """Returns the parts of a constraint.

    They are groups without repetition, pairs with a test, sums, cells with a test, and lists of cells with a test. Of these, those with a third
    element get variables of their own.
    """
    kind = rule["type"]
    cells = seen(n, rule) if "cells" in rule or "line" in rule else []
    neighbours = list(itertools.pairwise(cells))
    groups, pairs, sums, ones, tables = [], [], [], [], []
    if kind in ("cage", "extra_region"):
        groups.append(cells)
        if rule.get("sum"):
            sums.append(([(1, place) for place in cells], rule["sum"]))
    elif kind == "diagonals":
        which = rule.get("which", ["main", "anti"])
        groups += [[(k, k) for k in range(1, n + 1)]] * ("main" in which)
        groups += [[(k, n + 1 - k) for k in range(1, n + 1)]] * ("anti" in which)
    elif kind == "windoku":
        groups += windows(n)
    elif kind == "disjoint_groups":
        groups += zip(*boxes(n))
    elif kind == "anti_knight":
        pairs = [(*pair, different) for pair in moves(n, [(1, 2), (1, -2), (2, 1), (2, -1)])]
    elif kind == "anti_king":
        pairs = [(*pair, different) for pair in moves(n, [(1, 1), (1, -1), (1, 0), (0, 1)])]
    elif kind == "non_consecutive":
        pairs = [(*pair, lambda a, b: abs(a - b) != 1) for pair in moves(n, [(0, 1), (1, 0)])]
    elif kind == "renban":
        if len(cells) == 2:
            pairs = [(*cells, lambda a, b: abs(a - b) == 1)]
        else:
            groups.append(cells)
        if 2 < len(cells) < n:
            tables += [(two, lambda a, b: abs(a - b) < len(cells)) for two in itertools.combinations(cells, 2)]
    elif kind == "even":
        ones = [(place, lambda a: a % 2 == 0) for place in cells]
    elif kind == "odd":
        ones = [(place, lambda a: a % 2 == 1) for place in cells]
    elif kind == "thermometer":
        pairs = [(*pair, lambda a, b: a < b) for pair in neighbours]
    elif kind == "slow_thermometer":
        pairs = [(*pair, lambda a, b: a <= b) for pair in neighbours]
    elif kind == "whisper":
        difference = rule.get("difference", (n + 1) // 2)
        pairs = [(*pair, lambda a, b: abs(a - b) >= difference) for pair in neighbours]
    elif kind in ("difference", "ratio", "sum_pair"):
        value = rule.get("value", {"difference": 1, "ratio": 2}.get(kind))
        pairs = [(*cells, measure(kind.removesuffix("_pair"), value))]
    elif kind == "greater_than":
        pairs = [(*cells, lambda a, b: a > b)]
    elif kind == "negative":
        for pair in moves(n, [(0, 1), (1, 0)]):
            for [(name, value)] in (relation.items() for relation in rule["of"]):
                if unexplained(pair, name, rules):
                    pairs.append((*pair, lambda a, b, test=measure(name, value): not test(a, b)))
    elif kind == "palindrome":
        pairs = [(*pair, lambda a, b: a == b) for pair in zip(cells[: len(cells) // 2], reversed(cells))]
    elif kind == "clone":
        copies = [map(cell, copy) for copy in rule["copies"]]
        pairs = [(*pair, lambda a, b: a == b) for copy in copies for pair in zip(cells, copy)]
    elif kind == "pair":
        chosen = neighbours if rule.get("scope", "adjacent") == "adjacent" else itertools.combinations(cells, 2)
        pairs = [(*pair, lambda a, b: [a, b] in rule["allowed"]) for pair in chosen]
    elif kind == "arrow":
        # The number in the circle is read from left to right and from top to bottom.
        circle = reversed(sorted(map(cell, rule["circle"])))
        number = [(10**place, of_circle) for place, of_circle in enumerate(circle)]
        sums.append(([*number, *((-1, place) for place in cells)], 0))
    elif kind == "sum":
        factors = rule.get("coefficients", [1] * len(cells))
        sums.append((list(zip(factors, cells)), rule["sum"]))
    elif kind == "table":
        allowed = rule["allowed"]
        ones = [(place, lambda a, k=k: any(digits[k] == a for digits in allowed)) for k, place in enumerate(cells)]
        if len(cells) == 2:
            pairs = [(*cells, lambda a, b: [a, b] in allowed)]
        elif len(cells) > 2:
            tables.append((cells, lambda *digits: list(digits) in allowed))
    elif kind == "little_killer":
        sums.append(([(1, place) for place in diagonal(n, rule)], rule["sum"]))
    elif kind in ("quadruple", "contain_at_least", "contain_exactly"):
        tables.append(contained(n, rule))
    elif kind == "between_line":
        if len(cells) > 2:
            pairs, ones, tables = ranged(cells, 2, lambda low, high, digit: low < digit < high)
    elif kind == "lockout":
        difference = rule.get("difference", 4)
        pairs, ones, tables = ranged(cells, difference, lambda low, high, digit: not low <= digit <= high)
    elif kind in ("maximum", "minimum"):
        sign = 1 if kind == "maximum" else -1
        near = ((place, other) for place in cells for other in beside(n, place) if other not in cells)
        pairs = [(*pair, lambda a, b: sign * (a - b) > 0) for pair in near]
    elif kind == "region_sum_line":
        region = {place: number for number, places in enumerate(regions) for place in places}
        sums += equal([list(places) for _, places in itertools.groupby(cells, key=region.get)])
    elif kind == "nabner":
        groups.append(cells)
        if len(cells) <= n:
            pairs = [(*two, lambda a, b: abs(a - b) > 1) for two in itertools.combinations(cells, 2)]
    elif kind == "indexer":
        for row, column in cells:
            line = {
                "row": [(place, column) for place in range(1, n + 1)],
                "column": [(row, place) for place in range(1, n + 1)],
                "box": sorted(next(places for places in regions if (row, column) in places)),
            }[rule["axis"]]
            own = line.index((row, column)) + 1
            for number, place in enumerate(line, 1):
                pairs.append(((row, column), place, lambda a, b, v=number, own=own: (a == v) == (b == own)))
    elif kind == "entropic":
        pairs = [(*pair, lambda a, b: third(n, a) != third(n, b)) for pair in among(cells, 3)]
    elif kind == "modular":
        modulus = rule.get("modulus", 3)
        pairs = [(*pair, lambda a, b: (a - b) % modulus != 0) for pair in among(cells, modulus)]
    elif kind == "zipper":
        half = len(cells) // 2
        middle = [[cells[half]]] if len(cells) % 2 else []
        sums += equal(middle + [[cells[at], cells[-1 - at]] for at in range(half)])
    elif kind == "parity_line":
        pairs = [(*pair, lambda a, b: (a - b) % 2 == 1) for pair in neighbours]
    elif kind == "double_arrow":
        sums.append(([*((1, place) for place in cells[1:-1]), (-1, cells[0]), (-1, cells[-1])], 0))
    elif kind == "equal_sums":
        sums += equal([list(map(cell, group)) for group in rule["groups"]])
    elif kind == "same_values":
        lines = [[(k, m) for m in range(1, n + 1)] for k in range(1, n + 1)]
        houses = list(map(set, [*lines, *zip(*lines), *regions]))
        first, *others = [list(map(cell, group)) for group in rule["groups"]]
        for group in others:
            one = [place for place in first if place not in group]
            other = [place for place in group if place not in first]
            if not any(set(one) <= house for house in houses) and any(set(other) <= house for house in houses):
                one, other = other, one
            if len(one) == 1:
                pairs.append((*one, *other, lambda a, b: a == b))
            elif one:
                is_different = any(set(one) <= house for house in houses)
                tables.append(same_counts(n, one, other, 1 if is_different else len(one)))
    elif kind == "anti_taxicab":
        for steps, down in itertools.product(range(1, n + 1), repeat=2):
            right = steps - down
            found = moves(n, [(down, right), (down, -right)]) if right >= 0 else ()
            pairs += [(*pair, lambda a, b, x=steps: not a == b == x) for pair in found]
        for steps in range(1, n + 1):
            pairs += [(*pair, lambda a, b, x=steps: not a == b == x) for pair in moves(n, [(0, steps)])]
    elif kind == "equality_cage":
        groups.append(cells)
        digits, half = range(1, n + 1), len(cells) // 2
        tests = [lambda d: d % 2 == 0, lambda d: d % 2 == 1, lambda d: 2 * d < n + 1, lambda d: 2 * d > n + 1]
        tables.append(tally(n, cells, [({digit for digit in digits if test(digit)}, half) for test in tests]))
    elif kind in ("global_entropy", "global_modular"):
        which = (lambda digit: third(n, digit)) if kind == "global_entropy" else (lambda digit: digit % 3)
        kinds = [({digit for digit in range(1, n + 1) if which(digit) == k}, 1) for k in range(3)]
        tables += [tally(n, square, kinds) for square in squares(n)]
    elif kind == "rellik":
        groups.append(cells)
        if len(cells) <= n:
            tables.append(list(excluded(n, cells, rule["sum"])))
    elif kind == "or":
        lists = [alternative(n, related(n, found, regions, rules)) for found in rule["any"]]
        lists = [found for found in lists if found is not None]
        if not lists:
            ones.append(((1, 1), never))
        elif all(any(found) for found in lists):
            tables.append({"any": lists})
    elif not words_of(n, rule, cells):
        raise ValueError(kind)
    if kind == "lunchbox":
        groups.append(cells)
    for line, test in words_of(n, rule, cells):
        if len(line) == 1:
            ones.append((*line, test))
        elif len(line) == 2 and any(test(*digits) for digits in itertools.product(range(1, n + 1), repeat=2)):
            pairs.append((*line, test))
        else:
            add_line(n, line, test, ones, tables)
    return groups, pairs, sums, ones, tables


def related(n, rules, regions, known=()):
    """Returns the groups, forbidden digits of pairs of cells, sums, tables, and tests of single cells of all constraints.

    Those `known` are beside them.
    """
    groups, pairs, sums, ones, tables = [], [], [], [], []
    for rule in rules:
        for found, further in zip((groups, pairs, sums, ones, tables), meaning(n, rule, [*known, *rules], regions)):
            found.extend(further)
    pairs += [(*group, different) for group in groups if len(group) == 2]
    ones += [(min(group), never) for group in groups if len(group) > n]
    groups = [sorted(group) for group in groups if 2 < len(group) <= n]
    longer = []
    for terms, total in sums:
        factors = {}
        for factor, place in terms:
            factors[place] = factors.get(place, 0) + factor
        terms = sorted((place, factor) for place, factor in factors.items() if factor != 0)
        if len(terms) > 2:
            longer.append((terms, total))
        elif len(terms) == 2:
            (one, x), (other, y) = terms
            pairs.append((one, other, lambda a, b, x=x, y=y, t=total: x * a + y * b == t))
        elif len(terms) == 1:
            [(place, x)] = terms
            ones.append((place, lambda a, x=x, t=total: x * a == t))
        elif total != 0:
            ones.append(((1, 1), never))
    forbidden = {}
    for one, other, test in pairs:
        if one == other:
            ones.append((one, lambda a, test=test: test(a, a)))
            continue
        for a, b in itertools.product(range(1, n + 1), repeat=2):
            if not test(a, b):
                pair = ((one, other), (a, b)) if one < other else ((other, one), (b, a))
                forbidden.setdefault(pair[0], set()).add(pair[1])
    return groups, forbidden, longer, ones, tables


def alternative(n, parts):
    """Returns the forbidden digits of pairs, the tables and the forbidden digits of cells of a list; nothing if a cell has no digit."""
    groups, forbidden, sums, ones, tables = parts
    for one, other in (pair for group in groups for pair in itertools.combinations(sorted(group), 2)):
        forbidden.setdefault((one, other), set()).update((digit, digit) for digit in range(1, n + 1))
    for terms, total in sums:
        factors = [factor for _, factor in terms]
        test = lambda *digits, factors=factors, total=total: sum(map(operator.mul, factors, digits)) == total
        add_line(n, [place for place, _ in terms], test, ones, tables)
    excluded = []
    for place in sorted({place for place, _ in ones}):
        digits = [digit for digit in range(1, n + 1) if not all(test(digit) for other, test in ones if other == place)]
        if len(digits) == n:
            return None
        excluded += [(place, digit) for digit in digits]
    return forbidden, tables, excluded


def add_line(n, line, test, ones, tables):
    """Adds a line of three or more cells."""
    if any(test(*digits) for digits in itertools.product(range(1, n + 1), repeat=len(line))):
        tables.append((line, test, True))
    else:
        ones.append((line[0], never))


def regions_of(n, given):
    """Returns the cells of regions: a symbol for each cell, rows of symbols, or lists of cells."""
    if isinstance(given, list) and isinstance(given[0], list):
        return [[cell(name) for name in region] for region in given]
    regions = {}
    for place, symbol in zip(itertools.product(range(1, n + 1), repeat=2), "".join(given)):
        regions.setdefault(symbol, []).append(place)
    return list(regions.values())


def automaton(n, length, test):
    """Returns the states after each digit: the different sets of possible ends, in the order of the first words that lead to them.

    The ends after a state and a digit are those of a state of the next layer, or none.
    """
    words = frozenset(word for word in itertools.product(range(1, n + 1), repeat=length) if test(*word))
    layers = [[words]]
    for _ in range(length):
        following = (ends_after(ends, digit) for ends in layers[-1] for digit in range(1, n + 1))
        layers.append(list(dict.fromkeys(ends for ends in following if ends)))
    return layers


def ends_after(ends, digit):
    """Returns the ends that begin with a digit, without it."""
    return frozenset(end[1:] for end in ends if end[0] == digit)


def steps(n, line, test, variable, used, may_fail):
    """Returns the constraints of the states of a line, and the last variable. `used` is the one before the first.

    If it may fail, no digit is excluded: there is a further state after each digit, for the digits that begin no word.
    """
    layers = automaton(n, len(line), test)
    states = []
    for layer in layers[1:-1]:
        states.append({ends: used + k for k, ends in enumerate(layer, 1)})
        used += len(layer)
    failed = list(range(used + 1, used + 1 + len(line))) if may_fail else [None] * len(line)
    constraints = [("one", [*layer.values(), *([after] if may_fail else [])]) for layer, after in zip(states, failed)]
    # The start and the end have no variables.
    numbers = [{layers[0][0]: None}, *states, {layers[-1][0]: None}]
    for k, (place, layer, following) in enumerate(zip(line, numbers, numbers[1:])):
        for (ends, state), digit in itertools.product(layer.items(), range(1, n + 1)):
            rest = ends_after(ends, digit)
            is_word = rest and following[rest] is None
            if is_word and not may_fail:
                continue
            last = -failed[k] if is_word else following.get(rest, failed[k])
            clause = [state and -state, -variable(*place, digit), last]
            constraints.append(("clause", [literal for literal in clause if literal]))
        if may_fail and k > 0:
            constraints.append(("clause", [-failed[k - 1], failed[k]]))
    return constraints, failed[-1] if may_fail else used


def clauses_of(n, table, variable):
    """Returns the clauses of a table without variables of its own."""
    if isinstance(table, list):
        return [[sign * variable(*place, digit) for sign, place, digit in clause] for clause in table]
    cells, allowed = table
    chosen = itertools.product(range(1, n + 1), repeat=len(cells))
    return [[-variable(*place, a) for place, a in zip(cells, digits)] for digits in chosen if not allowed(*digits)]


def any_of(n, lists, variable, used):
    """Returns the constraints of alternatives, and the last variable: one for each false clause, and one for each broken list."""
    constraints, broken = [], []
    for forbidden, tables, excluded in lists:
        reasons = []
        pairs = [
            [-variable(*one, a), -variable(*other, b)]
            for (one, other), both in sorted(forbidden.items())
            for a, b in sorted(both)
        ]
        alone = [[-variable(*place, digit)] for place, digit in excluded]
        is_line = lambda part: isinstance(part, tuple) and len(part) == 3
        found = [part if is_line(part) else clauses_of(n, part, variable) for part in tables]
        for part in [pairs, *found, alone]:
            if is_line(part):
                stated, used = steps(n, *part[:2], variable, used, True)
                constraints += stated
                reasons.append(used)
                continue
            for clause in part:
                used += 1
                constraints.append(("clause", [*clause, used]))
                constraints += [("clause", [-used, -literal]) for literal in clause]
                reasons.append(used)
        used += 1
        constraints += [("clause", [-reason, used]) for reason in reasons]
        constraints.append(("clause", [-used, *reasons]))
        broken.append(used)
    return [*constraints, ("clause", [-number for number in broken])], used


def sudoku(line, rules, solutions):
    """Returns the number of variables and the constraints of a puzzle with the usual boxes, or with regions."""
    n = round(len(line) ** 0.5)
    digits = range(1, n + 1)
    lines = range(1, n + 1)
    value = {c: k for k, c in enumerate("123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", 1)}

    def variable(row, column, digit):
        return ((row - 1) * n + column - 1) * n + digit

    rules = json.loads(rules)
    rules = {"constraints": rules} if isinstance(rules, list) else rules
    regions = regions_of(n, rules["regions"]) if "regions" in rules else boxes(n)
    groups, forbidden, sums, ones, tables = related(n, rules.get("constraints", []), regions)
    constraints = []
    for row, column in itertools.product(lines, lines):
        constraints.append(("one", [variable(row, column, digit) for digit in digits]))
    houses = [[(row, column) for column in lines] for row in lines]
    houses += [[(row, column) for row in lines] for column in lines]
    houses += regions
    houses += [group for group in groups if not any(set(group) <= set(house) for house in houses)]
    for house, digit in itertools.product(houses, digits):
        kind = "one" if len(house) == n else "most"
        constraints.append((kind, [variable(row, column, digit) for row, column in sorted(house)]))
    for (one, other), pairs in sorted(forbidden.items()):
        constraints += [("clause", [-variable(*one, a), -variable(*other, b)]) for a, b in sorted(pairs)]
    variables = n**3
    for table in tables:
        if isinstance(table, dict):
            stated, variables = any_of(n, table["any"], variable, variables)
            constraints += stated
        elif len(table) == 3 and isinstance(table, tuple):
            stated, variables = steps(n, *table[:2], variable, variables, False)
            constraints += stated
        else:
            constraints += [("clause", clause) for clause in clauses_of(n, table, variable)]
    for terms, total in sums:
        terms = [(factor * digit, variable(*place, digit)) for place, factor in terms for digit in digits]
        constraints.append(("sum", (terms, total)))
    for row, column, digit in itertools.product(lines, lines, digits):
        if not all(test(digit) for place, test in ones if place == (row, column)):
            constraints.append(("clause", [-variable(row, column, digit)]))
    for at, symbol in enumerate(line.upper()):
        if symbol in value:
            constraints.append(("clause", [at * n + value[symbol]]))
    for solution in solutions:
        constraints.append(("clause", [-(at * n + value[c]) for at, c in enumerate(solution.upper())]))
    return variables, constraints


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
