"""The spaces of actions and observations: those of Gymnasium where it is installed.

Without it, `Box` and `Discrete` here have what agents use of them: `sample`, `contains`, `shape`,
`n`, `low`, `high`, `seed`. Without NumPy their samples are tuples of floats.
"""

from __future__ import annotations

import random
from numbers import Real
from typing import Any, Sequence

try:
    import numpy
except ImportError:
    numpy = None  # type: ignore[assignment]

try:
    import gymnasium
except ImportError:
    gymnasium = None  # type: ignore[assignment]

try:
    import pettingzoo
except ImportError:
    pettingzoo = None  # type: ignore[assignment]


class Box:
    """Numbers between bounds, in one row or in several."""

    def __init__(self, low: float, high: float, shape: Sequence[int]) -> None:
        self.low, self.high, self.shape = low, high, tuple(shape)
        self._random = random.Random()

    def seed(self, seed: int | None = None) -> None:
        self._random.seed(seed)

    def sample(self) -> Any:
        return _as_array(self._draw(self.shape))

    def _draw(self, shape: tuple[int, ...]) -> Any:
        if len(shape) > 1:
            return tuple(self._draw(shape[1:]) for _ in range(shape[0]))
        # Without bounds, as Gymnasium does: from a normal distribution.
        if self.low == float("-inf"):
            return tuple(self._random.gauss(0, 1) for _ in range(shape[0]))
        return tuple(self._random.uniform(self.low, self.high) for _ in range(shape[0]))

    def contains(self, value: Any) -> bool:
        return _fits(value, self.shape, self.low, self.high)

    def __contains__(self, value: Any) -> bool:
        return self.contains(value)

    def __repr__(self) -> str:
        return f"Box({self.low}, {self.high}, {self.shape}, float32)"


class Discrete:
    """The numbers from 0 to n - 1."""

    shape: tuple[int, ...] = ()

    def __init__(self, n: int) -> None:
        self.n = n
        self._random = random.Random()

    def seed(self, seed: int | None = None) -> None:
        self._random.seed(seed)

    def sample(self) -> int:
        return self._random.randrange(self.n)

    def contains(self, value: Any) -> bool:
        return is_whole(value) and 0 <= value < self.n

    def __contains__(self, value: Any) -> bool:
        return self.contains(value)

    def __repr__(self) -> str:
        return f"Discrete({self.n})"


def is_whole(value: Any) -> bool:
    if isinstance(value, bool):
        return False
    return isinstance(value, int) or (numpy is not None and isinstance(value, numpy.integer))


def make_box(low: float, high: float, shape: Sequence[int]) -> Any:
    if gymnasium is None:
        return Box(low, high, shape)
    return gymnasium.spaces.Box(low, high, tuple(shape), dtype=numpy.float32)


def make_discrete(n: int) -> Any:
    return Discrete(n) if gymnasium is None else gymnasium.spaces.Discrete(n)


def make_choices(n: int, shape: Sequence[int]) -> Any:
    """A choice for each of several contracts, of several environments, or both."""
    if gymnasium is None:
        return Choices(n, shape)
    return gymnasium.spaces.MultiDiscrete(numpy.full(tuple(shape), n))


class Choices:
    """A number from 0 to n - 1 for each of several contracts or environments."""

    def __init__(self, n: int, shape: Sequence[int]) -> None:
        self.n, self.shape = n, tuple(shape)
        self._random = random.Random()

    def seed(self, seed: int | None = None) -> None:
        self._random.seed(seed)

    def sample(self) -> Any:
        drawn = self._draw(self.shape)
        return drawn if numpy is None else numpy.array(drawn)

    def _draw(self, shape: tuple[int, ...]) -> Any:
        if len(shape) > 1:
            return tuple(self._draw(shape[1:]) for _ in range(shape[0]))
        return tuple(self._random.randrange(self.n) for _ in range(shape[0]))

    def contains(self, value: Any) -> bool:
        return self._fits(value, self.shape)

    def _fits(self, value: Any, shape: tuple[int, ...]) -> bool:
        if not shape:
            return is_whole(value) and 0 <= value < self.n
        try:
            return len(value) == shape[0] and all(self._fits(each, shape[1:]) for each in value)
        except TypeError:
            return False

    def __contains__(self, value: Any) -> bool:
        return self.contains(value)


def _as_array(value: Any) -> Any:
    return value if numpy is None else numpy.array(value, dtype=numpy.float32)


def _fits(value: Any, shape: tuple[int, ...], low: float, high: float) -> bool:
    if len(shape) == 0:
        return isinstance(value, Real) and low <= value <= high
    try:
        return len(value) == shape[0] and all(_fits(each, shape[1:], low, high) for each in value)
    except TypeError:
        return False
