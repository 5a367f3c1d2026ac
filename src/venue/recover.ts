/**
 * Recovers a venue: takes a snapshot, then applies every later entry as if it were new. History
 * that the archive lacks is written again on the way.
 */

import { performance } from 'node:perf_hooks';
import type { Archive } from '../archive/archive.ts';
import type { Entry } from '../domain/command.ts';
import type { AccountId } from '../domain/ids.ts';
import { reasonOf } from '../domain/reason-of.ts';
import { type Seq, seq } from '../domain/units.ts';
import { stateHash } from '../engine/snapshot.ts';
import type { Journal, StoredSnapshot } from '../journal/journal.ts';
import { nextTurn } from '../machine/timers.ts';
import { generatedUntilOf, hasCandles } from '../views/candles.ts';
import { HISTORY_TOPIC } from '../views/market-memory.ts';
import type { Views } from '../views/views.ts';
import { ArchiveFeed } from './archive-feed.ts';
import type { Logger } from './logger.ts';
import { applyEntry, createPresent, type Present } from './present.ts';
import { restorePresent } from './snapshot-payload.ts';
import type { EntrySpan, RecoveryReport } from './venue.ts';

/** The part of the journal that a recovery needs: it only reads. */
export type RecoveredJournal = Pick<Journal, 'firstSeq' | 'durableSeq' | 'loadSnapshot' | 'read'>;

export interface RecoverParts {
  readonly journal: RecoveredJournal;
  readonly archive: Pick<Archive, 'archivedUpTo' | 'write'>;
  readonly archiveRowsMax: number;
  readonly logger: Logger;
  readonly prologue?: ((views: Views) => void) | undefined;
}

type ReplayFeed = Pick<ArchiveFeed, 'offer' | 'flush' | 'isFull' | 'settle'>;

const PROGRESS_MILLIS = 2_000;

export async function recover(parts: RecoverParts) {
  const { journal, archive, archiveRowsMax: rowsMax, logger } = parts;
  const archivedUpTo = await archive.archivedUpTo();
  expectArchiveCovered(archivedUpTo, journal);
  const start = await findStart({ journal, archivedUpTo, logger });
  const isKept = keptIn(start.present);
  const feed = new ArchiveFeed({ archive, archivedUpTo, rowsMax, logger, isKept });
  const replayed = await replayOnto(parts, { ...start, feed });
  await feed.settle();
  const { startSeq } = replayed;
  const report: RecoveryReport = {
    ...reportOf(replayed, archivedUpTo),
    archivedAgain: spanOf(Math.max(archivedUpTo, startSeq) + 1, feed.archivedUpTo),
  };
  tellRecovery(report, logger);
  const { present, isRecalled } = replayed;
  // Where candles were generated, the views hold more than any stored snapshot.
  return { present, feed, report, isRecalled };
}

/** The house trades all day, and nobody asks for its history, which would fill the archive. */
export const keptIn =
  ({ state }: Present) =>
  (account: AccountId): boolean =>
    state.accounts[account]?.role !== 'house';

/** Only durable entries are archived. If the archive is ahead, the journal has lost its end. */
function expectArchiveCovered(archivedUpTo: Seq, journal: RecoverParts['journal']): void {
  const { durableSeq: last, firstSeq: first } = journal;
  if (archivedUpTo <= last) return;
  const older = first > 1 ? ` and all history before entry ${first}` : '';
  throw new RecoveryFailed(
    `the archive goes up to entry ${archivedUpTo}, the journal only to ${last}: entries ` +
      `${last + 1} to ${archivedUpTo} were acknowledged and are missing. Put the journal back ` +
      `from a copy. Moving the archive away gives up those entries for good${older}`,
  );
}

export type Replayed = Awaited<ReturnType<typeof replayOnto>>;

/** Applies every durable entry after the start, and offers its history. */
export async function replayOnto(
  { journal, logger, prologue }: Omit<RecoverParts, 'archive' | 'archiveRowsMax'>,
  { present, landmark, feed }: Start & { readonly feed: ReplayFeed },
) {
  const { state } = present;
  const first = state.seq;
  const began = performance.now();
  let isRecalled = recall(present, prologue);
  let told = began;
  for await (const entries of journal.read(seq(first + 1))) {
    for (const entry of entries) {
      feed.offer(applyAgain(present, entry));
      if (isRecallDue(entry)) isRecalled = recall(present, prologue) || isRecalled;
      if (landmark?.seq === entry.seq) expectSame(present, landmark);
    }
    feed.flush();
    if (feed.isFull) await feed.settle();
    await nextTurn();
    const now = performance.now();
    if (now - told < PROGRESS_MILLIS) continue;
    told = now;
    const perSecond = Math.round(((state.seq - first) * 1_000) / (now - began));
    logger('info', 'replaying', { seq: state.seq, lastSeq: journal.durableSeq, perSecond });
  }
  const millis = Math.round(performance.now() - began);
  return { present, startSeq: first, millis, isRecalled };
}

export const reportOf = (
  { present, startSeq, millis }: Replayed,
  archivedUpTo: Seq,
): RecoveryReport => ({
  snapshotSeq: startSeq,
  replayed: present.state.seq - startSeq,
  replayMillis: millis,
  archivedAgain: null,
  historyLost: spanOf(archivedUpTo + 1, startSeq),
  warnings: [],
});

/** Whether this entry may be the one to generate candles after: the first, or one that says how. */
export function isRecallDue({ seq, command }: Pick<Entry, 'seq' | 'command'>): boolean {
  if (seq === 1) return true;
  const last = command.kind === 'batch' ? command.commands.at(-1) : command;
  return last?.kind === 'record-note' && last.topic === HISTORY_TOPIC && last.actor === 'venue';
}

/** Adds the generated candles once contracts are known: before the first price or a snapshot's. */
export function recall({ views }: Present, prologue: RecoverParts['prologue']): boolean {
  if (views.contracts.rows.length === 0) return false;
  const isFirst = !hasCandles(views.candles);
  if (isFirst || generatedUntilOf(views.candles) > 0) prologue?.(views);
  return isFirst && hasCandles(views.candles);
}

function applyAgain(present: Present, entry: Entry) {
  try {
    return applyEntry(present, entry).rows;
  } catch (error) {
    throw new RecoveryFailed(
      `entry ${entry.seq}, ${entry.command.kind}, cannot be applied: ${reasonOf(error)}. The ` +
        'entries are intact; start the version of the venue that wrote them, or one that is mended',
      { cause: error },
    );
  }
}

function expectSame({ state }: Present, { seq: at, hash }: StoredSnapshot): void {
  const found = stateHash(state);
  if (found === hash) return;
  throw new RecoveryFailed(
    `replaying up to entry ${at} gives a state that hashes to ${found}, but the snapshot says ` +
      `${hash}: this version of the venue does not do what the one before did`,
  );
}

const spanOf = (from: number, to: number): EntrySpan | null =>
  from > to ? null : { from: seq(from), to: seq(to) };

export function tellRecovery(report: RecoveryReport, logger: Logger): void {
  const { snapshotSeq, replayed, replayMillis, archivedAgain, historyLost } = report;
  logger('info', 'recovered', { snapshotSeq, replayed, replayMillis });
  if (archivedAgain !== null) logger('info', 'history written again', { ...archivedAgain });
  if (historyLost === null) return;
  logger('error', 'history of these entries is lost: what they are replayed from is gone', {
    ...historyLost,
  });
}

/** Where a replay begins. */
export interface Start {
  readonly present: Present;
  /** The newest snapshot, if it was skipped to restore history: the replay must agree with it. */
  readonly landmark: StoredSnapshot | undefined;
}

/** The stored data cannot become a running venue; the message says what to do. */
export class RecoveryFailed extends Error {
  override readonly name = 'RecoveryFailed';
}

export interface FindStartParts {
  readonly journal: Pick<Journal, 'firstSeq' | 'loadSnapshot'>;
  readonly archivedUpTo: Seq;
  readonly logger: Logger;
}

/**
 * The newest snapshot whose state agrees with its hash and that is not beyond what the archive
 * holds, so that the replay writes all missing history again. Without one, a start begins with the
 * first entry; if that is gone, with the oldest snapshot.
 */
export async function findStart(parts: FindStartParts): Promise<Start> {
  const { journal, archivedUpTo, logger } = parts;
  let landmark: StoredSnapshot | undefined;
  let oldest: Present | undefined;
  let problem = 'there is none';
  let snapshot = await journal.loadSnapshot();
  for (; snapshot !== undefined; snapshot = await journal.loadSnapshot(snapshot.seq)) {
    const present = restorePresent(snapshot);
    if (typeof present === 'string') {
      problem = `that of entry ${snapshot.seq}: ${present}`;
      logger('error', 'a snapshot cannot be taken up', { seq: snapshot.seq, because: present });
      continue;
    }
    if (snapshot.seq <= archivedUpTo) return { present, landmark };
    landmark ??= snapshot;
    oldest = present;
    // No snapshot is from before the first entry, which the replay begins with.
    if (archivedUpTo === 0 && journal.firstSeq === 1) break;
  }
  if (landmark !== undefined) tellOfDetour(landmark.seq, parts);
  if (journal.firstSeq === 1) return { present: createPresent(), landmark };
  if (oldest !== undefined) return { present: oldest, landmark };
  throw new RecoveryFailed(
    `no snapshot can be taken up (${problem}), and entries before ${journal.firstSeq} are gone. ` +
      'Start the version of the venue that wrote them, or put a snapshot back from a copy',
  );
}

function tellOfDetour(snapshotSeq: Seq, { archivedUpTo, logger }: FindStartParts): void {
  const what = 'the archive lacks history before the snapshot: replaying more to write it again';
  logger('warn', what, { archivedUpTo, snapshotSeq });
}
