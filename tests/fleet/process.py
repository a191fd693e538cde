"""A process of the program: starts with settings, stops, and can be observed."""

import http.client
import os
import signal
import socket
import subprocess
import tempfile
import time
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


def status_of(port, path, timeout_s=1.0, host="127.0.0.1"):
    """Status of a GET request; None without an answer."""
    connection = http.client.HTTPConnection(host, port, timeout=timeout_s)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    except OSError:
        return None
    finally:
        connection.close()


def metric_of(text, name):
    """Value of a metric with its labels; 0 if there is none."""
    values = [line.rsplit(" ", 1)[1] for line in text.splitlines() if line.startswith(f"{name} ")]
    return float(values[0]) if values else 0.0


class Process:
    """One process. `settings` override config/default.toml, such as `{"solver.threads": 2}`; `cores` is the set of cores that it
    may use; `within` is a command that runs it elsewhere, such as in a network namespace."""

    # Parts of log lines that fail a test at the end.
    faults = (" ERROR ", "panicked at")

    def __init__(self, binary, arguments, settings, cores=None, within=()):
        self.binary = str(Path(binary).resolve())
        self.command = [*within, self.binary, *arguments]
        # A log line for each request would be a load of its own.
        settings = {"log.filter": "warn", **settings}
        self.settings = {
            f"QUADRILLE__{name.upper().replace('.', '__')}": str(value) for name, value in settings.items()
        }
        self.cores = cores
        self.process = None
        self.log = Path(tempfile.mkstemp(prefix="quadrille-", suffix=".log")[1])

    def start(self):
        """Starts the process and waits until it is ready."""
        self.launch()
        wait_until(self.is_ready, "the process is ready")
        return self

    def launch(self):
        """Starts the process."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                env={**os.environ, **self.settings},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                # Before the process counts its cores.
                preexec_fn=lambda: self.cores and os.sched_setaffinity(0, self.cores),
            )

    def is_ready(self):
        """Whether /readyz answers 200. Fails if the process has ended."""
        if self.process.poll() is not None:
            raise AssertionError(f"the process ended at once:\n{self.log.read_text(encoding='utf-8')}")
        host, port = self.health_address()
        return status_of(port, "/readyz", host=host) == 200

    def health_address(self):
        """Host and port that answer health checks."""
        raise NotImplementedError

    def metric(self, name):
        """Value of a metric, such as `quadrille_job_pieces_total{event="lost"}`."""
        host, port = self.health_address()
        connection = http.client.HTTPConnection(host, port, timeout=TIMEOUT_S)
        try:
            connection.request("GET", "/metrics")
            return metric_of(connection.getresponse().read().decode(), name)
        finally:
            connection.close()

    def signal(self, number):
        """Sends a signal."""
        self.process.send_signal(number)

    def stop(self, timeout_s=TIMEOUT_S):
        """Sends SIGTERM and returns the seconds until the end. Fails unless the exit status is 0."""
        began = time.monotonic()
        self.signal(signal.SIGTERM)
        status = self.process.wait(timeout_s)
        if status != 0:
            raise AssertionError(f"the process ended with {status}:\n{self.log.read_text(encoding='utf-8')}")
        return time.monotonic() - began

    def kill(self):
        """Kills the process (SIGKILL), also if it is stopped."""
        self.process.kill()
        self.process.wait()

    def close(self):
        """Kills the process and returns the errors in its log."""
        if self.process and self.process.poll() is None:
            self.kill()
        lines = self.log.read_text(encoding="utf-8").splitlines()
        self.log.unlink()
        return [line for line in lines if any(fault in line for fault in self.faults)]

    def __enter__(self):
        return self.start()

    def __exit__(self, kind, *_):
        bugs = self.close()
        if bugs and kind is None:
            raise AssertionError("the process logged errors:\n" + "\n".join(bugs[:5]))

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
