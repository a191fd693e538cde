"""A Ray cluster of three nodes on this machine, whose nodes can be killed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import ray
from ray.cluster_utils import Cluster

NODE: dict[str, Any] = {"num_cpus": 1, "object_store_memory": 80 << 20, "include_dashboard": False}


class Nodes:
    """Cluster of a head, which runs the driver, and two more nodes. Each has one CPU."""

    def __init__(self) -> None:
        self.cluster = Cluster(initialize_head=True, head_node_args=NODE)
        self.repair()

    def repair(self) -> None:
        """Replaces nodes that were killed."""
        while len(self.cluster.worker_nodes) < 2:
            self.cluster.add_node(**NODE)
        self.cluster.wait_for_nodes()

    def kill_one_that_runs(self, task: str) -> bool:
        """Kills all processes of a node that runs a task of this name. Returns whether there was one."""
        for node in sorted(self.cluster.worker_nodes, key=lambda node: node.node_id):
            raylet = node.all_processes["raylet"][0].process.pid
            if any(title.startswith(f"ray::{task}") for title in _titles_of_children(raylet)):
                self.cluster.remove_node(node, allow_graceful=False)
                return True
        return False


def _titles_of_children(parent: int) -> Iterator[str]:
    """Returns the titles of the processes of a node. Ray sets that of a worker to the name of its task."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            # The name of the program, in parentheses, may contain spaces.
            fields = (process / "stat").read_text().rpartition(")")[2].split()
            if int(fields[1]) == parent:
                yield (process / "cmdline").read_text()
        except (FileNotFoundError, ProcessLookupError):
            continue


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Allows warnings of Ray about its own settings."""
    for item in items:
        item.add_marker(pytest.mark.filterwarnings("ignore::DeprecationWarning"))


@pytest.fixture(scope="session")
def _nodes() -> Iterator[Nodes]:
    nodes = Nodes()
    ray.init(address=nodes.cluster.address, log_to_driver=False)
    yield nodes
    ray.shutdown()
    nodes.cluster.shutdown()  # type: ignore[no-untyped-call]


@pytest.fixture
def nodes(_nodes: Nodes) -> Nodes:
    """The cluster, with all its nodes."""
    _nodes.repair()
    return _nodes


class KillOnce:
    """Progress callback that kills a node as soon as a task runs there after `after` calls."""

    def __init__(self, nodes: Nodes, task: str, after: int) -> None:
        self.nodes, self.task, self.after = nodes, task, after
        self.states: list[Any] = []
        self.killed = False

    def __call__(self, state: Any) -> None:
        self.states.append(state)
        if not self.killed and len(self.states) >= self.after:
            self.killed = self.nodes.kill_one_that_runs(self.task)


@pytest.fixture
def kill_once(nodes: Nodes) -> Callable[[str, int], KillOnce]:
    """Makes a callback that kills a node."""
    return lambda task, after: KillOnce(nodes, task, after)


@pytest.fixture
def scale() -> int:
    """Size of the experiments: 1 in CI, `QUADRILLE_RAY_SCALE=100` by hand."""
    return int(os.environ.get("QUADRILLE_RAY_SCALE", "1"))
