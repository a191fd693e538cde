"""PostgreSQL servers: Debian's package, each on a free port with its data in a temporary folder.

`python3 -m fleet.postgres` starts one for another program. It writes the address of a database to standard output, and a line
after each command that it reads from standard input: `restart` stops the server like a power cut and starts it again, `stop`
and `start` do one of them. At the end of the input, the server and its data are removed."""

import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from .experiment import exit_on_signals
from .process import TIMEOUT_S, free_port, wait_until

USER = "postgres"
DATABASE = "jobs"


def programs():
    """Directory of the programs of the newest version that is installed."""
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name))
    on_path = shutil.which("initdb")
    if not versions and on_path is None:
        raise AssertionError("PostgreSQL is not installed: apt-get install postgresql")
    return versions[-1] if versions else Path(on_path).parent


def children(pid):
    """Child processes of a process."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8").split()]


class Postgres:
    """One server. It listens on 127.0.0.1, or on the addresses of `network`, an `ipaddress` interface."""

    def __init__(self, network=None):
        self.port = free_port()
        self.network = network
        self.host = str(network.ip) if network else "127.0.0.1"
        self.folder = Path(tempfile.mkdtemp(prefix="quadrille-postgres-"))
        self.process = None
        # It refuses to run as root.
        self.user = {"user": USER, "group": USER, "extra_groups": []} if os.geteuid() == 0 else {}
        if self.user:
            owner = pwd.getpwnam(USER)
            os.chown(self.folder, owner.pw_uid, owner.pw_gid)

    def url(self, host=None, port=None):
        """Address of the database, as a setting of Quadrille; with host and port of a proxy, if there is one."""
        return f"postgres://{USER}@{host or self.host}:{port or self.port}/{DATABASE}"

    def run(self, program, *arguments):
        """Output of a program of PostgreSQL."""
        command = [programs() / program, *arguments]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False, **self.user)
        if done.returncode != 0:
            raise AssertionError(f"{program}: {done.stderr}")
        return done.stdout

    def query(self, sql):
        """Rows of a query, as tuples of texts."""
        place = ["-h", self.host, "-p", str(self.port), "-U", USER]
        rows = self.run("psql", "-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1", *place, "-c", sql, DATABASE)
        return [tuple(row.split("|")) for row in rows.splitlines()]

    def create(self):
        """Creates the data and the database."""
        self.run("initdb", "-D", "data", "-A", "trust", "-U", USER, "-E", "UTF8", "--locale=C", "--no-sync")
        if self.network:
            with (self.folder / "data" / "pg_hba.conf").open("a", encoding="utf-8") as rules:
                rules.write(f"host all all {self.network.network} trust\n")
        self.start()
        place = ["-h", self.host, "-p", str(self.port), "-U", USER]
        self.run("createdb", *place, DATABASE)
        return self

    def start(self):
        """Starts the server and waits until it accepts connections."""
        settings = {"listen_addresses": self.host, "port": self.port, "unix_socket_directories": ""}
        arguments = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [programs() / "postgres", "-D", self.folder / "data", *arguments],
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                **self.user,
            )
        wait_until(self.is_ready, "PostgreSQL is ready")

    def is_ready(self):
        """Whether the server accepts connections. Fails if it has ended."""
        if self.process.poll() is not None:
            raise AssertionError(f"PostgreSQL ended at once:\n{self.log()}")
        asked = [programs() / "pg_isready", "-q", "-h", self.host, "-p", str(self.port)]
        return subprocess.run(asked, cwd="/", check=False).returncode == 0

    def log(self):
        """What the server has logged."""
        return (self.folder / "log").read_text(encoding="utf-8", errors="replace")

    def stop(self):
        """Stops the server at once, without a checkpoint and without a word to its clients (`immediate`)."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(TIMEOUT_S)

    def restart(self):
        """Stops the server at once and starts it again: it recovers from its log."""
        self.stop()
        self.start()

    def kill(self):
        """Kills the server with all its processes (SIGKILL)."""
        # Otherwise it would start new ones in between.
        self.process.send_signal(signal.SIGSTOP)
        for child in children(self.process.pid):
            os.kill(child, signal.SIGKILL)
        self.process.kill()
        self.process.wait(TIMEOUT_S)

    def cpu_s(self):
        """CPU time of the server and its processes, also of those that have ended, in seconds."""
        ticks = 0
        for pid in [self.process.pid, *children(self.process.pid)]:
            try:
                fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
            except OSError:
                continue
            own = 4 if pid == self.process.pid else 2
            ticks += sum(int(field) for field in fields[11 : 11 + own])
        return ticks / os.sysconf("SC_CLK_TCK")

    def __enter__(self):
        try:
            return self.create()
        except BaseException:
            self.__exit__()
            raise

    def __exit__(self, *_):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


def main():
    exit_on_signals()
    with Postgres() as server:
        print(server.url(), flush=True)
        for line in sys.stdin:
            {"restart": server.restart, "stop": server.stop, "start": server.start}[line.strip()]()
            print(line.strip(), flush=True)


if __name__ == "__main__":
    main()
