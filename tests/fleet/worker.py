"""Quadrille workers, and fleets: a database, a server that runs no pieces, and workers."""

import contextlib
import os
import sqlite3
import tempfile

from .jobs import JobClient, job_settings
from .network import Network
from .postgres import Postgres
from .process import Process, free_port
from .proxy import ProxiedMachine
from .replica import Replica

# A request waits for a database that restarts.
PATIENCE_S = 120


class Worker(Process):
    """One worker. `machine` is the one of a network on which it runs; otherwise it runs on this one."""

    def __init__(self, binary, settings, machine=None):
        self.host = machine.address if machine else "127.0.0.1"
        self.port = free_port()
        settings = {**settings, "admin.listen": f"{self.host}:{self.port}"}
        super().__init__(binary, ["work"], settings, within=machine.within if machine else ())

    def health_address(self):
        return self.host, self.port


class Fleet(contextlib.ExitStack):
    """Database, server and workers, which share a folder of inputs and results. With `has_machines`, each worker is on a machine of
    its own, whose connection to the database can be cut."""

    def __init__(self, binary, workers, threads=1, has_machines=False, settings=()):
        super().__init__()
        self.binary = binary
        self.count = workers
        self.threads = threads
        self.has_machines = has_machines
        self.further_settings = dict(settings)
        self.machines, self.workers = [], []

    def __enter__(self):
        super().__enter__()
        try:
            self.start()
        except BaseException:
            self.close()
            raise
        return self

    def start(self):
        """Starts everything."""
        self.folder = self.enter_context(tempfile.TemporaryDirectory())
        network = None
        if self.has_machines and os.geteuid() == 0:
            network = self.enter_context(Network(self.count))
            self.machines = network.machines
        self.postgres = self.enter_context(Postgres(network and network.interface))
        if self.has_machines and not network:
            self.machines = [self.enter_context(ProxiedMachine(self.postgres)) for _ in range(self.count)]
        settings = self.settings(self.postgres.url())
        self.server = self.enter(Replica(self.binary, {**settings, "jobs.worker": "false"}))
        self.client = JobClient(self.server.port, PATIENCE_S)
        for number in range(self.count):
            machine = self.machines[number] if self.machines else None
            url = machine.url(self.postgres) if machine else self.postgres.url()
            self.workers.append(self.enter(Worker(self.binary, self.settings(url), machine)))

    def enter(self, process):
        """Starts a process. An error in its log is no fault, since the server logs each request that the database has failed."""
        process.faults = ("panicked at",)
        return self.enter_context(process)

    def settings(self, database):
        """Settings of a process that reaches the database at this address."""
        of_jobs = {"jobs.database": database, "jobs.store": f"file:{self.folder}/objects", "jobs.threads": self.threads}
        return {**of_jobs, **self.further_settings}

    def health_addresses(self):
        """Addresses that answer health checks."""
        return [process.health_address() for process in self.processes()]

    def processes(self):
        """Server and workers."""
        return [self.server, *self.workers]


class JobService(contextlib.ExitStack):
    """Service of jobs with a kind of database: one process with SQLite, or a fleet with PostgreSQL, whose workers share the number of
    threads."""

    def __init__(self, binary, database, threads=2, workers=1, settings=()):
        super().__init__()
        self.binary, self.threads, self.workers, self.settings = binary, threads, workers, dict(settings)
        self.is_fleet = database == "postgres"

    def __enter__(self):
        super().__enter__()
        if self.is_fleet:
            threads = self.threads // self.workers
            fleet = self.enter_context(Fleet(self.binary, self.workers, threads, settings=self.settings))
            self.client, self.processes, self.postgres = fleet.client, fleet.processes(), fleet.postgres
        else:
            self.folder = self.enter_context(tempfile.TemporaryDirectory())
            settings = {**job_settings(self.folder, self.threads), **self.settings}
            replica = self.enter_context(Replica(self.binary, settings))
            self.client, self.processes, self.postgres = JobClient(replica.port), [replica], None
        return self

    def execute(self, sql):
        """Executes a statement in the database."""
        if self.postgres:
            self.postgres.query(sql)
        else:
            with contextlib.closing(sqlite3.connect(f"{self.folder}/jobs.db", timeout=60)) as database, database:
                database.execute(sql)

    @property
    def worker(self):
        """A process that runs pieces."""
        return self.processes[-1]

    def cpu_s(self):
        """CPU time of server and workers."""
        return sum(process.cpu_s() for process in self.processes)
