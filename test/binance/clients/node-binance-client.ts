/** `node-binance-api` of npm. */
import Binance from 'node-binance-api';
import type { Anything } from '../../gateway-v2/rest-kit.ts';
import type { Door } from './client-kit.ts';
import type { Client, Method, Package, Stream } from './seat.ts';

const pair = ({ price, quantity }: Anything): unknown[] => [price, quantity];
const CANDLE = ['openTime', 'open', 'high', 'low', 'close', 'volume', 'closeTime'];
const FILLED_UP = ['quoteAssetVolume', 'trades', 'trades', 'trades'];

/** By symbol, as the exchange lists them. */
const listed = (bySymbol: Record<string, Anything>, name: string): Anything[] =>
  Object.entries(bySymbol).map(([symbol, value]) => ({ symbol, [name]: value }));

function marketCalls(client: Anything): Record<string, Method> {
  return {
    'GET ping': ['futuresPing', () => client.futuresPing()],
    'GET time': ['futuresTime', async () => ({ serverTime: await client.futuresTime() })],
    'GET exchangeInfo': ['futuresExchangeInfo', () => client.futuresExchangeInfo()],
    'GET openInterest': ['futuresOpenInterest', ({ symbol }) => client.futuresOpenInterest(symbol)],
    'GET depth': [
      'futuresDepth',
      async ({ symbol, ...more }) => {
        const book = await client.futuresDepth(symbol, more);
        return { bids: book.bids.map(pair), asks: book.asks.map(pair) };
      },
    ],
    'GET trades': ['futuresTrades', ({ symbol }) => client.futuresTrades(symbol)],
    'GET aggTrades': ['futuresAggTrades', ({ symbol }) => client.futuresAggTrades(symbol)],
    'GET ticker/24hr': ['futuresDaily', ({ symbol }) => client.futuresDaily(symbol)],
    'GET v2/ticker/price': [
      'futuresPrices',
      async ({ symbol }) => listed(await client.futuresPrices(symbol), 'price'),
    ],
    'GET ticker/bookTicker': [
      'futuresQuote',
      async ({ symbol }) => Object.values(await client.futuresQuote(symbol)),
    ],
    'GET klines': [
      'futuresCandles',
      async ({ symbol, interval, ...more }) => {
        const rows = await client.futuresCandles(symbol, interval, more);
        return rows.map((row: Anything) => [...CANDLE, ...FILLED_UP].map((name) => row[name]));
      },
    ],
    'GET premiumIndex': ['futuresMarkPrice', ({ symbol }) => client.futuresMarkPrice(symbol)],
    'GET fundingRate': ['futuresFundingRate', ({ symbol }) => client.futuresFundingRate(symbol)],
  };
}

function accountCalls(client: Anything): Record<string, Method> {
  return {
    'GET v2/balance': ['futuresBalance', () => client.futuresBalance()],
    'GET v3/account': ['futuresAccount', () => client.futuresAccount()],
    'GET v2/positionRisk': ['futuresPositionRiskV2', () => client.futuresPositionRiskV2()],
    'GET v3/positionRisk': ['futuresPositionRisk', () => client.futuresPositionRisk()],
    'GET income': ['futuresIncome', (fields) => client.futuresIncome({ ...fields })],
    'GET commissionRate': [
      'futuresCommissionRate',
      ({ symbol }) => client.futuresCommissionRate(symbol),
    ],
    'GET leverageBracket': [
      'futuresLeverageBracket',
      ({ symbol }) => client.futuresLeverageBracket(symbol),
    ],
    'GET adlQuantile': [
      'futuresDeleverageQuantile',
      (fields) => client.futuresDeleverageQuantile({ ...fields }),
    ],
    'GET forceOrders': ['futuresForceOrders', (fields) => client.futuresForceOrders({ ...fields })],
    'GET apiTradingStatus': [
      'futuresTradingStatus',
      ({ symbol }) => client.futuresTradingStatus(symbol),
    ],
    'POST leverage': [
      'futuresLeverage',
      ({ symbol, leverage }) => client.futuresLeverage(symbol, leverage),
    ],
    'POST marginType': [
      'futuresMarginType',
      ({ symbol, marginType }) => client.futuresMarginType(symbol, marginType),
    ],
    'GET symbolConfig': [
      'futuresSymbolConfig',
      (fields) => client.futuresSymbolConfig({ ...fields }),
    ],
    'GET positionSide/dual': ['futuresPositionSideDual', () => client.futuresPositionSideDual()],
    'POST positionSide/dual': [
      'futuresChangePositionSideDual',
      ({ dualSidePosition }) => client.futuresChangePositionSideDual(dualSidePosition),
    ],
    'POST positionMargin': [
      'futuresPositionMargin',
      ({ symbol, amount, type, ...more }) =>
        client.futuresPositionMargin(symbol, amount, type, more),
    ],
    'GET positionMargin/history': [
      'futuresPositionMarginHistory',
      ({ symbol }) => client.futuresPositionMarginHistory(symbol),
    ],
    'POST listenKey': ['futuresGetDataStream', () => client.futuresGetDataStream()],
    'PUT listenKey': ['futuresKeepDataStream', (fields) => client.futuresKeepDataStream(fields)],
    'DELETE listenKey': [
      'futuresCloseDataStream',
      (fields) => client.futuresCloseDataStream(fields),
    ],
  };
}

function orderCalls(client: Anything): Record<string, Method> {
  return {
    'POST order': [
      'futuresOrder',
      ({ type, side, symbol, quantity, price, ...more }) =>
        client.futuresOrder(type, side, symbol, quantity, price, more),
    ],
    'POST batchOrders': [
      'futuresMultipleOrders',
      ({ batchOrders }) => client.futuresMultipleOrders(batchOrders),
    ],
    'GET order': [
      'futuresOrderStatus',
      ({ symbol, ...more }) => client.futuresOrderStatus(symbol, more),
    ],
    'GET openOrders': ['futuresOpenOrders', ({ symbol }) => client.futuresOpenOrders(symbol)],
    'GET allOrders': ['futuresAllOrders', ({ symbol }) => client.futuresAllOrders(symbol)],
    'GET userTrades': ['futuresUserTrades', ({ symbol }) => client.futuresUserTrades(symbol)],
    'DELETE order': [
      'futuresCancel',
      ({ symbol, orderId, ...more }) => client.futuresCancel(symbol, orderId, more),
    ],
    'DELETE allOpenOrders': ['futuresCancelAll', ({ symbol }) => client.futuresCancelAll(symbol)],
    'DELETE batchOrders': [
      'futuresCancelMultipleOrders',
      ({ symbol, orderIdList }) =>
        client.futuresCancelMultipleOrders(symbol, { orderIdList: JSON.stringify(orderIdList) }),
    ],
    'POST countdownCancelAll': [
      'futuresCountdownCancelAll',
      ({ symbol, countdownTime }) => client.futuresCountdownCancelAll(symbol, countdownTime),
    ],
    'POST algoOrder': [
      'futuresAlgoOrder',
      ({ type, side, symbol, quantity, price, ...more }) =>
        client.futuresAlgoOrder(type, side, symbol, quantity, price, more),
    ],
    'GET algoOrder': [
      'futuresAlgoOrderStatus',
      ({ symbol, ...more }) => client.futuresAlgoOrderStatus(symbol, more),
    ],
    'GET openAlgoOrders': [
      'futuresOpenAlgoOrders',
      ({ symbol }) => client.futuresOpenAlgoOrders(symbol),
    ],
    'GET allAlgoOrders': [
      'futuresAllAlgoOrders',
      ({ symbol }) => client.futuresAllAlgoOrders(symbol),
    ],
    'DELETE algoOrder': [
      'futuresCancelAlgoOrder',
      ({ symbol, algoId }) => client.futuresCancelAlgoOrder(symbol, algoId),
    ],
    'DELETE algoOpenOrders': [
      'futuresCancelAllAlgo',
      ({ symbol }) => client.futuresCancelAllAlgo(symbol),
    ],
  };
}

/** It gives events in words of its own; these are the words of the exchange again. */
const WORDS: Readonly<Record<string, string>> = {
  eventType: 'e',
  symbol: 's',
  price: 'p',
  amount: 'q',
  markPrice: 'p',
  indexPrice: 'i',
  close: 'c',
  volume: 'v',
  bestBid: 'b',
  bestBidQty: 'B',
  bestAsk: 'a',
  bestAskQty: 'A',
};
const worded = (event: Anything): Anything =>
  Array.isArray(event)
    ? event.map(worded)
    : Object.fromEntries(
        Object.entries(event).map(([name, value]) => [WORDS[name] ?? name, value]),
      );

function streamsOf(client: Anything): Record<string, Stream> {
  const stream = (name: string, ...before: unknown[]): Stream => [
    name,
    (hear) => client[name](...before, (event: Anything) => hear(worded(event))),
  ];
  return {
    aggTrade: stream('futuresAggTradeStream', 'BTCUSDT'),
    markPrice: stream('futuresMarkPriceStream', 'BTCUSDT'),
    kline: [
      'futuresCandlesticksStream',
      (hear) => client.futuresCandlesticksStream('BTCUSDT', '1m', hear),
    ],
    miniTicker: stream('futuresMiniTickerStream', 'BTCUSDT'),
    bookTicker: stream('futuresBookTickerStream', 'BTCUSDT'),
    user: ['userFutureData', (hear) => client.userFutureData(hear)],
  };
}

function open({ http, ws, key, secret }: Door): Client {
  const Class: Anything = Binance;
  const client = new Class({
    APIKEY: key,
    APISECRET: secret,
    urls: { fapi: `${http}/fapi/`, base: `${http}/api/`, sapi: `${http}/sapi/` },
    log: () => {},
  });
  client.getFStreamSingleUrl = (route: string) => `${ws}/${route}/ws/`;
  client.getFStreamUrl = (route: string) => `${ws}/${route}/stream?streams=`;
  return {
    calls: { ...marketCalls(client), ...accountCalls(client), ...orderCalls(client) },
    streams: streamsOf(client),
    codeOf: ({ message }) => JSON.parse(message).code,
    close: () => {
      for (const name of Object.keys(client.getFuturesSubscriptions()))
        client.futuresTerminate(name);
    },
  };
}

export const NODE_BINANCE: Package = {
  name: 'node-binance-api',
  version: '1.0.33',
  open,
  cannot: [
    [
      'sockets of another address',
      'its address is a constant; a program assigns the two methods above',
    ],
    ['limit orders that take', 'it sends GTX unless `timeInForce` is given'],
    [
      'futuresOpenOrders {conditional}',
      'it asks a path that has DELETE alone: futuresOpenAlgoOrders',
    ],
    [
      'futuresHistoricalTrades',
      'it sends no key, which this call needs: -2014, as at the exchange',
    ],
    ['an amendment', 'it has none'],
  ],
};
