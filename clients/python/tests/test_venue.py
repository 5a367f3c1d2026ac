"""The client against a real venue, which PERPETUA_URL and PERPETUA_CREDENTIALS name."""

import os
import time
import unittest

from perpetua import ApiError, Client, Keys, Stream, StreamError, load_keys

URL = os.environ.get("PERPETUA_URL", "")
SYMBOL = "cmt_btcusdt"


@unittest.skipUnless(URL, "PERPETUA_URL names no venue")
class Venue(unittest.TestCase):
    def setUp(self):
        self.keys = load_keys(os.environ["PERPETUA_CREDENTIALS"])
        self.client = Client(URL, self.keys)
        self.addCleanup(self.client.close)

    def fail_with(self, call, **fields):
        with self.assertRaises(ApiError) as caught:
            call(**fields)
        return caught.exception

    def place(self, name, **changes):
        bid = float(self.client.market_ticker(symbol=SYMBOL)["best_bid"])
        order = {
            **{"symbol": SYMBOL, "client_oid": f"{name}-{time.time_ns()}", "size": "0.001"},
            **{"type": "1", "order_type": "0", "match_price": "0", "price": f"{bid * 0.995:.1f}"},
        }
        return self.client.order_place_order(**{**order, **changes})

    def until(self, stream, channel, is_meant):
        end = time.monotonic() + 60
        while time.monotonic() < end:
            message = stream.receive(60)
            if message.get("channel") == channel and is_meant(message):
                return message
        self.fail(f"nothing on {channel}")

    def test_an_order_is_placed_found_and_canceled(self):
        placed = self.place("python")["order_id"]
        current = self.client.order_current(symbol=SYMBOL)
        self.assertIn(placed, [row["order_id"] for row in current])
        self.assertEqual(self.client.order_detail(orderId=placed)["status"], "open")
        self.assertTrue(self.client.order_cancel_order(orderId=placed)["result"])
        self.assertEqual(self.client.order_detail(orderId=placed)["status"], "canceled")
        self.assertLess(abs(self.client.sync_clock()), 30_000)
        self.assertTrue(self.client.account_assets())

    def test_public_answers(self):
        self.assertEqual(len(self.client.market_contracts()), 8)
        book = self.client.market_depth(symbol=SYMBOL, limit=15)
        self.assertGreater(float(book["asks"][0][0]), float(book["bids"][0][0]))

    def test_errors_of_the_interface(self):
        refused = self.fail_with(self.place, name="huge", size="1000")
        self.assertEqual((refused.code, refused.status), ("40015", 400))
        missing = self.fail_with(self.client.market_ticker, symbol="cmt_nothing")
        self.assertEqual(missing.status, 400)
        unknown = self.fail_with(self.client.order_detail, orderId="999999999")
        self.assertEqual((unknown.code, unknown.status), ("50005", 404))
        lost = self.fail_with(self.client.call, method="GET", path="/capi/v2/market/tickr")
        self.assertEqual(lost.status, 404)
        self.assertIn("market/ticker", lost.message)
        wrong = Client(URL, Keys(self.keys.api_key, "wrong", "wrong"))
        self.addCleanup(wrong.close)
        self.assertEqual(self.fail_with(wrong.account_assets).status, 400)

    def test_channels_of_both_sockets(self):
        with Stream(URL) as public, Stream(URL, self.keys) as private:
            public.subscribe(f"ticker.{SYMBOL}")
            self.until(public, f"ticker.{SYMBOL}", lambda m: m["event"] == "payload")
            public.subscribe("ticker.cmt_nothing")
            private.subscribe("orders")
            self.until(public, "ticker.cmt_nothing", lambda m: m["event"] == "error")
            self.until(private, "orders", lambda m: m["event"] == "payload")
            placed = self.place("socket")["order_id"]
            self.until(private, "orders", lambda m: placed in str(m))
            self.client.order_cancel_order(orderId=placed)

    def test_a_wrong_key_opens_no_private_socket(self):
        with self.assertRaises(StreamError) as caught:
            Stream(URL, Keys("perp_wrong", "wrong", "wrong"))
        self.assertEqual(caught.exception.code, "refused")
        self.assertGreaterEqual(caught.exception.status, 400)


if __name__ == "__main__":
    unittest.main()
