import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runFingerprint } from './run-fingerprint.ts';

async function run(...args: string[]) {
  const lines: string[] = [];
  const tell = (line: string): void => {
    lines.push(line);
  };
  return { code: await runFingerprint(args, { out: tell, err: tell }), lines };
}

const BEGINNING = ['--seed', 'fox', '--start-at', '2026-01-05T00:00:00Z'];

test('[TIME-13] it is the same again, and another for another seed, start or setting', async () => {
  const print = (...args: string[]) => run(...BEGINNING, '--hours', '0.002', ...args);
  const { code, lines } = await print();
  expect([code, lines]).toEqual([
    0,
    [
      expect.stringMatching(/^[0-9a-f]{64}$/),
      expect.stringMatching(/^\d+ entries up to 2026-01-05T00:00:0[67].\d{3}Z$/),
    ],
  ]);
  expect((await print()).lines).toEqual(lines);
  for (const other of [
    ['--seed', 'hen'],
    ['--start-at', '2026-01-05T00:00:00.250Z'],
    ['--sandbox-accounts', '1'],
    ['--spread', '2'],
  ])
    expect((await print(...other)).lines[0], other.join(' ')).not.toBe(lines[0]);
});

test('[TIME-13] what cannot be repeated or is not understood is refused', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fingerprint-'));
  try {
    for (const [args, code, words] of [
      [['--start-at', '2026-01-05'], 2, 'name both'],
      [['--seed', 'fox'], 2, 'name both'],
      [[...BEGINNING, '--feed', 'live'], 2, 'the live feed cannot be repeated'],
      [[...BEGINNING, '--spread', 'wide'], 2, '--spread is "wide"; it must be a number'],
      [[...BEGINNING, '--hours', 'many'], 2, '--hours and --entry are numbers above 0'],
      [[...BEGINNING, '--hour', '1'], 2, '--hour is not known here; did you mean --hours?'],
      [['--data', folder], 1, `${folder} holds no journal`],
    ] as const) {
      const told = await run(...args);
      expect([told.code, told.lines.join()], args.join(' ')).toEqual([
        code,
        expect.stringContaining(words),
      ]);
    }
    expect(await run('--help')).toMatchObject({
      code: 0,
      lines: [expect.stringContaining('--entry')],
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
