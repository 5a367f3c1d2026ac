/** `binance-api-node`, pointed at this venue. */
import { readFileSync } from 'node:fs';
import module from 'binance-api-node';

const all = JSON.parse(readFileSync('data/credentials.json', 'utf8'));
const keys = all.find(({ name }) => name === 'oneway-1');
const http = 'http://localhost:8700';
const client = module.default({
  apiKey: keys.apiKey,
  apiSecret: keys.secretKey,
  httpFutures: http,
  httpBase: http,
  wsFutures: `${http.replace('http', 'ws')}/ws`,
});
const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.001' };
const { orderId, status } = await client.futuresOrder({ ...order, newOrderRespType: 'RESULT' });
client.ws.futuresMarkPrice('BTCUSDT', ({ symbol }) => {
  console.log(orderId, status, symbol);
  process.exit(0);
});
