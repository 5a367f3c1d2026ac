/** Logs of decisions and listen keys, in every home they have. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { accountId, orderId } from '../../src/domain/ids.ts';
import { millis } from '../../src/domain/units.ts';
import {
  type AiLogNote,
  type AiLogQuestion,
  type AiLogs,
  createMemoryAiLogs,
  type KeptAiLog,
  openAiLogFile,
} from '../../src/gateway/ai-logs.ts';
import { createAiDuty } from '../../src/gateway/competition/ai-duty.ts';
import type { ApiKey } from '../../src/gateway/keys/key-record.ts';
import { type ListenKeys, openListenKeys } from '../../src/gateway/keys/listen-keys.ts';
import { openPostgresAiLogs } from '../../src/gateway/postgres-ai-logs.ts';
import { FACT_HOMES, type FactHomeCase, SHARED_HOMES } from '../kit/fact-homes.ts';
import { freshDatabase, freshRecords, hasPostgres, useServer } from '../kit/postgres.ts';

const [ALICE, BOB] = [accountId(1_001), accountId(1_002)];

const log = (changes: Partial<KeptAiLog>): KeptAiLog => ({
  account: ALICE,
  at: millis(5),
  venueAt: millis(7),
  order: null,
  stage: 's',
  model: 'modèle',
  input: '{"a":1.10}',
  output: 'null',
  explanation: 'with a \u2028 line and a \0 zero',
  ...changes,
});

async function openFile(): Promise<AiLogs> {
  const folder = mkdtempSync(join(tmpdir(), 'perpetua-'));
  const logs = await openAiLogFile(join(folder, 'ai-logs.jsonl'));
  onTestFinished(async () => {
    await logs.close();
    rmSync(folder, { recursive: true });
  });
  return logs;
}

const EVERYTHING: AiLogQuestion = {
  ...{ accounts: null, order: null, find: '', skip: 0, limit: 9 },
  ...{ from: millis(0), until: millis(1e9) },
};

const LOG_HOMES: readonly { readonly home: string; readonly open: () => Promise<AiLogs> }[] = [
  { home: 'memory', open: async () => createMemoryAiLogs() },
  { home: 'file', open: openFile },
  ...(hasPostgres
    ? [{ home: 'postgres', open: async () => openPostgresAiLogs(await freshRecords()) }]
    : []),
];

test.each(LOG_HOMES)(
  '[AIL-1] [REC-8] logs are kept as they came, and found ($home)',
  async ({ open }) => {
    const logs = await open();
    const told: AiLogNote[] = [];
    logs.follow((note) => void told.push(note));
    await logs.append(log({ order: orderId(1), stage: 'one' }));
    await logs.append(log({ account: BOB, stage: 'other' }));
    await logs.append(log({ order: orderId(2), stage: 'two' }));
    await logs.append(log({ order: orderId(1), stage: 'three', venueAt: millis(9) }));
    expect(told.length).toBeGreaterThanOrEqual(4);
    const read = async (order: number | null, skip = 0, limit = 9) => {
      const asked = order === null ? null : orderId(order);
      const lines = await logs.read({
        ...EVERYTHING,
        ...{ accounts: new Set([ALICE]), order: asked, skip, limit },
      });
      return lines.map((line): string => JSON.parse(line).stage);
    };
    expect(await read(null)).toEqual(['three', 'two', 'one']);
    expect(await read(1)).toEqual(['three', 'one']);
    expect(await read(null, 1, 1)).toEqual(['two']);
    expect(await read(9)).toEqual([]);
    const [line] = await logs.read({ ...EVERYTHING, accounts: new Set([BOB]) });
    expect(line).toContain('"input":{"a":1.10},"output":null');
    expect(JSON.parse(line!)).toMatchObject({ model: 'modèle', explanation: log({}).explanation });
    const found = async (question: Partial<AiLogQuestion>) =>
      (await logs.read({ ...EVERYTHING, ...question })).map((one) => JSON.parse(one).stage);
    expect(await found({})).toEqual(['three', 'two', 'other', 'one']);
    expect(await found({ find: 'MODÈLE', skip: 1, limit: 2 })).toEqual(['two', 'other']);
    expect(await found({ find: ' "stage":"TWO' })).toEqual([]);
    expect(await found({ find: 'two' })).toEqual(['two']);
    expect(await found({ find: 'nobody wrote this' })).toEqual([]);
    expect(await found({ from: millis(8) })).toEqual(['three']);
    expect(await found({ until: millis(8), accounts: new Set([ALICE, BOB]) })).toEqual([
      ...['two', 'other', 'one'],
    ]);
    expect(await found({ accounts: new Set() })).toEqual([]);
    const notes = [...(await logs.notes())].filter(({ order }) => order === 1);
    expect(notes.map(({ account, venueAt }) => [account, venueAt])).toEqual([
      [ALICE, 7],
      [ALICE, 9],
    ]);
  },
);

test.runIf(hasPostgres)('[AIL-2] [REC-8] every replica knows which logs have come', async () => {
  const url = await freshDatabase();
  const replicas = [1, 2].map(async () => {
    const logs = await openPostgresAiLogs(await freshRecords(url));
    const duty = createAiDuty(() => true);
    const heard = new Set<number | null>();
    logs.follow(({ account, order, venueAt }) => {
      heard.add(order);
      if (order !== null) duty.noteLog(account, order, venueAt);
    });
    return { logs, duty, heard };
  });
  const [here, there] = await Promise.all(replicas);
  const place = (duty: typeof here, order: number) =>
    duty!.duty.noteOrder(ALICE, orderId(order), millis(order));
  const missing = () => there!.duty.missing(ALICE, millis(99_000)).rows.map(({ order }) => order);
  for (const order of [1, 2, 3, 4]) place(here, order);
  for (const order of [1, 2, 3]) place(there, order);
  await here!.logs.append(log({ order: orderId(1) }));
  await here!.logs.append(log({ order: orderId(4) }));
  await expect.poll(() => there!.heard.has(4)).toBe(true);
  expect(missing()).toEqual([2, 3]);
  // It heard of the log before it had applied the order.
  place(there, 4);
  expect(missing()).toEqual([2, 3]);
  const server = await useServer();
  await server.stop();
  await expect(here!.logs.append(log({ order: orderId(2) }))).rejects.toMatchObject({
    fault: 'away',
  });
  await server.start();
  await expect
    .poll(() => here!.logs.append(log({ order: orderId(2) })).then(() => 'kept', String))
    .toBe('kept');
  await expect.poll(missing).toEqual([3]);
});

const HOUR = 60 * 60 * 1_000;
const KEY: ApiKey = {
  key: 'perp_1',
  owner: 'perp_1|1',
  account: ALICE,
  version: 1,
  name: 'alice',
  agent: null,
  publicKey: null,
  permissions: new Set(['read']),
  allowlist: null,
  dialects: null,
  status: 'active',
  createdAt: millis(0),
  expiresAt: null,
};

interface Scene {
  now: number;
  key: ApiKey;
  readonly open: () => Promise<ListenKeys>;
}

async function makeScene({ make }: FactHomeCase): Promise<Scene> {
  const enter = await make();
  const scene: Scene = {
    now: 1_000,
    key: KEY,
    open: async () => {
      const find = (key: string) => (key === KEY.key ? scene.key : undefined);
      return openListenKeys(await enter(), { find }, () => millis(scene.now));
    },
  };
  return scene;
}

test.each(FACT_HOMES)(
  '[BNC-70] [REC-8] an account has one listen key at a time ($home)',
  async (home) => {
    const scene = await makeScene(home);
    const listenKeys = await scene.open();
    const ended: string[] = [];
    listenKeys.onEnd(({ text }, why) => void ended.push(`${text} ${why}`));
    expect(await listenKeys.prolong(KEY)).toBeUndefined();
    const first = await listenKeys.start(KEY);
    expect(listenKeys.find(first)).toMatchObject({ account: ALICE, expiresAt: 1_000 + HOUR });
    scene.now += HOUR - 1;
    expect(await listenKeys.start(KEY)).toBe(first);
    expect(await listenKeys.prolong(KEY)).toBe(first);
    scene.now += HOUR;
    expect(listenKeys.find(first)).toBeUndefined();
    const second = await listenKeys.start(KEY);
    expect(second).not.toBe(first);
    await listenKeys.end(ALICE);
    expect(listenKeys.find(second)).toBeUndefined();
    const third = await listenKeys.start(KEY);
    scene.key = { ...KEY, version: 2 };
    listenKeys.sweep();
    expect(listenKeys.find(third)).toBeUndefined();
    const fourth = await listenKeys.start(scene.key);
    expect(listenKeys.find(fourth)?.text).toBe(fourth);
    expect(fourth).not.toBe(third);
    expect(ended).toEqual([`${first} expired`, `${second} closed`, `${third} revoked`]);
  },
);

test.each(SHARED_HOMES)('[REC-8] a listen key is good at every replica ($home)', async (home) => {
  const scene = await makeScene(home);
  const [here, there] = [await scene.open(), await scene.open()];
  const texts = await Promise.all([here.start(KEY), there.start(KEY), here.start(KEY)]);
  expect(new Set(texts).size).toBe(1);
  const text = texts[0]!;
  await expect.poll(() => there.find(text)?.text).toBe(text);
  expect((await scene.open()).find(text)?.text).toBe(text);
  const ended: string[] = [];
  there.onEnd((key, why) => void ended.push(`${key.text} ${why}`));
  await here.end(ALICE);
  await expect.poll(() => ended).toEqual([`${text} closed`]);
});
