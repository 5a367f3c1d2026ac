import { expect, test } from 'vitest';
import { proofCommand } from '../../proof/proof-command.ts';
import { readSimOptions, SIM_HELP, type SimOptions } from '../../proof/sim/arguments.ts';
import { createDice, pickWeighted, roll } from '../../proof/sim/dice.ts';
import { shrink } from '../../proof/sim/shrink.ts';
import { simulate, simulateEntries } from '../../proof/sim/simulate.ts';
import { seq } from '../../src/domain/units.ts';

async function understand(...args: string[]) {
  const told = { code: 0, err: '', options: undefined as SimOptions | undefined };
  const run = proofCommand(SIM_HELP, (asked) => {
    told.options = readSimOptions(asked, 2);
    return 0;
  });
  const hear = (line: string): void => {
    told.err += line;
  };
  told.code = await run(args, { out: () => undefined, err: hear });
  return told;
}

test('[SIM-1] the words of the command line are understood, or are named', async () => {
  const usual = { seeds: 100, commands: 400, from: 1, seed: null, jobs: 2, shrink: false };
  expect(await understand()).toMatchObject({ code: 0, options: usual });
  const one = await understand('--seed', '7', '--shrink', '--jobs', '5');
  expect(one.options).toMatchObject({ seeds: 1, from: 7, seed: 7, shrink: true, jobs: 5 });
  expect((await understand('--seed', '0')).options).toMatchObject({ seed: 0, from: 0 });
  for (const [args, fault] of [
    [['--seeds', 'many'], '--seeds is a whole number from 1 on, not many'],
    [['--commands', '1.5'], '--commands is a whole number from 1 on, not 1.5'],
    [['--jobs', '0'], '--jobs is a whole number from 1 on, not 0'],
    [['--fast'], '--fast is not known here'],
  ] as const) {
    const { code, err, options } = await understand(...args);
    expect([code, options]).toEqual([2, undefined]);
    expect(err).toContain(fault);
  }
});

test('[SIM-1] [ENG-2] one seed gives one market', () => {
  const [first, second] = [simulate(11, 150), simulate(11, 150)];
  expect(first.failure).toBeNull();
  expect(second.entries).toEqual(first.entries);
  expect(second.hash).toBe(first.hash);
  expect(simulate(12, 150).hash).not.toBe(first.hash);
});

test('[SIM-1] dice give whole numbers between their bounds, and no key without weight', () => {
  const dice = createDice(5);
  const rolls = Array.from({ length: 500 }, () => roll(dice, -3, 4));
  expect(Math.min(...rolls)).toBe(-3);
  expect(Math.max(...rolls)).toBe(4);
  const weights = [
    ['never', 0],
    ['always', 5],
  ] as const;
  expect(pickWeighted(dice, weights)).toBe('always');
});

test('[SIM-1] a failing journal is made short', () => {
  const { entries } = simulate(21, 120);
  // A gap in the sequence stands for a fault: whatever comes before it does not matter.
  const last = { ...entries[119]!, seq: seq(5_000) };
  const outcome = simulateEntries(21, [...entries.slice(0, 119), last]);
  expect(outcome.failure?.error.message).toMatch(/follow/);
  const short = shrink({ ...outcome, entries: outcome.entries.slice(0, 40) });
  expect(short.entries.length).toBeLessThanOrEqual(40);
});
