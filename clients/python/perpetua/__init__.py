"""Perpetua for Python: the client of a venue, and environments for agents that learn."""

from .client import ApiError, Client, Keys, load_keys
from .env import PerpetuaEnv, PerpetuaVectorEnv, equity_change, register
from .lab import Lab, LabError
from .stream import Stream, StreamError

__version__ = "0.2.0"

__all__ = [
    "ApiError",
    "Client",
    "Keys",
    "Lab",
    "LabError",
    "PerpetuaEnv",
    "PerpetuaVectorEnv",
    "Stream",
    "StreamError",
    "equity_change",
    "load_keys",
]

register()
