import { expect, test } from 'vitest';
import { editDistance } from '../wire/nearest-name.ts';
import { findNearest } from './nearest.ts';
import { runCommand } from './run-command.ts';

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
    for (const name of ['start', 'sim', 'bench', 'help']) {
      expect(out).toMatch(new RegExp(`^  ${name} `, 'm'));
    }
  }
});

test('an unknown command names the nearest one and exits 2', async () => {
  const { code, out, err } = await runCaptured('strat');
  expect(code).toBe(2);
  expect(out).toBe('');
  expect(err).toContain('no command "strat"; did you mean "start"?');
});

test('edit distance counts single-letter changes', () => {
  expect(editDistance('', 'abc')).toBe(3);
  expect(editDistance('bench', 'bench')).toBe(0);
  expect(editDistance('benhc', 'bench')).toBe(2);
  expect(editDistance('sims', 'sim')).toBe(1);
});

test('nearest ignores case and has no answer among no words', () => {
  expect(findNearest('BENCH', ['start', 'bench'])).toBe('bench');
  expect(findNearest('bench', [])).toBeUndefined();
});
