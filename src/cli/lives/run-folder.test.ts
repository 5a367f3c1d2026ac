/** What a folder of runs remembers, and what it does not forget. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writePart } from '../../verdict/life-part.ts';
import { noSplit } from '../../verdict/life-record.ts';
import { NO_VARIANT, variantsOf } from '../../verdict/variants.ts';
import { readChoice } from './lives-words.ts';
import { beginFolder, type LifeTask, type LivedTask, partOf, writeFolder } from './run-folder.ts';
import { type RunSubject, readAgainst, subjectOf as runSubjectOf } from './run-subject.ts';
import { runSweep } from './run-sweep.ts';
import { countTries, noteTry } from './tries.ts';

let out: string;
beforeEach(() => {
  out = mkdtempSync(join(tmpdir(), 'perpetua-run-'));
});
afterEach(() => rmSync(out, { recursive: true }));

const SEEDS = ['a', 'b', 'c'];
const PARAMETERS = [{ name: 'size', values: ['1', '2'] }];

const subjectOf = (more: Partial<RunSubject> = {}): RunSubject => ({
  ...{ out, bot: 'bot', seeds: SEEDS, parameters: [], lifeMillis: 60_000, about: 'of a minute' },
  ...{ terms: ['bot', 1], files: new Map([['bot.mjs', 'one']]), command: 'run', head: {} },
  ...{ replayOf: (seed) => `again ${seed}`, against: undefined, market: null },
  ...more,
});

/** What came of each seed; null where it failed. */
function live(subject: RunSubject, returns: readonly (number | null)[]): LivedTask[] {
  const variants = subject.parameters.length === 0 ? [NO_VARIANT] : variantsOf(subject.parameters);
  return returns.flatMap((earned, at) =>
    variants.map((variant, place) =>
      liveTask(subject, { place, variant, seed: subject.seeds[at] ?? '' }, earned),
    ),
  );
}

function liveTask(
  folder: Pick<RunSubject, 'out'>,
  task: LifeTask,
  earned: number | null,
): LivedTask {
  if (earned === null) return { ...task, outcome: { seed: task.seed, failure: 'it died' } };
  const figures = {
    ...{ return: earned, closed: earned, drawdown: 0, sharpe: null, fees: 0, funding: 0, fills: 1 },
    ...{ liquidations: 0, late: 0, equity: 1_000 * (1 + earned) },
  };
  const tables = {
    ...{ trades: [], fills: [], equity: [], orders: [], positions: [], funding: [] },
    ...{ liquidations: [], refusals: [] },
  };
  const record = {
    ...{ startAt: 0, endAt: 60_000, wallet: 1n, result: 0n, split: noSplit(), turnover: 0n },
    ...{ taken: 0n, orders: 1, exposedMillis: 0, holding: 0n, refusals: [], tables },
    ...{ rowsLeftOut: 0, strips: [] },
  };
  writePart(partOf(folder, task), { figures, record, commands: [] });
  return { ...task, outcome: { seed: task.seed, figures, wallSeconds: 1 } };
}

/** How many tries the folder has seen after a run with these returns. */
function run(subject: RunSubject, returns: readonly (number | null)[], isResumed = false): number {
  beginFolder(subject, isResumed);
  const lived = live(subject, returns);
  let seen = 0;
  writeFolder(subject, lived, (tries) => {
    seen = tries;
    return { lived: lived.filter(({ place }) => place === 0) };
  });
  return seen;
}

test('[LIFE-13] other terms, files, seeds and results are tries, the same again is none', () => {
  const subject = subjectOf();
  expect(run(subject, [0.1, 0.2, 0.3])).toBe(1);
  expect(run(subject, [0.1, 0.2, 0.3])).toBe(1);
  expect(run(subjectOf({ terms: ['bot', 2] }), [0.1, 0.2, 0.3])).toBe(2);
  expect(run(subjectOf({ files: new Map([['bot.mjs', 'two']]) }), [0.1, 0.2, 0.3])).toBe(3);
  expect(run(subjectOf({ seeds: ['d', 'e', 'f'] }), [0.1, 0.2, 0.3])).toBe(4);
  // As of a bot that draws, or whose other files have changed.
  expect(run(subject, [0.1, 0.2, 0.4])).toBe(5);
  expect(run(subject, [0.1, 0.2, 0.3])).toBe(5);
  expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain('has seen 5 tries.');
});

test('[LIFE-13] a bot that never comes to an end is no try', () => {
  expect(run(subjectOf({ files: new Map() }), [null, null, null])).toBe(0);
  expect(run(subjectOf(), [0.1, null, 0.3])).toBe(1);
});

test('[LIFE-13] [LIFE-17] an interrupted run counts until it is resumed to its end', () => {
  const subject = subjectOf({ parameters: PARAMETERS });
  expect(run(subject, [0.1])).toBe(2);
  expect(run(subject, [0.1, 0.2], true)).toBe(2);
  expect(run(subject, [0.1, 0.2, 0.3], true)).toBe(2);
  const other = subjectOf({ parameters: PARAMETERS, seeds: ['d', 'e', 'f'] });
  expect(run(other, [0.1])).toBe(4);
  // Begun anew instead, what had been seen stays a try.
  expect(run(other, [0.2, 0.2, 0.2])).toBe(6);
});

test('[LIFE-13] [LIFE-17] other seeds of a resumed run are another try', () => {
  const first = subjectOf();
  const other = subjectOf({ seeds: ['d', 'e', 'f'] });
  expect(run(first, [0.1])).toBe(1);
  expect(run(other, [0.2], true)).toBe(2);
  expect(run(first, [0.1, 0.2, 0.3], true)).toBe(2);
  expect(run(other, [0.2, 0.3], true)).toBe(2);
  // More of the same seeds after these were seen, or fewer.
  expect(run(subjectOf({ seeds: [...SEEDS, 'd'] }), [0.1, 0.2, 0.3, 0.4], true)).toBe(3);
  expect(run(subjectOf({ seeds: ['d', 'e'] }), [0.2, 0.3], true)).toBe(4);
});

test('[LIFE-13] a run that is killed after a life was told is a try', () => {
  const subject = subjectOf();
  beginFolder(subject, false);
  noteTry({ ...subject, judgeSeeds: [] }, { variant: NO_VARIANT, seed: 'b' });
  expect(run(subjectOf({ seeds: ['d', 'e', 'f'] }), [0.1, 0.2, 0.3])).toBe(2);
});

test('[LIFE-16] a choice judged again counts only if something else comes of it', () => {
  const subject = subjectOf();
  const judge = (...returns: number[]): number => {
    beginFolder(subject, false);
    const outcomes = live(subject, returns).map(({ outcome }) => outcome);
    return countTries(subject, 'judged.json', [{ variant: NO_VARIANT, seeds: SEEDS, outcomes }]);
  };
  expect(judge(0.1, 0.2, 0.3)).toBe(1);
  expect(judge(0.1, 0.2, 0.3)).toBe(1);
  expect(judge(0.1, 0.2, 0.4)).toBe(2);
});

test('[LIFE-6] an interrupted run gets no verdict, its end does', () => {
  const subject = subjectOf({ seeds: ['a', 'b', 'c', 'd', 'e', 'f'] });
  const headline = (...returns: number[]): string => {
    beginFolder(subject, true);
    const lived = live(subject, returns);
    return writeFolder(subject, lived, () => ({ lived })).headline;
  };
  const report = (): string => readFileSync(join(out, 'report.html'), 'utf8');
  expect(headline(0.11, 0.12, 0.13, 0.14, 0.15)).toMatch(
    /^Interrupted after 5 of 6 lives.*--resume/,
  );
  expect(report()).not.toMatch(/confidence|<td>better/);
  expect(report()).toContain('<b>+13.00 %</b><span>mean return');
  expect(headline(0.11, 0.12, 0.13, 0.14, 0.15, 0.16)).toBe('It earns in this market.');
  expect(report()).toMatch(/confidence.*<td>better/s);
});

test('[LIFE-6] neither does an interrupted sweep, nor its judgement', async () => {
  const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const sweep = async (lives: number): Promise<string> => {
    const values = { bot: 'bot', seeds: '6', vary: 'size=1,2', judge: '6', out };
    const choice = readChoice({
      ...{ values: new Map(Object.entries(values)), words: [], rest: [] },
      switches: new Set(['resume']),
    });
    beginFolder(runSubjectOf(choice), true);
    let left = lives;
    await runSweep(choice, async (tasks) => {
      const lived = tasks.slice(0, left);
      left -= lived.length;
      return lived.map((task, at) => liveTask(choice, task, task.place * (0.1 + at / 1_000)));
    });
    return String(printed.mock.lastCall?.[0]);
  };
  const early = await sweep(10);
  expect(early).toMatch(/^Interrupted after 10 of 12 lives/);
  expect(early).not.toMatch(/yes|further| to /);
  expect(readFileSync(join(out, 'sweep.csv'), 'utf8')).not.toContain('true');
  expect(await sweep(17)).toMatch(
    /^size=2 has an edge.\nOn 6 further seeds: Interrupted after 5 of 6 lives/,
  );
  expect(await sweep(18)).toContain('On 6 further seeds: It earns');
  expect(Object.keys(JSON.parse(readFileSync(join(out, 'judged.json'), 'utf8')))).toHaveLength(1);
  printed.mockRestore();
});

test('[LIFE-17] a run is not resumed with another version of the bot', () => {
  run(subjectOf(), [0.1]);
  const edited = subjectOf({ files: new Map([['bot.mjs', 'two']]) });
  expect(() => beginFolder(edited, true)).toThrow('is another one; leave --resume out');
});

test('[LIFE-15] a run in the same folder is compared with the one before it', () => {
  run(subjectOf(), [0.1, 0.2, 0.3]);
  run(subjectOf({ terms: 'new', against: readAgainst(out) }), [0.2, 0.3, 0.4]);
  const report = readFileSync(join(out, 'report.html'), 'utf8');
  expect(report).toMatch(/3 lives with the same seed<\/td><td class="n">\+20\.00 %/);
});
