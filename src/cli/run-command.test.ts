import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { TERMINAL } from '../terminal/output.ts';
import { runJournal } from './journal/run-journal.ts';
import { runCommand } from './run-command.ts';
import { runKeys } from './run-keys.ts';

async function runCaptured(...args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCommand(args, {
    out: (line) => out.push(line),
    err: (line) => err.push(line),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

test('help lists every command and succeeds', async () => {
  for (const words of [[], ['help'], ['--help'], ['-h']]) {
    const { code, out } = await runCaptured(...words);
    expect(code).toBe(0);
    for (const name of ['start', 'qualify', 'help']) {
      expect(out).toMatch(new RegExp(`^  ${name} `, 'm'));
    }
    expect(out).toMatch(/sim, bench, torture .* in a clone/);
  }
});

test('[PKG-3] the version is that of the package', async () => {
  for (const word of ['--version', '-v']) {
    const { code, out } = await runCaptured(word);
    expect([code, out]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+$/)]);
  }
  expect((await runCaptured('--vesion')).err).toContain('did you mean "--version"?');
});

test('an unknown command names the nearest one and exits 2', async () => {
  const { code, out, err } = await runCaptured('strat');
  expect(code).toBe(2);
  expect(out).toBe('');
  expect(err).toContain('no command "strat"; did you mean "start"?');
  expect((await runCaptured('gibberish')).err).toMatch(/^perpetua: no command "gibberish"\nRun /);
});

test.each([
  [runJournal, 'verfy', 'no "journal verfy"; did you mean "journal verify"?'],
  [runKeys, 'renw', 'no "keys renw"; did you mean "keys renew"?'],
])('an unknown verb names the nearest one and exits 2', async (run, verb, words) => {
  const err: string[] = [];
  expect(await run([verb], { out: () => {}, err: (line) => err.push(line) })).toBe(2);
  expect(err[0]).toBe(`perpetua: ${words}`);
});

test('[CLI-25] a command on a folder without a venue says so and does not end with 0', async () => {
  const place = mkdtempSync(join(tmpdir(), 'perpetua-nothing-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  mkdirSync(join(place, 'empty'));
  writeFileSync(join(place, 'file'), 'text');
  const err: string[] = [];
  const said = vi.spyOn(TERMINAL, 'err').mockImplementation((line) => err.push(line));
  onTestFinished(() => said.mockRestore());
  for (const [line, code] of [
    ['keys renew --data', 1],
    ['fork --data NEW --from', 1],
    ['account list --data', 3],
    ['competition standings --data', 3],
    ['competition publish --out NEW --data', 1],
    ['competition verify', 1],
    ['cluster restore --log nats://127.0.0.1:1 --venue v --from', 1],
    ['cluster import --log nats://127.0.0.1:1 --records postgres://b/c --venue v', 1],
    ['market fingerprint --data', 1],
    ['qualify --data', 2],
  ] as const) {
    for (const name of ['nowhere', 'empty', 'file']) {
      err.length = 0;
      const words = `${line} ${name}`.replace('NEW', 'new').split(' ');
      const places = words.map((word) =>
        /^(new|nowhere|empty|file)$/.test(word) ? join(place, word) : word,
      );
      const ended = await runCaptured(...places);
      expect([ended.code, ended.out], `${line} ${name}`).toEqual([code, '']);
      expect([...err, ended.err].join('\n'), `${line} ${name}`).toMatch(/\S/);
    }
  }
  expect(readdirSync(place, { recursive: true }).sort()).toEqual(['empty', 'file']);
});
