/**
 * Client order ids make a repeated command harmless: the same id with the same content answers with
 * the first order, the same id with other content is a mistake. The memory is part of the state, so
 * it survives a restart, and it ends: a day after the order was placed or ten minutes after it was
 * final, whichever is later. A command may ask for less: an id that only open orders may not share.
 */
import { COMMANDS, type PlaceOrder, type PlaceTrigger } from '../domain/command.ts';
import {
  CLIENT_ORDER_ID_GRACE,
  CLIENT_ORDER_ID_LENGTH_MAX,
  CLIENT_ORDER_ID_LIFE,
} from '../domain/limits.ts';
import { TRIGGER_OPTIONS } from '../domain/order.ts';
import { stringifyPlain } from '../domain/plain-json.ts';
import { type Reject, reject } from '../domain/reject.ts';
import { innerShape, type ShapeTable } from '../domain/shape.ts';
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
  const { kind, options } = command;
  if (options?.clientIds === 'open-only') return NO_REPEAT;
  const words: string[] = [];
  (kind === 'place-order' ? tellOrder : tellTrigger)(command, words);
  if (options !== undefined) tellOptions(options, words);
  return words.join('|');
}

type Tell = (value: unknown, words: string[]) => void;

/**
 * Tells the fields of a record one by one, in the order of their table: the same options may come
 * with their fields in another order. Fields of the first two forms have their places, whether
 * they are there or not; others are named where they are there, so that what was remembered before
 * they came stays known.
 */
export function tellBy(table: ShapeTable, unasked: readonly string[] = []): Tell {
  const asked = Object.entries(table).filter(([field]) => !unasked.includes(field));
  const tells = asked.map(([field, shape]): Tell => {
    const inner = innerShape(shape);
    const isNamed = (shape.form === 'optional' && shape.since > 2) || field === 'limitBound';
    const tellInner = inner.form === 'record' && !isNamed ? tellBy(inner.fields) : undefined;
    return (value, words) => {
      const held: unknown =
        typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined;
      if (tellInner !== undefined) tellInner(held, words);
      else if (!isNamed) words.push(String(held));
      else if (held !== undefined) words.push(`${field}=${stringifyPlain(held)}`);
    };
  });
  return (value, words) => {
    for (const tell of tells) tell(value, words);
  };
}

/** Whose the order is and what it is called is no part of what it asks for. */
const UNASKED = ['account', 'clientOrderId', 'options'];
const tellOrder = tellBy(COMMANDS['place-order'], UNASKED);
const tellTrigger = tellBy(COMMANDS['place-trigger'], UNASKED);
const tellOptions = tellBy(TRIGGER_OPTIONS, ['clientIds']);
