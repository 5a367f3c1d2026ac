/**
 * A bot that steps venue time: every five minutes it looks at the last hour and follows the trend,
 * long or short. It is an example of how to step, not of what to trade. It runs until it is told to
 * end:
 *
 *   npx perpetua lives --bot "npx node examples/lives/bot.ts" --seeds 20 --hours 24
 */
import { createHmac } from 'node:crypto';

const { PERPETUA_URL: url = '', API_KEY = '', SECRET_KEY = '', PASSPHRASE = '' } = process.env;
const SYMBOL = 'cmt_btcusdt';
const SIZE = '0.5000';
const STEP_SECONDS = 300;
const MINUTES = 60;
/** A trend is a move of this part of the price within the hour. */
const TREND = 0.004;

/** Signs timestamp, method, path and body, exactly as they are sent. */
async function call(method: 'GET' | 'POST', path: string, body?: object) {
  const text = body === undefined ? '' : JSON.stringify(body);
  const timestamp = String(Date.now());
  const sign = createHmac('sha256', SECRET_KEY).update(timestamp + method + path + text);
  const headers = {
    'ACCESS-KEY': API_KEY,
    'ACCESS-SIGN': sign.digest('base64'),
    'ACCESS-PASSPHRASE': PASSPHRASE,
    'ACCESS-TIMESTAMP': timestamp,
    'Content-Type': 'application/json',
  };
  const init = body === undefined ? { method, headers } : { method, headers, body: text };
  const answer = await fetch(url + path, init);
  const value = JSON.parse(await answer.text());
  if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
  return value;
}

/** The change of the price over the last hour, as a part of it. */
async function lastMove(): Promise<number> {
  const query = `symbol=${SYMBOL}&granularity=1m&limit=${MINUTES}`;
  const candles: string[][] = await call('GET', `/capi/v2/market/candles?${query}`);
  const closes = candles.map(([at, , , , close]) => ({ at: Number(at), close: Number(close) }));
  closes.sort((one, other) => one.at - other.at);
  return (closes.at(-1)?.close ?? 0) / (closes[0]?.close ?? 1) - 1;
}

/** Whatever is held is closed first; a position that was liquidated is gone already. */
async function turn(side: 'long' | 'short', number: number): Promise<void> {
  await call('POST', '/capi/v2/order/closePositions', { symbol: SYMBOL });
  await call('POST', '/capi/v2/order/placeOrder', {
    ...{ symbol: SYMBOL, client_oid: `turn-${number}`, size: SIZE },
    ...{ type: side === 'long' ? '1' : '2', order_type: '0', match_price: '1' },
  }).catch(({ message }) => console.error(message));
}

let held: 'long' | 'short' | undefined;
for (let number = 1; ; number += 1) {
  const move = await lastMove();
  const wanted = move > TREND ? 'long' : move < -TREND ? 'short' : held;
  if (wanted !== undefined && wanted !== held) await turn(wanted, number);
  held = wanted;
  await call('POST', '/sandbox/time/step', { seconds: STEP_SECONDS });
}
