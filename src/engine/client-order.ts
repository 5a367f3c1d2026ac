/**
 * Client order ids make a repeated command harmless: the same id with the same content answers with
 * the first order, the same id with other content is a mistake. The memory is part of the state, so
 * it survives a restart, and it ends: a day after the order was placed or ten minutes after it was
 * final, whichever is later. A command may ask for less: an id that only open orders may not share.
 */
import type { PlaceOrder, PlaceTrigger } from '../domain/command.ts';
import {
  CLIENT_ORDER_ID_GRACE,
  CLIENT_ORDER_ID_LENGTH_MAX,
  CLIENT_ORDER_ID_LIFE,
} from '../domain/limits.ts';
import type { TriggerOptions } from '../domain/order.ts';
import { type Reject, reject } from '../domain/reject.ts';
import { type Millis, millis } from '../domain/units.ts';
import { type Account, type ClientOrder, emit, type LiveOrder, type VenueState } from './state.ts';

const ALLOWED = /^[A-Za-z0-9._:#/-]+$/;
const MINUTE = 60_000;

/**
 * What to do with a command that carries this id: refuse it, treat it as answered, or (undefined)
 * go on.
 */
export function checkClientOrder(
  state: VenueState,
  account: Account,
  command: PlaceOrder | PlaceTrigger,
): Reject | 'repeated' | undefined {
  const { clientOrderId } = command;
  if (clientOrderId === null) return undefined;
  if (clientOrderId.length > CLIENT_ORDER_ID_LENGTH_MAX || !ALLOWED.test(clientOrderId))
    return reject('client-order-id-invalid', {
      given: clientOrderId,
      limit: CLIENT_ORDER_ID_LENGTH_MAX,
    });
  const known = account.clientOrders.get(clientOrderId);
  if (known === undefined || isForgotten(known, state.now)) return undefined;
  const fingerprint = fingerprintOf(command);
  if (known.finalAt !== null && (fingerprint === NO_REPEAT || known.fingerprint === NO_REPEAT))
    return undefined;
  if (fingerprint === NO_REPEAT || known.fingerprint !== fingerprint)
    return reject('client-order-id-taken', { given: clientOrderId, order: known.order });
  emit(state, { kind: 'order-repeated', account: account.id, order: known.order, clientOrderId });
  return 'repeated';
}

export function rememberClientOrder(
  state: VenueState,
  order: LiveOrder,
  command: PlaceOrder | PlaceTrigger,
): void {
  if (order.clientOrderId === null) return;
  const { account } = order.desk;
  account.clientOrders.set(order.clientOrderId, {
    account,
    clientOrderId: order.clientOrderId,
    order: order.id,
    fingerprint: fingerprintOf(command),
    createdAt: state.now,
    finalAt: null,
  });
}

/** The order is final, so its client order id now expires. */
export function retireClientOrder(state: VenueState, order: LiveOrder): void {
  const known = order.desk.account.clientOrders.get(order.clientOrderId ?? '');
  if (known === undefined || known.order !== order.id) return;
  known.finalAt = state.now;
  scheduleForgetting(state, known);
}

/** Files the id under the minute in which it expires. */
export function scheduleForgetting(state: VenueState, known: ClientOrder): void {
  const minute = Math.floor(endOf(known) / MINUTE) + 1;
  const others = state.expiring.get(minute);
  if (others === undefined) state.expiring.set(minute, [known]);
  else others.push(known);
}

/** Drops the ids whose minute has passed: each is filed once and dropped once. */
export function forgetClientOrders(state: VenueState, at: Millis): void {
  const now = Math.floor(at / MINUTE);
  if (now === Math.floor(state.now / MINUTE)) return;
  for (const [minute, ended] of state.expiring) {
    if (minute > now) continue;
    state.expiring.delete(minute);
    for (const known of ended) {
      const { clientOrders } = known.account;
      if (clientOrders.get(known.clientOrderId) === known) clientOrders.delete(known.clientOrderId);
    }
  }
}

export const isForgotten = (known: ClientOrder, now: Millis): boolean => now > endOf(known);

function endOf(known: ClientOrder): Millis {
  if (known.finalAt === null) return millis(Number.MAX_SAFE_INTEGER);
  return millis(
    Math.max(known.createdAt + CLIENT_ORDER_ID_LIFE, known.finalAt + CLIENT_ORDER_ID_GRACE),
  );
}

/** An id that is unique among open orders only: no repeat answers with its order. */
const NO_REPEAT = '';

/** Joined into one flat text: a template would keep its parts for as long as the id is known. */
function fingerprintOf(command: PlaceOrder | PlaceTrigger): string {
  const { options } = command;
  if (options?.clientIds === 'open-only') return NO_REPEAT;
  const { contract, positionSide, effect, size, price, marginMode } = command;
  const own =
    command.kind === 'place-trigger'
      ? [command.purpose, price, command.triggerPrice, command.triggerSource]
      : [price, command.timeInForce, command.takeProfit, command.stopLoss];
  const plain = [contract, positionSide, effect, size, ...own, marginMode].map(String);
  return (options === undefined ? plain : [...plain, ...optionWords(options)]).join('|');
}

/** Field by field: the same options may come with their fields in another order. */
const optionWords = (options: TriggerOptions): string[] =>
  [
    options.positionMode,
    options.selfTrade,
    options.priceMatch?.of,
    options.priceMatch?.level,
    options.expiresAt,
    options.direction,
    options.timeInForce,
    options.trailing?.callback,
    options.trailing?.activation,
    options.priceProtect,
    options.replaces,
  ].map(String);
