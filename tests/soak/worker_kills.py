"""P12: workers, server and database that are killed again and again lose no result of a job and count nothing twice: the results
equal the answers of the command line, line by line, and a count is exact. Three workers share a PostgreSQL database, which stops
at once and recovers. By hand: `python3 -m soak.worker_kills --puzzles 1000000`, and with `--victims workers` for 100 kills of workers that run
a piece."""

import random
import time

from fleet.experiment import arguments, conclude
from fleet.known_jobs import KnownJobs
from fleet.worker import Fleet

# Kills by the number of puzzles, and the longest time before each of them.
KILLS = {"100000": (6, 0.3), "1000000": (30, 2.0)}
WORKERS = 3
# Kills of workers alone, and the longest time before each of them.
KILLS_OF_WORKERS = (100, 0.1)


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


def kill_holder(fleet, jobs, chance):
    """Kills a worker that runs a piece, and starts it again. Returns how many pieces it ran; 0 after the end of the jobs."""
    while not jobs.have_ended(fleet.client):
        worker = chance.choice(fleet.workers)
        if worker.is_ready() and (held := worker.metric("quadrille_job_pieces_running")):
            worker.kill()
            worker.launch()
            return held
    return 0


def main():
    options = arguments(__doc__, 0, puzzles=tuple(KILLS), victims=("all", "workers"))
    chance, log = random.Random(1), []
    of_workers = options.victims == "workers"
    kills, pause_s_max = KILLS_OF_WORKERS if of_workers else KILLS[options.puzzles]
    with Fleet(options.binary, WORKERS) as fleet:
        jobs = KnownJobs(options.binary, fleet.folder, int(options.puzzles))
        jobs.create(fleet.client)
        if of_workers:
            # Ten kills of a plan alone fail its job.
            fleet.client.until(jobs.lines, lambda status: status["pieces"]["total"], "the job is planned")
        began = time.monotonic()
        for name in ["worker"] * kills if of_workers else victims(kills, chance):
            time.sleep(chance.uniform(0, pause_s_max))
            pieces = jobs.status(fleet.client)["pieces"]
            entry = {"killed": name, "leased": pieces["leased"], "done": pieces["done"]}
            if of_workers:
                entry["ran"] = kill_holder(fleet, jobs, chance)
            else:
                kill(fleet, name, chance)
            log.append(entry)
        killed = time.monotonic()
        jobs.wait(fleet.client)
        ended = time.monotonic()
        figures, promises = jobs.results(fleet.client)
    figures["seconds"] = round(ended - began, 1)
    figures["end_after_last_kill_s"] = round(ended - killed, 1)
    figures["kills_before_the_end"] = sum(entry["done"] < figures["status"]["pieces"]["done"] for entry in log)
    figures["kills_of_held_pieces"] = sum(entry.get("ran", 0) > 0 for entry in log)
    promises["the first kills came before the end"] = figures["kills_before_the_end"] > 0
    conclude("killed workers", {"kills": log, **figures}, promises)


if __name__ == "__main__":
    main()
