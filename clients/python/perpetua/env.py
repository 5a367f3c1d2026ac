"""Perpetua as an environment for agents that learn, with the signatures of Gymnasium."""

from __future__ import annotations

import random
import struct
from typing import Any, Callable, Mapping, Sequence

from .lab import PROTOCOL, Lab, LabError, UnknownOption
from .render import FPS, MODES, Painter, expect_mode
from .spaces import gymnasium, is_whole, make_box, make_choices, make_discrete, numpy

Info = Mapping[str, Any]
Reward = Callable[[Info, Info], float]

#: Of the figure `status`.
_TERMINATED, _TRUNCATED = 1, 2

#: How many values each number of the action has in the discrete forms.
_TARGETS = 5
_OFFSETS = (None, 0.1, 0.4, 1.0)


def equity_change(info: Info, previous: Info) -> float:
    """The reward unless another is given: what the step added to the equity, in USDT."""
    return info["equity"] - previous["equity"]


def discrete_action(form: str, choice: int) -> tuple[float, ...]:
    """The action that a choice of the discrete form stands for."""
    if form == "target":
        return (2 * choice / (_TARGETS - 1) - 1,)
    if form == "orders":
        return ((0.0, 1.0, -1.0)[choice],)
    bid, ask = _OFFSETS[choice // len(_OFFSETS)], _OFFSETS[choice % len(_OFFSETS)]
    return (bid or 0.0, ask or 0.0, 0.0 if bid is None else 1.0, 0.0 if ask is None else 1.0)


_CHOICES = {"target": _TARGETS, "orders": 3, "quotes": len(_OFFSETS) ** 2}


class _Venue:
    """The environments of one lab, and how their numbers become observations."""

    def __init__(
        self,
        count: int,
        discrete: bool,
        lab: Lab | None,
        options: dict[str, Any],
        agents: int = 1,
    ) -> None:
        for own in ("environments", "agents"):
            if own in options:
                raise UnknownOption("option-unknown", f"{own} is no option of this environment")
        self.owned = lab is None
        self.lab = Lab() if lab is None else lab
        try:
            opened = self.lab.ask("open", environments=count, agents=agents, **options)
            if opened["protocol"] != PROTOCOL:
                raise LabError(
                    "protocol-unknown",
                    f"this package speaks protocol {PROTOCOL} of the lab, "
                    f"and the lab speaks {opened['protocol']}",
                )
        except LabError:
            self.close()
            raise
        self.lab.user = self
        self.contract: str = opened["contract"]
        self.contracts: tuple[str, ...] = tuple(opened["contracts"])
        self.tick: float = opened["tick"]
        self.lot: float = opened["lot"]
        self.names: tuple[str, ...] = tuple(opened["observation"])
        self.figures: tuple[str, ...] = tuple(opened["figures"])
        self.form: str = opened["action"]["form"]
        self.low: float = opened["action"]["low"]
        self.high: float = opened["action"]["high"]
        self.size: int = opened["action"]["size"]
        self.discrete = discrete
        self.choices = _CHOICES[self.form]
        #: Between which all observations are; infinite if they are not scaled.
        self.bound: float = float("inf") if opened["bound"] is None else opened["bound"]
        self.observed = 1 + len(self.names)
        self.width = self.observed + len(self.figures)
        self._row = struct.Struct(f"<{self.width}d")
        self._action = struct.Struct(f"<{1 + self.size}d")

    def close(self) -> None:
        if self.owned:
            self.lab.close()

    def _expect_own(self) -> None:
        if self.lab.user is not self:
            raise LabError(
                "lab-taken", "another environment uses this lab now: give each a lab of its own"
            )

    def reset(self, places: Sequence[int], seeds: Sequence[str]) -> list[Any]:
        self._expect_own()
        answer = self.lab.ask("reset", environments=list(places), seeds=list(seeds))
        return self.rows(answer)

    def step(self, places: Sequence[int], actions: Sequence[Any], steps: int) -> list[Any]:
        self._expect_own()
        parts = [struct.pack("<d", steps)]
        for place, action in zip(places, actions, strict=True):
            parts.append(self._action.pack(place, *self.numbers(action)))
        return self.rows(self.lab.step(b"".join(parts)))

    def numbers(self, action: Any) -> Sequence[float]:
        """The numbers of an action; the lab judges whether they are in bounds."""
        if self.discrete:
            return self._chosen(action)
        try:
            found = [float(each) for each in action]
        except (TypeError, ValueError):
            found = []
        if len(found) != self.size:
            count = "one number" if self.size == 1 else f"{self.size} numbers"
            raise LabError(
                "action-out-of-bounds",
                f"an action is a list of {count} from {self.low} to {self.high}, "
                f"such as {[0.5] * self.size}, not {action!r}",
            )
        return found

    def _chosen(self, action: Any) -> Sequence[float]:
        """One choice, or one for each of several contracts."""
        count = len(self.contracts)
        if count == 1:
            found = [action.item() if numpy is not None and _is_single(action) else action]
        else:
            found = list(action) if hasattr(action, "__len__") else []
        if len(found) != count or not all(
            is_whole(each) and 0 <= each < self.choices for each in found
        ):
            many = "" if count == 1 else f"a list of {count}, each "
            raise LabError(
                "action-out-of-bounds",
                f"an action is {many}a whole number from 0 to {self.choices - 1}, not {action!r}",
            )
        return [number for each in found for number in discrete_action(self.form, int(each))]

    def spaces(self) -> tuple[Any, Any]:
        """Of observations and of actions, of one agent."""
        observations = make_box(-self.bound, self.bound, (len(self.names),))
        if not self.discrete:
            return observations, make_box(self.low, self.high, (self.size,))
        count = len(self.contracts)
        if count == 1:
            return observations, make_discrete(self.choices)
        return observations, make_choices(self.choices, (count,))

    def seen(self, row: Any) -> Any:
        """The observation of a row; with NumPy in the numbers of its space."""
        found = row[1 : self.observed]
        return found if numpy is None else found.astype(numpy.float32)

    def rows(self, answer: bytes) -> list[Any]:
        """Each begins with its environment; then come the observation and the figures."""
        if numpy is not None:
            return numpy.frombuffer(bytearray(answer), dtype="<f8").reshape(-1, self.width)
        return list(self._row.iter_unpack(answer))

    def info(self, row: Any) -> dict[str, Any]:
        return dict(zip(self.figures, map(float, row[self.observed :])))


def _seed_word(seed: Any) -> str:
    if is_whole(seed) and seed >= 0:
        return str(int(seed))
    if isinstance(seed, str):
        return seed  # The lab judges whether it can be a seed.
    raise LabError(
        "seed-invalid", f"a seed is a whole number from 0 on, or a word, not {seed!r}"
    )


class _Seeds:
    """The seeds of episodes for which none is given, from the last one that was."""

    def __init__(self) -> None:
        self._random = random.Random()

    def take(self, seed: Any) -> str:
        if seed is None:
            return str(self._random.getrandbits(62))
        word = _seed_word(seed)
        self._random = random.Random(word)
        return word


def _is_single(action: Any) -> bool:
    return isinstance(action, numpy.ndarray) and action.size == 1


def _made_again(kind: type, arguments: dict[str, Any]) -> Any:
    return kind(**arguments)


class _Copied:
    """Pickled as what it was made with: the copy begins without an episode, in a lab of its own."""

    _arguments: dict[str, Any]

    def __reduce__(self) -> Any:
        if self._arguments.get("lab") is not None:
            raise TypeError("an environment that shares a lab cannot be pickled: leave lab out")
        return _made_again, (type(self), self._arguments)


_Env: Any = object if gymnasium is None else gymnasium.Env
_VectorEnv: Any = object if gymnasium is None else gymnasium.vector.VectorEnv


class PerpetuaEnv(_Copied, _Env):
    """One market, one account, one agent.

    `reward` is called with the figures after and before a step. `discrete` offers the same actions
    as a few numbered choices. All other options go to the lab; docs/PYTHON.md lists them. One that
    there is not raises an error that is a `TypeError`.
    """

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": FPS}
    render_mode: str | None = None
    spec = None

    def __init__(
        self,
        *,
        reward: Reward = equity_change,
        discrete: bool = False,
        lab: Lab | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        expect_mode(render_mode)
        self.render_mode = render_mode
        self._arguments = {"reward": reward, "discrete": discrete, "lab": lab}
        self._arguments |= {"render_mode": render_mode, **options}
        self._venue = venue = _Venue(1, discrete, lab, options)
        self._painter = Painter(render_mode, venue.contract)
        self._reward = reward
        self._seeds = _Seeds()
        self._info: dict[str, Any] | None = None
        self.contract, self.tick, self.lot = venue.contract, venue.tick, venue.lot
        self.observation_names = venue.names
        self.observation_space, self.action_space = venue.spaces()

    @property
    def unwrapped(self) -> "PerpetuaEnv":
        return self

    @property
    def lab(self) -> Lab:
        return self._venue.lab

    def reset(
        self, *, seed: int | str | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """A new episode. The same seed and the same actions give the same numbers."""
        word = self._seeds.take(seed)
        if gymnasium is not None:
            super().reset(seed=seed if is_whole(seed) else None)
        row = self._venue.reset([0], [word])[0]
        self._info = self._venue.info(row)
        self._painter.clear()
        self._painter.note(self._info)
        return self._venue.seen(row), {**self._info, "seed": word}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        previous = self._figures()
        row = self._venue.step([0], [action], 1)[0]
        self._info = info = self._venue.info(row)
        self._painter.note(info)
        status = info["status"]
        reward = self._reward(info, previous)
        return self._venue.seen(row), reward, status == _TERMINATED, status == _TRUNCATED, info

    def run(
        self, action: Any, steps: int
    ) -> tuple[Any, list[float], bool, bool, list[dict[str, Any]]]:
        """The same action for several steps, in one message: as many calls of `step` would do the
        same. Observations, rewards and infos are lists; they are shorter if the episode ends."""
        previous = self._figures()
        rows = self._venue.step([0], [action], steps)
        infos, rewards = [], []
        for row in rows:
            info = self._venue.info(row)
            rewards.append(self._reward(info, previous))
            infos.append(info)
            self._painter.note(info)
            previous = info
        self._info = previous
        status = previous["status"]
        seen_rows = _together([self._venue.seen(row) for row in rows])
        return seen_rows, rewards, status == _TERMINATED, status == _TRUNCATED, infos

    def last_reject(self) -> str | None:
        """Why the venue last refused an order of this episode, such as 'margin-insufficient'."""
        return self._venue.lab.ask("reject", environment=0)["reason"]

    def render(self) -> Any:
        """A line of text for `ansi`, a picture for `rgb_array`; `human` prints as it goes."""
        return self._painter.show()

    def close(self) -> None:
        self._venue.close()

    def _figures(self) -> dict[str, Any]:
        if self._info is None:
            raise LabError("not-reset", "there is no episode yet: call reset() first")
        return self._info

    def __enter__(self) -> "PerpetuaEnv":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class PerpetuaVectorEnv(_Copied, _VectorEnv):
    """Several environments in one lab, with one message for a step of all.

    An environment whose episode is over begins the next one with the next `step`, whatever its
    action says, with a reward of zero: the `NEXT_STEP` mode of Gymnasium. Infos are a dictionary of
    lists, one value for each environment.
    """

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": FPS}
    render_mode: str | None = None
    spec = None
    closed = False

    def __init__(
        self,
        num_envs: int,
        *,
        reward: Reward = equity_change,
        discrete: bool = False,
        lab: Lab | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        expect_mode(render_mode)
        self.render_mode = render_mode
        self._arguments = {"num_envs": num_envs, "reward": reward, "discrete": discrete, "lab": lab}
        self._arguments |= {"render_mode": render_mode, **options}
        self._venue = venue = _Venue(num_envs, discrete, lab, options)
        self._painters = [Painter(render_mode, venue.contract) for _ in range(num_envs)]
        self.num_envs = num_envs
        self._reward = reward
        self._seeds = [_Seeds() for _ in range(num_envs)]
        self._infos: list[dict[str, Any]] | None = None
        if gymnasium is not None and hasattr(gymnasium.vector, "AutoresetMode"):
            mode = gymnasium.vector.AutoresetMode.NEXT_STEP
            self.metadata = {**self.metadata, "autoreset_mode": mode}
        self.observation_names = venue.names
        self.single_observation_space, self.single_action_space = venue.spaces()
        count, bound = len(venue.contracts), venue.bound
        self.observation_space = make_box(-bound, bound, (num_envs, len(venue.names)))
        if discrete:
            shape = (num_envs,) if count == 1 else (num_envs, count)
            self.action_space = make_choices(venue.choices, shape)
        else:
            self.action_space = make_box(venue.low, venue.high, (num_envs, venue.size))

    @property
    def unwrapped(self) -> "PerpetuaVectorEnv":
        return self

    @property
    def lab(self) -> Lab:
        return self._venue.lab

    def reset(
        self,
        *,
        seed: int | Sequence[int | str | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """One seed gives each environment its own: seed, seed + 1 and so on."""
        if seed is None:
            chosen: list[Any] = [None] * self.num_envs
        elif is_whole(seed):
            chosen = [seed + place for place in range(self.num_envs)]
        else:
            chosen = list(seed)
            if isinstance(seed, str) or len(chosen) != self.num_envs:
                raise LabError("seed-invalid", f"give one seed, or a list of {self.num_envs}")
        words = [seeds.take(each) for seeds, each in zip(self._seeds, chosen)]
        rows = self._venue.reset(range(self.num_envs), words)
        self._infos = [self._venue.info(row) for row in rows]
        for painter, info in zip(self._painters, self._infos):
            painter.clear()
            painter.note(info)
        return self._observations(rows), {**_by_name(self._infos), "seed": words}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        if self._infos is None:
            raise LabError("not-reset", "there are no episodes yet: call reset() first")
        before = self._infos
        if len(actions) != self.num_envs:
            raise LabError(
                "action-out-of-bounds", f"give {self.num_envs} actions, not {len(actions)}"
            )
        running = [place for place, info in enumerate(before) if info["status"] == 0]
        over = [place for place, info in enumerate(before) if info["status"] != 0]
        found: dict[int, Any] = {}
        # The step may be refused, and then nothing has changed. So it comes first.
        if running:
            for row in self._venue.step(running, [actions[place] for place in running], 1):
                found[int(row[0])] = row
        if over:
            words = [self._seeds[place].take(None) for place in over]
            for row in self._venue.reset(over, words):
                found[int(row[0])] = row
        rows = [found[place] for place in range(self.num_envs)]
        self._infos = infos = [self._venue.info(row) for row in rows]
        for place, painter in enumerate(self._painters):
            if place in over:
                painter.clear()
            painter.note(infos[place])
        rewards = [
            0.0 if place in over else self._reward(infos[place], before[place])
            for place in range(self.num_envs)
        ]
        ended = [info["status"] == _TERMINATED for info in infos]
        cut = [info["status"] == _TRUNCATED for info in infos]
        if numpy is not None:
            rewards, ended, cut = numpy.array(rewards), numpy.array(ended), numpy.array(cut)
        return self._observations(rows), rewards, ended, cut, _by_name(infos)

    def render(self) -> Any:
        return None if self.render_mode in (None, "human") else tuple(
            painter.show() for painter in self._painters
        )

    def close(self, **_: Any) -> None:
        self.closed = True
        self._venue.close()

    def _observations(self, rows: Sequence[Any]) -> Any:
        return _together([self._venue.seen(row) for row in rows])

    def __enter__(self) -> "PerpetuaVectorEnv":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _together(observations: list[Any]) -> Any:
    return observations if numpy is None else numpy.stack(observations)


def _by_name(infos: Sequence[Info]) -> dict[str, Any]:
    found = {name: [info[name] for info in infos] for name in infos[0]}
    if numpy is None:
        return found
    return {name: numpy.array(values) for name, values in found.items()}


def register() -> None:
    """Makes `gymnasium.make("Perpetua-v0")` work; nothing without Gymnasium."""
    if gymnasium is None or "Perpetua-v0" in gymnasium.registry:
        return
    gymnasium.register(
        id="Perpetua-v0",
        entry_point="perpetua.env:PerpetuaEnv",
        vector_entry_point="perpetua.env:PerpetuaVectorEnv",
    )
