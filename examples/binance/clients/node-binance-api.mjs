/** `node-binance-api`, pointed at this venue: two methods replace the address of its sockets. */
import { readFileSync } from 'node:fs';
import Binance from 'node-binance-api';

const all = JSON.parse(readFileSync('data/credentials.json', 'utf8'));
const keys = all.find(({ name }) => name === 'oneway-1');
const http = 'http://localhost:8700';
const ws = http.replace('http', 'ws');
const client = new Binance({
  APIKEY: keys.apiKey,
  APISECRET: keys.secretKey,
  urls: { fapi: `${http}/fapi/`, base: `${http}/api/`, sapi: `${http}/sapi/` },
});
client.getFStreamSingleUrl = (route) => `${ws}/${route}/ws/`;
client.getFStreamUrl = (route) => `${ws}/${route}/stream?streams=`;
const params = { newOrderRespType: 'RESULT' };
const { orderId, status } = await client.futuresMarketBuy('BTCUSDT', 0.001, params);
client.futuresMarkPriceStream('BTCUSDT', ({ symbol }) => {
  console.log(orderId, status, symbol);
  process.exit(0);
});
