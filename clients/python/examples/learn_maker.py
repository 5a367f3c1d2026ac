#!/usr/bin/env python3
"""Learns to make a market where makers are paid, and tries what it learned in unseen markets.

The maker's fee is a rebate of 0.01 %. Every five seconds the agent sees which of five positions it
has, and chooses for its bid and for its ask: none, close to the middle, farther, or far. A table
holds what each of the 16 choices is worth with each position, in USDT; it begins with zeros and
learns by Q-learning. Nobody tells it that quotes close to the middle earn the most, nor that the
side that adds to a large position is better left out.

    python3 clients/python/examples/learn_maker.py --rounds 12
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from perpetua import PerpetuaVectorEnv  # noqa: E402

STEPS, TOGETHER = 60, 60
OPTIONS = {
    **{"contract": "BTC", "actions": "quotes", "discrete": True, "offset_ppm": 400},
    **{"maker_fee_ppm": -100, "taker_fee_ppm": 500, "order_value": 3_000},
    **{"step_seconds": 5, "episode_steps": STEPS, "warm_up_seconds": 10},
}
POSITIONS, CHOICES = range(5), range(16)
PACE, PATIENCE, CURIOSITY = 0.02, 0.5, 0.75
UNSEEN_SEED = 1_000_000

Table = list[list[float]]


def play(
    env: PerpetuaVectorEnv, table: Table, chance: random.Random, seed: int, drawn: float, pace=0.0
) -> list[float]:
    """What each of the episodes earned, in USDT. The table learns at this pace."""
    part = env.observation_names.index("position_part")
    seen, _ = env.reset(seed=seed)
    earned = [0.0] * TOGETHER
    for _ in range(STEPS):
        places = [max(0, min(4, round(2 * float(row[part])) + 2)) for row in seen]
        choices = [
            chance.choice(CHOICES)
            if chance.random() < drawn
            else max(CHOICES, key=table[place].__getitem__)
            for place in places
        ]
        seen, rewards, *_ = env.step(choices)
        for at, (place, choice, reward) in enumerate(zip(places, choices, rewards)):
            after = max(0, min(4, round(2 * float(seen[at][part])) + 2))
            worth = float(reward) + PATIENCE * max(table[after])
            table[place][choice] += pace * (worth - table[place][choice])
            earned[at] += float(reward)
    return earned


def interval(values: list[float]) -> tuple[float, float, float]:
    """The mean, and where it is with 95 % confidence."""
    mean, error = statistics.fmean(values), statistics.stdev(values) / len(values) ** 0.5
    return mean, mean - 2 * error, mean + 2 * error


def describe(name: str, values: list[float]) -> str:
    mean, low, high = interval(values)
    return f"{name}: mean {mean:+.4f} USDT an episode, 95 % from {low:+.4f} to {high:+.4f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=12, help="of sixty episodes each")
    rounds = parser.parse_args().rounds
    chance = random.Random(1)
    table: Table = [[0.0 for _ in CHOICES] for _ in POSITIONS]
    with PerpetuaVectorEnv(TOGETHER, **OPTIONS) as env:
        drawn_only = play(env, table, chance, UNSEEN_SEED, drawn=1.0)
        print(describe("by chance", drawn_only))
        for turn in range(rounds):
            drawn = CURIOSITY**turn
            earned = play(env, table, chance, turn * TOGETHER, drawn, PACE)
            print(f"round {turn + 1}: mean {statistics.fmean(earned):+.4f} USDT", flush=True)
        trained = play(env, table, chance, UNSEEN_SEED, drawn=0.0)
        print(describe("trained, unseen markets", trained))
        gained = [one - other for one, other in zip(trained, drawn_only)]
        print(describe("more than by chance, market by market", gained))
    names = ("no", "close", "farther", "far")
    for place in POSITIONS:
        best = max(CHOICES, key=table[place].__getitem__)
        print(f"with position {place / 2 - 1:+.1f}: {names[best // 4]} bid, {names[best % 4]} ask")


if __name__ == "__main__":
    main()
