"""Answers for the puzzles of many files, on all nodes of a cluster."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

import ray.data
from pyarrow.fs import FileSystem

from . import _storage as storage
from ._answers import answers, check
from ._manifest import Manifest
from ._parts import Input, Part, parts_of, puzzles_of
from ._progress import FilesProgress
from ._version import VERSION, check_version

PART_BYTES = 4 << 20
"""Default size of a part: about 50,000 classic puzzles."""

PART_BYTES_MAX = 1 << 28
"""Maximum size of a part, because a task holds it, and its answers, in memory."""

BLOCKS_MAX = 20_000
"""Maximum number of tasks of a run; a task has one part, or several if there are more."""


@dataclass(frozen=True)
class Outputs:
    """Result of a run over files."""

    folder: str
    """Folder of the outputs."""
    parts: int
    """Number of output files."""
    skipped: int
    """Number of these that an earlier call has written."""
    rows: int
    """Number of puzzles that this call has answered."""
    errors: int
    """Number of these that were invalid."""


def map_files(
    paths: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    operation: str,
    output: str | os.PathLike[str],
    *,
    options: Mapping[str, Any] | None = None,
    part_bytes: int = PART_BYTES,
    filesystem: FileSystem | None = None,
    concurrency: int | None = None,
    progress: Callable[[FilesProgress], None] | None = None,
    task_options: Mapping[str, Any] | None = None,
) -> Outputs:
    """Answers each puzzle of text files, with Ray Data, and writes files of JSON lines.

    A file has a puzzle a line, in any notation of one line; blank lines and lines that begin with `#` are skipped. Files are
    cut into parts of `part_bytes` bytes, a task answers a part, and writes one file. The files of `output`, joined in the order
    of their names, have a line for each puzzle, in the order of the input: `puzzle` and the fields of `--format json` of the
    command line, or `error` if the puzzle is invalid.

    An output file appears only when it is complete. A second call with the same arguments answers the parts that have none,
    so a run that was stopped, or whose driver died, is continued. `output` remembers operation, options, version and input,
    and refuses others. Ray Data repeats the tasks of a node that is lost, and ends a run in which no part ends for 30 minutes.

    All nodes must see the same files: use object storage, or a shared folder.

    Args:
        paths: Files or folders: local paths, or URIs such as `s3://bucket/folder`, `gs://bucket/folder`. Compressed files
            (`.gz`, `.bz2`, `.lz4`, `.zst`) are one part each, of at most 256 MiB.
        operation: `solve`, `count`, `rate`, `hint`, `path`, `candidates`, `minimal`, `conflicts`, `estimate`, `canonical` or
            `shuffle`.
        output: Folder of the outputs.
        options: Options of the operation, such as `{"limit": 1000, "nodes": 100_000}`.
        part_bytes: Size of the parts.
        filesystem: File system of paths and output, if the URIs do not suffice.
        concurrency: Maximum number of parts that are answered at the same time; all CPUs of the cluster by default.
        progress: Is called after each part, in this thread. Ray Data shows a bar, too: see `ray.data.DataContext`.
        task_options: Options of `ray.data.Dataset.map` for the tasks, such as `{"memory": 2**29}` or `{"resources": {"batch": 1}}`.

    Returns:
        How many parts and puzzles there were.

    Raises:
        OutputMismatch: `output` belongs to another run.
        FileNotFoundError: A path does not exist.
    """
    options = dict(options or {})
    if not 1 <= part_bytes <= PART_BYTES_MAX:
        raise ValueError(f"part_bytes must be from 1 to {PART_BYTES_MAX}")
    check(operation, options)
    sink, folder = storage.resolve(output, filesystem)
    source, inputs = _inputs(paths, filesystem, folder)
    parts = parts_of(inputs, part_bytes, f".{operation}.ndjson")
    sink.create_dir(folder)
    Manifest(operation, options, VERSION, part_bytes, inputs).claim(sink, folder)
    complete = set(storage.names_in(sink, folder))
    missing = [part for part in parts if part.output not in complete]

    work = _Work(source, sink, folder, operation, options, VERSION)
    skipped = len(parts) - len(missing)
    total_bytes = sum(part.size for part in parts)
    done_bytes = total_bytes - sum(part.size for part in missing)
    rows = errors = 0
    for done, ended in enumerate(_run(work, missing, concurrency, dict(task_options or {})), skipped + 1):
        rows += ended["rows"]
        errors += ended["errors"]
        done_bytes += ended["bytes"]
        if progress is not None:
            progress(FilesProgress(done_bytes / total_bytes, done, len(parts), rows, errors))
    storage.remove_temporary(sink, folder)
    return Outputs(os.fspath(output), len(parts), skipped, rows, errors)


def _inputs(
    paths: str | os.PathLike[str] | Sequence[str | os.PathLike[str]], filesystem: FileSystem | None, folder: str
) -> tuple[FileSystem, list[Input]]:
    """Returns the file system of the input, and its files."""
    sources = [paths] if isinstance(paths, str | os.PathLike) else paths
    resolved = [storage.resolve(path, filesystem) for path in sources]
    if not resolved:
        raise ValueError("there are no paths")
    source = resolved[0][0]
    for other, path in resolved:
        if other != source:
            raise ValueError("all paths must be in the same storage")
        if f"{folder}/".startswith(f"{path.rstrip('/')}/"):
            raise ValueError("the folder of the outputs must not be in a folder of the input")
    return source, [Input.of(info) for _, path in resolved for info in storage.files_of(source, path)]


@dataclass(frozen=True, slots=True)
class _Work:
    """What all tasks of a run have in common."""

    source: FileSystem
    sink: FileSystem
    folder: str
    operation: str
    options: Mapping[str, Any]
    version: str


def _run(
    work: _Work, parts: Sequence[Part], concurrency: int | None, task_options: Mapping[str, Any]
) -> Iterator[dict[str, int]]:
    """Answers parts, and returns the numbers of each as it ends."""
    if not parts:
        return
    rows = [asdict(part) for part in parts]
    dataset = ray.data.from_items(rows, override_num_blocks=min(len(parts), BLOCKS_MAX)).map(
        partial(_answer_part, work),
        concurrency=concurrency,
        **{"num_cpus": 1, **task_options},
    )
    yield from dataset.iter_rows()


def _answer_part(work: _Work, row: dict[str, Any]) -> dict[str, int]:
    """Answers a part, and writes its output. A repetition writes the same."""
    check_version(work.version)
    part = Part(**{**row, "input": Input(**row["input"])})
    puzzles = puzzles_of(work.source, part)
    lines, errors = answers(work.operation, puzzles, work.options)
    storage.write(work.sink, f"{work.folder}/{part.output}", "".join(f"{line}\n" for line in lines).encode())
    return {"rows": len(lines), "errors": errors, "bytes": part.size}
