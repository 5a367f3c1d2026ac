"""Signatures and odd answers. What a real venue answers is in test_venue.py."""

import socket
import threading
import unittest

from perpetua import ApiError, Client, Keys
from perpetua.client import ENDPOINTS


class Signing(unittest.TestCase):
    def test_the_examples_of_the_guide(self):
        keys = Keys("key", "0123456789abcdef0123456789abcdef", "phrase")
        for text, sign in (
            (
                "GET/capi/v2/order/current?symbol=cmt_btcusdt",
                "NVNX6MRBRiMRhuCz/3FCMjOz9MmkEiEyfVeZA4Bjjao=",
            ),
            (
                'POST/capi/v2/order/cancel_order{"orderId":"42"}',
                "D2DZyaJ+LpM/+xl992B4jRMgpxWrYKWVji2sfPD754A=",
            ),
        ):
            self.assertEqual(keys.headers(text, "1767225600000")["ACCESS-SIGN"], sign)
        self.assertNotIn("0123", repr(keys))

    def test_every_endpoint_is_a_method(self):
        for name in ENDPOINTS:
            self.assertTrue(callable(getattr(Client, name)))

    def test_a_wrong_address_and_missing_keys_are_named(self):
        with self.assertRaises(ValueError):
            Client("localhost:8700")
        with self.assertRaises(ApiError) as caught:
            Client("http://localhost:1").account_assets()
        self.assertEqual(caught.exception.code, "40001")
        with self.assertRaises(ApiError) as caught:
            Client("http://127.0.0.1:1").market_time()
        self.assertEqual((caught.exception.code, caught.exception.status), ("unreachable", 0))


class Server:
    """Answers each connection with the texts given for it, then cuts it."""

    def __init__(self, *connections):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.heard = []
        self._thread = threading.Thread(target=self._run, args=(connections,), daemon=True)
        self._thread.start()

    def _run(self, connections):
        for answers in connections:
            connection, _ = self.listener.accept()
            connection.settimeout(30)
            with connection:
                for answer in answers:
                    heard = b""
                    while b"\r\n\r\n" not in heard:
                        heard += connection.recv(65536)
                    self.heard.append(heard)
                    if answer is not None:
                        status, body, *headers = answer
                        lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", *headers]
                        connection.sendall("\r\n".join([*lines, "", body]).encode())

    def close(self):
        self._thread.join(30)
        self.listener.close()


class Answers(unittest.TestCase):
    def serve(self, *connections):
        server = Server(*connections)
        self.addCleanup(server.close)
        client = Client(server.url, Keys("key", "secret", "phrase"))
        self.addCleanup(client.close)
        return server, client

    def fail_with(self, *answer):
        _, client = self.serve([answer])
        with self.assertRaises(ApiError) as caught:
            client.account_assets()
        return caught.exception

    def test_errors_have_code_status_and_when_to_come_again(self):
        error = self.fail_with(
            "429 Too Many", '{"code":"429","msg":"slow down"}', "Retry-After: 3"
        )
        self.assertEqual((error.code, error.status, error.retry_after), ("429", 429, 3))
        self.assertEqual(error.message, "slow down")

    def test_an_answer_that_is_no_json_is_an_error_too(self):
        error = self.fail_with("521 Down", "<html>maintenance")
        self.assertEqual((error.code, error.status), ("521", 521))
        self.assertIn("maintenance", error.message)
        self.assertEqual(self.fail_with("200 OK", "not json").status, 200)
        self.assertEqual(self.fail_with("500 Oh", '["list"]').code, "500")

    def test_a_lost_answer_on_a_used_connection_is_asked_for_with_the_same_bytes(self):
        server, client = self.serve([("200 OK", "{}"), None], [("200 OK", '{"order_id":"1"}')])
        client.market_time()
        self.assertEqual(client.account_assets(), {"order_id": "1"})
        self.assertEqual(server.heard[1], server.heard[2])

    def test_a_first_answer_that_is_lost_is_told(self):
        _, client = self.serve([None])
        with self.assertRaises(ApiError) as caught:
            client.market_time()
        self.assertEqual(caught.exception.code, "unreachable")


if __name__ == "__main__":
    unittest.main()
