"""Build hook that generates the types of requests and responses from openapi.yaml.

A source distribution has no openapi.yaml: it contains the generated file.
"""

import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
OPENAPI = ROOT.parent.parent / "openapi.yaml"
PROBLEM = ["primary", "secondary", "options", "matrix"]
MODELS = ROOT / "src/quadrille_client/models.py"
GENERATOR_OPTIONS = [
    "--input-file-type=openapi",
    "--output-model-type=typing.TypedDict",
    "--target-python-version=3.11",
    # mypy does not know closed types.
    "--no-use-closed-typed-dict",
    "--use-schema-description",
    "--use-field-description",
    "--use-generic-container-types",
    "--use-standard-collections",
    "--disable-timestamp",
    "--formatters=builtin",
    "--custom-file-header=# Generated from openapi.yaml by hatch_build.py.",
]


class GenerateModels(BuildHookInterface[Any]):
    """Hook of `pip install`, `pip wheel` and `python -m build`."""

    def dependencies(self) -> list[str]:
        return ["datamodel-code-generator==0.89.0", "PyYAML"] if OPENAPI.exists() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if OPENAPI.exists():
            generate()
            for license_file in OPENAPI.parent.glob("LICENSE-*"):
                shutil.copy(license_file, ROOT)


def generate() -> None:
    """Writes a `TypedDict` for each schema, and for the options of each call."""
    # Imported here: a build from a source distribution does not need it.
    import yaml

    document = yaml.safe_load(OPENAPI.read_text(encoding="utf-8"))
    schemas = document["components"]["schemas"]
    questions = ["Solve", "Count", "Solutions", "Candidates", "Minimal", "Conflicts", "Check", "Estimate", "Canonical", "Shuffle"]
    for name in [*questions, "Rate", "Hint", "Path", "Prove", "Formula", "Render", "Convert"]:
        properties = schemas[f"{name}Request"]["properties"]
        schemas[f"{name}Options"] = options(properties, without=["puzzle"])
    schemas["GenerateOptions"] = options(schemas["GenerateRequest"]["properties"], without=["count"])
    schemas["JobOptions"] = options(schemas["JobRequest"]["properties"], without=["operation"])
    for name in ["CoverSolve", "CoverCount", "CoverSolutions", "CoverEstimate", "CoverProve", "CoverFormula"]:
        properties = schemas[f"{name}Request"]["properties"]
        schemas[f"{name}Options"] = options(properties, without=PROBLEM)
    schemas["CoverProblem"] = cover_problem(schemas["CoverSolveRequest"]["properties"])
    schemas["UniqueOptions"] = options(schemas["CountOptions"]["properties"], without=["limit"])
    batches = {
        "Solve": "/solve/batch",
        "Count": "/count/batch",
        "Candidates": "/candidates/batch",
        "Minimal": "/minimal/batch",
        "Canonical": "/canonical/batch",
        "Shuffle": "/shuffle/batch",
        "Rate": "/rate/batch",
        "CoverCount": "/exact-cover/count/batch",
    }
    for name, path in batches.items():
        parameters = [resolved(document, each) for each in document["paths"][path]["post"]["parameters"]]
        query = {each["name"]: each["schema"] for each in parameters if each["in"] == "query"}
        schemas[f"{name}BatchOptions"] = options(query)
    # Other answers are built on these.
    for name in ["CountResult", "CoverCountResponse", "CoverCountBatchAnswer", "Job"]:
        add_lower_bound(document, schemas[name])
    command = [sys.executable, "-m", "datamodel_code_generator", "--output", str(MODELS), *GENERATOR_OPTIONS]
    subprocess.run(command, input=json.dumps(document), text=True, check=True)


def resolved(document: dict[str, Any], part: dict[str, Any]) -> dict[str, Any]:
    """A part of the document, or the component to which it refers."""
    if "$ref" not in part:
        return part
    component = document
    for name in part["$ref"].removeprefix("#/").split("/"):
        component = component[name]
    return component


def add_lower_bound(document: dict[str, Any], schema: dict[str, Any]) -> None:
    """Adds the member that an answer has instead of `count` if that is not complete."""
    # The members of its own, if it is built on another schema.
    properties = next(each["properties"] for each in [schema, *schema.get("allOf", [])] if "properties" in each)
    count = resolved(document, properties["count"])["type"]
    name = count if isinstance(count, str) else count[0]
    description = "Number of solutions found, instead of `count`, if there may be others."
    properties["at_least"] = {"type": name, "description": description}


def cover_problem(properties: dict[str, Any]) -> dict[str, Any]:
    """Schema of an exact cover problem, without the options of a request."""
    members = {"type": "object", "properties": {key: properties[key] for key in PROBLEM}}
    return {"oneOf": [{"type": "string"}, members], "description": "Knuth's text, names with options, or a 0/1 matrix."}


def options(properties: dict[str, Any], without: Sequence[str] = ()) -> dict[str, Any]:
    """Schema of keyword arguments, all optional."""
    return {"type": "object", "properties": {key: properties[key] for key in properties if key not in without}}
