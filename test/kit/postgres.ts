/** PostgreSQL for tests: one server for a test file, and a database of its own for each test. */
import { afterAll } from 'vitest';
import {
  findPostgres,
  POSTGRES_NEEDED,
  type RunningPostgres,
  startPostgres,
} from '../../proof/cluster/postgres-server.ts';
import { openRecords, type RecordsTerms } from '../../src/facts/open-records.ts';
import { createPatience } from '../../src/facts/patience.ts';
import type { Records } from '../../src/facts/records.ts';

const bin = findPostgres();
if (bin === undefined) {
  if (process.env['CI'] === 'true') throw new Error(POSTGRES_NEEDED);
  process.stderr.write(`skipped: ${POSTGRES_NEEDED}\n`);
}

/** Tests that need it are skipped where it is not: `test.runIf(hasPostgres)`. */
export const hasPostgres = bin !== undefined;

let starting: Promise<RunningPostgres> | undefined;
let databases = 0;
const opened: Records[] = [];

/** Started when it is first asked for; it ends with the test file. */
export function useServer(): Promise<RunningPostgres> {
  if (bin === undefined) throw new Error(POSTGRES_NEEDED);
  starting ??= startPostgres(bin);
  return starting;
}

afterAll(async () => {
  await Promise.all(opened.map((records) => records.close()));
  await (await starting)?.close();
});

export async function freshDatabase(): Promise<string> {
  databases += 1;
  return (await useServer()).provide(`test_${databases}`);
}

export const TERMS: RecordsTerms = {
  venue: 'test',
  engine: 2,
  kek: 'aaaaaaaaaaaa',
  tell: () => undefined,
  patience: createPatience({ tell: () => undefined, millis: 30_000 }),
};

/** They are closed when the file is over. */
export async function freshRecords(url?: string, terms = TERMS): Promise<Records> {
  const records = await openRecords(url ?? (await freshDatabase()), terms);
  opened.push(records);
  return records;
}
