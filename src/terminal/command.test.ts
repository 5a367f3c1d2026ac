import { expect, test } from 'vitest';
import { command, countOf } from './command.ts';
import type { Flags } from './flags.ts';

const HELP = `Usage: perpetua bake cake [--out FOLDER] [--count 3] [-- words of the oven]

Bakes. It is not perpetua bake bread --dry.

  --out FOLDER  where it goes, unless --here was said
  --sweet, --salty  how it tastes`;

async function bake(...args: string[]) {
  const told = { out: [] as string[], err: [] as string[], flags: undefined as Flags | undefined };
  const run = command({ help: HELP, words: 1 }, (flags) => {
    told.flags = flags;
    return countOf(flags, 'count', 7, 9);
  });
  const output = {
    out: (line: string) => told.out.push(line),
    err: (line: string) => told.err.push(line),
  };
  return { code: await run(args, output), ...told };
}

test('[CLI-25] a command knows the flags that its help names, with their values', async () => {
  const { code, flags } = await bake('--out', 'here', 'tin', '--salty', '--', '--hot', 'help');
  expect(code).toBe(7);
  expect(flags).toEqual({
    values: new Map([['out', 'here']]),
    switches: new Set(['salty']),
    words: ['tin'],
    rest: ['--hot', 'help'],
  });
});

test('[CLI-25] what its help does not name is refused, by name', async () => {
  for (const [args, fault] of [
    [['--dry'], '--dry is not known here'],
    [['--here'], '--here is not known here'],
    [['--out'], '--out needs a value'],
    [['tin', 'pan'], '"pan" is not understood here'],
    [['--count', '10'], '--count is a whole number from 1, at most 9, not 10'],
    [['--count', '0'], '--count is a whole number from 1, at most 9, not 0'],
  ] as const) {
    const { code, err } = await bake(...args);
    expect([code, err], args.join(' ')).toEqual([
      2,
      [expect.stringContaining(`perpetua: ${fault}`)],
    ]);
  }
  for (const count of ['1', '9'])
    expect(await bake('--count', count)).toMatchObject({ code: Number(count), err: [] });
  expect(await bake('tin', '--help')).toMatchObject({ code: 0, out: [HELP], flags: undefined });
});
