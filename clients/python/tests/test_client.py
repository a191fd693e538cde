"""Tests of both clients against the service, and against answers that it does not give."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import httpx
import pytest

from quadrille_client import AsyncClient, Client, IncompleteCountError, IncompleteError, ProblemError, UndecidedError
from quadrille_client.models import CountBatchResult, CoverProblem, Puzzle, SolveEntry

UNIQUE = "1.....3..4.....2"
SOLUTION = "1324423124133142"
MULTIPLE = "1.....3..4......"
REDUNDANT = "1.2...3..4.....2"
EMPTY = "." * 81
PROBLEMS: list[CoverProblem] = [
    {"primary": ["a", "b"], "secondary": ["x"], "options": [["a", "x:1"], ["b", "x:1"], ["a", "b"]]},
    "a b | x\na x:1\nb x:1\na b",
    {"matrix": [[1, 0], [0, 1], [1, 1]]},
]
COVERS = [[1, 2], [3]]
COVER_BATCH: list[CoverProblem] = ["a\na\na", {"matrix": [[1, 1]]}, {"primary": ["a"], "options": [["b"]]}]


@pytest.fixture
def client(url: str) -> Iterator[Client]:
    with Client(url) as client:
        yield client


def test_solution_has_the_notation_of_the_puzzle(client: Client) -> None:
    rows = [[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]]
    result = client.solve(rows)
    assert result["verdict"] == "unique"
    assert result["solution"] == [[1, 3, 2, 4], [4, 2, 3, 1], [2, 4, 1, 3], [3, 1, 4, 2]]


def test_options_are_fields_of_the_request(client: Client) -> None:
    assert client.solve(MULTIPLE, limit=1)["stopped_by"] == "solution_limit"
    assert client.count(MULTIPLE, limit=100)["complete"]
    assert client.solve("." * 36, box={"width": 2, "height": 3})["verdict"] == "multiple"


def test_is_unique_decides_or_raises(client: Client) -> None:
    assert client.is_unique(UNIQUE)
    assert not client.is_unique(MULTIPLE)
    assert not client.is_unique("11" + "." * 14)
    with pytest.raises(UndecidedError) as caught:
        client.is_unique(EMPTY, limits={"nodes": 1})
    assert caught.value.result["stopped_by"] == "node_limit"


def test_solutions_are_listed_up_to_the_limit(client: Client) -> None:
    solutions = list(client.solutions(MULTIPLE))
    assert len(solutions) == client.count(MULTIPLE, limit=100)["count"]
    assert SOLUTION in solutions
    assert len(list(client.solutions(MULTIPLE, limit=1))) == 1
    with pytest.raises(IncompleteError) as caught:
        list(client.solutions(EMPTY, limits={"nodes": 1}))
    assert caught.value.summary is not None
    assert caught.value.summary["stopped_by"] == "node_limit"


def test_closed_list_of_solutions_ends(client: Client) -> None:
    solutions = client.solutions(EMPTY, limit=1_000_000)
    assert len(next(solutions)) == 81
    solutions.close()
    assert client.is_unique(UNIQUE)


@pytest.mark.parametrize("problem", PROBLEMS)
def test_exact_cover(client: Client, problem: CoverProblem) -> None:
    cover = client.exact_cover
    assert cover.solve(problem, limits={"nodes": 1000})["verdict"] == "multiple"
    assert cover.count(problem, limit=100)["count"] == 2
    solutions = [[chosen["option"] for chosen in solution] for solution in cover.solutions(problem)]
    assert sorted(solutions) == COVERS
    assert cover.estimate(problem, probes=10, seed=1)["probes"] == 10


def test_numbers_of_solutions_are_proved(client: Client) -> None:
    unique = client.prove(UNIQUE)
    assert (unique["claim"], unique["solution"]) == ("unique", SOLUTION)
    assert unique["formula"] is not None and unique["proof"] is not None and unique["proof"]["text"] is not None
    assert (unique["formula"]["format"], unique["proof"]["format"]) == ("dimacs", "drup")
    assert unique["proof"]["text"].split()[-1] == "0"
    excluded = client.formula(UNIQUE, exclude=[SOLUTION])
    assert (excluded["text"] or "").startswith("p cnf 64 ") and excluded["sha256"] == unique["formula"]["sha256"]
    assert client.formula(UNIQUE)["sha256"] != excluded["sha256"]
    assert client.proof(UNIQUE) == unique["proof"]["text"] and client.proof(MULTIPLE) is None
    counted = client.prove(MULTIPLE, claim={"count": 3}, proof="veripb")
    assert (counted["claim"], len(counted["solutions"])) == ({"count": 3}, 3)
    refuted = client.prove(MULTIPLE)
    assert (refuted["verdict"], refuted["proof"]) == ("multiple", None)


@pytest.mark.parametrize("problem", ["a b\na b\na\nb", {"primary": ["a", "b"], "options": [["a", "b"], ["a"], ["b"]]}])
def test_numbers_of_covers_are_proved(client: Client, problem: CoverProblem) -> None:
    proved = client.exact_cover.prove(problem, claim={"count": 2})
    assert proved["claim"] == {"count": 2} and proved["formula"] is not None
    exclude = [[chosen["option"] for chosen in cover] for cover in proved["solutions"]]
    assert client.exact_cover.formula(problem, exclude=exclude)["sha256"] == proved["formula"]["sha256"]
    assert proved["proof"] is not None
    assert client.exact_cover.proof(problem, claim={"count": 2}) == proved["proof"]["text"]
    assert client.exact_cover.prove(problem, claim="none")["verdict"] == "multiple"


def test_fault_of_a_text_has_its_place(client: Client) -> None:
    with pytest.raises(ProblemError) as caught:
        client.exact_cover.solve("a\nb")
    [fault] = caught.value.errors
    assert (fault["line"], fault["column"]) == (2, 1)


def test_lower_bound_is_not_read_as_a_count(client: Client) -> None:
    bound = client.count(MULTIPLE)
    assert (bound["verdict"], bound["complete"], bound["at_least"]) == ("multiple", False, 2)
    assert "count" not in bound and bound.get("count") is None
    with pytest.raises(IncompleteCountError, match="at least 2 solutions.*solution_limit") as caught:
        bound["count"]
    assert caught.value.answer is bound
    with pytest.raises(KeyError):
        bound["counts"]
    stopped = client.count(EMPTY, limit=10**15, limits={"nodes": 1000})
    with pytest.raises(IncompleteCountError, match="node_limit"):
        stopped["count"]
    for problem in PROBLEMS:
        with pytest.raises(IncompleteCountError):
            client.exact_cover.count(problem)["count"]
    whole, bound_line = client.count_batch([UNIQUE, MULTIPLE])
    assert whole["type"] == "result" and whole["count"] == 1 and "at_least" not in whole
    assert bound_line["type"] == "result" and bound_line["at_least"] == 2
    with pytest.raises(IncompleteCountError):
        bound_line["count"]
    [cover_line] = client.exact_cover.count_batch(PROBLEMS[:1])
    assert cover_line["type"] == "result" and cover_line["at_least"] == 2


def test_exact_cover_batch(client: Client) -> None:
    results = client.exact_cover.count_batch(COVER_BATCH, limit=5)
    assert [line["count"] if line["type"] == "result" else line["error"]["code"] for line in results] == [
        2,
        1,
        "invalid_question",
    ]


def test_candidates_redundant_clues_and_contradictions(client: Client) -> None:
    found = client.candidates(MULTIPLE, counts=100)
    assert (found["verdict"], found["candidates"][0]) == ("multiple", [[1], [3], [2, 4], [2, 4]])
    assert found["counts"][0] == [[3], [3], [2, 1], [1, 2]]
    minimal = client.minimal(REDUNDANT, reduce=True)
    assert (minimal["is_minimal"], minimal["redundant"], minimal["puzzle"]) == (False, ["r1c3"], UNIQUE)
    conflicts = client.conflicts("11" + "." * 14)
    assert (conflicts["clues"], conflicts["minimal"]) == (["r1c1", "r1c2"], True)
    lines = client.minimal_batch([UNIQUE, "1..", {"puzzle": REDUNDANT, "id": "b"}])
    assert [line["is_minimal"] if line["type"] == "result" else line["error"]["code"] for line in lines] == [
        True,
        "invalid_question",
        False,
    ]
    [line] = client.candidates_batch([MULTIPLE], counts=2)
    assert line["type"] == "result" and line["counts"][3][3] == [1, 1, 1]


def test_puzzles_are_generated(client: Client) -> None:
    generated = client.generate(size=4, seed=1, include=["solution", "rating"])
    puzzle = generated["puzzle"]
    assert puzzle is not None
    assert client.solve(puzzle)["solution"] == generated["solution"]
    assert (generated["seed"], generated["rating"]["level"]) == (1, "easy")
    lines = [line for line in client.generate_many(3, size=4, seed=1) if line["type"] == "result"]
    assert [(line["index"], line["seed"]) for line in lines] == [(0, 1), (1, 2), (2, 3)]
    assert lines[0]["puzzle"] == puzzle
    impossible = client.generate(size=4, clues=2, attempts=3)
    assert (impossible["puzzle"], impossible["attempts"], impossible["relax"]) == (None, 0, ["clues"])


def test_mistakes_estimates_and_canonical_forms(client: Client) -> None:
    checked = client.check(UNIQUE, entries=".34.............", marks={"r2c1": [1, 2]})
    assert (checked["wrong"], checked["wrong_marks"], checked["solvable"]) == (["r1c3"], ["r2c1"], False)
    assert client.check(UNIQUE, entries=SOLUTION)["solved"]
    estimate = client.estimate(UNIQUE, probes=10, seed=1)
    assert (estimate["mean"], estimate["interval"], estimate["probes"]) == (1.0, [1.0, 1.0], 10)
    canonical = client.canonical(UNIQUE)
    assert (canonical["puzzle"], canonical["solution"]) == ("...1.2....3.4...", "1234341221434321")
    lines = [line for line in client.canonical_batch([MULTIPLE, "3.....1..2......"]) if line["type"] == "result"]
    assert len({line["puzzle"] for line in lines}) == 1 and len(lines) == 2


def test_shuffled_puzzle_is_equivalent(client: Client) -> None:
    shuffled = client.shuffle(UNIQUE, seed=7)
    assert client.shuffle(UNIQUE, seed=7)["puzzle"] == shuffled["puzzle"]
    assert client.canonical(shuffled["puzzle"])["puzzle"] == client.canonical(UNIQUE)["puzzle"]
    lines = [line for line in client.shuffle_batch([UNIQUE, MULTIPLE], seed=7) if line["type"] == "result"]
    assert [client.count(line["puzzle"], limit=100)["count"] for line in lines] == [1, 3]


def test_ratings_hints_and_paths(client: Client) -> None:
    rating = client.rate(UNIQUE)
    assert (rating["level"], rating["hardest"], rating["singles_suffice"]) == ("easy", "hidden_single", True)
    assert client.rate(MULTIPLE)["score"] is None
    hint = client.hint(UNIQUE, entries="13..............", reveal="technique")
    assert hint["step"] == {"houses": ["box 1"], "technique": "hidden_single", "name": "Hidden Single"}
    assert client.hint(UNIQUE, entries="14..............")["mistakes"] == ["r1c2"]
    path = client.path(UNIQUE)
    assert path["end"] == "solved" and path["steps"][0]["placements"] == [{"cell": "r1c2", "digit": 3}]
    lines = [line for line in client.rate_batch([UNIQUE, MULTIPLE]) if line["type"] == "result"]
    assert [line["verdict"] for line in lines] == ["unique", "multiple"]


def test_render_and_convert_return_text(client: Client) -> None:
    assert client.render(UNIQUE, solution=SOLUTION).startswith("<svg")
    assert "\n" in client.convert(UNIQUE, to="drawing")["puzzle"]


def test_rejected_request_raises_its_problem(client: Client) -> None:
    with pytest.raises(ProblemError) as caught:
        client.solve("12.4")
    error = caught.value
    assert (error.status, error.code) == (422, "invalid_question")
    assert error.errors[0]["pointer"] == "/puzzle"
    assert error.errors[0]["detail"] in str(error)
    with pytest.raises(ProblemError):
        next(client.count_batch([UNIQUE], limit=-1))


def test_error_of_something_else_than_the_service_has_its_status() -> None:
    transport = httpx.MockTransport(lambda _: httpx.Response(503, headers={"retry-after": "7"}, html="<html>"))
    with Client("http://gateway", transport=transport) as client, pytest.raises(ProblemError) as caught:
        client.solve(UNIQUE)
    assert (caught.value.status, caught.value.code, caught.value.retry_after) == (503, None, 7)


def test_key_and_path_prefix_are_sent() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        assert str(request.url) == "http://gateway/sudoku/v1/render"
        assert request.headers["authorization"] == "Bearer secret"
        return httpx.Response(200, text="<svg/>")

    with Client("http://gateway/sudoku/", api_key="secret", transport=httpx.MockTransport(answer)) as client:
        assert client.render(UNIQUE) == "<svg/>"


def entries() -> Iterator[Puzzle | SolveEntry]:
    for index in range(2500):
        if index % 2:
            yield {"puzzle": MULTIPLE, "id": index}
        else:
            # A row of 16 symbols is not a grid.
            yield [UNIQUE]


def check(index: int, line: object) -> None:
    assert isinstance(line, dict)
    assert (line["index"], line["line"]) == (index, index + 1)
    if index % 2:
        assert (line["type"], line["id"], line["verdict"]) == ("result", index, "multiple")
    else:
        assert (line["type"], line["error"]["code"]) == ("error", "invalid_question")


def test_batch_results_are_in_order(client: Client) -> None:
    index = -1
    for index, line in enumerate(client.solve_batch(entries(), limit=2)):
        check(index, line)
    assert index == 2499


def test_batch_reads_no_further_than_its_requests(url: str) -> None:
    taken = []

    def puzzles() -> Iterator[str]:
        while True:
            taken.append(UNIQUE)
            yield UNIQUE

    with Client(url, entries_per_request=1) as client:
        batch = client.count_batch(puzzles())
        for count in range(1, 4):
            assert next(batch)["type"] == "result"
            assert len(taken) == count
        batch.close()


def test_batch_passes_errors_of_the_source(client: Client) -> None:
    def puzzles() -> Iterator[str]:
        yield UNIQUE
        raise LookupError

    with pytest.raises(LookupError):
        list(client.count_batch(puzzles()))


def test_empty_batch_has_no_results(client: Client) -> None:
    assert list(client.count_batch([])) == []


def test_strings_may_contain_line_separators(client: Client) -> None:
    [line] = client.solve_batch([{"puzzle": UNIQUE, "id": "a\u2028b\u0085c"}])
    assert line.get("id") == "a\u2028b\u0085c"


@pytest.mark.parametrize(
    "end", ["", '{"ty', '{"type":"summary","summary":{"puzzles":1,"stopped_by":"shutdown"}}\n']
)
def test_incomplete_batch_raises(end: str) -> None:
    text = '{"type":"result","index":0,"line":1}\n' + end
    transport = httpx.MockTransport(lambda _: httpx.Response(200, text=text))
    with Client("http://gateway", transport=transport) as client:
        batch = client.count_batch([UNIQUE])
        assert next(batch)["index"] == 0
        with pytest.raises(IncompleteError):
            next(batch)


def test_async_client(url: str) -> None:
    async def run() -> None:
        async with AsyncClient(url) as client:
            assert (await client.solve(UNIQUE))["solution"] == SOLUTION
            assert (await client.count(MULTIPLE))["at_least"] == 2
            assert await client.is_unique(UNIQUE)
            assert (await client.render(UNIQUE)).startswith("<svg")
            assert (await client.convert(UNIQUE))["size"] == 4
            assert (await client.prove(UNIQUE))["claim"] == "unique"
            assert await client.proof(UNIQUE) == "0\n" and await client.proof(MULTIPLE) is None
            assert (await client.formula(UNIQUE))["to"] == "dimacs"
            shuffled = (await client.shuffle(UNIQUE, seed=7))["puzzle"]
            assert (await client.shuffle(UNIQUE, seed=7))["puzzle"] == shuffled
            lines = [line async for line in client.shuffle_batch([UNIQUE, "1.."], seed=7)]
            assert [line["type"] for line in lines] == ["result", "error"]
            with pytest.raises(ProblemError) as caught:
                await client.solve("12.4")
            assert caught.value.code == "invalid_question"

    asyncio.run(run())


def test_async_exact_cover(url: str) -> None:
    async def run() -> None:
        async with AsyncClient(url) as client:
            cover = client.exact_cover
            for problem in PROBLEMS:
                assert (await cover.solve(problem))["verdict"] == "multiple"
                assert (await cover.count(problem))["at_least"] == 2
                solutions = [solution async for solution in cover.solutions(problem)]
                assert sorted([chosen["option"] for chosen in solution] for solution in solutions) == COVERS
                assert (await cover.estimate(problem, probes=10))["probes"] == 10
                assert (await cover.prove(problem, claim={"count": 2}))["claim"] == {"count": 2}
                assert (await cover.proof(problem, claim={"count": 2}) or "").endswith("0\n")
                assert (await cover.formula(problem, exclude=COVERS))["to"] == "dimacs"
            types = [line["type"] async for line in cover.count_batch(COVER_BATCH)]
            assert types == ["result", "result", "error"]
            assert len([solution async for solution in client.solutions(MULTIPLE, limit=2)]) == 2

    asyncio.run(run())


def test_async_batch(url: str) -> None:
    async def source() -> AsyncIterator[Puzzle | SolveEntry]:
        for entry in entries():
            yield entry

    async def run() -> None:
        async with AsyncClient(url) as client:
            index = -1
            async for line in client.solve_batch(source()):
                index += 1
                check(index, line)
            assert index == 2499
            results: list[CountBatchResult] = [line async for line in client.count_batch([UNIQUE, MULTIPLE])]
            assert [line["type"] for line in results] == ["result", "result"]

    asyncio.run(run())


def test_async_batch_cancelled(url: str) -> None:
    waiting = asyncio.Event()

    async def source() -> AsyncIterator[str]:
        yield UNIQUE
        waiting.set()
        await asyncio.Event().wait()

    async def run() -> None:
        async with AsyncClient(url, entries_per_request=1) as client:
            batch = client.count_batch(source())
            assert (await anext(batch))["index"] == 0
            task = asyncio.ensure_future(anext(batch))
            await waiting.wait()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert await client.is_unique(UNIQUE)

    asyncio.run(run())
