/** A call of this page, which speaks version 2, in the words of the other dialects. */
import type { CallNote } from '../client/call-log.ts';
import {
  amended,
  canceled,
  canceledAll,
  closedAll,
  condition,
  exit,
  moved,
  placed,
} from './binance-words.ts';
import {
  type AskedFields,
  type CallScene,
  FRESH_ID,
  isBuying,
  isClosing,
  namedSymbol,
  type Said,
  type SaidInBoth,
  saidOrder,
  type Translated,
} from './said.ts';

export const SPOKEN = ['v2', 'v3', 'binance'] as const;
export type SpokenDialect = (typeof SPOKEN)[number];

export type Spoken = Pick<CallNote, 'path' | 'query' | 'body' | 'signed'> & {
  readonly method: string;
};

/** Of version 3, which names a mode only where it was named. */
const side = (asked: AskedFields): Translated => ({
  side: isBuying(asked) ? 'BUY' : 'SELL',
  positionSide: '13'.includes(asked['type'] ?? '') ? 'LONG' : 'SHORT',
  positionMode: asked['positionMode'],
});

const presets = (asked: AskedFields): Translated => ({
  tpTriggerPrice: asked['presetTakeProfitPrice'],
  slTriggerPrice: asked['presetStopLossPrice'],
});

const plan = (asked: AskedFields): Translated => ({
  ...namedSymbol(asked),
  ...side(asked),
  type: asked['match_type'] === '1' ? 'STOP_MARKET' : 'STOP',
  quantity: asked['size'],
  // Without it a stop that closes would have to wait on the side of loss.
  reduceOnly: isClosing(asked) ? true : undefined,
  triggerPrice: asked['trigger_price'],
  ...(asked['match_type'] === '1' ? {} : { price: asked['execute_price'] }),
  clientAlgoId: asked['client_oid'],
});

const candles = (asked: AskedFields): Translated => ({
  ...namedSymbol(asked),
  interval: asked['granularity'],
  endTime: asked['endTime'],
  limit: asked['limit'],
});

const limited = (asked: AskedFields): Translated => ({
  ...namedSymbol(asked),
  limit: asked['limit'],
});
const OF_V3 = {
  exits: { profit_plan: 'TAKE_PROFIT', loss_plan: 'STOP_LOSS' },
  sources: { '1': 'CONTRACT_PRICE', '3': 'MARK_PRICE' },
} as const satisfies Record<string, AskedFields>;

const isIsolated = ({ marginMode }: AskedFields): boolean => marginMode === '3';

/** By path of version 2. A dialect that lacks the call, or cannot say all of it, has none. */
const WORDS: Readonly<Record<string, (asked: AskedFields, scene: CallScene) => SaidInBoth>> = {
  '/market/ticker': (asked) => [
    ['GET', '/capi/v3/market/ticker/24hr', namedSymbol(asked)],
    ['GET', '/fapi/v1/ticker/24hr', namedSymbol(asked)],
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
  '/market/depth': (asked) => [
    ['GET', '/capi/v3/market/depth', limited(asked)],
    ['GET', '/fapi/v1/depth', namedSymbol(asked)],
  ],
  '/market/trades': (asked) => [
    ['GET', '/capi/v3/market/trades', limited(asked)],
    ['GET', '/fapi/v1/trades', limited(asked)],
  ],
  '/market/historyCandles': (asked) => [
    ['GET', '/capi/v3/market/historyKlines', candles(asked)],
    ['GET', '/fapi/v1/klines', candles(asked)],
  ],
  '/market/open_interest': (asked) => [
    ['GET', '/capi/v3/market/openInterest', namedSymbol(asked)],
    ['GET', '/fapi/v1/openInterest', namedSymbol(asked)],
  ],
  '/market/currentFundRate': (asked) => [
    ['GET', '/capi/v3/market/premiumIndex', namedSymbol(asked)],
    ['GET', '/fapi/v1/premiumIndex', namedSymbol(asked)],
  ],
  '/market/funding_time': (asked) => [
    ['GET', '/capi/v3/market/premiumIndex', namedSymbol(asked)],
    ['GET', '/fapi/v1/premiumIndex', namedSymbol(asked)],
  ],
  '/account/assets': () => [
    ['GET', '/capi/v3/account/balance'],
    ['GET', '/fapi/v3/balance'],
  ],
  '/account/getAccounts': () => [
    ['GET', '/capi/v3/account/accountConfig'],
    ['GET', '/fapi/v1/accountConfig'],
  ],
  '/account/settings': (asked) => [
    ['GET', '/capi/v3/account/symbolConfig', namedSymbol(asked)],
    ['GET', '/fapi/v1/symbolConfig', namedSymbol(asked)],
  ],
  '/account/position/allPosition': () => [
    ['GET', '/capi/v3/account/position/allPosition'],
    ['GET', '/fapi/v3/positionRisk'],
  ],
  '/account/leverage': (asked) => {
    const { longLeverage, shortLeverage = longLeverage } = asked;
    const levels = isIsolated(asked)
      ? { isolatedLongLeverage: longLeverage, isolatedShortLeverage: shortLeverage }
      : { crossLeverage: longLeverage };
    return [
      ['POST', '/capi/v3/account/leverage', { ...namedSymbol(asked), ...levels }],
      longLeverage === shortLeverage
        ? ['POST', '/fapi/v1/leverage', { ...namedSymbol(asked), leverage: longLeverage }]
        : undefined,
    ];
  },
  '/account/position/changeHoldModel': (asked) => {
    const said = { ...namedSymbol(asked), marginType: isIsolated(asked) ? 'ISOLATED' : 'CROSSED' };
    return [
      ['POST', '/capi/v3/account/marginType', said],
      ['POST', '/fapi/v1/marginType', said],
    ];
  },
  '/order/placeOrder': (asked, scene) => [
    ['POST', '/capi/v3/order', { ...saidOrder(asked, 0), ...side(asked), ...presets(asked) }],
    placed(scene, asked),
  ],
  '/order/plan_order': (asked, scene) => [
    ['POST', '/capi/v3/algoOrder', plan(asked)],
    condition(scene, {
      symbol: asked['symbol'],
      buys: isBuying(asked),
      closes: isClosing(asked),
      size: asked['size'],
      trigger: asked['trigger_price'],
      limit: asked['execute_price'],
      ownId: asked['client_oid'],
    }),
  ],
  '/order/placeTpSlOrder': (asked, scene) => {
    const { size: quantity, positionSide, planType = '', triggerPrice, executePrice } = asked;
    const exits: AskedFields = OF_V3.exits;
    const more = { quantity, triggerPrice, executePrice, clientAlgoId: asked['clientOrderId'] };
    const named = { planType: exits[planType], positionSide: positionSide?.toUpperCase() };
    return [
      ['POST', '/capi/v3/placeTpSlOrder', { ...namedSymbol(asked), ...named, ...more }],
      exit(scene, asked, planType === 'profit_plan'),
    ];
  },
  '/order/modifyTpSlOrder': (asked, scene) => {
    const { orderId, triggerPrice, executePrice, triggerPriceType = '1' } = asked;
    const sources: AskedFields = OF_V3.sources;
    const more = { triggerPrice, executePrice, triggerPriceType: sources[triggerPriceType] };
    return [['POST', '/capi/v3/modifyTpSlOrder', { orderId, ...more }], moved(scene, asked)];
  },
  // The venue's own call, which no version has: it takes the keys and signatures of both.
  '/perpetua/amend': (asked, scene) => [
    ['POST', '/capi/v2/perpetua/amend', asked],
    amended(scene, asked),
  ],
  '/order/cancel_order': (asked, scene) => [
    ['DELETE', '/capi/v3/order', { orderId: asked['orderId'] }],
    canceled(scene, asked),
  ],
  '/order/cancel_plan': ({ orderId }) => [
    ['DELETE', '/capi/v3/algoOrder', { orderId }],
    ['DELETE', '/fapi/v1/algoOrder', { algoId: orderId }],
  ],
  '/order/cancelAllOrders': ({ cancelOrderType }, scene) => [
    ['DELETE', `/capi/v3/${cancelOrderType === 'plan' ? 'algo' : 'all'}OpenOrders`],
    canceledAll(scene, cancelOrderType === 'plan'),
  ],
  '/order/closePositions': (asked, scene) => [
    ['POST', '/capi/v3/closePositions', namedSymbol(asked)],
    closedAll(scene),
  ],
  '/order/current': (asked) => [
    ['GET', '/capi/v3/openOrders', namedSymbol(asked)],
    ['GET', '/fapi/v1/openOrders', namedSymbol(asked)],
  ],
  '/order/currentPlan': (asked) => [
    ['GET', '/capi/v3/openAlgoOrders', namedSymbol(asked)],
    ['GET', '/fapi/v1/openAlgoOrders', namedSymbol(asked)],
  ],
};

/**
 * The calls that say it in this dialect; none where it has no words for it. Each run of a program
 * has ids of its own: the one that was sent is taken.
 */
export function inDialect(
  dialect: SpokenDialect,
  call: Spoken,
  scene: CallScene,
): readonly Spoken[] {
  const asked = askedOf(call);
  if (dialect === 'v2') return [withFreshId(call, asked)];
  const words = WORDS[call.path.replace('/capi/v2', '')]?.(asked, scene);
  const said = words?.[dialect === 'v3' ? 0 : 1];
  if (said === undefined) return [];
  return (isOne(said) ? [said] : said).map((each) => spokenAs(dialect, call, each));
}

const isOne = (said: Said | readonly Said[]): said is Said => typeof said[0] === 'string';

function spokenAs(dialect: SpokenDialect, call: Spoken, [method, path, fields = {}]: Said): Spoken {
  const named = Object.entries(fields).filter(
    (entry): entry is [string, string | boolean] => entry[1] !== undefined,
  );
  const isBody = dialect === 'v3' && method === 'POST';
  const query = new URLSearchParams(named.map(([name, value]) => [name, String(value)]));
  return {
    ...{ method, path, signed: call.signed },
    query: isBody ? '' : query.toString(),
    body: isBody ? JSON.stringify(Object.fromEntries(named)) : '',
  };
}

const OWN_IDS = ['client_oid', 'clientOrderId'] as const;

function askedOf({ query, body }: Spoken): AskedFields {
  const sent: [string, unknown][] =
    body === '' ? [...new URLSearchParams(query)] : Object.entries(JSON.parse(body));
  const asked = Object.fromEntries(sent.map(([name, value]) => [name, String(value)]));
  for (const name of OWN_IDS) if (asked[name] !== undefined) asked[name] = FRESH_ID;
  return asked;
}

function withFreshId(call: Spoken, asked: AskedFields): Spoken {
  if (!OWN_IDS.some((name) => asked[name] === FRESH_ID)) return call;
  const sent: Readonly<Record<string, unknown>> = JSON.parse(call.body);
  const fresh = Object.entries(sent).map(([name, value]) => [
    name,
    OWN_IDS.some((own) => own === name) ? FRESH_ID : value,
  ]);
  return { ...call, body: JSON.stringify(Object.fromEntries(fresh)) };
}
