#!/usr/bin/env python3
"""Measures how many one-second steps of one market fit into a second of processor time.

The processor time of the lab and of this program are added, so a busy machine gives nearly the same
answer. Each row has one agent; only the last has several, each with a market of its own.

    python3 clients/python/examples/speed.py --steps 20000
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from perpetua import PerpetuaEnv, PerpetuaVectorEnv  # noqa: E402

ENDLESS = {"episode_steps": 10_000_000, "wallet": 1_000_000}
WARM_UP_STEPS = 6_000
MANY = 16


def measure(env, act, steps):
    """Processor seconds of the lab and of Python for so many steps."""
    lab, own = env.lab.cpu_seconds(), time.process_time()
    act(steps)
    return env.lab.cpu_seconds() - lab, time.process_time() - own


def single(form, held, draw):
    def run(steps):
        with PerpetuaEnv(actions=form, **ENDLESS) as env:
            env.reset(seed=1)
            env.run(draw(), WARM_UP_STEPS)

            def act(count):
                for _ in range(count // held):
                    if held == 1:
                        env.step(draw())
                    else:
                        env.run(draw(), held)

            return measure(env, act, steps)

    return run


def vector(steps):
    with PerpetuaVectorEnv(MANY, actions="target", **ENDLESS) as env:
        env.reset(seed=1)

        def act(count):
            for _ in range(count // MANY):
                env.step([_target() for _ in range(MANY)])

        act(WARM_UP_STEPS)
        return measure(env, act, steps)


_random = random.Random(1)


def _target():
    return [_random.choice((-1.0, -0.5, 0.0, 0.5, 1.0))]


def _quotes():
    return [_random.uniform(0.1, 0.5), _random.uniform(0.1, 0.5), 1.0, 1.0]


ROWS = (
    ("a new target each 60 steps, 60 steps in a message", single("target", 60, _target)),
    ("new quotes each 10 steps, 10 steps in a message", single("quotes", 10, _quotes)),
    ("a new target each step, a step in a message", single("target", 1, _target)),
    (f"{MANY} environments, a new target each step, {MANY} steps in a message", vector),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--steps", type=int, default=20_000)
    steps = parser.parse_args().steps
    print("| steps | steps per second of processor | of a step: lab | Python |")
    print("|---|---|---|---|")
    for name, run in ROWS:
        lab, own = run(steps)
        micros = [f"{seconds / steps * 1e6:.0f} µs" for seconds in (lab, own)]
        print(f"| {name} | {steps / (lab + own):,.0f} | {' | '.join(micros)} |", flush=True)


if __name__ == "__main__":
    main()
