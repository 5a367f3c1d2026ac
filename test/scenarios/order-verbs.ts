/** What traders do with orders, as commands. */
import type { OrderTarget, PlaceOrder, PlaceTrigger } from '../../src/domain/command.ts';
import { orderId } from '../../src/domain/ids.ts';
import type { TimeInForce, TriggerPurpose, TriggerSource } from '../../src/domain/order.ts';
import type { Effect, PositionSide } from '../../src/domain/side.ts';
import type { Ticks } from '../../src/domain/units.ts';
import {
  contractOf,
  namedContract,
  type Request,
  type Single,
  takeLimit,
  takePrice,
  takeSize,
} from './request.ts';
import { hasMore, peek, takeIf, takeNumber, takeOneOf, takeQuoted, type Words } from './words.ts';

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
  const price = takeLimit(request);
  return {
    kind: 'place-order',
    account,
    contract: contractOf(request),
    positionSide,
    effect,
    size,
    price,
    ...takeOptions(request),
  };
}

type Options = Pick<
  PlaceOrder,
  'timeInForce' | 'clientOrderId' | 'takeProfit' | 'stopLoss' | 'marginMode'
>;

/** In any order: a time in force, an id, the prices of the exits, the margin mode. */
function takeOptions(request: Request): Options {
  const { words } = request;
  let timeInForce: TimeInForce = 'normal';
  let clientOrderId: string | null = null;
  let takeProfit: Ticks | null = null;
  let stopLoss: Ticks | null = null;
  let marginMode: Options['marginMode'] = null;
  while (hasMore(words)) {
    const word = takeOneOf(words, OPTIONS);
    if (word === 'id') clientOrderId = takeQuoted(words, 'a client order id');
    else if (word === 'tp') takeProfit = takePrice(request);
    else if (word === 'sl') stopLoss = takePrice(request);
    else if (word === 'cross' || word === 'isolated') marginMode = word;
    else timeInForce = word;
  }
  return { timeInForce, clientOrderId, takeProfit, stopLoss, marginMode };
}

const OPTIONS = ['post-only', 'fok', 'ioc', 'id', 'tp', 'sl', 'cross', 'isolated'] as const;

function placeTrigger(request: Request, purpose: TriggerPurpose, effect: Effect): PlaceTrigger {
  const { words, account } = request;
  const positionSide = takeOneOf(words, SIDES);
  const size = takeIf(words, 'all') === undefined ? takeSize(request) : null;
  takeOneOf(words, ['@']);
  const price = takeLimit(request);
  const trigger = takeTrigger(request);
  const clientOrderId = takeIf(words, 'id') ? takeQuoted(words, 'a client order id') : null;
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
    clientOrderId,
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
  const price = takeIf(words, 'price') === undefined ? null : takePrice(request);
  return { kind: 'amend-order', account, target, size, price };
}
