"""Calls the service at QUADRILLE_URL by a client that openapi-python-client has made from the complete document."""

import os

from quadrille_complete import Client
from quadrille_complete.api.puzzles import count, solve
from quadrille_complete.models import CageConstraint, CountRequest, NegativeConstraint, SolveRequest

UNIQUE = "1.....3..4.....2"
MULTIPLE = "1.....3..4......"

client = Client(base_url=os.environ["QUADRILLE_URL"])

solved = solve.sync(client=client, body=SolveRequest(puzzle=UNIQUE))
assert (solved.verdict, solved.solution) == ("unique", "1324423124133142"), solved

cage = CageConstraint.from_dict({"type": "cage", "cells": ["r4c3", "r4c4"], "sum": 6})
counted = count.sync(client=client, body=CountRequest(puzzle=MULTIPLE, limit=100, constraints=[cage]))
assert (counted.count, counted.complete) == (2, True), counted

negative = NegativeConstraint.from_dict({"type": "negative", "of": [{"sum": 5}]})
counted = count.sync(client=client, body=CountRequest(puzzle=16 * ".", limit="all", constraints=[negative]))
assert counted.complete and counted.count < 288, counted

print("the client of openapi-python-client from the complete document works")
