"""Shared frame of the experiments: arguments, repeated rounds, and a report."""

import argparse
import gc
import json
import os
import resource
import signal
import sys


def exit_on_signals():
    """Lets SIGTERM end the script like an error, so that what it has started is stopped."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))


def arguments(description, seconds, **choices):
    """Parses the command line: the program, the duration, and one option per choice. A choice that is a text is the default of any."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--binary", default="../target/release/quadrille", help="the program (%(default)s)")
    parser.add_argument("--seconds", type=float, default=seconds, help="duration (%(default)s)")
    for name, values in choices.items():
        choices, default = (None, values) if isinstance(values, str) else (values, values[0])
        parser.add_argument(f"--{name}", choices=choices, default=default, help="default: %(default)s")
    exit_on_signals()
    # Pauses of this process would count as latency of the service.
    gc.disable()
    # For thousands of connections.
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return parser.parse_args()


def cores():
    """Cores of the service and of the load: a half each, or all for both if there are fewer than four."""
    every = sorted(os.sched_getaffinity(0))
    if len(every) < 4:
        return set(every), set(every)
    half = len(every) // 2
    return set(every[:half]), set(every[half:])


def rounds(measure, is_met, at_least=1, at_most=12):
    """Results of `measure()`, repeated until `is_met(results)`.

    Latency and throughput are judged by the best round: other load on the machine can only make a round worse.
    """
    results = []
    while len(results) < at_least or (len(results) < at_most and not is_met(results)):
        results.append(measure())
    return results


def conclude(name, figures, promises):
    """Prints figures and promises as JSON. Exits with status 1 if a promise is broken."""
    report = {
        "experiment": name,
        "figures": figures,
        "kept": [promise for promise, kept in promises.items() if kept],
        "broken": [promise for promise, kept in promises.items() if not kept],
    }
    print(json.dumps(report, indent=2), flush=True)
    sys.exit(1 if report["broken"] else 0)
