import { appendFile, type FileHandle, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { accountId, orderId } from '../domain/ids.ts';
import { millis } from '../domain/units.ts';
import { type AiLogs, createMemoryAiLogs, type KeptAiLog, openAiLogFile } from './ai-logs.ts';

const [ALICE, BOB] = [accountId(1_001), accountId(1_002)];

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'perpetua-'));
  path = join(folder, 'ai-logs.jsonl');
});
afterEach(() => rm(folder, { recursive: true }));

const log = (changes: Partial<KeptAiLog>): KeptAiLog => ({
  account: ALICE,
  at: millis(5),
  venueAt: millis(7),
  order: null,
  stage: 's',
  model: 'modèle',
  input: '{"a":1.10}',
  output: 'null',
  explanation: 'e',
  ...changes,
});

async function fill(logs: AiLogs): Promise<void> {
  await logs.append(log({ order: orderId(1), stage: 'one' }));
  await logs.append(log({ account: BOB, stage: 'other' }));
  await logs.append(log({ order: orderId(2), stage: 'two' }));
  await logs.append(log({ order: orderId(1), stage: 'three' }));
}

const EVERYTHING = {
  ...{ accounts: null, order: null, find: '', skip: 0, limit: 9 },
  ...{ from: millis(0), until: millis(1e9) },
} as const;

const stagesOf = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => JSON.parse(line).stage);

const ask = async (logs: AiLogs, order: number | null, skip = 0, limit = 9) =>
  stagesOf(
    await logs.read({
      ...EVERYTHING,
      accounts: new Set([ALICE]),
      order: order === null ? null : orderId(order),
      skip,
      limit,
    }),
  );

async function expectAll(logs: AiLogs): Promise<void> {
  expect(await ask(logs, null)).toEqual(['three', 'two', 'one']);
  expect(await ask(logs, 1)).toEqual(['three', 'one']);
  expect(await ask(logs, null, 1, 1)).toEqual(['two']);
  expect(await ask(logs, 9)).toEqual([]);
  expect([...(await logs.notes())]).toHaveLength(4);
}

test('[AIL-1] logs are found by account and order, also after a restart', async () => {
  const file = await openAiLogFile(path);
  await fill(file);
  await expectAll(file);
  await file.close();
  const again = await openAiLogFile(path);
  await expectAll(again);
  const [note] = [...(await again.notes())];
  expect(note).toMatchObject({ account: ALICE, order: 1, venueAt: 7 });
  await again.close();
});

test('[AIL-1] memory answers alike', async () => {
  const memory = createMemoryAiLogs();
  await fill(memory);
  await expectAll(memory);
});

test('[AIL-1] a line that a crash cut short is cut off', async () => {
  const file = await openAiLogFile(path);
  await fill(file);
  await file.close();
  const whole = await readFile(path, 'utf8');
  for (const torn of ['{"account":1001,"at":5', `${whole.split('\n')[0]}`]) {
    await appendFile(path, torn);
    const again = await openAiLogFile(path);
    await expectAll(again);
    await again.close();
    expect(await readFile(path, 'utf8')).toBe(whole);
  }
});

test('[AIL-1] whatever a team writes, a restart loses none of the logs after it', async () => {
  const file = await openAiLogFile(path);
  // Breaks of lines to Unicode, and to a reader of lines; to JSON they are letters.
  await file.append(log({ account: BOB, explanation: 'a\u2028b\u2029c\u0085d\r\ne' }));
  await file.append(log({ account: BOB, input: '{"a":"\u2028"}' }));
  await fill(file);
  await file.close();
  await appendFile(path, 'not a log\n');
  const before = await readFile(path, 'utf8');
  const again = await openAiLogFile(path);
  expect([...(await again.notes())]).toHaveLength(6);
  expect(await ask(again, null)).toEqual(['three', 'two', 'one']);
  await again.append(log({ stage: 'four' }));
  expect(await ask(again, null, 0, 1)).toEqual(['four']);
  await again.close();
  expect((await readFile(path, 'utf8')).startsWith(before)).toBe(true);
});

test('[AIL-1] a write that failed half-way leaves nothing in the line after it', async () => {
  const file = await openAiLogFile(path);
  await file.append(log({ stage: 'one' }));
  const other = await open(path, 'a');
  const handles: FileHandle = Object.getPrototypeOf(other);
  vi.spyOn(handles, 'appendFile').mockImplementationOnce(async () => {
    await other.write('{"account":1001,"at"');
    throw new Error('the disk is full');
  });
  await expect(file.append(log({ stage: 'lost' }))).rejects.toThrow('the disk is full');
  await file.append(log({ stage: 'two' }));
  expect(await ask(file, null)).toEqual(['two', 'one']);
  await Promise.all([file.close(), other.close()]);
  const again = await openAiLogFile(path);
  expect(await ask(again, null)).toEqual(['two', 'one']);
  await again.close();
});
