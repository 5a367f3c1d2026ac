/**
 * Files that were damaged, lost or mixed up while the venue was stopped. Each is done to a real
 * folder; `journal verify` is asked first and must foretell what the start says. What both do is
 * the table in docs/OPERATING.md.
 */

import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runJournal } from '../../src/cli/journal/run-journal.ts';
import type { FileVenue } from '../../src/venue/open-venue.ts';
import { traderAt } from '../venue/market.ts';
import { checkDocument } from './document.ts';
import { type Row, steady } from './fault.ts';
import {
  ARCHIVE_FAULTS,
  type FileFault,
  NO_FAULTS,
  SEGMENT_FAULTS,
  SNAPSHOT_FAULTS,
} from './file-faults.ts';
import {
  createRoot,
  createTraded,
  digestOf,
  openTraded,
  type Told,
  type Traded,
} from './traded-folder.ts';

const FAULTS = [...NO_FAULTS, ...SEGMENT_FAULTS, ...SNAPSHOT_FAULTS, ...ARCHIVE_FAULTS];
const PATIENCE = 300_000;
const rows = new Map<string, Row>();

let root: string;
let traded: Traded;
let other: Traded;
let fillCount: number;
beforeAll(async () => {
  root = createRoot();
  traded = await createTraded(root, 'data');
  other = await createTraded(root, 'other');
  const venue = await openTraded(traded.stopped);
  fillCount = await countFills(venue);
  await venue.close();
}, PATIENCE);
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function countFills(venue: FileVenue): Promise<number> {
  await venue.archived();
  return venue.archive.countFills({ account: traderAt(0) }, 1_000);
}

interface Foretold {
  readonly code: number;
  readonly refusal: string | null;
}

async function foretell(folder: string): Promise<Foretold> {
  const out: string[] = [];
  const printer = { out: (line: string) => out.push(line), err: (line: string) => out.push(line) };
  const code = await runJournal(['verify', '--json', '--data', folder], printer);
  return { code, refusal: JSON.parse(out[0] ?? '{}').start.refusal };
}

async function startSpoilt(folder: string, { of, line, starts, kept, fault }: FileFault) {
  const told: Told[] = [];
  const before = digestOf(folder);
  const opened = await openTraded(folder, told).catch((error: Error) => error);
  if (opened instanceof Error) {
    expect(starts, opened.message).toBe(false);
    expect(digestOf(folder)).toBe(before);
    return { fault, outcome: 'does not start, code 1', says: opened.message, kept };
  }
  expect(starts, 'it started').toBe(true);
  const isCut = line?.source === 'cut off';
  if (!isCut) expect(opened.read.hash()).toBe(of ? traded.killedHash : traded.hash);
  if (of === undefined) expect(await countFills(opened)).toBe(fillCount);
  await opened.close();
  const warnings = told.filter(({ level }) => level !== 'info').map(({ message }) => message);
  const says = warnings.find((message) => line?.test(message) ?? true) ?? '';
  if (line !== undefined) expect(says).not.toBe('');
  return { fault, outcome: 'starts', says, kept };
}

describe('what a start finds', () => {
  test.each(FAULTS)('[FLT-1] [JRN-26] $fault', { timeout: PATIENCE }, async (fault) => {
    const folder = join(root, 'spoilt');
    cpSync(fault.of === 'killed' ? traded.killed : traded.stopped, folder, { recursive: true });
    try {
      fault.spoil(folder, other.stopped);
      const foretold = await foretell(folder);
      const row = await startSpoilt(folder, fault);
      const refusal = row.outcome === 'starts' ? null : row.says;
      expect(foretold.refusal).toBe(refusal);
      if (refusal !== null) expect(foretold.code).toBe(1);
      rows.set(fault.fault, { ...row, says: steady(row.says, folder) });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

test('[FLT-1] the table in docs/OPERATING.md is what happened', () => {
  const found = FAULTS.flatMap(({ fault }) => rows.get(fault) ?? []);
  checkDocument('files', found, found.length === FAULTS.length);
});
