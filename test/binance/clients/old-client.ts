/** `@binance/futures-connector`: the connector of the exchange before the present one. */
import { createRequire } from 'node:module';
import type { Anything } from '../../gateway-v2/rest-kit.ts';
import type { Door } from './client-kit.ts';
import type { Client, Method, Package, Stream } from './seat.ts';

/** It comes without types. */
const { UMFutures, UMStream } = createRequire(import.meta.url)('@binance/futures-connector');

/** Each with the fields that its method takes by place; the rest is its last argument. */
const CALLS: Readonly<Record<string, readonly [name: string, ...places: string[]]>> = {
  'GET ping': ['ping'],
  'GET time': ['getTime'],
  'GET exchangeInfo': ['getExchangeInfo'],
  'GET openInterest': ['getOpenInterest', 'symbol'],
  'GET depth': ['getDepth', 'symbol', 'limit'],
  'GET trades': ['getTrades', 'symbol'],
  'GET historicalTrades': ['getHistoricalTrades', 'symbol'],
  'GET aggTrades': ['getAggTrades', 'symbol'],
  'GET ticker/24hr': ['get24hrTicker', 'symbol'],
  'GET ticker/price': ['getPriceTicker', 'symbol'],
  'GET v2/ticker/price': ['getPriceTickerV2', 'symbol'],
  'GET ticker/bookTicker': ['getBookTicker', 'symbol'],
  'GET klines': ['getKlines', 'symbol', 'interval', 'startTime', 'endTime', 'limit'],
  'GET markPriceKlines': [
    'getMarkPriceKlines',
    'symbol',
    'interval',
    'startTime',
    'endTime',
    'limit',
  ],
  'GET indexPriceKlines': [
    'getIndexPriceKlines',
    'pair',
    'interval',
    'startTime',
    'endTime',
    'limit',
  ],
  'GET premiumIndex': ['getPremiumIndex', 'symbol'],
  'GET fundingRate': ['getFundingRate', 'symbol'],
  'GET assetIndex': ['assetIndex', 'symbol'],
  'GET v3/balance': ['getFuturesAccountBalanceV3'],
  'GET v3/account': ['getAccountInformationV3'],
  'GET v2/positionRisk': ['getPositionInformationV2'],
  'GET v3/positionRisk': ['getPositionInformationV3'],
  'GET income': ['getIncomeHistory'],
  'GET commissionRate': ['getUserCommissionRate', 'symbol'],
  'GET leverageBracket': ['getNotionalAndLeverageBrackets'],
  'GET adlQuantile': ['getPositionADLQuantileEstimation'],
  'GET forceOrders': ['getUsersForceOrders'],
  'GET rateLimit/order': ['getUserRateLimit'],
  'POST leverage': ['changeInitialLeverage', 'symbol', 'leverage'],
  'POST marginType': ['changeMarginType', 'symbol', 'marginType'],
  'GET accountConfig': ['getAccountConfig'],
  'GET symbolConfig': ['getSymbolConfig'],
  'GET positionSide/dual': ['getPositionMode'],
  'POST positionSide/dual': ['changePositionMode', 'dualSidePosition'],
  'GET multiAssetsMargin': ['getMultiAssetsMode'],
  'GET feeBurn': ['getFeeBurn'],
  'POST positionMargin': ['modifyIsolatedPositionMargin', 'symbol', 'amount', 'type'],
  'GET positionMargin/history': ['getPositionMarginChangeHistory', 'symbol'],
  'POST order': ['newOrder', 'symbol', 'side', 'type'],
  'PUT order': ['modifyOrder', 'symbol', 'side', 'quantity', 'price'],
  'GET order': ['queryOrder', 'symbol'],
  'GET openOrder': ['queryCurrentOpenOrder', 'symbol'],
  'GET openOrders': ['getCurrentAllOpenOrders'],
  'GET allOrders': ['getAllOrders', 'symbol'],
  'GET userTrades': ['getAccountTradeList', 'symbol'],
  'GET orderAmendment': ['getOrderModifyHistory', 'symbol'],
  'DELETE order': ['cancelOrder', 'symbol'],
  'DELETE allOpenOrders': ['cancelAllOpenOrders', 'symbol'],
  'POST countdownCancelAll': ['autoCancelAllOpenOrders', 'symbol', 'countdownTime'],
  'POST listenKey': ['createListenKey'],
  'PUT listenKey': ['renewListenKey', 'listenKey'],
  'DELETE listenKey': ['closeListenKey', 'listenKey'],
};

const callOf = (client: Anything, [name, ...places]: readonly [string, ...string[]]): Method => [
  name,
  async (fields) => {
    const rest = Object.entries(fields).filter(([field]) => !places.includes(field));
    const more = rest.length === 0 ? [] : [Object.fromEntries(rest)];
    return (await client[name](...places.map((place) => fields[place]), ...more)).data;
  },
];

const STREAMS: Readonly<Record<string, readonly [name: string, ...before: unknown[]]>> = {
  aggTrade: ['aggregateTradeStream', 'BTCUSDT'],
  markPrice: ['markPriceStream', 'BTCUSDT', '1s'],
  markPrices: ['allMarketMarkPriceStream', '1s'],
  kline: ['klineCandlestickStream', 'BTCUSDT', '1m'],
  miniTicker: ['individualSymbolMiniTickerStream', 'BTCUSDT'],
  miniTickers: ['allMarketMiniTickersStream'],
  ticker: ['individualSymbolTickerStreams', 'BTCUSDT'],
  tickers: ['allMarketTickersStreams'],
  bookTicker: ['individualSymbolBookTickerStreams', 'BTCUSDT'],
  partialDepth: ['partialBookDepthStreams', 'BTCUSDT', '5', '100ms'],
  diffDepth: ['diffBookDepthStreams', 'BTCUSDT', '100ms'],
};

const SILENT = { log: () => {}, info: () => {}, warn: () => {}, error: () => {}, debug: () => {} };

function open({ http, ws, key, secret }: Door): Client {
  const client: Anything = new UMFutures(key, secret, { baseURL: http });
  const opened: Anything[] = [];
  const socket = (hear: (event: Anything) => void): Anything => {
    const callbacks = { message: (text: string) => hear(JSON.parse(text)) };
    const stream = new UMStream({ callbacks, wsURL: ws, logger: SILENT });
    opened.push(stream);
    return stream;
  };
  const streams = Object.entries(STREAMS).map(([stream, [name, ...before]]): [string, Stream] => [
    stream,
    [name, (hear) => socket(hear)[name](...before)],
  ]);
  const user: Stream = [
    'userDataStream',
    async (hear) => socket(hear).userDataStream((await client.createListenKey()).data.listenKey),
  ];
  return {
    calls: {
      ...Object.fromEntries(
        Object.entries(CALLS).map(([call, row]) => [call, callOf(client, row)]),
      ),
      'POST batchOrders': [
        'placeMultipleOrders',
        async ({ batchOrders }) =>
          (await client.placeMultipleOrders(JSON.stringify(batchOrders))).data,
      ],
    },
    streams: { ...Object.fromEntries(streams), user },
    codeOf: ({ response }) => response?.data?.code,
    close: () => {
      for (const stream of opened) stream.disconnect();
    },
  };
}

export const OLD: Package = {
  name: '@binance/futures-connector',
  version: '0.1.7',
  open,
  cannot: [
    [
      'conditional orders',
      'it sends them to `/fapi/v1/order`: -4120, unless the venue was started with ' +
        '`--legacy-conditional-orders on`',
    ],
    ['batches as lists', '`placeMultipleOrders` takes the JSON text of a list'],
  ],
};
