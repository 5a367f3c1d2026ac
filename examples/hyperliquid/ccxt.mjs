/** ccxt, class `hyperliquid`, pointed at this venue. */
import { readFileSync } from 'node:fs';
import ccxt from 'ccxt';

const all = JSON.parse(readFileSync('data/credentials.json', 'utf8'));
const keys = all.find(({ name }) => name === 'oneway-2');
const http = 'http://localhost:8700/hl';

const exchange = new ccxt.hyperliquid({
  walletAddress: keys.address,
  privateKey: keys.privateKey,
  urls: { api: { public: http, private: http } },
  options: { defaultSlippage: 0.005 },
});
const { last } = await exchange.fetchTicker('BTC/USDC:USDC');
const { id } = await exchange.createOrder('BTC/USDC:USDC', 'market', 'buy', 0.001, last);
const order = await exchange.fetchOrder(id, 'BTC/USDC:USDC');
console.log(order.id, order.status, order.filled);
await exchange.close();
