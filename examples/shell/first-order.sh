#!/bin/sh
# Places a limit order far below the market, shows it, cancels it. Needs curl and openssl.
#
# Keys come from data/credentials.json, which a new venue writes, or from the environment:
# PERPETUA_CREDENTIALS names another file; API_KEY, SECRET_KEY and PASSPHRASE replace it.
# PERPETUA_URL says where the venue is.
set -eu

base_url=${PERPETUA_URL:-http://localhost:8700}
credentials=${PERPETUA_CREDENTIALS:-data/credentials.json}
symbol=cmt_btcusdt

# The first text of that name in some JSON; enough here, jq is better where it is installed.
field() { grep -oE "\"$1\": *\"([^\"\\]|\\\\.)*\"" | head -n 1 | sed 's/^[^:]*: *"//; s/"$//'; }

API_KEY=${API_KEY:-$(field apiKey < "$credentials")}
SECRET_KEY=${SECRET_KEY:-$(field secretKey < "$credentials")}
PASSPHRASE=${PASSPHRASE:-$(field passphrase < "$credentials")}

now_millis() {
  curl -sS "$base_url/capi/v2/market/time" | grep -o '"timestamp":[0-9]*' | cut -d : -f 2
}

# call METHOD PATH[?QUERY] [BODY]: signs timestamp + method + path + ?query + body.
call() {
  timestamp=$(now_millis)
  body=${3:-}
  sign=$(printf '%s' "$timestamp$1/capi/v2$2$body" |
    openssl dgst -sha256 -hmac "$SECRET_KEY" -binary | openssl base64 -A)
  set -- "$1" "$2" -X "$1" -H "ACCESS-KEY: $API_KEY" -H "ACCESS-SIGN: $sign" \
    -H "ACCESS-PASSPHRASE: $PASSPHRASE" -H "ACCESS-TIMESTAMP: $timestamp" \
    -H 'Content-Type: application/json' -H 'locale: en-US'
  if [ -n "$body" ]; then set -- "$@" --data-binary "$body"; fi
  method=$1 path=$2
  shift 2
  answer=$(curl -sS -w '\n%{http_code}' "$@" "$base_url/capi/v2$path")
  status=$(printf '%s\n' "$answer" | tail -n 1)
  answer=$(printf '%s\n' "$answer" | sed '$d')
  if [ "$status" != 200 ]; then
    code=$(printf '%s' "$answer" | field code) msg=$(printf '%s' "$answer" | field msg)
    echo "$method $path failed: code $code, $msg" >&2
    exit 1
  fi
}

echo "time     $(now_millis)"
call GET "/market/ticker?symbol=$symbol"
bid=$(printf '%s' "$answer" | field best_bid)
echo "ticker   $symbol bid $bid ask $(printf '%s' "$answer" | field best_ask)"
price=$(awk "BEGIN { printf \"%.1f\", $bid * 0.97 }") # 3 % below: it rests
call POST /order/placeOrder "{\"symbol\":\"$symbol\",\"client_oid\":\"shell-$$-$(now_millis)\",\
\"size\":\"0.001\",\"type\":\"1\",\"order_type\":\"0\",\"match_price\":\"0\",\"price\":\"$price\"}"
order_id=$(printf '%s' "$answer" | field order_id)
echo "placed   $order_id buy 0.001 at $price"
call GET "/order/current?symbol=$symbol"
echo "resting  $answer"
call POST /order/cancel_order "{\"orderId\":\"$order_id\"}"
echo "canceled $answer"
