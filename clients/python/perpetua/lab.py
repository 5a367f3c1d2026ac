"""The lockstep connection to `perpetua lab`: frames over a pipe or a Unix socket."""

from __future__ import annotations

import json
import os
import shutil
import socket
import struct
import subprocess
from pathlib import Path
from typing import Any, Sequence

PROTOCOL = 1

CONTROL, STEP, ROWS, ERROR = 1, 2, 3, 4
_HEADER = struct.Struct("<II")


class LabError(Exception):
    """What the lab refused, or that it is gone. `code` is for programs, the message for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def find_command() -> list[str]:
    """How to start Perpetua here: PERPETUA_COMMAND, the clone around this file, PATH, or npx."""
    chosen = os.environ.get("PERPETUA_COMMAND")
    if chosen:
        return chosen.split()
    clone = Path(__file__).resolve().parents[3]
    launcher = clone / "bin" / "perpetua.mjs"
    if launcher.exists() and (clone / "contracts.json").exists():
        pinned = clone / "node_modules" / ".bin" / "node"
        return [str(pinned) if pinned.exists() else "node", str(launcher)]
    installed = shutil.which("perpetua")
    if installed:
        return [installed]
    npx = shutil.which("npx")
    if npx:
        return [npx, "--no-install", "perpetua"]
    raise LabError(
        "lab-missing",
        "Perpetua was not found: set PERPETUA_COMMAND to how it is started, "
        "such as 'node /path/to/bin/perpetua.mjs'",
    )


class Lab:
    """One lab. It starts a process of its own, or joins one that listens on a Unix socket."""

    def __init__(self, *, command: Sequence[str] | None = None, path: str | None = None) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._socket: socket.socket | None = None
        if path is None:
            self._process = subprocess.Popen(
                [*(command or find_command()), "lab"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
            assert self._process.stdin is not None and self._process.stdout is not None
            self._sink, self._source = self._process.stdin, self._process.stdout
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
            raise LabError("lab-gone", "the lab ended; its standard error says why") from error
        if answered != ERROR:
            return answered, answer
        fault = json.loads(answer)
        raise LabError(fault["code"], fault["message"])

    def _read(self, length: int) -> bytes:
        data = self._source.read(length)
        if len(data) < length:
            raise LabError("lab-gone", "the lab ended")
        return data

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

    def __enter__(self) -> "Lab":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
