/** The homes an archive can have. Whoever adds one adds a line here, and every shared case runs. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Archive } from '../../src/archive/archive.ts';
import { MemoryArchive } from '../../src/archive/memory-archive.ts';
import { openPostgresArchive, type SharedArchive } from '../../src/archive/postgres-archive.ts';
import { openSqliteArchive } from '../../src/archive/sqlite-archive.ts';
import { ThreadedArchive } from '../../src/archive/threaded-archive.ts';
import type { Records } from '../../src/facts/records.ts';
import { freshRecords, hasPostgres } from '../kit/postgres.ts';

export interface Home {
  readonly home: string;
  /** An empty archive that is closed when the test is over. */
  readonly open: () => Promise<Archive>;
}

export const HOMES: readonly Home[] = [
  { home: 'memory', open: async () => closeLater(new MemoryArchive()) },
  { home: 'sqlite', open: async () => closeLater(openSqliteArchive(temporaryPath())) },
  { home: 'thread', open: async () => closeLater(await openThreaded()) },
  ...(hasPostgres ? [{ home: 'postgres', open: openShared }] : []),
];

let shared: Promise<Records> | undefined;

/** Making a database takes longer than emptying one. */
export async function openShared(): Promise<SharedArchive> {
  shared ??= freshRecords();
  const records = await shared;
  await openPostgresArchive(records);
  await records.ask('TRUNCATE orders, fills, bills, funding, liquidations');
  await records.ask('UPDATE archive SET archived_up_to = 0');
  return closeLater(await openPostgresArchive(records));
}

/** A file that does not exist yet, in a folder that goes away with the test. */
export function temporaryPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'archive-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'archive.sqlite');
}

export function closeLater<Opened extends Archive>(archive: Opened): Opened {
  onTestFinished(() => archive.close());
  return archive;
}

const openThreaded = (): Promise<ThreadedArchive> =>
  ThreadedArchive.open({ path: temporaryPath() });
