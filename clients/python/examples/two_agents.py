#!/usr/bin/env python3
"""Plays two agents against the same markets and draws how their returns are distributed.

The market maker quotes both sides and leans against its position. The random agent picks a target
position by chance. Each plays one episode for each seed: five minutes of a market of its own.

    python3 clients/python/examples/two_agents.py --episodes 1000 --picture returns.svg
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from perpetua import Lab, PerpetuaVectorEnv  # noqa: E402

WALLET = 10_000
TERMS = {"contract": "ADA", "wallet": WALLET, "step_seconds": 5, "episode_steps": 60}
TOGETHER = 25


class MarketMaker:
    """A bid and an ask, 0.024 % from the middle; the side that adds to the position is farther.

    That is just inside the quotes of the house, and a little more than the fee of a maker.
    """

    name = "market maker"
    options = {"actions": "quotes", "order_value": 3_000}

    def act(self, seen: dict[str, float]) -> list[float]:
        lean = seen["position_part"]
        return [0.24 + 0.1 * max(0.0, lean), 0.24 + 0.1 * max(0.0, -lean), 1.0, 1.0]


class RandomAgent:
    """Short, flat or long, drawn anew in one of ten steps."""

    name = "random agent"
    options = {"actions": "target"}

    def __init__(self) -> None:
        self._random = random.Random(1)

    def act(self, seen: dict[str, float]) -> list[float]:
        if self._random.random() < 0.1:
            return [self._random.choice((-1.0, 0.0, 1.0))]
        return [max(-1.0, min(1.0, seen["position_part"]))]


def play(agent: MarketMaker | RandomAgent, episodes: int, lab: Lab) -> list[float]:
    """The return of each episode, by seed."""
    returns: list[float] = []
    while len(returns) < episodes:
        count = min(TOGETHER, episodes - len(returns))
        env = PerpetuaVectorEnv(count, lab=lab, **TERMS, **agent.options)
        observations, _ = env.reset(seed=len(returns))
        ended: dict[int, float] = {}
        while len(ended) < count:
            seen = [dict(zip(env.observation_names, map(float, row))) for row in observations]
            observations, _, terminated, truncated, infos = env.step([agent.act(s) for s in seen])
            for place in range(count):
                if (terminated[place] or truncated[place]) and place not in ended:
                    ended[place] = float(infos["equity"][place]) / WALLET - 1
        returns += [ended[place] for place in range(count)]
    return returns


def describe(name: str, returns: list[float]) -> str:
    ordered = sorted(returns)
    low, high = ordered[len(ordered) // 20], ordered[-1 - len(ordered) // 20]
    return (
        f"{name}: {len(returns)} episodes, mean {statistics.fmean(returns):+.4%}, "
        f"median {statistics.median(returns):+.4%}, nine in ten from {low:+.4%} to {high:+.4%}"
    )


WIDTH, PANEL, BARS = 760, 190, 70
LEFT, RIGHT, HEAD, FOOT = 40, 30, 34, 46
COLOURS = ("#1f77b4", "#d9822b")


def draw(series: dict[str, list[float]]) -> str:
    """A histogram of each agent over the same axis, with a line at the mean. The farthest one in a
    hundred of all returns on each side is in the first and the last bar."""
    every = sorted(each for returns in series.values() for each in returns)
    cut = len(every) // 100
    low, high = every[cut], every[-1 - cut]
    span = (high - low) or 1e-9
    across, height = WIDTH - LEFT - RIGHT, len(series) * PANEL + FOOT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        'font-family="system-ui, sans-serif" font-size="13">',
        "<title>Returns of two agents</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
    ]
    for at, (name, returns) in enumerate(series.items()):
        floor, colour, mean = (at + 1) * PANEL, COLOURS[at], statistics.fmean(returns)
        words = (
            f"{name}: {len(returns)} episodes, mean {mean:+.3%}, "
            f"median {statistics.median(returns):+.3%}"
        )
        parts.append(f'<text x="{LEFT}" y="{at * PANEL + 24}" fill="{colour}">{words}</text>')
        bars = _count(returns, low, span)
        for bar, count in enumerate(bars):
            if count:
                tall = (PANEL - HEAD) * count / max(bars)
                parts.append(
                    f'<rect x="{LEFT + across * bar / BARS:.1f}" y="{floor - tall:.1f}" '
                    f'width="{across / BARS - 1:.1f}" height="{tall:.1f}" fill="{colour}"/>'
                )
        x = LEFT + across * min(1.0, max(0.0, (mean - low) / span))
        parts.append(
            f'<path d="M{x:.1f} {floor - PANEL + HEAD}V{floor}" stroke="#222222" '
            f'stroke-dasharray="4 3"/><path d="M{LEFT} {floor}h{across}" stroke="#444444"/>'
        )
    for tick in range(5):
        parts.append(
            f'<text x="{LEFT + across * tick / 4:.1f}" y="{height - FOOT + 18}" '
            f'text-anchor="middle" fill="#444444">{low + span * tick / 4:+.2%}</text>'
        )
    parts.append(
        f'<text x="{LEFT + across / 2}" y="{height - 8}" text-anchor="middle" fill="#444444">'
        "return of an episode</text></svg>"
    )
    return "\n".join(parts) + "\n"


def _count(returns: list[float], low: float, span: float) -> list[int]:
    bars = [0] * BARS
    for each in returns:
        bars[max(0, min(BARS - 1, int((each - low) / span * BARS)))] += 1
    return bars


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--episodes", type=int, default=1_000)
    parser.add_argument("--picture", help="the SVG file to write")
    chosen = parser.parse_args()
    if chosen.episodes < 1:
        parser.error("--episodes must be at least 1")
    series: dict[str, list[float]] = {}
    with Lab() as lab:
        began = time.process_time()
        for agent in (MarketMaker(), RandomAgent()):
            series[agent.name] = play(agent, chosen.episodes, lab)
            print(describe(agent.name, series[agent.name]), flush=True)
        lab_seconds, own = lab.cpu_seconds(), time.process_time() - began
    print(f"processor time: lab {lab_seconds:.1f} s, Python {own:.1f} s")
    if chosen.picture:
        Path(chosen.picture).write_text(draw(series), encoding="utf-8")
        print(f"picture: {chosen.picture}")


if __name__ == "__main__":
    main()
