#!/usr/bin/env python3
"""Writes the queries of a Grafana dashboard as recording rules, so that promtool can check them.

    dashboard_rules.py config/observability/grafana-dashboard.json >rules.yaml

Fails if two panels have the same id, or if a panel has no description, no unit or an unknown variable.
"""

import json
import sys

# Example values of the variables that Grafana replaces.
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
            sys.exit(f"the panel {title!r} has an unknown variable: {expr}")
        rules.append({"record": f"dashboard:query_{len(rules)}", "expr": expr})
    # JSON is YAML.
    print(json.dumps({"groups": [{"name": "dashboard", "rules": rules}]}, indent=1))


main(sys.argv[1])
