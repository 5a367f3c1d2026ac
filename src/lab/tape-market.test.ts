import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shippedContracts } from '../../test/kit/contracts.ts';
import { makeRecording } from '../../test/tape/make-recording.ts';
import { FRAME_KINDS, HEADER_BYTES } from './frames.ts';
import { createLabSession } from './lab-session.ts';

const folder = mkdtempSync(join(tmpdir(), 'lab-tape-'));
const { path } = makeRecording(join(folder, 'day.gz'), { changes: 800 });

async function openTape(options: object) {
  const session = createLabSession(shippedContracts());
  const control = async (fields: object) => {
    const payload = new TextEncoder().encode(JSON.stringify(fields));
    const frame = { kind: FRAME_KINDS.control, payload };
    await session.prepare(frame);
    return session.answer(frame).slice(HEADER_BYTES);
  };
  const asked = { do: 'open', normalised: false, warm_up_seconds: 5, ...options };
  const opened = JSON.parse(new TextDecoder().decode(await control(asked)));
  const names: string[] = [...(opened.observation ?? []), ...(opened.figures ?? [])];
  const read = (body: Uint8Array): Map<string, number> => {
    const numbers = [...new Float64Array(body.buffer)].slice(-names.length);
    return new Map(names.map((name, at) => [name, numbers[at] ?? Number.NaN]));
  };
  const reset = async (seed: string) =>
    read(await control({ do: 'reset', environments: [0], seeds: [seed] }));
  const step = (...action: number[]): Map<string, number> => {
    const payload = new Uint8Array(new Float64Array([1, 0, ...action]).buffer);
    return read(session.answer({ kind: FRAME_KINDS.step, payload }).slice(HEADER_BYTES));
  };
  return { opened, reset, step };
}

test('[LAB-10] a life plays a recording, the same for every seed, to its end', async () => {
  const { opened, reset, step } = await openTape({ tape: path });
  expect(opened.contracts).toEqual(['cmt_btcusdt']);
  const first = await reset('one');
  expect(first.get('mid')).toBeGreaterThan(61_000);
  expect(first.get('mid')).toBeLessThan(63_000);
  expect(first.get('at')).toBeGreaterThan(Date.UTC(2026, 2, 3, 12));
  const bought = step(0.5);
  expect(bought.get('position_part')).toBeCloseTo(0.5, 1);
  expect(bought.get('fills')).toBeGreaterThan(0);
  const mids = [bought.get('mid')];
  let row = bought;
  while (row.get('status') === 0) {
    row = step(0.5);
    mids.push(row.get('mid'));
  }
  expect(row.get('status')).toBe(2);
  expect(row.get('step')).toBeLessThan(600);
  expect(new Set(mids).size).toBeGreaterThan(5);
  expect(await reset('two')).toEqual(first);
  expect(step(0.5)).toEqual(bought);
});

test('[LAB-10] [TAPE-22] each seed plays the recording in a disguise of its own', async () => {
  const { reset, step } = await openTape({ tape: path, disguise: true });
  const play = async (seed: string) => {
    const rows = [await reset(seed)];
    while (rows.at(-1)?.get('status') === 0) rows.push(step(0.5));
    return rows.map((row) => [row.get('at'), row.get('mid')]);
  };
  const [one, again, other] = [await play('one'), await play('one'), await play('two')];
  expect(again).toEqual(one);
  expect(new Date(one[0]?.[0] ?? 0).toISOString()).toMatch(/^2000-01-01/);
  expect(Math.abs((one[0]?.[1] ?? 0) - 62_000)).toBeGreaterThan(6_000);
  expect(other[0]?.[1]).not.toBe(one[0]?.[1]);
  expect(new Set(one.map(([, mid]) => mid)).size).toBeGreaterThan(5);
});

test('[LAB-10] a tape that is none, or is asked to be shaken, is refused with words', async () => {
  const told = async (options: object): Promise<string> => (await openTape(options)).opened.message;
  expect(await told({ tape: join(folder, 'none.gz') })).toMatch(/^tape: .*none\.gz/);
  expect(await told({ tape: 7 })).toContain('tape must be the name of a file');
  expect(await told({ tape: path, regime: 'calm' })).toContain('without regime and chaos');
  expect(await told({ tape: path, contract: 'ETH' })).toContain('there are BTC');
});
