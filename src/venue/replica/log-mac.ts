/**
 * What the replicas of a venue write where others can write too carries a MAC, under a key that
 * only they have: it comes from the key-encryption key, the name of the log and the venue's id. The
 * servers of the log do not have it, so nobody who reaches them can make a batch or a snapshot.
 *
 * Replays are no matter of the MAC: a batch counts once, by its incarnation and number, and what
 * begins an incarnation carries when it was sent. A message that was restored is held to the place
 * and time it was restored with, because that time is no longer the server's.
 */
import {
  createHmac,
  createSecretKey,
  type Hmac,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto';
import type { JournalId } from '../../journal/journal-id.ts';

/** Where a restored message was, and when the log took it first. */
export interface Told {
  readonly position: number;
  readonly logAt: number;
}

/** Where the bytes of a snapshot are, in how many pieces, and their digest. */
export interface SnapshotBytes {
  readonly nuid: string;
  readonly chunks: number;
  readonly digest: string;
}

const MAC_BYTES = 32;

export class LogMac {
  readonly #key: KeyObject;

  constructor(
    kek: KeyObject,
    { name, venue }: { readonly name: string; readonly venue: JournalId },
  ) {
    const about = `perpetua log ${name} ${venue}`;
    const bytes = hkdfSync('sha256', kek, '', about, MAC_BYTES);
    // With bytes for a key, each MAC would take five times as long.
    this.#key = createSecretKey(Buffer.from(bytes));
  }

  /** The batch as a message of the log. */
  add(batch: Uint8Array, told?: Told): Uint8Array {
    return Buffer.concat([batch, this.#ofBatch(batch, told)]);
  }

  /** The batch of a message; undefined if no replica of this venue made it. */
  take(message: Uint8Array, told?: Told): Uint8Array | undefined {
    const end = message.length - MAC_BYTES;
    if (end < 0) return undefined;
    const batch = message.subarray(0, end);
    return timingSafeEqual(message.subarray(end), this.#ofBatch(batch, told)) ? batch : undefined;
  }

  /** Of a snapshot, by its entry and its bytes. */
  ofSnapshot(seq: number, { nuid, chunks, digest }: SnapshotBytes): string {
    return this.#begin(`snapshot ${seq} ${nuid} ${chunks} ${digest}`).digest('hex');
  }

  #ofBatch(batch: Uint8Array, told: Told | undefined): Buffer {
    const about = told === undefined ? 'sent' : `restored ${told.position} ${told.logAt}`;
    return this.#begin(about).update(batch).digest();
  }

  /** What it is of stands before the bytes, so that none can be taken for another. */
  #begin(about: string): Hmac {
    return createHmac('sha256', this.#key).update(`${about}\n`);
  }
}
