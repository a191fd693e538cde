"""P11: the cancellation of a running 25x25 count stops its work within a second (p99 of 50), and keeps its partial count.
`--database postgres`: by two workers that share a database with the server."""

import random
import time

from fleet.experiment import arguments, conclude
from fleet.jobs import endless_count
from fleet.worker import JobService

CANCELLATIONS = 50
SECONDS_MAX = 1.0
RUN_S = (0.0, 1.5)
POLL_S = 0.005
# CPU time in which an idle service stays.
IDLE_S = 5
IDLE_SHARE_MAX = 0.05


def main():
    options = arguments(__doc__, 60, database=["sqlite", "postgres"])
    # A cancellation takes about a second with its run.
    number = max(1, min(CANCELLATIONS, round(options.seconds)))
    chance, seconds, losses = random.Random(1), [], 0
    with JobService(options.binary, options.database, threads=2, workers=2) as service:
        client = service.client
        for _ in range(number):
            job = client.create(**endless_count())
            client.until(job, lambda status: status["pieces"]["total"] and status["pieces"]["leased"], "pieces run")
            time.sleep(chance.uniform(*RUN_S))
            before = client.status(job)
            began = time.monotonic()
            client.cancel(job)
            after = client.ended(job, POLL_S)
            seconds.append(time.monotonic() - began)
            kept = after["state"] == "cancelled" and int(after["count"]) >= int(before["count"])
            losses += not (kept and after["fraction"] >= before["fraction"])
        cpu_s = service.cpu_s()
        time.sleep(IDLE_S)
        idle_share = (service.cpu_s() - cpu_s) / IDLE_S
    seconds.sort()
    p99_s = seconds[min(int(len(seconds) * 0.99), len(seconds) - 1)]
    conclude(
        f"cancelled jobs, {options.database}",
        {
            "cancellations": number,
            "p50_s": round(seconds[len(seconds) // 2], 3),
            "p99_s": round(p99_s, 3),
            "idle_share_of_a_core": round(idle_share, 4),
        },
        {
            "the p99 of the time from the cancellation to the end is at most a second": p99_s <= SECONDS_MAX,
            "each cancelled job keeps its partial count": losses == 0,
            "no work goes on": idle_share <= IDLE_SHARE_MAX,
        },
    )


if __name__ == "__main__":
    main()
