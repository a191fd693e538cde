"""What a folder of outputs is the result of."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from typing import Any

from pyarrow.fs import FileSystem

from . import _storage as storage
from ._parts import Input

NAME = "_manifest.json"
"""Name of the file in the folder of outputs. Readers of folders leave out names that begin with `_`."""

_FORMAT = 1


class OutputMismatch(ValueError):
    """The folder of outputs belongs to a run with another operation, other options or other input."""


@dataclass(frozen=True)
class Manifest:
    """Everything that the contents of the outputs depend on."""

    operation: str
    options: Mapping[str, Any]
    version: str
    part_bytes: int
    inputs: Sequence[Input]

    def as_json(self) -> dict[str, Any]:
        """Returns the manifest as values of JSON."""
        values: dict[str, Any] = {
            "format": _FORMAT,
            "operation": self.operation,
            "options": dict(self.options),
            "version": self.version,
            "part_bytes": self.part_bytes,
            "inputs": [list(astuple(file)) for file in self.inputs],
        }
        # As it will be read: a tuple becomes a list.
        result: dict[str, Any] = json.loads(json.dumps(values))
        return result

    def claim(self, filesystem: FileSystem, folder: str) -> None:
        """Writes the manifest into a folder, or compares it with the one that is there.

        Raises:
            OutputMismatch: The folder has another manifest.
        """
        path = f"{folder}/{NAME}"
        wanted = self.as_json()
        data = storage.read(filesystem, path)
        if data is None:
            storage.write(filesystem, path, json.dumps(wanted, indent=1).encode())
            return
        try:
            found = json.loads(data)
        except ValueError as error:
            raise OutputMismatch(f"{path} is no manifest: {error}") from error
        if found == wanted:
            return
        raise OutputMismatch(
            f"{folder} belongs to another run: {_difference(found, wanted)}; take another folder, or remove this one"
        )


def _difference(found: dict[str, Any], wanted: dict[str, Any]) -> str:
    """Names the first difference of two manifests."""
    for key in wanted:
        before, now = found.get(key), wanted[key]
        if before == now:
            continue
        if key != "inputs" or not isinstance(before, list):
            return f"its {key} is {before!r}, not {now!r}"
        if len(before) != len(now):
            return f"it has {len(before)} inputs, not {len(now)}"
        for old, new in zip(before, now, strict=True):
            if old != new:
                change = "has changed" if old[0] == new[0] else f"stands in the place of {old[0]}"
                return f"the input {new[0]} {change}"
    return "it has fields that this version does not know"
