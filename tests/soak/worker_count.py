"""One count by 1, 2 and 3 workers of one thread each: the same total, and how the time depends on the number of workers. Times say
something only on a machine with a core for each worker and nothing else to do; CPU times say how much the distribution costs.
By hand: `python3 -m soak.worker_count --job long`; `--job middle --seconds 300` repeats the runs of 1 and of 2 workers in turn, because
the speed of a shared machine changes between runs."""

import statistics
import time

from fleet.experiment import arguments, conclude
from fleet.known_jobs import matchings
from fleet.worker import Fleet

# First rows that 7,802,998,272 solutions have: 72 * 108,374,976 in the table of Felgenhauer and Jarvis, "Enumerating possible Sudoku
# grids", 2005. The next cell may have six digits, which a symmetry of these rows maps to each other.
BAND = "123456789456789123789123456"
OF_BAND = 72 * 108_374_976
# Requests, and their solutions.
JOBS = {
    "short": (matchings(22), 13_749_310_575),
    # As the command line counts: half a minute of a core.
    "middle": (
        {
            "operation": "count",
            "puzzle": "..4...............................1...564.2...61.57.....8462..7...........6.....1",
        },
        93_927_472,
    ),
    "long": ({"operation": "count", "puzzle": (BAND + "2").ljust(81, ".")}, OF_BAND // 6),
}
WORKERS_MAX = 3


def count(binary, workers, request):
    """Figures of a count by this number of workers."""
    with Fleet(binary, workers) as fleet:
        before, began = [worker.cpu_s() for worker in fleet.workers], time.monotonic()
        job = fleet.client.create(**request)
        status = fleet.client.ended(job, 0.1)
        seconds = time.monotonic() - began
        cpu_s = [round(worker.cpu_s() - then, 2) for worker, then in zip(fleet.workers, before)]
        return {
            "workers": workers,
            "state": status["state"],
            "count": status["count"],
            "pieces": status["pieces"]["done"],
            "seconds": round(seconds, 2),
            "cpu_s": cpu_s,
            "cpu_s_of_all": round(sum(cpu_s), 2),
            "cpu_s_of_database": round(fleet.postgres.cpu_s(), 2),
        }


def main():
    options = arguments(__doc__, 0, job=tuple(JOBS))
    request, solutions = JOBS[options.job]
    runs = [count(options.binary, workers, request) for workers in range(1, WORKERS_MAX + 1)]
    alone = runs[0]
    for run in runs:
        run["times_as_fast"] = round(alone["seconds"] / run["seconds"], 2)
        run["cpu_of_one_worker"] = round(run["cpu_s_of_all"] / alone["cpu_s_of_all"], 3)
    pairs = []
    end = time.monotonic() + options.seconds
    while time.monotonic() < end:
        pair = [count(options.binary, workers, request) for workers in (1, 2)]
        pairs.append(round(pair[0]["seconds"] / pair[1]["seconds"], 3))
        runs += pair
    conclude(
        "count by several workers",
        {
            "solutions": solutions,
            "runs": runs,
            "two_workers_times_as_fast": pairs,
            "median": statistics.median(pairs) if pairs else None,
        },
        {
            "every job succeeds": all(run["state"] == "succeeded" for run in runs),
            "every total is exact": all(run["count"] == str(solutions) for run in runs),
            "every worker counts": all(min(run["cpu_s"]) > 0 for run in runs),
        },
    )


if __name__ == "__main__":
    main()
