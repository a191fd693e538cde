#!/usr/bin/env python3
"""Writes the queries of a Grafana dashboard as recording rules, so that promtool can check them.

    dashboard-rules config/observability/grafana-dashboard.json >rules.yaml

Fails where a panel cannot be told from another, or says nothing of what it shows.
"""

import json
import sys

# What Grafana puts in place of its variables.
VARIABLES = {"$__rate_interval": "5m", "$job": "quadrille", "$instance": ".*"}


def queries(dashboard):
    for panel in dashboard["panels"]:
        if panel["type"] == "row":
            continue
        title = panel["title"]
        if not panel["description"] or not panel["fieldConfig"]["defaults"]["unit"]:
            sys.exit(f"the panel {title!r} has no description or no unit")
        for target in panel["targets"]:
            yield title, target["expr"]


def main(path):
    with open(path, encoding="utf-8") as file:
        dashboard = json.load(file)
    ids = [panel["id"] for panel in dashboard["panels"]]
    if len(set(ids)) != len(ids):
        sys.exit("two panels have the same id")
    rules = []
    for title, expr in queries(dashboard):
        for variable, value in VARIABLES.items():
            expr = expr.replace(variable, value)
        if "$" in expr:
            sys.exit(f"the panel {title!r} has a variable that is not known here: {expr}")
        rules.append({"record": f"dashboard:query_{len(rules)}", "expr": expr})
    # JSON is YAML.
    print(json.dumps({"groups": [{"name": "dashboard", "rules": rules}]}, indent=1))


main(sys.argv[1])
