"""Jobs of an older program (`--old PATH`) in every state survive the upgrade: results that exist keep each byte, and the others become
what they should. `--database postgres`: old and new processes also run together. Then the older program refuses the database, and leaves
it as it is."""

import contextlib
import json
import tempfile
import time

from fleet.experiment import arguments, conclude
from fleet.jobs import ENDED, JobClient, endless_count, job_settings
from fleet.known_jobs import MATCHINGS, KnownJobs, matchings
from fleet.postgres import Postgres
from fleet.process import wait_until
from fleet.replica import Replica
from fleet.worker import PATIENCE_S, Worker

PUZZLES = 60_000
LINES = {"inline": ["1" + "." * 15, "no puzzle", "12" + "." * 14]}
# Jobs that end at once, with the state in which they do.
SMALL = {
    "count": {"operation": "count", "puzzle": "1" + "." * 15},
    "lines": {"operation": "solve", "input": LINES},
    "text": {"operation": "rate", "input": {"inline": ["1.....3..4.....2"] * 300}},
    "generated": {"operation": "generate", "options": {"count": 40, "size": 4, "seed": 7}},
    "list": {"operation": "solutions", "puzzle": "." * 16},
    "covers": {"operation": "exact_cover_solutions", "problem": {"primary": ["a"], "options": [["a"], ["a"]]}},
}
# 2^130 solutions: more than a count can have.
OVERFLOWING = {
    "operation": "exact_cover_count",
    "problem": {"primary": [str(item) for item in range(130)], "options": [[str(item // 2)] for item in range(260)]},
}
# What a status keeps.
KEPT = ("state", "operation", "count", "verdicts", "failure", "fraction")


class Service:
    """Processes of one program over a database and a folder: a server that runs pieces, or a server and a worker."""

    def __init__(self, binary, database, folder, runs=True):
        self.stack = contextlib.ExitStack()
        self.binary, self.runs = binary, runs
        self.settings = job_settings(folder)
        if database:
            self.settings["jobs.database"] = database

    def __enter__(self):
        is_file = self.settings["jobs.database"].startswith("sqlite")
        worker = str(self.runs and is_file).lower()
        self.server = self.enter(Replica(self.binary, {**self.settings, "jobs.worker": worker}))
        self.worker = self.server if is_file or not self.runs else self.enter(Worker(self.binary, self.settings))
        self.client = JobClient(self.server.port, PATIENCE_S)
        return self

    def enter(self, process):
        process.faults = ("panicked at",)
        return self.stack.enter_context(process)

    def __exit__(self, *error):
        self.stack.__exit__(*error)


def kept(client, jobs):
    """What must not change any more of jobs that have ended: of their statuses, and their results."""
    statuses = {name: client.status(job) for name, job in jobs.items()}
    return {
        name: ({key: status.get(key) for key in KEPT}, client.call("GET", f"/jobs/{jobs[name]}/results"))
        for name, status in statuses.items()
    }


def results(client, job):
    """State, count and results of a job, without what names the job. Lists have any order."""
    status = client.ended(job, 0.1)
    lines = client.call("GET", f"/jobs/{job}/results")[1].decode().replace(job, "JOB").splitlines()
    is_list = status["operation"].endswith("solutions")
    return status["state"], status.get("count"), sorted(lines) if is_list else lines


def half_done(client, job):
    """Waits until pieces of a job are done, and others are not."""
    client.until(job, lambda status: 0 < status["pieces"]["done"] < status["pieces"]["total"], "pieces are done", 0.002)


def main():
    options = arguments(__doc__, 0, database=("sqlite", "postgres"), old="")
    promises, figures = {}, {}
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        postgres = stack.enter_context(Postgres()) if options.database == "postgres" else None
        place = (postgres and postgres.url(), folder)
        known = KnownJobs(options.binary, folder, PUZZLES)
        # Everything that ends, and work that is killed in the middle.
        with Service(options.old, *place) as old:
            client = old.client
            ended = {name: client.create(**job) for name, job in SMALL.items()}
            ended["failed"] = client.create(**OVERFLOWING)
            ended["cancelled"] = client.create(**endless_count())
            expired = client.create(**SMALL["count"], ttl_s=1)
            half_done(client, ended["cancelled"])
            client.cancel(ended["cancelled"])
            for job in ended.values():
                client.ended(job)
            wait_until(lambda: client.status(expired)["state"] == "expired", "the job expires", PATIENCE_S)
            before = kept(client, ended)
            known.create(client)
            half_done(client, known.count)
            half_done(client, known.lines)
            running = {"lines": client.status(known.lines)["pieces"], "count": client.status(known.count)["pieces"]}
            old.worker.kill()
        # Work that nobody has begun, and an upload that no job has used.
        with Service(options.old, *place, runs=False) as old:
            queued = {name: old.client.create(**job) for name, job in SMALL.items()}
            upload = old.client.upload("\n".join(LINES["inline"]).encode())
        if postgres:
            # Jobs of both programs at the same time. Those of the old one go on with its worker.
            with Service(options.old, *place) as old, Service(options.binary, *place) as new:
                together = {}
                for name, job in SMALL.items():
                    together[f"{name} of old"] = (name, old.client.create(**job))
                    together[f"{name} of new"] = (name, new.client.create(**job))
                beside = {key: (name, results(new.client, job)) for key, (name, job) in together.items()}
                figures["alive"] = sorted(new.client.json("GET", "/version", 200).keys())
        began = time.monotonic()
        with Service(options.binary, *place) as new:
            client = new.client
            after = kept(client, ended)
            known.wait(client)
            of_known, promises = known.results(client)
            fresh = {name: results(client, client.create(**job)) for name, job in SMALL.items()}
            adopted = {name: results(client, job) for name, job in queued.items()}
            uploads = [upload, client.upload("\n".join(LINES["inline"]).encode())]
            of_uploads = [results(client, client.create(operation="solve", input={"upload": id})) for id in uploads]
            # The older program has kept it for longer: it may be forgotten.
            is_expired = client.call("GET", f"/jobs/{expired}/results")[0] in (404, 410)
            all_ended = all(client.status(job)["state"] in ENDED for job in queued.values())
            figures |= {"ended": {name: status["state"] for name, (status, _) in before.items()}, "killed_with": running}
            figures |= {"end_s": round(time.monotonic() - began, 1), "count": of_known["count"]}
        # The older program must not touch what it does not know.
        with Service(options.old, *place, runs=False) as old:
            refusing = JobClient(old.server.port)
            refused = {refusing.call("GET", f"/jobs/{known.lines}")[0], refusing.call("POST", "/jobs", json.dumps(SMALL["count"]).encode())[0]}
            answers = refusing.call("POST", "/solve", json.dumps({"puzzle": "1" + "." * 15}).encode())[0]
        with Service(options.binary, *place) as new:
            again = kept(new.client, ended)
    changed = {name: [before[name], after[name]] for name in before if before[name] != after[name]}
    figures["changed"] = {name: str(pair)[:2000] for name, pair in changed.items()}
    promises |= {
        "results and states of ended jobs are the same": not changed and again == after,
        "jobs that were not begun end": all_ended and is_expired,
        "their results are those of new jobs": adopted == fresh,
        "an upload is kept": of_uploads[0] == of_uploads[1],
        "the count is that of the mathematics": of_known["count"] == str(MATCHINGS),
        "the older program refuses the database, and answers questions": refused == {503} and answers == 200,
    }
    if postgres:
        differing = [key for key, (name, of_both) in beside.items() if of_both != fresh[name]]
        figures["differing_beside"] = differing
        promises["old and new programs run together"] = not differing
    conclude(f"upgrade of jobs, {options.database}", figures, promises)


if __name__ == "__main__":
    main()
