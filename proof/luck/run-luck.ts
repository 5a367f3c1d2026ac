/**
 * `perpetua luck`: how often a board is right. The included field, a copy of one of its programs
 * and a planted better one are run on 200 markets. Arenas of fewer markets are drawn from these;
 * two copies are alike, so in each market of an arena they may as well change places.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { keepProgram, newContest } from '../../src/contest/contest-folder.ts';
import { contractsOfRules, parseRules } from '../../src/contest/contest-rules.ts';
import type { HeatProgram } from '../../src/contest/heat-seat.ts';
import { judgeContest } from '../../src/contest/judge-contest.ts';
import { rankField } from '../../src/contest/rank-field.ts';
import { runHeats } from '../../src/contest/run-heats.ts';
import { loadContracts, readContractRows } from '../../src/gateway/load-contracts.ts';
import { inTemporaryFolder } from '../../src/machine/temporary-folder.ts';
import { seedOfWord } from '../../src/market/seed.ts';
import { TERMINAL } from '../../src/terminal/output.ts';
import { createDraws } from '../../src/verdict/draws.ts';
import { formatMarkdownTable } from '../markdown-table.ts';
import { proofCommand } from '../proof-command.ts';

const HELP = `Usage: perpetua luck [options]

  --seeds N  markets in all, of which two halves are compared (200)
  --hours X  of each market (0.5)
  --keep FILE  scores that are there, to go on from after an interrupt`;

const EXAMPLES = new URL('../../examples/contest/', import.meta.url);
const FIELD = ['trend.ts', 'contrarian.ts', 'maker.js', 'random.js', 'hold.js'];
const ARENAS = 200;
/** In an arena of copies, and in one with a better one. */
const ARENA_SEEDS = 50;
const RESUBMISSIONS = 100;
const PATIENCE_MILLIS = 60_000;
const PARALLEL = availableParallelism();

const programOf = (file: string, team: string, change = (text: string) => text): HeatProgram => ({
  team,
  text: change(readFileSync(new URL(file, EXAMPLES), 'utf8')),
  language: file.endsWith('.ts') ? 'ts' : 'js',
});

/** It trades half as much for nothing, and so pays half as much for it. */
const BETTER = programOf('random.js', 'better', (text) =>
  text.replace('const SIZE = 0.02', 'const SIZE = 0.01'),
);

export const runLuck = proofCommand(HELP, async ({ values, countOf, figureOf }) => {
  const seeds = countOf('seeds');
  const rules = { name: 'luck', hours: figureOf('hours'), seeds };
  const programs = [
    ...FIELD.map((file) => programOf(file, file.replace(/\..*/, ''))),
    programOf('random.js', 'copy'),
    BETTER,
  ];
  const scores = await scoreAll(programs, rules, values.get('keep'));
  const { different, found } = drawArenas(scores, seeds);
  const half = Math.floor(seeds / 2);
  const field = scores.slice(0, FIELD.length);
  const tau = kendallTau(
    ranksOf(field.map((own) => own.slice(0, half))),
    ranksOf(field.map((own) => own.slice(half, 2 * half))),
  );
  const gained = await resubmit(rules);
  const rows = [
    ['two copies are called different', `${different} of ${ARENAS} arenas`, 'at most 10'],
    ['the better one is found', `${found} of ${ARENAS} arenas`, 'at least 190'],
    [`ranks gained by ${RESUBMISSIONS} resubmissions`, String(gained), '0'],
    [`Kendall's tau of two sets of ${half} markets`, tau.toFixed(2), 'at least 0.9'],
  ];
  for (const line of formatMarkdownTable([['of the board', 'measured', 'goal'], ...rows]))
    TERMINAL.out(line);
  const isGood = different <= 10 && found >= 190 && gained === 0 && tau >= 0.9;
  return isGood ? 0 : 1;
});

/** Each arena has a board of all: does it tell the copies apart, and find the better one? */
function drawArenas(scores: readonly (readonly number[])[], seeds: number) {
  const [random, copy, better] = [FIELD.indexOf('random.js'), FIELD.length, FIELD.length + 1];
  const { below } = createDraws('arenas');
  const counts = { different: 0, found: 0 };
  for (let arena = 0; arena < ARENAS; arena += 1) {
    const own: number[][] = scores.map(() => []);
    for (let drawn = 0; drawn < ARENA_SEEDS; drawn += 1) {
      const market = below(seeds);
      for (const [place, all] of scores.entries()) own[place]!.push(all[market]!);
      if (below(2) === 0) continue;
      const [one, two] = [own[random]!.pop()!, own[copy]!.pop()!];
      own[random]!.push(two);
      own[copy]!.push(one);
    }
    const ahead = new Map(rankField(own).map((row) => [row.place, row.ahead]));
    if (ahead.get(random)!.has(copy) || ahead.get(copy)!.has(random)) counts.different += 1;
    if (ahead.get(better)!.has(random)) counts.found += 1;
  }
  return counts;
}

async function scoreAll(
  programs: readonly HeatProgram[],
  chosen: object,
  keep: string | undefined,
): Promise<number[][]> {
  const rules = parseRules({ ...chosen });
  const scores = programs.map((): number[] => []);
  const head = `${JSON.stringify(rules)}\n`;
  const kept = keep !== undefined && existsSync(keep) ? readFileSync(keep, 'utf8') : head;
  if (!kept.startsWith(head)) throw new Error(`${keep} has scores of other rules`);
  if (keep !== undefined && kept === head) writeFileSync(keep, head);
  for (const line of kept.slice(head.length).split('\n').slice(0, -1)) {
    const [place, heat, score]: [number, number, number] = JSON.parse(line);
    scores[place]![heat] = score;
  }
  let done = kept.split('\n').length - 2;
  await runHeats({
    rules,
    contracts: contractsOfRules(rules, loadContracts()),
    programs,
    parallel: PARALLEL,
    patienceMillis: PATIENCE_MILLIS,
    plan: Array.from({ length: rules.seeds }, (_, heat) =>
      programs.map((_, place) => ({
        heat,
        key: seedOfWord(`luck-${heat}`).key,
        places: [place],
      })),
    )
      .flat()
      .filter(({ heat, places: [place] }) => scores[place!]![heat] === undefined),
    over: ({ heat, places, outcome }) => {
      const [place, score] = [places[0]!, outcome.teams[0]?.score ?? 0];
      scores[place]![heat] = score;
      if (keep !== undefined) appendFileSync(keep, `${JSON.stringify([place, heat, score])}\n`);
      done += 1;
      process.stderr.write(`\r${done} of ${programs.length * rules.seeds} heats`);
    },
  });
  process.stderr.write('\n');
  return scores;
}

const ranksOf = (scores: readonly (readonly number[])[]): number[] => {
  const ranked = rankField(scores);
  return scores.map((_, place) => ranked.find((row) => row.place === place)?.rank ?? 0);
};

/** Of all pairs, those in the same order less those in the other, as a part. */
function kendallTau(one: readonly number[], two: readonly number[]): number {
  let sum = 0;
  let pairs = 0;
  for (let first = 0; first < one.length; first += 1)
    for (let second = first + 1; second < one.length; second += 1) {
      sum += Math.sign(one[first]! - one[second]!) * Math.sign(two[first]! - two[second]!);
      pairs += 1;
    }
  return sum / pairs;
}

/** The rank of a program before and after its team handed it in a hundred times more. */
const resubmit = (chosen: object): Promise<number> =>
  inTemporaryFolder(async (folder) => {
    const contest = join(folder, 'contest');
    const judge = async (): Promise<number> => {
      const { board } = await judgeContest(contest, {
        parallel: PARALLEL,
        patienceMillis: PATIENCE_MILLIS,
        progress: () => undefined,
      });
      return board.find(({ team }) => team === 'random')?.rank ?? 0;
    };
    newContest(contest, { ...chosen, seeds: 4, hours: 0.05 }, readContractRows());
    for (const file of FIELD) keepProgram(contest, programOf(file, file.replace(/\..*/, '')));
    const once = await judge();
    for (let time = 0; time < RESUBMISSIONS; time += 1)
      keepProgram(contest, programOf('random.js', 'random'));
    return once - (await judge());
  });
