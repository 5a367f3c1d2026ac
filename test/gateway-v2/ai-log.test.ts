import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMemoryAiLogs, openAiLogFile } from '../../src/gateway/ai-logs.ts';
import { ALICE, BOB, BTC, CAROL, openRestKit, type RestKit } from './rest-kit.ts';

const aiLogs = createMemoryAiLogs();
let kit: RestKit;
beforeAll(async () => {
  kit = await openRestKit({ aiLogs, mayUpload: (account) => account !== CAROL });
});
afterAll(() => kit.close());

const log = (more: object = {}) => ({
  stage: 'Strategy Generation',
  model: 'my-model-1',
  input: { prompt: 'BTC?', rsi: 34.5 },
  output: ['buy', { size: 1 }],
  explanation: 'Oversold on rising volume.',
  ...more,
});

test('[REST-17] a log is kept as it was said, with whose it is and when', async () => {
  const order = { symbol: BTC, size: '0.0001', type: '1', match_price: '1' };
  const { order_id } = await kit.ok('orderPlaceOrder', order);
  for (const orderId of [order_id, Number(order_id), null, 0, undefined])
    expect(await kit.ok('orderUploadAiLog', log({ orderId }))).toMatchObject({
      code: '00000',
      msg: 'success',
      data: 'upload success',
    });
  const kept = aiLogs.lines.map((line) => JSON.parse(line));
  expect(kept.map((each) => each.order)).toEqual([
    Number(order_id),
    Number(order_id),
    null,
    null,
    null,
  ]);
  const { orderId: _, ...said } = { orderId: 0, ...log() };
  const { at, venueAt } = kept[0];
  expect(kept[0]).toEqual({ ...said, order: Number(order_id), account: ALICE, at, venueAt });
});

test('[REST-17] every field is checked', async () => {
  for (const name of ['stage', 'model', 'input', 'output', 'explanation'])
    expect(await kit.fails('orderUploadAiLog', '40019', log({ [name]: '' }))).toContain(name);
  await kit.fails('orderUploadAiLog', '40020', log({ orderId: 'abc' }));
  await kit.fails('orderUploadAiLog', '40020', log({ stage: 'x'.repeat(201) }));
  await kit.fails('orderUploadAiLog', '40020', log({ model: { name: 'x' } }));
  const words = Array.from({ length: 501 }, () => 'word').join(' ');
  expect(await kit.fails('orderUploadAiLog', '40020', log({ explanation: words }))).toContain(
    'at most 500 words, not 501',
  );
  await kit.ok('orderUploadAiLog', log({ explanation: words.slice(5) }));
});

test('[REST-17] a log names an order of its own account, or none', async () => {
  const order = { symbol: BTC, size: '0.0001', type: '1', match_price: '1' };
  const { order_id: orderId } = await kit.ok('orderPlaceOrder', order, BOB);
  await kit.fails('orderUploadAiLog', '50005', log({ orderId }));
  await kit.fails('orderUploadAiLog', '50005', log({ orderId: 999_999 }));
});

test('[REST-17] who is not on the list is told 40753', async () => {
  await kit.fails('orderUploadAiLog', '40753', log(), CAROL);
});

test('[REST-17] in a file each log is a line; in memory the oldest give way', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'perpetua-'));
  const path = join(folder, 'ai-logs.jsonl');
  const file = await openAiLogFile(path);
  const now = kit.memory.clock.wallNow();
  const kept = { account: ALICE, at: now, venueAt: now, order: null };
  const said = { stage: 's', model: 'm', input: '{"a":1.10}', output: 'null', explanation: 'e' };
  await Promise.all([file.append({ ...kept, ...said }), file.append({ ...kept, ...said })]);
  await file.close();
  const lines = (await readFile(path, 'utf8')).split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain('"input":{"a":1.10},"output":null}');
  await rm(folder, { recursive: true });
  const memory = createMemoryAiLogs(lines[0]!.length * 2);
  for (let count = 0; count < 5; count += 1) await memory.append({ ...kept, ...said });
  await memory.close();
  expect(memory.lines).toHaveLength(2);
});
