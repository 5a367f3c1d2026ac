/** Measures the book and its peer on one workload, in turns. The best round of each counts. */
import { performance } from 'node:perf_hooks';
import { fillLots } from '../book-driver/fill-buffer.ts';
import {
  createStream,
  type Stream,
  streamCancel,
  streamModify,
  streamNew,
} from '../book-driver/stream.ts';
import { takeTurns } from './harness.ts';
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
