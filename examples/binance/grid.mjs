/**
 * A grid bot on ccxt, class `binanceusdm`, in one-way mode: bids below the price, asks above it,
 * and each fill is answered one step away on the other side. Nothing is special about it but the
 * addresses and the keys. With a venue running:
 *
 *   npx node examples/binance/grid.mjs
 */
import { readFileSync } from 'node:fs';
import ccxt from 'ccxt';

const { PERPETUA_URL: url = 'http://localhost:8700', PERPETUA_CREDENTIALS: file } = process.env;
const seconds = Number(process.env.SECONDS ?? 30);
const known = JSON.parse(readFileSync(file ?? 'data/credentials.json', 'utf8'));
const keys = known.find(({ name }) => name === 'oneway-1');
const SYMBOL = 'BTC/USDT:USDT';
const AMOUNT = 0.001;
const RUNGS = 3;

const [v1, v2, v3] = ['v1', 'v2', 'v3'].map((version) => `${url}/fapi/${version}`);
const ws = url.replace('http', 'ws');
const exchange = new ccxt.pro.binanceusdm({
  apiKey: keys.apiKey,
  secret: keys.secretKey,
  urls: {
    test: {
      ...{ fapiPublic: v1, fapiPrivate: v1, fapiPublicV2: v2, fapiPrivateV2: v2 },
      ...{ fapiPublicV3: v3, fapiPrivateV3: v3, fapiData: `${url}/futures/data` },
      ws: { future: `${ws}/ws`, 'ws-api': { future: `${ws}/ws-fapi/v1` } },
    },
  },
});
exchange.setSandboxMode(true);
await exchange.loadHttpProxyAgent(); // ccxt needs it for sockets without TLS
await exchange.loadMarkets();
const { hedged } = await exchange.fetchPositionMode(SYMBOL);
await exchange.cancelAllOrders(SYMBOL);

const { bid = 0, ask = 0 } = (await exchange.fetchBidsAsks([SYMBOL]))[SYMBOL];
const middle = (bid + ask) / 2;
const step = middle / 10_000;
const place = (side, price) =>
  exchange.createOrder(SYMBOL, 'limit', side, AMOUNT, exchange.priceToPrecision(SYMBOL, price));
for (let rung = 1; rung <= RUNGS; rung += 1) {
  await place('buy', middle - rung * step);
  await place('sell', middle + rung * step);
}
console.log('grid    ', RUNGS * 2, 'orders around', middle, hedged ? 'hedge mode' : 'one-way mode');

const end = Date.now() + seconds * 1_000;
const ended = new Promise((resolve) => setTimeout(resolve, seconds * 1_000, []));
const answered = new Set();
while (Date.now() < end) {
  for (const { id, status, side, price } of await Promise.race([
    exchange.watchOrders(SYMBOL),
    ended,
  ])) {
    if (status !== 'closed' || answered.has(id)) continue;
    answered.add(id);
    console.log('filled  ', side, 'at', price);
    await (side === 'buy' ? place('sell', price + step) : place('buy', price - step));
  }
}

await exchange.cancelAllOrders(SYMBOL);
for (const { side, contracts } of await exchange.fetchPositions([SYMBOL])) {
  const back = side === 'long' ? 'sell' : 'buy';
  await exchange.createOrder(SYMBOL, 'market', back, contracts, undefined, { reduceOnly: true });
}
const { USDT: money } = await exchange.fetchBalance();
console.log('ended   ', answered.size, 'fills, balance', money?.total, 'USDT');
await exchange.close();
process.exit(); // ccxt keeps a timer for the key of its private stream
