"""Runs over files on a cluster of three nodes."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pyarrow.fs import FileSelector, FileSystem

import quadrille
from quadrille.ray import FilesProgress, OutputMismatch, Outputs, map_files

CORPUS = Path(__file__).parents[2] / "tests" / "corpus" / "classic_9x9.txt"


def write_puzzles(file: Path, number: int) -> list[str]:
    """Writes puzzles with one, several and no solutions, invalid lines, blank lines and comments. Returns the puzzles."""
    corpus = [line.split(":")[0] for line in CORPUS.read_text().splitlines() if line and not line.startswith("#")]
    puzzles: list[str] = []
    with file.open("w") as stream:
        for index in range(number):
            puzzle = corpus[index % len(corpus)]
            if index % 101 == 0:
                puzzle = "x" + puzzle
            elif index % 7 == 0:
                clues = [place for place, symbol in enumerate(puzzle) if symbol not in ".0"]
                place = clues[index % len(clues)]
                puzzle = puzzle[:place] + "." + puzzle[place + 1 :]
            elif index % 11 == 0:
                puzzle = "11" + puzzle[2:]
            stream.write(f"# {index}\n\n{puzzle}\n" if index % 50 == 0 else f"{puzzle}\n")
            puzzles.append(puzzle)
    return puzzles


def rows_in(folder: Path) -> Iterator[dict[str, Any]]:
    for file in sorted(folder.glob("*.ndjson")):
        for line in file.read_text().splitlines():
            yield json.loads(line)


def names_in(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_file_is_answered_line_by_line_when_node_is_killed(
    tmp_path: Path, scale: int, kill_once: Callable[[str, int], Any]
) -> None:
    puzzles = write_puzzles(tmp_path / "puzzles.txt", 10_000 * scale)
    kill = kill_once("Map(", 3)
    result = map_files(tmp_path / "puzzles.txt", "rate", tmp_path / "out", part_bytes=50_000 * scale, progress=kill)
    assert kill.killed
    errors = sum(puzzle.startswith("x") for puzzle in puzzles)
    assert result == Outputs(str(tmp_path / "out"), len(kill.states), 0, len(puzzles), errors)
    assert kill.states[-1] == FilesProgress(1.0, result.parts, result.parts, len(puzzles), errors)
    wanted = quadrille.ask("rate", puzzles, on_error="null")
    for puzzle, answer, row in zip(puzzles, wanted, rows_in(tmp_path / "out"), strict=True):
        assert row.pop("puzzle") == puzzle
        assert "error" in row if answer is None else row == answer


DRIVER = """
import os, signal, sys, ray
from quadrille.ray import map_files

def die(state):
    if state.parts_done == 2:
        os.kill(os.getpid(), signal.SIGKILL)

ray.init(address=sys.argv[1], log_to_driver=False)
map_files(sys.argv[2], "count", sys.argv[3], part_bytes=int(sys.argv[4]), concurrency=1, progress=die)
"""


def test_second_call_answers_only_missing_parts_when_driver_was_killed(
    tmp_path: Path, scale: int, nodes: Any
) -> None:
    source, folder, part_bytes = tmp_path / "puzzles.txt", tmp_path / "out", 2_000 * scale
    puzzles = write_puzzles(source, 1_500 * scale)
    arguments = [nodes.cluster.address, str(source), str(folder), str(part_bytes)]
    driver = subprocess.run([sys.executable, "-c", DRIVER, *arguments], check=False)
    assert driver.returncode == -signal.SIGKILL
    before = {name: (folder / name).stat().st_mtime_ns for name in names_in(folder) if name.endswith(".ndjson")}
    result = map_files(source, "count", folder, part_bytes=part_bytes)
    # A task of the dead driver may write one more part before the cluster stops it.
    assert 2 <= len(before) <= result.skipped < result.parts
    assert [row["puzzle"] for row in rows_in(folder)] == puzzles
    assert before == {name: (folder / name).stat().st_mtime_ns for name in before}
    assert len(names_in(folder)) == result.parts + 1  # and the manifest


def test_complete_output_is_not_answered_again(tmp_path: Path, nodes: Any) -> None:
    write_puzzles(tmp_path / "puzzles.txt", 300)
    first = map_files(tmp_path / "puzzles.txt", "solve", tmp_path / "out", part_bytes=10_000)
    (tmp_path / "out" / names_in(tmp_path / "out")[0]).unlink()
    second = map_files(tmp_path / "puzzles.txt", "solve", tmp_path / "out", part_bytes=10_000)
    third = map_files(tmp_path / "puzzles.txt", "solve", tmp_path / "out", part_bytes=10_000)
    assert (first.skipped, second.skipped, third.skipped) == (0, first.parts - 1, first.parts)
    assert (first.rows, third.rows) == (300, 0)
    assert 0 < second.rows < first.rows
    with pytest.raises(OutputMismatch, match="operation"):
        map_files(tmp_path / "puzzles.txt", "count", tmp_path / "out", part_bytes=10_000)


def test_objects_of_s3_are_answered_as_local_files(tmp_path: Path, nodes: Any) -> None:
    server = pytest.importorskip("moto.server").ThreadedMotoServer(port=0, verbose=False)
    server.start()
    try:
        host, port = server.get_host_and_port()
        query = f"endpoint_override={host}:{port}&scheme=http&region=us-east-1"
        filesystem, _ = FileSystem.from_uri(f"s3://key:secret@bucket?{query}&allow_bucket_creation=true")
        filesystem.create_dir("bucket")
        puzzles = write_puzzles(tmp_path / "puzzles.txt", 200)
        with filesystem.open_output_stream("bucket/in/puzzles.txt") as stream:
            stream.write((tmp_path / "puzzles.txt").read_bytes())
        source, output = (f"s3://key:secret@bucket/{name}?{query}" for name in ("in", "out"))
        map_files(source, "count", output, part_bytes=6_000)
        map_files(tmp_path / "puzzles.txt", "count", tmp_path / "out", part_bytes=6_000)
        for file in filesystem.get_file_info(FileSelector("bucket/out")):
            if file.base_name.endswith(".ndjson"):
                with filesystem.open_input_file(file.path) as stream:
                    assert stream.read() == (tmp_path / "out" / file.base_name).read_bytes()
        assert [row["puzzle"] for row in rows_in(tmp_path / "out")] == puzzles
        assert map_files(source, "count", output, part_bytes=6_000).rows == 0
    finally:
        server.stop()


@pytest.mark.parametrize(
    ("operation", "options", "message"),
    [
        ("guess", {}, "`guess` is no operation: it must be one of"),
        ("count", {"limit": 0}, "limit"),
        ("count", {"threads": 2}, "threads"),
        ("count", {"depth": 2}, "depth"),
    ],
)
def test_invalid_operation_raises_before_any_task(
    tmp_path: Path, operation: str, options: dict[str, Any], message: str
) -> None:
    with pytest.raises((TypeError, ValueError), match=message):
        map_files(CORPUS, operation, tmp_path / "out", options=options)
    assert names_in(tmp_path) == []


def test_output_inside_input_raises(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="must not be in a folder of the input"):
        map_files(tmp_path, "count", tmp_path / "out")


def test_missing_file_raises(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        map_files(tmp_path / "puzzles.txt", "count", tmp_path / "out")


def test_empty_folder_has_no_parts(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    assert map_files(tmp_path / "in", "count", tmp_path / "out") == Outputs(str(tmp_path / "out"), 0, 0, 0, 0)
