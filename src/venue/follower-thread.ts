/**
 * The follower's thread: it receives one state at a time and answers with bytes or a fault.
 *
 * It works for a moment and rests for longer, so that a machine with few cores has one for trading.
 * It has the priority of every thread all the same. With a lower one, and other programs on the
 * machine, it stood still while it held locks that the threads of a process share, and trading
 * waited in the collector for up to 0.8 s.
 */
import { performance } from 'node:perf_hooks';
import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../domain/assert.ts';
import { reasonOf } from '../domain/reason-of.ts';
import { nodeFiles } from '../journal/files.ts';
import { sleep } from '../machine/timers.ts';
import { type FollowedJournal, JournalFollower, type StateFigures } from './follow-journal.ts';

/** What the thread is started with. */
export type FollowerSettings = Omit<FollowedJournal, 'files' | 'rest'>;

export type FollowerReply =
  | { readonly kind: 'saved'; readonly bytes: number }
  | { readonly kind: 'failed'; readonly because: string };

/** How many times as long as it worked. */
const REST_TIMES = 2;
/** Timers of less than this are no rest. */
const PIECE_MILLIS = 2;

let workedFrom = performance.now();
const rest = async (): Promise<void> => {
  const worked = performance.now() - workedFrom;
  if (worked < PIECE_MILLIS) return;
  await sleep(worked * REST_TIMES);
  workedFrom = performance.now();
};

assert(parentPort !== null, 'a follower runs on a thread of its own');
const port = parentPort;
const settings: FollowerSettings = workerData;
const follower = new JournalFollower({ ...settings, files: nodeFiles, rest });

port.on('message', (figures: StateFigures) => {
  const reply = (message: FollowerReply): void => port.postMessage(message);
  follower.save(figures).then(
    (bytes) => reply({ kind: 'saved', bytes }),
    (error: unknown) => reply({ kind: 'failed', because: reasonOf(error) }),
  );
});
