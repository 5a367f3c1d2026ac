/** The fields of a new order, and how they become a command. */
import { type Static, Type } from 'typebox';
import type { SelfTradePolicy } from '../../../domain/account.ts';
import type { PlaceOrder, PlaceTrigger } from '../../../domain/command.ts';
import type { OrderOptions, TimeInForce, TriggerOptions } from '../../../domain/order.ts';
import {
  type Effect,
  oppositeSide,
  type PositionSide,
  type Side,
  sideOf,
} from '../../../domain/side.ts';
import type { Lots, Ticks } from '../../../domain/units.ts';
import type { Caller } from '../../caller.ts';
import { isWireError, type WireError } from '../../errors.ts';
import {
  type Characters,
  codeField,
  flagField,
  ifSent,
  type LimitTerms,
  limitField,
  meaningField,
  optionalPriceField,
  optionalSizeField,
  textField,
} from '../../field.ts';
import { given, type InFull } from '../../order-options.ts';
import { symbolIn } from '../endpoint.ts';
import { refusal, wrong } from '../errors.ts';
import { BOOK_SIDES, PRICE_SOURCES, SELF_TRADES, TIMES_IN_FORCE } from './order-record.ts';

const LINK_ID_LENGTH_MAX = 36;
const LINK_ID: Characters = { pattern: /^[A-Za-z0-9_-]+$/, words: 'letters, digits, - and _' };

export const linkIdField = (description = 'The caller’s own id.') =>
  ifSent(
    textField(`${description} At most ${LINK_ID_LENGTH_MAX} letters, digits, - and _.`, {
      examples: ['my-order-1'],
      lengthMax: LINK_ID_LENGTH_MAX,
      characters: LINK_ID,
    }),
  );

export const indexField = () =>
  ifSent(
    meaningField<PositionSide | 'both'>(
      { '0': 'both', '1': 'long', '2': 'short' },
      '0 in one-way mode; in hedge mode 1 for the long and 2 for the short position.',
      0,
    ),
  );

export const sourceField = () =>
  ifSent(meaningField(PRICE_SOURCES, 'Which price is watched.', { default: 'LastPrice' }));

export const exitTypeField = () =>
  ifSent(codeField(['Market', 'Limit'], 'How the exit executes.', { default: 'Market' }));

const exitPrice = (what: string, reason: 'take-profit-invalid' | 'stop-loss-invalid') =>
  ifSent(optionalPriceField(`The price of a ${what}; 0 for none.`, '95000', reason));

export const EXIT_FIELDS = {
  takeProfit: exitPrice('take-profit', 'take-profit-invalid'),
  stopLoss: exitPrice('stop-loss', 'stop-loss-invalid'),
  tpTriggerBy: sourceField(),
  slTriggerBy: sourceField(),
  tpslMode: ifSent(codeField(['Full', 'Partial'], 'For the whole position, or for a size.')),
  tpLimitPrice: exitPrice('limit take-profit', 'take-profit-invalid'),
  slLimitPrice: exitPrice('limit stop-loss', 'stop-loss-invalid'),
};

const short = (description: string) =>
  ifSent(textField(description, { lengthMax: 40, examples: [''] }));

const LIMIT_TERMS: LimitTerms = { market: ['orderType', 'Market'], book: 'bboSideType' };

export const ORDER_FORM = Type.Object({
  symbol: symbolIn(),
  side: meaningField<Side>(BOOK_SIDES, 'The side of the book.', 'Buy'),
  orderType: codeField(['Market', 'Limit'], 'Kind of order.', 'Limit'),
  qty: optionalSizeField('Size in the base coin; 0 closes all with `closeOnTrigger`.', '0.01'),
  price: ifSent(limitField('Limit price.', LIMIT_TERMS)),
  timeInForce: ifSent(
    meaningField<TimeInForce>(TIMES_IN_FORCE, 'How a limit executes.', { default: 'GTC' }),
  ),
  positionIdx: indexField(),
  reduceOnly: ifSent(flagField('Only closes.')),
  closeOnTrigger: ifSent(flagField('Only closes, too.')),
  orderLinkId: linkIdField(),
  triggerPrice: ifSent(
    optionalPriceField('The price that sends it.', '88000', 'trigger-price-invalid'),
  ),
  triggerDirection: ifSent(
    meaningField<'rising' | 'falling' | null>(
      { '0': null, '1': 'rising', '2': 'falling' },
      '1 waits for a rise, 2 for a fall; where left out, for whichever leads there.',
    ),
  ),
  triggerBy: sourceField(),
  ...EXIT_FIELDS,
  tpOrderType: exitTypeField(),
  slOrderType: exitTypeField(),
  smpType: ifSent(meaningField<SelfTradePolicy | null>(SELF_TRADES, 'Who gives way to oneself.')),
  bboSideType: ifSent(
    meaningField<'queue' | 'opponent'>(
      { Queue: 'queue', Counterparty: 'opponent' },
      'Takes the limit from this side of the book.',
    ),
  ),
  bboLevel: ifSent(meaningField<number>({ '1': 1, '5': 5 }, 'From which level: 1 or 5.')),
  slippageToleranceType: short('Not offered.'),
  slippageTolerance: short('Not offered.'),
  orderIv: short('Not offered.'),
  mmp: ifSent(flagField('Not offered.')),
  isLeverage: ifSent(codeField(['0'], 'Only 0.')),
});

export type OrderWish = Static<typeof ORDER_FORM>;

export interface Direction {
  readonly positionSide: PositionSide;
  readonly effect: Effect;
  readonly positionMode: 'hedge' | 'net';
}

/** The index says which position mode is meant; the engine refuses the other one. */
function directionOf(sent: OrderWish): Direction | WireError {
  const { side, positionIdx = 'both' } = sent;
  const reduces = sent.reduceOnly === true || sent.closeOnTrigger === true;
  if (positionIdx === 'both') {
    const effect = reduces ? 'close' : 'open';
    const opening = reduces ? oppositeSide(side) : side;
    return { positionSide: opening === 'buy' ? 'long' : 'short', effect, positionMode: 'net' };
  }
  const effect = sideOf(positionIdx, 'open') === side ? 'open' : 'close';
  if (effect === 'open' && reduces)
    return refusal('110017', `reduceOnly: a ${side} with this positionIdx opens.`);
  return { positionSide: positionIdx, effect, positionMode: 'hedge' };
}

function optionsOf(sent: OrderWish, { positionMode }: Direction): InFull<OrderOptions> | WireError {
  const { bboSideType: of, bboLevel: level, smpType: selfTrade } = sent;
  if ((of === undefined) !== (level === undefined))
    return wrong('bboLevel', 'and bboSideType go together');
  return {
    positionMode,
    clientIds: 'open-only',
    selfTrade: selfTrade ?? undefined,
    priceMatch: of === undefined || level === undefined ? undefined : { of, level },
    expiresAt: undefined,
  };
}

/** Fields that would change the order, and are not offered. */
function findUnoffered(sent: OrderWish): WireError | undefined {
  for (const name of ['slippageToleranceType', 'slippageTolerance', 'orderIv'] as const)
    if (sent[name] !== undefined && sent[name] !== 'UNKNOWN') return wrong(name, 'is not offered');
  return sent.mmp === true ? wrong('mmp', 'is not offered') : undefined;
}

const isConditional = ({ triggerPrice = null }: OrderWish): boolean => triggerPrice !== null;

export function readWish(caller: Caller, sent: OrderWish): PlaceOrder | PlaceTrigger | WireError {
  const unoffered = findUnoffered(sent);
  if (unoffered !== undefined) return unoffered;
  const direction = directionOf(sent);
  if (isWireError(direction)) return direction;
  const options = optionsOf(sent, direction);
  if (isWireError(options)) return options;
  const price = limitOf(sent, options);
  if (isWireError(price)) return price;
  return isConditional(sent)
    ? readConditional(caller, sent, { direction, options, price })
    : readPlain(caller, sent, { direction, options, price });
}

/** The limit; null for the market and for one that the book decides. */
function limitOf(
  { orderType, price = null }: OrderWish,
  { priceMatch }: InFull<OrderOptions>,
): Ticks | null | WireError {
  if (orderType === 'Market')
    return priceMatch === undefined ? null : wrong('bboSideType', 'is for limits');
  if (priceMatch !== undefined) return null;
  return price ?? wrong('price', 'is needed for a Limit order');
}

interface Terms {
  readonly direction: Direction;
  readonly options: InFull<OrderOptions>;
  readonly price: Ticks | null;
}

function readPlain(
  caller: Caller,
  sent: OrderWish,
  { direction, options, price }: Terms,
): PlaceOrder | WireError {
  const { symbol: contract, orderType, timeInForce = 'normal' } = sent;
  const { positionSide, effect } = direction;
  const size = sent.qty ?? wholeOf(caller, sent, direction);
  if (isWireError(size)) return size;
  const exits = presetsOf(sent, effect);
  if (isWireError(exits)) return exits;
  return {
    kind: 'place-order',
    account: caller.account,
    contract: contract.id,
    positionSide,
    effect,
    size,
    price,
    timeInForce: orderType === 'Market' ? 'ioc' : timeInForce,
    clientOrderId: sent.orderLinkId ?? null,
    ...exits,
    marginMode: null,
    options: given<OrderOptions>(options),
  };
}

/** A size of zero closes the whole position. */
function wholeOf(caller: Caller, sent: OrderWish, { positionSide }: Direction): Lots | WireError {
  if (sent.reduceOnly !== true || sent.closeOnTrigger !== true)
    return wrong('qty', 'must be above 0, except with reduceOnly and closeOnTrigger');
  const held = caller.heldAt(sent.symbol.id).find(({ side }) => side === positionSide);
  return (
    held?.size ?? refusal('110017', 'current position is zero, cannot fix reduce-only order qty')
  );
}

/** Exits that come with an order watch the last price and close at market. */
function presetsOf(sent: OrderWish, effect: Effect) {
  const { takeProfit = null, stopLoss = null } = sent;
  if (takeProfit === null && stopLoss === null) return { takeProfit, stopLoss };
  if (effect === 'close')
    return refusal('110057', 'takeProfit and stopLoss are for orders that open.');
  for (const name of ['tpTriggerBy', 'slTriggerBy'] as const)
    if ((sent[name] ?? 'last') !== 'last') return wrong(name, 'must be LastPrice with an order');
  for (const name of ['tpOrderType', 'slOrderType'] as const)
    if (sent[name] === 'Limit') return wrong(name, 'must be Market with an order');
  return { takeProfit, stopLoss };
}

function readConditional(
  caller: Caller,
  sent: OrderWish,
  { direction: { positionSide, effect }, options, price }: Terms,
): PlaceTrigger | WireError {
  const { symbol, triggerPrice = null, triggerDirection, qty: size } = sent;
  if (triggerPrice === null) return wrong('triggerPrice', 'is needed');
  for (const name of ['takeProfit', 'stopLoss'] as const)
    if ((sent[name] ?? null) !== null)
      return wrong(name, 'goes with orders that have no trigger; set it when the position is open');
  const isWhole = size === null;
  const direction = triggerDirection ?? undefined;
  if (isWhole && (sent.reduceOnly !== true || sent.closeOnTrigger !== true))
    return wrong('qty', 'must be above 0, except with reduceOnly and closeOnTrigger');
  if (isWhole && direction === undefined) return wrong('triggerDirection', 'is needed with qty 0');
  const isStop = (sent.side === 'sell') === (direction === 'falling');
  return {
    kind: 'place-trigger',
    account: caller.account,
    contract: symbol.id,
    purpose: !isWhole ? 'plan' : isStop ? 'stop-loss' : 'take-profit',
    positionSide,
    effect,
    size,
    triggerPrice,
    triggerSource: sent.triggerBy ?? 'last',
    price,
    clientOrderId: sent.orderLinkId ?? null,
    marginMode: null,
    options: given<TriggerOptions>({
      ...options,
      direction: isWhole ? undefined : direction,
      trailing: undefined,
      timeInForce: price === null ? undefined : sent.timeInForce,
      limitBound: price === null ? undefined : 'trigger',
      priceProtect: undefined,
      replaces: undefined,
      pairs: undefined,
    }),
  };
}
