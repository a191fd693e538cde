"""Adds the digests of the container images to `config/images.env`, and to the files that name the same images.

    python3 scripts/pin_images.py [--repository DIRECTORY] [NAME=REFERENCE ...]

`NAME=REFERENCE` changes an image first, such as `QUADRILLE_IMAGE=registry.example/quadrille:0.1.0`. Each reference gets
the digest that its registry has for its tag now, in place of an earlier digest. A reference that names no registry is an
image of this machine, and is left alone. The other files are `Dockerfile`, `config/compose.yaml` and
`config/kubernetes/kustomization.yaml`.

Needs the standard library only. Public images are read without credentials.
"""

import argparse
import hashlib
import json
import re
import sys
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path
from typing import NamedTuple

TIMEOUT_S = 30
# The digest of an image for several platforms is that of its index.
MANIFESTS = ", ".join(
    [
        "application/vnd.oci.image.index.v1+json",
        "application/vnd.docker.distribution.manifest.list.v2+json",
        "application/vnd.oci.image.manifest.v1+json",
        "application/vnd.docker.distribution.manifest.v2+json",
    ]
)
DIGEST = re.compile(r"sha256:[0-9a-f]{64}")


class Reference(NamedTuple):
    """Name of an image: `registry/repository:tag@digest`."""

    registry: str | None
    repository: str
    tag: str
    digest: str | None

    @classmethod
    def parse(cls, text):
        """Reads a reference. The first part is a registry if it has a dot or a port, or is `localhost`."""
        name, _, digest = text.partition("@")
        first, slash, rest = name.partition("/")
        registry = first if slash and re.search(r"[.:]|^localhost$", first) else None
        repository, _, tag = (rest if registry else name).partition(":")
        if not repository or (digest and not DIGEST.fullmatch(digest)):
            raise ValueError(f"not a reference to an image: {text}")
        return cls(registry, repository, tag or "latest", digest or None)

    def name(self):
        """Registry and repository."""
        return f"{self.registry}/{self.repository}" if self.registry else self.repository

    def __str__(self):
        return f"{self.name()}:{self.tag}" + (f"@{self.digest}" if self.digest else "")


def manifest(url, method, token=None):
    """Response to a request for a manifest."""
    headers = {"Accept": MANIFESTS} | ({"Authorization": f"Bearer {token}"} if token else {})
    return urllib.request.urlopen(urllib.request.Request(url, headers=headers, method=method), timeout=TIMEOUT_S)


def token_for(challenge):
    """Token for the challenge of a registry (`WWW-Authenticate: Bearer realm="...",...`)."""
    fields = dict(re.findall(r'(\w+)="([^"]*)"', challenge))
    if not challenge.lower().startswith("bearer ") or "realm" not in fields:
        raise ValueError(f"the registry asks for other credentials than a token: {challenge}")
    query = urllib.parse.urlencode({name: fields[name] for name in ("service", "scope") if name in fields})
    with urllib.request.urlopen(f"{fields['realm']}?{query}", timeout=TIMEOUT_S) as response:
        answer = json.load(response)
    return answer.get("token") or answer["access_token"]


def digest_of(reference):
    """Digest that the registry of an image has for its tag."""
    host = "registry-1.docker.io" if reference.registry == "docker.io" else reference.registry
    scheme = "http" if host.partition(":")[0] in ("localhost", "127.0.0.1") else "https"
    url = f"{scheme}://{host}/v2/{reference.repository}/manifests/{reference.tag}"
    token = None
    try:
        response = manifest(url, "HEAD")
    except urllib.error.HTTPError as error:
        if error.code != 401:
            raise
        token = token_for(error.headers.get("WWW-Authenticate", ""))
        response = manifest(url, "HEAD", token)
    with response:
        digest = response.headers.get("Docker-Content-Digest")
    if digest is None:
        with manifest(url, "GET", token) as response:
            digest = "sha256:" + hashlib.sha256(response.read()).hexdigest()
    if not DIGEST.fullmatch(digest):
        raise ValueError(f"the registry sent an invalid digest: {digest}")
    return digest


def pinned(reference):
    """The reference with the digest of today."""
    return reference._replace(digest=digest_of(reference)) if reference.registry else reference


def write_variables(path, images):
    """Replaces the values of a file of variables. Comments stay."""
    text = path.read_text(encoding="utf-8")
    for name, reference in images.items():
        text = re.sub(rf"^{name}=.*$", f"{name}={reference}", text, flags=re.MULTILINE)
    path.write_text(text, encoding="utf-8")


def write_defaults(path, images, pattern):
    """Replaces the images that a file names as defaults. `pattern` has the text before and after an image as groups."""
    text = path.read_text(encoding="utf-8")
    for name, reference in images.items():
        text = re.sub(pattern.format(name=name), rf"\g<1>{reference}\g<2>", text, flags=re.MULTILINE)
    path.write_text(text, encoding="utf-8")


def write_kustomization(path, reference):
    """Replaces name and tag, or digest, of the image `quadrille`."""
    text = path.read_text(encoding="utf-8")
    version = f"digest: {reference.digest}" if reference.digest else f"newTag: {reference.tag}"
    entry = rf"(  - name: quadrille\n)    newName: .*\n    (?:newTag|digest): .*\n"
    text, count = re.subn(entry, rf"\g<1>    newName: {reference.name()}\n    {version}\n", text)
    if count != 1:
        raise ValueError(f"{path} has {count} entries for the image quadrille")
    path.write_text(text, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repository", type=Path, default=Path(__file__).parent.parent, help="the checkout")
    parser.add_argument("changes", nargs="*", metavar="NAME=REFERENCE", help="changes an image first")
    options = parser.parse_args()
    variables = options.repository / "config" / "images.env"
    lines = re.findall(r"^([A-Z_]+)=(.*)$", variables.read_text(encoding="utf-8"), flags=re.MULTILINE)
    images = dict(lines)
    for change in options.changes:
        name, _, value = change.partition("=")
        if name not in images:
            parser.error(f"{variables} has no image {name!r}")
        images[name] = value
    try:
        images = {name: pinned(Reference.parse(value)) for name, value in images.items()}
    except (OSError, ValueError) as error:
        sys.exit(f"pin_images: nothing is written: {error}")
    write_variables(variables, images)
    write_defaults(options.repository / "Dockerfile", images, r"^(ARG {name}=).*()$")
    write_defaults(options.repository / "config" / "compose.yaml", images, r"(\$\{{{name}:-)[^}}]*(\}})")
    write_kustomization(options.repository / "config" / "kubernetes" / "kustomization.yaml", images["QUADRILLE_IMAGE"])
    for name, reference in images.items():
        print(f"{name}={reference}" + ("" if reference.registry else " (of this machine: no digest)"))


if __name__ == "__main__":
    main()
