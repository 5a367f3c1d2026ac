#!/usr/bin/env python3
"""Places a limit order far below the market, shows it, cancels it. Python's standard library only.

Keys come from data/credentials.json, which a new venue writes, or from the environment:
PERPETUA_CREDENTIALS names another file; API_KEY, SECRET_KEY and PASSPHRASE replace it.
PERPETUA_URL says where the venue is.
"""
import base64
import hashlib
import hmac
import json
import os
import sys
import time
import urllib.error
import urllib.request

BASE_URL = os.environ.get("PERPETUA_URL", "http://localhost:8700")
SYMBOL = "cmt_btcusdt"


def read_keys():
    if "API_KEY" in os.environ:
        return [os.environ[name] for name in ("API_KEY", "SECRET_KEY", "PASSPHRASE")]
    with open(os.environ.get("PERPETUA_CREDENTIALS", "data/credentials.json")) as file:
        first = json.load(file)[0]
    return [first[name] for name in ("apiKey", "secretKey", "passphrase")]


def call(method, path, query="", body=None):
    """Signs timestamp + method + path + ?query + body, exactly as they are sent."""
    key, secret, passphrase = KEYS
    target = "/capi/v2" + path + ("?" + query if query else "")
    text = json.dumps(body) if body is not None else ""
    timestamp = str(int(time.time() * 1000))
    signed = (timestamp + method + target + text).encode()
    digest = hmac.new(secret.encode(), signed, hashlib.sha256).digest()
    headers = {"ACCESS-KEY": key, "ACCESS-SIGN": base64.b64encode(digest).decode(),
               "ACCESS-PASSPHRASE": passphrase, "ACCESS-TIMESTAMP": timestamp,
               "Content-Type": "application/json", "locale": "en-US"}
    data = text.encode() or None
    request = urllib.request.Request(BASE_URL + target, data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=10) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        answer = json.load(error)
        sys.exit(f"{method} {path} failed: code {answer['code']}, {answer['msg']}")
    except urllib.error.URLError as error:
        sys.exit(f"no venue at {BASE_URL}: {error.reason}")


KEYS = read_keys()
print("time    ", call("GET", "/market/time")["iso"])
ticker = call("GET", "/market/ticker", "symbol=" + SYMBOL)
print("ticker  ", SYMBOL, "bid", ticker["best_bid"], "ask", ticker["best_ask"])
price = f"{float(ticker['best_bid']) * 0.97:.1f}"  # 3 % below: it rests
order = {"symbol": SYMBOL, "client_oid": f"python-{time.time_ns()}", "size": "0.001",
         "type": "1", "order_type": "0", "match_price": "0", "price": price}
order_id = call("POST", "/order/placeOrder", body=order)["order_id"]
print("placed  ", order_id, "buy 0.001 at", price)
for row in call("GET", "/order/current", "symbol=" + SYMBOL):
    print("resting ", row["order_id"], row["status"], row["size"], "at", row["price"])
result = call("POST", "/order/cancel_order", body={"orderId": order_id})
print("canceled", result["order_id"], result["result"])
