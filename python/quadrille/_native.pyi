from typing import final

__all__ = [
    "VERSION",
    "Entries",
    "Solutions",
    "Stop",
    "answer",
    "convert",
    "core_count",
    "count_text",
    "cover_answer",
    "cover_solutions",
    "cubes",
    "generate",
    "generate_set",
    "is_unique_text",
    "render",
    "score",
    "solve_text",
    "split",
    "weight",
]

VERSION: str

@final
class Stop:
    """Flag that another thread sets to end a call early."""

    def __new__(cls) -> Stop: ...
    def set(self) -> None: ...
    def is_set(self) -> bool: ...

@final
class Solutions:
    """Iterator over the solutions of a puzzle."""

    def __new__(cls, text: str, is_json: bool, query: str) -> Solutions: ...
    def __iter__(self) -> Solutions: ...
    def __next__(self) -> str: ...
    @property
    def stopped_by(self) -> str | None: ...

@final
class Entries:
    """Texts of entries."""

    @classmethod
    def of_strings(cls, texts: list[str | None]) -> Entries: ...
    @classmethod
    def of_column(cls, data: memoryview, offsets: memoryview, valid: memoryview | None, first_bit: int) -> Entries: ...
    @classmethod
    def of_rows(cls, data: memoryview, width: int) -> Entries: ...
    def __len__(self) -> int: ...

def answer(
    question: str,
    entries: Entries,
    is_json: bool,
    query: str,
    threads: int,
    is_lenient: bool,
    has_index: bool,
) -> tuple[bytes, bytes, bytes | None]: ...
def convert(text: str, is_json: bool, query: str) -> tuple[str, list[str]]: ...
def core_count() -> int: ...
def count_text(
    text: str, limit: int | None, nodes: int | None = None, time_ms: int | None = None, at_least: bool = False
) -> int | None: ...
def cover_answer(question: str, text: str, is_json: bool, query: str) -> str: ...
def cover_solutions(
    text: str, is_json: bool, query: str, threads: int
) -> tuple[list[list[int]], str | None, list[int]]: ...
def cubes(text: str, is_cover: bool, is_json: bool, query: str, want: int, seed: int) -> list[str]: ...
def generate(query: str, count: int, threads: int) -> str: ...
def generate_set(rows: str, defaults: list[tuple[str, str]], seed: int | None, threads: int) -> str: ...
def is_unique_text(text: str, nodes: int | None = None, time_ms: int | None = None) -> bool | None: ...
def render(text: str, is_json: bool, query: str) -> tuple[str, list[str]]: ...
def score(
    entries: Entries,
    is_json: bool,
    predictions: tuple[Entries, bool],
    solutions: tuple[Entries, bool] | None,
    query: str,
    threads: int,
    is_lenient: bool,
    has_index: bool,
) -> tuple[bytes, bytes, bytes | None]: ...
def solve_text(text: str, nodes: int | None = None, time_ms: int | None = None) -> str | None: ...
def split(
    text: str,
    is_cover: bool,
    is_json: bool,
    query: str,
    cubes: list[str],
    nodes: int | None,
    stop: Stop | None,
) -> tuple[int, int, list[str], int]: ...
def weight(cube: str) -> int: ...
