"""A Quadrille process: started with settings, asked to stop, and looked at from outside."""

import http.client
import os
import signal
import socket
import subprocess
import tempfile
import time
import tomllib
from pathlib import Path

PATIENCE_S = 30


def free_port():
    """A port of loopback that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until(true, what, patience_s=PATIENCE_S):
    """Waits until a condition holds, and fails with what was waited for."""
    end = time.monotonic() + patience_s
    while not true():
        if time.monotonic() > end:
            raise AssertionError(f"{what}: not within {patience_s} s")
        time.sleep(0.01)


def status_of(port, path, timeout_s=1.0):
    """The status that a GET answers with, or None where nobody answers."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout_s)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    except OSError:
        return None
    finally:
        connection.close()


def defaults_of(binary):
    """The settings in effect without any file or variable, by section."""
    printed = subprocess.run([binary, "config"], check=True, capture_output=True, text=True, env={})
    return tomllib.loads(printed.stdout)


class Replica:
    """One process on a port that it keeps when it is started again. `settings` are those of config/default.toml, as
    `{"solver.threads": 2}`; the cores it may run on are a set of numbers."""

    def __init__(self, binary, settings=None, cores=None):
        self.binary = str(Path(binary).resolve())
        self.port = free_port()
        self.cores = cores
        self.process = None
        self.log = Path(tempfile.mkstemp(prefix="quadrille-", suffix=".log")[1])
        # Operations have a listener of their own, which answers when the public one is full.
        self.health_port = self.port
        # Only what is wrong: a line a request would be a load of its own.
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
                # Before it looks how many there are.
                preexec_fn=lambda: self.cores and os.sched_setaffinity(0, self.cores),
            )
        wait_until(self.is_ready, "the service is ready")
        return self

    def is_ready(self):
        """Whether it would be given work. Fails where the process is gone."""
        if self.process.poll() is not None:
            raise AssertionError(f"the service ended at once:\n{self.log.read_text(encoding='utf-8')}")
        return status_of(self.port, "/readyz") == 200

    def signal(self, number):
        """Sends it a signal."""
        self.process.send_signal(number)

    def stop(self, patience_s=PATIENCE_S):
        """Asks it to stop, and gives the seconds that took; fails where it ends in any other way than in good order."""
        began = time.monotonic()
        self.signal(signal.SIGTERM)
        status = self.process.wait(patience_s)
        if status != 0:
            raise AssertionError(f"the service ended with {status}:\n{self.log.read_text(encoding='utf-8')}")
        return time.monotonic() - began

    def close(self):
        """Ends it, however it is; says what it logged of its own bugs."""
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
        """The seconds of a core it has used so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def rss_bytes(self):
        """The memory it holds."""
        fields = Path(f"/proc/{self.process.pid}/statm").read_text(encoding="utf-8").split()
        return int(fields[1]) * os.sysconf("SC_PAGE_SIZE")

    def descriptors(self):
        """The files and sockets it has open."""
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))
