"""What all scripts have in common: their arguments, and the end, with figures and a verdict."""

import argparse
import gc
import json
import os
import sys


def arguments(description, seconds, **choices):
    """The command line: the program, how long, and what else a script offers to choose from."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--binary", default="../target/release/quadrille", help="the program (%(default)s)")
    parser.add_argument("--seconds", type=float, default=seconds, help="how long it takes (%(default)s)")
    for name, values in choices.items():
        parser.add_argument(f"--{name}", choices=values, default=values[0], help="which one (%(default)s)")
    # Pauses of this process would be taken for the service's.
    gc.disable()
    return parser.parse_args()


def cores():
    """Which cores the service gets, and which the load: halves of what there is, or all for both where there are
    two or fewer."""
    every = sorted(os.sched_getaffinity(0))
    if len(every) < 4:
        return set(every), set(every)
    half = len(every) // 2
    return set(every[:half]), set(every[half:])


def conclude(name, figures, promises, paces=()):
    """Prints the figures as JSON, and ends the process: with 1 where a promise is broken, with 3 where only a pace is
    not kept, which on a machine that is busy with other things says little. Both name what should be and whether it is.
    """
    paces = dict(paces)
    broken = [promise for promise, kept in promises.items() if not kept]
    slow = [pace for pace, kept in paces.items() if not kept]
    verdict = {
        "kept": [kept for kept in (*promises, *paces) if kept not in broken + slow],
        "broken": broken,
        "slow": slow,
    }
    print(json.dumps({"experiment": name, "figures": figures, **verdict}, indent=2), flush=True)
    sys.exit(1 if broken else 3 if slow else 0)
