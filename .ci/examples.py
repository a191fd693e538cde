"""Runs the shell examples of Markdown files against a service, and compares what they print.

usage: examples.py [--with FEATURE] URL FOLDER_OF_PROGRAMS FILE...

An example is a command after `$` in a `console` block, with its output in the lines below, or an `sh` block, with its output in
the `text` block that follows. A command in a `console` block must show output. In an output, `...` between commas, brackets or spaces
is omitted text. `<!-- not run -->` before a block excludes it; `<!-- before each -->` before an `sh` block runs it before each example
of the file; `<!-- with FEATURE -->` runs it only with this option, which runs no others. The examples of a file share a folder. Files
without examples are skipped.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from itertools import pairwise
from pathlib import Path

BLOCK = re.compile(
    r"^(?:<!-- (?:(?P<mark>not run|before each)|with (?P<feature>\w+)) -->\n+)?"
    r"```(?P<language>\w*)\n(?P<text>.*?)^```\n",
    re.MULTILINE | re.DOTALL,
)
OMISSION = re.compile(r"(?<![^,{\[\s])\.{3}(?![^,}\]\s])")
SECONDS_MAX = 300


def prompts(text):
    """Commands of a `console` block, with their outputs. A command continues after `\\` or `|` at the end of a line, and within quotes."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command = ""
        for line in part.splitlines(keepends=True):
            if command and not command.endswith(("\\\n", "|\n")) and command.count("'") % 2 == 0:
                break
            command += line
        yield command, part.removeprefix(command)


def examples(text, feature):
    """Commands of a file that need this feature, with their outputs; the output of a command that shows none is empty."""
    blocks = [match for match in BLOCK.finditer(text) if match["mark"] != "not run"]
    before = "".join(block["text"] for block in blocks if block["mark"])
    for block, following in pairwise([*blocks, None]):
        if block["mark"] or block["feature"] != feature:
            continue
        if block["language"] == "console":
            for command, output in prompts(block["text"]):
                yield before + command, output.strip() and output
        elif block["language"] == "sh" and following and following["language"] == "text":
            if not text[block.end() : following.start()].strip():
                yield before + block["text"], following["text"]


def pattern(output):
    """Expression that an output must match."""
    parts = OMISSION.split(output.rstrip())
    return re.compile(".*?".join(map(re.escape, parts)), re.DOTALL)


def faults(path, url, folder, feature):
    """Examples of a file without an output, or whose output is not the documented one."""
    host = url.removeprefix("http://")
    environment = os.environ | {"PATH": f"{folder}:{os.environ['PATH']}"}
    number = 0
    with tempfile.TemporaryDirectory() as work:
        for number, (command, expected) in enumerate(examples(path.read_text(encoding="utf-8"), feature), 1):
            if not expected:
                yield f"{path}, example {number}:\n{command}shows no output: add it, or exclude the block by `<!-- not run -->`"
                continue
            shell = ["bash", "-c", command.replace("localhost:8080", host)]
            run = subprocess.run(
                shell, cwd=work, env=environment, capture_output=True, text=True, timeout=SECONDS_MAX, stdin=subprocess.DEVNULL
            )
            printed = run.stdout.replace(host, "localhost:8080").rstrip()
            if not pattern(expected).fullmatch(printed):
                yield f"{path}, example {number}:\n{command}printed:\n{printed}\n{run.stderr}instead of:\n{expected}"
    if number:
        print(f"{path}: {number} examples run", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--with", dest="feature")
    parser.add_argument("url")
    parser.add_argument("folder")
    parser.add_argument("files", nargs="+", type=Path)
    given = parser.parse_args()
    found = [fault for file in given.files for fault in faults(file, given.url, given.folder, given.feature)]
    if found:
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main()
