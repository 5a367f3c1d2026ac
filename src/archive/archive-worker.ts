/**
 * The thread on which the archive's file is written and read. Calls are served in the order in
 * which they were posted, so a query sees every row written before it. Writes that already wait are
 * stored in one transaction: under load transactions grow, and each row costs less.
 */

import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { assert, unreachable } from '../domain/assert.ts';
import type { HistoryRows } from '../domain/history.ts';
import { reasonOf } from '../domain/reason-of.ts';
import { type Archive, rowsIn } from './archive.ts';
import { ArchiveError, type ArchiveFault } from './archive-error.ts';
import { openSqliteArchive } from './sqlite-archive.ts';
import type { FileUse } from './sqlite-file.ts';

/** A question is one of these methods with what it is called with. */
export type AskedMethod = Exclude<keyof Archive, 'write' | 'close'>;

export type ArchiveWork =
  | { readonly kind: 'write'; readonly entries: readonly HistoryRows[] }
  | { readonly kind: 'ask'; readonly method: AskedMethod; readonly asked: readonly unknown[] }
  | { readonly kind: 'close' };

export interface ArchiveCall {
  readonly id: number;
  readonly work: ArchiveWork;
}

/** The first reply has the id zero: the file is open, or the error that prevented it. */
export type ArchiveReply =
  | { readonly kind: 'done'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly failure: ArchiveFailure };

/** An error in the form that crosses threads, where classes are lost. */
export interface ArchiveFailure {
  readonly fault: ArchiveFault | null;
  readonly message: string;
}

/** Longer transactions gain nothing, and a query would wait longer for its turn. */
const ROWS_PER_TRANSACTION = 20_000;

/** Writes that were posted and not yet stored. */
interface Gathered {
  readonly ids: number[];
  readonly entries: HistoryRows[];
  rows: number;
}

const gatherNothing = (): Gathered => ({ ids: [], entries: [], rows: 0 });

function serve(port: MessagePort, archive: Archive): void {
  let gathered = gatherNothing();
  const flush = (): void => {
    const { ids, entries } = gathered;
    gathered = gatherNothing();
    if (ids.length > 0) settle(port, ids, archive.write(entries));
  };
  port.on('message', ({ id, work }: ArchiveCall) => {
    switch (work.kind) {
      case 'write':
        if (gathered.ids.length === 0) setImmediate(flush);
        gather(gathered, id, work.entries);
        if (gathered.rows >= ROWS_PER_TRANSACTION) flush();
        return;
      case 'ask':
        flush();
        settle(port, [id], Reflect.apply(archive[work.method], archive, work.asked));
        return;
      case 'close':
        flush();
        settle(port, [id], archive.close()).then(() => port.close());
        return;
      default:
        unreachable(work);
    }
  });
}

/** Writes may overlap after a replay; entries of an earlier one are skipped, as in the file. */
function gather(gathered: Gathered, id: number, entries: readonly HistoryRows[]): void {
  const last = gathered.entries.at(-1)?.seq ?? 0;
  for (const entry of entries) if (entry.seq > last) gathered.entries.push(entry);
  gathered.ids.push(id);
  gathered.rows += rowsIn(entries);
}

async function settle(
  port: MessagePort,
  ids: readonly number[],
  work: Promise<unknown>,
): Promise<void> {
  const reply = (message: ArchiveReply): void => port.postMessage(message);
  try {
    const value = await work;
    for (const id of ids) reply({ kind: 'done', id, value });
  } catch (error) {
    for (const id of ids) reply({ kind: 'failed', id, failure: toFailure(error) });
  }
}

function toFailure(error: unknown): ArchiveFailure {
  const message = reasonOf(error);
  return { fault: error instanceof ArchiveError ? error.fault : null, message };
}

/** What the thread is started with. */
export interface ArchiveFile extends Partial<FileUse> {
  readonly path: string;
}

async function openAndServe(port: MessagePort, { path, ...use }: ArchiveFile): Promise<void> {
  try {
    const archive = openSqliteArchive(path, use);
    serve(port, archive);
    settle(port, [0], archive.archivedUpTo());
  } catch (error) {
    settle(port, [0], Promise.reject(error)).then(() => port.close());
  }
}

assert(parentPort !== null, 'the archive runs on a thread of its own');
openAndServe(parentPort, workerData);
