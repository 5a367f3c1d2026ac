/** Heats that have run already: what a result makes of them, without running any. */
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import { inTemporaryFolder } from '../machine/temporary-folder.ts';
import { readContractTable } from '../wire/contract-table.ts';
import {
  hashPrograms,
  keepProgram,
  listPrograms,
  newContest,
  OWN_VERSION,
  readContest,
  readFiles,
  readKey,
} from './contest-folder.ts';
import { drawBoard, formatHeat, type HeatLine, parseHeat, parseHeats } from './contest-result.ts';
import { commitTo, heatKeyOf, sha256Of } from './contest-terms.ts';
import { judgeContest, readBoard, verifyContest } from './judge-contest.ts';
import { checkProgram } from './practise.ts';
import { runHeats } from './run-heats.ts';
import { planHeats, verifyResult } from './verify-result.ts';

const TABLE = new URL('../../contracts/default.json', import.meta.url);
const TEXT = 'export function decide() { return {}; }\n';
const TEAMS = ['ann', 'bob'];

const lineOf = (
  heat: number,
  team: string,
  score: number,
  fault: string | null = null,
): HeatLine => ({
  ...{ heat, hash: 'h', stops: [] },
  teams: [
    {
      ...{ team, score, equity: '0', orders: 0, cancels: 0, fills: 2, refusals: 0 },
      ...{ liquidations: 1, faults: fault === null ? 0 : 3, fault, gas: 0, digest: 'd' },
    },
  ],
});

function beginContest(folder: string, seeds: number): string {
  const contest = join(folder, 'contest');
  const known = readContractTable(JSON.parse(readFileSync(TABLE, 'utf8')));
  newContest(contest, { name: 'Test', seeds }, known);
  for (const team of TEAMS) keepProgram(contest, { team, text: TEXT, language: 'js' });
  return contest;
}

/** What a judge that was interrupted after these heats has left. */
function leave(contest: string, lines: readonly HeatLine[], torn = ''): void {
  const file = readFileSync(join(contest, 'contest.json'), 'utf8');
  const parts = [OWN_VERSION, file, listPrograms(contest)];
  const texts = [sha256Of(JSON.stringify(parts)), ...lines.map((line) => JSON.stringify(line))];
  writeFileSync(join(contest, 'heats.part'), `${texts.join('\n')}\n${torn}`);
}

const options = { parallel: 1, patienceMillis: 60_000 };

test('[CTS-2] handing in the same again changes no market, another program changes all', () =>
  inTemporaryFolder(async (folder) => {
    const contest = beginContest(folder, 1);
    const [team = ''] = TEAMS;
    const before = hashPrograms(contest);
    keepProgram(contest, { team, text: TEXT, language: 'js' });
    expect(hashPrograms(contest)).toBe(before);
    keepProgram(contest, { team, text: `${TEXT} `, language: 'js' });
    expect(hashPrograms(contest)).not.toBe(before);
  }));

test('[CTS-6] heats that have run are not run again, and stand by heat and team', () =>
  inTemporaryFolder(async (folder) => {
    const contest = beginContest(folder, 2);
    const ran = [
      lineOf(1, 'bob', 5),
      lineOf(0, 'bob', 7),
      lineOf(1, 'ann', 1),
      lineOf(0, 'ann', 3),
    ];
    leave(contest, ran, '{"heat":');
    const told: number[] = [];
    const { board } = await judgeContest(contest, {
      ...options,
      progress: (done) => told.push(done),
    });
    expect(told).toEqual([]);
    const result = join(contest, 'result');
    const heats = parseHeats(readFileSync(join(result, 'heats.jsonl'), 'utf8'));
    expect(heats.map(({ heat, teams }) => [heat, teams[0]?.team])).toEqual([
      [0, 'ann'],
      [0, 'bob'],
      [1, 'ann'],
      [1, 'bob'],
    ]);
    expect(board.map(({ team, rank, score }) => [team, rank, score])).toEqual([
      ['bob', 1, 6],
      ['ann', 2, 2],
    ]);
    expect(readBoard(result).board).toEqual(board);
    expect(readdirSync(contest)).not.toContain('heats.part');
    expect(readFileSync(join(result, 'report.html'), 'utf8')).toContain('2 programs, 2 markets');
    expectRoom(readFileSync(join(result, 'board.svg'), 'utf8'));
  }));

/** Texts of a picture stay in it, and no two of one line stand over each other. */
function expectRoom(picture: string): void {
  const TEXT = /<text x="(\d+)" y="(\d+)" .*?anchor="(\w+)" font-size="(\d+)">(.*?)<\/text>/g;
  const spans = [...picture.matchAll(TEXT)].map(([, x, y, anchor, size, words = '']) => {
    const width = 0.55 * Number(size) * words.length;
    const from = Number(x) - (anchor === 'end' ? width : 0);
    return { y, words, from, to: from + width };
  });
  expect(spans.length).toBeGreaterThan(6);
  for (const { y, words, from, to } of spans) {
    const over = spans.filter((other) => other.y === y && other.from < to && other.to > from);
    expect(over.map((other) => other.words)).toEqual([words]);
    expect(from).toBeGreaterThan(0);
    expect(to).toBeLessThan(1_200);
  }
}

test('[CTS-6] what another program ran is worth nothing', () =>
  inTemporaryFolder(async (folder) => {
    const contest = beginContest(folder, 1);
    leave(contest, [lineOf(0, 'ann', 1), lineOf(0, 'bob', 2)]);
    keepProgram(contest, { team: 'ann', text: `${TEXT}//`, language: 'js' });
    const stop = new AbortController();
    const judged = judgeContest(contest, {
      ...{ ...options, signal: stop.signal },
      progress: () => stop.abort(new Error('one has run')),
    });
    stop.abort(new Error('it began'));
    await expect(judged).rejects.toThrow('it began');
  }));

test('[CTS-7] nobody hangs because the machine is busy with something else', () =>
  inTemporaryFolder(async (folder) => {
    const contest = join(folder, 'contest');
    const known = readContractTable(JSON.parse(readFileSync(TABLE, 'utf8')));
    const rules = { name: 'Test', seeds: 1, hours: 0.01, cadenceSeconds: 36, gas: 1000 };
    newContest(contest, rules, known);
    const text = `export const decide = () => { ${'[...Array(2e5).fill(0)];'.repeat(30)} };`;
    keepProgram(contest, { team: 'ann', text, language: 'js' });
    const quick = { ...options, patienceMillis: 50, progress: () => undefined };
    const used = vi.spyOn(Worker.prototype, 'cpuUsage').mockResolvedValue({ user: 0, system: 0 });
    onTestFinished(() => used.mockRestore());
    const { board } = await judgeContest(contest, quick);
    expect(board[0]).toMatchObject({ faults: 0, fault: null });
  }));

test('[CTS-5] [CTS-9] a program that hangs where no gas is counted is not taken', () =>
  inTemporaryFolder(async (folder) => {
    const known = readContractTable(JSON.parse(readFileSync(TABLE, 'utf8')));
    const terms = newContest(join(folder, 'contest'), { name: 'Test', warmUpSeconds: 5 }, known);
    const text = 'export const decide = () => { for (const a = Array(2e5).fill(0); ; ) [...a]; };';
    const check = checkProgram(terms, { team: 'ann', text, language: 'js' }, 1_000);
    await expect(check).rejects.toThrow('not taken: it was stopped at decision 0');
  }));

test('[CTS-7] a judge who stops a team that does not hang is found out', () =>
  inTemporaryFolder(async (folder) => {
    const contest = join(folder, 'contest');
    const known = readContractTable(JSON.parse(readFileSync(TABLE, 'utf8')));
    const rules = { name: 'Test', seeds: 1, hours: 0.01, warmUpSeconds: 5 };
    const terms = newContest(contest, rules, known);
    keepProgram(contest, { team: 'ann', text: TEXT, language: 'js' });
    const lines: HeatLine[] = [];
    await runHeats({
      ...{ ...options, rules: terms.rules, contracts: terms.contracts },
      programs: listPrograms(contest),
      plan: [
        {
          heat: 0,
          key: heatKeyOf(readKey(contest, terms), 0, hashPrograms(contest)),
          places: [0],
          stops: new Map([[0, 5]]),
        },
      ],
      over: (ran) => lines.push(parseHeat(formatHeat(ran, ['ann']))),
    });
    // As if its heat had been run: everything else of the result follows from this line.
    leave(contest, lines);
    const quiet = { ...options, progress: () => undefined };
    const { board } = await judgeContest(contest, quiet);
    expect(board[0]?.fault).toContain('stopped at decision 5');
    const result = join(contest, 'result');
    const { differences } = await verifyContest(result, quiet);
    expect(differences[0]).toBe('heat 0, ann: fault differs');
    // Where nobody asks it again, whoever reads the verdict is told so before all else.
    const believed = await verifyResult(readFiles(result), {
      ...{ ...quiet, version: OWN_VERSION, strip: (source: string) => source },
      runHeats: (run) => runHeats({ ...run, ...options, tapes: [] }),
    });
    expect(believed.differences).toEqual([]);
    expect(believed.notes[0]).toContain(
      "THE ORGANISER'S WORD: the stop of ann (heat 0, decision 5)",
    );
  }));

test('a contest without programs has nothing to judge', () =>
  inTemporaryFolder(async (folder) => {
    const known = readContractTable(JSON.parse(readFileSync(TABLE, 'utf8')));
    newContest(folder, { name: 'Test' }, known);
    const judged = judgeContest(folder, { ...options, progress: () => {} });
    await expect(judged).rejects.toThrow('has no program yet');
  }));

test('a board sums what a team did over its heats, and names its first fault', () => {
  const lines = [
    lineOf(1, 'ann', 2, 'second'),
    lineOf(0, 'ann', 4, 'first'),
    lineOf(0, 'bob', -1),
    lineOf(1, 'bob', -2),
  ];
  expect(drawBoard(lines, TEAMS)).toMatchObject([
    { team: 'ann', score: 3, fills: 4, liquidations: 2, faults: 6, fault: 'first' },
    { team: 'bob', score: -1, fills: 4, liquidations: 2, faults: 0, fault: null },
  ]);
});

test('[HEAT-2] other numbers of files give nobody another seat, and each heat seats anew', () =>
  inTemporaryFolder(async (folder) => {
    const contest = beginContest(folder, 20);
    const known = readContest(contest);
    const terms = { ...known, rules: { ...known.rules, book: 'together' as const } };
    const key = Uint8Array.of(7);
    const seated = (): string[] => {
      const programs = listPrograms(contest);
      const plan = planHeats(terms, key, programs, hashPrograms(contest));
      return plan.map(({ places }) => places.map((place) => programs[place]?.team).join());
    };
    const before = seated();
    expect(new Set(before)).toEqual(new Set(['ann,bob', 'bob,ann']));
    const home = join(contest, 'programs');
    renameSync(join(home, '00001-ann.js'), join(home, '00004-ann.js'));
    expect(seated()).toEqual(before);
  }));

test('[CTS-1] a key that was not committed to, and files that are none, are refused', () =>
  inTemporaryFolder(async (folder) => {
    const contest = beginContest(folder, 1);
    const terms = readContest(contest);
    expect(readKey(contest, terms)).toHaveLength(32);
    const secret = join(contest, 'secret.json');
    writeFileSync(secret, JSON.stringify({ key: '00'.repeat(32) }));
    expect(() => readKey(contest, terms)).toThrow('not the one that was committed to');
    writeFileSync(secret, '{');
    expect(() => readKey(contest, terms)).toThrow('secret.json is not JSON');
    const file = join(contest, 'contest.json');
    const known = JSON.parse(readFileSync(file, 'utf8'));
    for (const change of [{ form: 'other' }, { commitment: 7 }]) {
      writeFileSync(file, JSON.stringify({ ...known, ...change }));
      expect(() => readContest(contest)).toThrow('is not the file of a contest');
    }
  }));

test('[CTS-1] rules that were changed are refused, or are another commitment and hash', () =>
  inTemporaryFolder(async (folder) => {
    const contest = beginContest(folder, 1);
    const [told, noted] = [readContest(contest).commitment, hashPrograms(contest)];
    const file = join(contest, 'contest.json');
    const { commitment: _, ...known } = JSON.parse(readFileSync(file, 'utf8'));
    const [row] = known.contracts;
    const changes = [
      { rules: { ...known.rules, score: 'return-less-drawdown' } },
      { rules: { ...known.rules, latencyMillis: 51 } },
      { contracts: [{ ...row, takerFeeRate: '0.0001' }] },
      { keyHash: '00'.repeat(32) },
    ];
    for (const change of changes) {
      const other = { ...known, ...change };
      writeFileSync(file, JSON.stringify({ ...other, commitment: told }));
      expect(() => hashPrograms(contest)).toThrow('is not what its commitment fixes');
      writeFileSync(file, JSON.stringify({ ...other, commitment: commitTo(other) }));
      expect(readContest(contest).commitment).not.toBe(told);
      expect(hashPrograms(contest)).not.toBe(noted);
    }
    // However it is laid out.
    writeFileSync(file, JSON.stringify({ ...known, commitment: told }));
    expect(hashPrograms(contest)).toBe(noted);
  }));

test('[CTS-2] the latest program of each team counts, in the order in which they came', () =>
  inTemporaryFolder(async (folder) => {
    const contest = beginContest(folder, 1);
    expect(keepProgram(contest, { team: 'ann', text: TEXT, language: 'ts' })).toBe('00003-ann.ts');
    writeFileSync(join(contest, 'programs', 'notes.txt'), '');
    expect(listPrograms(contest)).toEqual([
      { team: 'bob', text: TEXT, language: 'js', file: '00002-bob.js' },
      { team: 'ann', text: TEXT, language: 'ts', file: '00003-ann.ts' },
    ]);
  }));
