#!/usr/bin/env python3
"""Buys a large position, at once or patiently, and measures what patience saves.

Both have to buy ADA for 40,000 USDT within five minutes, in the same markets. The naive executor
sends one market order. The patient one buys twentieths, one each five seconds, and lets the book
fill up again in between; where asks are thin for now it waits, and catches up later. The slippage
is what was paid above the middle at the start, fees apart, in hundredths of a percent.

    python3 clients/python/examples/executor.py --episodes 100
"""

from __future__ import annotations

import argparse
import statistics
import sys
from pathlib import Path
from typing import Any, Callable

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from perpetua import Lab, PerpetuaVectorEnv  # noqa: E402

WALLET, VALUE, STEPS, SLICES = 200_000, 40_000, 60, 20
OPTIONS = {"contract": "ADA", "actions": "orders", "wallet": WALLET, "position_value": VALUE}
OPTIONS |= {"step_seconds": 5, "episode_steps": STEPS, "warm_up_seconds": 30}

Seen = dict[str, float]
Act = Callable[[Seen, int], float]


def naive(seen: Seen, step: int) -> float:
    return 1.0 if step == 0 else 0.0


def patient(seen: Seen, step: int) -> float:
    """A part of the largest order, which is four twentieths."""
    due = min(1.0, (step + 1) / SLICES) - seen["position_part"]
    # The root of the size of the best ask, in largest orders.
    is_thin = seen["ask_1_size"] < 0.5 and step < STEPS - 5
    return 0.0 if is_thin and due < 4 / SLICES else max(0.0, min(1.0, due * SLICES / 4))


def execute(lab: Lab, act: Act, order_value: float, episodes: int) -> list[float]:
    """The slippage of each market."""
    env = PerpetuaVectorEnv(episodes, lab=lab, order_value=order_value, **OPTIONS)
    observations, infos = env.reset(seed=0)
    first = [float(each) for each in infos["mid"]]
    for step in range(STEPS):
        seen = [dict(zip(env.observation_names, map(float, row))) for row in observations]
        actions = [[act(each, step)] for each in seen]
        observations, _, _, _, infos = env.step(actions)
    return [slippage(infos, first, place) for place in range(episodes)]


def slippage(infos: dict[str, Any], first: list[float], place: int) -> float:
    """What the position would have gained from the first middle on, less what it did gain."""
    position, mid = float(infos["position"][place]), float(infos["mid"][place])
    gained = float(infos["equity"][place]) - WALLET + float(infos["fees"][place])
    return (position * (mid - first[place]) - gained) / (position * first[place]) * 1e4


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--episodes", type=int, default=100)
    episodes = parser.parse_args().episodes
    if episodes < 2:
        parser.error("--episodes must be at least 2")
    with Lab() as lab:
        at_once = execute(lab, naive, VALUE, episodes)
        sliced = execute(lab, patient, 4 * VALUE / SLICES, episodes)
    for name, values in (("naive", at_once), ("patient", sliced)):
        print(f"{name}: {statistics.fmean(values):.2f} hundredths of a percent above the middle")
    saved = [one - other for one, other in zip(at_once, sliced)]
    mean, error = statistics.fmean(saved), statistics.stdev(saved) / episodes**0.5
    low, high = mean - 1.984 * error, mean + 1.984 * error
    print(f"saved: {mean:.2f}, 95 % from {low:.2f} to {high:.2f}")


if __name__ == "__main__":
    main()
