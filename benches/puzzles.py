"""Writes 9x9 puzzles, one per line: random equivalents of a few, with other digits, rows, columns and orientation.

    python3 benches/puzzles.py minimal 4000000 >puzzles.txt
    python3 benches/puzzles.py lists/magictour.txt 10000 --seed 2 >magictour.txt

An equivalent puzzle is as hard as the original, but a solver cannot have learnt its branches from it. The same arguments
write the same puzzles. Needs the standard library only.
"""

import argparse
import random
import sys
from operator import itemgetter
from pathlib import Path

CORPUS = Path(__file__).parent.parent / "crates" / "testing" / "corpus" / "classic_9x9.txt"

# Every fifth cell of an easy puzzle is given.
EASY_STEP = 5

# One unsolvable puzzle has fewer clues, and takes some solvers as long as all others together.
CLUES_MIN = 22

# Permutations of cells and of digits from which those of a puzzle are chosen.
POOL = 4096


def corpus(kind):
    """Puzzles of the corpus: lines of puzzle, number of solutions, and the solution if there is one."""
    lines = [line.split(":") for line in CORPUS.read_text(encoding="utf-8").splitlines() if line[:1] not in ("", "#")]
    if kind == "minimal":
        return [puzzle for puzzle, count, *_ in lines if count == "1"]
    if kind == "multiple":
        return [puzzle for puzzle, count, *_ in lines if int(count) > 1]
    if kind == "unsolvable":
        return [puzzle for puzzle, count, *_ in lines if count == "0" and sum(map(str.isdigit, puzzle)) >= CLUES_MIN]
    return [
        "".join(digit if index % EASY_STEP == 0 else symbol for index, (symbol, digit) in enumerate(zip(puzzle, rest[0])))
        for puzzle, count, *rest in lines
        if count == "1"
    ]


def of_file(name):
    """Puzzles of a file, one per line."""
    lines = Path(name).read_text(encoding="utf-8").splitlines()
    return [line[:81].replace("0", ".") for line in lines if len(line) >= 81 and line[0] != "#"]


def lines_of_grid(chance):
    """An order of the rows, or of the columns: the bands change places, and the rows in each band."""
    bands = chance.sample(range(3), 3)
    return [3 * band + row for band in bands for row in chance.sample(range(3), 3)]


def cells(chance):
    """A function that permutes the cells of a puzzle."""
    rows, columns = lines_of_grid(chance), lines_of_grid(chance)
    turned = chance.random() < 0.5
    return itemgetter(*(9 * column + row if turned else 9 * row + column for row in rows for column in columns))


def digits(chance):
    """A table that permutes the digits of a puzzle."""
    return str.maketrans("123456789", "".join(chance.sample("123456789", 9)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", help="easy, minimal, multiple or unsolvable puzzles of the corpus, or a file")
    parser.add_argument("count", type=int, help="number of puzzles")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    kinds = ("easy", "minimal", "multiple", "unsolvable")
    puzzles = corpus(arguments.source) if arguments.source in kinds else of_file(arguments.source)
    if not puzzles:
        sys.exit(f"no puzzles in {arguments.source}")
    chance = random.Random(arguments.seed)
    orders = [cells(chance) for _ in range(POOL)]
    tables = [digits(chance) for _ in range(POOL)]
    if arguments.source == "unsolvable":
        print("# ALLOWZERO lets the benchmark of tdoku accept these")
    # Each puzzle is as frequent as every other.
    for number in range(arguments.count):
        order, table = chance.choice(orders), chance.choice(tables)
        sys.stdout.write("".join(order(puzzles[number % len(puzzles)])).translate(table) + "\n")


if __name__ == "__main__":
    main()
