"""Parts of files, and where they are stored."""

from __future__ import annotations

import gzip
from dataclasses import replace
from pathlib import Path

import pytest
from pyarrow.fs import LocalFileSystem

from quadrille.ray import InputChanged, OutputMismatch, _parts, _storage
from quadrille.ray._manifest import Manifest
from quadrille.ray._parts import Input, Part, parts_of, puzzles_of

LOCAL = LocalFileSystem()


def inputs_of(path: Path) -> list[Input]:
    return [Input.of(info) for info in _storage.files_of(LOCAL, str(path))]


def puzzles_by_part(path: Path, part_bytes: int) -> list[list[str]]:
    return [puzzles_of(LOCAL, part) for part in parts_of(inputs_of(path), part_bytes, ".x")]


@pytest.mark.parametrize("end", ["", "\n", "\r\n", "\n\n\n"])
@pytest.mark.parametrize("part_bytes", range(1, 40))
def test_parts_of_any_size_have_each_line_once(tmp_path: Path, part_bytes: int, end: str) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_bytes(b"\xef\xbb\xbf1234\n\n  22\r\n# a comment\n\xff3\n4444444444444" + end.encode())
    parts = puzzles_by_part(file, part_bytes)
    assert [puzzle for part in parts for puzzle in part] == ["1234", "22", "\ufffd3", "4444444444444"]
    assert sum(part.size for part in parts_of(inputs_of(file), part_bytes, ".x")) == file.stat().st_size


def test_line_belongs_to_part_in_which_it_begins(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text("11\n2222\n3\n")
    assert puzzles_by_part(file, 3) == [["11"], ["2222"], ["3"], []]


def test_line_above_maximum_is_cut(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text("x" * (3 * _parts.LINE_BYTES_MAX) + "\n1\n")
    [first, *rest] = puzzles_by_part(file, 1 << 16)
    assert [len(line) for line in first] == [_parts.LINE_BYTES_MAX]
    assert [line for part in rest for line in part] == ["1"]


def test_compressed_file_is_one_part(tmp_path: Path) -> None:
    (tmp_path / "puzzles.gz").write_bytes(gzip.compress(b"1\n" * 1000))
    assert puzzles_by_part(tmp_path, 1) == [["1"] * 1000]


def test_compressed_file_above_maximum_raises(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "puzzles.gz").write_bytes(gzip.compress(b"1\n" * 1000))
    monkeypatch.setattr(_parts, "COMPRESSED_BYTES_MAX", 1999)
    with pytest.raises(ValueError, match="more than 1999 bytes"):
        puzzles_by_part(tmp_path, 1)


def test_folder_has_its_files_in_order_without_hidden_ones(tmp_path: Path) -> None:
    for name in ["b.txt", "a/2.txt", "a/1.txt", "_meta", ".hidden", "a/_temporary/3.txt"]:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("1\n")
    parts = parts_of(inputs_of(tmp_path), 10, ".count.ndjson")
    assert [part.output for part in parts] == [
        "00000-1.txt.000000.count.ndjson",
        "00001-2.txt.000000.count.ndjson",
        "00002-b.txt.000000.count.ndjson",
    ]


def test_too_many_parts_raise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_parts, "PARTS_MAX", 5)
    file = Input("puzzles.txt", 6, 0)
    assert len(parts_of([replace(file, size=5)], 1, "")) == 5
    with pytest.raises(ValueError, match="6 parts are too many: at most 5"):
        parts_of([file], 1, "")


def test_changed_input_raises(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text("1\n")
    [part] = parts_of(inputs_of(file), 10, "")
    file.write_text("1\n2\n")
    with pytest.raises(InputChanged, match="has changed"):
        puzzles_of(LOCAL, part)


def test_output_folder_refuses_another_run(tmp_path: Path) -> None:
    file = Input("puzzles.txt", 2, 3)
    manifest = Manifest("count", {"limit": 2, "box": ("3x2",)}, "1.0", 100, [file])
    manifest.claim(LOCAL, str(tmp_path))
    manifest.claim(LOCAL, str(tmp_path))
    for other, message in [
        (replace(manifest, operation="solve"), "its operation is 'count', not 'solve'"),
        (replace(manifest, options={}), "its options is"),
        (replace(manifest, version="1.1"), "its version is '1.0', not '1.1'"),
        (replace(manifest, part_bytes=99), "its part_bytes is 100, not 99"),
        (replace(manifest, inputs=[file, file]), "it has 1 inputs, not 2"),
        (replace(manifest, inputs=[replace(file, size=9)]), "the input puzzles.txt has changed"),
        (replace(manifest, inputs=[replace(file, path="a")]), "the input a stands in the place of puzzles.txt"),
    ]:
        with pytest.raises(OutputMismatch, match=message):
            other.claim(LOCAL, str(tmp_path))


def test_folder_with_foreign_manifest_is_refused(tmp_path: Path) -> None:
    (tmp_path / "_manifest.json").write_text("{")
    with pytest.raises(OutputMismatch, match="is no manifest"):
        Manifest("count", {}, "1.0", 100, []).claim(LOCAL, str(tmp_path))


def test_written_file_replaces_another_and_leaves_nothing_else(tmp_path: Path) -> None:
    for data in [b"one", b"two"]:
        _storage.write(LOCAL, str(tmp_path / "file"), data)
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [("file", b"two")]


def test_unfinished_files_are_removed(tmp_path: Path) -> None:
    for name in ["a", "a.0123.tmp"]:
        (tmp_path / name).write_text("")
    _storage.remove_temporary(LOCAL, str(tmp_path))
    assert [file.name for file in tmp_path.iterdir()] == ["a"]


def test_part_keeps_its_output_name_when_others_are_complete() -> None:
    parts = parts_of([Input("in/puzzles.txt", 5, 0)], 2, ".n")
    assert [(part.start, part.end, part.output) for part in parts] == [
        (0, 2, "00000-puzzles.txt.000000.n"),
        (2, 4, "00000-puzzles.txt.000001.n"),
        (4, 5, "00000-puzzles.txt.000002.n"),
    ]
    assert isinstance(parts[0], Part)
