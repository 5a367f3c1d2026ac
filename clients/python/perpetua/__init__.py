"""Perpetua for Python: the client of a venue, and environments for agents that learn."""

from .client import ApiError, Client, Keys, load_keys
from .env import PerpetuaEnv, PerpetuaVectorEnv, equity_change, register
from .lab import Lab, LabError, UnknownOption
from .lives import TABLES, LivesError, Run, lives, report
from .parallel import PerpetuaParallelEnv
from .stream import Stream, StreamError

__version__ = "0.2.0"

__all__ = [
    "TABLES",
    "ApiError",
    "Client",
    "Keys",
    "Lab",
    "LabError",
    "LivesError",
    "PerpetuaEnv",
    "PerpetuaParallelEnv",
    "PerpetuaVectorEnv",
    "Run",
    "Stream",
    "StreamError",
    "UnknownOption",
    "equity_change",
    "lives",
    "load_keys",
    "report",
]

register()
