"""The frames of the lab, as a client that makes mistakes sees them."""

import json
import os
import socket
import struct
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from perpetua import Lab, LabError, PerpetuaEnv
from perpetua.lab import CONTROL, ERROR, ROWS, STEP, find_command


def frame(kind, payload):
    return struct.pack("<II", len(payload), kind) + payload


class Wire:
    """Raw frames over a socket."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(60)
        self.socket.connect(path)
        self.stream = self.socket.makefile("rb")

    def read(self):
        head = self.stream.read(8)
        if len(head) < 8:
            return None
        length, kind = struct.unpack("<II", head)
        return kind, self.stream.read(length)

    def ask(self, kind, payload):
        self.socket.sendall(frame(kind, payload))
        return self.read()

    def control(self, **fields):
        return self.ask(CONTROL, json.dumps(fields).encode())

    def close(self):
        self.stream.close()
        self.socket.close()


class OverSocket(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = os.path.join(cls.folder.name, "lab")
        cls.process, cls.said = cls.start()

    @classmethod
    def tearDownClass(cls):
        cls.process.terminate()
        cls.process.wait(60)
        cls.process.stderr.close()
        cls.folder.cleanup()

    @classmethod
    def start(cls):
        command = [*find_command(), "lab", "--socket", cls.path]
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        return process, process.stderr.readline()

    def connect(self):
        wire = Wire(self.path)
        self.addCleanup(wire.close)
        return wire

    def code(self, answer):
        kind, payload = answer
        self.assertEqual(kind, ERROR)
        return json.loads(payload)["code"]

    def test_bad_frames_are_refused_and_the_episode_goes_on(self):
        wire = self.connect()
        self.assertEqual(self.code(wire.ask(STEP, b"")), "not-open")
        self.assertEqual(wire.control(do="open", warm_up_seconds=5)[0], CONTROL)
        self.assertEqual(wire.control(do="reset", environments=[0], seeds=["a"])[0], ROWS)
        good = struct.pack("<3d", 1, 0, 0.5)
        for kind, payload in (
            (CONTROL, b"{"),
            (CONTROL, b"\xff\xfe"),
            (CONTROL, b"[]"),
            (CONTROL, b'{"do":"fly"}'),
            (CONTROL, b'{"do":"reset","environments":[5],"seeds":["a"]}'),
            (CONTROL, b'{"do":"reset","environments":[0],"seeds":[]}'),
            (STEP, b""),
            (STEP, good[:-1]),
            (STEP, good + b"12345678"),
            (STEP, struct.pack("<3d", 1, 7, 0.5)),
            (STEP, struct.pack("<5d", 1, 0, 0.5, 0, 0.5)),
            (9, b"what"),
        ):
            with self.subTest(kind=kind, payload=payload):
                self.assertEqual(self.code(wire.ask(kind, payload)), "frame-malformed")
        for held in (0, -1, 0.5, 1e18, float("nan")):
            payload = struct.pack("<3d", held, 0, 0.5)
            self.assertEqual(self.code(wire.ask(STEP, payload)), "option-invalid")
        kind, rows = wire.ask(STEP, good)
        self.assertEqual(kind, ROWS)
        self.assertGreater(len(rows), 8)

    def test_frames_may_come_in_pieces_and_together(self):
        wire = self.connect()
        ask = frame(CONTROL, b'{"do":"usage"}')
        for byte in ask:
            wire.socket.sendall(bytes([byte]))
        self.assertEqual(wire.read()[0], CONTROL)
        wire.socket.sendall(ask * 3 + ask[:5])
        self.assertEqual([wire.read()[0] for _ in range(3)], [CONTROL] * 3)
        wire.socket.sendall(ask[5:])
        self.assertEqual(wire.read()[0], CONTROL)

    def test_a_length_that_cannot_be_meant_ends_the_connection(self):
        wire = self.connect()
        wire.socket.sendall(struct.pack("<II", 2**31, CONTROL))
        self.assertEqual(self.code(wire.read()), "frame-too-long")
        self.assertIsNone(wire.read())
        again = self.connect()
        self.assertEqual(again.control(do="usage")[0], CONTROL)

    def test_a_second_client_is_told_and_the_first_goes_on(self):
        with PerpetuaEnv(lab=Lab(path=self.path), warm_up_seconds=5) as env:
            env.reset(seed=1)
            second = self.connect()
            self.assertEqual(self.code(second.read()), "busy")
            self.assertIsNone(second.read())
            env.step([0.0])
            env.lab.close()
        third = self.connect()
        self.assertEqual(third.control(do="usage")[0], CONTROL)

    def test_a_socket_in_use_is_not_taken_and_one_left_behind_is(self):
        self.assertIn("listens on", self.said)
        other, said = self.start()
        self.assertEqual(other.wait(60), 1)
        self.assertIn("EADDRINUSE", said)
        other.stderr.close()
        self.process.kill()
        self.process.wait(60)
        self.process.stderr.close()
        type(self).process, said = self.start()
        self.assertIn("listens on", said)


class OverPipes(unittest.TestCase):
    def test_a_lab_ends_with_its_input_and_a_closed_one_says_so(self):
        lab = Lab()
        self.assertGreater(lab.cpu_seconds(), 0)
        lab.close()
        lab.close()
        with self.assertRaises(LabError) as caught:
            lab.cpu_seconds()
        self.assertEqual(caught.exception.code, "closed")
        with self.assertRaises(LabError) as caught:
            Lab(path="/nowhere/lab")
        self.assertEqual(caught.exception.code, "lab-missing")
        with self.assertRaises(LabError) as caught:
            Lab(command=["/nowhere/perpetua"])
        self.assertEqual(caught.exception.code, "lab-missing")
        self.assertIn("/nowhere/perpetua lab: ", str(caught.exception))

    def test_a_lab_that_dies_says_why(self):
        for program, reason in (
            ("exit 3", "sh -c exit 3 lab ended with 3"),
            ("echo first >&2; echo last >&2; echo >&2", "last"),
            ("echo 'TypeError: odd\n    at there\n\nNode.js v1' >&2", "TypeError: odd"),
        ):
            with self.subTest(program), self.assertRaises(LabError) as caught:
                Lab(command=["sh", "-c", program]).cpu_seconds()
            self.assertEqual(caught.exception.code, "lab-gone")
            self.assertEqual(str(caught.exception), f"the lab ended: {reason}")


class Command(unittest.TestCase):
    def test_it_is_found_in_order_and_never_fetched(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        folder = Path(temporary.name).resolve()
        inner = folder / "project" / "inner"
        path, house = folder / "path", folder / "house"
        launcher = house / "bin" / "perpetua.mjs"
        own, above = (each / "node_modules" / ".bin" / "perpetua" for each in (inner, inner.parent))
        installed = path / "perpetua"
        for file in (own, above, launcher, installed, path / "npx"):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.touch(mode=0o755)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(inner)
        environment = {"PATH": str(path), "PERPETUA_COMMAND": "node elsewhere.mjs"}
        for patch in (
            mock.patch.dict(os.environ, environment),
            mock.patch("perpetua.lab._FILES", house / "clients" / "python" / "perpetua"),
        ):
            patch.start()
            self.addCleanup(patch.stop)
        self.assertEqual(find_command(), ["node", "elsewhere.mjs"])
        os.environ["PERPETUA_COMMAND"] = ""
        for expected, file in (
            ([str(own)], own),
            ([str(above)], above),
            (["node", str(launcher)], launcher),
            ([str(installed)], installed),
        ):
            self.assertEqual(find_command(), expected)
            file.unlink()
        launcher.touch()
        with mock.patch("perpetua.lab._FILES", house / "lib" / "site-packages" / "perpetua"):
            self.assertRaises(LabError, find_command)
        launcher.unlink()
        with self.assertRaises(LabError) as caught:
            PerpetuaEnv()
        self.assertEqual(caught.exception.code, "lab-missing")
        for place in ("PERPETUA_COMMAND", "node_modules/.bin", str(house), "PATH", "command="):
            self.assertIn(place, str(caught.exception))


if __name__ == "__main__":
    unittest.main()
