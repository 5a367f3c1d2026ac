"""A bot in Python on a tape: rests at the bid, follows its place, and waits for its fill."""

import json
import os
import sys
from decimal import Decimal
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "clients" / "python"))

from perpetua import Client, Keys, Stream  # noqa: E402

url = os.environ["PERPETUA_URL"]
keys = Keys(os.environ["API_KEY"], os.environ["SECRET_KEY"], os.environ["PASSPHRASE"])
client = Client(url, keys)
stream = Stream(url, keys)
stream.subscribe("queue")
stream.subscribe("fill")
ticker = client.market_ticker(symbol="cmt_btcusdt")
client.order_place_order(
    symbol="cmt_btcusdt",
    client_oid="rest",
    size="0.0100",
    type="1",
    order_type="0",
    match_price="0",
    price=ticker["best_bid"],
)
places, fills, steps = [], [], 0
while not fills and steps < 200:
    client.sandbox_time_step(duration="100ms")
    steps += 1
    while True:
        try:
            message = stream.receive(timeout=0.05)
        except TimeoutError:
            break
        data = message.get("msg", {}).get("data", {})
        places += [row["ahead"] for row in data.get("queue", [])]
        fills += data.get("orderFillTransaction", [])
stream.close()
bought = sum(Decimal(fill["fillSize"]) for fill in fills)
print(json.dumps({"places": places, "bought": str(bought), "price": ticker["best_bid"]}))
