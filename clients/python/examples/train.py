#!/usr/bin/env python3
"""Trains an agent by Q-learning, and tries it in markets that it never saw.

An episode is a minute of a market of its own. It begins with one of five positions, from full short
to full long, by chance. Then the agent sees which it has, and chooses the next one every five
seconds. A table holds what each choice is worth, in USDT; it begins with zeros.

    python3 clients/python/examples/train.py --episodes 1000 --picture training.svg
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from perpetua import PerpetuaVectorEnv  # noqa: E402

STEPS, TOGETHER = 12, 100
OPTIONS = {"contract": "ADA", "step_seconds": 5, "episode_steps": STEPS, "warm_up_seconds": 10}
CHOICES, FLAT = range(5), 2
#: How far a step moves the table, and what later steps count beside it.
PACE, PATIENCE = 0.03, 0.9
#: In each hundred episodes, the part of choices drawn by chance is this part of the last.
CURIOSITY = 0.6
UNSEEN_SEED = 1_000_000

Table = list[list[float]]


def play(
    env: PerpetuaVectorEnv, table: Table, chance: random.Random, seed: int, drawn: float, pace=0.0
) -> list[float]:
    """What each of a hundred episodes earned, in USDT. The table learns at this pace."""
    part = env.observation_names.index("position_part")
    env.reset(seed=seed)
    earned, positions = [0.0] * TOGETHER, [FLAT] * TOGETHER
    for step in range(STEPS):
        choices = [
            chance.choice(CHOICES)
            if step == 0 or chance.random() < drawn
            else max(CHOICES, key=table[position].__getitem__)
            for position in positions
        ]
        seen, rewards, *_ = env.step(choices)
        for at, (position, choice, reward) in enumerate(zip(positions, choices, rewards)):
            positions[at] = after = FLAT + round(2 * float(seen[at][part]))
            worth = float(reward) + PATIENCE * max(table[after])
            table[position][choice] += pace * (worth - table[position][choice])
            earned[at] += float(reward)
    return earned


def draw(means: list[float]) -> str:
    """The mean of each hundred episodes as a line, under the line of zero."""
    width, height, left, top, low = 760, 300, 90, 40, min(means)
    points = [
        (left + (width - left - 40) * at / max(1, len(means) - 1), top + (height - 90) * each / low)
        for at, each in enumerate(means)
    ]
    line = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        'font-family="system-ui, sans-serif" font-size="13" text-anchor="middle">',
        "<title>What an agent earns while it learns</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        f'<path d="M{left} {top}H{width - 40}" stroke="#444444" stroke-dasharray="4 3"/>',
        f'<text x="40" y="{top + 4}">0 USDT</text>',
        f'<text x="40" y="{height - 46}">{low:.0f} USDT</text>',
        f'<path fill="none" stroke="#1f77b4" stroke-width="2" d="M{line}"/>',
    ]
    for at, (x, _) in enumerate(points):
        parts.append(f'<text x="{x:.1f}" y="{height - 24}">{(at + 1) * TOGETHER}</text>')
    words = "episodes, and what a hundred of them earned on average"
    parts.append(f'<text x="{width / 2}" y="{height - 6}">{words}</text></svg>')
    return "\n".join(parts) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--episodes", type=int, default=1_000, help="a multiple of 100")
    parser.add_argument("--picture", help="the SVG file to write")
    chosen = parser.parse_args()
    if chosen.episodes < TOGETHER or chosen.episodes % TOGETHER:
        parser.error(f"--episodes must be a multiple of {TOGETHER}")
    chance = random.Random(1)
    table: Table = [[0.0 for _ in CHOICES] for _ in CHOICES]
    with PerpetuaVectorEnv(TOGETHER, discrete=True, **OPTIONS) as env:
        before, means = play(env, table, chance, UNSEEN_SEED, drawn=1.0), []
        for first in range(0, chosen.episodes, TOGETHER):
            drawn = CURIOSITY ** len(means)
            means.append(statistics.fmean(play(env, table, chance, first, drawn, PACE)))
            print(f"episodes {first + 1} to {first + TOGETHER}: mean {means[-1]:+.6f} USDT")
        after = play(env, table, chance, UNSEEN_SEED, drawn=0.0)
        seconds = env.lab.cpu_seconds() + time.process_time()
    print("worth of each next position, in columns from -1 to +1:")
    for position, row in enumerate(table):
        print(f"  with {position / 2 - 1:+.1f}", *(f"{worth:9.4f}" for worth in row))
    gains = [late - early for early, late in zip(before, after)]
    error = statistics.stdev(gains) / TOGETHER**0.5
    print(
        f"{TOGETHER} unseen markets: mean {statistics.fmean(before):+.6f} USDT untrained, "
        f"{statistics.fmean(after):+.6f} USDT trained, a gain of "
        f"{statistics.fmean(gains) / error:.1f} standard errors"
    )
    print(f"processor time: {seconds:.1f} s")
    if chosen.picture:
        Path(chosen.picture).write_text(draw(means), encoding="utf-8")
        print(f"picture: {chosen.picture}")


if __name__ == "__main__":
    main()
