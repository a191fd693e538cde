"""P12: workers, server and database that are killed again and again lose no result of a job and count nothing twice: the results
equal the answers of the command line, line by line, and a count is exact. Three workers share a PostgreSQL database, which stops
at once and recovers. By hand: `python3 -m soak.worker_kills --puzzles 1000000`."""

import random
import time

from fleet.experiment import arguments, conclude
from fleet.known_jobs import KnownJobs
from fleet.worker import Fleet

# Kills by the number of puzzles, and the longest time before each of them.
KILLS = {"100000": (6, 0.3), "1000000": (30, 2.0)}
WORKERS = 3


def victims(kills, chance):
    """What is killed: each at least once, workers most often."""
    names = ["database", "server", "worker"] + chance.choices(["database", "server", "worker", "worker"], k=kills - 3)
    chance.shuffle(names)
    return names


def kill(fleet, name, chance):
    """Kills a part of the fleet and starts it again. Workers come back without waiting."""
    if name == "database":
        fleet.postgres.restart()
    elif name == "server":
        fleet.server.kill()
        fleet.server.start()
    else:
        worker = chance.choice(fleet.workers)
        worker.kill()
        worker.launch()


def main():
    options = arguments(__doc__, 0, puzzles=tuple(KILLS))
    chance, log = random.Random(1), []
    kills, pause_s_max = KILLS[options.puzzles]
    with Fleet(options.binary, WORKERS) as fleet:
        jobs = KnownJobs(options.binary, fleet.folder, int(options.puzzles))
        jobs.create(fleet.client)
        began = time.monotonic()
        for name in victims(kills, chance):
            time.sleep(chance.uniform(0, pause_s_max))
            pieces = jobs.status(fleet.client)["pieces"]
            kill(fleet, name, chance)
            log.append({"killed": name, "leased": pieces["leased"], "done": pieces["done"]})
        killed = time.monotonic()
        jobs.wait(fleet.client)
        ended = time.monotonic()
        figures, promises = jobs.results(fleet.client)
    figures["seconds"] = round(ended - began, 1)
    figures["end_after_last_kill_s"] = round(ended - killed, 1)
    figures["kills_before_the_end"] = sum(entry["done"] < figures["status"]["pieces"]["done"] for entry in log)
    promises["the first kills came before the end"] = figures["kills_before_the_end"] > 0
    conclude("killed workers", {"kills": log, **figures}, promises)


if __name__ == "__main__":
    main()
