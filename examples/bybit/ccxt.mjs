/** ccxt, class `bybit`, pointed at this venue. */
import { readFileSync } from 'node:fs';
import ccxt from 'ccxt';

const all = JSON.parse(readFileSync('data/credentials.json', 'utf8'));
const keys = all.find(({ name }) => name === 'oneway-2');
const http = 'http://localhost:8700';

const exchange = new ccxt.bybit({
  apiKey: keys.apiKey,
  secret: keys.secretKey,
  urls: { api: { public: http, private: http } },
});
const { id } = await exchange.createOrder('BTC/USDT:USDT', 'market', 'buy', 0.001);
const order = await exchange.fetchOrder(id, 'BTC/USDT:USDT', { acknowledged: true });
console.log(order.id, order.status, order.symbol);
await exchange.close();
