"""Fails if a relative link of a Markdown file names a file or a heading that does not exist."""

import re
import subprocess
import sys
from pathlib import Path

LINK = re.compile(r"\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def anchors(path):
    """Anchors of the headings, as GitHub and most others make them."""
    text = FENCE.sub("", path.read_text(encoding="utf-8"))
    headings = (match.lower().replace("`", "") for match in re.findall(r"^#+ (.*)$", text, re.MULTILINE))
    return {re.sub(r"[^\w\- ]", "", heading).strip().replace(" ", "-") for heading in headings}


def faults(path):
    """Broken links of a file."""
    for link in LINK.findall(FENCE.sub("", path.read_text(encoding="utf-8"))):
        if re.match(r"[a-z]+:", link):
            continue
        name, _, anchor = link.partition("#")
        target = path.parent / name if name else path
        if not target.exists():
            yield f"{path}: {link}: no such file"
        elif anchor and target.suffix == ".md" and anchor not in anchors(target):
            yield f"{path}: {link}: no such heading"


def main():
    files = subprocess.run(["git", "ls-files", "*.md"], capture_output=True, check=True, text=True).stdout.split()
    found = [fault for file in files for fault in faults(Path(file))]
    if found:
        sys.exit("\n".join(found))
    print(f"links of {len(files)} Markdown files: none broken")


if __name__ == "__main__":
    main()
