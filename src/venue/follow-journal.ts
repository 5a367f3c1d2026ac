/**
 * A second engine that follows the journal of a data folder while the first one writes it, and
 * saves snapshots of its state. It begins with the newest snapshot and only reads on from there, so
 * each further snapshot costs only what happened since. It never begins with the first entry,
 * because a new venue may have put generated candles into its views that no entry mentions.
 */

import { assert } from '../domain/assert.ts';
import { type Seq, toBigInt, seq as toSeq } from '../domain/units.ts';
import type { VenueState } from '../engine/state.ts';
import type { Files } from '../journal/files.ts';
import { findJournal } from '../journal/find-journal.ts';
import { chainAfter, findNewestSnapshot } from '../journal/find-snapshot.ts';
import type { JournalId } from '../journal/journal-id.ts';
import type { Chain } from '../journal/record.ts';
import { storeSnapshot } from '../journal/snapshot-file.ts';
import { logNothing } from './logger.ts';
import { applyEntry, type Present } from './present.ts';
import { findStart } from './recover.ts';
import { capture, encodeCapture, type Rest } from './snapshot-payload.ts';

export interface FollowedJournal {
  readonly files: Files;
  /** Called often, so that it may rest: nobody waits for a snapshot. */
  readonly rest: Rest;
  readonly dataFolder: string;
  /** Version and settings of the engine, in words, for the snapshots. */
  readonly version: string;
  readonly id: JournalId;
}

export class JournalFollower {
  readonly #followed: FollowedJournal;
  #present: Present | undefined;

  constructor(followed: FollowedJournal) {
    this.#followed = followed;
  }

  /**
   * Saves a snapshot as of the entry of the figures, and answers with its size in bytes. Throws,
   * and saves nothing, if its state differs from that of the trading engine.
   */
  async save(figures: StateFigures): Promise<number> {
    const present = this.#present ?? (await this.#findStart(figures.seq));
    // If anything fails from here on, the next attempt begins with what is on the disk.
    this.#present = undefined;
    assert(present.state.seq <= figures.seq, 'a follower does not go back', figures.seq);
    const chain = (await this.#advance(present, figures.seq)) ?? null;
    const difference = findStateDifference(stateFiguresOf(present.state), figures);
    if (difference !== undefined)
      throw new Error(`replaying up to entry ${figures.seq} leads elsewhere: ${difference}`);
    const snapshot = await encodeCapture(capture(present), this.#followed.rest);
    const { version, id } = this.#followed;
    await storeSnapshot(this.#followed, snapshot, { version, journal: { id, chain } });
    this.#present = present;
    return snapshot.payload.length;
  }

  async #findStart(upTo: number): Promise<Present> {
    const { files, dataFolder } = this.#followed;
    const firstSeq = findJournal(dataFolder, files)?.first ?? toSeq(1);
    const chainOf = (seq: Seq) => chainAfter(files, dataFolder, seq);
    const place = { files, dataFolder, chainOf, warn: () => undefined };
    const { present } = await findStart({
      journal: {
        firstSeq,
        loadSnapshot: (before) => findNewestSnapshot(place, firstSeq, before),
      },
      archivedUpTo: toSeq(upTo),
      logger: logNothing,
    });
    if (present.state.seq === 0)
      throw new Error('there is no snapshot for a follower to begin with');
    return present;
  }

  /** Answers with the chain of the journal after the last entry. */
  async #advance(present: Present, to: number): Promise<Chain | undefined> {
    const { files, dataFolder, rest } = this.#followed;
    const range = { from: toSeq(present.state.seq + 1), to: toSeq(to) };
    const reading = findJournal(dataFolder, files)?.read(range);
    if (reading === undefined) throw new Error('the journal is gone');
    let handful = reading.next();
    for (; handful.done !== true; handful = reading.next()) {
      for (const entry of handful.value) applyEntry(present, entry);
      await rest();
    }
    return handful.value ?? chainAfter(files, dataFolder, range.to);
  }
}

/**
 * A quick fingerprint of a state: its counters, how many orders it holds, and its prices. Engines
 * that applied the same entries have the same one. Engines that diverged almost never do.
 */
export const stateFiguresOf = (state: VenueState) => ({
  seq: state.seq,
  now: state.now,
  nextAccount: state.nextAccount,
  nextOrder: state.nextOrder,
  nextTrade: state.nextTrade,
  nextPosition: state.nextPosition,
  nextPriority: state.nextPriority,
  depositsNet: toBigInt(state.depositsNet),
  liveOrders: state.orders.size,
  /** Of every listing, in the order of their ids. */
  marks: state.listings.map(({ mark, last }) => `${mark}/${last}`).join(' '),
});

export type StateFigures = Readonly<ReturnType<typeof stateFiguresOf>>;

/** The first difference between two of them, in words. */
export function findStateDifference(
  found: StateFigures,
  expected: StateFigures,
): string | undefined {
  const others = new Map<string, unknown>(Object.entries(expected));
  for (const [name, value] of Object.entries(found)) {
    if (value === others.get(name)) continue;
    return `${name} is ${String(value)}, not ${String(others.get(name))}`;
  }
  return undefined;
}
