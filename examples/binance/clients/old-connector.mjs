/** `@binance/futures-connector`, the old official one, pointed at this venue. */
import { readFileSync } from 'node:fs';
import connector from '@binance/futures-connector';

const all = JSON.parse(readFileSync('data/credentials.json', 'utf8'));
const keys = all.find(({ name }) => name === 'oneway-1');
const baseURL = 'http://localhost:8700';
const client = new connector.UMFutures(keys.apiKey, keys.secretKey, { baseURL });
const terms = { quantity: 0.001, newOrderRespType: 'RESULT' };
const { data } = await client.newOrder('BTCUSDT', 'BUY', 'MARKET', terms);
const message = (text) => {
  console.log(data.orderId, data.status, JSON.parse(text).s);
  process.exit(0);
};
const wsURL = baseURL.replace('http', 'ws');
const logger = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {}, log: () => {} };
new connector.UMStream({ callbacks: { message }, wsURL, logger }).markPriceStream('BTCUSDT', '1s');
