"""Quadrille processes: start with settings, stop, and observe."""

import http.client
import os
import signal
import socket
import subprocess
import tempfile
import time
import tomllib
from pathlib import Path

TIMEOUT_S = 30


def free_port():
    """Loopback port without a listener."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until(true, what, timeout_s=TIMEOUT_S):
    """Waits until `true()` holds. Fails with `what` after the timeout."""
    end = time.monotonic() + timeout_s
    while not true():
        if time.monotonic() > end:
            raise AssertionError(f"{what}: not within {timeout_s} s")
        time.sleep(0.01)


def status_of(port, path, timeout_s=1.0):
    """Status of a GET request; None without an answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout_s)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    except OSError:
        return None
    finally:
        connection.close()


def defaults_of(binary):
    """Default settings, by section."""
    printed = subprocess.run([binary, "config"], check=True, capture_output=True, text=True, env={})
    return tomllib.loads(printed.stdout)


class Replica:
    """One process, on the same port after a restart. `settings` override config/default.toml, such as
    `{"solver.threads": 2}`; `cores` is the set of cores that it may use."""

    def __init__(self, binary, settings=None, cores=None):
        self.binary = str(Path(binary).resolve())
        self.port = free_port()
        self.cores = cores
        self.process = None
        self.log = Path(tempfile.mkstemp(prefix="quadrille-", suffix=".log")[1])
        # The admin listener answers even if the public one is full.
        self.health_port = self.port
        # A log line for each request would be a load of its own.
        settings = {"log.filter": "warn", **(settings or {})}
        if "admin" in defaults_of(self.binary):
            self.health_port = free_port()
            settings["admin.listen"] = f"127.0.0.1:{self.health_port}"
        self.settings = {
            f"QUADRILLE__{name.upper().replace('.', '__')}": str(value) for name, value in settings.items()
        }

    def start(self):
        """Starts the process and waits until it is ready."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [self.binary, "--listen", f"127.0.0.1:{self.port}"],
                env={**os.environ, **self.settings},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                # Before the process counts its cores.
                preexec_fn=lambda: self.cores and os.sched_setaffinity(0, self.cores),
            )
        wait_until(self.is_ready, "the service is ready")
        return self

    def is_ready(self):
        """Whether /readyz answers 200. Fails if the process has ended."""
        if self.process.poll() is not None:
            raise AssertionError(f"the service ended at once:\n{self.log.read_text(encoding='utf-8')}")
        return status_of(self.port, "/readyz") == 200

    def signal(self, number):
        """Sends a signal."""
        self.process.send_signal(number)

    def stop(self, timeout_s=TIMEOUT_S):
        """Sends SIGTERM and returns the seconds until the end. Fails unless the exit status is 0."""
        began = time.monotonic()
        self.signal(signal.SIGTERM)
        status = self.process.wait(timeout_s)
        if status != 0:
            raise AssertionError(f"the service ended with {status}:\n{self.log.read_text(encoding='utf-8')}")
        return time.monotonic() - began

    def close(self):
        """Kills the process and returns the errors in its log."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.process.kill()
            self.process.wait()
        lines = self.log.read_text(encoding="utf-8").splitlines()
        self.log.unlink()
        return [line for line in lines if " ERROR " in line or "panicked at" in line]

    def __enter__(self):
        return self.start()

    def __exit__(self, kind, *_):
        bugs = self.close()
        if bugs and kind is None:
            raise AssertionError("the service logged errors:\n" + "\n".join(bugs[:5]))

    def cpu_s(self):
        """CPU time used so far, in seconds."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def rss_bytes(self):
        """Resident memory."""
        fields = Path(f"/proc/{self.process.pid}/statm").read_text(encoding="utf-8").split()
        return int(fields[1]) * os.sysconf("SC_PAGE_SIZE")

    def descriptors(self):
        """Number of open descriptors."""
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))
