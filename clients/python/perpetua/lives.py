"""Lives from a notebook: `perpetua lives` as a call, and its run as columns, frames and figures."""

from __future__ import annotations

import csv
import html
import importlib
import json
import re
import subprocess
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import Any, Callable, Sequence

from .lab import find_command

#: The tables of a run; each is a file of that name, as CSV and as Parquet.
TABLES = (
    *("trades", "fills", "equity", "orders", "positions", "funding", "liquidations"),
    "refusals",
)
_HEIGHT = 900

#: How the kinds of columns in run.json are read.
_KINDS: dict[str, Callable[[str], Any]] = {
    "text": str,
    "count": int,
    "time": lambda text: datetime.fromisoformat(text.replace("Z", "+00:00")),
    "amount": Decimal,
    "flag": lambda text: text == "true",
}


class LivesError(Exception):
    """What `perpetua lives` said when it did not come to its end."""


class Figure:
    """A part of a report that a notebook shows."""

    def __init__(self, style: str, body: str) -> None:
        self._page = f"<!doctype html><meta charset='utf-8'><style>{style}</style>{body}"

    def _repr_html_(self) -> str:
        return _frame(self._page, 460)


class Run:
    """The folder of a run. Its tables are plain columns: a list of values by the name of each.

    Amounts are `decimal.Decimal`, exact to eight decimals; times are `datetime` in UTC.
    """

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        if not (self.folder / "run.json").exists():
            raise LivesError(f"{self.folder} is not the folder of a run: it has no run.json")

    @property
    def facts(self) -> dict[str, Any]:
        """The command, the seeds, the versions, how many tries the folder has seen."""
        return json.loads((self.folder / "run.json").read_text(encoding="utf-8"))

    @property
    def lives(self) -> dict[str, list[Any]]:
        """The figures of each life; of one that failed there is the reason."""
        return self._columns("lives", {})

    @property
    def sweep(self) -> dict[str, list[Any]]:
        """Each variant of a sweep, with its mean return, interval and whether it has an edge."""
        return self._columns("sweep", {})

    @property
    def verdict(self) -> str:
        """The headline of the report."""
        found = re.search(r'class="verdict \w+"><strong>(.*?)</strong>', self.report)
        return html.unescape(found[1]) if found else ""

    def table(self, name: str) -> dict[str, list[Any]]:
        """One of `perpetua.TABLES`, such as `trades`."""
        if name not in TABLES:
            raise ValueError(f"there is no table {name!r}; there are {', '.join(TABLES)}")
        return self._columns(name, self.facts["tables"][name])

    def frame(self, name: str = "lives", library: str | None = None) -> Any:
        """`lives`, `sweep` or a table as a frame of pandas or polars, whichever is installed."""
        columns = getattr(self, name) if name in ("lives", "sweep") else self.table(name)
        for known in (library,) if library else ("pandas", "polars"):
            try:
                return importlib.import_module(known).DataFrame(columns)
            except ImportError:
                continue
        raise ImportError(f"neither pandas nor polars is installed: use run.table({name!r})")

    @property
    def report(self) -> str:
        """The report, a page that needs nothing else."""
        return (self.folder / "report.html").read_text(encoding="utf-8")

    @property
    def figures(self) -> dict[str, Figure]:
        """The parts of the report by their headings, such as `Equity`."""
        style = re.search(r"<style>(.*?)</style>", self.report, re.DOTALL)
        found = re.findall(r"(<h2[^>]*>(.*?)</h2>.*?)(?=<h2|</main>)", self.report, re.DOTALL)
        return {
            html.unescape(name): Figure(style[1] if style else "", body) for body, name in found
        }

    def _repr_html_(self) -> str:
        return _frame(self.report, _HEIGHT)

    def __repr__(self) -> str:
        return f"Run({str(self.folder)!r}): {self.verdict}"

    def _columns(self, name: str, kinds: dict[str, str]) -> dict[str, list[Any]]:
        path = self.folder / f"{name}.csv"
        if not path.exists():
            raise LivesError(f"{self.folder} has no {name}.csv")
        with open(path, newline="", encoding="utf-8") as lines:
            header, *rows = csv.reader(lines)
        by_name = {_snake(column): kind.rstrip("?") for column, kind in kinds.items()}
        return {
            column: [_read(by_name.get(column), row[at]) for row in rows]
            for at, column in enumerate(header)
        }


def _frame(page: str, height: int) -> str:
    source = html.escape(page, quote=True)
    return f'<iframe srcdoc="{source}" width="100%" height="{height}" frameborder="0"></iframe>'


def _snake(name: str) -> str:
    return re.sub(r"[A-Z]", lambda letter: f"_{letter[0].lower()}", name)


def _read(kind: str | None, text: str) -> Any:
    """A figure without a kind is a number if it looks like one."""
    if kind == "text":
        return text
    if text == "":
        return None
    if kind is not None:
        return _KINDS[kind](text)
    if text in ("true", "false"):
        return text == "true"
    try:
        return float(text) if re.search(r"[.eE]", text) else int(text)
    except ValueError:
        return text


def lives(
    bot: str,
    *,
    seeds: int = 20,
    hours: float = 1,
    out: str | Path = "lives",
    vary: dict[str, Sequence[Any]] | None = None,
    settings: Sequence[str] = (),
    progress: bool = False,
    **options: Any,
) -> Run:
    """Runs a bot against many markets and returns the run, which a notebook shows as its report.

    Further options are those of the command line: `only="BTC"`, `speed=300`, `wallet=5000`,
    `judge=20`, `resume=True`. `settings` are those of every venue, such as `["--depth", "0.2"]`.
    `progress` shows each life on standard error as it ends.
    """
    words = [*find_command(), "lives", "--bot", bot, "--seeds", str(seeds)]
    words += ["--hours", f"{hours:.6f}".rstrip("0").rstrip("."), "--out", str(out)]
    for name, value in options.items():
        flag = f"--{name.replace('_', '-')}"
        if value is True:
            words.append(flag)
        elif value is not None and value is not False:
            words += [flag, str(value)]
    if vary:
        words += ["--vary", *(f"{name}={','.join(map(str, each))}" for name, each in vary.items())]
    if settings:
        words += ["--", *settings]
    stderr = None if progress else subprocess.PIPE
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=stderr, text=True)
    said = (done.stderr or done.stdout or "").strip()
    if done.returncode == 2 and "is not known here" in said:
        raise TypeError(said)
    # Some lives may have failed, which the report tells.
    if done.returncode not in (0, 1) or not (Path(out) / "report.html").exists():
        raise LivesError(said or f"perpetua lives ended with {done.returncode}")
    return Run(out)


def report(run: Run | str | Path) -> Run:
    """A run, or the folder of one: a notebook shows its report."""
    return run if isinstance(run, Run) else Run(run)
