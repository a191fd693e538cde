"""P10: a service that is killed again and again (SIGKILL) loses no result of a job and counts nothing twice: the results equal
the answers of the command line, line by line, and a count is exact. By hand: `python3 -m soak.job_kills --puzzles 1000000`."""

import random
import tempfile
import time

from fleet.experiment import arguments, conclude
from fleet.jobs import JobClient, job_settings
from fleet.known_jobs import KnownJobs
from fleet.replica import Replica

# Kills by the number of puzzles, and the longest time before each of them.
KILLS = {"20000": (3, 0.1), "5000": (1, 0.1), "1000000": (100, 0.1)}


def main():
    options = arguments(__doc__, 0, puzzles=tuple(KILLS))
    chance, recoveries = random.Random(1), []
    with tempfile.TemporaryDirectory() as folder, Replica(options.binary, job_settings(folder)) as replica:
        jobs, client = KnownJobs(options.binary, folder, int(options.puzzles)), JobClient(replica.port)
        jobs.create(client)
        began = time.monotonic()
        kills, up_s_max = KILLS[options.puzzles]
        for _ in range(kills):
            time.sleep(chance.uniform(0, up_s_max))
            held = 0
            while not held and not jobs.have_ended(client):
                held = jobs.status(client)["pieces"]["leased"]
            replica.kill()
            killed = time.monotonic()
            replica.start()
            recoveries.append({"leased": held, "start_s": round(time.monotonic() - killed, 3)})
        jobs.wait(client)
        ended = time.monotonic()
        figures, promises = jobs.results(client)
    figures["kills_of_held_pieces"] = sum(recovery["leased"] > 0 for recovery in recoveries)
    figures["seconds"] = round(ended - began, 1)
    figures["end_after_last_kill_s"] = round(ended - killed, 1)
    conclude("killed jobs", {"kills": recoveries, **figures}, promises)


if __name__ == "__main__":
    main()
