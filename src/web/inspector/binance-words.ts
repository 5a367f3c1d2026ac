/** Orders, exits and changes in the words of Binance USDⓈ-M. */
import type { ToldOrder } from '../../client/client.ts';
import {
  type AskedFields,
  type CallScene,
  FRESH_ID,
  isBuying,
  isClosing,
  plain,
  type Said,
  saidOrder,
  type Translated,
} from './said.ts';

/** Of Binance: a position has a side in hedge mode alone. */
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

/** A conditional order of Binance, whose type says which way the price has to go. */
export function condition(scene: CallScene, wish: Condition): Said {
  const { buys, closes, size, trigger, limit = '0' } = wish;
  const isRise = wish.isRise ?? Number(trigger) >= scene.lastOf(wish.symbol ?? '');
  const isMarket = Number(limit) === 0;
  const kind = isRise === buys ? 'STOP' : 'TAKE_PROFIT';
  return [
    'POST',
    '/fapi/v1/algoOrder',
    {
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
    },
  ];
}

/** A take-profit or stop-loss of a position. */
export function exit(
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

/** Binance takes exits only for what is held: after an order at market, which fills at once. */
export function placed(scene: CallScene, asked: AskedFields): Said | readonly Said[] | undefined {
  const { presetTakeProfitPrice: profit, presetStopLossPrice: loss } = asked;
  const sent: Said = [
    'POST',
    '/fapi/v1/order',
    { ...saidOrder(asked, 1), ...direction(scene, isBuying(asked), isClosing(asked)) },
  ];
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

const found = ({ orders }: CallScene, { orderId }: AskedFields): ToldOrder | undefined =>
  orders.find(({ id }) => id === orderId);

export function canceled(scene: CallScene, asked: AskedFields): Said | undefined {
  const known = found(scene, asked);
  if (known === undefined) return undefined;
  const fields = { symbol: plain(known.contractId), orderId: known.id };
  return ['DELETE', '/fapi/v1/order', fields];
}

export function amended(scene: CallScene, asked: AskedFields): Said | undefined {
  const known = found(scene, asked);
  if (known === undefined) return undefined;
  const { contractId, id: orderId, orderSide, price, size } = known;
  const changed = { quantity: asked['size'] ?? size, price: asked['price'] ?? price };
  const fields = { symbol: plain(contractId), orderId, side: orderSide, ...changed };
  return ['PUT', '/fapi/v1/order', fields];
}

/** Binance does not change an order that waits: it is canceled, and another one placed. */
export function moved(scene: CallScene, asked: AskedFields): readonly Said[] | undefined {
  const known = found(scene, asked);
  if (known === undefined) return undefined;
  const { type, orderSide, positionSide, reduceOnly } = known;
  const isProfit = type.startsWith('TAKE_PROFIT');
  return [
    ['DELETE', '/fapi/v1/algoOrder', { algoId: known.id }],
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

/** Binance cancels all orders of one contract at a time. */
export function canceledAll({ orders }: CallScene, isPlan: boolean): readonly Said[] {
  const concerned = orders.filter(({ status }) => (status === 'UNTRIGGERED') === isPlan);
  return [...new Set(concerned.map(({ contractId }) => contractId))].map((name) => [
    'DELETE',
    isPlan ? '/fapi/v1/algoOpenOrders' : '/fapi/v1/allOpenOrders',
    { symbol: plain(name) },
  ]);
}

export const closedAll = (scene: CallScene): readonly Said[] =>
  scene.held.map(({ symbol: name, side: of, size }) => [
    'POST',
    '/fapi/v1/order',
    {
      symbol: plain(name),
      type: 'MARKET',
      quantity: size,
      ...direction(scene, of === 'short', true),
      newClientOrderId: FRESH_ID,
    },
  ]);
