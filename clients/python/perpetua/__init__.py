"""Perpetua for Python: the client of a venue, and environments for agents that learn."""

from .env import PerpetuaEnv, PerpetuaVectorEnv, equity_change, register
from .lab import Lab, LabError

__version__ = "0.1.0"

__all__ = [
    "Lab",
    "LabError",
    "PerpetuaEnv",
    "PerpetuaVectorEnv",
    "equity_change",
]

register()
