/** `@binance/derivatives-trading-usds-futures`, the official connector, pointed at this venue. */
import { readFileSync } from 'node:fs';
import { DerivativesTradingUsdsFutures } from '@binance/derivatives-trading-usds-futures';

const all = JSON.parse(readFileSync('data/credentials.json', 'utf8'));
const { apiKey, secretKey: apiSecret } = all.find(({ name }) => name === 'oneway-1');
const basePath = 'http://localhost:8700';
const wsURL = basePath.replace('http', 'ws');
const client = new DerivativesTradingUsdsFutures({
  configurationRestAPI: { apiKey, apiSecret, basePath, timeout: 5000 },
  configurationWebsocketAPI: { apiKey, apiSecret, wsURL: `${wsURL}/ws-fapi/v1` },
  configurationWebsocketStreams: { wsURL },
});
const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: 0.001 };
const answer = await client.restAPI.newOrder({ ...order, newOrderRespType: 'RESULT' });
const { orderId, status } = await answer.data();
const streams = await client.websocketStreams.connect();
const mark = await new Promise((resolve) =>
  streams.markPriceStream({ symbol: 'btcusdt' }).on('message', resolve),
);
console.log(orderId, status, mark.s);
await streams.disconnect();
