"""A real nginx, Envoy or HAProxy with the shipped configuration, in front of replicas on loopback."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from .process import free_port, status_of, wait_until

CONFIG = Path(__file__).parent.parent.parent / "config" / "gateway"

# Settings of replicas that know clients by the addresses that a gateway on loopback passes on.
TRUST_GATEWAY = {"clients.trusted_proxies": "127.0.0.1"}

REPLICA_ADDRESS = re.compile(r"172\.30\.0\.1[123]:8080")
ENVOY_ADDRESS = re.compile(r"address: 172\.30\.0\.1[123], port_value: 8080")


def replace_each(text, pattern, replacements):
    """Replaces the matches of `pattern` by `replacements`, in order. Both must be equally many."""
    remaining = list(replacements)
    result = re.sub(pattern, lambda _: remaining.pop(0), text)
    if remaining:
        raise AssertionError(f"{pattern}: {len(replacements) - len(remaining)} matches, not {len(replacements)}")
    return result


def nginx_configuration(ports, port, folder):
    """nginx.conf for these replicas, listening on `port`, with all files in `folder`."""
    text = (CONFIG / "nginx.conf").read_text(encoding="utf-8")
    text = replace_each(text, REPLICA_ADDRESS, [f"127.0.0.1:{replica}" for replica in ports])
    text = replace_each(text, r"listen 8000", [f"listen 127.0.0.1:{port}"])
    text = replace_each(text, r"access_log /dev/stdout line", ["access_log off"])
    temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    paths = "".join(f"    {name}_temp_path {folder}/{name};\n" for name in temporary)
    text = replace_each(text, r"\nhttp \{\n", ["\nhttp {\n" + paths])
    return f"daemon off;\nmaster_process on;\npid {folder}/pid;\n" + text


def envoy_configuration(ports, port):
    """envoy.yaml for these replicas, listening on `port`."""
    text = (CONFIG / "envoy.yaml").read_text(encoding="utf-8")
    text = replace_each(text, ENVOY_ADDRESS, [f"address: 127.0.0.1, port_value: {replica}" for replica in ports])
    text = replace_each(text, r"address: 0\.0\.0\.0, port_value: 8000", [f"address: 127.0.0.1, port_value: {port}"])
    text = replace_each(text, r"port_value: 9901", [f"port_value: {free_port()}"])
    # A log line for each request would hide the report.
    return replace_each(text, "access_loggers.stdout", ["access_loggers.file"]).replace(
        "stream.v3.StdoutAccessLog\n", "file.v3.FileAccessLog\n                      path: /dev/null\n"
    )


def haproxy_configuration(ports, port):
    """haproxy.cfg for these replicas, listening on `port`."""
    text = (CONFIG / "haproxy.cfg").read_text(encoding="utf-8")
    # Each replica is named for questions and for streams.
    text = replace_each(text, REPLICA_ADDRESS, [f"127.0.0.1:{replica}" for replica in [*ports, *ports]])
    text = replace_each(text, r"bind :8000", [f"bind 127.0.0.1:{port}"])
    # A log line for each request would hide the report.
    return replace_each(text, r"\n    log global\n", ["\n"])


class Gateway:
    """nginx, envoy or haproxy, as `kind` says. Also searches the directory of this Python, where PyPI installs Envoy."""

    def __init__(self, kind, replicas):
        self.kind = kind
        self.port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="quadrille-gateway-"))
        self.process = None
        ports = [replica.port for replica in replicas]
        program = shutil.which(
            kind, path=os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"], "/usr/sbin"])
        )
        if program is None:
            raise AssertionError(f"{kind} is not installed: see tests/gateway/README.md")
        match kind:
            case "nginx":
                self.file = self.folder / "nginx.conf"
                text = nginx_configuration(ports, self.port, self.folder)
                self.command = [program, "-c", str(self.file), "-e", "stderr"]
            case "envoy":
                self.file = self.folder / "envoy.yaml"
                text = envoy_configuration(ports, self.port)
                self.command = [program, "-c", str(self.file), "--log-level", "error", "--concurrency", "2"]
                self.command += ["--use-dynamic-base-id"]
            case _:
                self.file = self.folder / "haproxy.cfg"
                text = haproxy_configuration(ports, self.port)
                self.command = [program, "-db", "-f", str(self.file)]
        self.file.write_text(text, encoding="utf-8")

    def __enter__(self):
        with (self.folder / "log").open("wb") as log:
            self.process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            wait_until(self.is_ready, f"{self.kind} is ready")
        except AssertionError:
            print((self.folder / "log").read_text(encoding="utf-8"), file=sys.stderr)
            self.__exit__()
            raise
        return self

    def is_ready(self):
        """Whether the gateway forwards requests."""
        return self.process.poll() is None and status_of(self.port, "/version") == 200

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
