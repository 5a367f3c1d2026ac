/** `ccxt`, class `binanceusdm`, pointed at this venue: an order, and the mark price of a socket. */
import { readFileSync } from 'node:fs';
import ccxt from 'ccxt';

const all = JSON.parse(readFileSync('data/credentials.json', 'utf8'));
const keys = all.find(({ name }) => name === 'oneway-1');
const http = 'http://localhost:8700';
const ws = http.replace('http', 'ws');
const [v1, v2, v3] = ['v1', 'v2', 'v3'].map((version) => `${http}/fapi/${version}`);
const exchange = new ccxt.pro.binanceusdm({
  apiKey: keys.apiKey,
  secret: keys.secretKey,
  urls: {
    test: {
      fapiPublic: v1,
      fapiPrivate: v1,
      fapiPublicV2: v2,
      fapiPrivateV2: v2,
      fapiPublicV3: v3,
      fapiPrivateV3: v3,
      fapiData: `${http}/futures/data`,
      ws: { future: `${ws}/ws`, 'ws-api': { future: `${ws}/ws-fapi/v1` } },
    },
  },
  // ccxt knows these codes by the name of the host, which is another one here.
  exceptions: { exact: { '-2019': ccxt.InsufficientFunds, '-2022': ccxt.InvalidOrder } },
});
exchange.setSandboxMode(true);
await exchange.loadHttpProxyAgent(); // ccxt needs it for sockets without TLS
const order = await exchange.createOrder('BTC/USDT:USDT', 'market', 'buy', 0.001);
console.log(order.id, order.status, (await exchange.watchMarkPrice('BTC/USDT:USDT')).symbol);
await exchange.close();
