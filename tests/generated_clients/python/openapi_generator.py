"""Calls the service at QUADRILLE_URL by a client that openapi-generator has made from the simple document."""

import os

import quadrille
from quadrille import CountRequest, GenerateRequest, SolveEntry, SolveRequest

UNIQUE = "1.....3..4.....2"
SOLUTION = "1324423124133142"
MULTIPLE = "1.....3..4......"

with quadrille.ApiClient(quadrille.Configuration(host=os.environ["QUADRILLE_URL"])) as client:
    puzzles = quadrille.PuzzlesApi(client)

    solved = puzzles.solve(SolveRequest(puzzle=UNIQUE))
    assert (solved.verdict, solved.solution) == ("unique", SOLUTION), solved

    counted = puzzles.count(CountRequest(puzzle=MULTIPLE, all=True))
    assert (counted.count, counted.complete) == (3, True), counted

    cage = quadrille.ConstraintListInner(type="cage", cells=["r4c3", "r4c4"], sum=6)
    counted = puzzles.count(CountRequest(puzzle=MULTIPLE, limit=100, constraints=[cage]))
    assert (counted.count, counted.complete) == (2, True), counted

    generated = puzzles.generate(generate_request=GenerateRequest(size=4, seed=1))
    assert generated.puzzle is not None and len(generated.puzzle) == 16, generated

    entries = [SolveEntry(puzzle=UNIQUE, id="first"), SolveEntry(puzzle="12.4")]
    batch = quadrille.BatchesApi(client).solve_batch(entries)
    first, second = batch.results
    assert (first.id, first.solution, batch.summary.errors) == ("first", SOLUTION, 1), batch
    assert second.type == "error" and second.error is not None and second.error.status == 422, second

    try:
        puzzles.solve(SolveRequest(puzzle="12.4"))
    except quadrille.ApiException as error:
        assert error.status == 422 and error.data.code == "invalid_question", error
    else:
        raise AssertionError("no problem")

print("the Python client of openapi-generator works")
