"""What is asked: bodies of requests, from easy to endless."""

import json
from pathlib import Path

CORPUS = Path(__file__).parent.parent / "corpus"

# The largest limit of the contract: no search of an empty grid comes to it.
WITHOUT_END = 2**53 - 1


def classic():
    """Newspaper puzzles of the corpus, each a line of 81 symbols with one solution."""
    lines = (CORPUS / "classic_9x9.txt").read_text(encoding="utf-8").splitlines()
    fields = [line.split(":") for line in lines if not line.startswith("#")]
    return [field[0] for field in fields if field[1] == "1"]


def easy():
    """The body of an easy question: microseconds of work."""
    return json.dumps({"puzzle": classic()[0]}).encode()


def endless(size=9, time_ms=None, limit=WITHOUT_END):
    """How many grids of this size there are, or which: ended by time alone, or so large a limit."""
    question = {"puzzle": "." * size * size, "limit": limit}
    if time_ms is not None:
        question["limits"] = {"time_ms": time_ms}
    return json.dumps(question).encode()


def measured(nodes):
    """A question of so much work, the same every time: 20,000 nodes are some 2.5 milliseconds."""
    return json.dumps({"puzzle": "." * 81, "limit": WITHOUT_END, "limits": {"nodes": nodes}}).encode()


def batch(lines):
    """The body of a batch, as text."""
    puzzles = classic()
    return "".join(puzzles[number % len(puzzles)] + "\n" for number in range(lines)).encode()


def request(path, body=b"", content_type="application/json"):
    """The bytes of a request on a connection that stays open."""
    method = "POST" if body else "GET"
    head = f"{method} {path} HTTP/1.1\r\nHost: quadrille\r\n"
    if body:
        head += f"Content-Type: {content_type}\r\nContent-Length: {len(body)}\r\n"
    return head.encode() + b"\r\n" + body
