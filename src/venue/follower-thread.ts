/** The follower's thread: it receives one state at a time and answers with bytes or a fault. */
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../domain/assert.ts';
import { reasonOf } from '../domain/reason-of.ts';
import { nodeFiles } from '../journal/files.ts';
import { type FollowedJournal, JournalFollower, type StateFigures } from './follow-journal.ts';

/** What the thread is started with. */
export type FollowerSettings = Omit<FollowedJournal, 'files'>;

export type FollowerReply =
  | { readonly kind: 'saved'; readonly bytes: number }
  | { readonly kind: 'failed'; readonly because: string };

// Trading goes first. On other systems this would slow down the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);

assert(parentPort !== null, 'a follower runs on a thread of its own');
const port = parentPort;
const settings: FollowerSettings = workerData;
const follower = new JournalFollower({ ...settings, files: nodeFiles });

port.on('message', (figures: StateFigures) => {
  const reply = (message: FollowerReply): void => port.postMessage(message);
  follower.save(figures).then(
    (bytes) => reply({ kind: 'saved', bytes }),
    (error: unknown) => reply({ kind: 'failed', because: reasonOf(error) }),
  );
});
