/** `binance-api-node` of npm. */
import connect from 'binance-api-node';
import type { Anything } from '../../gateway-v2/rest-kit.ts';
import type { Door } from './client-kit.ts';
import type { Client, Method, Package, Stream } from './seat.ts';

const CALLS: Readonly<Record<string, string>> = {
  'GET ping': 'futuresPing',
  'GET exchangeInfo': 'futuresExchangeInfo',
  'GET trades': 'futuresTrades',
  'GET ticker/24hr': 'futuresDailyStats',
  'GET premiumIndex': 'futuresMarkPrice',
  'GET fundingRate': 'futuresFundingRate',
  'GET data/globalLongShortAccountRatio': 'futuresLongShortRatio',
  'GET symbolAdlRisk': 'futuresSymbolAdlRisk',
  'GET allForceOrders': 'futuresAllForceOrders',
  'GET v2/balance': 'futuresAccountBalance',
  'GET v2/account': 'futuresAccountInfo',
  'GET v2/positionRisk': 'futuresPositionRisk',
  'GET income': 'futuresIncome',
  'GET commissionRate': 'futuresCommissionRate',
  'GET leverageBracket': 'futuresLeverageBracket',
  'POST leverage': 'futuresLeverage',
  'POST marginType': 'futuresMarginType',
  'GET positionSide/dual': 'futuresPositionMode',
  'POST positionSide/dual': 'futuresPositionModeChange',
  'GET multiAssetsMargin': 'getMultiAssetsMargin',
  'POST multiAssetsMargin': 'setMultiAssetsMargin',
  'POST positionMargin': 'futuresPositionMargin',
  'GET positionMargin/history': 'futuresMarginHistory',
  'POST order': 'futuresOrder',
  'PUT order': 'futuresUpdateOrder',
  'GET order': 'futuresGetOrder',
  'GET openOrders': 'futuresOpenOrders',
  'GET allOrders': 'futuresAllOrders',
  'GET userTrades': 'futuresUserTrades',
  'DELETE order': 'futuresCancelOrder',
  'DELETE allOpenOrders': 'futuresCancelAllOpenOrders',
  'POST algoOrder': 'futuresCreateAlgoOrder',
  'GET algoOrder': 'futuresGetAlgoOrder',
  'GET openAlgoOrders': 'futuresGetOpenAlgoOrders',
  'GET allAlgoOrders': 'futuresGetAllAlgoOrders',
  'DELETE algoOrder': 'futuresCancelAlgoOrder',
  'DELETE algoOpenOrders': 'futuresCancelAllAlgoOpenOrders',
  'POST listenKey': 'futuresGetDataStream',
  'PUT listenKey': 'futuresKeepDataStream',
  'DELETE listenKey': 'futuresCloseDataStream',
};

const pair = ({ price, quantity }: Anything): unknown[] => [price, quantity];
const booked = ({ bids, asks }: Anything): Anything => ({
  bids: bids.map(pair),
  asks: asks.map(pair),
});
const rows = (candles: Anything[]): unknown[][] => candles.map((row) => Object.values(row));

/** Those whose answers it puts into a form of its own, back in the form of the exchange. */
function shapedCalls(client: Anything): Record<string, Method> {
  return {
    'GET time': ['futuresTime', async () => ({ serverTime: await client.futuresTime() })],
    'GET depth': ['futuresBook', async (fields) => booked(await client.futuresBook(fields))],
    'GET rpiDepth': [
      'futuresRpiDepth',
      async (fields) => booked(await client.futuresRpiDepth(fields)),
    ],
    'GET aggTrades': [
      'futuresAggTrades',
      async (fields) =>
        (await client.futuresAggTrades(fields)).map((trade: Anything) => ({
          p: trade.price,
          q: trade.quantity,
          T: trade.timestamp,
        })),
    ],
    'GET ticker/price': [
      'futuresPrices',
      async (fields) =>
        Object.entries(await client.futuresPrices(fields)).map(([symbol, price]) => ({
          symbol,
          price,
        })),
    ],
    'GET ticker/bookTicker': [
      'futuresAllBookTickers',
      async () => Object.values(await client.futuresAllBookTickers()),
    ],
    'GET klines': ['futuresCandles', async (fields) => rows(await client.futuresCandles(fields))],
    'GET markPriceKlines': [
      'futuresMarkPriceCandles',
      async (fields) => rows(await client.futuresMarkPriceCandles(fields)),
    ],
    'GET indexPriceKlines': [
      'futuresIndexPriceCandles',
      async (fields) => rows(await client.futuresIndexPriceCandles(fields)),
    ],
    'POST batchOrders': [
      'futuresBatchOrders',
      ({ batchOrders }) => client.futuresBatchOrders({ batchOrders: JSON.stringify(batchOrders) }),
    ],
    'DELETE batchOrders': [
      'futuresCancelBatchOrders',
      ({ symbol, orderIdList }) =>
        client.futuresCancelBatchOrders({ symbol, orderIdList: JSON.stringify(orderIdList) }),
    ],
  };
}

/** The last argument leaves events in the words of the exchange. */
function streamsOf({ ws }: Anything): Record<string, Stream> {
  const stream = (name: string, ...before: unknown[]): Stream => [
    `ws.${name}`,
    (hear) => ws[name](...before, hear, false),
  ];
  return {
    aggTrade: stream('futuresAggTrades', 'BTCUSDT'),
    markPrice: stream('futuresMarkPrice', 'BTCUSDT'),
    markPrices: [
      'ws.futuresAllMarkPrices',
      (hear) =>
        ws.futuresAllMarkPrices({ updateSpeed: '1s' }, (rows: Anything[]) =>
          hear(rows.map((row) => ({ s: row.symbol, p: row.markPrice, i: row.indexPrice }))),
        ),
    ],
    kline: stream('futuresCandles', 'BTCUSDT', '1m'),
    ticker: stream('futuresTicker', 'BTCUSDT'),
    tickers: stream('futuresAllTickers'),
    bookTicker: stream('futuresBookTicker', 'BTCUSDT'),
    bookTickers: stream('futuresAllBookTickers'),
    partialDepth: stream('futuresPartialDepth', { symbol: 'BTCUSDT', level: 5 }),
    diffDepth: stream('futuresDepth', 'BTCUSDT'),
    forceOrder: stream('futuresLiquidations', 'BTCUSDT'),
    forceOrders: stream('futuresAllLiquidations'),
    contractInfo: stream('futuresContractInfo'),
    user: [
      'ws.futuresUser',
      (hear) =>
        ws.futuresUser(({ type, ...event }: Anything) => hear({ e: type, ...event }), false),
    ],
  };
}

function open({ http, ws, key, secret }: Door): Client {
  const make: Anything = typeof connect === 'function' ? connect : (connect as Anything).default;
  const client = make({
    apiKey: key,
    apiSecret: secret,
    httpFutures: http,
    httpBase: http,
    wsFutures: `${ws}/ws`,
  });
  const plain = Object.entries(CALLS).map(([call, name]): [string, Method] => [
    call,
    [name, (fields) => client[name]({ ...fields })],
  ]);
  return {
    calls: { ...Object.fromEntries(plain), ...shapedCalls(client) },
    streams: streamsOf(client),
    codeOf: ({ code }) => code,
  };
}

export const BINANCE_NODE: Package = {
  name: 'binance-api-node',
  version: '0.13.10',
  open,
  cannot: [
    ['batches as lists', '`futuresBatchOrders` takes the JSON text of a list'],
    ['TRADE_LITE and ALGO_UPDATE', 'arrive without `eventType` unless `transform` is false'],
  ],
};
