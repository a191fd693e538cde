#!/usr/bin/env python3
"""Writes the types of answers for the Python package, from the schemas of openapi.yaml. Needs PyYAML.

python3 scripts/python_types.py >python/quadrille/_answers.py
"""

import re
import textwrap
from pathlib import Path

import yaml

SCHEMAS = yaml.safe_load((Path(__file__).parents[1] / "openapi.yaml").read_text(encoding="utf-8"))["components"]["schemas"]

# Names in the package of schemas whose name there says something else, or is taken.
NAMES = {
    f"{question}Result": f"{question}Answer"
    for question in (
        "Candidates",
        "Canonical",
        "Conflicts",
        "Count",
        "Estimate",
        "Formula",
        "Hint",
        "Minimal",
        "Path",
        "Prove",
        "Rate",
        "Shuffle",
        "Solve",
    )
} | {"Grid": "SolutionGrid", "SeEstimateFindings": "SeEstimate", "Warning": "PuzzleWarning"}

# Names of enumerations in options.
OPTIONS = ["ConversionFormat", "FormatName", "Level", "SymmetryName"]

WIDTH = 120
PRIMITIVES = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}

written: dict[str, str] = {}
order: list[str] = []


def name_of(schema: str) -> str:
    return NAMES.get(schema, schema)


def refer(schema: str) -> str:
    """Returns the type of a schema, and writes it if it is no scalar."""
    definition = SCHEMAS[schema]
    if not (members(definition)[0] or "enum" in definition or "oneOf" in definition):
        return type_of(definition)
    if schema not in written:
        written[schema] = ""
        written[schema] = definition_of(schema)
        order.append(schema)
    return name_of(schema)


def type_of(schema: dict) -> str:
    """Returns the type of a schema as Python writes it."""
    if "$ref" in schema:
        return refer(schema["$ref"].rpartition("/")[2])
    for union in ("oneOf", "anyOf"):
        if union in schema:
            return " | ".join(dict.fromkeys(map(type_of, schema[union])))
    if "const" in schema:
        return f"Literal[{schema['const']!r}]"
    if "enum" in schema:
        return f"Literal[{', '.join(map(repr, schema['enum']))}]".replace("'", '"')
    kinds = schema.get("type", "object")
    found = []
    for kind in kinds if isinstance(kinds, list) else [kinds]:
        if kind == "array":
            found.append(f"list[{type_of(schema['items'])}]")
        elif kind == "object":
            values = list(schema.get("properties", {}).values()) or [schema["additionalProperties"]]
            found.append(f"dict[str, {' | '.join(dict.fromkeys(map(type_of, values)))}]")
        else:
            found.append(PRIMITIVES[kind])
    return " | ".join(found)


def members(schema: dict) -> tuple[dict, set]:
    """Returns the members of an object, and the names of those that it always has."""
    if "$ref" in schema:
        return members(SCHEMAS[schema["$ref"].rpartition("/")[2]])
    properties, required = dict(schema.get("properties", {})), set(schema.get("required", []))
    for part in schema.get("allOf", []):
        more, names = members(part)
        properties |= more
        required |= names
    return properties, required


def definition_of(schema: str) -> str:
    definition, name = SCHEMAS[schema], name_of(schema)
    text = definition["description"]
    if text.startswith("The response of"):
        text = f"Answer to the question `{schema.removesuffix('Result').lower()}`."
    summary = re.split(r"(?<=\.) ", " ".join(text.split()))[0]
    properties, required = members(definition)
    if not properties:
        kind = type_of(definition)
        values = ",\n    ".join(kind.removeprefix("Literal[").removesuffix("]").split(", "))
        if len(name) + len(kind) > 100:
            kind = f"Literal[\n    {values},\n]"
        return f'{name}: TypeAlias = {kind}\n"""{summary}"""'
    types = {
        key: type_of(value) if key in required else f"NotRequired[{type_of(value)}]"
        for key, value in sorted(properties.items())
    }
    if "from" in types:
        fields = ", ".join(f'"{key}": {kind}' for key, kind in types.items())
        return f'{name} = TypedDict("{name}", {{{fields}}})\n"""{summary}"""'
    fields = "\n".join(f"{key}: {kind}" for key, kind in types.items())
    summary = "\n".join(textwrap.wrap(summary, WIDTH - 10))
    return f'class {name}(TypedDict):\n    """{summary}"""\n\n{textwrap.indent(fields, "    ")}'


for schema in [*OPTIONS, *NAMES]:
    refer(schema)
print('"""Types of answers, which scripts/python_types.py writes from openapi.yaml."""\n')
print("from typing import Literal, NotRequired, TypeAlias, TypedDict\n")
for schema in order:
    # Two blank lines around a class.
    print(f"\n{written[schema]}\n")
