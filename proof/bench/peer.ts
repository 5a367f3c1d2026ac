/**
 * The peer of the book benchmark: `nodejs-order-book` from npm, driven through its public calls. It
 * deals in plain numbers, so integer prices and sizes stay exact in it, and its ids are strings,
 * which are made beforehand so that no measurement pays for them.
 */
import type { Side } from '../../src/domain/side.ts';
import { KIND_CANCEL, KIND_IOC, KIND_MODIFY, type Workload, workloadSide } from './workload.ts';

export const PEER_NAME = 'nodejs-order-book';

/** The part of the peer's interface that a workload uses. */
export interface PeerBook {
  limit(order: PeerOrder): PeerResult;
  modify(id: string, change: { size: number; price: number }): PeerResult;
  cancel(id: string): unknown;
}

interface PeerOrder {
  readonly id: string;
  readonly side: Side;
  readonly size: number;
  readonly price: number;
  readonly timeInForce: 'GTC' | 'IOC';
}

interface PeerResult {
  readonly quantityLeft: number;
  readonly err: Error | null;
}

interface PeerModule {
  readonly OrderBook: new () => PeerBook;
}

/** The peer is a development dependency: an install without those answers `undefined`. */
export async function findPeer(): Promise<(() => PeerBook) | undefined> {
  try {
    const peer: PeerModule = await import(PEER_NAME);
    return () => new peer.OrderBook();
  } catch {
    return undefined;
  }
}

export const peerIdsOf = (workload: Workload): string[] =>
  Array.from(workload.ids.subarray(0, workload.count), (id) => `order-${id}`);

/** Sends the messages from `from` up to `to`; returns the lots traded. */
export function drivePeer(
  book: PeerBook,
  workload: Workload,
  ids: readonly string[],
  from: number,
  to: number,
): number {
  const { kinds, prices, sizes } = workload;
  let traded = 0;
  for (let place = from; place < to; place += 1) {
    const kind = kinds[place]!;
    const id = ids[place]!;
    if (kind === KIND_CANCEL) {
      book.cancel(id);
      continue;
    }
    const price = prices[place]!;
    const size = sizes[place]!;
    const result =
      kind === KIND_MODIFY
        ? book.modify(id, { size, price })
        : book.limit({
            id,
            side: workloadSide(workload, place),
            size,
            price,
            timeInForce: kind === KIND_IOC ? 'IOC' : 'GTC',
          });
    if (result.err === null) traded += size - result.quantityLeft;
  }
  return traded;
}
