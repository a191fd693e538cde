"""Machines on a virtual switch: network namespaces, each with a cable to a bridge of this machine. Needs root.

Only the network is of the machine's own: files and processes are those of this one."""

import ipaddress
import os
import subprocess


def ip(*words):
    """Runs the command `ip`."""
    done = subprocess.run(["ip", *words], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(f"ip {' '.join(words)}: {done.stderr}")


class Machine:
    """One machine on the switch."""

    def __init__(self, network, number):
        self.name = f"{network.name}-{number}"
        self.address = str(network.interface.network[number + 2])
        self.within = ("ip", "netns", "exec", self.name)
        inside = ("-n", self.name)
        ip("netns", "add", self.name)
        ip("link", "add", self.name, "type", "veth", "peer", "name", "eth0", "netns", self.name)
        ip("link", "set", self.name, "master", network.name, "up")
        ip(*inside, "address", "add", f"{self.address}/{network.interface.network.prefixlen}", "dev", "eth0")
        ip(*inside, "link", "set", "eth0", "up")
        ip(*inside, "link", "set", "lo", "up")

    def url(self, database):
        """Address of the database for this machine."""
        return database.url()

    def cut(self):
        """Pulls the plug at the switch: packets vanish, and no connection is closed."""
        ip("link", "set", self.name, "down")

    def heal(self):
        """Puts the plug in again."""
        ip("link", "set", self.name, "up")


class Network:
    """Switch with machines. This machine is on it, too, with the address of `interface`."""

    def __init__(self, machines):
        number = os.getpid()
        # Interfaces have names of at most 15 characters.
        self.name = f"qd{number}"
        self.interface = ipaddress.ip_interface(f"10.{200 + number % 50}.{number // 50 % 250}.1/24")
        self.count = machines
        self.machines = []

    def __enter__(self):
        try:
            ip("link", "add", self.name, "type", "bridge")
            ip("address", "add", str(self.interface), "dev", self.name)
            ip("link", "set", self.name, "up")
            for number in range(self.count):
                self.machines.append(Machine(self, number))
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        # Removes the cables, too.
        for number in range(self.count):
            subprocess.run(["ip", "netns", "delete", f"{self.name}-{number}"], capture_output=True, check=False)
        subprocess.run(["ip", "link", "delete", self.name], capture_output=True, check=False)
