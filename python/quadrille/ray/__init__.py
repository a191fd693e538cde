"""Counts and answers on a Ray cluster.

`count` finds the number of solutions of one problem that is too hard for a machine. `map_files` answers the puzzles of many
files, in local or object storage. Ray schedules the tasks and repeats those of lost nodes.

Needs the extra `ray`: `pip install './python[ray]'` in a checkout.
"""

from ._count import Count, CountFailed, CountInterrupted, count
from ._files import Outputs, map_files
from ._manifest import OutputMismatch
from ._parts import InputChanged
from ._progress import CountProgress, FilesProgress

__all__ = [
    "Count",
    "CountFailed",
    "CountInterrupted",
    "CountProgress",
    "FilesProgress",
    "InputChanged",
    "OutputMismatch",
    "Outputs",
    "count",
    "map_files",
]
