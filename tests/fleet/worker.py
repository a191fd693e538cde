"""Quadrille workers: processes that run pieces of jobs and have no public listener."""

from .process import Process, free_port


class Worker(Process):
    """One worker. `machine` is the one of a network on which it runs; otherwise it runs on this one."""

    def __init__(self, binary, settings, cores=None, machine=None):
        self.host = machine.address if machine else "127.0.0.1"
        self.port = free_port()
        settings = {**settings, "admin.listen": f"{self.host}:{self.port}"}
        super().__init__(binary, ["work"], settings, cores, machine.within if machine else ())

    def health_address(self):
        return self.host, self.port
