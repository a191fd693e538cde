"""A request for a job is answered while 96 jobs of 100,000 pieces each, and the inputs of large ones, are planned. `--database
postgres`: a server, a worker and a database."""

import json

from fleet.experiment import arguments, conclude
from fleet.jobs import JobClient, milliseconds
from fleet.worker import PATIENCE_S, JobService

JOBS = 96
INPUTS = 4
ENTRIES = 500_000
REQUESTS = 100
# Measured on two cores with a load of 13: 64, 43 alone, and 426 at most. With all pieces inserted by the plan it was up to 6,800.
MEDIAN_MS_MAX = 200
MOST_MS_MAX = 2000
MANY = {"operation": "generate", "options": {"count": 1_600_000, "size": 4}}
COVER = json.dumps({"primary": ["a"], "options": [["a"]]}) + "\n"
SMALL = {"operation": "count", "puzzle": "1.....3..4.....2"}


def main():
    options = arguments(__doc__, 0, database=("sqlite", "postgres"))
    settings = {"clients.trusted_proxies": "127.0.0.1", "log.filter": "warn"}
    with JobService(options.binary, options.database, settings=settings) as service:
        client, other = service.client, JobClient(service.client.port, PATIENCE_S)
        other.forwarded_for = "10.0.0.1"
        alone = milliseconds(lambda: other.create(**SMALL), REQUESTS)
        uploads = [client.upload(COVER.encode() * ENTRIES, "application/x-ndjson") for _ in range(INPUTS)]
        jobs = [client.create(operation="exact_cover_count", input={"upload": upload}) for upload in uploads]
        jobs += [client.create(**MANY) for _ in range(JOBS)]
        beside = milliseconds(lambda: other.create(**SMALL), REQUESTS)
        planned = sum(client.status(job)["pieces"]["total"] > 1 for job in jobs)
        ended = other.ended(other.create(**SMALL))["state"]
        for job in jobs:
            client.call("DELETE", f"/jobs/{job}")
    conclude(
        f"plans of large jobs, {options.database}",
        {"jobs": len(jobs), "planned_meanwhile": planned, "alone": alone, "beside": beside},
        {
            "a request takes its time at most": beside["median_ms"] <= MEDIAN_MS_MAX,
            "none takes long": beside["most_ms"] <= MOST_MS_MAX,
            "a small job of another client ends": ended == "succeeded",
        },
    )


if __name__ == "__main__":
    main()
