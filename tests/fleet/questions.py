"""Request bodies, from easy to endless."""

import json
from pathlib import Path

CORPUS = Path(__file__).parents[2] / "crates" / "testing" / "corpus"

# The largest limit of the API. No search of an empty grid reaches it.
LIMIT_MAX = 2**53 - 1


def classic():
    """Proper classic puzzles of the corpus, as lines of 81 symbols."""
    lines = (CORPUS / "classic_9x9.txt").read_text(encoding="utf-8").splitlines()
    fields = [line.split(":") for line in lines if not line.startswith("#")]
    return [field[0] for field in fields if field[1] == "1"]


def easy():
    """Easy question: microseconds of work."""
    return json.dumps({"puzzle": classic()[0]}).encode()


def endless(size=9, time_ms=None, limit=LIMIT_MAX):
    """Empty grid of this size: only the time limit, or `limit`, ends the search."""
    # The largest digit of a 36x36 has no symbol.
    puzzle = "." * size**2 if size < 36 else [0] * size**2
    question = {"puzzle": puzzle, "limit": limit}
    if time_ms is not None:
        question["limits"] = {"time_ms": time_ms}
    return json.dumps(question).encode()


def measured(nodes):
    """Question with a fixed amount of work: 20,000 nodes take some 2.5 milliseconds."""
    return json.dumps({"puzzle": "." * 81, "limit": LIMIT_MAX, "limits": {"nodes": nodes}}).encode()


def batch(lines):
    """Batch of classic puzzles, as text."""
    puzzles = classic()
    return "".join(puzzles[number % len(puzzles)] + "\n" for number in range(lines)).encode()


def request(path, body=b"", content_type="application/json"):
    """Bytes of a request on a persistent connection."""
    method = "POST" if body else "GET"
    head = f"{method} {path} HTTP/1.1\r\nHost: quadrille\r\n"
    if body:
        head += f"Content-Type: {content_type}\r\nContent-Length: {len(body)}\r\n"
    return head.encode() + b"\r\n" + body
