/**
 * Measures the book and its peer on one workload. Rounds alternate between the two, so that a noisy
 * machine disturbs both, and the best round counts. The first round of each only warms up.
 */
import { performance } from 'node:perf_hooks';
import { fillLots } from '../book-driver/fill-buffer.ts';
import {
  createStream,
  type Stream,
  streamCancel,
  streamModify,
  streamNew,
} from '../book-driver/stream.ts';
import { drivePeer, type PeerBook, peerIdsOf } from './peer.ts';
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

export function measure(
  workload: Workload,
  plan: Plan,
  createPeer: (() => PeerBook) | undefined,
): Measurement {
  const messages = workload.count - workload.setup;
  const peerMessages = Math.min(messages, plan.peerMessages ?? messages);
  const peerIds = createPeer === undefined ? [] : peerIdsOf(workload);
  let seconds = Number.POSITIVE_INFINITY;
  let peerSeconds = Number.POSITIVE_INFINITY;
  let tradedLots = 0;
  for (let round = 0; round <= plan.rounds; round += 1) {
    const isWarmUp = round === 0;
    const time = timeStream(workload, workload.count);
    if (!isWarmUp) seconds = Math.min(seconds, time.seconds);
    if (createPeer === undefined) continue;
    const peer = timePeer(createPeer(), workload, peerIds, workload.setup + peerMessages);
    tradedLots = peer.tradedLots;
    if (!isWarmUp) peerSeconds = Math.min(peerSeconds, peer.seconds);
  }
  const own = { scenario: workload.scenario, messages, messagesPerSecond: messages / seconds };
  if (createPeer === undefined) return own;
  return {
    ...own,
    peer: {
      messages: peerMessages,
      messagesPerSecond: peerMessages / peerSeconds,
      ratio: messages / seconds / (peerMessages / peerSeconds),
      tradedLots,
      tradedLotsHere: timeStream(workload, workload.setup + peerMessages).tradedLots,
    },
  };
}

interface Timed {
  readonly seconds: number;
  readonly tradedLots: number;
}

function timeStream(workload: Workload, to: number): Timed {
  const stream = createStream();
  const before = driveStream(stream, workload, 0, workload.setup);
  const start = performance.now();
  const after = driveStream(stream, workload, workload.setup, to);
  return { seconds: (performance.now() - start) / 1_000, tradedLots: before + after };
}

function timePeer(book: PeerBook, workload: Workload, ids: readonly string[], to: number): Timed {
  const before = drivePeer(book, workload, ids, 0, workload.setup);
  const start = performance.now();
  const after = drivePeer(book, workload, ids, workload.setup, to);
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
