"""The client of a running venue: version 2 of its interface, signed with the standard library."""

from __future__ import annotations

import base64
import hashlib
import hmac
import http.client
import json
import os
import time
from typing import Any, Mapping
from urllib.parse import urlencode, urlsplit

#: The method and path of each endpoint, and whether it is signed. Each is a method of `Client`.
ENDPOINTS: dict[str, tuple[str, str, bool]] = {
    "market_time": ("GET", "/capi/v2/market/time", False),
    "market_contracts": ("GET", "/capi/v2/market/contracts", False),
    "market_depth": ("GET", "/capi/v2/market/depth", False),
    "market_tickers": ("GET", "/capi/v2/market/tickers", False),
    "market_ticker": ("GET", "/capi/v2/market/ticker", False),
    "market_trades": ("GET", "/capi/v2/market/trades", False),
    "market_candles": ("GET", "/capi/v2/market/candles", False),
    "market_history_candles": ("GET", "/capi/v2/market/historyCandles", False),
    "market_index": ("GET", "/capi/v2/market/index", False),
    "market_open_interest": ("GET", "/capi/v2/market/open_interest", False),
    "market_funding_time": ("GET", "/capi/v2/market/funding_time", False),
    "market_funding_history": ("GET", "/capi/v2/market/getHistoryFundRate", False),
    "market_current_funding": ("GET", "/capi/v2/market/currentFundRate", False),
    "account_get_accounts": ("GET", "/capi/v2/account/getAccounts", True),
    "account_accounts": ("GET", "/capi/v2/account/accounts", True),
    "account_get_account": ("GET", "/capi/v2/account/getAccount", True),
    "account_account": ("GET", "/capi/v2/account/account", True),
    "account_assets": ("GET", "/capi/v2/account/assets", True),
    "account_bills": ("POST", "/capi/v2/account/bills", True),
    "account_settings": ("GET", "/capi/v2/account/settings", True),
    "account_leverage": ("POST", "/capi/v2/account/leverage", True),
    "account_adjust_margin": ("POST", "/capi/v2/account/adjustMargin", True),
    "account_auto_append": ("POST", "/capi/v2/account/modifyAutoAppendMargin", True),
    "account_all_position": ("GET", "/capi/v2/account/position/allPosition", True),
    "account_single_position": ("GET", "/capi/v2/account/position/singlePosition", True),
    "account_hold_model": ("POST", "/capi/v2/account/position/changeHoldModel", True),
    "order_place_order": ("POST", "/capi/v2/order/placeOrder", True),
    "order_batch_orders": ("POST", "/capi/v2/order/batchOrders", True),
    "order_cancel_order": ("POST", "/capi/v2/order/cancel_order", True),
    "order_cancel_batch": ("POST", "/capi/v2/order/cancel_batch_orders", True),
    "order_detail": ("GET", "/capi/v2/order/detail", True),
    "order_history": ("GET", "/capi/v2/order/history", True),
    "order_current": ("GET", "/capi/v2/order/current", True),
    "order_fills": ("GET", "/capi/v2/order/fills", True),
    "order_close_positions": ("POST", "/capi/v2/order/closePositions", True),
    "order_cancel_all": ("POST", "/capi/v2/order/cancelAllOrders", True),
    "order_upload_ai_log": ("POST", "/capi/v2/order/uploadAiLog", True),
    "order_plan_order": ("POST", "/capi/v2/order/plan_order", True),
    "order_cancel_plan": ("POST", "/capi/v2/order/cancel_plan", True),
    "order_current_plan": ("GET", "/capi/v2/order/currentPlan", True),
    "order_history_plan": ("GET", "/capi/v2/order/historyPlan", True),
    "order_place_tp_sl": ("POST", "/capi/v2/order/placeTpSlOrder", True),
    "order_modify_tp_sl": ("POST", "/capi/v2/order/modifyTpSlOrder", True),
    "market_funding_rates": ("GET", "/capi/v2/market/funding_rate", False),
    "perpetua_tiers": ("GET", "/capi/v2/perpetua/tiers", False),
    "perpetua_sparklines": ("GET", "/capi/v2/perpetua/sparklines", False),
    "perpetua_liquidations": ("GET", "/capi/v2/perpetua/liquidations", True),
    "perpetua_funding": ("GET", "/capi/v2/perpetua/funding", True),
    "perpetua_portfolio": ("GET", "/capi/v2/perpetua/portfolio", True),
    "perpetua_amend": ("POST", "/capi/v2/perpetua/amend", True),
    "perpetua_place_trail": ("POST", "/capi/v2/perpetua/trail", True),
    "perpetua_trails": ("GET", "/capi/v2/perpetua/trails", True),
    "perpetua_queue": ("GET", "/capi/v2/perpetua/queue", True),
    "perpetua_latency": ("GET", "/capi/v2/perpetua/latency", True),
    "perpetua_set_latency": ("POST", "/capi/v2/perpetua/latency", True),
    "sandbox_time_step": ("POST", "/sandbox/time/step", True),
}


class ApiError(Exception):
    """The venue refused a call, or could not be reached.

    `code` is the code of the interface, such as "40015", or "unreachable". `status` is that of
    HTTP, zero without an answer. `retry_after` is in seconds where the venue said when to come
    again.
    """

    def __init__(
        self, code: str, message: str, status: int = 0, retry_after: float | None = None
    ) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.status = status
        self.retry_after = retry_after


class Keys:
    """The key of an account, and what it signs with."""

    def __init__(self, api_key: str, secret_key: str, passphrase: str) -> None:
        self.api_key, self._secret, self._passphrase = api_key, secret_key.encode(), passphrase

    def headers(self, text: str, timestamp: str) -> dict[str, str]:
        digest = hmac.new(self._secret, (timestamp + text).encode(), hashlib.sha256).digest()
        return {
            "ACCESS-KEY": self.api_key,
            "ACCESS-SIGN": base64.b64encode(digest).decode(),
            "ACCESS-PASSPHRASE": self._passphrase,
            "ACCESS-TIMESTAMP": timestamp,
        }

    def __repr__(self) -> str:
        return f"Keys({self.api_key!r})"


def load_keys(path: str | os.PathLike[str], place: int = 0) -> Keys:
    """Of an account in the credentials.json of a data folder."""
    with open(path, encoding="utf-8") as file:
        row = json.load(file)[place]
    return Keys(row["apiKey"], row["secretKey"], row["passphrase"])


class Client:
    """Calls of one account, or of nobody without keys. Not for several threads at once.

    Every endpoint is a method: fields are keyword arguments, and the answer is what the interface
    says it is. `client.market_ticker(symbol="cmt_btcusdt")`,
    `client.order_place_order(symbol=..., client_oid=..., ...)`.
    """

    def __init__(
        self,
        base_url: str = "http://localhost:8700",
        keys: Keys | None = None,
        *,
        timeout: float = 10.0,
        locale: str = "en-US",
    ) -> None:
        parts = urlsplit(base_url)
        if parts.scheme not in ("http", "https") or parts.hostname is None:
            raise ValueError(f"base_url is http://host:port or https://host, not {base_url!r}")
        self.base_url = base_url.rstrip("/")
        self.keys = keys
        self._locale = locale
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        self._connection = kind(parts.hostname, parts.port, timeout=timeout)
        self._is_fresh = True
        self._ahead_millis = 0

    def sync_clock(self) -> int:
        """Signs by the venue's clock from now on. Returns how far it is ahead, in milliseconds."""
        before = time.time()
        theirs = int(self.call("GET", "/capi/v2/market/time", signed=False)["timestamp"])
        self._ahead_millis = round(theirs - (before + time.time()) * 500)
        return self._ahead_millis

    def call(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        signed: bool = True,
    ) -> Any:
        """The answer to any request. What is None in query or body is left out."""
        words = urlencode({name: _text(value) for name, value in _given(query).items()})
        target = path + ("?" + words if words else "")
        text = "" if body is None else json.dumps(_given(body))
        headers = {"Content-Type": "application/json", "locale": self._locale}
        if signed:
            if self.keys is None:
                raise ApiError("40001", f"{method} {path} needs keys: give the client some")
            timestamp = str(round(time.time() * 1000) + self._ahead_millis)
            headers.update(self.keys.headers(method + target + text, timestamp))
        status, headers_back, answer = self._send(method, target, text, headers)
        return _read_answer(status, headers_back, answer)

    def _send(self, method: str, target: str, text: str, headers: dict[str, str]) -> Any:
        """A connection that was idle may have been closed meanwhile. Then the same bytes are sent
        once more: the venue answers them with the first answer, if there was one."""
        for is_last in (self._is_fresh, True):
            try:
                self._connection.request(method, target, text.encode() or None, headers)
                response = self._connection.getresponse()
                self._is_fresh = False
                return response.status, response.headers, response.read()
            except (OSError, http.client.HTTPException) as error:
                self._connection.close()
                self._is_fresh = True
                if is_last or isinstance(error, TimeoutError):
                    raise ApiError("unreachable", f"{self.base_url}: {_words(error)}") from error
        raise AssertionError("unreachable")

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _given(fields: Mapping[str, Any] | None) -> dict[str, Any]:
    return {name: value for name, value in (fields or {}).items() if value is not None}


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _words(error: Exception) -> str:
    return str(error) or type(error).__name__


def _read_answer(status: int, headers: Any, answer: bytes) -> Any:
    try:
        value = json.loads(answer)
    except ValueError:
        value = None
    if 200 <= status < 300 and value is not None:
        return value
    fields = value if isinstance(value, dict) else {}
    code = str(fields.get("code", status))
    message = str(fields.get("msg", answer[:200].decode("utf-8", "replace")))
    try:
        retry_after: float | None = float(headers.get("Retry-After"))
    except (TypeError, ValueError):
        retry_after = None
    raise ApiError(code, message, status, retry_after)


def _add_endpoint(name: str, method: str, path: str, signed: bool) -> None:
    def ask(self: Client, **fields: Any) -> Any:
        given = {"body": fields} if method == "POST" else {"query": fields}
        return self.call(method, path, signed=signed, **given)

    ask.__name__ = name
    ask.__doc__ = f"{method} {path}{', signed' if signed else ''}."
    setattr(Client, name, ask)


for _name, (_method, _path, _signed) in ENDPOINTS.items():
    _add_endpoint(_name, _method, _path, _signed)
