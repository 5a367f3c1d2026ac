/**
 * Which journal something belongs to: eight random bytes, as sixteen hex digits, drawn when a
 * journal begins. They stand in the header of each segment and of each snapshot.
 */
import { randomBytes } from 'node:crypto';

export type JournalId = string;

const JOURNAL_ID_BYTES = 8;
/** Of journals that began before there were ids, and of parts that belong to none. */
export const NO_ID: JournalId = '0'.repeat(2 * JOURNAL_ID_BYTES);

export const createJournalId = (): JournalId => randomBytes(JOURNAL_ID_BYTES).toString('hex');

/** Whether both are known and differ. */
export const areForeign = (one: JournalId, other: JournalId): boolean =>
  one !== NO_ID && other !== NO_ID && one !== other;

export const writeId = (bytes: Uint8Array, at: number, id: JournalId): void =>
  bytes.set(Buffer.from(id, 'hex'), at);

export const readId = (bytes: Uint8Array, at: number): JournalId =>
  Buffer.from(bytes.subarray(at, at + JOURNAL_ID_BYTES)).toString('hex');
