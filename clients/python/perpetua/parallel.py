"""Several agents in one market: an environment in the manner of PettingZoo."""

from __future__ import annotations

from typing import Any, Mapping, Sequence

from .env import Reward, _Copied, _Seeds, _TERMINATED, _TRUNCATED, _Venue, equity_change
from .lab import Lab, LabError
from .render import FPS, MODES, Painter, expect_mode
from .spaces import pettingzoo

_ParallelEnv: Any = object if pettingzoo is None else pettingzoo.ParallelEnv


class PerpetuaParallelEnv(_Copied, _ParallelEnv):
    """`n` learning agents, each with its own account, in one book.

    They see the same market and act at the same moment; whose orders come first takes turns. What
    one buys, another can no longer have. `agents` are those that are not over: one is over by its
    liquidation, all are after the last step. All options of `PerpetuaEnv` are options here.
    """

    metadata: dict[str, Any] = {
        "render_modes": list(MODES),
        "render_fps": FPS,
        "name": "perpetua_v0",
        "is_parallelizable": True,
    }
    render_mode: str | None = None

    def __init__(
        self,
        agents: int | Sequence[str] = 2,
        *,
        reward: Reward = equity_change,
        discrete: bool = False,
        lab: Lab | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        expect_mode(render_mode)
        names = [f"agent_{at}" for at in range(agents)] if isinstance(agents, int) else list(agents)
        if len(set(names)) < len(names) or not names:
            raise ValueError("agents is a number from 1 on, or a list of different names")
        self._arguments = {"agents": names, "reward": reward, "discrete": discrete, "lab": lab}
        self._arguments |= {"render_mode": render_mode, **options}
        self._venue = venue = _Venue(1, discrete, lab, options, len(names))
        self.possible_agents: list[str] = names
        self.agents: list[str] = []
        self.render_mode = render_mode
        self.observation_names = venue.names
        spaces = {name: venue.spaces() for name in names}
        self.observation_spaces = {name: each[0] for name, each in spaces.items()}
        self.action_spaces = {name: each[1] for name, each in spaces.items()}
        self._reward, self._seeds = reward, _Seeds()
        self._painter = Painter(render_mode, venue.contract)
        self._infos: dict[str, dict[str, Any]] = {}

    @property
    def num_agents(self) -> int:
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        return len(self.possible_agents)

    @property
    def unwrapped(self) -> "PerpetuaParallelEnv":
        return self

    @property
    def lab(self) -> Lab:
        return self._venue.lab

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | str | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        word = self._seeds.take(seed)
        rows = self._venue.reset([0], [word])
        self.agents = list(self.possible_agents)
        self._infos = {name: self._venue.info(row) for name, row in zip(self.agents, rows)}
        self._painter.clear()
        self._painter.note(self._infos[self.agents[0]])
        observations = {name: self._venue.seen(row) for name, row in zip(self.agents, rows)}
        return observations, {name: {**info, "seed": word} for name, info in self._infos.items()}

    def step(self, actions: Mapping[str, Any]) -> tuple[dict[str, Any], ...]:
        """Observations, rewards, terminations, truncations and infos, each by agent."""
        if not self._infos:
            raise LabError("not-reset", "there is no episode yet: call reset() first")
        if not self.agents:
            return {}, {}, {}, {}, {}
        missing = [name for name in self.agents if name not in actions]
        if missing:
            raise LabError("action-out-of-bounds", f"{missing[0]} has no action")
        places = [self.possible_agents.index(name) for name in self.agents]
        rows = self._venue.step(places, [actions[name] for name in self.agents], 1)
        observations, rewards, ended, cut, infos = {}, {}, {}, {}, {}
        for row in rows:
            name = self.possible_agents[int(row[0])]
            info = self._venue.info(row)
            observations[name] = self._venue.seen(row)
            rewards[name] = self._reward(info, self._infos[name])
            ended[name] = info["status"] == _TERMINATED
            cut[name] = info["status"] == _TRUNCATED
            infos[name] = info
        self._infos |= infos
        self._painter.note(self._infos[self.possible_agents[0]])
        self.agents = [name for name in self.agents if not ended[name] and not cut[name]]
        return observations, rewards, ended, cut, infos

    def last_reject(self, agent: str) -> str | None:
        """Why the venue last refused an order of this agent."""
        place = self.possible_agents.index(agent)
        return self._venue.lab.ask("reject", environment=0, agent=place)["reason"]

    def render(self) -> Any:
        """As the first agent sees it."""
        return self._painter.show()

    def close(self) -> None:
        self._venue.close()

    def __enter__(self) -> "PerpetuaParallelEnv":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
