/**
 * Lets a follower on its own thread take the snapshots. Each snapshot gets a new thread, which
 * begins with the previous snapshot and ends when its own is saved. So between two snapshots no
 * second copy of the state stays in memory.
 */
import { Worker } from 'node:worker_threads';
import { assert } from '../domain/assert.ts';
import type { VenueState } from '../engine/state.ts';
import { type StateFigures, stateFiguresOf } from './follow-journal.ts';
import type { FollowerReply, FollowerSettings } from './follower-thread.ts';
import type { BegunSnapshot, SnapshotTaker } from './snapshotter.ts';

/** Nobody waits for this thread, so it may collect garbage more often and use less memory. */
const YOUNG_MEGABYTES = 4;

export class Follower implements SnapshotTaker {
  readonly #settings: FollowerSettings;
  readonly #state: VenueState;
  #worker: Worker | undefined;
  #saving: PromiseWithResolvers<number> | undefined;

  constructor(settings: FollowerSettings, state: VenueState) {
    this.#settings = settings;
    this.#state = state;
  }

  begin(): BegunSnapshot {
    const figures = stateFiguresOf(this.#state);
    return { seq: this.#state.seq, heldUpMillis: 0, save: () => this.#save(figures) };
  }

  /** A snapshot that is being saved is abandoned. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#saving?.reject(new Error('the follower was closed'));
    this.#saving = undefined;
    await worker?.terminate();
  }

  #save(figures: StateFigures): Promise<number> {
    assert(this.#saving === undefined, 'one snapshot is saved at a time', figures.seq);
    this.#saving = Promise.withResolvers();
    this.#worker = this.#start();
    this.#worker.postMessage(figures);
    return this.#saving.promise;
  }

  #start(): Worker {
    const file = new URL('./follower-thread.ts', import.meta.url);
    const worker = new Worker(file, {
      workerData: this.#settings,
      name: 'follower',
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
    });
    worker.unref();
    const fail = (error: Error): void => this.#settle(worker, ({ reject }) => reject(error));
    worker.on('message', (reply: FollowerReply) => {
      if (reply.kind === 'saved') this.#settle(worker, ({ resolve }) => resolve(reply.bytes));
      else fail(new Error(reply.because));
    });
    worker.on('error', fail);
    worker.on('exit', () => fail(new Error('the thread of the follower ended')));
    return worker;
  }

  /** A thread answers once. Later messages of an old thread do not concern the current one. */
  #settle(worker: Worker, settle: (saving: PromiseWithResolvers<number>) => void): void {
    const saving = this.#saving;
    if (worker !== this.#worker || saving === undefined) return;
    this.#saving = undefined;
    settle(saving);
    void this.close();
  }
}
