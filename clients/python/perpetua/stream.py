"""A small WebSocket reader on the standard library: the two sockets of a venue.

It answers pings, puts fragmented messages together, and after a cut it connects again, logs in
again and subscribes again. A message `{"event": "reconnected"}` then says that something may be
missing; the snapshots of the channels follow it.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import random
import socket
import ssl
import struct
import time
from typing import Any, Iterator
from urllib.parse import urlsplit

from .client import Keys

_CONTINUATION, _TEXT, _BINARY, _CLOSE, _PING, _PONG = 0, 1, 2, 8, 9, 10
_GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_MESSAGE_BYTES_MAX = 16 * 1024 * 1024
_HEAD_BYTES_MAX = 16 * 1024
_WAIT_FIRST, _WAIT_MOST = 0.2, 10.0


class StreamError(Exception):
    """Why a socket cannot be opened or read. `code` is 'refused', 'protocol', 'cut' or 'closed'.

    `status` is that of HTTP where a handshake was refused, or that of a closing frame.
    """

    def __init__(self, code: str, message: str, status: int = 0) -> None:
        super().__init__(message)
        self.code = code
        self.status = status


class FrameParser:
    """Cuts bytes into whole messages: a kind and its payload. Pieces may be of any size."""

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._pieces = bytearray()
        self._kind = 0

    def push(self, data: bytes) -> list[tuple[int, bytes]]:
        self._bytes += data
        found = []
        while (frame := self._take()) is not None:
            is_last, opcode, payload = frame
            if opcode >= _CLOSE:
                if not is_last or len(payload) > 125:
                    raise StreamError("protocol", "a control frame is long or in pieces")
                found.append((opcode, payload))
                continue
            if (opcode == _CONTINUATION) != (self._kind != 0):
                raise StreamError("protocol", "a piece of a message is out of place")
            self._kind = self._kind or opcode
            self._pieces += payload
            if len(self._pieces) > _MESSAGE_BYTES_MAX:
                raise StreamError("protocol", "a message is too long")
            if is_last:
                found.append((self._kind, bytes(self._pieces)))
                self._pieces.clear()
                self._kind = 0
        return found

    def _take(self) -> tuple[bool, int, bytes] | None:
        data = self._bytes
        if len(data) < 2:
            return None
        if data[0] & 0x70 or data[1] & 0x80:
            raise StreamError("protocol", "a frame of the venue has bits that it may not have")
        length, at = data[1] & 0x7F, 2
        if length >= 126:
            size = 2 if length == 126 else 8
            if len(data) < at + size:
                return None
            length = int.from_bytes(data[at : at + size], "big")
            at += size
        if length > _MESSAGE_BYTES_MAX:
            raise StreamError("protocol", "a frame is too long")
        if len(data) < at + length:
            return None
        frame = (bool(data[0] & 0x80), data[0] & 0x0F, bytes(data[at : at + length]))
        del data[: at + length]
        return frame


def make_frame(opcode: int, payload: bytes) -> bytes:
    """A frame of a client: in one piece and masked."""
    mask = os.urandom(4)
    length = len(payload)
    if length < 126:
        head = struct.pack("!BB", 0x80 | opcode, 0x80 | length)
    elif length < 65536:
        head = struct.pack("!BBH", 0x80 | opcode, 0x80 | 126, length)
    else:
        head = struct.pack("!BBQ", 0x80 | opcode, 0x80 | 127, length)
    repeated = (mask * (length // 4 + 1))[:length]
    masked = int.from_bytes(payload, "big") ^ int.from_bytes(repeated, "big")
    return head + mask + masked.to_bytes(length, "big")


def _parse(payload: bytes) -> dict[str, Any]:
    try:
        message = json.loads(payload)
    except ValueError:
        message = None
    if not isinstance(message, dict):
        raise StreamError("protocol", "a message of the venue is not a JSON object")
    return message


class Stream:
    """The public socket of a venue, or the private one where keys are given."""

    def __init__(
        self,
        base_url: str = "http://localhost:8700",
        keys: Keys | None = None,
        *,
        timeout: float = 10.0,
        reconnect: bool = True,
    ) -> None:
        parts = urlsplit(base_url)
        if parts.scheme not in ("http", "https", "ws", "wss") or parts.hostname is None:
            raise ValueError(f"base_url is http://host:port or https://host, not {base_url!r}")
        self._is_secure = parts.scheme in ("https", "wss")
        self._host = parts.hostname
        self._port = parts.port or (443 if self._is_secure else 80)
        self._path = "/v2/ws/public" if keys is None else "/v2/ws/private"
        self._keys, self._timeout, self._reconnect = keys, timeout, reconnect
        self._channels: dict[str, None] = {}
        self._messages: list[dict[str, Any]] = []
        self._socket: socket.socket | None = None
        self._parser = FrameParser()
        #: What came with the answer to the handshake.
        self._rest = b""
        self._is_closed = False
        self.reconnects = 0
        self._connect()

    def subscribe(self, channel: str) -> None:
        """Such as 'ticker.cmt_btcusdt', or 'orders' on the private socket. The venue answers with
        `subscribed` or with an `error`, which `receive` returns."""
        self._channels[channel] = None
        self._send({"event": "subscribe", "channel": channel})

    def unsubscribe(self, channel: str) -> None:
        self._channels.pop(channel, None)
        self._send({"event": "unsubscribe", "channel": channel})

    def receive(self, timeout: float | None = None) -> dict[str, Any]:
        """The next message. Raises TimeoutError after so many seconds without one."""
        until = None if timeout is None else time.monotonic() + timeout
        while not self._messages:
            if self._is_closed:
                raise StreamError("closed", "the stream is closed")
            try:
                self._read(until)
            except (OSError, StreamError) as error:
                # A read that waited long enough is no cut.
                if isinstance(error, TimeoutError):
                    raise
                self._recover(error, until)
        return self._messages.pop(0)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        while not self._is_closed:
            yield self.receive()

    def close(self) -> None:
        if self._is_closed:
            return
        self._is_closed = True
        if self._socket is not None:
            try:
                self._socket.sendall(make_frame(_CLOSE, struct.pack("!H", 1000)))
            except OSError:
                pass
            self._socket.close()

    def _read(self, until: float | None) -> None:
        data, self._rest = self._rest or self._wait(until), b""
        for kind, payload in self._parser.push(data):
            self._take(kind, payload)

    def _wait(self, until: float | None) -> bytes:
        assert self._socket is not None
        # Nothing for three pings of the venue, one every 20 s: the connection is half open.
        patience = 60.0
        left = patience if until is None else max(0.0, until - time.monotonic())
        self._socket.settimeout(max(0.001, min(patience, left)))
        try:
            data = self._socket.recv(65536)
        except TimeoutError:
            if left < patience:
                raise
            raise StreamError("cut", "the venue is silent") from None
        if not data:
            raise StreamError("cut", "the connection was cut")
        return data

    def _take(self, kind: int, payload: bytes) -> None:
        if kind == _PING:
            self._send_frame(_PONG, payload)
        elif kind == _CLOSE:
            status = int.from_bytes(payload[:2], "big") if len(payload) >= 2 else 1005
            raise StreamError("cut", payload[2:].decode("utf-8", "replace"), status)
        elif kind in (_TEXT, _BINARY):
            message = _parse(payload)
            if message.get("event") == "ping":
                self._send({"event": "pong", "time": message.get("time", "")})
            else:
                self._messages.append(message)

    def _send(self, message: dict[str, Any]) -> None:
        try:
            self._send_frame(_TEXT, json.dumps(message).encode())
        except (OSError, StreamError):
            if not self._reconnect:
                raise StreamError("cut", "the connection was cut") from None
            # The next read notices the cut too, and subscribes to everything again.

    def _send_frame(self, kind: int, payload: bytes) -> None:
        assert self._socket is not None
        self._socket.settimeout(self._timeout)
        try:
            self._socket.sendall(make_frame(kind, payload))
        except TimeoutError:
            raise StreamError("cut", "the venue does not read") from None

    def _recover(self, cause: Exception, until: float | None) -> None:
        """Connects again, with longer and longer pauses; a refusal by the venue is final."""
        assert self._socket is not None
        self._socket.close()
        if not self._reconnect or (isinstance(cause, StreamError) and cause.code == "protocol"):
            self._is_closed = True
            raise cause if isinstance(cause, StreamError) else StreamError("cut", str(cause))
        wait = _WAIT_FIRST
        while True:
            try:
                self._connect()
                break
            except (OSError, StreamError) as error:
                status = getattr(error, "status", 0)
                if 400 <= status < 500 and status != 429:
                    self._is_closed = True
                    raise
                pause = wait * random.uniform(0.5, 1.0)
                if until is not None and time.monotonic() + pause > until:
                    raise TimeoutError("the venue cannot be reached") from error
                time.sleep(pause)
                wait = min(2 * wait, _WAIT_MOST)
        self.reconnects += 1
        self._messages.append({"event": "reconnected"})
        for channel in self._channels:
            self._send({"event": "subscribe", "channel": channel})

    def _connect(self) -> None:
        raw = socket.create_connection((self._host, self._port), self._timeout)
        raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if self._is_secure:
            raw = ssl.create_default_context().wrap_socket(raw, server_hostname=self._host)
        try:
            rest = self._shake_hands(raw)
        except BaseException:
            raw.close()
            raise
        self._socket, self._rest, self._parser = raw, rest, FrameParser()

    def _shake_hands(self, raw: socket.socket) -> bytes:
        nonce = base64.b64encode(os.urandom(16)).decode()
        headers = {
            "Host": f"{self._host}:{self._port}",
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Key": nonce,
            "Sec-WebSocket-Version": "13",
        }
        if self._keys is not None:
            headers.update(self._keys.headers(self._path, str(round(time.time() * 1000))))
        lines = [f"GET {self._path} HTTP/1.1", *(f"{k}: {v}" for k, v in headers.items()), "", ""]
        raw.sendall("\r\n".join(lines).encode())
        head = b""
        while b"\r\n\r\n" not in head:
            data = raw.recv(4096)
            if not data or len(head) > _HEAD_BYTES_MAX:
                raise StreamError("refused", "the venue did not answer the handshake")
            head += data
        text, rest = head.split(b"\r\n\r\n", 1)
        first, *fields = text.decode("latin-1").split("\r\n")
        status = int(first.split(" ")[1]) if first.count(" ") else 0
        if status != 101:
            reason = rest.decode("utf-8", "replace")
            raise StreamError("refused", f"{first[9:]} {reason}".strip(), status)
        found = {name.lower(): value.strip() for name, _, value in (f.partition(":") for f in fields)}
        digest = base64.b64encode(hashlib.sha1((nonce + _GUID).encode()).digest()).decode()
        if found.get("sec-websocket-accept") != digest:
            raise StreamError("protocol", "what answered the handshake is no WebSocket")
        return rest

    def __enter__(self) -> "Stream":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
