"""Runs the examples of README.md and of the cookbook, whose comments are their output."""

import re
from pathlib import Path

import pytest

CLIENT = Path(__file__).parent.parent
EXAMPLES = {
    file: re.findall(r"^```python\n(.*?)^```", (CLIENT / file).read_text(), re.DOTALL | re.MULTILINE)
    for file in ["README.md", "../../docs/cookbook.md"]
}


@pytest.mark.parametrize("file", EXAMPLES)
def test_file_has_examples(file: str) -> None:
    assert EXAMPLES[file]


@pytest.mark.parametrize("code", [code for examples in EXAMPLES.values() for code in examples])
def test_example_prints_its_comments(code: str, url: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(code.replace("http://localhost:8080", url), {})
    assert capsys.readouterr().out.splitlines() == re.findall(r"# (.*)$", code, re.MULTILINE)
