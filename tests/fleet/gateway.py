"""A real nginx or Envoy with the configuration that is shipped, in front of replicas on loopback."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from .replica import free_port, status_of, wait_until

CONFIG = Path(__file__).parent.parent.parent / "config" / "gateway"

NGINX_ADDRESS = re.compile(r"172\.30\.0\.1[123]:8080")
ENVOY_ADDRESS = re.compile(r"address: 172\.30\.0\.1[123], port_value: 8080")


def put(text, pattern, replacements):
    """The text with each occurrence replaced by the next of the replacements, of which there must be as many."""
    left = list(replacements)
    result = re.sub(pattern, lambda _: left.pop(0), text)
    if left:
        raise AssertionError(f"{pattern} stands {len(replacements) - len(left)} times in the configuration")
    return result


def nginx_configuration(ports, port, folder):
    """The shipped file for these replicas, listening on `port` and writing nothing outside `folder`."""
    text = (CONFIG / "nginx.conf").read_text(encoding="utf-8")
    text = put(text, NGINX_ADDRESS, [f"127.0.0.1:{replica}" for replica in ports])
    text = put(text, r"listen 8000", [f"listen 127.0.0.1:{port}"])
    text = put(text, r"access_log /dev/stdout line", ["access_log off"])
    kept = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    paths = "".join(f"    {name}_temp_path {folder}/{name};\n" for name in kept)
    text = put(text, r"\nhttp \{\n", ["\nhttp {\n" + paths])
    return f"daemon off;\nmaster_process on;\npid {folder}/pid;\n" + text


def envoy_configuration(ports, port):
    """The shipped file for these replicas, listening on `port`."""
    text = (CONFIG / "envoy.yaml").read_text(encoding="utf-8")
    text = put(text, ENVOY_ADDRESS, [f"address: 127.0.0.1, port_value: {replica}" for replica in ports])
    text = put(text, r"address: 0\.0\.0\.0, port_value: 8000", [f"address: 127.0.0.1, port_value: {port}"])
    text = put(text, r"port_value: 9901", [f"port_value: {free_port()}"])
    # A line a request would hide what the script says.
    return put(text, "access_loggers.stdout", ["access_loggers.file"]).replace(
        "stream.v3.StdoutAccessLog\n", "file.v3.FileAccessLog\n                      path: /dev/null\n"
    )


class Gateway:
    """`kind` is nginx or envoy. Envoy is looked for beside the Python that runs this, too, where PyPI puts it."""

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
        self.file = self.folder / ("nginx.conf" if kind == "nginx" else "envoy.yaml")
        if kind == "nginx":
            self.file.write_text(nginx_configuration(ports, self.port, self.folder), encoding="utf-8")
            self.command = [program, "-c", str(self.file), "-e", "stderr"]
        else:
            self.file.write_text(envoy_configuration(ports, self.port), encoding="utf-8")
            self.command = [program, "-c", str(self.file), "--log-level", "error", "--concurrency", "2"]
            self.command += ["--use-dynamic-base-id"]

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
        """Whether it passes requests on."""
        return self.process.poll() is None and status_of(self.port, "/version") == 200

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
