"""Compares the OpenAPI document that a service serves, as YAML and as JSON, with the committed file, and saves the JSON
without the forms that have a file.

    document.py http://127.0.0.1:8080 openapi.yaml saved.json
"""

import difflib
import json
import sys
import urllib.request
from pathlib import Path

import yaml


def fetch(url):
    """Body of a GET response."""
    with urllib.request.urlopen(url, timeout=30) as response:
        return response.read().decode()


def main():
    url, committed_path, json_path = sys.argv[1:]
    committed = Path(committed_path).read_text(encoding="utf-8")
    served = fetch(f"{url}/openapi.yaml")
    if served != committed:
        lines = difflib.unified_diff(committed.splitlines(), served.splitlines(), committed_path, "served", lineterm="")
        sys.exit("\n".join(lines))
    served_json = fetch(f"{url}/openapi.json")
    if json.loads(served_json) != yaml.safe_load(served):
        sys.exit("/openapi.yaml and /openapi.json differ")
    document = json.loads(served_json)
    # Schemathesis fills files with random bytes; `tests/api/file_forms.rs` sends forms.
    for path in document["paths"].values():
        path.get("post", {}).get("requestBody", {}).get("content", {}).pop("multipart/form-data", None)
    Path(json_path).write_text(json.dumps(document), encoding="utf-8")


if __name__ == "__main__":
    main()
