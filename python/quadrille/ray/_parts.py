"""Parts of text files that are answered apart: ranges of bytes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from pyarrow.fs import FileInfo, FileSystem

FILES_MAX = 100_000
"""Maximum number of input files."""

PARTS_MAX = 1_000_000
"""Maximum number of parts: each is an output file, and the driver holds their list."""

LINE_BYTES_MAX = 1 << 20
"""Maximum length of a line. Longer ones are cut, and then no puzzle."""

COMPRESSED_BYTES_MAX = 1 << 28
"""Maximum size of a compressed file after decompression, because it is a single part."""

_COMPRESSED = (".gz", ".bz2", ".lz4", ".zst")
_TAIL_BYTES = 1 << 16


class InputChanged(RuntimeError):
    """An input file is not the one that the parts were made from."""


@dataclass(frozen=True, slots=True)
class Input:
    """Input file, as it was when the run began."""

    path: str
    size: int
    mtime_ns: int

    @classmethod
    def of(cls, info: FileInfo) -> Input:
        """Takes what identifies a file."""
        return cls(info.path, info.size or 0, info.mtime_ns or 0)

    @property
    def is_compressed(self) -> bool:
        """Whether the file can only be read from its start."""
        return self.path.endswith(_COMPRESSED)


@dataclass(frozen=True, slots=True)
class Part:
    """Lines of a file that begin in a range of its bytes."""

    input: Input
    start: int
    end: int
    output: str
    """Name of the output file. The names sort in the order of the input."""

    @property
    def size(self) -> int:
        """Number of bytes."""
        return self.end - self.start


def parts_of(inputs: Sequence[Input], part_bytes: int, suffix: str) -> list[Part]:
    """Cuts files into parts of `part_bytes` bytes. The same files have the same parts."""
    if len(inputs) > FILES_MAX:
        raise ValueError(f"{len(inputs)} files are too many: at most {FILES_MAX}")
    steps = [max(file.size, 1) if file.is_compressed else part_bytes for file in inputs]
    number = sum(-(-file.size // step) for file, step in zip(inputs, steps, strict=True))
    if number > PARTS_MAX:
        raise ValueError(f"{number} parts are too many: at most {PARTS_MAX}; increase part_bytes, or make several runs")
    return [
        Part(
            input=file,
            start=start,
            end=min(start + step, file.size),
            output=f"{index:05}-{PurePosixPath(file.path).name}.{start // step:06}{suffix}",
        )
        for index, (file, step) in enumerate(zip(inputs, steps, strict=True))
        for start in range(0, file.size, step)
    ]


def puzzles_of(filesystem: FileSystem, part: Part) -> list[str]:
    """Reads the puzzles of a part: its lines, without blank ones and comments that begin with `#`."""
    if Input.of(filesystem.get_file_info(part.input.path)) != part.input:
        raise InputChanged(f"{part.input.path} has changed since the run began")
    data = _decompressed(filesystem, part) if part.input.is_compressed else _bytes_of(filesystem, part)
    if part.start == 0:
        data = data.removeprefix(b"\xef\xbb\xbf")
    return list(_lines(data))


def _lines(data: bytes) -> Iterator[str]:
    for line in data.split(b"\n"):
        line = line.strip()
        if line and not line.startswith(b"#"):
            yield line[:LINE_BYTES_MAX].decode(errors="replace")


def _bytes_of(filesystem: FileSystem, part: Part) -> bytes:
    """Reads the lines that begin in the range of a part, also the end of the last one behind the range."""
    with filesystem.open_input_file(part.input.path) as file:
        # A line begins at `start` if the byte before it ends another one.
        begin = max(part.start - 1, 0)
        file.seek(begin)
        data: bytes = file.read(part.end - begin)
        if part.start > 0:
            data = data.partition(b"\n")[2]
        if not data or data.endswith(b"\n"):
            return data
        tail = b""
        while len(tail) < LINE_BYTES_MAX:
            more = file.read(_TAIL_BYTES)
            before, newline, _ = more.partition(b"\n")
            tail += before
            if newline or not more:
                break
        return data + tail


def _decompressed(filesystem: FileSystem, part: Part) -> bytes:
    with filesystem.open_input_stream(part.input.path, compression="detect") as stream:
        data: bytes = stream.read(COMPRESSED_BYTES_MAX + 1)
    if len(data) > COMPRESSED_BYTES_MAX:
        raise ValueError(
            f"{part.input.path} has more than {COMPRESSED_BYTES_MAX} bytes after decompression: decompress it, or split it"
        )
    return data
