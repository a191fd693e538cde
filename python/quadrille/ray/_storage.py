"""Files in a folder or in object storage."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath

from pyarrow.fs import FileInfo, FileSelector, FileSystem, FileType, LocalFileSystem

_ATOMIC_TYPES = {"s3", "gcs", "abfs"}
"""Types of stores in which an object appears only when it is complete."""

_TEMPORARY = ".tmp"
"""Ending of the names of files that are being written."""


def resolve(path: str | os.PathLike[str], filesystem: FileSystem | None = None) -> tuple[FileSystem, str]:
    """Returns the file system of a path, and the path in it.

    URIs such as `s3://bucket/key`, `gs://bucket/key`, `abfs://...` and `hdfs://...` are taken as Ray Data takes them. Other
    paths are local, unless `filesystem` is given.
    """
    text = os.fspath(path)
    if filesystem is not None:
        return filesystem, text.split("://", 1)[-1]
    if "://" in text:
        found, inner = FileSystem.from_uri(text)
        return found, inner
    return LocalFileSystem(), str(Path(text).expanduser().absolute())


def files_of(filesystem: FileSystem, path: str) -> list[FileInfo]:
    """Returns the file at a path, or all files below a folder in the order of their names.

    Names that begin with `.` or `_` are left out, as Ray, Spark and DuckDB do.
    """
    info = filesystem.get_file_info(path)
    if info.type == FileType.NotFound:
        raise FileNotFoundError(f"no such file or folder: {path}")
    if info.type != FileType.Directory:
        return [info]
    found = filesystem.get_file_info(FileSelector(path, recursive=True))
    base = len(PurePosixPath(path).parts)
    files = [
        info
        for info in found
        if info.type == FileType.File
        and not any(part.startswith((".", "_")) for part in PurePosixPath(info.path).parts[base:])
    ]
    return sorted(files, key=lambda info: info.path)


def names_in(filesystem: FileSystem, folder: str) -> Iterator[str]:
    """Returns the names of the files in a folder; none if the folder does not exist."""
    for info in filesystem.get_file_info(FileSelector(folder, allow_not_found=True)):
        if info.type == FileType.File:
            yield info.base_name


def read(filesystem: FileSystem, path: str) -> bytes | None:
    """Returns the contents of a small file, or `None` if it does not exist."""
    if filesystem.get_file_info(path).type != FileType.File:
        return None
    with filesystem.open_input_file(path) as file:
        data: bytes = file.read()
    return data


def write(filesystem: FileSystem, path: str, data: bytes) -> None:
    """Writes a file that appears under its name only when it is complete.

    Two processes may write the same file at the same time: one of the two remains.
    """
    temporary = f"{path}.{uuid.uuid4().hex}{_TEMPORARY}"
    if isinstance(filesystem, LocalFileSystem):
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        with open(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            # Without this, a name may survive a loss of power, and its contents not.
            os.fsync(file.fileno())
        os.replace(temporary, path)
    elif filesystem.type_name in _ATOMIC_TYPES:
        with filesystem.open_output_stream(path) as stream:
            stream.write(data)
    else:
        with filesystem.open_output_stream(temporary) as stream:
            stream.write(data)
        filesystem.move(temporary, path)


def remove_temporary(filesystem: FileSystem, folder: str) -> None:
    """Removes files in a folder that were begun and not completed."""
    for name in names_in(filesystem, folder):
        if name.endswith(_TEMPORARY):
            # Another process may complete or remove it first.
            with suppress(OSError):
                filesystem.delete_file(f"{folder}/{name}")
