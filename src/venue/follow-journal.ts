/**
 * A second engine that follows the journal of a data folder while the first one writes it, and
 * saves snapshots of its state. It begins with the newest snapshot and only reads on from there, so
 * each further snapshot costs only what happened since. It never begins with the first entry,
 * because a new venue may have put generated candles into its views that no entry mentions.
 */
import { assert } from '../domain/assert.ts';
import { type Seq, seq as toSeq } from '../domain/units.ts';
import type { Files } from '../journal/files.ts';
import { findJournal } from '../journal/find-journal.ts';
import { chainAfter, findNewestSnapshot } from '../journal/find-snapshot.ts';
import type { JournalId } from '../journal/journal-id.ts';
import type { Chain } from '../journal/record.ts';
import { storeSnapshot } from '../journal/snapshot-file.ts';
import { findStart } from './find-start.ts';
import { logNothing } from './logger.ts';
import { applyEntry, type Present } from './present.ts';
import { capture, encodeCapture } from './snapshot-payload.ts';
import { findMarkDifference, type StateMark, stateMarkOf } from './state-mark.ts';

export interface FollowedJournal {
  readonly files: Files;
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
   * Saves a snapshot as of the entry of the mark, and answers with its size in bytes. Throws, and
   * saves nothing, if its state differs from that of the trading engine.
   */
  async save(mark: StateMark): Promise<number> {
    const present = this.#present ?? (await this.#findStart(mark.seq));
    // If anything fails from here on, the next attempt begins with what is on the disk.
    this.#present = undefined;
    assert(present.state.seq <= mark.seq, 'a follower does not go back', mark.seq);
    const chain = this.#advance(present, mark.seq) ?? null;
    const difference = findMarkDifference(stateMarkOf(present.state), mark);
    if (difference !== undefined)
      throw new Error(`replaying up to entry ${mark.seq} leads elsewhere: ${difference}`);
    const snapshot = await encodeCapture(capture(present));
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
  #advance(present: Present, to: number): Chain | undefined {
    const { files, dataFolder } = this.#followed;
    const range = { from: toSeq(present.state.seq + 1), to: toSeq(to) };
    const reading = findJournal(dataFolder, files)?.read(range);
    if (reading === undefined) throw new Error('the journal is gone');
    let handful = reading.next();
    for (; handful.done !== true; handful = reading.next())
      for (const entry of handful.value) applyEntry(present, entry);
    return handful.value ?? chainAfter(files, dataFolder, range.to);
  }
}
