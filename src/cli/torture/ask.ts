/** What a client says to the venue, and what it makes of the answers. */
import type { CallVenue, Response } from '../qualify/signed-client.ts';
import { type Intent, type Prices, SYMBOLS } from './intent.ts';

/** A promise that was broken. */
export class Violation extends Error {}

/** Places, or places again: the same client order id must never answer with two orders. */
export async function place(call: CallVenue, intent: Intent): Promise<void> {
  const { body } = intent;
  const answer = await call('/order/placeOrder', '', body);
  if (answer.status === 429) return;
  if (answer.status !== 200) {
    refuseBroken(answer, body.client_oid);
    if (intent.orderId !== undefined)
      throw new Violation(
        `${body.client_oid} was order ${intent.orderId}; sent again it is refused: ${show(answer)}`,
      );
    intent.isRefused = true;
    return;
  }
  const id = fieldOf(answer.body, 'order_id');
  if (typeof id !== 'string' || fieldOf(answer.body, 'client_oid') !== body.client_oid)
    throw new Violation(`${body.client_oid} was answered with ${show(answer)}`);
  if (intent.orderId !== undefined && intent.orderId !== id)
    throw new Violation(`${body.client_oid} was order ${intent.orderId} and is now order ${id}`);
  intent.orderId = id;
}

export async function cancel(call: CallVenue, intent: Intent): Promise<void> {
  const answer = await call('/order/cancel_order', '', { orderId: intent.orderId });
  refuseBroken(answer, `the cancel of ${intent.body.client_oid}`);
  if (answer.status === 200 && fieldOf(answer.body, 'result') === true) intent.isCanceled = true;
}

/** The order that was acknowledged is there, with its name, and a canceled one does not work. */
export async function checkDetail(call: CallVenue, intent: Intent): Promise<void> {
  const { orderId, body } = intent;
  const answer = await call('/order/detail', `orderId=${orderId}`);
  if (answer.status !== 200)
    throw new Violation(`order ${orderId} (${body.client_oid}) is lost: ${show(answer)}`);
  const name = fieldOf(answer.body, 'client_oid');
  if (name !== body.client_oid)
    throw new Violation(`order ${orderId} is called ${String(name)}, not ${body.client_oid}`);
  if (intent.isCanceled && WORKING.has(String(fieldOf(answer.body, 'status'))))
    throw new Violation(`order ${orderId} was canceled, and works again`);
}

const WORKING: ReadonlySet<string> = new Set(['open', 'pending']);

export async function readPrices(call: CallVenue): Promise<Prices> {
  const prices = new Map<string, number>();
  for (const symbol of SYMBOLS.keys()) {
    const { body } = await call('/market/ticker', `symbol=${symbol}`);
    prices.set(symbol, Number(fieldOf(body, 'last')));
  }
  return prices;
}

function refuseBroken(answer: Response, what: string): void {
  if (answer.status >= 500) throw new Violation(`${what} was answered with ${show(answer)}`);
}

const show = ({ status, body }: Response): string => `HTTP ${status} ${JSON.stringify(body)}`;

export function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return new Map<string, unknown>(Object.entries(value)).get(name);
}
