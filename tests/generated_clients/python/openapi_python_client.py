"""Calls the service at QUADRILLE_URL by a client that openapi-python-client has made from the simple document."""

import os

from quadrille_simple import Client
from quadrille_simple.api.batches import solve_batch
from quadrille_simple.api.puzzles import count, generate, solve
from quadrille_simple.models import ConstraintListItem, CountRequest, GenerateRequest, SolveEntry, SolveRequest

UNIQUE = "1.....3..4.....2"
SOLUTION = "1324423124133142"
MULTIPLE = "1.....3..4......"

client = Client(base_url=os.environ["QUADRILLE_URL"])

solved = solve.sync(client=client, body=SolveRequest(puzzle=UNIQUE))
assert (solved.verdict, solved.solution) == ("unique", SOLUTION), solved

counted = count.sync(client=client, body=CountRequest(puzzle=MULTIPLE, all_=True))
assert (counted.count, counted.complete) == (3, True), counted

cage = ConstraintListItem.from_dict({"type": "cage", "cells": ["r4c3", "r4c4"], "sum": 6})
counted = count.sync(client=client, body=CountRequest(puzzle=MULTIPLE, limit=100, constraints=[cage]))
assert (counted.count, counted.complete) == (2, True), counted

generated = generate.sync(client=client, body=GenerateRequest(size=4, seed=1))
assert len(generated.puzzle) == 16, generated

batch = solve_batch.sync(client=client, body=[SolveEntry(puzzle=UNIQUE, id="first"), SolveEntry(puzzle="12.4")])
first, second = batch.results
assert (first.id, first.solution, batch.summary.errors) == ("first", SOLUTION, 1), batch
assert second.type_ == "error" and second.error.status == 422, second

problem = solve.sync(client=client, body=SolveRequest(puzzle="12.4"))
assert problem.code == "invalid_question", problem

print("the client of openapi-python-client works")
