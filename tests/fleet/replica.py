"""Quadrille servers."""

import subprocess
import tomllib

from .process import Process, free_port


def defaults_of(binary):
    """Default settings, by section."""
    printed = subprocess.run([binary, "config"], check=True, capture_output=True, text=True, env={})
    return tomllib.loads(printed.stdout)


class Replica(Process):
    """One server, on the same port after a restart."""

    def __init__(self, binary, settings=None, cores=None):
        self.port = free_port()
        # The admin listener answers even if the public one is full.
        self.health_port = self.port
        settings = dict(settings or {})
        if "admin" in defaults_of(binary):
            self.health_port = free_port()
            settings["admin.listen"] = f"127.0.0.1:{self.health_port}"
        super().__init__(binary, ["--listen", f"127.0.0.1:{self.port}"], settings, cores)

    def health_address(self):
        return "127.0.0.1", self.health_port
