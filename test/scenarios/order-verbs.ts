/** What traders do with orders, as commands. */
import type { OrderTarget, PlaceOrder, PlaceTrigger } from '../../src/domain/command.ts';
import { orderId } from '../../src/domain/ids.ts';
import type {
  OrderOptions,
  TimeInForce,
  TriggerOptions,
  TriggerPurpose,
  TriggerSource,
} from '../../src/domain/order.ts';
import type { Effect, PositionSide } from '../../src/domain/side.ts';
import { millis, NO_TICKS, type Ticks } from '../../src/domain/units.ts';
import {
  findMatch,
  SHARED_OPTIONS,
  TRIGGER_OPTIONS,
  takeShared,
  takeTriggerOption,
} from './option-words.ts';
import {
  contractOf,
  namedContract,
  type Request,
  type Single,
  takeLimit,
  takePrice,
  takeSize,
} from './request.ts';
import {
  hasMore,
  peek,
  take,
  takeDuration,
  takeIf,
  takeNumber,
  takeOneOf,
  takeQuoted,
  type Words,
} from './words.ts';

const SIDES = ['long', 'short'] as const;
const SOURCES = ['last', 'mark', 'index'] as const;

export type Verb = (request: Request) => Single;

export const ORDER_VERBS: Readonly<Record<string, Verb>> = {
  opens: (request) => placeOrder(request, 'open'),
  buys: (request) => placeNet(request, 'long'),
  sells: (request) => placeNet(request, 'short'),
  closes: (request) =>
    takeIf(request.words, 'all') === undefined
      ? placeOrder(request, 'close')
      : {
          kind: 'close-positions',
          account: request.account,
          contract: namedContract(request),
        },
  plans: (request) => placeTrigger(request, 'plan', takeOneOf(request.words, ['open', 'close'])),
  trails: placeTrailing,
  'counts-down': (request) => ({
    kind: 'set-countdown',
    account: request.account,
    contract: contractOf(request),
    millis: millis(takeIf(request.words, 'no-more') ? 0 : takeDuration(request.words)),
  }),
  'take-profit': (request) => placeTrigger(request, 'take-profit', 'close'),
  'stop-loss': (request) => placeTrigger(request, 'stop-loss', 'close'),
  cancels: (request) => (takeIf(request.words, 'all') ? cancelAll(request) : cancelOne(request)),
  amends: amend,
};

/** What a net account sends: it names no position. */
const placeNet = (request: Request, positionSide: PositionSide): PlaceOrder => {
  const order = placeOrder(request, 'open', positionSide);
  return { ...order, options: { ...order.options, positionMode: 'net' } };
};

function placeOrder(
  request: Request,
  effect: Effect,
  positionSide: PositionSide = takeOneOf(request.words, SIDES),
): PlaceOrder {
  const { words, account } = request;
  const size = takeSize(request);
  takeOneOf(words, ['@']);
  const match = findMatch(words);
  const price = match.priceMatch === undefined ? takeLimit(request) : null;
  return {
    kind: 'place-order',
    account,
    contract: contractOf(request),
    positionSide,
    effect,
    size,
    price,
    ...takeOptions(request, match),
  };
}

type Options = Pick<
  PlaceOrder,
  'timeInForce' | 'clientOrderId' | 'takeProfit' | 'stopLoss' | 'marginMode' | 'options'
>;

/** In any order: a time in force, an id, the prices of the exits, the margin mode. */
function takeOptions(request: Request, first: OrderOptions): Options {
  const { words } = request;
  let timeInForce: TimeInForce = 'normal';
  let clientOrderId: string | null = null;
  let takeProfit: Ticks | null = null;
  let stopLoss: Ticks | null = null;
  let marginMode: Options['marginMode'] = null;
  let options = first;
  while (hasMore(words)) {
    const word = takeOneOf(words, OPTIONS);
    if (word === 'id') clientOrderId = takeQuoted(words, 'a client order id');
    else if (word === 'tp') takeProfit = takePrice(request);
    else if (word === 'sl') stopLoss = takePrice(request);
    else if (word === 'cross' || word === 'isolated') marginMode = word;
    else if (word === 'gives-way' || word === 'until' || word === 'open-only')
      options = { ...options, ...takeShared(request, word) };
    else timeInForce = word;
  }
  const terms = { timeInForce, clientOrderId, takeProfit, stopLoss, marginMode };
  return Object.keys(options).length === 0 ? terms : { ...terms, options };
}

const OPTIONS = [
  ...(['post-only', 'fok', 'ioc', 'id', 'tp', 'sl', 'cross', 'isolated'] as const),
  ...SHARED_OPTIONS,
] as const;

function placeTrigger(request: Request, purpose: TriggerPurpose, effect: Effect): PlaceTrigger {
  const { words, account } = request;
  const positionSide = takeOneOf(words, SIDES);
  const size = takeIf(words, 'all') === undefined ? takeSize(request) : null;
  takeOneOf(words, ['@']);
  const match = findMatch(words);
  const price = match.priceMatch === undefined ? takeLimit(request) : null;
  const trigger = takeTrigger(request);
  return {
    kind: 'place-trigger',
    account,
    contract: contractOf(request),
    purpose,
    positionSide,
    effect,
    size,
    price,
    ...trigger,
    ...takeTriggerOptions(request, match),
    marginMode: null,
  };
}

/** In any order: an id and the options of triggers. */
function takeTriggerOptions(
  request: Request,
  first: TriggerOptions,
): Pick<PlaceTrigger, 'clientOrderId' | 'options'> {
  const { words } = request;
  let clientOrderId: string | null = null;
  let options = first;
  while (hasMore(words)) {
    const word = takeOneOf(words, ['id', ...TRIGGER_OPTIONS]);
    if (word === 'id') clientOrderId = takeQuoted(words, 'a client order id');
    else options = { ...options, ...takeTriggerOption(request, word) };
  }
  return Object.keys(options).length === 0 ? { clientOrderId } : { clientOrderId, options };
}

/** `trails close long 0.1 by 1% when mark from 91000`: the percent in steps of a tenth. */
function placeTrailing(request: Request): PlaceTrigger {
  const { words, account } = request;
  const effect = takeOneOf(words, ['open', 'close']);
  const positionSide = takeOneOf(words, SIDES);
  const size = takeSize(request);
  takeOneOf(words, ['by']);
  const callback = Math.round(Number.parseFloat(take(words, 'a percentage')) * 10);
  takeOneOf(words, ['when']);
  const triggerSource = takeOneOf(words, SOURCES);
  const activation = takeIf(words, 'from') === undefined ? null : takePrice(request);
  return {
    kind: 'place-trigger',
    account,
    contract: contractOf(request),
    purpose: 'plan',
    positionSide,
    effect,
    size,
    triggerPrice: NO_TICKS,
    triggerSource,
    price: null,
    ...takeTriggerOptions(request, { trailing: { callback, activation } }),
    marginMode: null,
  };
}

function takeTrigger(request: Request): {
  readonly triggerSource: TriggerSource;
  readonly triggerPrice: Ticks;
} {
  takeOneOf(request.words, ['when']);
  const triggerSource = takeOneOf(request.words, SOURCES);
  return { triggerSource, triggerPrice: takePrice(request) };
}

const cancelOne = ({ account, words }: Request): Single => ({
  kind: 'cancel-order',
  account,
  target: takeTarget(words),
});

const cancelAll = (request: Request): Single => ({
  kind: 'cancel-all-orders',
  account: request.account,
  scope: takeIf(request.words, 'triggers') === undefined ? 'working' : 'untriggered',
  contract: namedContract(request),
});

/** A client order id in quotation marks, or `order` and the venue's own number. */
function takeTarget(words: Words): OrderTarget {
  if (takeIf(words, 'order') === undefined)
    return { by: 'client-order-id', clientOrderId: takeQuoted(words, 'a client order id') };
  return { by: 'id', order: orderId(takeNumber(words, 'the number of an order')) };
}

function amend(request: Request): Single {
  const { words, account } = request;
  const target = takeTarget(words);
  if (peek(words) === 'when') {
    const trigger = takeTrigger(request);
    takeOneOf(words, ['@']);
    return { kind: 'amend-trigger', account, target, ...trigger, price: takeLimit(request) };
  }
  const size = takeIf(words, 'size') === undefined ? null : takeSize(request);
  if (takeIf(words, 'price') === undefined)
    return { kind: 'amend-order', account, target, size, price: null };
  const match = findMatch(words);
  const price = match.priceMatch === undefined ? takePrice(request) : null;
  return { kind: 'amend-order', account, target, size, price, ...match };
}
