import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { runTape } from '../../src/cli/tape/run-tape.ts';
import { inspectTape } from '../../src/tape/inspect-tape.ts';
import { readQuotedTape, readTape } from '../../src/tape/read-tape.ts';
import { makeRecording } from './make-recording.ts';

const folder = mkdtempSync(join(tmpdir(), 'tape-'));
const pathOf = (name: string): string => join(folder, name);

async function say(...args: string[]) {
  const told: string[] = [];
  const output = { out: (line: string) => told.push(line), err: (line: string) => told.push(line) };
  return { code: await runTape(args, output), told: told.join('\n') };
}

test('[TAPE-1] events are told by the time of the engine, trades before levels', async () => {
  const { path } = makeRecording(pathOf('ordered.gz'));
  let [last, rank] = [0, 0];
  for await (const piece of readTape(path).events)
    for (const { at, kind } of piece) {
      const next = kind === 'levels' ? 1 : 0;
      expect(at > last || (at === last && next >= rank), `${kind} at ${at}`).toBe(true);
      [last, rank] = [at, next];
    }
});

test('[TAPE-2] a snapshot that comes late is followed by the changes that it lacks', async () => {
  const { path, changes, trades } = makeRecording(pathOf('plain'));
  const findings = await inspectTape(readQuotedTape(path));
  expect(findings).toMatchObject({ gaps: 0, late: 0, early: 4 });
  expect(findings.symbols).toMatchObject([
    {
      ...{ symbol: 'BTCUSDT', changes: changes - 4, trades, quotes: changes, snapshots: 1 },
      ...{ crossings: 0, tick: 0.1, lot: 0.001 },
    },
  ]);
});

test('[TAPE-2] a missing change is a gap, and the tape goes on', async () => {
  const without = (lines: string[]): string[] => {
    const found = lines.findLastIndex((line) => line.includes('depthUpdate'));
    return lines.toSpliced(found - 40 + lines.slice(found - 40).findIndex(isDepth), 1);
  };
  const isDepth = (line: string): boolean => line.includes('depthUpdate');
  const { path } = makeRecording(pathOf('gap'), { sabotage: without });
  expect(await inspectTape(readQuotedTape(path))).toMatchObject({ gaps: 1 });
});

test('[TAPE-3] the same is read from plain, gzip and zstd files', async () => {
  const plain = makeRecording(pathOf('same')).path;
  const packed = makeRecording(pathOf('same.gz')).path;
  writeFileSync(pathOf('same.zst'), zstdCompressSync(readFileSync(plain)));
  const all = await Promise.all(
    [plain, packed, pathOf('same.zst')].map((path) => inspectTape(readQuotedTape(path))),
  );
  expect(all[1]).toEqual(all[0]);
  expect(all[2]).toEqual(all[0]);
});

test('[TAPE-4] a damaged file stops with file, line and reason', async () => {
  const broken = makeRecording(pathOf('broken'), {
    sabotage: (lines) => lines.with(99, '1723161255030314667 {"e":"trade","T":17'),
  });
  expect(await say('inspect', broken.path)).toMatchObject({
    code: 1,
    told: expect.stringMatching(/broken, line 100: .*JSON/),
  });
  const whole = readFileSync(makeRecording(pathOf('cut.gz')).path);
  writeFileSync(pathOf('cut.gz'), whole.subarray(0, whole.length - 2_000));
  expect(await say('inspect', pathOf('cut.gz'))).toMatchObject({
    code: 1,
    told: expect.stringMatching(/cut\.gz, line \d+: unexpected end of file/),
  });
  writeFileSync(pathOf('other'), 'time,price\n');
  expect(await say('inspect', pathOf('other'))).toMatchObject({
    code: 1,
    told: expect.stringContaining('other, line 1: no tape of a known format'),
  });
});

test('[TAPE-5] inspect shows span, events, gaps, crossings and how clocks differ', async () => {
  const { path, trades, lines } = makeRecording(pathOf('shown.gz'));
  const times = lines.flatMap((line) => Number(/"T":(\d+)/.exec(line)?.[1] ?? []));
  const span = (Math.max(...times) - Math.min(...times)) / 1_000;
  const { code, told } = await say('inspect', path);
  expect(code).toBe(0);
  expect(Number(/BTCUSDT, (\S+) s from/.exec(told)?.[1])).toBeCloseTo(span, 0);
  expect(told).toContain(`${trades} trades`);
  expect(told).toMatch(/trade +-12\d\d\.\d ms/);
  expect(JSON.parse((await say('inspect', path, '--json')).told)).toMatchObject({ gaps: 0 });
  expect(await say('play', path)).toMatchObject({ code: 2 });
});
