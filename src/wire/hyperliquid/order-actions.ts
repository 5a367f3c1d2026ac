/** Actions about orders: order, modify, batchModify, cancel, cancelByCloid. */
import { Type } from 'typebox';
import type { OrderTarget, PlaceOrder, PlaceTrigger } from '../../domain/command.ts';
import type { Contract } from '../../domain/contract.ts';
import { lots, ticks } from '../../domain/units.ts';
import { averageText } from '../amount-text.ts';
import type { Caller } from '../caller.ts';
import { isWireError, type WireError } from '../errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import type { FoundOrder } from '../order-figures.ts';
import { clientTarget, type TracedTarget } from '../order-target.ts';
import type { Fields } from '../read-request.ts';
import { ACTION_FORM, actionOf, CLOID, exchange } from './endpoint.ts';
import {
  actionText,
  NO_LIQUIDITY,
  orderText,
  POST_ONLY,
  refusal,
  UNMATCHED,
  unreadable,
} from './errors.ts';
import { figure, priceFigure, sizeFigure } from './figure.ts';
import {
  type Attached,
  findAsset,
  findTooSmall,
  NO_EXITS,
  type OrderWish,
  placingOf,
  readWish,
} from './order-wish.ts';
import { cloidOf, targetOf } from './read-orders.ts';

/** The longest list of an action. */
export const ITEMS_MAX = 100;

const ACTION_ANSWER = Type.Unsafe<object>({
  type: 'object',
  required: ['status'],
  properties: { status: { type: 'string', enum: ['ok', 'err'] } },
});

/** What all actions are asked and answered in. */
export const ACTION = { request: ACTION_FORM, response: ACTION_ANSWER };

const okOf = (type: string, statuses: readonly unknown[]) => ({
  status: 'ok',
  response: { type, data: { statuses } },
});

export const DONE = { status: 'ok', response: { type: 'default' } };

const itemsIn = (action: Fields | undefined, name: string): readonly Json[] | undefined => {
  const items = action?.get(name);
  return Array.isArray(items) && items.length > 0 ? items : undefined;
};

function readItems(fields: Fields, name: string): readonly Json[] | WireError {
  const items = itemsIn(actionOf(fields), name);
  if (items === undefined) return unreadable(`${name} is a list of at least one`);
  return items.length > ITEMS_MAX ? refusal(`At most ${ITEMS_MAX} at once`) : items;
}

/** How many orders or cancels an action holds. */
const countIn =
  (name: string) =>
  (fields: Fields): number =>
    Math.min(itemsIn(actionOf(fields), name)?.length ?? 1, ITEMS_MAX);

/** One order of an action and what it became. */
export interface WishTold {
  readonly wish: OrderWish | WireError;
  readonly command: PlaceOrder | PlaceTrigger | WireError;
}

interface OrdersAsked {
  readonly items: readonly WishTold[];
  /** How many of the orders at the end came as exits of the first. */
  readonly attached: number;
}

const isFormFault = (error: WireError): boolean => error.own === 'form';

function readOrders(fields: Fields, caller: Caller): OrdersAsked | WireError {
  const orders = readItems(fields, 'orders');
  if (isWireError(orders)) return orders;
  const grouping = actionOf(fields)?.get('grouping') ?? 'na';
  const isWhole = grouping === 'positionTpsl';
  const wishes = orders.map((order) => readWish(order, caller, isWhole));
  const fault = wishes.find((wish) => isWireError(wish) && isFormFault(wish));
  if (isWireError(fault)) return fault;
  const [parent, ...children] = wishes;
  if (grouping === 'normalTpsl' && parent !== undefined && children.length > 0)
    return attachedTo(parent, children, caller);
  return { items: wishes.map((wish) => wishTold(wish, caller, isWhole)), attached: 0 };
}

function wishTold(wish: OrderWish | WireError, caller: Caller, isWhole: boolean): WishTold {
  if (isWireError(wish)) return { wish, command: wish };
  const meant = isWhole ? { ...wish, size: null } : wish;
  if (isWhole && wish.trigger === null)
    return { wish, command: refusal('positionTpsl is for orders with a trigger') };
  return { wish, command: findTooSmall(meant) ?? placingOf(meant, caller) };
}

/** The first order, and exits that wait for its fills. */
function attachedTo(
  parent: OrderWish | WireError,
  children: readonly (OrderWish | WireError)[],
  caller: Caller,
): OrdersAsked {
  const exits = exitsOf(parent, children);
  const fault = isWireError(parent) ? parent : isWireError(exits) ? exits : findTooSmall(parent);
  const command =
    fault ??
    (isWireError(parent) || isWireError(exits)
      ? parent
      : placingOf(beforeProfit(parent, exits), caller, exits));
  const first = { wish: parent, command: command as WishTold['command'] };
  return { items: [first], attached: children.length };
}

/** Market orders are limits far beyond the market; none fills where its take-profit is reached. */
function beforeProfit(parent: OrderWish, { takeProfit }: Attached): OrderWish {
  const { price, side, timeInForce } = parent;
  if (takeProfit === null || timeInForce !== 'ioc') return parent;
  const last = side === 'buy' ? takeProfit - 1 : takeProfit + 1;
  const isBeyond = side === 'buy' ? price > last : price < last;
  return isBeyond && last > 0 ? { ...parent, price: ticks(last) } : parent;
}

function exitsOf(
  parent: OrderWish | WireError,
  children: readonly (OrderWish | WireError)[],
): Attached | WireError {
  let exits = NO_EXITS;
  for (const child of children) {
    if (isWireError(child)) return child;
    const { trigger, side, isReducing, contract } = child;
    const name = trigger?.kind === 'tp' ? 'takeProfit' : 'stopLoss';
    if (trigger === null || !isReducing || exits[name] !== null)
      return refusal('normalTpsl has one tp and one sl at most, both reduce-only');
    if (!isWireError(parent) && (parent.side === side || parent.contract !== contract))
      return refusal('An exit is on the other side of its order');
    exits = { ...exits, [name]: trigger.price };
  }
  return exits;
}

/** What became of an order, and the best prices after it. */
export interface OrderOutcome {
  readonly found: FoundOrder | WireError;
  /** `bid@ask`. */
  readonly top: string;
}

type Status = object | string;

function statusOf({ found, top }: OrderOutcome, asset: number, caller: Caller): Status {
  if (isWireError(found)) return { error: errorOf(found, asset) };
  const { order, cancelReason } = found;
  const contract = caller.contractOf(order.contract);
  const cloid = cloidOf(order);
  const named = { oid: order.id, ...(cloid === null ? {} : { cloid }) };
  if (order.filled > 0)
    return {
      filled: {
        totalSz: sizeFigure(contract, order.filled),
        avgPx: figure(averageText(contract, order.filledValue, order.filled)),
        ...named,
      },
    };
  if (order.status !== 'canceled') return { resting: named };
  if (cancelReason === 'post-only-would-take')
    return { error: `${POST_ONLY} ${top}. asset=${asset}` };
  if (cancelReason === 'ioc-remainder') return { error: `${UNMATCHED} asset=${asset}` };
  return { error: `${NO_LIQUIDITY} asset=${asset}` };
}

/** Texts of this dialect name the asset already. */
const errorOf = (error: WireError, asset: number): string =>
  error.own === 'text' ? actionText(error) : orderText(error, asset);

const assetOf = ({ wish, command }: WishTold): number => {
  if (!isWireError(wish)) return wish.asset;
  return isWireError(command) ? 0 : command.contract;
};

export const ORDER_ACTION = exchange.placePost('/order', [1, 0], {
  id: 'hyperliquidOrder',
  ...ACTION,
  summary: 'Place orders',
  text: 'Each succeeds or fails by itself. The answer tells what became of them at once.',
  count: countIn('orders'),
  read: (_sent, caller, fields) => readOrders(fields, caller),
  format: (told: readonly OrderOutcome[], { items, attached }, caller) => {
    const statuses = told.map((each, at) => statusOf(each, assetOf(items[at]!), caller));
    const [parent] = told;
    if (attached > 0 && parent !== undefined) {
      const { found } = parent;
      const isFilled = !isWireError(found) && found.order.filled === found.order.size;
      const [first] = statuses;
      const child =
        typeof first === 'object' && 'error' in first
          ? first
          : isFilled
            ? 'waitingForTrigger'
            : 'waitingForFill';
      statuses.push(...new Array<Status>(attached).fill(child));
    }
    return okOf('order', statuses);
  },
});

/** A change of an order: the values that it shall have, whole. */
export interface ModifyAsked {
  readonly target: OrderTarget;
  readonly wish: OrderWish;
}

function readModify(item: JsonObject, caller: Caller): ModifyAsked | WireError {
  const target = targetOf(item.get('oid'));
  if (isWireError(target)) return target;
  const wish = readWish(item.get('order') ?? null, caller);
  if (isWireError(wish)) return wish;
  const fault = findTooSmall(wish);
  return fault ?? { target, wish };
}

/** The new size of an order whose part is filled: what is asked for is what shall be left. */
export const sizeAfter = ({ wish }: ModifyAsked, { order }: FoundOrder) =>
  lots((wish.size ?? 0) + order.filled);

const modifyStatus = (
  outcome: OrderOutcome,
  asked: ModifyAsked | WireError | undefined,
  caller: Caller,
): Status =>
  statusOf(outcome, asked === undefined || isWireError(asked) ? 0 : asked.wish.asset, caller);

export const MODIFY = exchange.placePost('/modify', [1, 0], {
  id: 'hyperliquidModify',
  ...ACTION,
  summary: 'Change an order',
  text: 'It keeps its number, and its place in the queue by the rules of the venue.',
  read: (_sent, caller, fields) => {
    const asked = readModify(actionOf(fields) ?? new Map(), caller);
    return isWireError(asked) ? asked : [asked];
  },
  format: ([outcome]: readonly OrderOutcome[]) =>
    outcome !== undefined && isWireError(outcome.found) ? refusal(actionText(outcome.found)) : DONE,
});

export const BATCH_MODIFY = exchange.placePost('/batchModify', [1, 0], {
  id: 'hyperliquidBatchModify',
  ...ACTION,
  summary: 'Change orders',
  text: 'Each succeeds or fails by itself.',
  count: countIn('modifies'),
  read: (_sent, caller, fields): readonly (ModifyAsked | WireError)[] | WireError => {
    const items = readItems(fields, 'modifies');
    if (isWireError(items)) return items;
    const asked = items.map((item) =>
      isJsonObject(item) ? readModify(item, caller) : unreadable('a change is an object'),
    );
    return (asked.find((each) => isWireError(each) && isFormFault(each)) as WireError) ?? asked;
  },
  format: (told: readonly OrderOutcome[], items, caller) =>
    okOf(
      'order',
      told.map((each, at) => modifyStatus(each, items[at], caller)),
    ),
});

interface CancelAsked extends TracedTarget {
  readonly asset: number;
}

const cancelStatuses = (told: readonly (FoundOrder | WireError)[], asked: readonly CancelAsked[]) =>
  okOf(
    'cancel',
    told.map((each, at) =>
      isWireError(each) ? { error: orderText(each, asked[at]?.asset ?? 0) } : 'success',
    ),
  );

type ReadTarget = (item: JsonObject) => {
  readonly asset: Json | undefined;
  readonly target: OrderTarget | WireError;
};

const readCancels =
  (readTarget: ReadTarget) =>
  (_sent: unknown, caller: Caller, fields: Fields): readonly CancelAsked[] | WireError => {
    const items = readItems(fields, 'cancels');
    if (isWireError(items)) return items;
    const asked: CancelAsked[] = [];
    for (const item of items) {
      if (!isJsonObject(item)) return unreadable('a cancel is an object');
      const { asset, target } = readTarget(item);
      if (isWireError(target)) return target;
      const contract: Contract | undefined = findAsset(asset, caller);
      if (contract === undefined) return unreadable('the asset of a cancel');
      asked.push({ target, contract, kind: 'any', asset: contract.id });
    }
    return asked;
  };

export const CANCEL = exchange.cancelPost('/cancel', [1, 0], {
  id: 'hyperliquidCancel',
  ...ACTION,
  summary: 'Cancel orders',
  text: 'Each succeeds or fails by itself.',
  count: countIn('cancels'),
  read: readCancels((item) => ({ asset: item.get('a'), target: targetOf(item.get('o')) })),
  format: cancelStatuses,
});

const cloidTarget = (sent: Json | undefined): OrderTarget | WireError =>
  typeof sent === 'string' && CLOID.test(sent)
    ? clientTarget(sent.toLowerCase())
    : unreadable('a cloid is 0x and 32 hexadecimal digits');

export const CANCEL_BY_CLOID = exchange.cancelPost('/cancelByCloid', [1, 0], {
  id: 'hyperliquidCancelByCloid',
  ...ACTION,
  summary: 'Cancel orders by the caller’s own ids',
  text: 'Each succeeds or fails by itself.',
  count: countIn('cancels'),
  read: readCancels((item) => ({
    asset: item.get('asset'),
    target: cloidTarget(item.get('cloid')),
  })),
  format: cancelStatuses,
});

/** `bid@ask`; 0 where a side is empty. */
export const topText = (contract: Contract, bid: number, ask: number): string =>
  [bid, ask].map((price) => priceFigure(contract, price as never)).join('@');
