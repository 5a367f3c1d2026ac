#!/usr/bin/env python3
"""A ccxt bot in Python: rests a bid, cancels it, buys with a stop, closes, shows what it made.

Nothing is special about it but the addresses and the keys. With a venue running:
pip install ccxt && python3 examples/ccxt/bot.py
"""
import json
import os

import ccxt

URL = os.environ.get("PERPETUA_URL", "http://localhost:8700")
SYMBOL = "BTC/USDT:USDT"

with open(os.environ.get("PERPETUA_CREDENTIALS", "data/credentials.json")) as file:
    keys = json.load(file)[0]
exchange = ccxt.weex({
    "apiKey": keys["apiKey"],
    "secret": keys["secretKey"],
    "password": keys["passphrase"],
    "urls": {"api": {"public": URL, "private": URL, "contract": URL, "contractPrivate": URL}},
    "options": {"defaultType": "swap"},
})
exchange.load_markets()
exchange.set_leverage(10, SYMBOL)
price = exchange.fetch_ticker(SYMBOL)["last"]
print("ticker  ", SYMBOL, price)

bid = exchange.create_order(SYMBOL, "limit", "buy", 0.001, price * 0.97)
print("resting ", bid["id"], exchange.fetch_order(bid["id"], SYMBOL)["status"])
exchange.cancel_order(bid["id"], SYMBOL)

stop = {"stopLoss": {"triggerPrice": price * 0.98}}
order_id = exchange.create_order(SYMBOL, "market", "buy", 0.001, None, stop)["id"]
bought = exchange.fetch_order(order_id, SYMBOL)
print("bought  ", order_id, bought["filled"], "at", bought["average"])
for position in exchange.fetch_positions([SYMBOL]):
    print("position", position["side"], position["contracts"], "at", position["entryPrice"])
exchange.close_position(SYMBOL)
trades = exchange.fetch_my_trades(SYMBOL, bought["timestamp"])
print("closed  ", len(trades), "trades, fees", sum(trade["fee"]["cost"] for trade in trades))
print("balance ", exchange.fetch_balance()["USDT"]["total"], "USDT")
