"""An episode as text or as a picture: what `render()` returns."""

from __future__ import annotations

from collections import deque
from typing import Any, Mapping

from .spaces import numpy

MODES = ("ansi", "human", "rgb_array")
WIDTH, HEIGHT, FPS = 480, 320, 10
_GROUND, _GRID, _PRICE, _EQUITY = (18, 20, 24), (44, 48, 56), (86, 156, 214), (220, 180, 80)
_LONG, _SHORT = (38, 166, 91), (214, 69, 65)


def expect_mode(render_mode: str | None) -> None:
    if render_mode is None:
        return
    if render_mode not in MODES:
        raise ValueError(f"render_mode is one of {', '.join(MODES)}, not {render_mode!r}")
    if render_mode == "rgb_array" and numpy is None:
        raise TypeError("render_mode 'rgb_array' needs NumPy, which is not installed")


class Painter:
    """Remembers the last steps of an episode, and draws them."""

    def __init__(self, render_mode: str | None, contract: str) -> None:
        self.mode, self.contract = render_mode, contract
        self._past: deque[tuple[float, float, float]] = deque(maxlen=WIDTH - 20)
        self._info: Mapping[str, Any] = {}

    def clear(self) -> None:
        self._past.clear()

    def note(self, info: Mapping[str, Any]) -> None:
        """With several contracts, the first is drawn."""
        self._info = info
        if self.mode is None:
            return
        mid = next(value for name, value in info.items() if name.endswith("mid"))
        position = next(value for name, value in info.items() if name.endswith("position"))
        self._past.append((mid, info["equity"], position))
        if self.mode == "human":
            print(self.text())

    def text(self) -> str:
        if not self._past:
            return "no episode yet"
        mid, equity, position = self._past[-1]
        info = self._info
        return (
            f"step {info['step']:.0f}  {self.contract} {mid:,.4f}  position {position:+.6g}  "
            f"equity {equity:,.2f}  fees {info['fees']:,.2f}  fills {info['fills']:.0f}"
        )

    def show(self) -> Any:
        if self.mode == "ansi":
            return self.text()
        return self.picture() if self.mode == "rgb_array" else None

    def picture(self) -> Any:
        """The price above, the equity in the middle, the position below, step by step."""
        canvas = numpy.empty((HEIGHT, WIDTH, 3), dtype=numpy.uint8)
        canvas[:] = _GROUND
        past = numpy.array(self._past or [(0.0, 0.0, 0.0)])
        for at, (top, colour) in enumerate(((10, _PRICE), (140, _EQUITY))):
            canvas[top + 120 : top + 121, 10:-10] = _GRID
            _line(canvas, past[:, at], top, 110, colour)
        largest = max(1e-12, float(numpy.abs(past[:, 2]).max()))
        canvas[290:291, 10:-10] = _GRID
        for x, position in enumerate(past[:, 2] / largest, start=10):
            tall = int(round(24 * abs(position)))
            if tall:
                rows = slice(290 - tall, 290) if position > 0 else slice(291, 291 + tall)
                canvas[rows, x] = _LONG if position > 0 else _SHORT
        return canvas


def _line(canvas: Any, values: Any, top: int, tall: int, colour: tuple[int, int, int]) -> None:
    low, high = float(values.min()), float(values.max())
    span = (high - low) or 1.0
    heights = (top + tall - (values - low) / span * tall).astype(int)
    before = heights[0]
    for x, y in enumerate(heights, start=10):
        canvas[min(before, y) : max(before, y) + 2, x] = colour
        before = y
