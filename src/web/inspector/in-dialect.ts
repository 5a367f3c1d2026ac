/** A call of this page, which speaks version 2, in the words of the other dialects. */
import type { CallNote } from '../client/call-log.ts';

export const SPOKEN = ['v2', 'v3', 'binance'] as const;
export type SpokenDialect = (typeof SPOKEN)[number];

export type Spoken = Pick<CallNote, 'path' | 'query' | 'body' | 'signed'> & {
  readonly method: string;
};

type Fields = Readonly<Record<string, string>>;
type Translated = Readonly<Record<string, string | undefined>>;
type Said = readonly [method: string, path: string, fields?: (asked: Fields) => Translated];
type Words = readonly [v3: Said | undefined, binance: Said | undefined];

const symbol = ({ symbol: name }: Fields): Translated => ({
  symbol: name?.replace('cmt_', '').toUpperCase(),
});

const side = ({ type = '' }: Fields): Translated => ({
  side: '14'.includes(type) ? 'BUY' : 'SELL',
  positionSide: '13'.includes(type) ? 'LONG' : 'SHORT',
});

const EXECUTIONS = [
  ['GTC', 'GTC'],
  ['POST_ONLY', 'GTX'],
  ['FOK', 'FOK'],
  ['IOC', 'IOC'],
] as const;

const order = (asked: Fields, place: 0 | 1): Translated => ({
  ...symbol(asked),
  ...side(asked),
  type: asked['match_price'] === '1' ? 'MARKET' : 'LIMIT',
  quantity: asked['size'],
  ...(asked['match_price'] === '1'
    ? {}
    : {
        price: asked['price'],
        timeInForce: EXECUTIONS[Number(asked['order_type'] ?? 0)]?.[place],
      }),
  newClientOrderId: asked['client_oid'],
});

const presets = (asked: Fields): Translated => ({
  tpTriggerPrice: asked['presetTakeProfitPrice'],
  slTriggerPrice: asked['presetStopLossPrice'],
});

const plan = (asked: Fields): Translated => ({
  ...symbol(asked),
  ...side(asked),
  type: asked['match_type'] === '1' ? 'STOP_MARKET' : 'STOP',
  quantity: asked['size'],
  triggerPrice: asked['trigger_price'],
  ...(asked['match_type'] === '1' ? {} : { price: asked['execute_price'] }),
  clientAlgoId: asked['client_oid'],
});

const candles = (asked: Fields): Translated => ({
  ...symbol(asked),
  interval: asked['granularity'],
  endTime: asked['endTime'],
  limit: asked['limit'],
});

const limited = (asked: Fields): Translated => ({ ...symbol(asked), limit: asked['limit'] });
const isIsolated = ({ marginMode }: Fields): boolean => marginMode === '3';

/** By path of version 2. A dialect that lacks the call, or cannot say all of it, has none. */
const WORDS: Readonly<Record<string, (asked: Fields) => Words>> = {
  '/market/ticker': () => [
    ['GET', '/capi/v3/market/ticker/24hr', symbol],
    ['GET', '/fapi/v1/ticker/24hr', symbol],
  ],
  '/market/tickers': () => [
    ['GET', '/capi/v3/market/ticker/24hr'],
    ['GET', '/fapi/v1/ticker/24hr'],
  ],
  '/market/contracts': () => [
    ['GET', '/capi/v3/market/exchangeInfo'],
    ['GET', '/fapi/v1/exchangeInfo'],
  ],
  '/market/time': () => [
    ['GET', '/capi/v3/market/time'],
    ['GET', '/fapi/v1/time'],
  ],
  '/market/depth': () => [
    ['GET', '/capi/v3/market/depth', limited],
    ['GET', '/fapi/v1/depth', symbol],
  ],
  '/market/trades': () => [
    ['GET', '/capi/v3/market/trades', limited],
    ['GET', '/fapi/v1/trades', limited],
  ],
  '/market/historyCandles': () => [
    ['GET', '/capi/v3/market/historyKlines', candles],
    ['GET', '/fapi/v1/klines', candles],
  ],
  '/market/open_interest': () => [
    ['GET', '/capi/v3/market/openInterest', symbol],
    ['GET', '/fapi/v1/openInterest', symbol],
  ],
  '/market/currentFundRate': () => [
    ['GET', '/capi/v3/market/premiumIndex', symbol],
    ['GET', '/fapi/v1/premiumIndex', symbol],
  ],
  '/market/funding_time': () => [
    ['GET', '/capi/v3/market/premiumIndex', symbol],
    ['GET', '/fapi/v1/premiumIndex', symbol],
  ],
  '/account/assets': () => [
    ['GET', '/capi/v3/account/balance'],
    ['GET', '/fapi/v3/balance'],
  ],
  '/account/getAccounts': () => [
    ['GET', '/capi/v3/account/accountConfig'],
    ['GET', '/fapi/v1/accountConfig'],
  ],
  '/account/settings': () => [
    ['GET', '/capi/v3/account/symbolConfig', symbol],
    ['GET', '/fapi/v1/symbolConfig', symbol],
  ],
  '/account/position/allPosition': () => [
    ['GET', '/capi/v3/account/position/allPosition'],
    ['GET', '/fapi/v3/positionRisk'],
  ],
  '/account/leverage': ({ longLeverage, shortLeverage = longLeverage }) => [
    [
      'POST',
      '/capi/v3/account/leverage',
      (asked) => ({
        ...symbol(asked),
        ...(isIsolated(asked)
          ? { isolatedLongLeverage: longLeverage, isolatedShortLeverage: shortLeverage }
          : { crossLeverage: longLeverage }),
      }),
    ],
    longLeverage === shortLeverage
      ? ['POST', '/fapi/v1/leverage', (asked) => ({ ...symbol(asked), leverage: longLeverage })]
      : undefined,
  ],
  '/account/position/changeHoldModel': (asked) => {
    const marginType = isIsolated(asked) ? 'ISOLATED' : 'CROSSED';
    const said = (more: Fields): Translated => ({ ...symbol(more), marginType });
    return [
      ['POST', '/capi/v3/account/marginType', said],
      ['POST', '/fapi/v1/marginType', said],
    ];
  },
  '/order/placeOrder': (asked) => [
    ['POST', '/capi/v3/order', (more) => ({ ...order(more, 0), ...presets(more) })],
    Object.values(presets(asked)).some((price) => price !== undefined)
      ? undefined
      : ['POST', '/fapi/v1/order', (more) => order(more, 1)],
  ],
  // Where it fires depends on the price of the moment; Binance asks for the direction.
  '/order/plan_order': () => [['POST', '/capi/v3/algoOrder', plan], undefined],
  '/order/cancel_order': () => [
    ['DELETE', '/capi/v3/order', ({ orderId }) => ({ orderId })],
    undefined,
  ],
  '/order/cancel_plan': () => [
    ['DELETE', '/capi/v3/algoOrder', ({ orderId }) => ({ orderId })],
    ['DELETE', '/fapi/v1/algoOrder', ({ orderId }) => ({ algoId: orderId })],
  ],
  '/order/current': () => [
    ['GET', '/capi/v3/openOrders', symbol],
    ['GET', '/fapi/v1/openOrders', symbol],
  ],
  '/order/currentPlan': () => [
    ['GET', '/capi/v3/openAlgoOrders', symbol],
    ['GET', '/fapi/v1/openAlgoOrders', symbol],
  ],
};

/** Undefined where the dialect has no words for it. */
export function inDialect(dialect: SpokenDialect, call: Spoken): Spoken | undefined {
  // What version 2 lacks, the page asks in the words of Binance.
  if (call.path.startsWith('/fapi/')) return dialect === 'binance' ? call : undefined;
  if (dialect === 'v2') return call;
  const asked = askedOf(call);
  const said = WORDS[call.path.replace('/capi/v2', '')]?.(asked)[dialect === 'v3' ? 0 : 1];
  if (said === undefined) return undefined;
  const [method, path, fields = () => ({})] = said;
  const named = Object.entries(fields(asked)).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const isBody = dialect === 'v3' && method === 'POST';
  return {
    ...{ method, path, signed: call.signed },
    query: isBody ? '' : new URLSearchParams(named).toString(),
    body: isBody ? JSON.stringify(Object.fromEntries(named)) : '',
  };
}

function askedOf({ query, body }: Spoken): Fields {
  const sent: [string, unknown][] =
    body === '' ? [...new URLSearchParams(query)] : Object.entries(JSON.parse(body));
  return Object.fromEntries(sent.map(([name, value]) => [name, String(value)]));
}
