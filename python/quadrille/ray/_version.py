"""One version of the package in the whole cluster."""

from __future__ import annotations

from importlib.metadata import version

VERSION = version("quadrille-solver")
"""Version of the package on this node."""


def check_version(driver: str) -> None:
    """Raises an error if this node has another version of the package than the driver."""
    if driver != VERSION:
        raise RuntimeError(f"this node has quadrille {VERSION}, the driver has {driver}: install the same version")
