"""Checks that the files of `config/` for gateways, containers and Kubernetes agree with each other and with the settings
of the program: names, ports, addresses, images, limits, and timeouts, each longer than the ones that it waits for.

Needs PyYAML and jsonschema. `nginx -t`, `envoy --mode validate` and `kubernetes-validate` check each file alone. They do
not know HTTPRoute: a schema here covers the fields in use.
"""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import jsonschema
import yaml

ROOT = Path(__file__).parent.parent.parent
CONFIG = ROOT / "config"
# Instead of hpa.yaml, settings of another program, and workers.
WORKER_MANIFESTS = {"worker.yaml", "worker-hpa.yaml", "worker-networkpolicy.yaml"}
OPTIONAL_MANIFESTS = {"hpa-by-load.yaml", "prometheus-adapter.yaml"} | WORKER_MANIFESTS
# Keys of the Secret quadrille-jobs.
JOBS_SECRET = {"QUADRILLE__JOBS__DATABASE": "postgres://host/jobs", "QUADRILLE__JOBS__STORE": "s3://bucket"}

# Durations of the Gateway API.
DURATION = {"type": "string", "pattern": r"^([0-9]{1,5}(h|m|s|ms)){1,4}$"}


def object_of(properties, required=()):
    """Schema of an object with these members and no others."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


def list_of(items):
    """Schema of a non-empty list."""
    return {"type": "array", "items": items, "minItems": 1, "maxItems": 16}


NAME = {"type": "string", "pattern": r"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"}
HEADER = object_of({"name": {"type": "string"}, "value": {"type": "string"}}, ["name", "value"])
MATCH = object_of(
    {
        "path": object_of(
            {"type": {"enum": ["Exact", "PathPrefix"]}, "value": {"type": "string", "pattern": "^/"}}, ["type", "value"]
        )
    }
)
REWRITE = object_of({"type": {"const": "ReplaceFullPath"}, "replaceFullPath": {"type": "string", "pattern": "^/"}})
FILTERS = [
    object_of(
        {
            "type": {"const": "RequestHeaderModifier"},
            "requestHeaderModifier": object_of({"set": list_of(HEADER), "add": list_of(HEADER)}),
        },
        ["type", "requestHeaderModifier"],
    ),
    object_of({"type": {"const": "URLRewrite"}, "urlRewrite": object_of({"path": REWRITE})}, ["type", "urlRewrite"]),
]
RULE = object_of(
    {
        "matches": list_of(MATCH),
        "filters": list_of({"oneOf": FILTERS}),
        "timeouts": object_of({"request": DURATION, "backendRequest": DURATION}),
        "backendRefs": list_of(object_of({"name": NAME, "port": {"type": "integer"}}, ["name", "port"])),
    },
    ["matches", "backendRefs"],
)
HTTP_ROUTE = object_of(
    {
        "apiVersion": {"const": "gateway.networking.k8s.io/v1"},
        "kind": {"const": "HTTPRoute"},
        "metadata": object_of({"name": NAME, "labels": {"type": "object"}}, ["name"]),
        "spec": object_of(
            {"parentRefs": list_of(object_of({"name": NAME, "namespace": NAME}, ["name"])), "rules": list_of(RULE)},
            ["parentRefs", "rules"],
        ),
    },
    ["apiVersion", "kind", "metadata", "spec"],
)


class Checks:
    """Collects failed checks, so that one run reports all of them."""

    def __init__(self):
        self.count = 0
        self.faults = []

    def check(self, passed, fault):
        """Counts a check, and its fault if it failed."""
        self.count += 1
        if not passed:
            self.faults.append(fault)

    def end(self):
        """Prints the faults and exits."""
        for fault in self.faults:
            print(f"config: {fault}", file=sys.stderr)
        print(f"config: {self.count - len(self.faults)} of {self.count} checks passed")
        sys.exit(1 if self.faults else 0)


def read(path):
    """Parses a YAML file with one document."""
    return yaml.safe_load((CONFIG / path).read_text(encoding="utf-8"))


def settings(binary, variables):
    """Effective settings of the container with these environment variables. Fails if one is unknown."""
    command = [binary, "--config", CONFIG / "container.toml", "config"]
    printed = subprocess.run(command, check=False, capture_output=True, text=True, env={**os.environ, **variables})
    if printed.returncode != 0:
        sys.exit(f"config: the program rejects the environment {variables}: {printed.stderr}")
    return tomllib.loads(printed.stdout)


def seconds(duration):
    """Parses `5s`, `0.5s` or `1m`."""
    number, unit = re.fullmatch(r"([0-9.]+)(ms|s|m)", str(duration)).groups()
    return float(number) * {"ms": 0.001, "s": 1, "m": 60}[unit]


def stop_s(effective):
    """Longest time that the program takes to stop."""
    shutdown = effective["shutdown"]
    return (shutdown["pre_drain_ms"] + shutdown["drain_ms"]) / 1000 + 1


def served_paths():
    """Paths of the service and, of these, those of streams and those of jobs."""
    paths = list(yaml.safe_load((ROOT / "openapi.yaml").read_text(encoding="utf-8"))["paths"])
    streams = [path for path in paths if path.endswith(("/batch", "/solutions", "/generate"))]
    return paths, streams, [path for path in paths if path.startswith(("/jobs", "/uploads"))]


def shares(effective):
    """Questions in the slow queue and streams that one client of a replica can have."""
    percent = effective["clients"]["capacity_share"]
    bounds = effective["solver"]["slow_queue_max"], effective["batch"]["streaming_requests_max"]
    return [bound * percent // 100 for bound in bounds]


def check_images(checks):
    """Checks that all files name the same images, apart from digests."""
    lines = (CONFIG / "images.env").read_text(encoding="utf-8").splitlines()
    images = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    named = {name: value.partition("@")[0] for name, value in images.items()}
    compose = (CONFIG / "compose.yaml").read_text(encoding="utf-8")
    defaults = dict(re.findall(r"\$\{([A-Z_]+_IMAGE):-([^}]+)\}", compose))
    checks.check(defaults == named, f"compose.yaml names the images {defaults}, images.env {named}")
    build = re.search(r"^ARG BUILD_IMAGE=(\S+)$", (ROOT / "Dockerfile").read_text(encoding="utf-8"), re.MULTILINE).group(1)
    checks.check(build == named["BUILD_IMAGE"], "the Dockerfile names another toolchain than images.env")
    [image] = read("kubernetes/kustomization.yaml")["images"]
    version = "@" + image["digest"] if "digest" in image else ":" + image["newTag"]
    quadrille = images["QUADRILLE_IMAGE"]
    tagless = re.sub(r":[^:/@]+@", "@", quadrille)
    checks.check(image["newName"] + version in (quadrille, tagless), "kustomization.yaml names another image than images.env")


def check_autoscalers(checks, target):
    """Checks both autoscalers and the metrics of the second."""
    plain, loaded = (read(f"kubernetes/{name}.yaml")["spec"] for name in ("hpa", "hpa-by-load"))
    for hpa in (plain, loaded):
        checks.check(hpa["scaleTargetRef"]["name"] == target, "an autoscaler has no target")
    for key in ("minReplicas", "maxReplicas", "scaleTargetRef"):
        checks.check(plain[key] == loaded[key], f"the autoscalers have different {key}")
    checks.check(plain["metrics"][0] == loaded["metrics"][0], "the autoscalers have different targets of CPU use")
    used = {metric["pods"]["metric"]["name"] for metric in loaded["metrics"] if metric["type"] == "Pods"}
    rules = {rule["name"]["as"] for rule in read("kubernetes/prometheus-adapter.yaml")["rules"]["custom"]}
    checks.check(used == rules, "the autoscaler uses other metrics than the adapter provides")


def check_route(checks, route, service):
    """Checks the routes of Kubernetes."""
    jsonschema.validate(route, HTTP_ROUTE)
    rules = route["spec"]["rules"]
    served = {(service["metadata"]["name"], port["port"]) for port in service["spec"]["ports"]}
    refs = {(ref["name"], ref["port"]) for rule in rules for ref in rule["backendRefs"]}
    checks.check(refs <= served, "the route names an unknown service")
    for rule in rules:
        for one in rule.get("filters", []):
            for header in one.get("requestHeaderModifier", {}).get("set", []):
                timeout_s = seconds(rule["timeouts"]["request"])
                checks.check(int(header["value"]) / 1000 < timeout_s, "the route gives up before the deadline it sends")
    exact = {
        one["path"]["value"]: rule.get("timeouts") for rule in rules for one in rule["matches"] if one["path"]["type"] == "Exact"
    }
    prefixes = {
        one["path"]["value"]: rule.get("timeouts")
        for rule in rules
        for one in rule["matches"]
        if one["path"]["type"] == "PathPrefix"
    }
    paths, streams, jobs = served_paths()
    for path in paths:
        # An exact path precedes prefixes, and a long prefix precedes shorter ones.
        longest = max((one for one in prefixes if (path + "/").startswith(one.rstrip("/") + "/")), key=len)
        is_stream = exact.get(path, prefixes[longest]) == {"request": "0s"}
        checks.check(is_stream == (path in streams or path in jobs), f"the route has the wrong timeout for {path}")


def check_kubernetes(checks, binary):
    """Checks the manifests."""
    kustomization = read("kubernetes/kustomization.yaml")
    files = {file.name for file in (CONFIG / "kubernetes").glob("*.yaml")} - {"kustomization.yaml"}
    checks.check(
        set(kustomization["resources"]) == files - OPTIONAL_MANIFESTS, "kustomization.yaml does not list all manifests"
    )
    deployment, service, route = (read(f"kubernetes/{name}.yaml") for name in ("deployment", "service", "httproute"))
    pdb, policy = (read(f"kubernetes/{name}.yaml") for name in ("pdb", "networkpolicy"))
    pod = deployment["spec"]["template"]
    [container] = pod["spec"]["containers"]
    variables = {one["name"]: one["value"] for one in container["env"]}
    effective = settings(binary, read("kubernetes/jobs.yaml")["data"] | variables)
    checks.check(effective["jobs"]["database"] == "off", "each replica has jobs of its own")
    sources = [name for source in container["envFrom"] for name in source]
    checks.check(sources == ["configMapRef", "secretRef"], "the Secret does not override the settings of jobs")
    checks.check(not settings(binary, JOBS_SECRET | variables)["jobs"]["worker"], "the replicas run pieces")
    check_workers(checks, binary, pod)
    checks.check(
        pod["spec"]["terminationGracePeriodSeconds"] > stop_s(effective), "the pod is killed before it has stopped"
    )
    checks.check(effective["clients"]["trusted_proxies"], "the replicas do not trust the gateway")
    resources = container["resources"]
    checks.check(
        resources["requests"]["memory"] == resources["limits"]["memory"], "a replica may use more memory than it requests"
    )
    ports = {port["name"]: port["containerPort"] for port in container["ports"]}
    checks.check(effective["server"]["listen"].endswith(f":{ports['http']}"), "no listener on the port `http`")
    checks.check(
        effective["admin"]["listen"].endswith(f":{ports['admin']}"), "no listener on the port `admin`"
    )
    for probe in ("readinessProbe", "livenessProbe"):
        checks.check(container[probe]["httpGet"]["port"] == "admin", f"the {probe} is not on `admin`")
    annotations = pod["metadata"]["annotations"]
    checks.check(annotations["prometheus.io/port"] == str(ports["admin"]), "metrics are not on `admin`")

    labels = pod["metadata"]["labels"]
    selectors = [deployment["spec"]["selector"]["matchLabels"], service["spec"]["selector"]]
    selectors += [pdb["spec"]["selector"]["matchLabels"], policy["spec"]["podSelector"]["matchLabels"]]
    checks.check(
        all(selector.items() <= labels.items() for selector in selectors), "a selector does not select the pods"
    )
    named = [port["targetPort"] for port in service["spec"]["ports"]]
    named += [port["port"] for rule in policy["spec"]["ingress"] for port in rule["ports"]]
    checks.check(set(named) <= set(ports), "a port does not exist in the container")

    check_autoscalers(checks, deployment["metadata"]["name"])
    check_route(checks, route, service)


def check_workers(checks, binary, replica):
    """Checks the workers of Kubernetes."""
    kustomization = (CONFIG / "kubernetes" / "kustomization.yaml").read_text(encoding="utf-8")
    named = set(re.findall(r"^  # - (worker\S*)$", kustomization, re.MULTILINE))
    checks.check(named == WORKER_MANIFESTS, "kustomization.yaml does not name all manifests of the workers")
    deployment, hpa = read("kubernetes/worker.yaml"), read("kubernetes/worker-hpa.yaml")["spec"]
    pod = deployment["spec"]["template"]
    [container] = pod["spec"]["containers"]
    variables = {one["name"]: one["value"] for one in container["env"]}
    jobs = settings(binary, JOBS_SECRET | variables)["jobs"]
    checks.check(str(jobs["threads"]) == container["resources"]["limits"]["cpu"], "a worker has more or fewer threads than cores")
    labels, selector = pod["metadata"]["labels"], deployment["spec"]["selector"]["matchLabels"]
    checks.check(selector.items() <= labels.items(), "a selector does not select the workers")
    checks.check(not labels.items() <= replica["metadata"]["labels"].items(), "the replicas have the labels of the workers")
    checks.check(hpa["scaleTargetRef"]["name"] == deployment["metadata"]["name"], "the autoscaler of the workers has no target")
    used = {metric["external"]["metric"]["name"] for metric in hpa["metrics"]}
    rules = {rule["name"]["as"] for rule in read("kubernetes/prometheus-adapter.yaml")["rules"]["external"]}
    checks.check(used == rules, "the autoscaler of the workers uses other metrics than the adapter provides")


def check_limits(checks, effective, nginx, cluster, routes, replicas):
    """Checks the limits of the gateways on connections and streams against those of the replicas."""
    connections_max, streams_max = effective["http"]["connections_max"], effective["batch"]["streaming_requests_max"]
    location = re.search(r"location ~ (\S+) \{(.*?)\n        \}", nginx, re.DOTALL)
    requests, streams = (replicas * share for share in shares(effective))
    checks.check(f"limit_conn requests {requests};" in nginx, f"nginx does not limit a client to {requests} requests")
    checks.check(f"limit_conn streams {streams};" in location.group(2), f"nginx does not limit a client to {streams} streams")
    for connections in re.findall(r"max_conns=(\d+);", nginx):
        checks.check(int(connections) < connections_max, "nginx opens more connections than a replica accepts")
    checks.check(
        len(re.findall(r"max_conns=", nginx)) == replicas, "nginx has no limit on the connections to one of the replicas"
    )
    default, high = cluster["circuit_breakers"]["thresholds"]
    checks.check(
        default["max_connections"] + high["max_connections"] < connections_max,
        "envoy opens more connections than a replica accepts",
    )
    checks.check(
        high["priority"] == "HIGH" and high["max_requests"] == replicas * streams_max,
        f"envoy does not limit the streams to {replicas * streams_max}",
    )
    [stream, jobs] = [route for route in routes if route.get("route", {}).get("timeout") == "0s"]
    checks.check(stream["route"]["priority"] == "HIGH", "envoy counts streams as questions")
    paths, stream_paths, job_paths = served_paths()
    pattern = stream["match"]["safe_regex"]["regex"]
    for path in paths:
        matched = bool(re.fullmatch(pattern, path)), bool(re.search(location.group(1), path))
        checks.check(matched == (path in stream_paths,) * 2, f"envoy or nginx has the wrong timeouts for {path}")
    check_job_routes(checks, effective, nginx, jobs, paths, job_paths, replicas)


def check_job_routes(checks, effective, nginx, route, paths, job_paths, replicas):
    """Checks the routes of jobs: no total timeout, and no repetition of calls that were sent."""
    jobs = effective["jobs"]
    [streams, calls] = re.findall(r"location ~ (\S+) \{(.*?)\n        \}", nginx, re.DOTALL)[1:]
    share = jobs["event_streams_max"] * effective["clients"]["capacity_share"] // 100
    checks.check(
        f"limit_conn jobs {replicas * share};" in streams[1],
        f"nginx does not limit a client to {replicas * share} event streams",
    )
    for directive in ("proxy_request_buffering off;", "proxy_buffering off;", "client_max_body_size 0;"):
        checks.check(directive in streams[1], f"nginx buffers or bounds the streams of jobs: no {directive}")
    checks.check("non_idempotent" not in streams[1] + calls[1], "nginx repeats calls of jobs")
    checks.check(route["route"]["retry_policy"]["retry_on"] == "connect-failure", "envoy repeats calls of jobs")
    for path in paths:
        is_stream = path in ("/uploads", "/jobs/{id}/events", "/jobs/{id}/results")
        checks.check(bool(re.search(streams[0], path)) == is_stream, f"nginx has the wrong timeouts for {path}")
        is_call = path in ("/jobs", "/jobs/{id}")
        checks.check(bool(re.search(calls[0], path)) == is_call, f"nginx has the wrong repetitions for {path}")
        matched = bool(re.fullmatch(route["match"]["safe_regex"]["regex"], path))
        checks.check(matched == (path in job_paths), f"envoy has the wrong timeouts for {path}")


def check_haproxy(checks, effective, replicas):
    """Checks timeouts, limits, routes and replicas of HAProxy."""
    haproxy = (CONFIG / "gateway" / "haproxy.cfg").read_text(encoding="utf-8")
    http = effective["http"]
    streams_s = max(http["body_idle_timeout_ms"], http["write_stall_timeout_ms"]) / 1000
    common, questions = haproxy.split("\nbackend questions\n")
    for side in ("client", "server"):
        timeout_s = seconds(re.search(rf"timeout {side} (\S+)", common).group(1))
        checks.check(timeout_s > streams_s, f"haproxy ends a stream before the service does: timeout {side}")
    deadline_s = int(re.search(r"X-Request-Timeout-Ms (\d+)", questions).group(1)) / 1000
    server_s = seconds(re.search(r"timeout server (\S+)", questions).group(1))
    checks.check(deadline_s < server_s, "haproxy times out before the deadline it sends")
    for idle in re.findall(r"pool-purge-delay (\S+)", haproxy):
        checks.check(
            seconds(idle) < http["keep_alive_timeout_ms"] / 1000, "haproxy keeps idle connections longer than the service"
        )
    connections = sum(int(maximum) for maximum in re.findall(r"default-server.* maxconn (\d+)", haproxy))
    checks.check(connections < http["connections_max"], "haproxy opens more connections than a replica accepts")
    for number, share in enumerate(shares(effective)):
        limit = f"sc_trackers({number}) gt {len(replicas) * share} "
        checks.check(limit in haproxy, f"haproxy does not limit a client: no {limit}")
    checks.check("option forwardfor\n" in haproxy, "haproxy does not pass the client's address on")
    checks.check(
        re.findall(r"\n    server \S+ (\S+)", questions) == replicas * 2, "haproxy.cfg names other replicas than compose.yaml"
    )
    paths, stream_paths, job_paths = served_paths()
    patterns = {name: re.search(rf"acl {name} path_reg (\S+)", haproxy).group(1) for name in ("is_stream", "is_job")}
    for path in paths:
        matched = [bool(re.search(patterns[name], path)) for name in ("is_stream", "is_job")]
        checks.check(
            matched == [path in stream_paths, path in job_paths], f"haproxy has the wrong timeouts for {path}"
        )


def check_gateways(checks, binary):
    """Checks nginx, Envoy, HAProxy and compose.yaml."""
    compose = read("compose.yaml")
    effective = settings(binary, compose["x-replica"]["environment"])
    http = effective["http"]
    streams_s = max(http["body_idle_timeout_ms"], http["write_stall_timeout_ms"]) / 1000
    nginx = (CONFIG / "gateway" / "nginx.conf").read_text(encoding="utf-8")
    [manager] = [
        one["filters"][0]["typed_config"]
        for one in read("gateway/envoy.yaml")["static_resources"]["listeners"][0]["filter_chains"]
    ]
    [cluster] = read("gateway/envoy.yaml")["static_resources"]["clusters"]
    [routes] = [host["routes"] for host in manager["route_config"]["virtual_hosts"]]

    upstream = re.search(r"upstream quadrille \{(.*?)\n    \}", nginx, re.DOTALL).group(1)
    options = cluster["typed_extension_protocol_options"]["envoy.extensions.upstreams.http.v3.HttpProtocolOptions"]
    idle = {
        "nginx": seconds(re.search(r"keepalive_timeout (\S+);", upstream).group(1)),
        "envoy": seconds(options["common_http_protocol_options"]["idle_timeout"]),
    }
    for gateway, idle_s in idle.items():
        checks.check(idle_s < http["keep_alive_timeout_ms"] / 1000, f"{gateway} keeps idle connections longer than the service")

    location = re.search(r"location ~ (\S+) \{(.*?)\n        \}", nginx, re.DOTALL)
    for timeout in ("proxy_read_timeout", "proxy_send_timeout", "send_timeout", "client_body_timeout"):
        timeout_s = seconds(re.search(rf"\b{timeout} (\S+);", location.group(2)).group(1))
        checks.check(timeout_s > streams_s, f"nginx ends a stream before the service does: {timeout}")
    for route in (route["route"] for route in routes if route.get("route", {}).get("timeout") == "0s"):
        checks.check(seconds(route["idle_timeout"]) > streams_s, "envoy ends a stream before the service does")
    checks.check(
        manager["http_filters"][0]["name"].endswith(".router") and len(manager["http_filters"]) == 1,
        "envoy has a filter that may buffer",
    )

    body = re.search(r"client_max_body_size (\d+)m;", nginx).group(1)
    checks.check(int(body) << 20 >= http["body_bytes_max"], "nginx rejects bodies that the service accepts")

    [question] = [route for route in routes if "request_headers_to_add" in route]
    deadline_s = int(question["request_headers_to_add"][0]["header"]["value"]) / 1000
    try_s = seconds(question["route"]["retry_policy"]["per_try_timeout"])
    checks.check(deadline_s < try_s, "envoy times out before the deadline it sends")
    checks.check(2 * try_s < seconds(question["route"]["timeout"]), "envoy has no time for a retry")
    kept = manager["route_config"]["virtual_hosts"][0]["request_body_buffer_limit"]
    checks.check(kept >= http["body_bytes_max"], "envoy cannot retry the largest questions")

    gateway_address = compose["services"]["gateway"]["networks"]["inside"]["ipv4_address"]
    checks.check(
        effective["clients"]["trusted_proxies"] == [gateway_address], "the replicas of compose.yaml do not trust the gateway"
    )
    checks.check("X-Forwarded-For $proxy_add_x_forwarded_for;" in nginx, "nginx does not pass the client's address on")
    checks.check(
        manager["use_remote_address"] and manager["xff_num_trusted_hops"] == 0,
        "envoy does not pass the client's address on",
    )

    replicas = [
        f"{one['networks']['inside']['ipv4_address']}:8080"
        for name, one in compose["services"].items()
        if name.startswith("quadrille-")
    ]
    sockets = [
        one["endpoint"]["address"]["socket_address"]
        for one in cluster["load_assignment"]["endpoints"][0]["lb_endpoints"]
    ]
    checks.check(re.findall(r"server (\d\S+) ", nginx) == replicas, "nginx.conf names other replicas than compose.yaml")
    addresses = [f"{socket['address']}:{socket['port_value']}" for socket in sockets]
    checks.check(addresses == replicas, "envoy.yaml names other replicas than compose.yaml")
    check_limits(checks, effective, nginx, cluster, routes, len(replicas))
    check_haproxy(checks, effective, replicas)
    worker = compose["services"]["worker"]
    checks.check(
        settings(binary, worker["environment"])["jobs"]["threads"] == worker["cpus"], "a worker has more or fewer threads than cores"
    )
    grace_s = seconds(compose["x-replica"]["stop_grace_period"])
    checks.check(grace_s > stop_s(effective), "a container is killed before it has stopped")


def main():
    binary = sys.argv[1] if len(sys.argv) == 2 else sys.exit(f"usage: {sys.argv[0]} PROGRAM")
    checks = Checks()
    check_kubernetes(checks, binary)
    check_gateways(checks, binary)
    check_images(checks)
    checks.end()


if __name__ == "__main__":
    main()
