/** `@binance/derivatives-trading-usds-futures`: the connector of the exchange itself. */
import { DerivativesTradingUsdsFutures } from '@binance/derivatives-trading-usds-futures';
import type { Anything } from '../../gateway-v2/rest-kit.ts';
import type { Door } from './client-kit.ts';
import type { Client, Method, Package, Stream } from './seat.ts';

/** It says a lot about its connections. */
process.env['LOG_LEVEL'] ??= 'none';

const CALLS: Readonly<Record<string, string>> = {
  'GET ping': 'testConnectivity',
  'GET time': 'checkServerTime',
  'GET exchangeInfo': 'exchangeInformation',
  'GET openInterest': 'openInterest',
  'GET depth': 'orderBook',
  'GET rpiDepth': 'rpiOrderBook',
  'GET trades': 'recentTradesList',
  'GET historicalTrades': 'oldTradesLookup',
  'GET aggTrades': 'compressedAggregateTradesList',
  'GET ticker/24hr': 'ticker24hrPriceChangeStatistics',
  'GET ticker/price': 'symbolPriceTicker',
  'GET v2/ticker/price': 'symbolPriceTickerV2',
  'GET ticker/bookTicker': 'symbolOrderBookTicker',
  'GET klines': 'klineCandlestickData',
  'GET continuousKlines': 'continuousContractKlineCandlestickData',
  'GET markPriceKlines': 'markPriceKlineCandlestickData',
  'GET indexPriceKlines': 'indexPriceKlineCandlestickData',
  'GET premiumIndexKlines': 'premiumIndexKlineData',
  'GET premiumIndex': 'markPrice',
  'GET fundingRate': 'getFundingRateHistory',
  'GET fundingInfo': 'getFundingRateInfo',
  'GET data/openInterestHist': 'openInterestStatistics',
  'GET data/globalLongShortAccountRatio': 'longShortRatio',
  'GET data/topLongShortAccountRatio': 'topTraderLongShortRatioAccounts',
  'GET data/topLongShortPositionRatio': 'topTraderLongShortRatioPositions',
  'GET data/takerlongshortRatio': 'takerBuySellVolume',
  'GET data/basis': 'basis',
  'GET data/delivery-price': 'quarterlyContractSettlementPrice',
  'GET constituents': 'queryIndexPriceConstituents',
  'GET assetIndex': 'assetIndex',
  'GET insuranceBalance': 'queryInsuranceFundBalanceSnapshot',
  'GET symbolAdlRisk': 'adlRisk',
  'GET indexInfo': 'compositeIndexSymbolInformation',
  'GET tradingSchedule': 'tradingSchedule',
  'GET v2/balance': 'futuresAccountBalanceV2',
  'GET v3/balance': 'futuresAccountBalanceV3',
  'GET v2/account': 'accountInformationV2',
  'GET v3/account': 'accountInformationV3',
  'GET v2/positionRisk': 'positionInformationV2',
  'GET v3/positionRisk': 'positionInformationV3',
  'GET income': 'getIncomeHistory',
  'GET commissionRate': 'userCommissionRate',
  'GET leverageBracket': 'notionalAndLeverageBrackets',
  'GET adlQuantile': 'positionAdlQuantileEstimation',
  'GET forceOrders': 'usersForceOrders',
  'GET rateLimit/order': 'queryUserRateLimit',
  'GET apiTradingStatus': 'futuresTradingQuantitativeRulesIndicators',
  'POST leverage': 'changeInitialLeverage',
  'POST marginType': 'changeMarginType',
  'GET accountConfig': 'futuresAccountConfiguration',
  'GET symbolConfig': 'symbolConfiguration',
  'GET positionSide/dual': 'getCurrentPositionMode',
  'POST positionSide/dual': 'changePositionMode',
  'GET multiAssetsMargin': 'getCurrentMultiAssetsMode',
  'POST multiAssetsMargin': 'changeMultiAssetsMode',
  'GET feeBurn': 'getBnbBurnStatus',
  'POST positionMargin': 'modifyIsolatedPositionMargin',
  'GET positionMargin/history': 'getPositionMarginChangeHistory',
  'POST order': 'newOrder',
  'POST order/test': 'testOrder',
  'PUT order': 'modifyOrder',
  'POST batchOrders': 'placeMultipleOrders',
  'PUT batchOrders': 'modifyMultipleOrders',
  'GET order': 'queryOrder',
  'GET openOrder': 'queryCurrentOpenOrder',
  'GET openOrders': 'currentAllOpenOrders',
  'GET allOrders': 'allOrders',
  'GET userTrades': 'accountTradeList',
  'GET orderAmendment': 'getOrderModifyHistory',
  'DELETE order': 'cancelOrder',
  'DELETE allOpenOrders': 'cancelAllOpenOrders',
  'DELETE batchOrders': 'cancelMultipleOrders',
  'POST countdownCancelAll': 'autoCancelAllOpenOrders',
  'POST algoOrder': 'newAlgoOrder',
  'GET algoOrder': 'queryAlgoOrder',
  'GET openAlgoOrders': 'currentAllAlgoOpenOrders',
  'GET allAlgoOrders': 'queryAllAlgoOrders',
  'DELETE algoOrder': 'cancelAlgoOrder',
  'DELETE algoOpenOrders': 'cancelAllAlgoOpenOrders',
  'POST listenKey': 'startUserDataStream',
  'PUT listenKey': 'keepaliveUserDataStream',
  'DELETE listenKey': 'closeUserDataStream',
};

const FRAMES: Readonly<Record<string, string>> = {
  'order.place': 'newOrder',
  'order.modify': 'modifyOrder',
  'order.cancel': 'cancelOrder',
  'order.status': 'queryOrder',
  'algoOrder.place': 'newAlgoOrder',
  'algoOrder.cancel': 'cancelAlgoOrder',
  'account.balance': 'futuresAccountBalance',
  'v2/account.balance': 'futuresAccountBalanceV2',
  'account.status': 'accountInformation',
  'v2/account.status': 'accountInformationV2',
  'account.position': 'positionInformation',
  'v2/account.position': 'positionInformationV2',
  depth: 'orderBook',
  'ticker.price': 'symbolPriceTicker',
  'ticker.book': 'symbolOrderBookTicker',
  'userDataStream.start': 'startUserDataStream',
  'userDataStream.ping': 'keepaliveUserDataStream',
  'userDataStream.stop': 'closeUserDataStream',
};

const BTC = { symbol: 'btcusdt' };
const STREAMS: Readonly<Record<string, readonly [method: string, fields?: object]>> = {
  aggTrade: ['aggregateTradeStreams', BTC],
  markPrice: ['markPriceStream', { ...BTC, updateSpeed: '1s' }],
  markPrices: ['markPriceStreamForAllMarket', { updateSpeed: '1s' }],
  kline: ['klineCandlestickStreams', { ...BTC, interval: '1m' }],
  continuousKline: [
    'continuousContractKlineCandlestickStreams',
    { pair: 'btcusdt', contractType: 'perpetual', interval: '1m' },
  ],
  miniTicker: ['individualSymbolMiniTickerStream', BTC],
  miniTickers: ['allMarketMiniTickersStream'],
  ticker: ['individualSymbolTickerStreams', BTC],
  tickers: ['allMarketTickersStreams'],
  bookTicker: ['individualSymbolBookTickerStreams', BTC],
  bookTickers: ['allBookTickersStream'],
  partialDepth: ['partialBookDepthStreams', { ...BTC, levels: 5, updateSpeed: '100ms' }],
  diffDepth: ['diffBookDepthStreams', { ...BTC, updateSpeed: '100ms' }],
  rpiDepth: ['rpiDiffBookDepthStreams', BTC],
  forceOrder: ['liquidationOrderStreams', BTC],
  forceOrders: ['allMarketLiquidationOrderStreams'],
  contractInfo: ['contractInfoStream'],
};

const entries = <Value, Made>(
  table: Readonly<Record<string, Value>>,
  make: (value: Value) => Made,
): Record<string, Made> =>
  Object.fromEntries(Object.entries(table).map(([name, value]) => [name, make(value)]));

function open({ http, ws, key, secret }: Door): Client {
  const keys = { apiKey: key, apiSecret: secret };
  const client: Anything = new DerivativesTradingUsdsFutures({
    configurationRestAPI: { ...keys, basePath: http, timeout: 10_000 },
    configurationWebsocketAPI: { ...keys, wsURL: `${ws}/ws-fapi/v1` },
    configurationWebsocketStreams: { wsURL: ws },
  });
  const opened: Anything[] = [];
  const once = (connect: () => Promise<Anything>): (() => Promise<Anything>) => {
    let connection: Promise<Anything> | undefined;
    return () => {
      connection ??= connect();
      opened.push(connection);
      return connection;
    };
  };
  const streams = once(() => client.websocketStreams.connect());
  const api = once(() => client.websocketAPI.connect());
  const callOf = (name: string): Method => [
    name,
    async (fields) => (await client.restAPI[name](fields)).data(),
  ];
  const frameOf = (name: string): Method => [
    `websocketAPI.${name}`,
    async (fields) => (await (await api())[name](fields)).data,
  ];
  const streamOf = ([name, fields]: readonly [string, object?]): Stream => [
    name,
    async (hear) => {
      const stream = (await streams())[name](fields);
      stream.on('message', hear);
      return () => stream.unsubscribe();
    },
  ];
  const user: Stream = [
    'userData',
    async (hear) => {
      const { listenKey } = await (await client.restAPI.startUserDataStream()).data();
      const stream = (await streams()).userData(listenKey);
      stream.on('message', hear);
      return () => stream.unsubscribe();
    },
  ];
  return {
    calls: entries(CALLS, callOf),
    frames: entries(FRAMES, frameOf),
    streams: { ...entries(STREAMS, streamOf), user },
    codeOf: ({ code, error }) => code ?? error?.code,
    close: async () => {
      for (const connection of new Set(opened)) await (await connection).disconnect();
    },
  };
}

export const OFFICIAL: Package = {
  name: '@binance/derivatives-trading-usds-futures',
  version: '38.1.1',
  open,
  cannot: [
    ['answers within a second', 'its `timeout` is 1000 ms unless it is given another'],
    ['streams of single trades', 'it has the aggregate ones alone'],
  ],
};
