"""P12: while the database is away, the server answers questions, and 503 for jobs; workers stay. When it is back, everything goes
on, and no result is lost. By hand: `python3 -m soak.worker_outage --seconds 60`."""

import time

from fleet.experiment import arguments, conclude
from fleet.jobs import JobClient
from fleet.known_jobs import KnownJobs
from fleet.process import status_of
from fleet.questions import easy
from fleet.worker import Fleet

PUZZLES = 20_000
WORKERS = 3
# Time from the start of the database to the next completion: the longest pause between two attempts, and a lease.
RESUMED_S_MAX = 30
POLL_S = 0.1


def main():
    options = arguments(__doc__, 60)
    with Fleet(options.binary, WORKERS) as fleet:
        jobs = KnownJobs(options.binary, fleet.folder, PUZZLES)
        jobs.create(fleet.client)
        fleet.client.until(jobs.lines, lambda status: status["pieces"]["done"], "pieces are done")
        impatient = JobClient(fleet.server.port)
        done = jobs.status(fleet.client)["pieces"]["done"]
        fleet.postgres.stop()
        end, of_jobs, of_questions, of_health = time.monotonic() + options.seconds, set(), set(), set()
        slowest_s = 0
        while time.monotonic() < end:
            began = time.monotonic()
            of_jobs.add(impatient.call("GET", f"/jobs/{jobs.lines}")[0])
            slowest_s = max(slowest_s, time.monotonic() - began)
            of_questions.add(impatient.call("POST", "/solve", easy())[0])
            of_health |= {status_of(port, "/livez", host=host) for host, port in fleet.health_addresses()}
            time.sleep(POLL_S)
        have_ended = [process.process.poll() is not None for process in fleet.processes()]
        fleet.postgres.start()
        back = time.monotonic()
        fleet.client.until(jobs.lines, lambda status: status["pieces"]["done"] > done, "work goes on", POLL_S)
        resumed_s = time.monotonic() - back
        jobs.wait(fleet.client)
        ended_s = time.monotonic() - back
        figures, promises = jobs.results(fleet.client)
    promises |= {
        "jobs are refused with 503": of_jobs == {503},
        "questions are answered": of_questions == {200},
        "all processes are alive": of_health == {200} and not any(have_ended),
        f"work goes on within {RESUMED_S_MAX} s": resumed_s <= RESUMED_S_MAX,
    }
    conclude(
        "database that is away",
        {
            "seconds": options.seconds,
            "done_before": done,
            "refused_within_s": round(slowest_s, 3),
            "resumed_s": round(resumed_s, 1),
            "end_s": round(ended_s, 1),
            **figures,
        },
        promises,
    )


if __name__ == "__main__":
    main()
