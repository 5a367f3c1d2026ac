"""The lockstep connection to `perpetua lab`: frames over a pipe or a Unix socket."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import struct
import subprocess
import threading
from pathlib import Path
from typing import IO, Any, Sequence

PROTOCOL = 2

CONTROL, STEP, ROWS, ERROR = 1, 2, 3, 4
_HEADER = struct.Struct("<II")


class LabError(Exception):
    """What the lab refused, or that it is gone. `code` is for programs, the message for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> Any:
        return type(self), (self.code, str(self))


class UnknownOption(LabError, TypeError):
    """An option that there is not: what Python raises for an argument that it does not know."""


#: In clients/python of a clone or of the npm package, unless pip has copied them elsewhere.
_FILES = Path(__file__).resolve().parent


def find_command() -> list[str]:
    """How to start Perpetua here. Nothing is fetched: a name in a registry may be anybody's."""
    chosen = os.environ.get("PERPETUA_COMMAND")
    if chosen:
        return chosen.split()
    here = Path.cwd()
    for folder in (here, *here.parents):
        local = shutil.which("perpetua", path=str(folder / "node_modules" / ".bin"))
        if local:
            return [local]
    if _FILES.parts[-3:] == ("clients", "python", "perpetua"):
        house = _FILES.parents[2]
        launcher = house / "bin" / "perpetua.mjs"
        pinned = house / "node_modules" / ".bin" / "node"
        if launcher.exists():
            return [str(pinned) if pinned.exists() else "node", str(launcher)]
    installed = shutil.which("perpetua")
    if installed:
        return [installed]
    raise LabError(
        "lab-missing",
        "Perpetua was not found: there is no PERPETUA_COMMAND, no node_modules/.bin/perpetua in "
        f"{here} or above, no clone or package around {_FILES}, and no perpetua in PATH. Say how "
        "it is started: PERPETUA_COMMAND='node /path/to/bin/perpetua.mjs', or Lab(command=[...])",
    )


#: Such as `TypeError: …` or `Error [ERR_…]: …`. Node prints its version after it.
_NAMES_ERROR = re.compile(r"([A-Z]\w*)?Error(:| \[)")


class _Complaints(threading.Thread):
    """Passes standard error of a lab on, and keeps the line that says most."""

    def __init__(self, stream: IO[bytes]) -> None:
        super().__init__(daemon=True)
        self._stream = stream
        self.reason = ""
        self.start()

    def run(self) -> None:
        with self._stream:
            for line in self._stream:
                try:
                    os.write(2, line)
                except OSError:
                    pass  # Nobody listens to this program either.
                text = line.decode(errors="replace").strip()
                if text and (_NAMES_ERROR.match(text) or not _NAMES_ERROR.match(self.reason)):
                    self.reason = text


class Lab:
    """One lab. It starts a process of its own, or joins one that listens on a Unix socket."""

    def __init__(self, *, command: Sequence[str] | None = None, path: str | None = None) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._complaints: _Complaints | None = None
        self._socket: socket.socket | None = None
        if path is None:
            words = [*(command or find_command()), "lab"]
            pipe = subprocess.PIPE
            try:
                self._process = subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe)
            except OSError as error:
                raise LabError("lab-missing", f"{' '.join(words)}: {error}") from error
            assert self._process.stdin and self._process.stdout and self._process.stderr
            self._sink, self._source = self._process.stdin, self._process.stdout
            self._complaints = _Complaints(self._process.stderr)
        else:
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            try:
                self._socket.connect(path)
            except OSError as error:
                self._socket.close()
                raise LabError("lab-missing", f"no lab listens on {path}: {error}") from error
            self._sink = self._socket.makefile("wb")
            self._source = self._socket.makefile("rb")
        self._closed = False
        #: The environment that opened it last.
        self.user: object = None

    def ask(self, verb: str, **fields: Any) -> Any:
        """Sends a control frame. The answer is an object, or the bytes of rows."""
        payload = json.dumps({"do": verb, **fields}).encode()
        kind, answer = self._exchange(CONTROL, payload)
        return answer if kind == ROWS else json.loads(answer)

    def step(self, payload: bytes) -> bytes:
        """Sends the actions of a step, packed, and returns the bytes of its rows."""
        return self._exchange(STEP, payload)[1]

    def cpu_seconds(self) -> float:
        """The processor time of the lab's process so far."""
        return self.ask("usage")["cpuMicros"] / 1e6

    def _exchange(self, kind: int, payload: bytes) -> tuple[int, bytes]:
        if self._closed:
            raise LabError("closed", "the lab is closed")
        try:
            self._sink.write(_HEADER.pack(len(payload), kind) + payload)
            self._sink.flush()
        except OSError:
            pass  # It may have said why before it ended.
        try:
            length, answered = _HEADER.unpack(self._read(_HEADER.size))
            answer = self._read(length)
        except (OSError, LabError) as error:
            self.close()
            raise LabError("lab-gone", f"the lab ended: {self._reason()}") from error
        if answered != ERROR:
            return answered, answer
        fault = json.loads(answer)
        kind = UnknownOption if fault["code"] == "option-unknown" else LabError
        raise kind(fault["code"], fault["message"])

    def _read(self, length: int) -> bytes:
        data = self._source.read(length)
        if len(data) < length:
            raise LabError("lab-gone", "the lab ended")
        return data

    def _reason(self) -> str:
        if self._process is None or self._complaints is None:
            return "its own standard error says why"
        words = " ".join(map(str, self._process.args))
        return self._complaints.reason or f"{words} ended with {self._process.returncode}"

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        for stream in (self._sink, self._source):
            try:
                stream.close()
            except OSError:
                pass
        if self._socket is not None:
            self._socket.close()
        if self._process is not None:
            try:
                self._process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        if self._complaints is not None:
            # Something that the lab started may hold its standard error open.
            self._complaints.join(timeout=1)

    def __enter__(self) -> "Lab":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
