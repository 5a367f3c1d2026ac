/** `binance` of npm, by tiagosiebler. */
import { USDMClient, WebsocketAPIClient, WebsocketClient } from 'binance';
import type { Anything } from '../../gateway-v2/rest-kit.ts';
import type { Door } from './client-kit.ts';
import type { Client, Method, Package, Stream } from './seat.ts';

const CALLS: Readonly<Record<string, string>> = {
  'GET ping': 'testConnectivity',
  'GET exchangeInfo': 'getExchangeInfo',
  'GET openInterest': 'getOpenInterest',
  'GET depth': 'getOrderBook',
  'GET rpiDepth': 'getRpiOrderBook',
  'GET trades': 'getRecentTrades',
  'GET historicalTrades': 'getHistoricalTrades',
  'GET aggTrades': 'getAggregateTrades',
  'GET ticker/24hr': 'get24hrChangeStatistics',
  'GET ticker/price': 'getSymbolPriceTicker',
  'GET v2/ticker/price': 'getSymbolPriceTickerV2',
  'GET ticker/bookTicker': 'getSymbolOrderBookTicker',
  'GET klines': 'getKlines',
  'GET continuousKlines': 'getContinuousContractKlines',
  'GET markPriceKlines': 'getMarkPriceKlines',
  'GET indexPriceKlines': 'getIndexPriceKlines',
  'GET premiumIndexKlines': 'getPremiumIndexKlines',
  'GET premiumIndex': 'getMarkPrice',
  'GET fundingRate': 'getFundingRateHistory',
  'GET fundingInfo': 'getFundingRates',
  'GET data/openInterestHist': 'getOpenInterestStatistics',
  'GET data/globalLongShortAccountRatio': 'getGlobalLongShortAccountRatio',
  'GET data/topLongShortAccountRatio': 'getTopTradersLongShortAccountRatio',
  'GET data/topLongShortPositionRatio': 'getTopTradersLongShortPositionRatio',
  'GET data/takerlongshortRatio': 'getTakerBuySellVolume',
  'GET data/basis': 'getBasis',
  'GET data/delivery-price': 'getQuarterlyContractSettlementPrices',
  'GET constituents': 'getIndexPriceConstituents',
  'GET assetIndex': 'getMultiAssetsModeAssetIndex',
  'GET insuranceBalance': 'getInsuranceFundBalance',
  'GET symbolAdlRisk': 'getSymbolAdlRisk',
  'GET indexInfo': 'getCompositeSymbolIndex',
  'GET tradingSchedule': 'getTradingSchedule',
  'GET v2/balance': 'getBalance',
  'GET v3/balance': 'getBalanceV3',
  'GET v2/account': 'getAccountInformation',
  'GET v3/account': 'getAccountInformationV3',
  'GET v2/positionRisk': 'getPositions',
  'GET v3/positionRisk': 'getPositionsV3',
  'GET income': 'getIncomeHistory',
  'GET commissionRate': 'getAccountCommissionRate',
  'GET leverageBracket': 'getNotionalAndLeverageBrackets',
  'GET adlQuantile': 'getADLQuantileEstimation',
  'GET forceOrders': 'getForceOrders',
  'GET rateLimit/order': 'getUserForceOrders',
  'GET apiTradingStatus': 'getApiQuantitativeRulesIndicators',
  'POST leverage': 'setLeverage',
  'POST marginType': 'setMarginType',
  'GET accountConfig': 'getFuturesAccountConfig',
  'GET symbolConfig': 'getFuturesSymbolConfig',
  'GET positionSide/dual': 'getCurrentPositionMode',
  'POST positionSide/dual': 'setPositionMode',
  'GET multiAssetsMargin': 'getMultiAssetsMode',
  'POST multiAssetsMargin': 'setMultiAssetsMode',
  'GET feeBurn': 'getBNBBurnStatus',
  'POST positionMargin': 'setIsolatedPositionMargin',
  'GET positionMargin/history': 'getPositionMarginChangeHistory',
  'POST order': 'submitNewOrder',
  'POST order/test': 'testOrder',
  'PUT order': 'modifyOrder',
  'GET order': 'getOrder',
  'GET openOrder': 'getCurrentOpenOrder',
  'GET openOrders': 'getAllOpenOrders',
  'GET allOrders': 'getAllOrders',
  'GET userTrades': 'getAccountTrades',
  'GET orderAmendment': 'getOrderModifyHistory',
  'DELETE order': 'cancelOrder',
  'DELETE allOpenOrders': 'cancelAllOpenOrders',
  'DELETE batchOrders': 'cancelMultipleOrders',
  'POST countdownCancelAll': 'setCancelOrdersOnTimeout',
  'POST algoOrder': 'submitNewAlgoOrder',
  'GET algoOrder': 'getAlgoOrder',
  'GET openAlgoOrders': 'getOpenAlgoOrders',
  'GET allAlgoOrders': 'getAllAlgoOrders',
  'DELETE algoOrder': 'cancelAlgoOrder',
  'DELETE algoOpenOrders': 'cancelAllAlgoOpenOrders',
  'POST listenKey': 'getFuturesUserDataListenKey',
  'PUT listenKey': 'keepAliveFuturesUserDataListenKey',
  'DELETE listenKey': 'closeFuturesUserDataListenKey',
};

const FRAMES: Readonly<Record<string, string>> = {
  'order.place': 'submitNewFuturesOrder',
  'order.modify': 'modifyFuturesOrder',
  'order.cancel': 'cancelFuturesOrder',
  'order.status': 'getFuturesOrderStatus',
  'algoOrder.place': 'submitNewFuturesAlgoOrder',
  'algoOrder.cancel': 'cancelFuturesAlgoOrder',
  'account.balance': 'getFuturesAccountBalance',
  'v2/account.balance': 'getFuturesAccountBalanceV2',
  'account.status': 'getFuturesAccountStatus',
  'v2/account.status': 'getFuturesAccountStatusV2',
  'account.position': 'getFuturesPosition',
  'v2/account.position': 'getFuturesPositionV2',
  depth: 'getFuturesOrderBook',
  'ticker.price': 'getFuturesSymbolPriceTicker',
  'ticker.book': 'getFuturesSymbolOrderBookTicker',
};

/** It takes the names of the streams themselves. */
const TOPICS: Readonly<Record<string, string>> = {
  aggTrade: 'btcusdt@aggTrade',
  trade: 'btcusdt@trade',
  markPrice: 'btcusdt@markPrice@1s',
  markPrices: '!markPrice@arr@1s',
  kline: 'btcusdt@kline_1m',
  continuousKline: 'btcusdt_perpetual@continuousKline_1m',
  miniTicker: 'btcusdt@miniTicker',
  miniTickers: '!miniTicker@arr',
  ticker: 'btcusdt@ticker',
  tickers: '!ticker@arr',
  bookTicker: 'btcusdt@bookTicker',
  bookTickers: '!bookTicker',
  partialDepth: 'btcusdt@depth5@100ms',
  diffDepth: 'btcusdt@depth@100ms',
  forceOrder: 'btcusdt@forceOrder',
  forceOrders: '!forceOrder@arr',
  contractInfo: '!contractInfo',
};

const SILENT = { trace: () => {}, info: () => {}, error: () => {} };

const streamsOf = (sockets: Anything): Record<string, Stream> =>
  Object.fromEntries(
    Object.entries(TOPICS).map(([name, topic]): [string, Stream] => [
      name,
      [
        `subscribe ${topic}`,
        (hear) => {
          const listen = (event: Anything): void => {
            const { streamName } = Array.isArray(event) ? (event[0] ?? {}) : event;
            if (streamName === topic) hear(event);
          };
          sockets.on('message', listen);
          sockets.subscribe(topic, 'usdm');
          return () => sockets.unsubscribe(topic, 'usdm');
        },
      ],
    ]),
  );

function open({ http, ws, key, secret }: Door): Client {
  const keys = { api_key: key, api_secret: secret };
  const client: Anything = new USDMClient({ ...keys, baseUrl: http });
  const terms: Anything = {
    ...{ ...keys, wsUrl: ws, restOptions: { baseUrl: http } },
    ...{ beautify: false, attachEventListeners: false },
  };
  const sockets: Anything = new WebsocketClient(terms, SILENT);
  const api: Anything = new WebsocketAPIClient(terms, SILENT);
  const calls = Object.fromEntries(
    Object.entries(CALLS).map(([call, name]): [string, Method] => [
      call,
      [name, (fields) => client[name](fields)],
    ]),
  );
  const frames = Object.fromEntries(
    Object.entries(FRAMES).map(([call, name]): [string, Method] => [
      call,
      [
        name,
        async (fields) => {
          // Some of them are for two markets, and want to know which.
          const market = api[name].length === 2 ? ['usdm'] : [];
          const stamped = { ...fields, timestamp: Date.now() };
          return (await api[name](...market, stamped)).result;
        },
      ],
    ]),
  );
  const user: Stream = [
    'subscribeUsdFuturesUserDataStream',
    (hear) => {
      sockets.on('message', hear);
      return sockets.subscribeUsdFuturesUserDataStream();
    },
  ];
  return {
    calls: {
      ...calls,
      'GET time': ['getServerTime', async () => ({ serverTime: await client.getServerTime() })],
      'POST batchOrders': [
        'submitMultipleOrders',
        ({ batchOrders }) => client.submitMultipleOrders(batchOrders),
      ],
      'PUT batchOrders': [
        'modifyMultipleOrders',
        ({ batchOrders }) => client.modifyMultipleOrders(batchOrders),
      ],
    },
    frames,
    streams: { ...streamsOf(sockets), user },
    codeOf: ({ code, error }) => code ?? error?.code,
    close: () => {
      sockets.closeAll(true);
      api.disconnectAll();
    },
  };
}

export const TIAGO: Package = {
  name: 'binance',
  version: '3.6.5',
  open,
  cannot: [
    ['a `timestamp` in frames of the WebSocket API', 'a program sends it itself, as its types say'],
  ],
};
