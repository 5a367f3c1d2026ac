"""A bot for the tests of lives: buys, and lets venue time pass until it is told to end."""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from perpetua import Client, Keys  # noqa: E402

url = os.environ["PERPETUA_URL"]
keys = Keys(os.environ["API_KEY"], os.environ["SECRET_KEY"], os.environ["PASSPHRASE"])
client = Client(url, keys)
client.order_place_order(
    symbol="cmt_btcusdt",
    client_oid=f"buy-{os.environ['LIFE_SEED']}",
    size=os.environ.get("size", "0.0100"),
    type="1",
    order_type="0",
    match_price="1",
)
while True:
    client.sandbox_time_step(seconds=30)
