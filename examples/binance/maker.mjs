/**
 * A market maker on the official connector, over sockets alone but for the key of its stream: it
 * hears the best prices, quotes both sides through the WebSocket API, and leans against what it
 * holds. With a venue running:
 *
 *   npx node examples/binance/maker.mjs
 */
import { readFileSync } from 'node:fs';
import { DerivativesTradingUsdsFutures } from '@binance/derivatives-trading-usds-futures';

const { PERPETUA_URL: url = 'http://localhost:8700', PERPETUA_CREDENTIALS: file } = process.env;
const seconds = Number(process.env.SECONDS ?? 30);
const known = JSON.parse(readFileSync(file ?? 'data/credentials.json', 'utf8'));
const { apiKey, secretKey: apiSecret } = known.find(({ name }) => name === 'oneway-2');
const symbol = 'BTCUSDT';
const QUANTITY = 0.001;
/** How far from the middle it quotes, and how much further for each unit that it holds. */
const AWAY = 0.0001;
const LEAN = 0.00002;

const ws = url.replace('http', 'ws');
const client = new DerivativesTradingUsdsFutures({
  configurationRestAPI: { apiKey, apiSecret, basePath: url, timeout: 5_000 },
  configurationWebsocketAPI: { apiKey, apiSecret, wsURL: `${ws}/ws-fapi/v1`, timeout: 5_000 },
  configurationWebsocketStreams: { wsURL: ws },
});
const { listenKey } = await (await client.restAPI.startUserDataStream()).data();
const streams = await client.websocketStreams.connect();
const api = await client.websocketAPI.connect();

let units = 0;
let fills = 0;
const quotes = new Map();
streams.userData(listenKey).on('message', ({ e, o }) => {
  if (e !== 'ORDER_TRADE_UPDATE') return;
  if (o.x === 'TRADE') {
    fills += 1;
    units += (o.S === 'BUY' ? 1 : -1) * (Number(o.l) / QUANTITY);
    console.log('filled  ', o.S, o.l, 'at', o.L);
  }
  // Whatever ended must be quoted anew.
  if (o.X !== 'NEW' && o.X !== 'PARTIALLY_FILLED' && quotes.get(o.S)?.id === o.i)
    quotes.delete(o.S);
});

/** Post-only: a quote that would take is refused, and the next price brings another. */
async function quote(side, price) {
  const known = quotes.get(side);
  const text = price.toFixed(1);
  if (known !== undefined && Math.abs(known.price - price) < price * AWAY * 0.2) return;
  if (known !== undefined) {
    const change = { symbol, side, orderId: known.id, quantity: QUANTITY, price: text };
    await api.modifyOrder(change);
    known.price = price;
    return;
  }
  const order = {
    symbol,
    side,
    type: 'LIMIT',
    timeInForce: 'GTX',
    quantity: QUANTITY,
    price: text,
  };
  const { data } = await api.newOrder(order);
  quotes.set(side, { id: data.orderId, price });
}

let busy = false;
let refusals = 0;
async function requote(bid, ask) {
  if (busy) return;
  busy = true;
  const middle = ((bid + ask) / 2) * (1 - LEAN * units);
  for (const [side, price] of [
    ['BUY', Math.min(middle * (1 - AWAY), ask - 0.1)],
    ['SELL', Math.max(middle * (1 + AWAY), bid + 0.1)],
  ])
    await quote(side, price).catch(() => {
      refusals += 1;
      quotes.delete(side);
    });
  busy = false;
}
streams
  .individualSymbolBookTickerStreams({ symbol: 'btcusdt' })
  .on('message', ({ b, a }) => void requote(Number(b), Number(a)));

await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
busy = true;
console.log(
  'quoted  ',
  [...quotes].map(([side, { price }]) => `${side} ${price.toFixed(1)}`).join(', '),
);
await client.restAPI.cancelAllOpenOrders({ symbol });
const [position] = await (await client.restAPI.positionInformationV3({ symbol })).data();
const held = Number(position?.positionAmt ?? 0);
const side = held > 0 ? 'SELL' : 'BUY';
if (held !== 0)
  await api.newOrder({
    symbol,
    side,
    type: 'MARKET',
    quantity: Math.abs(held),
    reduceOnly: 'true',
  });
const [money] = await (await client.restAPI.futuresAccountBalanceV3()).data();
console.log('ended   ', fills, 'fills,', refusals, 'refusals, balance', money.balance, money.asset);
await streams.disconnect();
await api.disconnect();
