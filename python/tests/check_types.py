"""Types that a checker infers for calls. `.ci/wheel` checks them; nothing runs them."""

from typing import Any, assert_type

import quadrille
from quadrille._answers import CountAnswer, HintAnswer, HintStep, Level, PathAnswer, ProveAnswer, SolveAnswer, Verdict


def check(text: str, texts: list[str], column: Any) -> None:
    puzzle = quadrille.Puzzle(text)
    assert_type(quadrille.solve(text), str | None)
    assert_type(quadrille.solve(texts), list[str | None])
    assert_type(quadrille.count(puzzle, limit=None), int | None)
    assert_type(quadrille.is_unique([puzzle, puzzle]), list[bool | None])
    assert_type(quadrille.ask("solve", text), SolveAnswer)
    assert_type(quadrille.ask("solve", text)["verdict"], Verdict)
    assert_type(quadrille.ask("path", puzzle), PathAnswer)
    assert_type(quadrille.ask("count", texts), list[CountAnswer | None])
    assert_type(quadrille.ask("count", column, limit=3)[0], Any)
    assert_type(quadrille.prove(text), ProveAnswer)
    assert_type(puzzle.hint(), HintAnswer)
    assert_type(puzzle.hint()["step"], HintStep | None)
    rating = puzzle.rate()
    if rating is not None:
        assert_type(rating.level, Level)
    quadrille.convert(text, to="xml")  # type: ignore[arg-type]
    quadrille.generate(symmetry="none")
    quadrille.generate(symmetry="no")  # type: ignore[call-overload]
    quadrille.solve(text, format="lines")  # type: ignore[call-overload]
    quadrille.render(puzzle, solution=puzzle.solve(), step=None, box="3x3")
