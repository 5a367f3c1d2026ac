/** The requests of a client, and how it judges the answers. */
import {
  type CallVenue,
  fieldOf,
  type RepeatableRequest,
  type Response,
  type UnsignedRequest,
} from '../../src/cli/qualify/signed-client.ts';
import { type Attempt, nameOf, type PricesNow, SYMBOLS } from './attempt.ts';

/** A promise that was broken. */
export class Violation extends Error {}

/** A gateway that lost the process with the files answers so. Others must not. */
export class Unreached extends Error {}

/** One of the accounts, as a client of the venue that is running now. */
export interface Client {
  readonly call: CallVenue;
  readonly sign: (asked: UnsignedRequest) => RepeatableRequest;
  readonly send: (signed: RepeatableRequest) => Promise<Response>;
}

/**
 * Places, or places again: by its client order id or, without one, by the same bytes. Neither must
 * ever be answered with two orders.
 */
export async function placeAttempt(client: Client, attempt: Attempt): Promise<void> {
  const answer = await sendOrder(client, attempt);
  if (answer.status === 429) return;
  if (attempt.signed !== undefined && fieldOf(answer.body, 'code') === TOO_LATE) {
    attempt.isOver = true;
    return;
  }
  const name = nameOf(attempt);
  if (answer.status !== 200) {
    refuseBroken(answer, name);
    if (attempt.orderId !== undefined)
      throw new Violation(
        `${name} was order ${attempt.orderId}; sent again it is refused: ${show(answer)}`,
      );
    attempt.isRefused = true;
    return;
  }
  const id = fieldOf(answer.body, 'order_id');
  const { client_oid: named = null } = attempt.body;
  if (typeof id !== 'string' || fieldOf(answer.body, 'client_oid') !== named)
    throw new Violation(`${name} was answered with ${show(answer)}`);
  if (attempt.orderId !== undefined && attempt.orderId !== id)
    throw new Violation(`${name} was order ${attempt.orderId} and is now order ${id}`);
  if (attempt.isRefused) throw new Violation(`${name} was refused and is now order ${id}`);
  attempt.orderId = id;
}

const TOO_LATE = '40008';

function sendOrder({ call, sign, send }: Client, attempt: Attempt): Promise<Response> {
  const { body } = attempt;
  const path = '/order/placeOrder';
  if (body.client_oid !== undefined) return call(path, '', body);
  attempt.signed ??= sign({ path, body });
  return send(attempt.signed);
}

export async function cancelAttempt({ call }: Client, attempt: Attempt): Promise<void> {
  const answer = await call('/order/cancel_order', '', { orderId: attempt.orderId });
  refuseBroken(answer, `the cancel of ${nameOf(attempt)}`);
  if (answer.status === 200 && fieldOf(answer.body, 'result') === true) attempt.isCanceled = true;
}

/** An acknowledged order exists under its name, and a canceled one no longer works. */
export async function checkDetail({ call }: Client, attempt: Attempt): Promise<void> {
  const { orderId, body } = attempt;
  const answer = await call('/order/detail', `orderId=${orderId}`);
  if (answer.status !== 200)
    throw new Violation(`order ${orderId} (${nameOf(attempt)}) is lost: ${show(answer)}`);
  const name = fieldOf(answer.body, 'client_oid');
  if (body.client_oid !== undefined && name !== body.client_oid)
    throw new Violation(`order ${orderId} is called ${String(name)}, not ${body.client_oid}`);
  if (attempt.isCanceled && WORKING.has(String(fieldOf(answer.body, 'status'))))
    throw new Violation(`order ${orderId} was canceled, and works again`);
}

const WORKING: ReadonlySet<string> = new Set(['open', 'pending']);

export async function askPrices({ call }: Client): Promise<PricesNow> {
  const prices = new Map<string, number>();
  for (const symbol of SYMBOLS.keys()) {
    const { body } = await call('/market/ticker', `symbol=${symbol}`);
    prices.set(symbol, Number(fieldOf(body, 'last')));
  }
  return prices;
}

function refuseBroken(answer: Response, what: string): void {
  if (answer.status >= 500) throw new Unreached(`${what} was answered with ${show(answer)}`);
}

const show = ({ status, body }: Response): string => `HTTP ${status} ${JSON.stringify(body)}`;
