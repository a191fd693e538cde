"""A full disk fails no request but those that write: jobs wait, new jobs and uploads are refused, questions are answered. When
there is space again, the jobs go on, and their results are complete. Needs Linux namespaces, to mount a small file system."""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from fleet.experiment import arguments, conclude
from fleet.jobs import ENDED, JobClient, job_settings
from fleet.questions import batch, easy
from fleet.process import wait_until
from fleet.replica import Replica

DISK_BYTES = 8 << 20
LINES = 8_000
# Set in the process that has a mount namespace of its own.
INSIDE = "QUADRILLE_MOUNT_NAMESPACE"


def enter_namespace():
    """Runs the script again where it may mount."""
    if INSIDE not in os.environ:
        command = ["unshare", "--mount", "--map-root-user", sys.executable, "-m", "soak.job_full_disk", *sys.argv[1:]]
        os.execvpe(command[0], command, {**os.environ, INSIDE: "1"})


def fill(file):
    """Writes until the disk is full."""
    with file.open("wb", buffering=0) as filler:
        try:
            while True:
                filler.write(b"\0" * 4096)
        except OSError:
            pass


def main():
    options = arguments(__doc__, 10)
    enter_namespace()
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES}", "tmpfs", folder], check=True)
        filler = Path(folder) / "filler"
        try:
            # Not as a context: the service logs an error for each request that the disk has failed.
            settings = {**job_settings(folder), "jobs.free_bytes_min": 0}
            replica = Replica(options.binary, settings).start()
            try:
                client = JobClient(replica.port)
                first, upload = client.create(operation="count", puzzle="." * 16), client.upload(batch(LINES))
                client.ended(first)
                job = client.create(operation="count", input={"upload": upload})
                fill(filler)
                end, statuses, refused = time.monotonic() + options.seconds, set(), set()
                while time.monotonic() < end:
                    statuses.add(client.call("POST", "/solve", easy())[0])
                    statuses.add(client.call("GET", f"/jobs/{first}")[0])
                    refused.add(client.call("POST", "/uploads", batch(LINES), "text/plain")[0])
                    time.sleep(0.05)
                while_full = client.status(job)
                filler.unlink()
                status = client.ended(job)
                lines = client.results(job) if status["state"] == "succeeded" else []
                wait_until(lambda: client.status(first)["state"] in ENDED, "the first job exists")
            finally:
                replica.close()
        finally:
            subprocess.run(["umount", "--lazy", folder], check=True)
    conclude(
        "full disk",
        {
            "while_full": while_full,
            "status": status,
            "refused_with": sorted(refused),
            "answered_with": sorted(statuses),
        },
        {
            "questions and statuses are answered": statuses == {200},
            "uploads are refused": refused <= {500, 503, 507} and bool(refused),
            "the job does not end while the disk is full": while_full["state"] in ("queued", "running"),
            "the job succeeds when there is space": status["state"] == "succeeded" and len(lines) == LINES,
        },
    )


if __name__ == "__main__":
    main()
