import { beforeEach, expect, test, vi } from 'vitest';
import { ContestError } from '../../contest/contest-terms.ts';
import { contestCommand, formatScore, watching, wordGiven } from './verb-parts.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

function openOutput() {
  const lines: string[] = [];
  const err = (line: string): unknown => lines.push(line);
  return { lines, output: { out: () => {}, err } };
}

test('[CLI-28] how long a run takes is told from the heats of this run alone', async () => {
  const { lines, output } = openOutput();
  const before = process.listenerCount('SIGINT');
  const result = await watching(output, async (tell) => {
    expect(process.listenerCount('SIGINT')).toBe(before + 1);
    vi.advanceTimersByTime(3_000);
    tell(5, 10);
    vi.advanceTimersByTime(12_000);
    tell(7, 10);
    vi.advanceTimersByTime(6_000_000);
    tell(8, 10);
    return 'done';
  });
  expect(result).toBe('done');
  const said = [', about 18s left', ', about 1h7m left'];
  expect(lines).toEqual(['5 of 10 heats', `7 of 10 heats${said[0]}`, `8 of 10 heats${said[1]}`]);
  expect(process.listenerCount('SIGINT')).toBe(before);
});

test('[CLI-28] whoever interrupts it is told how it goes on', async () => {
  const { lines, output } = openOutput();
  const run = contestCommand({ help: '' }, () =>
    watching(output, async (_tell, signal) => {
      process.emit('SIGINT');
      signal.throwIfAborted();
      return 0;
    }),
  );
  const code = await run([], output);
  expect(code).toBe(1);
  expect(lines).toEqual(['perpetua: interrupted: the same command goes on where it was']);
});

test('a fault of the contest is a line, any other is none of its own', async () => {
  const { lines, output } = openOutput();
  const fail = (error: Error) =>
    contestCommand({ help: '' }, () => Promise.reject(error))([], output);
  expect(await fail(new ContestError('no team'))).toBe(1);
  await expect(fail(new Error('broken'))).rejects.toThrow('broken');
  expect(lines).toEqual(['perpetua: no team']);
});

test('scores are parts of a hundred with a sign, and words that are missing are asked for', () => {
  expect([1_234_500, 0, -50_000].map(formatScore)).toEqual(['+1.2345 %', '0.0000 %', '-0.0500 %']);
  const flags = { words: ['one'], rest: [], values: new Map(), switches: new Set<string>() };
  expect(wordGiven(flags, 0, 'the folder')).toBe('one');
  expect(() => wordGiven(flags, 1, 'the folder')).toThrow('the folder is missing');
});
