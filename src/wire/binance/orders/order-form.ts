/** The fields of orders, conditional ones included, and how they become commands. */

import { type Static, Type } from 'typebox';
import type { SelfTradePolicy } from '../../../domain/account.ts';
import type { PlaceOrder, PlaceTrigger } from '../../../domain/command.ts';
import type { Contract } from '../../../domain/contract.ts';
import type {
  OrderOptions,
  TimeInForce,
  TriggerOptions,
  TriggerSource,
} from '../../../domain/order.ts';
import type { Effect, PositionSide, Side } from '../../../domain/side.ts';
import { type Lots, millis, NO_TICKS, type Ticks } from '../../../domain/units.ts';
import type { Caller } from '../../caller.ts';
import { plainContractField } from '../../contract-query.ts';
import { isWireError, type WireError } from '../../errors.ts';
import {
  type Characters,
  codeField,
  decimalField,
  flagField,
  ifSent,
  meaningField,
  momentField,
  textField,
} from '../../field.ts';
import { given, type InFull } from '../../order-options.ts';

import { findDecimal } from '../../quantity.ts';
import { effectOf, meaningsOf, POSITION_SIDES, SIDES } from '../../words.ts';
import { malformed, refusal, unasked } from '../errors.ts';
import {
  CONDITIONAL_TYPES,
  EXECUTION_NAMES,
  ORDER_TYPES,
  PRICE_MATCHES,
  readLimit,
  readQuantity,
  readTriggerPrice,
  SELF_TRADES,
} from './order-words.ts';

const CLIENT_ID_LENGTH_MAX = 36;
const CLIENT_ID: Characters = {
  pattern: /^[.A-Z:/a-z0-9_-]+$/,
  words: 'letters, digits and . : / _ -',
};

export const clientIdIn = (description = 'The caller’s own id; the venue gives one otherwise.') =>
  ifSent(
    textField(`${description} At most ${CLIENT_ID_LENGTH_MAX} characters.`, {
      examples: ['x-abc1'],
      lengthMax: CLIENT_ID_LENGTH_MAX,
      characters: CLIENT_ID,
    }),
  );

/** How a limit order executes. GTE_GTC ends with the position, as every exit of one does here. */
const EXECUTIONS = { ...meaningsOf(EXECUTION_NAMES), GTD: 'dated', GTE_GTC: 'normal' } as const;

const TERMS = {
  symbol: plainContractField(),
  side: meaningField<Side>(SIDES, 'The side of the book.', 'BUY'),
  positionSide: ifSent(
    meaningField<PositionSide | 'both'>(
      { ...POSITION_SIDES, BOTH: 'both' },
      'LONG or SHORT in hedge mode; BOTH or nothing in one-way mode.',
      'LONG',
    ),
  ),
  type: codeField(ORDER_TYPES, 'Kind of order.', 'LIMIT'),
  timeInForce: ifSent(meaningField<TimeInForce | 'dated'>(EXECUTIONS, 'How a limit executes.')),
  quantity: ifSent(decimalField('Size in the base coin.', '0.0100')),
  price: ifSent(decimalField('Limit price.', '90000.0')),
  reduceOnly: ifSent(flagField('One-way mode: only closes.')),
  newOrderRespType: ifSent(
    codeField(
      ['ACK', 'RESULT'],
      'Whether the answer shows the order as accepted or after matching.',
      { default: 'ACK' },
    ),
  ),
  priceMatch: ifSent(codeField(PRICE_MATCHES, 'Takes the limit from the book instead of `price`.')),
  selfTradePreventionMode: ifSent(
    meaningField<SelfTradePolicy>(
      SELF_TRADES,
      'Who gives way to oneself; NONE means EXPIRE_MAKER.',
    ),
  ),
  goodTillDate: ifSent(momentField('With GTD: when it ends, more than ten minutes from now.')),
  triggerPrice: ifSent(decimalField('The price that sends it.', '88000.0')),
  workingType: ifSent(
    meaningField<TriggerSource>(
      { CONTRACT_PRICE: 'last', MARK_PRICE: 'mark' },
      'Which price is watched.',
      { default: 'CONTRACT_PRICE' },
    ),
  ),
  closePosition: ifSent(flagField('Closes the whole position; without `quantity`.')),
  priceProtect: ifSent(flagField('Fires only while mark and last price are close.')),
  activatePrice: ifSent(decimalField('From where a trailing stop follows.', '95000.0')),
  callbackRate: ifSent(decimalField('How far it follows behind, in per cent.', '0.5')),
};

export const ORDER_FORM = Type.Object({ ...TERMS, newClientOrderId: clientIdIn() });

export const ALGO_FORM = Type.Object({
  algoType: codeField(['CONDITIONAL'], 'Always CONDITIONAL.'),
  ...TERMS,
  clientAlgoId: clientIdIn(),
});

export type OrderWish = Omit<Static<typeof ORDER_FORM>, 'newClientOrderId'>;

export const isConditional = ({ type }: Pick<OrderWish, 'type'>): boolean =>
  type !== 'LIMIT' && type !== 'MARKET';

interface Direction {
  readonly positionSide: PositionSide;
  readonly effect: Effect;
  readonly positionMode: 'hedge' | 'net';
}

/** The words themselves say which position mode they mean; the engine refuses the other one. */
export function directionOf(sent: OrderWish): Direction | WireError {
  const { side, positionSide = 'both', reduceOnly, closePosition } = sent;
  if (positionSide !== 'both') {
    if (reduceOnly !== undefined) return unasked('reduceOnly');
    return { positionSide, effect: effectOf(side, positionSide), positionMode: 'hedge' };
  }
  const effect = reduceOnly === true || closePosition === true ? 'close' : 'open';
  const isLong = (side === 'buy') === (effect === 'open');
  return { positionSide: isLong ? 'long' : 'short', effect, positionMode: 'net' };
}

/** The options of every order: its words, its own rule of client ids, its end. */
function optionsOf(
  sent: OrderWish,
  { positionMode }: Direction,
  caller: Caller,
): InFull<OrderOptions> | WireError {
  const { selfTradePreventionMode: selfTrade, priceMatch = 'NONE' } = sent;
  const expiresAt = readExpiry(sent, caller);
  if (isWireError(expiresAt)) return expiresAt;
  return {
    positionMode,
    clientIds: 'open-only',
    selfTrade,
    priceMatch: priceMatch === 'NONE' ? undefined : matchOf(priceMatch),
    expiresAt,
  };
}

/** `OPPONENT_5` is the fifth best price of the other side. */
export function matchOf(word: (typeof PRICE_MATCHES)[number]) {
  const [of, level = '1'] = word.split('_');
  return {
    of: of === 'OPPONENT' ? ('opponent' as const) : ('queue' as const),
    level: Number(level),
  };
}

const LIFE_MIN_MILLIS = 600_000;
const SECOND = 1_000;

function readExpiry({ timeInForce, goodTillDate }: OrderWish, { venueNow }: Caller) {
  if (timeInForce !== 'dated') return goodTillDate ? unasked('goodTillDate') : undefined;
  if (goodTillDate === undefined) return malformed('goodTillDate');
  if (goodTillDate <= venueNow() + LIFE_MIN_MILLIS)
    return refusal('-5040', 'goodTillDate must be more than 600 seconds from now.');
  return millis(Math.floor(goodTillDate / SECOND) * SECOND);
}

/** The limit, null for one that the book decides. */
function limitOf({ symbol, price, priceMatch = 'NONE' }: OrderWish): Ticks | null | WireError {
  if (priceMatch !== 'NONE') return price === undefined ? null : unasked('price');
  return price === undefined ? malformed('price') : readLimit(symbol, price);
}

const sizeOf = (contract: Contract, quantity: string | undefined): Lots | WireError =>
  quantity === undefined ? malformed('quantity') : readQuantity(contract, quantity);

export function readPlain(
  caller: Caller,
  sent: OrderWish,
  clientOrderId: string | null,
): PlaceOrder | WireError {
  const { symbol: contract, type, timeInForce, priceMatch = 'NONE' } = sent;
  const odd = refuseCondition(sent);
  if (odd !== undefined) return odd;
  const isMarket = type === 'MARKET';
  if (!isMarket && timeInForce === undefined) return malformed('timeInForce');
  if (isMarket && priceMatch !== 'NONE')
    return refusal('-5038', 'priceMatch is for orders with a limit.');
  const direction = directionOf(sent);
  if (isWireError(direction)) return direction;
  const size = sizeOf(contract, sent.quantity);
  if (isWireError(size)) return size;
  const price = isMarket ? null : limitOf(sent);
  if (isWireError(price)) return price;
  const options = optionsOf(isMarket ? withoutDate(sent) : sent, direction, caller);
  if (isWireError(options)) return options;
  const { positionSide, effect } = direction;
  return {
    kind: 'place-order',
    account: caller.account,
    contract: contract.id,
    positionSide,
    effect,
    size,
    price,
    timeInForce: isMarket ? 'ioc' : executionOf(timeInForce),
    clientOrderId,
    takeProfit: null,
    stopLoss: null,
    marginMode: null,
    options: given<OrderOptions>(options),
  };
}

/** Without its condition the order could trade at once. */
function refuseCondition(sent: OrderWish): WireError | undefined {
  if (sent.triggerPrice !== undefined)
    return unasked('stopPrice', 'triggerPrice is its other name.');
  if (sent.callbackRate !== undefined) return unasked('callbackRate');
  if (sent.activatePrice !== undefined)
    return unasked('activationPrice', 'activatePrice is its other name.');
  return sent.closePosition === true ? refuseWhole(sent) : undefined;
}

const executionOf = (word: TimeInForce | 'dated' = 'normal'): TimeInForce =>
  word === 'dated' ? 'normal' : word;

/** A market order has no time in force, whatever was sent. */
const withoutDate = ({ timeInForce: _, goodTillDate: __, ...rest }: OrderWish): OrderWish => rest;

export function readConditional(
  caller: Caller,
  sent: OrderWish,
  clientOrderId: string | null,
): PlaceTrigger | WireError {
  const { symbol: contract, type, workingType: triggerSource = 'last', closePosition } = sent;
  if (!CONDITIONAL_TYPES.some((each) => each === type))
    return refusal('-1116', `${type} is no conditional type; place it at order.`);
  const odd = closePosition === true ? refuseWhole(sent) : undefined;
  if (odd !== undefined) return odd;
  const direction = directionOf(sent);
  if (isWireError(direction)) return direction;
  const size = closePosition === true ? null : sizeOf(contract, sent.quantity);
  if (isWireError(size)) return size;
  const trigger = type === 'TRAILING_STOP_MARKET' ? trailingOf(sent) : triggerOf(sent);
  if (isWireError(trigger)) return trigger;
  const hasLimit = type === 'STOP' || type === 'TAKE_PROFIT';
  const price = hasLimit ? limitOf(sent) : null;
  if (isWireError(price)) return price;
  const options = optionsOf(hasLimit ? sent : withoutDate(sent), direction, caller);
  if (isWireError(options)) return options;
  const { positionSide, effect } = direction;
  const { triggerPrice, ...more } = trigger;
  return {
    kind: 'place-trigger',
    account: caller.account,
    contract: contract.id,
    purpose: closePosition !== true ? 'plan' : type === 'STOP_MARKET' ? 'stop-loss' : 'take-profit',
    positionSide,
    effect,
    size,
    triggerPrice,
    triggerSource,
    price,
    clientOrderId,
    marginMode: null,
    options: given<TriggerOptions>({
      ...options,
      ...more,
      timeInForce: hasLimit ? executionOf(sent.timeInForce) : undefined,
      limitBound: hasLimit ? 'trigger' : undefined,
      priceProtect: sent.priceProtect === true ? true : undefined,
      replaces: closePosition === true ? false : undefined,
      pairs: undefined,
    }),
  };
}

function refuseWhole({ type, quantity, reduceOnly, side, positionSide }: OrderWish) {
  if (type !== 'STOP_MARKET' && type !== 'TAKE_PROFIT_MARKET')
    return refusal(
      '-4136',
      `closePosition is for STOP_MARKET and TAKE_PROFIT_MARKET, not ${type}.`,
    );
  if (quantity !== undefined) return refusal('-4137', 'closePosition goes without quantity.');
  if (reduceOnly === true) return unasked('reduceOnly');
  const opens = { long: 'buy', short: 'sell', both: undefined }[positionSide ?? 'both'];
  return side === opens
    ? refusal('-1128', 'closePosition must not open: SELL with LONG, or BUY with SHORT.')
    : undefined;
}

/** Type and side decide the direction, wherever the price stands. */
function triggerOf({ symbol, triggerPrice, type, side }: OrderWish) {
  if (triggerPrice === undefined) return malformed('triggerPrice');
  const price = readTriggerPrice(symbol, triggerPrice);
  if (isWireError(price)) return price;
  const isRising = (side === 'buy') === type.startsWith('STOP');
  return {
    triggerPrice: price,
    direction: isRising ? ('rising' as const) : ('falling' as const),
    trailing: undefined,
  };
}

const CALLBACK_MAX_TENTHS = 200;

function trailingOf({ symbol, callbackRate, activatePrice }: OrderWish) {
  if (callbackRate === undefined) return malformed('callbackRate');
  const tenths = Number(findDecimal(callbackRate, 1) ?? 0n);
  if (tenths < 1 || tenths > CALLBACK_MAX_TENTHS)
    return refusal('-1130', 'callbackRate must be from 0.1 to 20 per cent, in steps of 0.1.');
  const activation = activatePrice === undefined ? null : readTriggerPrice(symbol, activatePrice);
  if (isWireError(activation)) return { ...activation, own: '-4135' };
  return {
    triggerPrice: NO_TICKS,
    direction: undefined,
    trailing: { callback: tenths, activation },
  };
}
