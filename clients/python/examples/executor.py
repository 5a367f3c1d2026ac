#!/usr/bin/env python3
"""Learns how to buy a large position, and measures what that saves.

Both executors have to buy ADA for 40,000 USDT within five minutes. The naive one buys an even slice
each five seconds. The other one first tries schedules in practice markets: all at once, in halves,
in quarters and so on, evenly over the time; it goes on with the one that slipped least. Then both
meet in markets that neither has seen. The slippage is what was paid above the middle at the start,
fees apart, in hundredths of a percent.

    python3 clients/python/examples/executor.py --episodes 60
"""

from __future__ import annotations

import argparse
import statistics
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from perpetua import Lab, PerpetuaVectorEnv  # noqa: E402

WALLET, VALUE, STEPS = 200_000, 40_000, 60
OPTIONS = {"contract": "ADA", "actions": "orders", "wallet": WALLET, "position_value": VALUE}
OPTIONS |= {"step_seconds": 5, "episode_steps": STEPS, "warm_up_seconds": 30}
#: In how many slices; the naive executor has as many as there are steps.
SCHEDULES = (1, 2, 4, 12, STEPS)
PRACTICE, PRACTICE_SEED, UNSEEN_SEED = 30, 0, 1_000_000


def execute(lab: Lab, slices: int, seed: int, episodes: int) -> list[float]:
    """The slippage of each market, where a slice is bought at even steps."""
    env = PerpetuaVectorEnv(episodes, lab=lab, order_value=VALUE / slices, **OPTIONS)
    _, infos = env.reset(seed=seed)
    first = [float(each) for each in infos["mid"]]
    for step in range(STEPS):
        is_due = step % (STEPS // slices) == 0
        *_, infos = env.step([[1.0 if is_due else 0.0]] * episodes)
    return [slippage(infos, first, place) for place in range(episodes)]


def slippage(infos: dict[str, Any], first: list[float], place: int) -> float:
    """What the position would have gained from the first middle on, less what it did gain."""
    position, mid = float(infos["position"][place]), float(infos["mid"][place])
    gained = float(infos["equity"][place]) - WALLET + float(infos["fees"][place])
    return (position * (mid - first[place]) - gained) / (position * first[place]) * 1e4


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--episodes", type=int, default=60)
    episodes = parser.parse_args().episodes
    if episodes < 2:
        parser.error("--episodes must be at least 2")
    with Lab() as lab:
        tried = {
            slices: statistics.fmean(execute(lab, slices, PRACTICE_SEED, PRACTICE))
            for slices in SCHEDULES
        }
        for slices, mean in tried.items():
            print(f"practice, {slices} slices: {mean:.2f}", flush=True)
        best = min(SCHEDULES, key=tried.__getitem__)
        naive = execute(lab, STEPS, UNSEEN_SEED, episodes)
        learned = execute(lab, best, UNSEEN_SEED, episodes)
    for name, values in ((f"naive, {STEPS} slices", naive), (f"learned, {best} slices", learned)):
        print(f"{name}: {statistics.fmean(values):.2f} hundredths of a percent above the middle")
    saved = [one - other for one, other in zip(naive, learned)]
    mean, error = statistics.fmean(saved), statistics.stdev(saved) / episodes**0.5
    low, high = mean - 2 * error, mean + 2 * error
    print(f"saved: {mean:.2f}, 95 % from {low:.2f} to {high:.2f}")


if __name__ == "__main__":
    main()
