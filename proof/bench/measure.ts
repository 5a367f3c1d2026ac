/** Measures the book and its peer on one workload, in turns. The best round of each counts. */
import { performance } from 'node:perf_hooks';
import type { Side } from '../../src/domain/side.ts';
import { fillLots } from '../book-driver/fill-buffer.ts';
import {
  createStream,
  type Stream,
  streamCancel,
  streamModify,
  streamNew,
} from '../book-driver/stream.ts';
import { takeTurns } from './harness.ts';
import { KIND_CANCEL, KIND_IOC, KIND_MODIFY, type Workload, workloadSide } from './workload.ts';

export interface Plan {
  readonly rounds: number;
  /** Messages the peer gets after the set-up; all of them if absent. */
  readonly peerMessages: number | undefined;
}

export interface Measurement {
  readonly scenario: string;
  readonly messages: number;
  readonly messagesPerSecond: number;
  /** Absent when the peer is not installed. */
  readonly peer?: {
    readonly messages: number;
    readonly messagesPerSecond: number;
    readonly ratio: number;
    /** Lots traded by either book on the peer's part of the workload. */
    readonly tradedLots: number;
    readonly tradedLotsHere: number;
  };
}

export async function measure(
  workload: Workload,
  plan: Plan,
  createPeer: (() => PeerBook) | undefined,
): Promise<Measurement> {
  const { scenario, setup, count } = workload;
  const messages = count - setup;
  const peerMessages = Math.min(messages, plan.peerMessages ?? messages);
  const peerIds = createPeer === undefined ? [] : peerIdsOf(workload);
  const timeOwn = (to: number): Timed => {
    const stream = createStream();
    return time(workload, to, (from, end) => driveStream(stream, workload, from, end));
  };
  const timePeer = (create: () => PeerBook): Timed => {
    const book = create();
    return time(workload, setup + peerMessages, (from, end) =>
      drivePeer(book, workload, peerIds, from, end),
    );
  };
  const [own = [], others = []] = await takeTurns(plan, [
    () => timeOwn(count),
    ...(createPeer === undefined ? [] : [() => timePeer(createPeer)]),
  ]);
  const messagesPerSecond = messages / bestOf(own);
  const peerMessagesPerSecond = peerMessages / bestOf(others);
  const measured = { scenario, messages, messagesPerSecond };
  if (createPeer === undefined) return measured;
  return {
    ...measured,
    peer: {
      messages: peerMessages,
      messagesPerSecond: peerMessagesPerSecond,
      ratio: messagesPerSecond / peerMessagesPerSecond,
      tradedLots: others.at(-1)?.tradedLots ?? 0,
      tradedLotsHere: timeOwn(setup + peerMessages).tradedLots,
    },
  };
}

interface Timed {
  readonly seconds: number;
  readonly tradedLots: number;
}

const bestOf = (rounds: readonly Timed[]): number =>
  Math.min(...rounds.map(({ seconds }) => seconds));

/** The messages of the set-up are not timed. */
function time({ setup }: Workload, to: number, drive: (from: number, to: number) => number): Timed {
  const before = drive(0, setup);
  const start = performance.now();
  const after = drive(setup, to);
  return { seconds: (performance.now() - start) / 1_000, tradedLots: before + after };
}

/** Sends the messages from `from` up to `to`; returns the lots traded. */
export function driveStream(stream: Stream, workload: Workload, from: number, to: number): number {
  const { kinds, ids, prices, sizes } = workload;
  const { fills } = stream;
  let traded = 0;
  for (let place = from; place < to; place += 1) {
    const kind = kinds[place]!;
    const id = ids[place]!;
    if (kind === KIND_CANCEL) {
      streamCancel(stream, id);
      continue;
    }
    const price = prices[place]!;
    const size = sizes[place]!;
    if (kind === KIND_MODIFY) streamModify(stream, id, price, size);
    else {
      const timeInForce = kind === KIND_IOC ? 'ioc' : 'normal';
      streamNew(stream, id, workloadSide(workload, place), price, size, timeInForce);
    }
    for (let fill = 0; fill < fills.count; fill += 1) traded += fillLots(fills, fill);
  }
  return traded;
}

/**
 * The peer of the book benchmark: `nodejs-order-book` from npm, driven through its public calls. It
 * deals in plain numbers, so integer prices and sizes stay exact in it, and its ids are strings,
 * which are made beforehand so that no measurement pays for them.
 */
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
