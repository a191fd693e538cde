"""Types of answers, which scripts/python_types.py writes from openapi.yaml."""

from typing import Literal, NotRequired, TypeAlias, TypedDict


ConversionFormat: TypeAlias = Literal[
    "line",
    "ss",
    "drawing",
    "sdm",
    "sdk",
    "csv",
    "solo",
    "pencilmarks",
    "sukaku",
    "hodoku",
    "opensudoku",
    "fpuzzles",
    "sudokupad",
    "sudokuwiki",
    "json",
]
"""Name of a text format, or `json`: the object that requests take."""


FormatName: TypeAlias = Literal[
    "line",
    "ss",
    "drawing",
    "sdm",
    "sdk",
    "csv",
    "solo",
    "pencilmarks",
    "sukaku",
    "hodoku",
    "opensudoku",
    "fpuzzles",
    "sudokupad",
    "sudokuwiki",
]
"""Format of a puzzle that is text."""


Level: TypeAlias = Literal["easy", "medium", "hard", "expert", "extreme"]
"""Levels of difficulty, from the easiest."""


SymmetryName: TypeAlias = Literal[
    "none",
    "rotate180",
    "rotate90",
    "horizontal",
    "vertical",
    "diagonal",
    "antidiagonal",
    "full",
]
"""Symmetry of the cells with clues."""


class Conflict(TypedDict):
    """A digit given more than once in a house."""

    cells: list[str]
    digit: int
    house: str


class ConstraintConflict(TypedDict):
    """A constraint that a short look at it alone shows to be impossible beside the clues."""

    cells: list[str]
    constraint: str
    type: str


PuzzleConflict: TypeAlias = Conflict | ConstraintConflict
"""A digit given more than once in a house, or a constraint that is impossible beside the clues."""


class NotRead(TypedDict):
    """Parts of the text of a puzzle that were not read and may be rules."""

    drawings: NotRequired[dict[str, int]]
    members: NotRequired[list[str]]
    rules: NotRequired[str]


StoppedBy: TypeAlias = Literal[
    "solution_limit",
    "time_limit",
    "node_limit",
    "shutdown",
    "proof_bytes",
    "proof_work",
]
"""The reason why the search ended early; null if it was complete."""


Verdict: TypeAlias = Literal["none", "unique", "multiple", "solvable", "unknown"]
"""Verdict, as far as the search has proved it."""


PuzzleWarning: TypeAlias = Literal[
    "decorations_ignored",
    "solution_differs",
    "lines_ignored",
    "options_skipped",
    "digits_from_zero",
]
"""Warning about a puzzle or an exact cover problem that was read."""


class CandidatesAnswer(TypedDict):
    """Answer to the question `candidates`."""

    candidates: list[list[list[int]]]
    conflicts: list[PuzzleConflict]
    conflicts_omitted: NotRequired[int]
    counts: NotRequired[list[list[list[int]]]]
    format: NotRequired[FormatName]
    ignored_lines: NotRequired[list[int]]
    not_read: NotRequired[NotRead]
    rules_not_read: NotRequired[bool]
    stopped_by: StoppedBy | None
    undecided: NotRequired[list[list[list[int]]]]
    verdict: Verdict
    warnings: NotRequired[list[PuzzleWarning]]


class Transformation(TypedDict):
    """Symmetry of a grid."""

    columns: list[int]
    digits: list[int]
    rows: list[int]
    transpose: bool


class CanonicalAnswer(TypedDict):
    """Answer to the question `canonical`."""

    automorphisms: int | None
    conflicts: list[PuzzleConflict]
    conflicts_omitted: NotRequired[int]
    format: NotRequired[FormatName]
    ignored_lines: NotRequired[list[int]]
    not_read: NotRequired[NotRead]
    puzzle: str | None
    rules_not_read: NotRequired[bool]
    solution: str | None
    stopped_by: StoppedBy | None
    transformation: Transformation | None
    verdict: Verdict
    warnings: NotRequired[list[PuzzleWarning]]


class ConflictsAnswer(TypedDict):
    """Answer to the question `conflicts`."""

    clues: list[str]
    constraints: NotRequired[list[str]]
    format: NotRequired[FormatName]
    ignored_lines: NotRequired[list[int]]
    minimal: bool | None
    not_read: NotRequired[NotRead]
    rules_not_read: NotRequired[bool]
    stopped_by: StoppedBy | None
    verdict: Verdict
    warnings: NotRequired[list[PuzzleWarning]]


SolutionGrid: TypeAlias = str | list[str] | list[list[int]] | list[list[str]] | list[int]
"""A grid in the notation of its puzzle."""


class CountAnswer(TypedDict):
    """Answer to the question `count`."""

    complete: bool
    conflicts: list[PuzzleConflict]
    conflicts_omitted: NotRequired[int]
    count: int
    differing_cells: list[str]
    format: NotRequired[FormatName]
    ignored_lines: NotRequired[list[int]]
    not_read: NotRequired[NotRead]
    rules_not_read: NotRequired[bool]
    solution: SolutionGrid | None
    stopped_by: StoppedBy | None
    verdict: Verdict
    warnings: NotRequired[list[PuzzleWarning]]
    witnesses: list[SolutionGrid]


class EstimateAnswer(TypedDict):
    """Answer to the question `estimate`."""

    format: NotRequired[FormatName]
    ignored_lines: NotRequired[list[int]]
    interval: list[float | None] | None
    mean: float | None
    nodes_interval: list[float | None] | None
    nodes_mean: float | None
    nodes_standard_error: float | None
    not_read: NotRequired[NotRead]
    probes: int
    rules_not_read: NotRequired[bool]
    seed: int
    standard_error: float | None
    stopped_by: StoppedBy | None
    warnings: NotRequired[list[PuzzleWarning]]


class FormulaAnswer(TypedDict):
    """Answer to the question `formula`."""

    bytes: int
    format: NotRequired[FormatName]
    ignored_lines: NotRequired[list[int]]
    lines: int
    not_read: NotRequired[NotRead]
    rules_not_read: NotRequired[bool]
    sha256: str | None
    stopped_by: StoppedBy | None
    text: str | None
    to: str
    variables: int
    warnings: NotRequired[list[PuzzleWarning]]


class StepCandidate(TypedDict):
    """A digit of a cell."""

    cell: str
    digit: int


class StepGroup(TypedDict):
    """Cells with their candidates together."""

    cells: list[str]
    digits: list[int]


class StepLinkEnd(TypedDict):
    """A digit in one or several cells of a house."""

    cells: list[str]
    digit: int


StepLink = TypedDict("StepLink", {"from": StepLinkEnd, "strong": bool, "to": StepLinkEnd})
"""A link between two candidates."""


class StepNeed(TypedDict):
    """A cell with its candidates."""

    cell: str
    digits: list[int]


class HintStep(TypedDict):
    """A step, as far as `reveal` shows it."""

    cells: NotRequired[list[str]]
    constraints: NotRequired[list[str]]
    covers: NotRequired[list[str]]
    digits: NotRequired[list[int]]
    eliminations: NotRequired[list[StepCandidate]]
    fins: NotRequired[list[str]]
    groups: NotRequired[list[StepGroup]]
    houses: list[str]
    links: NotRequired[list[StepLink]]
    name: NotRequired[str]
    needs: NotRequired[list[StepNeed]]
    placements: NotRequired[list[StepCandidate]]
    technique: NotRequired[str]
    template: NotRequired[str]
    text: NotRequired[str]
    values: NotRequired[dict[str, str]]


class HintAnswer(TypedDict):
    """Answer to the question `hint`."""

    conflicts: list[PuzzleConflict]
    conflicts_omitted: NotRequired[int]
    format: NotRequired[FormatName]
    ignored_lines: NotRequired[list[int]]
    mistakes: list[str]
    not_read: NotRequired[NotRead]
    rules_not_read: NotRequired[bool]
    step: HintStep | None
    stopped_by: StoppedBy | None
    verdict: Verdict
    warnings: NotRequired[list[PuzzleWarning]]


class MinimalAnswer(TypedDict):
    """Answer to the question `minimal`."""

    constraints: NotRequired[list[str]]
    format: NotRequired[FormatName]
    ignored_lines: NotRequired[list[int]]
    is_minimal: bool | None
    not_read: NotRequired[NotRead]
    puzzle: NotRequired[SolutionGrid]
    redundant: list[str]
    rules_not_read: NotRequired[bool]
    stopped_by: StoppedBy | None
    undecided: NotRequired[list[str]]
    warnings: NotRequired[list[PuzzleWarning]]


PathEnd: TypeAlias = Literal["solved", "stuck", "contradiction"]
"""Where the steps of a puzzle end."""


class Step(TypedDict):
    """A step of a solving technique."""

    cells: list[str]
    constraints: NotRequired[list[str]]
    covers: list[str]
    digits: list[int]
    eliminations: list[StepCandidate]
    fins: list[str]
    groups: list[StepGroup]
    houses: list[str]
    links: list[StepLink]
    name: str
    needs: NotRequired[list[StepNeed]]
    placements: list[StepCandidate]
    technique: str
    template: str
    text: str
    values: dict[str, str]


class PathAnswer(TypedDict):
    """Answer to the question `path`."""

    conflicts: list[PuzzleConflict]
    conflicts_omitted: NotRequired[int]
    end: PathEnd | None
    format: NotRequired[FormatName]
    ignored_lines: NotRequired[list[int]]
    not_read: NotRequired[NotRead]
    rules_not_read: NotRequired[bool]
    steps: list[Step]
    stopped_by: StoppedBy | None
    verdict: Verdict
    warnings: NotRequired[list[PuzzleWarning]]


Claim: TypeAlias = Literal["none", "unique"] | dict[str, int]
"""Number of solutions: none, one, or a count."""


class FormulaSummary(TypedDict):
    """A formula, without its text."""

    bytes: int
    format: str
    sha256: str


class ProofText(TypedDict):
    """A proof."""

    bytes: int
    format: str
    lines: int
    sha256: str
    text: str | None


class ProveAnswer(TypedDict):
    """Answer to the question `prove`."""

    check: str
    claim: Claim | None
    format: NotRequired[FormatName]
    formula: FormulaSummary | None
    ignored_lines: NotRequired[list[int]]
    not_read: NotRequired[NotRead]
    proof: ProofText | None
    rules_not_read: NotRequired[bool]
    solution: SolutionGrid | None
    solutions: NotRequired[list[SolutionGrid]]
    stopped_by: StoppedBy | None
    verdict: Verdict
    warnings: NotRequired[list[PuzzleWarning]]


class SeEstimate(TypedDict):
    """Estimate of the rating of Sudoku Explainer."""

    high: float
    low: float
    value: float


class RateAnswer(TypedDict):
    """Answer to the question `rate`."""

    conflicts: list[PuzzleConflict]
    conflicts_omitted: NotRequired[int]
    format: NotRequired[FormatName]
    hardest: str | None
    ignored_lines: NotRequired[list[int]]
    level: Level | None
    not_read: NotRequired[NotRead]
    rules_not_read: NotRequired[bool]
    scale: str
    score: int | None
    se_estimate: NotRequired[SeEstimate | None]
    singles_suffice: bool | None
    steps: dict[str, int] | None
    stopped_by: StoppedBy | None
    verdict: Verdict
    warnings: NotRequired[list[PuzzleWarning]]


class ShuffleAnswer(TypedDict):
    """Answer to the question `shuffle`."""

    candidates: NotRequired[list[list[list[int]]]]
    format: NotRequired[FormatName]
    ignored_lines: NotRequired[list[int]]
    not_read: NotRequired[NotRead]
    puzzle: SolutionGrid
    rules_not_read: NotRequired[bool]
    transformation: Transformation
    warnings: NotRequired[list[PuzzleWarning]]


class SolveAnswer(TypedDict):
    """Answer to the question `solve`."""

    conflicts: list[PuzzleConflict]
    conflicts_omitted: NotRequired[int]
    format: NotRequired[FormatName]
    ignored_lines: NotRequired[list[int]]
    not_read: NotRequired[NotRead]
    rules_not_read: NotRequired[bool]
    seed: NotRequired[int]
    solution: SolutionGrid | None
    stopped_by: StoppedBy | None
    verdict: Verdict
    warnings: NotRequired[list[PuzzleWarning]]

