"""The examples of the documentation."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2]
PAGES = ["docs/python.md", "python/README.md"]
"""Pages whose examples need the wheel."""


def examples() -> list[pytest.param]:  # type: ignore[valid-type]
    """Returns the blocks of Python, with the heading before them."""
    found = []
    for page in PAGES:
        text = (FOLDER / page).read_text(encoding="utf-8")
        for block in re.finditer(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
            line = text.count("\n", 0, block.start()) + 1
            found.append(pytest.param(page, line, block[1], id=f"{page}:{line}"))
    assert len(found) >= len(PAGES)
    return found


@pytest.mark.parametrize(("page", "line", "code"), examples())
def test_example_runs(
    page: str, line: int, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    # Programs take a number of puzzles.
    monkeypatch.setattr(sys, "argv", ["example", "20"])
    # With the lines of the page in a traceback.
    exec(compile("\n" * line + code, str(FOLDER / page), "exec"), {"__name__": "example"})
