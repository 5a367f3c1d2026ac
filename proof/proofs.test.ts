import { expect, onTestFinished, test, vi } from 'vitest';
import { runCommand } from '../src/cli/run-command.ts';
import { benchFlood } from './flood/bench-flood.ts';
import { PROOFS } from './proofs.ts';

const SILENT = { out: () => {}, err: () => {} };

test('in a clone, help lists what proves the venue too, and a wrong word may mean it', async () => {
  const said: string[] = [];
  const output = { out: (line: string) => said.push(line), err: (line: string) => said.push(line) };
  expect(await runCommand(['help'], output, PROOFS)).toBe(0);
  for (const name of ['start', 'sim', 'bench', 'market report', 'cluster demo'])
    expect(said.join('\n')).toMatch(new RegExp(`^  ${name} `, 'm'));
  expect(await runCommand(['benhc'], output, PROOFS)).toBe(2);
  expect(said.join('\n')).toContain('no command "benhc"; did you mean "bench"?');
});

test('a bench of floods refuses rows that there are not, and lists those there are', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => said.mockRestore());
  expect(await benchFlood(['--rows', 'pings,nosuch'])).toBe(2);
  expect(said.mock.calls[0]?.[0]).toMatch(/no flood has "nosuch"/);
  expect(said.mock.calls[0]?.[0]).toContain('\n  61 sockets of pings\n');
  expect(await benchFlood(['--help'])).toBe(0);
  expect(said.mock.calls[1]?.[0]).toContain('\n  61 sockets of pings\n');
});

test.each([
  ['demo'],
  ['market', 'report'],
  ...['book', 'neutral', 'engine', 'journal', 'http', 'ws', 'market', 'contest', 'path'].map(
    (each) => ['bench', each],
  ),
])('%s %s shows how it is used to who asks', async (...words) => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => {});
  onTestFinished(() => said.mockRestore());
  expect(await runCommand([...words, '--help'], SILENT, PROOFS)).toBe(0);
  expect(said.mock.calls).toEqual([
    [expect.stringContaining(`Usage: perpetua ${words.join(' ')}`)],
  ]);
});
