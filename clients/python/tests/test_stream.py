"""The socket reader against a server that cuts, splits and pings."""

import base64
import hashlib
import json
import socket
import struct
import threading
import unittest

from perpetua import Keys, Stream, StreamError
from perpetua.stream import FrameParser, make_frame


def piece(opcode, payload, is_last=True):
    """A frame of a server: not masked."""
    head = bytes([(0x80 if is_last else 0) | opcode])
    length = len(payload)
    if length < 126:
        return head + bytes([length]) + payload
    if length < 65536:
        return head + struct.pack("!BH", 126, length) + payload
    return head + struct.pack("!BQ", 127, length) + payload


def unmask(data):
    """The kind and payload of a short frame of a client."""
    length, at = data[1] & 0x7F, 2
    if length == 126:
        length, at = struct.unpack("!H", data[2:4])[0], 4
    mask, body = data[at : at + 4], data[at + 4 : at + 4 + length]
    return data[0] & 0x0F, bytes(each ^ mask[n % 4] for n, each in enumerate(body))


class Parsing(unittest.TestCase):
    def test_bytes_may_come_one_by_one(self):
        for size in (0, 1, 125, 126, 65535, 65536):
            parser = FrameParser()
            data = piece(1, b"x" * size)
            found = [each for byte in data for each in parser.push(bytes([byte]))]
            self.assertEqual(found, [(1, b"x" * size)])

    def test_pieces_become_one_message_with_pings_between_them(self):
        data = piece(1, b"He", False) + piece(9, b"p") + piece(0, b"ll", False) + piece(0, b"o")
        self.assertEqual(FrameParser().push(data + piece(2, b"next")), [(9, b"p"), (1, b"Hello"), (2, b"next")])

    def test_what_breaks_the_protocol_is_refused(self):
        for data in (
            piece(0, b"no beginning"),
            piece(1, b"a", False) + piece(1, b"b"),
            piece(9, b"x", False),
            piece(9, b"x" * 126),
            b"\xc1\x00",
            b"\x81\x80",
            b"\x81\x7f" + struct.pack("!Q", 2**40),
        ):
            with self.subTest(data), self.assertRaises(StreamError) as caught:
                FrameParser().push(data)
            self.assertEqual(caught.exception.code, "protocol")

    def test_frames_of_a_client_are_masked(self):
        for size in (0, 5, 200, 70000):
            frame = make_frame(1, b"y" * size)
            self.assertTrue(frame[1] & 0x80)
        self.assertEqual(unmask(make_frame(1, b"word")), (1, b"word"))
        self.assertEqual(unmask(make_frame(1, b"z" * 200)), (1, b"z" * 200))


class Server:
    """Takes one connection after another; each is played by a function in its turn."""

    def __init__(self, *plays, status="101 Switching Protocols"):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.heads = []
        self.faults = []
        self._status = status
        self._thread = threading.Thread(target=self._run, args=(plays,), daemon=True)
        self._thread.start()

    def _run(self, plays):
        for play in plays:
            connection, _ = self.listener.accept()
            connection.settimeout(30)
            with connection:
                try:
                    self._greet(connection)
                    play(connection)
                except Exception as error:
                    self.faults.append(error)

    def _greet(self, connection):
        head = b""
        while b"\r\n\r\n" not in head:
            head += connection.recv(4096)
        lines = head.decode().split("\r\n")
        fields = dict(line.split(": ", 1) for line in lines[1:] if ": " in line)
        self.heads.append((lines[0], fields))
        digest = hashlib.sha1(
            (fields["Sec-WebSocket-Key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()
        ).digest()
        connection.sendall(
            f"HTTP/1.1 {self._status}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Accept: {base64.b64encode(digest).decode()}\r\n\r\n".encode()
        )

    def close(self):
        self._thread.join(30)
        self.listener.close()


def say(connection, message):
    connection.sendall(piece(1, json.dumps(message).encode()))


def hear(connection):
    kind, payload = unmask(connection.recv(4096))
    return kind, json.loads(payload) if kind == 1 else payload


class Reading(unittest.TestCase):
    def serve(self, *plays, **options):
        server = Server(*plays, **options)
        self.addCleanup(server.close)
        return server

    def test_pings_of_both_kinds_are_answered(self):
        heard = []

        def play(connection):
            connection.sendall(piece(9, b"are you there"))
            heard.append(hear(connection))
            say(connection, {"event": "ping", "time": "17"})
            heard.append(hear(connection))
            say(connection, {"event": "done"})

        server = self.serve(play)
        with Stream(server.url, reconnect=False) as stream:
            self.assertEqual(stream.receive(20), {"event": "done"})
        self.assertEqual(heard, [(10, b"are you there"), (1, {"event": "pong", "time": "17"})])

    def test_after_a_cut_in_the_middle_of_a_frame_it_subscribes_again(self):
        asked = []

        def cut(connection):
            asked.append(hear(connection)[1])
            say(connection, {"event": "payload", "data": 1})
            connection.sendall(piece(1, b'{"event":"payload"}')[:9])

        def go_on(connection):
            asked.append(hear(connection)[1])
            say(connection, {"event": "payload", "data": 2})
            connection.sendall(piece(8, struct.pack("!H", 1001) + b"bye"))

        def last(connection):
            asked.append(hear(connection)[1])
            say(connection, {"event": "payload", "data": 3})

        server = self.serve(cut, go_on, last)
        with Stream(server.url, Keys("key", "secret", "phrase")) as stream:
            stream.subscribe("orders")
            told = [stream.receive(20) for _ in range(5)]
            self.assertEqual(stream.reconnects, 2)
        again = {"event": "reconnected"}
        first, second, third = ({"event": "payload", "data": n} for n in (1, 2, 3))
        self.assertEqual(told, [first, again, second, again, third])
        self.assertEqual(asked, [{"event": "subscribe", "channel": "orders"}] * 3)
        for line, fields in server.heads:
            self.assertIn("/v2/ws/private", line)
            self.assertEqual(fields["ACCESS-KEY"], "key")
            self.assertIn("ACCESS-SIGN", fields)
        self.assertEqual(server.faults, [])

    def test_without_reconnect_a_cut_is_told(self):
        server = self.serve(lambda connection: None)
        with Stream(server.url, reconnect=False) as stream:
            with self.assertRaises(StreamError) as caught:
                stream.receive(20)
            self.assertEqual(caught.exception.code, "cut")
            with self.assertRaises(StreamError) as caught:
                stream.receive(20)
            self.assertEqual(caught.exception.code, "closed")

    def test_waiting_ends_and_nothing_is_lost(self):
        gate = threading.Event()

        def play(connection):
            data = piece(1, b'{"event":"late"}')
            connection.sendall(data[:4])
            gate.wait(30)
            connection.sendall(data[4:])

        server = self.serve(play)
        with Stream(server.url, reconnect=False) as stream:
            with self.assertRaises(TimeoutError):
                stream.receive(0.05)
            gate.set()
            self.assertEqual(stream.receive(20), {"event": "late"})

    def test_a_refused_handshake_and_a_server_that_is_none(self):
        server = self.serve(lambda connection: None, status="400 Bad Request")
        with self.assertRaises(StreamError) as caught:
            Stream(server.url)
        self.assertEqual((caught.exception.code, caught.exception.status), ("refused", 400))

    def test_words_that_are_no_json_end_it(self):
        server = self.serve(lambda connection: connection.sendall(piece(1, b"hello")))
        with Stream(server.url) as stream:
            with self.assertRaises(StreamError) as caught:
                stream.receive(20)
            self.assertEqual(caught.exception.code, "protocol")


if __name__ == "__main__":
    unittest.main()
