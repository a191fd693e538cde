"""Runs commands in a pseudo-terminal and draws what it shows, at its own pace, as an animated SVG.

    python3 scripts/record.py docs/counting.svg 'quadrille count puzzles.txt >verdicts.txt' 'head -n 3 verdicts.txt'

Viewers without animation, and readers who prefer none, see the last frame. Needs the standard library only.
"""

import codecs
import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
import time
from html import escape
from pathlib import Path

COLUMNS, ROWS = 118, 8
# Seconds: between two frames, before a command starts, and of the last frame.
FRAME, PAUSE, END = 0.1, 0.7, 4.0
CELL, LINE, MARGIN = 7.25, 18, 14
STYLE = """
svg { background: #0d1117; border-radius: 6px; font: 12px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
text { fill: #e6edf3; white-space: pre } .prompt { fill: #3fb950 }
"""
SEQUENCE = re.compile(r"\x1b\[([?\d;]*)([A-Za-z])|[\r\n]|[^\x1b\r\n]")


class Screen:
    """The lines of a terminal, as far as progress bars need it: no scrolling, no colours."""

    def __init__(self):
        self.lines, self.row, self.column = [[] for _ in range(ROWS)], 0, 0

    def write(self, text):
        for match in SEQUENCE.finditer(text):
            arguments, final = match.groups()
            number = int(arguments) if (arguments or "").isdigit() else 0
            if final == "K":
                del self.lines[self.row][0 if number == 2 else self.column :]
            elif final == "A":
                self.row = max(0, self.row - max(1, number))
            elif final == "B":
                self.row = min(ROWS - 1, self.row + max(1, number))
            elif final == "G":
                self.column = max(1, number) - 1
            elif match.group() == "\r":
                self.column = 0
            elif match.group() == "\n":
                self.row, self.column = min(ROWS - 1, self.row + 1), 0
            elif final is None:
                self.put(match.group())

    def put(self, symbol):
        line = self.lines[self.row]
        line.extend(" " * (self.column + 1 - len(line)))
        line[self.column] = symbol
        self.column = min(COLUMNS - 1, self.column + 1)

    def text(self):
        return tuple("".join(line).rstrip() for line in self.lines)


def output(command):
    """Runs a command in a pseudo-terminal. Yields each piece of output with its time in seconds."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    environment = {**os.environ, "TERM": "xterm-256color", "NO_COLOR": "1"}
    start = time.monotonic()
    process = subprocess.Popen(command, shell=True, stdin=slave, stdout=slave, stderr=slave, env=environment)
    os.close(slave)
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    while True:
        try:
            piece = os.read(master, 65536)
        except OSError:  # The end, on Linux
            break
        if not piece:
            break
        yield time.monotonic() - start, decoder.decode(piece)
    os.close(master)
    if process.wait() != 0:
        sys.exit(f"{command} failed")


def record(commands):
    """Frames: each a time in seconds and the text of the screen."""
    screen, now = Screen(), 0.0
    frames = [(now, screen.text())]
    for command in commands:
        screen.write(f"$ {command}\r\n")
        frames.append((now, screen.text()))
        now += PAUSE
        start = now
        for seconds, piece in output(command):
            screen.write(piece)
            now = start + seconds
            # Changes in quick succession are one frame.
            if len(frames) > 1 and now - frames[-1][0] < FRAME:
                frames[-1] = (frames[-1][0], screen.text())
            else:
                frames.append((now, screen.text()))
        frames.append((now, screen.text()))
    return frames, now + END


def draw(frames, seconds):
    """The SVG document: all frames in a column, of which one is visible."""
    rows = max(index + 1 for _, text in frames for index, line in enumerate(text) if line)
    width, height = round(COLUMNS * CELL + 2 * MARGIN), rows * LINE + 2 * MARGIN
    steps = [f"{100 * at / seconds:.2f}% {{ transform: translateY({-height * index}px) }}" for index, (at, _) in enumerate(frames)]
    last = f"transform: translateY({-height * (len(frames) - 1)}px)"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" viewBox="0 0 {width} {height}" role="img" aria-labelledby="title">',
        f'<title id="title">{escape(" | ".join(line for line in frames[-1][1] if line))}</title>',
        f"<style>{STYLE}#frames {{ {last} }}",
        f"@media (prefers-reduced-motion: no-preference) {{ #frames {{ animation: play {seconds:.2f}s step-end infinite }} }}",
        "@keyframes play { " + " ".join(steps) + " }</style>",
        '<g id="frames">',
    ]
    for index, (_, text) in enumerate(frames):
        for row, line in enumerate(text):
            if line:
                y = height * index + MARGIN + LINE * row + 13
                kind = ' class="prompt"' if line.startswith("$ ") else ""
                lines.append(f'<text x="{MARGIN}" y="{y}"{kind} textLength="{round(len(line) * CELL)}">{escape(line)}</text>')
    return "\n".join([*lines, "</g>", "</svg>"]) + "\n"


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    name, *commands = sys.argv[1:]
    Path(name).write_text(draw(*record(commands)), encoding="utf-8")


if __name__ == "__main__":
    main()
