/**
 * A bot's test in continuous integration: the venue runs, and its keys are in the data folder. This
 * one buys by itself; yours starts the bot with the same address and keys.
 */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const url = `http://localhost:${process.env.PERPETUA_PORT}`;
const [account] = JSON.parse(readFileSync('data/credentials.json', 'utf8'));

async function call(method, path, body = '') {
  const timestamp = String(Date.now());
  const text = timestamp + method + path + body;
  const headers = {
    'ACCESS-KEY': account.apiKey,
    'ACCESS-PASSPHRASE': account.passphrase,
    'ACCESS-TIMESTAMP': timestamp,
    'ACCESS-SIGN': createHmac('sha256', account.secretKey).update(text).digest('base64'),
    'Content-Type': 'application/json',
  };
  const response = await fetch(url + path, { method, headers, body: body || undefined });
  return response.json();
}

test('the bot has bought', async () => {
  const order = { symbol: 'cmt_btcusdt', client_oid: 'ci-1', size: '0.0010', type: '1' };
  const sent = JSON.stringify({ ...order, order_type: '0', match_price: '1' });
  const { order_id } = await call('POST', '/capi/v2/order/placeOrder', sent);
  assert.match(order_id, /^\d+$/);
  const [position] = await call('GET', '/capi/v2/account/position/allPosition');
  assert.equal(position.size, '0.0010');
});
