"""Service under test, at QUADRILLE_URL."""

import os

import pytest


@pytest.fixture
def url() -> str:
    return os.environ.get("QUADRILLE_URL", "http://127.0.0.1:8080")
