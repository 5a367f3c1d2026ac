/**
 * A ccxt bot: follows the price for a few ticks, buys with a stop, closes, and shows what it made.
 * Nothing is special about it but the addresses and the keys. With a venue running:
 *
 *   npx node examples/ccxt/bot.mjs
 */
import { readFileSync } from 'node:fs';
import ccxt from 'ccxt';

const { PERPETUA_URL: url = 'http://localhost:8700', PERPETUA_CREDENTIALS: file } = process.env;
const [keys] = JSON.parse(readFileSync(file ?? 'data/credentials.json', 'utf8'));
const SYMBOL = 'BTC/USDT:USDT';
const TICKS = 5;

const exchange = new ccxt.pro.weex({
  apiKey: keys.apiKey,
  secret: keys.secretKey,
  password: keys.passphrase,
  urls: {
    api: {
      ...{ public: url, private: url, contract: url, contractPrivate: url },
      // The word "contract" in it is how ccxt knows what kind of market this is.
      ws: { contract: `${url.replace('http', 'ws')}/contract/v3/ws` },
    },
  },
  options: { defaultType: 'swap' },
});
await exchange.loadHttpProxyAgent(); // ccxt needs it for sockets without TLS
await exchange.loadMarkets();
await exchange.setLeverage(10, SYMBOL);

const prices = [];
while (prices.length < TICKS) prices.push((await exchange.watchTicker(SYMBOL)).last ?? 0);
const price = prices.at(-1) ?? 0;
console.log('watched ', prices.length, 'prices, the last', price);

const stop = exchange.priceToPrecision(SYMBOL, price * 0.98);
const { id = '' } = await exchange.createOrder(SYMBOL, 'market', 'buy', 0.001, undefined, {
  stopLoss: { triggerPrice: Number(stop) },
});
const bought = await exchange.fetchOrder(id, SYMBOL);
console.log('bought  ', id, bought.filled, 'at', bought.average, 'with a stop at', stop);

const [position] = await exchange.fetchPositions([SYMBOL]);
console.log('position', position?.side, position?.contracts, 'entered at', position?.entryPrice);
await exchange.closePosition(SYMBOL);
const trades = await exchange.fetchMyTrades(SYMBOL, bought.timestamp);
const fees = trades.reduce((sum, { fee }) => sum + Number(fee?.cost ?? 0), 0);
console.log('closed  ', trades.length, 'trades, fees', fees.toFixed(8));
const { USDT: money } = await exchange.fetchBalance();
console.log('balance ', money?.total, 'USDT');
await exchange.close();
