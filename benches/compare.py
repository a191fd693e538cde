"""Runs solvers in turn on files of 9x9 puzzles, and prints the median time of each per puzzle as CSV.

    python3 benches/compare.py --rounds 5 \\
        --set 'easy=easy.txt' --set '17 clues=seventeen.txt' \\
        --solver 'Quadrille=target/dist/examples/throughput {file} --repeat 3' \\
        --solver 'tdoku=../tdoku/build/run_benchmark -c1 -r0 -v0 -w1 -t1 -n{puzzles} {file}' >times.csv

A solver prints JSON with `us_per_puzzle`, as `throughput` does, or a line of CSV, as the benchmark of tdoku does. Needs the
standard library only.
"""

import argparse
import csv
import json
import shlex
import statistics
import subprocess
import sys
from pathlib import Path

# Column of the microseconds in the CSV of tdoku.
TDOKU_COLUMN = 6


def microseconds(output):
    """Time per puzzle in the last line of the output of a solver."""
    line = output.strip().splitlines()[-1]
    if line.startswith("{"):
        return json.loads(line)["us_per_puzzle"]
    return float(line.split(",")[TDOKU_COLUMN])


def run(command, file, puzzles):
    """Time per puzzle of one run."""
    words = [word.format(file=file, puzzles=puzzles) for word in shlex.split(command)]
    return microseconds(subprocess.run(words, capture_output=True, check=True, text=True).stdout)


def named(argument):
    """Splits `NAME=VALUE`."""
    name, equals, value = argument.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"expected NAME=VALUE, got {argument}")
    return name, value


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="runs of each solver on each file")
    parser.add_argument("--set", type=named, action="append", required=True, metavar="NAME=FILE")
    parser.add_argument("--solver", type=named, action="append", required=True, metavar="NAME=COMMAND")
    arguments = parser.parse_args()
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(["set", "puzzles", *(name for name, _ in arguments.solver)])
    for name, file in arguments.set:
        puzzles = sum(line[:1] not in ("", "#") for line in Path(file).read_text(encoding="utf-8").splitlines())
        rounds = [[run(command, file, puzzles) for _, command in arguments.solver] for _ in range(arguments.rounds)]
        table.writerow([name, puzzles, *(float(f"{statistics.median(times):.3g}") for times in zip(*rounds))])
        sys.stdout.flush()


if __name__ == "__main__":
    main()
