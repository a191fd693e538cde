"""Client of Quadrille, an HTTP service that solves Sudoku, counts solutions and proves uniqueness.

The types of requests and responses are in `quadrille_client.models`.
"""

from .async_client import AsyncClient
from .client import Client
from .errors import IncompleteCountError, IncompleteError, ProblemError, UndecidedError

__all__ = ["AsyncClient", "Client", "IncompleteCountError", "IncompleteError", "ProblemError", "UndecidedError"]
