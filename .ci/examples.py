"""Runs the shell examples of Markdown files against a service, and compares what they print.

usage: examples.py URL FOLDER_OF_PROGRAMS FILE...

An example is a command after `$` in a `console` block, with its output in the lines below, or an `sh` block, with its output in
the `text` block that follows. In an output, `...` between commas, brackets or spaces is omitted text. `<!-- not run -->`
before a block excludes it. The examples of a file share a folder.
"""

import os
import re
import subprocess
import sys
import tempfile
from itertools import pairwise
from pathlib import Path

BLOCK = re.compile(r"^(?P<excluded><!-- not run -->\n+)?```(?P<language>\w*)\n(?P<text>.*?)^```\n", re.MULTILINE | re.DOTALL)
OMISSION = re.compile(r"(?<![^,{\[\s])\.{3}(?![^,}\]\s])")
SECONDS_MAX = 300


def prompts(text):
    """Commands of a `console` block, with their outputs. A command continues after `\\` or `|` at the end of a line."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command = re.match(r"(.*[\\|]\n)*.*\n", part)[0]
        yield command, part.removeprefix(command)


def examples(text):
    """Commands of a file, with their outputs."""
    blocks = [match for match in BLOCK.finditer(text) if not match["excluded"]]
    for block, following in pairwise([*blocks, None]):
        if block["language"] == "console":
            yield from prompts(block["text"])
        elif block["language"] == "sh" and following and following["language"] == "text":
            if not text[block.end() : following.start()].strip():
                yield block["text"], following["text"]


def pattern(output):
    """Expression that an output must match."""
    parts = OMISSION.split(output.rstrip())
    return re.compile(".*?".join(map(re.escape, parts)), re.DOTALL)


def faults(path, url, folder):
    """Examples of a file whose output is not the documented one."""
    host = url.removeprefix("http://")
    environment = os.environ | {"PATH": f"{folder}:{os.environ['PATH']}"}
    number = 0
    with tempfile.TemporaryDirectory() as work:
        for number, (command, expected) in enumerate(examples(path.read_text(encoding="utf-8")), 1):
            shell = ["bash", "-c", command.replace("localhost:8080", host)]
            run = subprocess.run(
                shell, cwd=work, env=environment, capture_output=True, text=True, timeout=SECONDS_MAX, stdin=subprocess.DEVNULL
            )
            printed = run.stdout.replace(host, "localhost:8080").rstrip()
            if not pattern(expected).fullmatch(printed):
                yield f"{path}, example {number}:\n{command}printed:\n{printed}\n{run.stderr}instead of:\n{expected}"
    if number == 0:
        yield f"{path}: no examples"
    print(f"{path}: {number} examples run")


def main():
    url, folder, *files = sys.argv[1:]
    found = [fault for file in files for fault in faults(Path(file), url, folder)]
    if found:
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main()
