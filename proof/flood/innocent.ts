/**
 * The client that a flood must not hurt: some accounts at their own address, each placing an order
 * a few times a second, well within every limit. One of them opens a new connection for each order,
 * as simple programs do.
 */

import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type HttpConnection, openConnection } from '../bench/http-load.ts';
import type { Orders, Signer } from '../bench/http-orders.ts';

export const INNOCENT_ADDRESS = '127.0.0.2';
const EVERY_MILLIS = 125;
/** An order that is not answered for this long counts as refused. */
const PATIENCE_MILLIS = 10_000;

export interface InnocentParts {
  readonly port: number;
  readonly signers: readonly Signer[];
  readonly orders: Orders;
}

export interface Experience {
  /** Milliseconds of each order, from the moment it was due to its answer. */
  readonly took: readonly number[];
  readonly refused: number;
}

export async function trade(parts: InnocentParts, seconds: number): Promise<Experience> {
  const { signers } = parts;
  const took: number[] = [];
  let refused = 0;
  const end = performance.now() + seconds * 1_000;
  const tradeAs = async (signer: Signer, at: number): Promise<void> => {
    const isSimple = at === 0;
    let connection: HttpConnection | undefined;
    // Staggered, so that they do not all send at the same moment.
    let due = performance.now() + (EVERY_MILLIS * at) / signers.length;
    for (; due < end; due += EVERY_MILLIS) {
      await sleep(Math.max(0, due - performance.now()));
      const [order] = parts.orders.take(1, [signer]);
      const status = await Promise.race([
        (async () => {
          connection ??= await openConnection(parts.port, INNOCENT_ADDRESS);
          return sendOne(connection, order!);
        })().catch(() => 0),
        sleep(PATIENCE_MILLIS, 0, { ref: false }),
      ]);
      took.push(performance.now() - due);
      if (status !== 200) refused += 1;
      if (status === 200 && !isSimple) continue;
      connection?.close();
      connection = undefined;
    }
    connection?.close();
  };
  await Promise.all(signers.map(tradeAs));
  return { took, refused };
}

/** Resolves with the status. */
export const sendOne = (connection: HttpConnection, request: Buffer): Promise<number> =>
  new Promise((resolve) => connection.send(request, resolve));
