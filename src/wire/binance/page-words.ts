/** The calls of the page in the words of Binance USDⓈ-M. */
import {
  type AskedFields,
  type CallScene,
  candles,
  FRESH_ID,
  isBuying,
  isClosing,
  limited,
  namedSymbol,
  type PageDialect,
  plain,
  type Said,
  type SceneOrder,
  saidMarginType,
  saidOrder,
  type Translated,
} from '../page-words.ts';
import { KEY_HEADER, PREFIX, V1 } from './endpoint.ts';

const get = (path: string, fields?: Translated): Said => ['GET', V1 + path, fields];
const post = (path: string, fields: Translated): Said => ['POST', V1 + path, fields];
const remove = (path: string, fields: Translated): Said => ['DELETE', V1 + path, fields];

const EXECUTIONS = ['GTC', 'GTX', 'FOK', 'IOC'];

/** A position has a side in hedge mode alone. */
const direction = (
  { isNet }: CallScene,
  buys: boolean,
  closes: boolean,
  isWhole = false,
): Translated => ({
  side: buys ? 'BUY' : 'SELL',
  ...(isNet
    ? { reduceOnly: closes && !isWhole ? 'true' : undefined }
    : { positionSide: buys === closes ? 'SHORT' : 'LONG' }),
});

interface Condition {
  readonly symbol: string | undefined;
  readonly buys: boolean;
  readonly closes: boolean;
  /** Undefined for the whole position. */
  readonly size: string | undefined;
  readonly trigger: string | undefined;
  /** None or zero for the market. */
  readonly limit?: string | undefined;
  /** Which way the price has to go; where it is not said, from where it stands. */
  readonly isRise?: boolean;
  readonly watchesMark?: boolean;
  readonly ownId?: string | undefined;
}

/** A conditional order, whose type says which way the price has to go. */
function condition(scene: CallScene, wish: Condition): Said {
  const { buys, closes, size, trigger, limit = '0' } = wish;
  const isRise = wish.isRise ?? Number(trigger) >= scene.lastOf(wish.symbol ?? '');
  const isMarket = Number(limit) === 0;
  const kind = isRise === buys ? 'STOP' : 'TAKE_PROFIT';
  return post('/algoOrder', {
    algoType: 'CONDITIONAL',
    symbol: plain(wish.symbol),
    ...direction(scene, buys, closes, size === undefined),
    type: isMarket ? `${kind}_MARKET` : kind,
    quantity: size,
    closePosition: size === undefined ? 'true' : undefined,
    triggerPrice: trigger,
    ...(isMarket ? {} : { price: limit, timeInForce: 'GTC' }),
    workingType: wish.watchesMark === true ? 'MARK_PRICE' : undefined,
    clientAlgoId: wish.ownId,
  });
}

/** A take-profit or stop-loss of a position. */
function exit(
  scene: CallScene,
  asked: AskedFields,
  isProfit: boolean,
  trigger = asked['triggerPrice'],
) {
  const isLong = asked['positionSide'] === 'long';
  return condition(scene, {
    symbol: asked['symbol'],
    buys: !isLong,
    closes: true,
    size: asked['size'],
    trigger,
    limit: asked['executePrice'],
    isRise: isLong === isProfit,
    ownId: asked['clientOrderId'],
  });
}

/** It takes exits only for what is held: after an order at market, which fills at once. */
function placed(asked: AskedFields, scene: CallScene): Said | readonly Said[] | undefined {
  const { presetTakeProfitPrice: profit, presetStopLossPrice: loss } = asked;
  const sent = post('/order', {
    ...saidOrder(asked, EXECUTIONS),
    ...direction(scene, isBuying(asked), isClosing(asked)),
  });
  if (profit === undefined && loss === undefined) return sent;
  if (asked['match_price'] !== '1') return undefined;
  const { symbol: name = '' } = asked;
  const whole = { symbol: name, positionSide: isBuying(asked) ? 'long' : 'short' };
  return [
    sent,
    ...(profit === undefined ? [] : [exit(scene, whole, true, profit)]),
    ...(loss === undefined ? [] : [exit(scene, whole, false, loss)]),
  ];
}

/** It follows by per cent alone, to 20. */
function trailed(asked: AskedFields, scene: CallScene): Said | undefined {
  const { percent: callbackRate, activation_price: activatePrice } = asked;
  if (callbackRate === undefined) return undefined;
  return post('/algoOrder', {
    algoType: 'CONDITIONAL',
    ...namedSymbol(asked),
    ...direction(scene, isBuying(asked), isClosing(asked)),
    type: 'TRAILING_STOP_MARKET',
    quantity: asked['size'],
    callbackRate,
    activatePrice,
    clientAlgoId: asked['client_oid'],
  });
}

const found = ({ orders }: CallScene, { orderId }: AskedFields): SceneOrder | undefined =>
  orders.find(({ id }) => id === orderId);

function canceled(asked: AskedFields, scene: CallScene): Said | undefined {
  const known = found(scene, asked);
  if (known === undefined) return undefined;
  const fields = { symbol: plain(known.contractId), orderId: known.id };
  return remove('/order', fields);
}

function amended(asked: AskedFields, scene: CallScene): Said | undefined {
  const known = found(scene, asked);
  if (known === undefined) return undefined;
  const { contractId, id: orderId, orderSide, price, size } = known;
  const changed = { quantity: asked['size'] ?? size, price: asked['price'] ?? price };
  const fields = { symbol: plain(contractId), orderId, side: orderSide, ...changed };
  return ['PUT', `${V1}/order`, fields];
}

/** It does not change an order that waits: it is canceled, and another one placed. */
function moved(asked: AskedFields, scene: CallScene): readonly Said[] | undefined {
  const known = found(scene, asked);
  if (known === undefined) return undefined;
  const { type, orderSide, positionSide, reduceOnly } = known;
  const isProfit = type.startsWith('TAKE_PROFIT');
  return [
    remove('/algoOrder', { algoId: known.id }),
    condition(scene, {
      symbol: known.contractId,
      buys: orderSide === 'BUY',
      closes: reduceOnly,
      size: known.positionTpsl ? undefined : known.size,
      trigger: asked['triggerPrice'],
      limit: asked['executePrice'],
      watchesMark: asked['triggerPriceType'] === '3',
      ...(isProfit ? { isRise: positionSide === 'LONG' } : {}),
      ownId: FRESH_ID,
    }),
  ];
}

/** It cancels all orders of one contract at a time. */
function canceledAll({ orders }: CallScene, isPlan: boolean): readonly Said[] {
  const concerned = orders.filter(({ status }) => (status === 'UNTRIGGERED') === isPlan);
  return [...new Set(concerned.map(({ contractId }) => contractId))].map((name) =>
    remove(isPlan ? '/algoOpenOrders' : '/allOpenOrders', { symbol: plain(name) }),
  );
}

const closedAll = (scene: CallScene): readonly Said[] =>
  scene.held.map(({ symbol: name, side: of, size }) =>
    post('/order', {
      symbol: plain(name),
      type: 'MARKET',
      quantity: size,
      ...direction(scene, of === 'short', true),
      newClientOrderId: FRESH_ID,
    }),
  );

export const PAGE_WORDS: PageDialect = {
  label: 'Binance',
  place: 3,
  formKey: KEY_HEADER,
  words: {
    '/market/ticker': (asked) => get('/ticker/24hr', namedSymbol(asked)),
    '/market/tickers': () => get('/ticker/24hr'),
    '/market/contracts': () => get('/exchangeInfo'),
    '/market/time': () => get('/time'),
    '/market/depth': (asked) => get('/depth', namedSymbol(asked)),
    '/market/trades': (asked) => get('/trades', limited(asked)),
    '/market/historyCandles': (asked) => get('/klines', candles(asked)),
    '/market/open_interest': (asked) => get('/openInterest', namedSymbol(asked)),
    '/market/currentFundRate': (asked) => get('/premiumIndex', namedSymbol(asked)),
    '/market/funding_time': (asked) => get('/premiumIndex', namedSymbol(asked)),
    '/account/assets': () => ['GET', `${PREFIX}/v3/balance`],
    '/account/getAccounts': () => get('/accountConfig'),
    '/account/settings': (asked) => get('/symbolConfig', namedSymbol(asked)),
    '/account/position/allPosition': () => ['GET', `${PREFIX}/v3/positionRisk`],
    '/account/leverage': (asked) => {
      const { longLeverage: leverage, shortLeverage = leverage } = asked;
      return leverage === shortLeverage
        ? post('/leverage', { ...namedSymbol(asked), leverage })
        : undefined;
    },
    '/account/position/changeHoldModel': (asked) => post('/marginType', saidMarginType(asked)),
    '/order/placeOrder': placed,
    '/order/plan_order': (asked, scene) =>
      condition(scene, {
        symbol: asked['symbol'],
        buys: isBuying(asked),
        closes: isClosing(asked),
        size: asked['size'],
        trigger: asked['trigger_price'],
        limit: asked['execute_price'],
        ownId: asked['client_oid'],
      }),
    '/order/placeTpSlOrder': (asked, scene) =>
      exit(scene, asked, asked['planType'] === 'profit_plan'),
    '/order/modifyTpSlOrder': moved,
    '/perpetua/amend': amended,
    '/perpetua/trail': trailed,
    '/order/cancel_order': canceled,
    '/order/cancel_plan': ({ orderId: algoId }) => remove('/algoOrder', { algoId }),
    '/order/cancelAllOrders': ({ cancelOrderType }, scene) =>
      canceledAll(scene, cancelOrderType === 'plan'),
    '/order/closePositions': (_asked, scene) => closedAll(scene),
    '/order/current': (asked) => get('/openOrders', namedSymbol(asked)),
    '/order/currentPlan': (asked) => get('/openAlgoOrders', namedSymbol(asked)),
  },
};
