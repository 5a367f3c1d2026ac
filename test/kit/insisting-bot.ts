/**
 * A client that trades while processes are killed under it. It sends a call without an answer again
 * until it has one; what it was told must be true afterwards.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { fieldOf, type Response } from '../../src/cli/qualify/signed-client.ts';

export const SYMBOL = 'cmt_btcusdt';

/** Sends a signed call; rejects if it is cut off. */
export type Send = (path: string, query: string, body?: object) => Promise<Response>;

export interface Bot {
  /** The ids of orders that it was told of. */
  readonly placed: Set<string>;
  readonly cancelled: Set<string>;
  readonly failures: number;
  /** Whether it has sent a call that is not answered yet. */
  readonly isWaiting: boolean;
  readonly stop: () => Promise<void>;
}

/** Low enough to rest in the book. */
export async function farPrice(send: Send): Promise<string> {
  const { body } = await send('/market/ticker', `symbol=${SYMBOL}`);
  return `${Math.floor(Number(fieldOf(body, 'last')) * 0.97)}.0`;
}

export const restingOrder = (price: string, client_oid: string) => ({
  ...{ symbol: SYMBOL, client_oid, size: '0.0001', type: '1', order_type: '0' },
  ...{ match_price: '0', price },
});

/** Places orders one after the other, and cancels each whose number is one to be cancelled. */
export function trade(send: Send, price: string, isCancelled: (number: number) => boolean): Bot {
  const [placed, cancelled] = [new Set<string>(), new Set<string>()];
  const bot = { placed, cancelled, failures: 0, isWaiting: false };
  let isOver = false;
  const insist = async (path: string, body: object): Promise<Response> => {
    for (;;) {
      bot.isWaiting = true;
      try {
        const answer = await send(path, '', body);
        if (answer.status !== 429 && answer.status < 500) return answer;
      } catch {
        // Cut off: the same client order id is sent again.
      } finally {
        bot.isWaiting = false;
      }
      bot.failures += 1;
      await pause(20);
    }
  };
  const run = async (): Promise<void> => {
    while (!isOver) {
      const id = randomUUID();
      const { status, body } = await insist('/order/placeOrder', restingOrder(price, id));
      const isKnown = JSON.stringify(body).includes('client_oid');
      expect(status === 200 || isKnown, JSON.stringify(body)).toBe(true);
      bot.placed.add(id);
      await pause(20);
      if (!isCancelled(bot.placed.size)) continue;
      await insist('/order/cancel_order', { clientOid: id });
      bot.cancelled.add(id);
    }
  };
  const running = run();
  const stop = async (): Promise<void> => {
    isOver = true;
    await running;
  };
  return Object.assign(bot, { stop });
}

/** The orders that it was told of and has not cancelled. */
export const leftOf = ({ placed, cancelled }: Bot): string[] =>
  [...placed].filter((id) => !cancelled.has(id)).sort();

/** The client order ids of all open orders of the account. */
export async function listOpen(send: Send): Promise<string[]> {
  const open: string[] = [];
  for (let page = 0; open.length === page * 100; page += 1) {
    const { body } = await send('/order/current', `limit=100&page=${page}`);
    expect(Array.isArray(body), JSON.stringify(body)).toBe(true);
    if (!Array.isArray(body) || body.length === 0) break;
    open.push(...body.map((row) => String(fieldOf(row, 'client_oid'))));
  }
  return open.sort();
}
