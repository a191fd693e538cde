"""Runs the examples of README.md, whose comments are their output."""

import re
from pathlib import Path

import pytest

CLIENT = Path(__file__).parent.parent
EXAMPLES = re.findall(r"^```python\n(.*?)^```", (CLIENT / "README.md").read_text(), re.DOTALL | re.MULTILINE)


def test_readme_has_examples() -> None:
    assert EXAMPLES


@pytest.mark.parametrize("code", EXAMPLES)
def test_example_prints_its_comments(code: str, url: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(code.replace("http://localhost:8080", url), {})
    assert capsys.readouterr().out.splitlines() == re.findall(r"# (.*)$", code, re.MULTILINE)
