"""`scripts/pin_images.py` against a registry on loopback that asks for a token."""

import json
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
DIGESTS = {"tools/rust:1.95": "sha256:" + "a" * 64, "quadrille:0.2.0": "sha256:" + "b" * 64}
# Of all images but the service.
OTHER_IMAGES = ("BUILD_IMAGE", "GATEWAY_IMAGE", "POSTGRES_IMAGE", "STORE_IMAGE")
TOKEN = "letmein"


class Registry(BaseHTTPRequestHandler):
    """The part of the registry API that gives digests."""

    def do_GET(self):
        """Answers requests for a token."""
        self.answer(200, json.dumps({"token": TOKEN}).encode())

    def do_HEAD(self):
        """Answers requests for a manifest, with a token only."""
        if self.headers.get("Authorization") != f"Bearer {TOKEN}":
            realm = f"http://{self.headers['Host']}/token"
            self.answer(401, headers={"WWW-Authenticate": f'Bearer realm="{realm}",service="test",scope="pull"'})
            return
        name = self.path.removeprefix("/v2/").replace("/manifests/", ":")
        if name in DIGESTS:
            self.answer(200, headers={"Docker-Content-Digest": DIGESTS[name]})
        else:
            self.answer(404)

    def answer(self, status, body=b"", headers=None):
        """Sends a response."""
        self.send_response(status)
        for header, value in {"Content-Length": len(body), **(headers or {})}.items():
            self.send_header(header, str(value))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """Logs nothing."""


class PinImages(unittest.TestCase):
    """Digests in copies of the files of `config/`."""

    def setUp(self):
        server = ThreadingHTTPServer(("127.0.0.1", 0), Registry)
        threading.Thread(target=server.serve_forever).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.registry = f"127.0.0.1:{server.server_port}"
        self.folder = Path(tempfile.mkdtemp(prefix="quadrille-images-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.variables = self.folder / "config" / "images.env"
        self.kustomization = self.folder / "config" / "kubernetes" / "kustomization.yaml"
        self.compose = self.folder / "config" / "compose.yaml"
        self.dockerfile = self.folder / "Dockerfile"
        self.files = (self.variables, self.kustomization, self.compose, self.dockerfile)
        self.kustomization.parent.mkdir(parents=True)
        for file in self.files:
            shutil.copy(ROOT / file.relative_to(self.folder), file)

    def pin(self, *changes):
        """Runs the script."""
        command = [sys.executable, ROOT / "scripts" / "pin_images.py", "--repository", self.folder, *changes]
        return subprocess.run(command, check=False, capture_output=True, text=True)

    def pin_all(self, tag="0.2.0"):
        """Runs the script for images of the registry of the test."""
        rust = f"{self.registry}/tools/rust:1.95"
        changes = [f"{name}={rust}" for name in OTHER_IMAGES]
        return self.pin(*changes, f"QUADRILLE_IMAGE={self.registry}/quadrille:{tag}")

    def test_digests_are_written_to_all_files(self):
        run = self.pin_all()
        self.assertEqual(run.returncode, 0, run.stderr)
        variables = self.variables.read_text(encoding="utf-8")
        rust = f"{self.registry}/tools/rust:1.95@{DIGESTS['tools/rust:1.95']}"
        for name in OTHER_IMAGES:
            self.assertIn(f"\n{name}={rust}\n", variables)
        self.assertIn("# Toolchain that builds", variables)
        digest = DIGESTS["quadrille:0.2.0"]
        self.assertIn(f"QUADRILLE_IMAGE={self.registry}/quadrille:0.2.0@{digest}\n", variables)
        entry = f"  - name: quadrille\n    newName: {self.registry}/quadrille\n    digest: {digest}\n"
        self.assertIn(entry, self.kustomization.read_text(encoding="utf-8"))
        self.assertIn(f"\nARG BUILD_IMAGE={rust}\n", self.dockerfile.read_text(encoding="utf-8"))
        self.assertIn("\nARG RUNTIME_IMAGE=scratch\n", self.dockerfile.read_text(encoding="utf-8"))
        compose = self.compose.read_text(encoding="utf-8")
        for name in OTHER_IMAGES:
            self.assertIn(f": ${{{name}:-{rust}}}\n", compose)
        self.assertIn(f": ${{QUADRILLE_IMAGE:-{self.registry}/quadrille:0.2.0@{digest}}}\n", compose)
        # Again, from the files: the same digests.
        before = [file.read_bytes() for file in self.files]
        run = self.pin()
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual([file.read_bytes() for file in self.files], before)

    def test_unknown_image_leaves_the_files_alone(self):
        before = [file.read_bytes() for file in self.files]
        run = self.pin_all(tag="none")
        self.assertNotEqual(run.returncode, 0)
        self.assertIn("404", run.stderr)
        self.assertEqual([file.read_bytes() for file in self.files], before)

    def test_unknown_name_is_an_error(self):
        run = self.pin("NGINX=a.example/nginx:1")
        self.assertNotEqual(run.returncode, 0)
        self.assertIn("'NGINX'", run.stderr)


if __name__ == "__main__":
    unittest.main()
