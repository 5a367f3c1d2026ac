/** `binance` by tiagosiebler, pointed at this venue. */
import { readFileSync } from 'node:fs';
import { USDMClient, WebsocketClient } from 'binance';

const all = JSON.parse(readFileSync('data/credentials.json', 'utf8'));
const keys = all.find(({ name }) => name === 'oneway-1');
const baseUrl = 'http://localhost:8700';
const access = { api_key: keys.apiKey, api_secret: keys.secretKey };
const client = new USDMClient({ ...access, baseUrl });
const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: 0.001 };
const { orderId, status } = await client.submitNewOrder({ ...order, newOrderRespType: 'RESULT' });
const wsUrl = baseUrl.replace('http', 'ws');
const sockets = new WebsocketClient({ ...access, wsUrl, restOptions: { baseUrl } });
const heard = new Promise((resolve) => sockets.on('message', resolve));
sockets.subscribe('btcusdt@markPrice@1s', 'usdm');
const mark = await heard;
console.log(orderId, status, mark.s);
sockets.closeAll(true);
