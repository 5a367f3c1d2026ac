/**
 * `perpetua bench contest`: what a program costs its judge. A decision in the sandbox beside the
 * same function without one, an hour of a heat beside the market alone, and the check of a program
 * that is handed in; from these, how long a whole contest takes.
 */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { contractsOfRules, decisionsOf, parseRules } from '../../src/contest/contest-rules.ts';
import { runHeat } from '../../src/contest/heat.ts';
import { openProgram } from '../../src/contest/node-program.ts';
import { checkProgram } from '../../src/contest/practise.ts';
import type { ProgramBirth } from '../../src/contest/program.ts';
import { loadContracts } from '../../src/gateway/load-contracts.ts';
import { seedOfWord } from '../../src/market/seed.ts';
import { createDrive } from '../market-report/drive-market.ts';
import { areKept, asMicros, asSeconds, asTimes, type Figure, measured } from './figure.ts';
import { benchmark, spend, tellProgress } from './harness.ts';

const HELP = `Usage: perpetua bench contest [options]

  --hours N   of a heat, with a decision each second (1)
  --checks N  programs that are handed in and checked (10)
  --quick     a short run that only checks that everything works
  --json      print JSON instead of a table`;

/** The promised limits. */
const DECISION_MICROS_MAX = 200;
const CHECKED_TEAMS = 500;
const CHECKED_HOURS_MAX = 1;
/** The contest that is estimated. */
const PROGRAMS = 50;
const SEEDS = 100;

const PROGRAM = new URL('../../examples/contest/maker.js', import.meta.url);
const HOUR = 3_600;

export const benchContest = benchmark({
  help: HELP,
  measure: ({ isQuick, figureOf, countOf }) =>
    measureContest(isQuick ? 0.02 : figureOf('hours'), isQuick ? 1 : countOf('checks')),
  title: 'contests, processor time',
  figures: figuresOf,
  format: formatResult,
  isGood: (result) => areKept(figuresOf(result)),
});

async function measureContest(hours: number, checks: number) {
  const rules = parseRules({ name: 'bench', hours });
  const contracts = contractsOfRules(rules, loadContracts());
  const entry = { team: 'bench', text: readFileSync(PROGRAM, 'utf8'), language: 'js' as const };
  const { key } = seedOfWord('bench');
  const states: string[] = [];
  let birth: ProgramBirth | undefined;
  tellProgress(`a heat of ${hours} h, to see what its program is asked`);
  await runHeat({
    rules,
    contracts,
    key,
    programs: [entry],
    seat: async (_, born) => {
      birth = born;
      const { decide, gas } = await openProgram(born);
      const listen = (state: string) => {
        states.push(state);
        return decide(state);
      };
      return { decide: listen, gas };
    },
  });
  if (birth === undefined) throw new Error('no program was asked');
  const boxed = await openProgram(birth);
  const plain = await plainProgram();
  tellProgress(`${states.length} decisions, in the sandbox and without it`);
  // Both are compiled before either is measured.
  for (const state of states) plain(state);
  const sandboxed = await spend(() => {
    for (const state of states) boxed.decide(state);
  });
  const bare = await spend(() => {
    for (const state of states) plain(state);
  });
  tellProgress('the heat, and the market alone');
  const heat = await spend(() =>
    runHeat({ rules, contracts, key, programs: [entry], seat: (_, born) => openProgram(born) }),
  );
  const alone = await spend(() => {
    const drive = createDrive({ contracts, seed: seedOfWord('bench') });
    drive.reach(drive.at + hours * HOUR * 1_000);
  });
  tellProgress(`${checks} programs that are handed in`);
  const terms = { rules, contracts };
  const checked = await spend(async () => {
    for (let at = 0; at < checks; at += 1) await checkProgram(terms, entry, 60_000);
  });
  const decisions = decisionsOf(rules);
  return {
    decision: { micros: (sandboxed * 1e6) / decisions, ratio: sandboxed / bare },
    /** Processor seconds of an hour. */
    heat: { hourSeconds: heat / hours, ratio: heat / alone },
    checkSeconds: checked / checks,
  };
}

type ContestResult = Awaited<ReturnType<typeof measureContest>>;

/** The same function, in the language that this is written in. */
async function plainProgram(): Promise<(state: string) => string> {
  const { decide } = await import(fileURLToPath(PROGRAM));
  let memory: unknown;
  return (state) => {
    const answer = decide(JSON.parse(state), memory);
    ({ memory } = answer);
    return JSON.stringify(answer);
  };
}

function figuresOf({ decision, heat, checkSeconds }: ContestResult): Figure[] {
  return [
    measured('a decision in the sandbox', decision.micros, {
      show: asMicros,
      most: DECISION_MICROS_MAX,
      beside: `${asTimes(decision.ratio)} the plain function`,
    }),
    measured('an hour of a heat, a decision each second', heat.hourSeconds, {
      show: asSeconds,
      beside: `${asTimes(heat.ratio)} the market alone`,
    }),
    measured(
      // As the site does it, on however many cores.
      `${CHECKED_TEAMS} programs handed in and checked, one by one`,
      CHECKED_TEAMS * checkSeconds,
      { show: asSeconds, most: CHECKED_HOURS_MAX * HOUR },
    ),
  ];
}

function formatResult({ heat }: ContestResult): string[] {
  const hours = (PROGRAMS * SEEDS * heat.hourSeconds) / HOUR / availableParallelism();
  return [`${PROGRAMS} programs on ${SEEDS} markets of an hour take ${hours.toFixed(1)} h here.`];
}
